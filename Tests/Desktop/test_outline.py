"""The outline: a tree of sections whose rows are selected by several at once, acted on, and dragged, with a real pointer and keys."""
import sys

import masthead
from harness import tree
from harness.waiting import stays, wait

BOOK = ("# One\n\nfirst\n\n## Two\n\nsecond\n\n## Three\n\nthird\n\n# Four\n\nfourth\n\n```\n# no heading\n```\n\n> # quoted\n\n"
        "<!--\n# hidden\n-->\n\n# Five\n\nfifth\n")

# A window of another program that shows the text that was dropped on it.
TARGET = """
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GObject, Gtk
def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Drop target", default_width=240, default_height=160)
    label = Gtk.Label(label="drop here")
    target = Gtk.DropTarget.new(GObject.TYPE_STRING, Gdk.DragAction.COPY)
    target.connect("drop", lambda _, text, x, y: label.set_label(text) or True)
    window.add_controller(target)
    window.set_child(label)
    window.present()
application = Gtk.Application(application_id="org.example.DropTarget", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
"""


def _start(desk, text=BOOK, width=1000, height=650):
    program = desk.start("--view", "editor", desk.file("book.md", text))
    masthead.wait_for_text(program, text[:5])
    program.resize(width, height)
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "F9")
    program.find("list", "Outline", seconds=5)
    wait(lambda: len(_rows(program)) > 1, "the rows of the outline")
    return program


def _rows(program):
    return [tree.name(node) for node in _nodes(program)]


def _nodes(program):
    outline = program.find("list", "Outline")
    return sorted((node for node in tree.children(outline) if tree.role(node) == "list item" and tree.box(node)[3] > 1),
                  key=lambda node: tree.box(node)[1])


def _row(program, name):
    return wait(lambda: next((node for node in _nodes(program) if tree.name(node) == name), None), f"a row {name}")


def _selected(program):
    return [tree.name(node) for node in _nodes(program) if tree.has_state(node, "selected")]


def _expect_rows(program, rows, what="the rows"):
    try:
        wait(lambda: _rows(program) == rows, what)
    except AssertionError as failure:
        raise AssertionError(f"{failure}; the rows are {_rows(program)}") from None


def _expect_selected(program, rows):
    try:
        wait(lambda: _selected(program) == rows, f"{rows} to be selected")
    except AssertionError as failure:
        raise AssertionError(f"{failure}; selected are {_selected(program)}") from None


def _click(program, name, *keys, button=1):
    for key in keys:
        program.screen.do("keydown", key)
    program.click(_row(program, name), button=button)
    for key in keys:
        program.screen.do("keyup", key)


def _point(program, name, share=0.5, x=60):
    left, top, _, height = program.box(_row(program, name))
    return left + x, top + int(height * share)


def _menu(program):
    """The entries of the open menu."""
    def look():
        return [tree.name(node) for root in program.windows() for node in tree.descendants(root)
                if tree.role(node) == "menu item" and tree.name(node) and tree.box(node)[3] > 1]
    return wait(look, "a menu")


def _choose(program, entry):
    program.click(program.find("menu item", entry))
    _wait_for_no_menu(program)


def _wait_for_no_menu(program):
    """An open menu eats the press that closes it."""
    def is_gone():
        return not any(tree.role(node) == "menu item" and tree.name(node) for root in program.windows() for node in tree.descendants(root))
    wait(is_gone, "the menu to close")


def _caret_line(program):
    """The line of the text in which the caret is."""
    view = masthead.text_view(program)
    offset = view.get_caret_offset() if hasattr(view, "get_caret_offset") else 0
    whole = tree.text(view)
    start = whole.rfind("\n", 0, offset) + 1
    return whole[start:].split("\n")[0]


def test_lists_the_headings_of_the_text_and_follows_it(desk):
    program = _start(desk)
    _expect_rows(program, ["One", "Two", "Three", "Four", "Five"])
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    program.type("# Zero\n\n")
    _expect_rows(program, ["Zero", "One", "Two", "Three", "Four", "Five"], "the new heading")
    program.key("F9")
    wait(lambda: not program.is_there("list", "Outline", showing=True) or tree.box(program.find("list", "Outline"))[2] <= 1
         or not program.actions()["toggle-outline"][1], "the outline to go")
    assert program.actions()["toggle-outline"][1] is False


