"""The command line: people's scripts rely on it."""
import masthead
from harness.waiting import wait


def test_version(desk):
    answer = desk.command("--version")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("Masthead ") or answer.stdout.startswith("masthead "), answer.stdout


def test_version_needs_no_display(desk):
    answer = desk.command("--version", DISPLAY="", DBUS_SESSION_BUS_ADDRESS="")
    assert answer.returncode == 0, answer.stderr


def test_help(desk):
    answer = desk.command("--help")
    assert answer.returncode == 0, answer.stderr
    for option in ("--new-window", "--view", "--version"):
        assert option in answer.stdout, f"{option} is not explained"


def test_unknown_option(desk):
    answer = desk.command("--no-such-option")
    assert answer.returncode != 0
    assert "--no-such-option" in answer.stderr or "no-such-option" in answer.stderr, answer.stderr


def test_wrong_view(desk):
    answer = desk.command("--view", "sideways")
    assert answer.returncode != 0
    assert "sideways" in answer.stderr, answer.stderr


def test_no_display(desk):
    answer = desk.command("note.md", DISPLAY="", WAYLAND_DISPLAY="")
    assert answer.returncode != 0
    assert answer.stderr.strip(), "nothing was said"


def test_view_modes(desk):
    path = desk.file("note.md", "# Note\n")
    for mode, editor, preview in (("editor", True, False), ("split", True, True), ("preview", False, True)):
        program = desk.start("--view", mode, path)
        program.resize(1200, 700)
        assert program.actions()["view-mode"][1] == mode
        shows = {"Text": editor, "Preview": preview}
        for name, expected in shows.items():
            if expected:
                box = program.box(program.find(name=name))
                assert box[2] > 200 and box[3] > 200, f"{name} is {box[2]} by {box[3]} pixels in the mode {mode}"
        program.stop()


def test_relative_path(desk):
    desk.file("folder/note.md", "# Relative\n")
    program = desk.start("folder/note.md")
    masthead.wait_for_text(program, "# Relative")


def test_file_address(desk):
    path = desk.file("a note.md", "# Address\n")
    program = desk.start(path.as_uri())
    masthead.wait_for_text(program, "# Address")


def test_terminates_within_two_seconds(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    masthead.type_into(program, "x")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.process.terminate()
    assert program.wait_for_end(seconds=2) == 0
