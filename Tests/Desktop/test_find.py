"""Finding and replacing, with keys and pointer."""
import time

import masthead
from harness import tree
from harness.waiting import Failure, stays, wait

PROSE = "".join(f"Line {n}: the colour of the Colour is COLOUR.\n\n" for n in range(1, 120))


def entry(program, name="Find"):
    return program.find("text", name)


def count(program, wanted):
    """Waits until the bar says how many matches there are."""
    program.find(name=wanted)


def open_find(program, keys="ctrl+f"):
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    program.key(keys)
    wait(lambda: tree.has_state(entry(program), "focused"), "the focus in the find bar")


def selected(program):
    """What is selected in the text."""
    from gi.repository import Atspi
    view = masthead.text_view(program)
    if Atspi.Text.get_n_selections(view) == 0:
        return None
    part = Atspi.Text.get_selection(view, 0)
    return part.start_offset, part.end_offset


def test_count_next_and_wrap(desk):
    program = desk.start(desk.file("note.md", "one two one\nOne\n"))
    open_find(program)
    program.type("one")
    count(program, "1 of 3")
    program.key("Return")
    wait(lambda: selected(program) == (0, 3), "the first match to be selected")
    program.key("Return")
    count(program, "2 of 3")
    wait(lambda: selected(program) == (8, 11), "the second match")
    program.key("ctrl+g", "ctrl+g")
    count(program, "1 of 3")
    program.key("ctrl+shift+g")
    count(program, "3 of 3")
    program.key("shift+Return")
    count(program, "2 of 3")
    program.key("alt+c")
    count(program, "2 of 2")
    program.key("Escape")
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus back in the text")
    program.key("ctrl+g")
    wait(lambda: selected(program) is not None, "the next match without the bar")


def test_opening_moves_nothing(desk):
    program = desk.start(desk.file("note.md", PROSE))
    program.resize(1200, 700)
    view = masthead.text_view(program)
    # By the wheel: the caret stays out of sight.
    program.click(view)
    program.screen.do("click", "--repeat", 12, "--delay", 30, 5)
    masthead.settle(program, program.box(view))
    x, y, width, height = program.box(view)
    # Without the scroll bars, which come and go.
    below = (x, y + 140, 440, height - 160)
    before = masthead.settle(program, below)
    program.key("ctrl+h")
    wait(lambda: tree.has_state(entry(program), "focused"), "the focus in the find bar")
    time.sleep(0.4)
    if masthead.settle(program, below) != before:
        raise Failure("the text moved when the bar was opened")
    # Scrolling gives the bar its own room; going away it leaves everything where it is.
    program.key("Escape")
    wait(lambda: tree.has_state(view, "focused"), "the focus back in the text")
    time.sleep(0.3)
    if masthead.settle(program, below) != before:
        raise Failure("the text moved when the bar was closed")
    program.key("ctrl+f")
    wait(lambda: tree.has_state(entry(program), "focused"), "the focus in the find bar")
    program.screen.do("mousemove", x + 200, y + 300, "click", 4)
    wait(lambda: program.box(view)[1] > y, "room for the bar after scrolling")
    program.screen.do("click", 5)
    program.key("Escape")
    wait(lambda: program.box(view)[1] == y, "the room to be given back")
    if masthead.settle(program, below) != before:
        raise Failure("the text moved when the bar was closed after scrolling")


def test_escape_brings_back_what_was_in_sight(desk):
    program = desk.start(desk.file("note.md", PROSE))
    view = masthead.text_view(program)
    open_find(program)
    before = masthead.settle(program, program.box(view))
    program.type("Line 90:")
    count(program, "1 of 1")
    wait(lambda: program.screen.pixels(program.box(view)) != before, "the text to show the match")
    program.key("Escape")
    wait(lambda: tree.has_state(view, "focused"), "the focus back in the text")
    assert selected(program) is None
    program.key("ctrl+f")
    count(program, "1")
    program.key("Return", "Escape")
    start = PROSE.index("Line 90:")
    wait(lambda: selected(program) == (start, start + 8), "the chosen match to stay")


def test_replace_with_preview(desk):
    path = desk.file("note.md", "The colour, Colour and COLOUR.\n")
    program = desk.start(path)
    open_find(program, "ctrl+h")
    program.type("colour")
    count(program, "1 of 3")
    program.key("alt+p")
    program.click(entry(program, "Replace with"))
    program.type("color")
    program.find(name=lambda name: name == "colour  →  color")
    program.key("Return")
    wait(lambda: masthead.text(program) == "The color, Colour and COLOUR.\n", "the first replacement")
    program.find(name=lambda name: name == "Colour  →  Color")
    program.click(program.find("label", "Replace"))
    wait(lambda: masthead.text(program) == "The color, Color and COLOUR.\n", "the second replacement")
    program.click(program.find("label", "Replace All"))
    wait(lambda: masthead.text(program) == "The color, Color and COLOR.\n", "the rest")
    # The entry undoes what was typed in it, the text what was replaced.
    program.click(entry(program, "Replace with"))
    program.key("ctrl+z")
    stays(lambda: masthead.text(program) == "The color, Color and COLOR.\n", "undo in the bar changed the text")
    program.key("Escape")
    program.key("ctrl+z", "ctrl+z", "ctrl+z")
    wait(lambda: masthead.text(program) == "The colour, Colour and COLOUR.\n", "three steps of undo")


