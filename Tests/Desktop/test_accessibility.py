"""What a person who cannot see the window is told."""
import re
import time

import masthead
from harness import tree
from harness.waiting import wait

NAMED = ("push button", "toggle button", "text", "entry", "check box", "slider", "combo box", "menu item", "radio button", "link")
# Parts of libadwaita's own windows, which it names no better: the search of the preferences, and the picture in that button.
TOOLKIT = ("entry 'GtkSearchEntry'", "push button 'GtkImage'")
TYPE_NAME = re.compile(r"^(Gtk|Adw|Masthead|Gdk)[A-Z]\w+$")


def unnamed(window):
    """Controls with no name, or with the name of their type, as text for the failure."""
    found = []
    for node in tree.descendants(window):
        if tree.role(node) not in NAMED:
            continue
        # GtkMenuButton and AdwSplitButton hold the button that a person meets; it carries the name.
        inside = [tree.name(child) for child in tree.children(node)]
        name = tree.name(node)
        if (not name or TYPE_NAME.match(name)) and not any(part and not TYPE_NAME.match(part) for part in inside):
            found.append(f"{tree.role(node)} {name!r} in {tree.role(node.get_parent())} {tree.name(node.get_parent())!r}")
    return found


def test_names_of_the_contract(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.resize(1200, 700)
    for name in ("Text", "Preview", "Main menu"):
        program.find(name=name)
    assert masthead.title(program) == "note.md, document title"
    masthead.type_into(program, "x")
    wait(lambda: masthead.title(program) == "note.md, modified, document title", "the title to say that the document is modified")


def test_every_control_has_a_name(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.resize(1200, 700)
    masthead.text_view(program)
    bad = unnamed(program.windows()[0])
    assert not bad, "\n".join(bad)


def test_preferences_have_names(desk):
    program = desk.start(desk.file("note.md", "# Note\n"))
    program.act("app.preferences")
    wait(lambda: len(program.windows()) == 2, "the preferences")
    bad = [line for window in program.windows() for line in unnamed(window) if not line.startswith(TOOLKIT)]
    assert not bad, "\n".join(bad)


def test_focus_starts_in_the_text(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus in the text")
    program.type("typed at once ")
    masthead.wait_for_text(program, "typed at once")


def test_main_menu_by_keyboard(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus in the text")
    program.key("F10")
    program.find("menu item", lambda name: name.startswith("Preferences"))
    program.key("Escape")
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus to be back in the text")


def test_panes_by_keyboard(desk):
    program = desk.start(desk.file("note.md", "text\n"))
    program.resize(1200, 700)
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "the focus in the text")
    program.key("F6")
    wait(lambda: not tree.has_state(masthead.text_view(program), "focused"), "the focus to leave the text")
    _walk_to_the_text(program)


def _walk_to_the_text(program):
    """Presses F6 until the text has the focus; it is never more than a few panes away."""
    for _ in range(5):
        if tree.has_state(masthead.text_view(program), "focused"):
            return
        program.key("F6")
        time.sleep(0.3)
    wait(lambda: tree.has_state(masthead.text_view(program), "focused"), "F6 to come round to the text", seconds=1)
