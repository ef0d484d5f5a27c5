"""Names, places and disks that are against it: renaming, moving, duplicating and dragging say why in place, and lose and overwrite nothing."""
import os
import shutil
import time
from unicodedata import normalize

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

import masthead
from harness import tree
from harness.disks import fill, make_read_only, small_disk
from harness.waiting import stays, wait


def entry(program):
    return program.find("text", "Rename document", focused=True)


def put(program, name):
    """Puts a name into the entry, as a paste does: xdotool types few of the world's letters."""
    Atspi.EditableText.set_text_contents(entry(program), name)


def begin(program):
    program.key("F2")
    return entry(program)


def says(program, part):
    return program.find(name=lambda name: part in name)


def modified(desk, path, **more):
    """A window with unsaved text."""
    program = desk.start("--view", "editor", path, **more)
    masthead.type_into(program, "new ")
    wait(lambda: masthead.is_modified(program), "the mark")
    return program


def test_rename_says_why_not(desk):
    path = desk.file("note.md", "text\n")
    desk.file("taken.md", "other\n")
    os.symlink("nowhere", desk.folder / "dangling.md")
    program = desk.start("--view", "editor", path)
    begin(program)
    for name, why in (("taken.md", "“taken.md” already exists here."), ("dangling.md", "“dangling.md” already exists here."),
                      ("", "A name is needed."), ("..", "“.” and “..” mean folders."), ("a/b.md", "A name cannot hold a slash."),
                      ("漢" * 300, "The name has 900 bytes; 255 are possible."), ("ü" * 128, "The name has 256 bytes; 255 are possible.")):
        put(program, name)
        says(program, why)
        program.key("Return")
        stays(lambda: path.exists(), f"{name!r} was taken", seconds=0.2)
    put(program, "free.md")
    program.key("Return")
    wait(lambda: path.with_name("free.md").exists(), "the new name")
    assert (desk.folder / "taken.md").read_text() == "other\n" and not path.exists()
    assert os.readlink(desk.folder / "dangling.md") == "nowhere"
    wait(lambda: masthead.documents(program) == ["free.md"], "the title")


def test_a_name_taken_after_the_last_key_is_not_overwritten(desk):
    path = desk.file("note.md", "text\n")
    program = desk.start("--view", "editor", path)
    begin(program)
    put(program, "late.md")
    desk.file("late.md", "another program was quicker\n")
    program.key("Return")
    says(program, "“late.md” already exists here.")
    assert path.read_text() == "text\n"
    assert (desk.folder / "late.md").read_text() == "another program was quicker\n"


def test_names_of_all_kinds_can_be_had(desk):
    path = desk.file("note.md", "text\n")
    program = modified(desk, path)
    previous = path
    for name in ("Note.md", "漢" * 84 + ".md", "a b'\"&#?%2f.md", "-rf.md", "CON", "مرحبا.md", "\u00dcbersicht.md", "U\u0308bersicht.md", "note.md"):
        begin(program)
        put(program, name)
        program.key("Return")
        wait(lambda: previous.with_name(name).exists(), f"the name {name!r}")
        assert previous.with_name(name) == previous or not previous.exists(), previous
        previous = previous.with_name(name)
        # Names that differ in nothing that can be seen are one to the title.
        wait(lambda: [normalize("NFC", found) for found in masthead.documents(program)] == [normalize("NFC", name)], "the title")
        stays(lambda: not program.is_there(name=lambda found: "was deleted" in found), f"{name!r} was taken for a loss", seconds=0.3)
    # The unsaved text and what undo knows have come along.
    assert masthead.text(program) == "new text\n" and masthead.is_modified(program)
    program.click(masthead.text_view(program))
    program.key("ctrl+s")
    wait(lambda: path.read_text() == "new text\n", "the text under the last name")
    for _ in range(4):  # One step for the word, or one for a part of it.
        if masthead.text(program) != "text\n":
            program.key("ctrl+z")
            time.sleep(0.2)
    wait(lambda: masthead.text(program) == "text\n", "the steps back")
    assert sorted(each.name for each in desk.folder.iterdir() if each.suffix == ".md") == ["note.md"]


