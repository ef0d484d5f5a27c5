"""The edit menu: what fits the place first, by pointer and by keys; and what goes to the clipboard."""
import subprocess

import masthead
from harness import tree
from harness.waiting import wait

TEXT = """# A heading here

Some words with a [link](https://example.org/page) in them.

Plain prose.
"""


def menu(program):
    """The titles of the open menu's entries, in order."""
    def look():
        names = [tree.name(node) for window in program.windows() for node in tree.descendants(window) if tree.role(node) == "menu item"]
        return "Select All" in names and names
    return wait(look, "the edit menu")


def closed(program):
    wait(lambda: not program.is_there("menu item", "Select All"), "the menu to close")


def clipboard(program, form="text/plain"):
    """What another program would be given."""
    script = """
import sys, gi
gi.require_version("Gtk", "4.0")
from gi.repository import Gtk, Gdk, GLib
Gtk.init()
loop, parts = GLib.MainLoop(), []

def more(stream, result):
    part = stream.read_bytes_finish(result).get_data()
    parts.append(part)
    stream.read_bytes_async(4096, 0, None, more) if part else loop.quit()

def offered(clipboard, result):
    clipboard.read_finish(result)[0].read_bytes_async(4096, 0, None, more)

Gdk.Display.get_default().get_clipboard().read_async([sys.argv[1]], 0, None, offered)
GLib.timeout_add(5000, loop.quit)
loop.run()
sys.stdout.write(b"".join(parts).decode())
"""
    return subprocess.run(["/usr/bin/python3", "-c", script, form], capture_output=True, text=True, check=False, timeout=20).stdout


def at(program, line, column=3):
    """A point of the screen in a line of the text."""
    x, y, _, _ = program.box(masthead.text_view(program))
    return x + 24 + 9 * column, y + 24 + 9 + 19 * line


def test_by_keys_at_a_heading(desk):
    program = desk.start(desk.file("note.md", TEXT))
    for keys in ("Menu", "shift+F10"):
        program.click(masthead.text_view(program))
        program.key("ctrl+Home", keys)
        names = menu(program)
        assert names[:2] == ["Promote Heading", "Demote Heading"], names
        assert "Copy Link to Heading" in names and "Cut" in names, names
        program.key("Escape")
        closed(program)
    # Away with the pointer: an entry under it would be the chosen one.
    desk.screen.do("mousemove", 5, 5)
    program.key("shift+F10")
    menu(program)
    program.key("Down", "Return")
    wait(lambda: masthead.text(program).startswith("## A heading"), "the heading to be demoted")


def test_by_pointer(desk):
    program = desk.start(desk.file("note.md", TEXT))
    view = masthead.text_view(program)
    program.click(view)
    program.key("ctrl+End", "Up", "shift+End")
    # A click on what is selected keeps it; its entries come first.
    x, y, _, _ = program.box(view)
    from gi.repository import Atspi
    place = Atspi.Text.get_character_extents(view, TEXT.index("prose"), Atspi.CoordType.WINDOW)
    left, top = x - tree.box(view)[0], y - tree.box(view)[1]
    program.screen.do("mousemove", left + place.x + 4, top + place.y + place.height // 2, "click", 3)
    names = menu(program)
    assert names[:2] == ["Bold", "Italic"], names
    program.click(program.find("menu item", "Bold"))
    wait(lambda: "**Plain prose.**" in masthead.text(program), "the selection to be bold")


def test_on_a_link(desk):
    program = desk.start(desk.file("note.md", TEXT))
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "Down", "Down", "End", *["Left"] * 12)
    program.key("Menu")
    names = menu(program)
    assert names[:3] == ["Open Link", "Copy Link Address", "Edit Link"], names
    program.click(program.find("menu item", "Copy Link Address"))
    program.find(name="The address was copied.")
    assert clipboard(program) == "https://example.org/page"


def test_copy_as(desk):
    program = desk.start(desk.file("note.md", "# *T*\n\nsee [a]\n\n[a]: /u\n"))
    program.click(masthead.text_view(program))
    program.act("win.copy-html")
    program.find(name="The document was copied as HTML.")
    assert clipboard(program, "text/html") == '<h1><em>T</em></h1>\n<p>see <a href="/u">a</a></p>\n', clipboard(program, "text/html")
    assert clipboard(program) == "T\n\nsee a"
    program.key("ctrl+Home", "Down", "Down", "shift+End")
    program.act("win.copy-html")
    program.find(name="The selection was copied as HTML.")
    assert clipboard(program, "text/html") == '<p>see <a href="/u">a</a></p>\n'
    program.act("win.copy-text")
    program.find(name="The selection was copied as plain text.")
    assert clipboard(program) == "see a"


def test_standard_entries(desk):
    program = desk.start(desk.file("note.md", "some words\n"))
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "Menu")
    menu(program)
    assert not tree.has_state(program.find("menu item", "Cut"), "sensitive")
    program.click(program.find("menu item", "Select All"))
    closed(program)
    program.key("Menu")
    menu(program)
    program.click(program.find("menu item", "Cut"))
    wait(lambda: masthead.text(program) == "", "everything to be cut")
    program.key("Menu")
    menu(program)
    program.click(program.find("menu item", "Paste"))
    wait(lambda: masthead.text(program) == "some words\n", "everything to be pasted")
