"""What a person does in the preview: follows links, selects and copies, ticks tasks, goes to the source; with a real pointer and keys."""
import struct
import subprocess
import zlib

import masthead
from gi.repository import GLib
from harness import tree
from harness.waiting import stays, wait

FILLER = "words of a paragraph\n\n" * 60


def show(program, mode):
    program.act("win.view-mode", GLib.Variant("s", mode))
    wait(lambda: program.actions()["view-mode"][1] == mode, f"the view {mode}")


def start(desk, text, mode="preview", name="book.md"):
    program = desk.start("--view", mode, desk.file(name, text))
    program.resize(1000, 700)
    wait(lambda: blocks(program), "the blocks of the preview")
    return program


def blocks(program):
    """What a screen reader is told of what is seen: (role, words)."""
    return [(tree.role(node), tree.name(node)) for node in tree.children(masthead.preview(program)) if tree.name(node)]


def block(program, words, role=None):
    """The block that says so, when it has its place."""
    def look():
        return next((node for node in tree.children(masthead.preview(program))
                     if tree.name(node) == words and role in (None, tree.role(node)) and tree.box(node)[3] > 1), None)
    return wait(look, f"{words!r} in the preview")


def sees(program, words):
    return any(name == words for _, name in blocks(program))


def taken(desk, selection="clipboard", form=None):
    """What another program is given of a selection."""
    return subprocess.run(["xclip", "-o", "-selection", selection, *(["-t", form] if form else [])], capture_output=True, text=True, check=False,
                          timeout=10).stdout


def caret(program):
    view = masthead.text_view(program)
    return view.get_caret_offset()


def test_links_to_headings_and_footnotes_lead_there_and_back(desk):
    program = start(desk, "# One\n\nsee [the end](#the-end) and[^note] more\n\n" + FILLER + "## The End\n\nlast words\n\n[^note]: The note says this.\n")
    program.click(block(program, "the end", "link"))
    wait(lambda: sees(program, "The End"), "the heading that the link names")
    program.key("ctrl+Home")
    wait(lambda: sees(program, "One"), "the top")
    # Who is used to hold Ctrl for links may do so.
    program.screen.do("keydown", "ctrl")
    program.click(block(program, "the end", "link"))
    program.screen.do("keyup", "ctrl")
    wait(lambda: sees(program, "The End"), "the heading that the link names")
    program.key("ctrl+Home")
    program.click(block(program, "1", "link"))
    wait(lambda: any("The note says this." in words for _, words in blocks(program)), "the note")
    back = wait(lambda: next((node for node in tree.children(masthead.preview(program)) if tree.role(node) == "link"), None), "the way back")
    program.click(back)
    wait(lambda: any(words.startswith("see the end") for _, words in blocks(program)), "the place of the note's mark")


def test_links_to_other_files(desk):
    desk.file("sub/other.md", "# Other\n\n" + FILLER + "## Far Down\n\nhere\n")
    program = start(desk, "[other](sub/other.md#far-down)\n\n[gone](sub/other.md#nowhere)\n\n[out](file:///etc/passwd)\n")
    program.click(block(program, "out", "link"))
    wait(lambda: taken(desk) == "file:///etc/passwd", "the address in the clipboard")
    program.click(block(program, "other", "link"))
    wait(lambda: masthead.documents(program) == ["book.md", "other.md"], "the other document")
    other = masthead.window_of(program, "other.md")
    text = wait(lambda: masthead.text(program, other), "its text")
    wait(lambda: masthead.text_view(program, other).get_caret_offset() == text.index("## Far Down"), "the caret at the heading")
    # A window that is there already is used again.
    program.screen.do("windowactivate", "--sync", program._shown_as(tree.name(masthead.window_of(program, "book.md")))[0])
    program.click(block(program, "gone", "link"))
    wait(lambda: any("no heading of that name" in tree.name(node) for node in tree.descendants(masthead.window_of(program, "other.md"))),
         "the words that there is none")
    assert masthead.documents(program) == ["book.md", "other.md"]