def test_the_folder_goes_while_the_name_is_typed(desk):
    path = desk.file("place/note.md", "text\n")
    program = modified(desk, path)
    begin(program)
    put(program, "other.md")
    shutil.rmtree(path.parent)
    program.key("Return")
    says(program, "is not there any more. Your text is still here.")
    assert masthead.text(program) == "new text\n" and masthead.is_modified(program)
    desk.wait_for_draft("new text")


def test_another_program_replaces_the_file_while_the_name_is_typed(desk):
    path = desk.file("note.md", "text\n")
    program = modified(desk, path)
    begin(program)
    put(program, "other.md")
    desk.file("theirs", "theirs\n").replace(path)
    entry(program)
    program.key("Return")
    new = path.with_name("other.md")
    wait(new.exists, "the new name")
    assert new.read_text() == "theirs\n" and masthead.text(program) == "new text\n"
    # Saving does not overwrite what the person has not seen.
    program.click(masthead.text_view(program))
    program.key("ctrl+s")
    wait(lambda: masthead.asks(program), "the question")
    assert new.read_text() == "theirs\n"


def test_read_only_place(desk):
    with small_disk(desk, "1m") as place:
        path = place / "note.md"
        path.write_text("text\n")
        program = modified(desk, path)
        make_read_only(place)
        program.key("F2")
        says(program, "You do not have the permission to change names in this folder.")
        program.act("win.properties")
        program.find("menu item", "Statistics")
        assert not program.is_there("menu item", "Rename") and not program.is_there("menu item", "Move To…")
        program.key("Escape")
        program.act("win.duplicate")
        says(program, "It is on a medium that can only be read.")
        program.click(masthead.answer(program, "Close"))
        assert [each.name for each in place.iterdir()] == ["note.md"] and path.read_text() == "text\n"
        assert masthead.text(program) == "new text\n"
        program.stop()


def test_full_disk(desk):
    with small_disk(desk, "256k") as place:
        path = place / "note.md"
        text = "words\n" * 10_000
        path.write_text(text)
        program = modified(desk, path)
        fill(place)
        program.act("win.duplicate")
        program.find(name=lambda name: "There Is No Space Left" in name)
        program.click(masthead.answer(program, "Close"))
        assert not (place / "note (copy).md").exists()
        # Another name needs no room.
        program.activate_window()
        begin(program)
        put(program, "other.md")
        program.key("Return")
        wait(lambda: (place / "other.md").exists(), "the new name")
        assert (place / "other.md").read_text() == text and masthead.is_modified(program)
        program.stop()


def test_move_to_another_disk(desk):
    with small_disk(desk, "256k") as place:
        path = desk.file("note.md", "words\n" * 10_000)
        program = modified(desk, path)
        program.act("win.move-to")
        masthead.choose_file(program, "Move To", place)
        wait(lambda: not path.exists(), "the file to go")
        assert (place / "note.md").read_text() == "words\n" * 10_000
        assert masthead.text(program).startswith("new words") and masthead.is_modified(program)
        program.stop()


def test_a_drag_whose_copy_cannot_be_written_says_so(desk):
    path = desk.file("note.md", "text\n")
    (desk.home / ".cache/masthead").write_text("a file where the folder should be")
    program = modified(desk, path)
    x, y, width, height = program.box(program.find("push button", lambda name: name.endswith("document title")))
    program.drag((x + width // 2, y + height // 2), (x + 300, y + 300))
    says(program, "The document cannot be dragged: ")
    assert masthead.text(program) == "new text\n" and masthead.is_modified(program)
    assert path.read_text() == "text\n"


def test_two_of_one_name_are_told_apart(desk):
    program = desk.start("--view", "editor", desk.file("left/note.md", "l\n"), desk.file("right/note.md", "r\n"))

    def names():
        return sorted(masthead.title(program, window) for window in program.windows())
    wait(lambda: names() == ["note.md, left, document title", "note.md, right, document title"], "the folders beside the names")
    # The window list, and what the switcher of windows shows.
    def titles():
        return sorted(desk.screen.do("getwindowname", window).strip() for window in program.x_windows())
    wait(lambda: titles() == ["note.md — left", "note.md — right"], "the folders in the list of windows")
    for number in (1, 2):
        program.act("win.properties", window=number)
        head = wait(lambda: next((tree.name(node) for window in program.windows() for node in tree.descendants(window)
                                  if tree.name(node).startswith("note.md, Markdown")), None), "the head of the popover")
        assert "/left" in head or "/right" in head, head
        program.key("Escape")