def test_only_a_plain_click_or_return_goes_there(desk):
    long = "".join(f"# Part {number}\n\n" + "words\n\n" * 40 for number in range(8))
    program = _start(desk, long)
    _click(program, "Part 6")
    wait(lambda: _caret_line(program) == "# Part 6", "the caret at the section")
    _click(program, "Part 2", "ctrl")
    _expect_selected(program, ["Part 2", "Part 6"])
    stays(lambda: _caret_line(program) == "# Part 6", "a click with Ctrl went there")
    _click(program, "Part 4", "shift")
    stays(lambda: _caret_line(program) == "# Part 6", "a click with Shift went there")
    _click(program, "Part 0")
    wait(lambda: _caret_line(program) == "# Part 0", "the caret at the first section")
    program.key("Down", "Down")
    _expect_selected(program, ["Part 2"])
    stays(lambda: _caret_line(program) == "# Part 0", "an arrow key went there")
    program.key("Return")
    wait(lambda: _caret_line(program) == "# Part 2", "Return to go there")
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus in the text")


def test_several_rows_by_keys_without_a_mode(desk):
    program = _start(desk)
    _click(program, "One")
    program.key("shift+Down", "shift+Down")
    _expect_selected(program, ["One", "Two", "Three"])
    program.key("ctrl+Down", "ctrl+Down", "ctrl+space")
    _expect_selected(program, ["One", "Two", "Three", "Five"])
    program.key("ctrl+a")
    _expect_selected(program, ["One", "Two", "Three", "Four", "Five"])
    program.key("Home")
    _expect_selected(program, ["One"])
    # Left closes, Right opens again.
    program.key("Left")
    _expect_rows(program, ["One", "Four", "Five"])
    program.key("Right")
    _expect_rows(program, ["One", "Two", "Three", "Four", "Five"])


