"""Each preference, set in its window, takes effect at once in a window that is open."""
import pathlib
import time

import masthead
from harness import tree
from harness.session import Skip
from harness.waiting import Failure, stays, wait
from test_preferences import changes, preferences, spin

TEXT = "# Title\n\nPlain words are written here, and so on. Another wrongg word stands in this sentence.\n\nThe next paragraph says more.\n"


def start(desk, text=TEXT, page="Editor", mode="editor", **environment):
    """The program at the left of the screen and its preferences at the right."""
    program = desk.start("--view", mode, desk.file("note.md", text), **environment)
    program.resize(620, 700)
    program.screen.do("windowmove", program.x_windows()[0], 0, 0)
    wait(lambda: masthead.text(program) == text, "the text")
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    window = preferences(program, page)
    xid = [w for w in program.x_windows() if program.screen.do("getwindowname", w).strip() == "Preferences"][0]
    program.screen.do("windowmove", "--sync", xid, 640, 40)
    return program, window


def show(program, window, label):
    """Scrolls the row with this label into sight and returns its label."""
    row = program.find("label", label, inside=window)
    x, y, width, height = program.box(window)
    for _ in range(60):
        place = program.box(row)
        if y + 100 < place[1] < y + height - 60:
            return row
        program.screen.do("mousemove", x + width // 2, y + height // 2, "click", 5 if place[1] > y + height // 2 else 4)
        time.sleep(0.15)
    raise Failure(f"{label} does not come into sight")


def switch(program, window, label):
    program.click(show(program, window, label))


def choose(program, window, label, choice):
    """Chooses from a row's list, by number."""
    program.click(show(program, window, label))
    # The list shows its choices in order.
    time.sleep(0.4)
    program.key("Home")
    for _ in range(choice):
        program.key("Down")
    program.key("Return")


def write(program, keys, words=""):
    """Closes the preferences, which keep other windows from hearing keys, and writes at the end of the text."""
    if any(tree.name(window) == "Preferences" for window in program.windows()):
        program.key("Escape")
        wait(lambda: len(program.windows()) == 1, "the preferences to close")
    program.click(masthead.text_view(program))
    program.key("ctrl+End", *keys)
    if words:
        program.type(words)


def test_style(desk):
    program, window = start(desk, page=None)
    changes(program, lambda: choose(program, window, "Style", 2), "dark colours")
    dark = program.pixels(masthead.text_view(program))
    assert sum(dark) / len(dark) < 100, "the text is not dark"
    changes(program, lambda: choose(program, window, "Style", 1), "light colours")


def test_colours_of_the_preview(desk):
    program, window = start(desk, page=None, mode="preview")
    preview = masthead.preview(program)
    before = masthead.settle(program, program.box(preview))
    choose(program, window, "Preview colours", 3)
    wait(lambda: program.pixels(preview) != before, "sepia")


def ground(program):
    """The colour of the preview's upper left corner."""
    x, y, _, _ = program.box(masthead.preview(program))
    return program.screen.pixels((x + 4, y + 4, 1, 1))


def test_a_theme_of_ones_own(desk):
    desk.file("home/.config/masthead/preview.theme", "[Theme]\nbase = dark\nground = #123456\nnothing = known\n")
    program, window = start(desk, page=None, mode="preview")
    wait(lambda: ground(program) == b"\xff\xff\xff", "light colours")
    choose(program, window, "Preview colours", 4)
    wait(lambda: ground(program) == b"\x12\x34\x56", f"the colour of the file; it is {ground(program)}")


def test_what_new_windows_show(desk):
    program, window = start(desk, page=None)
    choose(program, window, "New windows show", 2)
    program.act("app.new")
    new = masthead.window_of(program, "Untitled")
    box = tree.box(program.find(name="Preview", inside=new))
    assert box[2] > 400, f"the preview is {box[2]} pixels wide"


def test_size_of_the_text(desk):
    program, window = start(desk, page=None)
    show(program, window, "Text size")
    changes(program, lambda: spin(program, window, "Text size", "150"), "larger text")
    assert program.actions()["text-size"][1] == 150


def test_scrolling_together(desk):
    # The preferences lie over the middle; what is looked at is the preview's right edge.
    program = desk.start("--view", "split", desk.file("note.md", "".join(f"Paragraph {number} with words.\n\n" for number in range(200))))
    program.resize(1200, 700)
    program.screen.do("windowmove", program.x_windows()[0], 0, 0)
    box = program.box(masthead.preview(program))
    box = (box[0], box[1] + 40, 200, 300)
    window = preferences(program)
    switch(program, window, "Scroll editor and preview together")
    program.key("Escape")
    program.click(masthead.text_view(program))
    before = masthead.settle(program, box)
    for _ in range(5):
        program.screen.do("click", 5)
    stays(lambda: program.screen.pixels(box) == before, "the preview followed")
    window = preferences(program)
    switch(program, window, "Scroll editor and preview together")
    program.key("Escape")
    program.click(masthead.text_view(program))
    before = masthead.settle(program, box)
    for _ in range(5):
        program.screen.do("click", 5)
    wait(lambda: program.screen.pixels(box) != before, "the preview to follow")


def test_folder_for_new_documents(desk):
    (desk.home / "Texts").mkdir()
    program, window = start(desk, page=None)
    program.click(show(program, window, "Folder for new documents"))
    masthead.choose_file(program, "Folder for New Documents", desk.home / "Texts")
    wait(lambda: any("Texts" in tree.name(node) for node in tree.descendants(window)), "the folder in the row")
    program.key("Escape")
    wait(lambda: len(program.windows()) == 1, "the preferences to close")
    program.act("app.new")
    new = masthead.window_of(program, "Untitled")
    program.click(masthead.text_view(program, new))
    program.type("words")
    program.key("ctrl+s")
    program.find("filler", "Save Document")
    wait(lambda: program.screen.do("getactivewindow", "getwindowname").strip() == "Save Document", "the file chooser")
    program.key("Return")
    wait(lambda: list((desk.home / "Texts").iterdir()), "the document in the folder that was chosen")


def test_spelling(desk):
    if not pathlib.Path("/usr/share/hunspell/de_DE.dic").exists():
        raise Skip("no dictionaries are installed (hunspell-en-us, hunspell-de-de)")
    from test_spelling import _is_marked
    program, window = start(desk)
    wait(lambda: _is_marked(program, "wrongg"), "the misspelled word")
    assert not _is_marked(program, "Plain")
    show(program, window, "Check spelling")
    switch(program, window, "Check spelling")
    wait(lambda: not _is_marked(program, "wrongg"), "no marks")
    switch(program, window, "Check spelling")
    wait(lambda: _is_marked(program, "wrongg"), "the marks again")
    show(program, window, "Language")
    # "As each document seems to be written", then the languages by their tags.
    choose(program, window, "Language", 1)
    wait(lambda: _is_marked(program, "words") or not _is_marked(program, "Plain"), "another language")


def test_what_the_tab_key_types(desk):
    program, window = start(desk, "one")
    switch(program, window, "Type blanks instead of tabs")
    write(program, ["Return", "Tab"], "x")
    wait(lambda: masthead.text(program) == "one\n    x", f"blanks, not {masthead.text(program)!r}")
    window = preferences(program, "Editor")
    switch(program, window, "Type blanks instead of tabs")
    write(program, ["Return", "BackSpace", "Return", "Tab"], "y")
    wait(lambda: masthead.text(program).endswith("\ty"), f"a tab, not {masthead.text(program)!r}")


def test_pairs(desk):
    program, window = start(desk, "")
    names = {"*": "Asterisks * *", "_": "Underscores _ _", "~": "Tildes ~ ~", "`": "Backticks ` `", '"': 'Quotation marks " "',
             "(": "Parentheses ( )", "[": "Brackets [ ]", "{": "Braces { }"}
    closing = {"(": ")", "[": "]", "{": "}"}
    for label in names.values():
        switch(program, window, label)
    for mark in names:
        write(program, ["ctrl+a", "BackSpace"], mark)
        wait(lambda: masthead.text(program) == mark, f"{mark} alone, not {masthead.text(program)!r}")
    window = preferences(program, "Editor")
    for label in names.values():
        switch(program, window, label)
    for mark in names:
        # One mark alone at the start of a line may begin a list.
        write(program, ["ctrl+a", "BackSpace"], "a " + mark)
        both = "a " + mark + closing.get(mark, mark)
        wait(lambda: masthead.text(program) == both, f"the pair {both}, not {masthead.text(program)!r}")


def test_focus_and_typewriter(desk):
    program, window = start(desk, "It begins here. Another sentence follows.\n\n" + "".join(f"Paragraph {number}. It has two sentences.\n\n" for number in range(60)))
    show(program, window, "Focus mode")
    changes(program, lambda: switch(program, window, "Focus mode"), "dimmed text")
    changes(program, lambda: choose(program, window, "Focus on", 1), "all but a sentence dimmed")
    changes(program, lambda: switch(program, window, "Focus mode"), "clear text")
    write(program, [])
    masthead.settle(program, program.box(masthead.text_view(program)))
    window = preferences(program, "Editor")
    changes(program, lambda: switch(program, window, "Typewriter scrolling"), "the line in the middle")


def test_goal(desk):
    program, window = start(desk)
    show(program, window, "Goal for a session")
    spin(program, window, "Goal for a session", "50")
    write(program, [], "three more words")
    wait(lambda: program.is_there("label", lambda name: name.endswith("3 of 50")), "the words of this session")
