"""Writing through an input method that runs in a process of its own: ibus with Hangul, whose syllables are composed letter by letter."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import time

import masthead
from harness.session import Skip
from harness.waiting import stays, wait

ENGINE = pathlib.Path("/usr/share/ibus/component/hangul.xml")
MODULES = list(pathlib.Path("/usr/lib").glob("*/gtk-4.0/*/immodules/libim-ibus.so"))


@contextlib.contextmanager
def ibus(desk):
    """Runs ibus on the screen with Hangul switched on; yields what programs need in their environment to use it."""
    elsewhere = os.environ.get("GTK_PATH")
    if not ENGINE.exists() or not shutil.which("ibus-daemon") or not (MODULES or elsewhere):
        raise Skip("ibus with Hangul is not installed (ibus, ibus-gtk4, ibus-hangul)")
    settings = desk.home / ".config/glib-2.0/settings"
    settings.mkdir(parents=True, exist_ok=True)
    with open(settings / "keyfile", "a", encoding="utf-8") as file:
        file.write("[org/freedesktop/ibus/engine/hangul]\ninitial-input-mode='hangul'\n")
    environment = desk.environment(DISPLAY=desk.screen.name)
    daemon = subprocess.Popen(["ibus-daemon", "--panel=disable", "--emoji-extension=disable", "--config=/usr/libexec/ibus-memconf", "--cache=none", "--xim"],
                              env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        def ask(*command):
            return subprocess.run(["ibus", *command], env=environment, capture_output=True, text=True, check=False)
        wait(lambda: ask("engine", "hangul").returncode == 0 and "hangul" in ask("engine").stdout, "ibus to write Hangul", 20)
        # As on most desktops, nothing says which input method to take: GTK takes the one that is installed.
        yield {"GTK_IM_MODULE": "", **({"GTK_PATH": elsewhere} if elsewhere else {})}
    finally:
        daemon.terminate()
        daemon.wait()


def editor(desk, environment, text=""):
    program = desk.start("--view", "editor", desk.file("note.md", text), **environment)
    program.resize(800, 500)
    program.click(masthead.text_view(program))
    program.key("ctrl+End")
    # ibus gives the text its engine when the text tells that it has the focus.
    time.sleep(0.5)
    return program


def expect(program, text):
    wait(lambda: masthead.text(program) == text, f"the text {text!r}, not {masthead.text(program)!r}")


def test_syllables_are_composed(desk):
    with ibus(desk) as environment:
        program = editor(desk, environment)
        program.type("dkssud ")
        expect(program, "안녕 ")
        program.type("gktpdy")
        # Letters as they are: with Hangul on, the engine takes Return and sends it back in a way that no program of GTK 4 hears.
        program.key("shift+space", "Return")
        expect(program, "안녕 하세요\n")
        # Keys that come faster than the input method answers stay in order.
        program.type("quick brown foxes jump over it")
        expect(program, "안녕 하세요\nquick brown foxes jump over it")


def test_nothing_happens_within_a_composition(desk):
    with ibus(desk) as environment:
        path = desk.folder / "note.md"
        program = editor(desk, environment, "- one\n")
        program.type("dkssud")
        # The last syllable is being composed: what an input method shows is no text yet.
        wait(lambda: masthead.text(program) == "- one\n안", "the first syllable")
        wait(lambda: program.actions()["undo"][0], "undo")
        for action in ("bold", "bullet-list", "rule", "table", "undo", "footnote"):
            program.act(f"win.{action}")
        stays(lambda: masthead.text(program) == "- one\n안", "a command changed the text within a composition")
        program.act("win.save")
        wait(lambda: path.read_text() == "- one\n안", "the text without the composition in the file")
        program.type(" ")
        expect(program, "- one\n안녕 ")
        program.act("win.undo")
        wait(lambda: masthead.text(program) != "- one\n안녕 ", "undo after the composition")


def test_another_window_takes_nothing_away(desk):
    with ibus(desk) as environment:
        program = editor(desk, environment)
        program.type("gksrmf gks")
        wait(lambda: masthead.text(program) == "한글 ", "what is written")
        program.act("app.new-window")
        wait(lambda: len(program.windows()) == 2, "the other window")
        window = masthead.window_of(program, "note.md")
        wait(lambda: masthead.text(program, window) in ("한글 ", "한글 한"), "the text to be whole")
        stays(lambda: masthead.text(program, window) in ("한글 ", "한글 한"), "another window changed the text")


def test_a_crash_within_a_composition_loses_nothing_that_was_written(desk):
    with ibus(desk) as environment:
        program = editor(desk, environment)
        program.type("gksrmf gks")
        desk.wait_for_draft("한글 ")
        program.kill()
        desk.programs.remove(program)
        program = desk.start(**environment)
        masthead.wait_for_text(program, "한글 ")
        assert "한글 한" not in masthead.text(program), "what was not written yet came back"


def test_pairs_and_lists_by_letters_of_an_input_method(desk):
    with ibus(desk) as environment:
        program = editor(desk, environment)
        # Letters as they are.
        program.key("shift+space")
        program.type("1. a (b) *c*")
        expect(program, "1. a (b) *c*")
        program.key("Return")
        program.type("two")
        program.key("Tab")
        expect(program, "1. a (b) *c*\n   1. two")
