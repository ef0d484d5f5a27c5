"""On Wayland: writing and saving, the title's popover, renaming, customizing by keys and with a pointer, closing."""
import masthead
import test_bar
import test_title
from harness import tree
from harness.waiting import wait

SESSION = "wayland"


def test_write_and_save(desk):
    path = desk.file("note.md", "# Note\n")
    program = desk.start(path)
    masthead.type_into(program, "new ")
    masthead.wait_for_text(program, "new # Note")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == b"new # Note\n", "the file on disk")


def test_title_opens_by_pointer_and_renames_by_key(desk):
    path = desk.file("note.md", "# Note\n")
    program = desk.start(path)
    program.click(program.find("push button", lambda name: name.endswith("document title")))
    program.find(name=lambda name: name.startswith("Rename"))
    program.key("Escape")
    program.key("F2")
    program.find(name="Rename document", focused=True)
    program.type("other")
    program.key("Return")
    wait(lambda: path.with_name("other.md").exists(), "the new name on disk")
    assert not path.exists()


def test_a_double_click_renames(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.click(program.find("push button", lambda name: name.endswith("document title")), times=2)
    program.find("text", "Rename document", focused=True)
    assert not program.is_there("menu item", "Duplicate")


def test_customize_with_the_pointer(desk):
    program = test_bar._customize(desk.start(desk.file("note.md", "# Note\n")))
    test_bar._drag_behind_link(program)
    test_bar._expect(program, ["Emphasis", "Lists", "Link", "Heading", "Insert"], "the new order")
    program.drag(test_bar._middle(program, test_bar._group(program, "Link")), (640, 600))
    test_bar._expect(program, ["Emphasis", "Lists", "Heading", "Insert"], "the bar without the group")


def test_escape_takes_a_drag_back(desk):
    # On X11 GTK 4.8 hears no key during a drag; here the compositor does.
    program = test_bar._customize(desk.start(desk.file("note.md", "# Note\n")))
    names = test_bar._names(program)
    start, end = (test_bar._middle(program, test_bar._group(program, name)) for name in ("Heading", "Insert"))
    program.drag(start, end, lets_go=False)
    test_bar._expect(program, ["Emphasis", "Lists"], "the neighbours to make room")
    program.key("Escape")
    desk.screen.do("mouseup", 1)
    test_bar._expect(program, names, "the bar of before")
    assert program.is_there(name=test_bar.PALETTE)


def test_customize_by_keys_and_close(desk):
    program = test_bar._customize(desk.start(desk.file("note.md", "# Note\n")))
    program.find("panel", "Heading", focused=True)
    program.key("ctrl+Right")
    test_bar._expect(program, ["Emphasis", "Heading"], "the group one place to the right")
    program.key("Escape")
    wait(lambda: not program.is_there(name=test_bar.PALETTE), "the mode to end")
    program.key("ctrl+w")
    assert program.wait_for_end() == 0


def test_mail_by_the_portal(desk):
    _, window = test_title.mail_by_the_portal(desk)
    # The compositor's own name for the window, any characters; without one a dialog would not stay over it.
    assert window.startswith("wayland:") and len(window) > len("wayland:"), window
