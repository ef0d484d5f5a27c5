"""The search of the bar: headings, places, commands and recent documents, by keyboard and by pointer."""
import masthead
from harness import tree
from harness.waiting import stays, wait

NOTES = """# Meeting notes

We talked about the *table* of contents.

## Table of decisions

- [ ] Order the seeds

See [the guide](https://example.org).

""" + "".join(f"Paragraph {number} of the long middle.\n\n" for number in range(80)) + "## Appendix\n\nThe end.\n"


def suggestions(program):
    """The names of what is offered, in order."""
    found = []
    for window in program.windows():
        for node in tree.descendants(window):
            if tree.role(node) == "list" and tree.name(node) == "Suggestions":
                found = [tree.name(row) for row in tree.descendants(node) if tree.role(row) == "list item" and tree.has_state(row, "visible")]
    return found


def begin(program, words=""):
    program.key("ctrl+e")
    program.find("text", "Search", focused=True)
    if words:
        program.type(words)


def wait_for(program, beginning):
    return wait(lambda: [name for name in suggestions(program) if name.startswith(beginning)], f"{beginning!r} among the suggestions")[0]


def is_open(program):
    return program.is_there("list", "Suggestions")


def test_headings_places_and_commands(desk):
    program = desk.start(desk.file("notes.md", NOTES))
    program.click(masthead.text_view(program))
    begin(program, "tabl")
    wait_for(program, "Table of decisions, Line 5")
    wait_for(program, "We talked about the *table* of contents., Line 3")
    wait_for(program, "Table, Insert")
    # The heading is listed once, not a second time as a line.
    assert not [name for name in suggestions(program) if name.startswith("## Table")]


def test_escape_restores_caret_and_scrolling(desk):
    program = desk.start("--view", "editor", desk.file("notes.md", NOTES))
    view = masthead.text_view(program)
    program.click(view)
    program.key("ctrl+Home", "Down", "Down")
    program.key("Right", "Right", "Right")
    wait(lambda: tree.Atspi.Text.get_caret_offset(view) == 20, "the caret to be there")
    # A part of the page without caret and scroll bar.
    x, y, width, height = program.box(view)
    page = (x, y + height // 2, width // 2, height // 3)
    before = masthead.settle(program, page)
    begin(program, "appendix")
    wait_for(program, "Appendix, Line")
    program.key("Down", "Up")
    wait(lambda: tree.Atspi.Text.get_caret_offset(view) > 1000, "the editor to show the heading")
    program.key("Escape")
    wait(lambda: not is_open(program), "the suggestions to go")
    wait(lambda: tree.Atspi.Text.get_caret_offset(view) == 20, "the caret to come back")
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus to come back")
    wait(lambda: masthead.settle(program, page) == before, "the page to look as before")


def test_a_heading_is_gone_to(desk):
    program = desk.start("--view", "editor", desk.file("notes.md", NOTES))
    program.click(masthead.text_view(program))
    begin(program, "append")
    wait_for(program, "Appendix, Line")
    program.key("Return")
    wait(lambda: not is_open(program), "the suggestions to go")
    program.key("Left")
    program.type("X")
    wait(lambda: "X## Appendix" in masthead.text(program), "typing at the heading")


def test_a_command_is_run_with_the_focus_in_the_text(desk):
    program = desk.start("--view", "editor", desk.file("note.md", "some word here\n"))
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "ctrl+Right", "ctrl+Right", "ctrl+shift+Left")
    begin(program, "strong")
    wait_for(program, "Bold, Format, Ctrl+B")
    program.key("Return")
    wait(lambda: masthead.text(program) == "some **word** here\n", "the word to be bold")


def test_a_choice_and_a_command_of_the_program(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    begin(program, "side by")
    wait_for(program, "Side by Side")
    program.key("Escape")
    begin(program, "view preview")
    wait_for(program, "Preview, View › Editor and Preview")
    program.key("Return")
    wait(lambda: program.actions()["view-mode"][1] == "preview", "the preview alone")
    windows = len(program.windows())
    begin(program, "keyboard short")
    wait_for(program, "Keyboard Shortcuts, Masthead")
    program.key("Return")
    wait(lambda: len(program.windows()) > windows, "the window with the keys")


def test_a_click_chooses_and_a_click_elsewhere_leaves(desk):
    program = desk.start("--view", "editor", desk.file("notes.md", NOTES))
    program.resize(1000, 600)
    view = masthead.text_view(program)
    program.click(view)
    program.click(program.find("push button", "Search"))
    program.find("text", "Search", focused=True)
    program.type("seeds")
    name = wait_for(program, "- [ ] Order the seeds")
    program.click(program.find("list item", name))
    wait(lambda: not is_open(program), "the suggestions to go")
    wait(lambda: tree.Atspi.Text.get_n_selections(view) == 1, "the word to be selected")
    begin(program, "x")
    x, y, width, height = program.box(view)
    program.screen.do("mousemove", x + 60, y + height - 40)
    program.screen.do("click", 1)
    wait(lambda: not is_open(program), "the suggestions to go")
    assert masthead.text(program) == NOTES


def test_tokens_and_scopes(desk):
    desk.file("other.md", "# Other\n\nA rare pomegranate grows.\n")
    program = desk.start("--view", "editor", desk.file("notes.md", NOTES))
    begin(program, "task:")
    wait_for(program, "Order the seeds, Line 7")
    assert program.is_there("push button", "Tasks")
    assert tree.text(program.find("text", "Search")) == ""
    # Backspace selects the pill, and once more removes it.
    program.key("BackSpace", "BackSpace")
    wait(lambda: not program.is_there("push button", "Tasks"), "the pill to go")
    program.type("pomegranate")
    # The second scope is the folder.
    program.key("ctrl+e", "ctrl+e")
    wait_for(program, "A rare pomegranate grows., other.md, line 3")
    program.key("Return")
    wait(lambda: masthead.documents(program) == ["notes.md", "other.md"], "the other document")


def test_recent_documents_and_searches(desk):
    other = desk.file("other.md", "# Other\n")
    program = desk.start("--view", "editor", other)
    begin(program, "other")
    wait_for(program, "Other, Line 1")
    program.key("Return")
    wait(lambda: not is_open(program), "the suggestions to go")
    program.act("app.quit")
    program.wait_for_end()
    program = desk.start("--new-window", desk.file("note.md", "text\n"))
    begin(program)
    wait_for(program, "other.md")
    wait_for(program, "other")
    program.type("other")
    name = wait_for(program, "other.md")
    program.click(program.find("list item", name))
    wait(lambda: "other.md" in masthead.documents(program), "the recent document")


def test_a_narrow_window_has_the_field_under_the_bar(desk):
    program = desk.start("--view", "editor", desk.file("notes.md", NOTES))
    program.resize(420, 500)
    begin(program, "append")
    wait_for(program, "Appendix, Line")
    field = program.box(program.find("text", "Search"))
    assert field[2] > 250, field
    program.key("Escape")
    wait(lambda: not is_open(program), "the suggestions to go")


def test_typing_in_the_search_changes_no_document(desk):
    program = desk.start("--view", "editor", desk.file("note.md", "some text\n"))
    program.click(masthead.text_view(program))
    begin(program, "some")
    for keys in ("ctrl+b", "ctrl+i", "ctrl+1", "ctrl+z", "alt+Up", "ctrl+k"):
        program.key(keys)
    stays(lambda: masthead.text(program) == "some text\n", "a key changed the document from the search", seconds=0.6)
