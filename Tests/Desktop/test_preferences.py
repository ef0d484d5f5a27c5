"""Every preference of the editor takes effect at once; what .editorconfig files ask for is done."""
import time

import masthead
from harness import tree
from harness.waiting import wait


def preferences(program, page=None):
    """Opens the preferences, and one of their pages."""
    program.act("app.preferences")
    window = wait(lambda: next((w for w in program.windows() if tree.name(w) == "Preferences"), None), "the preferences")
    if page:
        # There is one switch for wide windows and one for narrow ones.
        program.click(wait(lambda: next((node for node in tree.descendants(window) if tree.matches(node, "page tab", page) and
                                         tree.box(node)[2] > 1), None), f"the page {page}"))
    return window


def changes(program, act, what):
    """Does something and waits until the text looks otherwise."""
    view = masthead.text_view(program)
    before = masthead.settle(program, program.box(view))
    act()
    wait(lambda: program.screen.pixels(program.box(view)) != before, what)


def spin(program, window, name, keys):
    field = program.find("spin button", name, inside=window)
    # In its text, not on its buttons.
    x, y, _, height = program.box(field)
    program.screen.do("mousemove", x + 14, y + height // 2, "click", 1)
    program.key("ctrl+a")
    program.type(keys)
    program.key("Return")


def test_line_numbers_width_and_tabs(desk):
    program = desk.start("--view", "editor", desk.file("note.md", "\tone\n" + "many words in a line " * 40 + "\n"))
    program.resize(700, 620)
    program.screen.do("windowmove", program.x_windows()[0], 0, 0)
    window = preferences(program, "Editor")
    xid = [w for w in program.x_windows() if program.screen.do("getwindowname", w).strip() == "Preferences"][0]
    program.screen.do("windowmove", "--sync", xid, 640, 60)
    changes(program, lambda: program.click(program.find("label", "Line numbers", inside=window)), "the numbers of lines")
    changes(program, lambda: spin(program, window, "Tab width", "8"), "wider tabs")
    changes(program, lambda: spin(program, window, "Line width", "40"), "narrower lines")
    # Another program that changes the settings is heard, too.
    kept = desk.home / ".config/glib-2.0/settings/keyfile"
    words = kept.read_text()
    changes(program, lambda: kept.write_text(words.replace("tab-width=", "editor-font='Serif 24'\ntab-width=")), "another font")


def test_editor_config(desk):
    desk.file(".editorconfig", "root = true\n[*.md]\nindent_style = space\nindent_size = 3\nend_of_line = crlf\n"
              "trim_trailing_whitespace = true\ninsert_final_newline = true\n")
    path = desk.file("note.md", b"a \nhard  \nbreak\nlast")
    program = desk.start(path)
    program.key("ctrl+s")
    masthead.wait_for_text(program, "last")
    assert path.read_bytes() == b"a \nhard  \nbreak\nlast", "a text that nobody touched was rewritten"
    program.click(masthead.text_view(program))
    program.key("ctrl+End")
    program.key("Return", "Tab")
    program.type("x")
    wait(lambda: masthead.text(program).endswith("last\n   x"), "an indent of three blanks")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == b"a\r\nhard  \r\nbreak\r\nlast\r\n   x\r\n", "the text in order")
    wait(lambda: not masthead.is_modified(program), "the text to count as saved")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == "a \nhard  \nbreak\nlast\n   x", "one step of undo")


def test_editor_config_can_be_switched_off(desk):
    desk.file(".editorconfig", "root = true\n[*]\ninsert_final_newline = true\n")
    path = desk.file("note.md", "text")
    program = desk.start(path)
    window = preferences(program, "Editor")
    row = program.find("label", "Follow EditorConfig files", inside=window)
    # It is down the page.
    x, y, width, height = program.box(window)
    for _ in range(30):
        if program.box(row)[1] < y + height - 60:
            break
        program.screen.do("mousemove", x + width // 2, y + height // 2, "click", 5)
        time.sleep(0.3)
    program.click(row)
    program.key("Escape")
    masthead.type_into(program, "x")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == b"xtext", "the text as it was typed")


def test_new_files_are_encoded_as_asked(desk):
    desk.file(".editorconfig", "root = true\n[*]\ncharset = utf-8-bom\n")
    path = desk.folder / "new.md"
    program = desk.start(path)
    program.click(masthead.text_view(program))
    program.type("text")
    program.key("ctrl+s")
    wait(lambda: path.exists() and path.read_bytes() == b"\xef\xbb\xbftext", "the new file with its mark")
