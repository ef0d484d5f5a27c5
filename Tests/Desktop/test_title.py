"""The title is the document: what its popover says, renaming where it stands, statistics, comments, the row of menus."""
import os
import time

import masthead
from harness import tree
from harness.waiting import stays, wait


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
