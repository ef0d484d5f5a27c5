"""Every text that a person meets can be translated: in the pseudo-locale each is in brackets."""
import re

from harness import tree
from harness.waiting import wait

# What is not translated: names of the program and of documents, numbers, keys, and the document's own text ("text", in the preview).
UNTRANSLATED = re.compile(r"^(\s*|Masthead|note\.md.*|text|•|[\d\s.,:%+−–-]*|((Ctrl|Shift|Alt)\+)*(\S|F\d+|Return|Space)|.*github\.com.*)$")
# What the toolkit itself says comes from its own translations.
TOOLKIT = {"Minimize", "Maximize", "Restore", "Close", "Back", "Search Shortcuts", "Credits", "Legal", "Troubleshooting", "Report an Issue", "Website", "Details"}


def untranslated(window):
    found = set()
    for node in tree.descendants(window):
        name = tree.name(node)
        if tree.role(node) in ("text", "filler", "panel", "frame", "terminal") or UNTRANSLATED.match(name) or name in TOOLKIT:
            continue
        if not name.startswith("[") and not re.match(r"^(Gtk|Adw)[A-Z]\w+$", name):
            found.add(f"{tree.role(node)} {name!r}")
    return sorted(found)


def test_window(desk):
    program = desk.start(desk.file("note.md", "text\n"), LANGUAGE="en@pseudo")
    program.resize(1200, 700)
    wait(lambda: any(tree.name(node).startswith("[") for node in tree.descendants(program.windows()[0])), "a translated text")
    left = untranslated(program.windows()[0])
    assert not left, "\n".join(left)


def test_main_menu(desk):
    program = desk.start(desk.file("note.md", "text\n"), LANGUAGE="en@pseudo")
    program.find("text")
    program.key("F10")
    program.find("menu item")
    left = untranslated(program.windows()[0])
    assert not left, "\n".join(left)


def test_german(desk):
    program = desk.start(desk.file("note.md", "text\n"), LANGUAGE="de")
    program.find(name="Hauptmenü")
    program.find(name="note.md, Titel des Dokuments")
