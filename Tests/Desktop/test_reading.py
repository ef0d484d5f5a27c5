"""Reading aids: folding by heading, focus mode, typewriter scrolling."""
import masthead
from harness import tree
from harness.waiting import stays, wait

BOOK = "# One\n\nfirst line of one\n\nsecond line of one\n\n# Two\n\nbody of two\n\n# Three\n\nbody of three\n"


def _start(desk, text=BOOK):
    program = desk.start("--view", "editor", desk.file("book.md", text))
    masthead.wait_for_text(program, text[:5])
    program.resize(900, 600)
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    return program


def test_folded_lines_are_stepped_over_and_never_edited_unseen(desk):
    program = _start(desk)
    box = program.box(masthead.text_view(program))
    before = masthead.settle(program, box)
    program.act("win.fold")
    wait(lambda: program.screen.pixels(box) != before, "the section to be folded")
    masthead.settle(program, box)
    # Two lines down from the folded heading, past a blank one, is the next heading.
    program.key("Home", "Down", "Down", "End")
    program.type("!")
    wait(lambda: "# Two!\n" in masthead.text(program), f"the caret in the next heading; the text is {masthead.text(program)!r}")
    program.key("ctrl+z")
    # Folded text is not told to assistive technology, either.
    wait(lambda: masthead.text(program) == "# One\n\n# Two" + BOOK.split("# Two")[1] and not masthead.is_modified(program), "undo")
    program.key("ctrl+End", "ctrl+a")
    wait(lambda: masthead.text(program) == BOOK, "the fold to open for what is selected")
    # What is typed at the border of a fold is seen: the fold opens.
    program.key("ctrl+Home")
    program.act("win.fold")
    wait(lambda: "first line" not in masthead.text(program), "the fold")
    program.key("ctrl+Home", "End", "Delete")
    wait(lambda: "first line" in masthead.text(program), "the fold to open for an edit at its border")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == BOOK, "undo")
    program.act("win.fold")
    wait(lambda: "first line" not in masthead.text(program), "the fold")
    program.key("ctrl+Home", "Down")
    program.type("x")
    wait(lambda: "second line of one\n\nx\n# Two" in masthead.text(program) or "second line of one\nx\n# Two" in masthead.text(program),
         "the fold to open for what is typed behind it")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == BOOK, "undo")
    program.key("ctrl+Home", "End")
    program.type(" more")
    wait(lambda: masthead.text(program).startswith("# One more\n\nfirst line"), "the heading to be edited")
    program.key("Down", "Down")
    stays(lambda: "first line of one" in masthead.text(program), "folded text went")


def test_a_fold_opens_for_a_caret_that_goes_there(desk):
    program = _start(desk)
    box = program.box(masthead.text_view(program))
    open_picture = masthead.settle(program, box)
    program.act("win.fold")
    wait(lambda: program.screen.pixels(box) != open_picture, "the fold")
    program.key("ctrl+f")
    program.type("second line")
    program.key("Return", "Escape")
    program.click(masthead.text_view(program))
    wait(lambda: "second line of one" in masthead.text(program), "the text")
    program.key("ctrl+Home")
    masthead.settle(program, box)
    folded = program.screen.pixels(box)
    program.act("win.fold")
    wait(lambda: program.screen.pixels(box) != folded, "fold to work again")


def test_folds_are_remembered(desk):
    program = _start(desk)
    box = program.box(masthead.text_view(program))
    before = masthead.settle(program, box)
    program.act("win.fold")
    wait(lambda: program.screen.pixels(box) != before, "the fold")
    program.key("ctrl+q")
    wait(lambda: program.process.poll() is not None, "the program to end")
    again = desk.start()
    masthead.wait_for_text(again, "# One")
    again.click(masthead.text_view(again))
    again.key("ctrl+Home", "Down", "Down", "End")
    again.type("!")
    wait(lambda: "# Two!" in masthead.text(again), f"the section to be folded still; the text is {masthead.text(again)!r}")


def test_focus_mode_dims_all_but_the_paragraph(desk):
    program = _start(desk)
    box = program.box(masthead.text_view(program))
    before = masthead.settle(program, box)
    program.key("shift+F11")
    wait(lambda: program.screen.pixels(box) != before, "the rest to be dimmed")
    dimmed = masthead.settle(program, box)
    program.key("Down", "Down")
    wait(lambda: program.screen.pixels(box) != dimmed, "another paragraph to be clear")
    program.key("ctrl+Home", "shift+F11")
    wait(lambda: program.screen.pixels(box) == before, "all to be clear again")
    assert masthead.text(program) == BOOK


def test_typewriter_keeps_the_line_in_the_middle(desk):
    program = _start(desk, "".join(f"line {number}\n\n" for number in range(60)))
    program.act("win.typewriter")
    wait(lambda: program.actions()["typewriter"][1] is True, "the switch")
    view = masthead.text_view(program)
    top = masthead.settle(program, program.box(view))
    for _ in range(12):
        program.key("Down")
    wait(lambda: program.screen.pixels(program.box(view)) != top, "the text to move although the line was in sight")
    program.key("ctrl+End")
    program.type("the end")
    wait(lambda: masthead.text(program).endswith("the end"), "writing at the end")