def test_selects_over_blocks_and_copies(desk):
    program = start(desk, "# One\n\nfirst *words*\n\n- an item\n\n> quoted\n")
    heading, quote = program.box(block(program, "One")), program.box(block(program, "quoted"))
    program.drag((heading[0] + 1, heading[1] + heading[3] // 2), (quote[0] + 400, quote[1] + quote[3] // 2))
    whole = "One\n\nfirst words\n\nan item\n\nquoted"
    wait(lambda: taken(desk, "primary").split() == whole.split(), f"the words for the middle button; it is {taken(desk, 'primary')!r}")
    program.key("ctrl+c")
    wait(lambda: "first words" in taken(desk), "the words in the clipboard")
    html = taken(desk, form="text/html")
    assert "<em>words</em>" in html and "<h1" in html and "<blockquote>" in html, html
    # A click takes the selection back; one with Shift makes it reach to the pointer.
    program.click(block(program, "first words"))
    x, y, width, height = program.box(block(program, "first words"))
    program.screen.do("mousemove", x + 2, y + height // 2, "click", 1)
    program.screen.do("mousemove", quote[0] + 400, quote[1] + quote[3] // 2, "keydown", "shift", "click", 1, "keyup", "shift")
    wait(lambda: taken(desk, "primary").split() == ["first", "words", "an", "item", "quoted"],
         f"the selection to reach to the pointer; it is {taken(desk, 'primary')!r}")
    program.key("shift+Home", "ctrl+c")
    wait(lambda: taken(desk).startswith("first words"), "the words in the clipboard")


def test_tasks_are_ticked_in_the_text(desk):
    text = "# Tasks\n\n- [ ] one\n- [x] two `[ ]`\n"
    program = start(desk, text, "split")
    x, y, _, height = program.box(block(program, "☐ one"))
    program.screen.do("mousemove", x + 10, y + height // 2, "click", 1)
    wait(lambda: masthead.text(program) == text.replace("[ ] one", "[x] one"), f"the tick; the text is {masthead.text(program)!r}")
    x, y, _, height = program.box(block(program, "☑ two [ ]"))
    program.screen.do("mousemove", x + 10, y + height // 2, "click", 1)
    wait(lambda: masthead.text(program) == "# Tasks\n\n- [x] one\n- [ ] two `[ ]`\n", "the tick to go")
    # Who has ticked the wrong one takes it back where they are.
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == "# Tasks\n\n- [x] one\n- [x] two `[ ]`\n", "undo to bring the last back")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == text, "undo to bring both back")
    program.key("ctrl+shift+z")
    wait(lambda: masthead.text(program) == text.replace("[ ] one", "[x] one"), "redo")


def test_a_double_click_goes_to_the_source(desk):
    program = start(desk, "# One\n\n" + FILLER + "wanted words\n\n" + FILLER)
    program.click(masthead.preview(program))
    program.key("End")
    wait(lambda: not sees(program, "One"), "the end")
    for _ in range(40):
        if sees(program, "wanted words"):
            break
        program.key("Up", "Up", "Up")
    program.click(block(program, "wanted words"), times=2)
    wait(lambda: program.actions()["view-mode"][1] == "split", "the editor beside the preview")
    start_of, offset = len("# One\n\n" + FILLER), caret(program)
    assert start_of <= offset <= start_of + len("wanted words"), (start_of, offset)
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus in the text")


def menu(program):
    def look():
        return [tree.name(node) for root in program.windows() for node in tree.descendants(root)
                if tree.role(node) == "menu item" and tree.name(node) and tree.box(node)[3] > 1]
    return wait(look, "a menu")


def close_menu(program):
    program.key("Escape")
    wait(lambda: not any(tree.role(node) == "menu item" and tree.name(node) for root in program.windows() for node in tree.descendants(root)),
         "the menu to close")


def png():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\xff\x00\x00" * 60 for _ in range(40))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 60, 40, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def is_red(program):
    pixels = program.pixels(masthead.preview(program))
    return b"\xff\x00\x00" * 50 in pixels


def test_the_menu_fits_the_place(desk):
    desk.file("in.png", png())
    program = start(desk, "# One\n\n[a link](https://example.org)\n\n![the picture](in.png)\n\nplain\n")
    program.click(block(program, "plain"), button=3)
    assert menu(program) == ["Select All", "Show in Source"], menu(program)
    close_menu(program)
    program.click(block(program, "One"), button=3)
    assert menu(program) == ["Select All", "Copy Link to Heading", "Show in Source"], menu(program)
    program.click(program.find("menu item", "Copy Link to Heading"))
    wait(lambda: taken(desk) == "#one", "the heading's link in the clipboard")
    program.click(block(program, "a link", "link"), button=3)
    assert menu(program)[:2] == ["Open Link", "Copy Address"], menu(program)
    close_menu(program)
    wait(lambda: is_red(program), "the picture")
    x, y, _, height = program.box(block(program, "the picture"))
    program.screen.do("mousemove", x + 30, y + height // 2, "click", 3)
    assert menu(program)[:3] == ["Open Picture", "Show Picture in Files", "Copy Address of Picture"], menu(program)
    close_menu(program)
    # The same by keys, for the link that has the focus.
    program.key("ctrl+Home", "Tab", "Menu")
    assert menu(program)[:2] == ["Open Link", "Copy Address"], menu(program)
    close_menu(program)


def test_pictures_of_other_folders_are_shown_when_asked_for(desk):
    desk.file("art/red.png", png())
    program = start(desk, "# One\n\n![red](../art/red.png)\n\n![far](https://example.org/x.png)\n", name="docs/book.md")
    stays(lambda: not is_red(program), "a picture of another folder was shown without being asked for")
    x, y, _, height = program.box(block(program, "far"))
    program.screen.do("mousemove", x + 12, y + height // 2, "click", 1)
    assert menu(program)[0] == "Open Picture in Browser", menu(program)
    close_menu(program)
    x, y, _, height = program.box(block(program, "red"))
    program.screen.do("mousemove", x + 12, y + height // 2, "click", 1)
    assert menu(program)[0] == "Show Pictures of Other Folders", menu(program)
    program.click(program.find("menu item", "Show Pictures of Other Folders"))
    wait(lambda: is_red(program), "the picture")


def test_a_narrow_window_shows_the_editor_alone(desk):
    program = start(desk, "# One\n\nwords\n", "split")
    view = masthead.text_view(program)
    wait(lambda: tree.box(view)[2] < 700, "both panes")
    program.resize(850, 700)
    wait(lambda: tree.box(view)[2] > 800, "the editor alone")
    program.resize(1000, 700)
    wait(lambda: tree.box(view)[2] < 700 and tree.box(masthead.preview(program))[2] > 400, "both again")


def test_scrolls_by_keys(desk):
    program = start(desk, "# One\n\n" + FILLER + "# Last\n")
    program.click(masthead.preview(program))
    for away, back in (("End", "Home"), ("ctrl+End", "ctrl+Home")):
        program.key(away)
        wait(lambda: sees(program, "Last"), f"{away} to go to the end")
        program.key(back)
        wait(lambda: sees(program, "One"), f"{back} to go to the start")
    for away, back in (("Page_Down", "Page_Up"), ("space", "shift+space")):
        program.key(away)
        wait(lambda: not sees(program, "One"), f"{away} to turn a page")
        program.key(back)
        wait(lambda: sees(program, "One"), f"{back} to turn back")