def test_replace_all_is_one_step(desk):
    source = "a b a\n" * 300
    program = desk.start(desk.file("note.md", source))
    open_find(program, "ctrl+h")
    program.key("alt+r")
    program.type("(a) (b)")
    count(program, "1 of 300")
    program.click(entry(program, "Replace with"))
    program.type("$2\\n${1}")
    program.find(name=lambda name: name == "a b  →  b↵a")
    program.key("alt+a")
    wait(lambda: masthead.text(program) == "b\na a\n" * 300, "all replacements")
    program.find(name="300 matches were replaced.")
    program.key("Escape")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == source, "one step of undo")


def test_bad_expressions_say_why(desk):
    program = desk.start(desk.file("note.md", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\n" * 50))
    open_find(program)
    program.key("alt+r")
    program.type("(a")
    program.find(name=lambda name: "a closing parenthesis “)” is missing" in name)
    program.type("|aa)+$")
    program.find(name=lambda name: name.startswith("The expression has too many ways to match at line 1."), seconds=20)
    program.key("ctrl+a")
    program.type("^")
    count(program, "1 of 50")
    program.key("Escape")


def test_in_selection(desk):
    program = desk.start(desk.file("note.md", "x x x\nx x\n"))
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "shift+End")
    program.key("ctrl+h")
    wait(lambda: tree.has_state(entry(program), "focused"), "the focus in the find bar")
    program.key("ctrl+a")
    program.type("x")
    count(program, "1 of 5")
    program.key("alt+s")
    count(program, "1 of 3")
    program.click(entry(program, "Replace with"))
    program.type("yy")
    program.key("alt+a")
    wait(lambda: masthead.text(program) == "yy yy yy\nx x\n", "replacements in the selection only")


def test_history_goes_back(desk):
    program = desk.start(desk.file("note.md", "one two\n"))
    open_find(program)
    program.type("two")
    count(program, "1 of 1")
    program.key("Return")
    program.key("ctrl+a")
    program.type("one")
    program.key("Return")
    program.key("Up")
    wait(lambda: tree.text(entry(program)) == "two", "the search before")
    program.key("Down")
    wait(lambda: tree.text(entry(program)) == "one", "the last search again")


def test_narrow(desk):
    program = desk.start(desk.file("note.md", PROSE))
    program.resize(400, 600)
    open_find(program, "ctrl+h")
    program.type("colour")
    count(program, "1 of 357")
    # The first line lies under the bar: it gets room.
    view, bar = program.box(masthead.text_view(program)), program.box(entry(program, "Replace with"))
    wait(lambda: program.box(masthead.text_view(program))[1] >= bar[1] + bar[3], "room for the bar above the first match")
    assert view[2] <= 400


def test_a_hundred_thousand(desk):
    """Replace All and its undo stay bearable with 100,000 matches; the times are printed."""
    source = "The quick brown fox.\n" * 100_000
    path = desk.file("many.md", source)
    program = desk.start("--view", "editor", path)
    wait(lambda: (masthead.text(program) or "").endswith("fox.\n"), "the whole text", 60)
    open_find(program, "ctrl+h")
    program.type("fox")
    began = time.monotonic()
    program.find(name="1 of 100000", seconds=30)
    counted = time.monotonic()
    program.click(entry(program, "Replace with"))
    program.type("wolf")
    start = time.monotonic()
    program.key("alt+a")
    # The notice may have gone before a slow tree of names is read.
    program.find(name="Not found", seconds=60)
    replaced = time.monotonic()
    program.key("Escape")
    undone = time.monotonic()
    program.key("ctrl+z")
    wait(lambda: not masthead.is_modified(program), "undo", 60)
    print(f"     seen from outside: counted in {counted - began:.2f} s, replaced in {replaced - start:.2f} s, "
          f"undone in {time.monotonic() - undone:.2f} s")


def test_in_the_preview(desk):
    program = desk.start("--view", "preview", desk.file("note.md", "# T\n\n" + PROSE))
    preview = masthead.preview(program)
    program.click(preview)
    before = masthead.settle(program, program.box(preview))
    program.key("ctrl+f")
    wait(lambda: tree.has_state(entry(program), "focused"), "the focus in the find bar")
    program.type("Line 80:")
    count(program, "1 of 1")
    wait(lambda: program.screen.pixels(program.box(preview)) != before, "the preview to show the match")
    program.key("Escape")
    masthead.settle(program, program.box(preview))


def test_the_pointer_over_the_preview_leads_nobody_astray(desk):
    section = "## Part {0}\n\n" + "Some words that take more than a line of text here. " * 6 + "\n\n```\ncode {0}\n\nmore\n```\n\n- item\n- item\n\n"
    program = desk.start(desk.file("note.md", "The only begonia.\n\n" + "".join(section.format(n) for n in range(300))))
    view = masthead.text_view(program)
    program.click(masthead.preview(program))
    program.click(view)
    program.key("ctrl+End")
    x, y, width, height = program.box(masthead.preview(program))
    program.screen.do("mousemove", x + width // 2, y + height // 2)
    program.key("ctrl+f")
    program.type("begonia")
    count(program, "1 of 1")

    def shows_the_match():
        pixels = masthead.settle(program, program.box(view))
        # The colour of the match that Return selects.
        return any(pixels[at:at + 3] == b"\xff\xab\x3f" for at in range(0, len(pixels), 3))
    wait(shows_the_match, "the match to be in sight")
    assert shows_the_match()
    program.key("Return", "Escape")
    wait(lambda: tree.has_state(view, "focused"), "the focus back in the text")
