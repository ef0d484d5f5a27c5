"""Windows: one document each, one running program, and questions before text would be lost."""
import masthead
from harness import tree
from harness.waiting import stays, wait


def test_second_file_opens_in_the_running_program(desk):
    first, second = desk.file("first.md", "# First\n"), desk.file("second.md", "# Second\n")
    program = desk.start(first)
    answer = desk.command(second)
    assert answer.returncode == 0, answer.stderr
    wait(lambda: masthead.documents(program) == ["first.md", "second.md"], "a second window of the running program")
    masthead.wait_for_text(program, "# Second", inside=masthead.window_of(program, "second.md"))


def test_a_file_has_one_window(desk):
    path = desk.file("note.md", "# Note\n")
    program = desk.start(path)
    assert desk.command(path).returncode == 0
    stays(lambda: masthead.documents(program) == ["note.md"], "the same file got a second window", seconds=1.5)


def test_files_on_one_command_line_get_a_window_each(desk):
    program = desk.start(desk.file("a.md", "a\n"), desk.file("b.md", "b\n"))
    wait(lambda: masthead.documents(program) == ["a.md", "b.md"], "two windows")


def test_new_window(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    assert desk.command("--new-window").returncode == 0
    wait(lambda: len(masthead.documents(program)) == 2, "a second window")


def test_new_document_and_new_window_by_keys(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    masthead.wait_for_text(program, "# Note")
    program.key("ctrl+n")
    wait(lambda: masthead.documents(program) == ["Untitled", "note.md"], "an untitled document in a window of its own")
    program.key("ctrl+shift+n")
    program.find(name="Recent Documents, title")
    assert len(program.windows()) == 3


def _with_unsaved_text(desk):
    path = desk.file("note.md", "old\n")
    program = desk.start(path)
    masthead.type_into(program, "new ")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.key("ctrl+w")
    masthead.answer(program, "Cancel")
    return path, program


def test_close_and_save(desk):
    path, program = _with_unsaved_text(desk)
    program.click(masthead.answer(program, "Save"))
    assert program.wait_for_end() == 0
    assert path.read_bytes() == b"new old\n"


def test_close_and_discard(desk):
    path, program = _with_unsaved_text(desk)
    program.click(masthead.answer(program, "Discard"))
    assert program.wait_for_end() == 0
    assert path.read_bytes() == b"old\n"


def test_close_and_cancel(desk):
    path, program = _with_unsaved_text(desk)
    program.click(masthead.answer(program, "Cancel"))
    wait(lambda: not masthead.asks(program), "the question to go")
    assert masthead.text(program) == "new old\n"
    assert path.read_bytes() == b"old\n"
    assert program.process.poll() is None


def test_escape_cancels_closing(desk):
    path, program = _with_unsaved_text(desk)
    program.key("Escape")
    wait(lambda: not masthead.asks(program), "the question to go")
    assert masthead.text(program) == "new old\n"
    assert path.read_bytes() == b"old\n"


def test_unchanged_closes_without_a_question(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    program.click(masthead.text_view(program))
    program.key("ctrl+w")
    assert program.wait_for_end() == 0


def test_closing_one_window_leaves_the_other(desk):
    program = desk.start(desk.file("a.md", "a\n"), desk.file("b.md", "b\n"))
    wait(lambda: masthead.documents(program) == ["a.md", "b.md"], "two windows")
    program.key("ctrl+w")
    wait(lambda: len(masthead.documents(program)) == 1, "one window to close")
    assert program.process.poll() is None


def test_window_has_an_icon_and_a_title(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    window = program.x_windows()[0]
    assert "note.md" in desk.screen.do("getwindowname", window)
    name = desk.screen.property(window, "_GTK_APPLICATION_ID")
    assert "io.github.masthead_editor.Masthead" in name, f"the desktop cannot tell whose window it is: {name}"
    assert desk.screen.property(window, "_NET_WM_ICON"), "the window has no icon"


def test_narrow_window_clips_nothing(desk):
    program = desk.start(desk.file("note.md", "# A note\n\nwith some text.\n"))
    program.resize(400, 600)
    window = program.windows()[0]
    width = tree.box(window)[2]
    assert width <= 402, f"the window cannot be made narrower than {width} pixels"
    # What there is no room for is hidden in a way that AT-SPI does not tell; these must be there whatever the width.
    for name in ("Main menu", "More tools", "Text", "Close"):
        x, _, wide, _ = tree.box(program.find(name=name))
        assert wide > 0 and x >= 0 and x + wide <= width + 1, f"{name!r} is cut off: {x} + {wide} of {width}"
