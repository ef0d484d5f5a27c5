"""What goes wrong with files: each answers soon, says what is the matter, loses nothing and does not crash."""
import os

import masthead
from harness import tree
from harness.waiting import wait


def says(program, *parts, seconds=5.0):
    """Waits until the program says something that holds all parts, anywhere a person would see it."""
    def look():
        names = [tree.name(node) for window in program.windows() for node in tree.descendants(window)]
        return all(any(part in name for name in names) for part in parts)
    wait(look, f"the program to say {parts}", seconds)


def test_no_such_file_is_created_on_save(desk):
    path = desk.folder / "new.md"
    program = desk.start(path)
    wait(lambda: "new.md" in masthead.title(program), "the name in the title")
    assert not path.exists()
    masthead.type_into(program, "created")
    program.key("ctrl+s")
    wait(path.exists, "the file")
    wait(lambda: path.read_bytes() == b"created", "its text")


def test_folder(desk):
    folder = desk.folder / "a folder"
    folder.mkdir()
    program = desk.start(folder)
    says(program, "a folder")


def test_no_permission(desk):
    path = desk.file("secret.md", "secret\n")
    path.chmod(0)
    if os.access(path, os.R_OK):
        # root may read everything; a path that nobody can walk is as good.
        path.unlink()
        path = desk.file("plain.md", "x") / "secret.md"
    program = desk.start(path)
    says(program, "secret.md")


def test_fifo_does_not_block(desk):
    path = desk.folder / "pipe.md"
    os.mkfifo(path)
    program = desk.start(path)
    says(program, "pipe.md")


def test_invalid_utf8_is_read_only(desk):
    content = b"caf\xe9 in Latin-1\n"
    path = desk.file("latin.md", content)
    program = desk.start(path)
    says(program, "UTF-8")
    masthead.type_into(program, "xyz")
    program.key("ctrl+s")
    assert path.read_bytes() == content


def test_nul_is_read_only(desk):
    content = b"before\0after\n"
    path = desk.file("nul.md", content)
    program = desk.start(path)
    says(program, "NUL")
    masthead.type_into(program, "xyz")
    program.key("ctrl+s")
    assert path.read_bytes() == content


def test_very_long_line(desk):
    content = "# Long\n\n" + "word " * 40_000 + "\n"
    path = desk.file("long.md", content)
    program = desk.start(path)
    masthead.wait_for_text(program, "# Long")
    masthead.type_into(program, "x")
    wait(lambda: masthead.is_modified(program), "the key to arrive", seconds=10)
    program.key("ctrl+s")
    wait(lambda: path.read_text() == "x" + content, "the saved file", seconds=10)


def test_long_line_without_blanks(desk):
    content = "x" * 200_000 + "\n\nend\n"
    path = desk.file("solid.md", content)
    program = desk.start(path)
    masthead.wait_for_text(program, "end")
    program.click(masthead.text_view(program))
    program.key("ctrl+End")
    program.type("!")
    wait(lambda: masthead.is_modified(program), "the key to arrive", seconds=15)
    program.key("ctrl+s")
    wait(lambda: path.read_text() == content + "!", "the saved file", seconds=15)


def test_empty_file(desk):
    path = desk.file("empty.md", b"")
    program = desk.start(path)
    wait(lambda: masthead.text(program) == "", "an empty editor")
    masthead.type_into(program, "a")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == b"a", "the saved file")


def test_large_file_shows_its_start_soon(desk):
    content = "# Large\n\n" + "".join(f"Paragraph {number} of a large file, with some words in it.\n\n" for number in range(180_000))
    path = desk.file("large.md", content)
    # GTK tells assistive technology of every piece that is loaded, which takes many times as long as loading (docs/PERFORMANCE.md).
    program = desk.start(path, window=False).wait_for_window(seconds=60)
    view = masthead.text_view(program)
    wait(lambda: "# Large" in (tree.text(view) or ""), "the first text", seconds=5)
    wait(lambda: tree.has_state(view, "editable"), "the whole text", seconds=40)
    program.click(view)
    program.key("ctrl+Home")
    program.type("x")
    wait(lambda: masthead.is_modified(program), "the key to arrive", seconds=10)
    program.key("ctrl+s")
    wait(lambda: path.stat().st_size == len(content.encode()) + 1, "the saved file", seconds=20)
    assert path.read_text() == "x" + content


def test_huge_file_asks_first(desk):
    path = desk.file("huge.md", "A line of a huge file.\n" * 2_600_000)
    program = desk.start(path)
    says(program, "huge.md", "Very Large")


def test_changed_on_disk_is_not_overwritten(desk):
    path = desk.file("note.md", "mine\n")
    program = desk.start(path)
    masthead.type_into(program, "my ")
    wait(lambda: masthead.is_modified(program), "the mark")
    path.write_text("theirs\n")
    program.key("ctrl+s")
    masthead.answer(program, "Cancel")
    says(program, "note.md", "Changed by Another Program")
    assert path.read_text() == "theirs\n"
