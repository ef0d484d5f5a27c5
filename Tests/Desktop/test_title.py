"""The title is the document: a press opens it, a drag takes the file out, and what its popover and menus say and do."""
import os
import sys
import time

import masthead
from harness import tree
from harness.waiting import stays, wait

# A window of another program that takes files, and writes what it got: the path, and what the file held at that moment.
TARGET = """
import sys
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk
def dropped(target, value, x, y):
    with open(sys.argv[1], "a") as out:
        for file in value.get_files():
            out.write(file.get_path() + "\\n" + open(file.get_path()).read() + "\\n---\\n")
    return True
def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Drop target", default_width=300, default_height=260)
    label = Gtk.Label(label="drop here")
    target = Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)
    target.connect("drop", dropped)
    label.add_controller(target)
    window.set_child(label)
    window.present()
application = Gtk.Application(application_id="org.example.DropTarget", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
"""

def title_button(program):
    return program.find("push button", lambda name: name.endswith("document title"))


def popover_is_open(program):
    return program.is_there("menu item", "Duplicate") or program.is_there("push button", "Save", showing=True)


def _target(desk, program, script):
    program.resize(700, 500)
    desk.screen.do("windowmove", "--sync", program.x_windows()[0], 10, 20)
    got = desk.folder / "got.txt"
    target = desk.start(desk.file("target.py", script), got, program=sys.executable, G_DEBUG="")
    desk.screen.do("windowmove", "--sync", target.x_windows()[0], 900, 420)
    x, y, width, height = target.box(target.find("label", "drop here"))
    return target, got, (x + width // 2, y + height // 2)


def _middle(program, node):
    x, y, width, height = program.box(node)
    return x + width // 2, y + height // 2


def _leave(desk, target):
    target.kill()
    desk.programs.remove(target)


def test_click_and_drag(desk):
    """One press opens, a drag gives the file with its saved text and opens nothing."""
    path = desk.file("note.md", "# Saved\n")
    program = desk.start("--view", "editor", path)
    target, got, place = _target(desk, program, TARGET)
    program.click(title_button(program))
    wait(lambda: popover_is_open(program), "the popover")
    program.key("Escape")
    wait(lambda: not popover_is_open(program), "the popover to close")
    stays(lambda: not program.is_there(name="Rename document"), "Escape began a rename", seconds=0.6)
    program.drag(_middle(program, title_button(program)), place)
    wait(lambda: got.exists() and got.read_text().endswith("---\n"), "the dropped file")
    assert got.read_text() == f"{path}\n# Saved\n\n---\n"
    assert not popover_is_open(program), "the drag opened the popover"
    _leave(desk, target)


def test_a_drag_takes_the_text_of_this_moment(desk):
    path = desk.file("note.md", "old\n")
    program = desk.start("--view", "editor", path)
    target, got, place = _target(desk, program, TARGET)
    program.activate_window()
    masthead.type_into(program, "new ")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.drag(_middle(program, title_button(program)), place)
    wait(lambda: got.exists() and got.read_text().endswith("---\n"), "the dropped copy")
    copy, text = got.read_text().split("\n", 1)
    assert text == "new old\n\n---\n" and copy.endswith("/note.md") and copy != str(path)
    assert path.read_bytes() == b"old\n", "the drag saved the file"
    assert masthead.is_modified(program)
    _leave(desk, target)


def test_a_document_without_a_file_is_dragged_by_its_heading(desk):
    program = desk.start("--new-window", "--view", "editor")
    target, got, place = _target(desk, program, TARGET)
    program.activate_window()
    masthead.type_into(program, "# Fresh thoughts\n")
    masthead.wait_for_text(program, "thoughts")
    program.drag(_middle(program, title_button(program)), place)
    wait(lambda: got.exists() and got.read_text().endswith("---\n"), "the dropped copy")
    copy, text = got.read_text().split("\n", 1)
    assert os.path.basename(copy) == "Fresh thoughts.md" and text.startswith("# Fresh thoughts\n"), got.read_text()
    _leave(desk, target)


def test_the_head_of_the_popover_drags_too(desk):
    path = desk.file("note.md", "# Saved\n")
    program = desk.start("--view", "editor", path)
    target, got, place = _target(desk, program, TARGET)
    program.activate_window()
    program.key("alt+Return")
    wait(lambda: popover_is_open(program), "the popover")
    # The popover is a window of its own on the screen, under the title.
    x, y = _middle(program, title_button(program))
    program.drag((x + 20, y + 58), place)
    wait(lambda: got.exists() and got.read_text().endswith("---\n"), "the dropped file")
    assert got.read_text() == f"{path}\n# Saved\n\n---\n"
    wait(lambda: not popover_is_open(program), "the popover to close")
    _leave(desk, target)


def test_old_copies_go_at_the_start(desk):
    folder = desk.home / ".cache/masthead/drags"
    for name, age in (("old", 90_000), ("new", 60)):
        (folder / name).mkdir(parents=True)
        (folder / name / "note.md").write_text("copy\n")
        os.utime(folder / name, (time.time() - age, time.time() - age))
    desk.start(desk.file("note.md", "text\n"))
    wait(lambda: not (folder / "old").exists(), "the old copy to go")
    assert (folder / "new/note.md").exists()


def test_the_popover_says_what_the_document_is(desk):
    program = desk.start("--view", "editor", desk.file("note.md", "# One two\n\nthree four five\n"))
    program.act("win.properties")
    head = program.find(name=lambda name: name.startswith("note.md, Markdown") and "5 words" in name)
    assert "Changed" in tree.name(head)
    program.key("Escape")


def test_rename_says_why_not(desk):
    path = desk.file("note.md", "text\n")
    desk.file("taken.md", "other\n")
    program = desk.start("--view", "editor", path)
    program.key("F2")
    program.find("text", "Rename document", focused=True)
    program.key("ctrl+a")
    program.type("taken.md")
    program.find(name="“taken.md” already exists here.")
    program.key("Return")
    stays(lambda: path.exists(), "a bad name was taken", seconds=0.4)
    program.key("ctrl+a")
    program.type("free.md")
    program.key("Return")
    wait(lambda: path.with_name("free.md").exists(), "the new name")
    assert path.with_name("taken.md").read_text() == "other\n" and not path.exists()
    wait(lambda: masthead.documents(program) == ["free.md"], "the title")


def test_two_of_one_name_are_told_apart(desk):
    program = desk.start("--view", "editor", desk.file("left/note.md", "l\n"), desk.file("right/note.md", "r\n"))
    def names():
        return sorted(masthead.title(program, window) for window in program.windows())
    wait(lambda: names() == ["note.md, left, document title", "note.md, right, document title"], "the folders beside the names")


def test_statistics_and_comments(desk):
    path = desk.file("note.md", "One two three.\n\n<!-- remember this -->\n\nFour.\n")
    program = desk.start("--view", "editor", path)
    program.act("win.statistics")
    program.find("list item", "Words: 4")
    program.find("list item", "Sentences: 2")
    program.key("Escape")
    program.act("win.comments")
    program.find("list item", "Line 3: remember this")
    program.click(program.find("push button", "Delete comment in line 3"))
    program.find(name="No Comments")
    wait(lambda: masthead.text(program) == "One two three.\n\nFour.\n", "the text without the comment")


def test_menu_bar_by_preference(desk):
    program = desk.start("--view", "editor", desk.file("note.md", "word\n"))
    assert not program.is_there(name="File")
    program.act("win.menu-bar")
    for name in ("File", "Edit", "Format", "Insert", "View", "Go"):
        program.find(name=name)
    assert program.actions()["menu-bar"][1] is True
    program.click(program.find(name="File"))
    program.find("menu item", "Duplicate")
    program.key("Escape")
    program.act("win.menu-bar")
    wait(lambda: not program.is_there(name="File"), "the row to go")
