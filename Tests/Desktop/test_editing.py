"""The main job: a file of one's own is opened, typed into, seen beside the source, and saved right."""
import masthead
from harness import tree
from harness.waiting import wait

SAMPLE = "# Title\n\nFirst paragraph.\n\n- one\n- two\n\nLast paragraph.\n"


def test_type_in_the_middle_and_save(desk):
    path = desk.file("note.md", SAMPLE)
    program = desk.start(path)
    masthead.wait_for_text(program, "Last paragraph.")
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "Down", "Down", "End")
    program.type(" Typed here.")
    expected = SAMPLE.replace("First paragraph.", "First paragraph. Typed here.")
    wait(lambda: masthead.text(program) == expected, "the typed text")
    wait(lambda: masthead.is_modified(program), "the document to be marked as modified")
    assert path.read_bytes() == SAMPLE.encode(), "the file changed before it was saved"
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == expected.encode(), "the saved file")
    wait(lambda: not masthead.is_modified(program), "the mark to go")
    assert sorted(p.name for p in path.parent.glob("*.md*")) == ["note.md"], "something was left beside the file"


def test_preview_follows_the_keys(desk):
    program = desk.start(desk.file("note.md", SAMPLE))
    program.resize(1200, 700)
    box = program.box(masthead.preview(program))
    assert box[2] > 300, f"the preview is {box[2]} pixels wide"
    masthead.type_into(program, "# ")
    program.key("BackSpace", "BackSpace")
    before = masthead.settle(program, box)
    program.type("Heading above ")
    wait(lambda: program.screen.pixels(box) != before, "the preview to change", seconds=2)
    after = masthead.settle(program, box)
    program.key("ctrl+z")
    wait(lambda: program.screen.pixels(box) != after, "the preview to follow undo", seconds=2)


def _edit_real(desk, name):
    """Opens a real document, types some words into its middle and saves; every other byte stays as it was."""
    path = desk.real(name)
    before = path.read_bytes()
    program = desk.start(path)
    marker = before.decode().split("\n")[0].strip()[:20]
    masthead.wait_for_text(program, marker)
    wait(lambda: tree.has_state(masthead.text_view(program), "editable"), "the document to be loaded", seconds=20)
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    for _ in range(12):
        program.key("Page_Down")
    program.key("Home")
    program.type("In the middle of it ")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() != before, "the saved file")
    wait(lambda: not masthead.is_modified(program), "the mark to go")
    after = path.read_bytes()
    place = after.index(b"In the middle of it")
    assert place > 200, "the text did not go into the middle"
    assert after.replace(b"In the middle of it ", b"", 1) == before, "more than the typed words changed"


def test_real_manual(desk):
    _edit_real(desk, "manual-300kb.md")


def test_real_tables(desk):
    _edit_real(desk, "goals-tables-170kb.md")


def test_real_japanese(desk):
    _edit_real(desk, "primer-ja-140kb.md")


def test_real_greek(desk):
    _edit_real(desk, "cli-el-80kb.md")


def test_real_changelog(desk):
    _edit_real(desk, "changelog-1.3mb.md")


def test_line_ends_stay(desk):
    content = b"one\r\ntwo\nthree\rfour \xe2\x80\xa9 five"
    path = desk.file("mixed.md", content)
    program = desk.start(path)
    masthead.wait_for_text(program, "four")
    masthead.type_into(program, "x")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == b"x" + content, "the saved file")


def test_undo_and_redo(desk):
    program = desk.start(desk.file("note.md", "start\n"))
    masthead.type_into(program, "word")
    wait(lambda: masthead.text(program) == "wordstart\n", "the typed text")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == "start\n" and not masthead.is_modified(program), "undo to bring the old text back, unmodified")
    program.key("ctrl+shift+z")
    wait(lambda: masthead.text(program) == "wordstart\n", "redo")


def test_untitled_is_saved_under_a_name(desk):
    program = desk.start("--new-window")
    program.click(masthead.text_view(program))
    program.type("# Fresh\n")
    program.key("ctrl+s")
    wanted = desk.folder / "fresh.md"
    masthead.choose_file(program, "Save Document", wanted)
    wait(wanted.exists, "the new file")
    wait(lambda: wanted.read_bytes() == b"# Fresh\n", "its text")
    wait(lambda: "fresh.md" in masthead.title(program), "the title to name it")


def test_open_by_file_chooser(desk):
    other = desk.file("other.md", "# The other\n")
    program = desk.start(desk.file("first.md", "# The first\n"))
    program.click(masthead.text_view(program))
    program.key("ctrl+o")
    masthead.choose_file(program, "Open Document", other)
    wait(lambda: masthead.documents(program) == ["first.md", "other.md"], "a window with the chosen file")
