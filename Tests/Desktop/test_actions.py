"""Every command can be run and read over the session bus."""
import masthead
from gi.repository import GLib
from harness.waiting import stays, wait

# Of the contract, what exists so far; a name that is here stays.
WINDOW = ["save", "save-as", "view-mode", "sync-scroll", "text-size", "next-pane", "close", "undo", "redo", "paste-plain"]
APPLICATION = ["new", "new-window", "open", "preferences", "shortcuts", "about", "quit"]


def test_actions_are_there(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    window, application = program.actions(), program.actions("app")
    assert not [name for name in WINDOW if name not in window], sorted(window)
    assert not [name for name in APPLICATION if name not in application], sorted(application)


def test_save(desk):
    path = desk.file("note.md", "old\n")
    program = desk.start(path)
    masthead.type_into(program, "new ")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.act("win.save")
    wait(lambda: path.read_bytes() == b"new old\n", "the saved file")


def test_view_mode(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.resize(1200, 700)
    for mode in ("preview", "editor", "split"):
        program.act("win.view-mode", GLib.Variant("s", mode))
        wait(lambda: program.actions()["view-mode"][1] == mode, f"the state {mode}")
    for name in ("Text", "Preview"):
        wait(lambda: program.box(program.find(name=name))[2] > 200, f"{name} side by side")


def test_text_size(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    view = masthead.text_view(program)
    program.act("win.text-size", GLib.Variant("i", 200))
    wait(lambda: program.actions()["text-size"][1] == 200, "the new size")
    large = masthead.settle(program, program.box(view))
    program.click(view)
    program.key("ctrl+0")
    wait(lambda: program.actions()["text-size"][1] == 100, "the normal size")
    wait(lambda: program.screen.pixels(program.box(view)) != large, "the text to change")


def test_new_and_new_window(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.act("app.new")
    wait(lambda: len(masthead.documents(program)) == 2, "an untitled document in a new window")
    program.act("app.new-window")
    wait(lambda: len(program.windows()) == 3, "a window to choose a document in")


def test_windows_of_the_application(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    for action, expected in (("app.about", "Masthead"), ("app.shortcuts", "Save"), ("app.preferences", "Preferences")):
        before = len(program.windows())
        program.act(action)
        wait(lambda: len(program.windows()) > before, f"the window of {action}")
        program.find(name=expected)
        program.key("Escape")
        wait(lambda: len(program.windows()) == before, f"Escape to close the window of {action}")


def test_quit(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.act("app.quit")
    assert program.wait_for_end() == 0


def test_typing_elsewhere_changes_nothing(desk):
    """Every accelerator, pressed while one types in an entry, leaves the document as it is."""
    path = desk.file("note.md", "some text of mine\n")
    program = desk.start(path)
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    program.type("x")
    wait(lambda: masthead.text(program) == "xsome text of mine\n", "the typed text")
    wait(lambda: program.actions()["undo"][0], "undo to be enabled while the text has the focus")
    program.act("app.preferences")
    wait(lambda: len(program.windows()) == 2, "the preferences")
    for keys in ("b", "i", "u", "k", "1", "6", "z", "shift+z", "shift+v", "d", "t", "j"):
        program.key("ctrl+" + keys)
    program.key("alt+Up", "alt+Down", "alt+Left", "alt+Right")
    stays(lambda: masthead.text(program) == "xsome text of mine\n", "a key changed the document from another window", seconds=1)


def test_keys_of_the_text_view_change_nothing(desk):
    """GtkSourceView has keys that move words and lines and change numbers; a Markdown editor must not have them by surprise."""
    program = desk.start(desk.file("note.md", "hello world\nline 41\nlast\n"))
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    before = masthead.text(program)
    program.key("alt+Right", "ctrl+shift+a", "ctrl+shift+x", "shift+ctrl+j")
    stays(lambda: sorted(masthead.text(program).split()) == sorted(before.split()), "a key of the text view changed the words", seconds=1)
    assert masthead.text(program) == before