def test_menus_for_none_one_and_many(desk):
    program = _start(desk)
    x, y, width, height = program.box(_row(program, "Five"))
    program.screen.do("mousemove", x + width // 2, y + height + 60)
    program.screen.do("click", 3)
    assert _menu(program) == ["Expand All", "Collapse All", "New Section"], _menu(program)
    _choose(program, "Collapse All")
    _expect_rows(program, ["One", "Four", "Five"])
    program.screen.do("mousemove", x + width // 2, y + height + 60)
    program.screen.do("click", 3)
    _choose(program, "Expand All")
    _expect_rows(program, ["One", "Two", "Three", "Four", "Five"])

    # A menu on a row that is not selected is about that row, and leaves the selection.
    _click(program, "Four")
    _click(program, "Two", "ctrl")
    _expect_selected(program, ["Two", "Four"])
    _click(program, "Three", button=3)
    entries = _menu(program)
    assert entries[:2] == ["Promote", "Demote"] and "Rename" in entries and "Copy Link" in entries and "Export Section…" in entries, entries
    _expect_selected(program, ["Two", "Four"])
    _choose(program, "Promote")
    wait(lambda: "\n# Three\n" in masthead.text(program), "the promoted heading")

    # On a selected row it is about all of them, and says how many.
    _click(program, "Four")
    _click(program, "Two", "ctrl")
    program.key("Menu")
    entries = _menu(program)
    assert "Delete 2 Sections" in entries and "Copy 2 Links" in entries and "Rename" not in entries, entries
    program.key("Escape")
    _wait_for_no_menu(program)
    _click(program, "Two", button=3)
    _choose(program, "Delete 2 Sections")
    wait(lambda: "second" not in masthead.text(program) and "fourth" not in masthead.text(program), "both sections to go")
    _expect_rows(program, ["One", "Three", "Five"])
    assert "# no heading" not in masthead.text(program)
    # One undo step brings them back, without leaving the outline.
    program.key("ctrl+z")
    _expect_rows(program, ["One", "Two", "Three", "Four", "Five"])


def test_drag_several_sections_as_one_step(desk):
    program = _start(desk)
    before = masthead.text(program)
    _click(program, "Two")
    _click(program, "Five", "ctrl")
    _expect_selected(program, ["Two", "Five"])
    program.drag(_point(program, "Five"), _point(program, "One", 0.1, x=26))
    _expect_rows(program, ["Two", "Five", "One", "Three", "Four"], "both sections at the top")
    text = masthead.text(program)
    assert text.startswith("# Two\n\nsecond\n\n# Five\n\nfifth\n\n# One\n\nfirst\n\n## Three"), text
    _expect_selected(program, ["Two", "Five"])
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == before, "one step of undo to bring the text back")


def test_drag_into_a_section_adjusts_levels(desk):
    program = _start(desk)
    program.drag(_point(program, "Five"), _point(program, "Two", 0.5))
    wait(lambda: "### Five\n\nfifth\n" in masthead.text(program), "the section inside the other")
    _expect_rows(program, ["One", "Two", "Five", "Three", "Four"])


def test_drag_into_the_text_makes_a_link(desk):
    program = _start(desk, "# One\n\nsee \n\n# The Other One\n\nx\n")
    x, y, width, height = program.box(masthead.text_view(program))
    program.drag(_point(program, "The Other One"), (x + width // 2, y + height // 2 + 100))
    wait(lambda: masthead.text(program).endswith("x\n[The Other One](#the-other-one)"), f"a link; the text is {masthead.text(program)!r}")


def test_drag_out_gives_markdown(desk):
    program = _start(desk, width=800, height=600)
    desk.screen.do("windowmove", "--sync", program.x_windows()[0], 10, 10)
    target = desk.start(desk.file("target.py", TARGET), program=sys.executable, G_DEBUG="")
    desk.screen.do("windowmove", "--sync", target.x_windows()[0], 950, 400)
    program.activate_window()
    x, y, width, height = target.box(target.find("label", "drop here"))
    program.drag(_point(program, "One"), (x + width // 2, y + height // 2))
    wait(lambda: target.is_there("label", "# One\n\nfirst\n\n## Two\n\nsecond\n\n## Three\n\nthird\n\n"), "the Markdown in the other program")
    stays(lambda: masthead.text(program) == BOOK, "the drag out changed the text")
    target.kill()
    desk.programs.remove(target)


def test_rename_in_place_and_by_keys(desk):
    program = _start(desk)
    _click(program, "Three")
    program.key("F2")
    program.find("text", "New title of the section")
    program.key("ctrl+a")
    program.type("Third *part*")
    program.key("Return")
    wait(lambda: "## Third *part*\n" in masthead.text(program), "the new title in the text")
    _expect_rows(program, ["One", "Two", "Third part", "Four", "Five"])
    program.key("F2")
    program.type("nothing")
    program.key("Escape")
    stays(lambda: "nothing" not in masthead.text(program), "a name that was taken back went into the text")
    assert masthead.documents(program) == ["book.md"], "F2 renamed the document"


def test_filter(desk):
    program = _start(desk)
    entry = program.find("entry", "Filter headings")
    program.click(entry)
    program.type("thr")
    _expect_rows(program, ["One", "Three"], "the match with what is around it")
    program.key("Return")
    wait(lambda: _caret_line(program) == "## Three", "the match in the text")
    program.click(entry)
    program.key("Escape")
    _expect_rows(program, ["One", "Two", "Three", "Four", "Five"])
    stays(lambda: masthead.text(program) == BOOK, "typing in the filter changed the text")


def test_narrow_windows_show_it_over_the_text(desk):
    program = _start(desk)
    program.resize(400, 600)
    wait(lambda: program.actions()["toggle-outline"][1] is False, "the outline to make room")
    program.key("F9")
    wait(lambda: program.actions()["toggle-outline"][1] is True, "the outline over the text")
    _click(program, "Four")
    wait(lambda: _caret_line(program) == "# Four", "the section in the text")
    wait(lambda: program.actions()["toggle-outline"][1] is False, "the outline to go when it was used")
    program.resize(1000, 600)
    wait(lambda: program.actions()["toggle-outline"][1] is True, "the outline beside the text again")


def test_is_remembered(desk):
    program = _start(desk)
    program.key("ctrl+q")
    wait(lambda: program.process.poll() is not None, "the program to end")
    again = desk.start(desk.folder / "book.md")
    wait(lambda: again.actions()["toggle-outline"][1] is True, "the outline in the next run")
    _expect_rows(again, ["One", "Two", "Three", "Four", "Five"])
