"""What is dropped on a window: documents open, pictures and files are linked where they fall, and nothing is ever taken away from its owner."""
import sys
import time

import masthead
from harness import tree
from harness.waiting import wait
from test_browser import place

# A window of another program with something to drag. Arguments: what the drag allows (copy, move), how it is offered (files: as a file manager
# does, uris: as a bare list of addresses), and the files; a name with "*" stands for all that fit. Says what became of the drag.
SOURCE = """
import glob
import sys
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk
def activate(application):
    allowed, form, *paths = sys.argv[1:]
    paths = [path for name in paths for path in (sorted(glob.glob(name)) if "*" in name else [name])]
    window = Gtk.ApplicationWindow(application=application, title="Drag source", default_width=200, default_height=120)
    label = Gtk.Label(label="drag me")
    actions = {"copy": Gdk.DragAction.COPY, "move": Gdk.DragAction.MOVE, "both": Gdk.DragAction.COPY | Gdk.DragAction.MOVE}
    source = Gtk.DragSource(actions=actions[allowed])
    files = [Gio.File.new_for_path(path) for path in paths]
    if form == "files":
        content = Gdk.ContentProvider.new_for_value(Gdk.FileList.new_from_list(files))
    else:
        words = "# a comment\\r\\n" + "".join(file.get_uri() + "\\r\\n" for file in files)
        content = Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(words.encode()))
    source.connect("prepare", lambda *_: content)
    source.connect("drag-end", lambda _, drag, delete: print("ended, to be deleted" if delete else "ended", flush=True))
    label.add_controller(source)
    window.set_child(label)
    window.present()
application = Gtk.Application(application_id="org.example.DragSource", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
"""


PNG = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8cfc0f01f0005000" "1ffa9b2b1a20000000049454e44ae426082")


def start(desk, text, *source, **environment):
    """Starts the program and a source of drags beside it."""
    program = desk.start("--view", "editor", desk.file("here/note.md", text), **environment)
    program.resize(700, 500)
    desk.screen.do("windowmove", "--sync", program.x_windows()[0], 20, 20)
    other = desk.start(desk.file("source.py", SOURCE), *source, program=sys.executable, G_DEBUG="")
    desk.screen.do("windowmove", "--sync", other.x_windows()[0], 900, 400)
    return program, other


def drop(program, other, place=None):
    """Drags into the text, to a place of the screen or its middle, and returns what the source says became of the drag."""
    x, y, width, height = other.box(other.find("label", "drag me"))
    view = program.box(masthead.text_view(program))
    program.drag((x + width // 2, y + height // 2), place or (view[0] + view[2] // 2, view[1] + view[3] // 2))
    wait(lambda: "ended" in other.said, "the drag to end")
    return other.said.strip().splitlines()[-1]


def end(desk, other):
    other.kill()
    desk.programs.remove(other)


def test_dropped_file_opens(desk):
    dropped = desk.file("dropped.md", "# Dropped\n")
    program, other = start(desk, "# Note\n", "copy", "files", dropped)
    assert drop(program, other) == "ended"
    wait(lambda: masthead.documents(program) == ["dropped.md", "note.md"], "a window with the dropped file")
    assert tree.text(masthead.text_view(program, masthead.window_of(program, "note.md"))) == "# Note\n", "the drop changed the text"
    end(desk, other)


def test_files_dropped_on_the_browser_open(desk):
    """The first takes the browser's place, as one that is chosen there does; a folder is gone to."""
    paths = [desk.file(f"there/{name}.md", f"# {name}\n") for name in ("One", "Two")]
    program = desk.start()
    wait(lambda: place(program) == "Recent Documents", "the browser")
    program.resize(700, 500)
    desk.screen.do("windowmove", "--sync", program.x_windows()[0], 20, 20)

    def dropped(condition, what, *files):
        other = desk.start(desk.file("source.py", SOURCE), "both", "files", *files, program=sys.executable, G_DEBUG="")
        desk.screen.do("windowmove", "--sync", other.x_windows()[0], 900, 400)
        x, y, width, height = other.box(other.find("label", "drag me"))
        program.drag((x + width // 2, y + height // 2), (370, 350))
        wait(condition, what)
        wait(lambda: "ended" in other.said, "the drag to end")
        assert set(other.said.split("\n")) == {"ended", ""}, "what was dragged would be taken away"
        end(desk, other)
    dropped(lambda: place(program) == "there", "the folder that was dropped", paths[0].parent)
    dropped(lambda: masthead.documents(program) == ["One.md", "Two.md"], "both documents", *paths)
    assert len(program.windows()) == 2


def test_a_dropped_picture_is_linked_where_it_falls(desk):
    name = "a b#c%20(1).png"
    away = desk.file(f"away/{name}", PNG)
    program, other = start(desk, "first\n\nsecond\n\nthird\n", "both", "files", away)
    # Right of the third line: behind what stands there.
    view = masthead.text_view(program)
    x, y, _, _ = program.box(view)
    from gi.repository import Atspi
    extents = Atspi.Text.get_character_extents(view, 7, Atspi.CoordType.WINDOW)
    inside = tree.box(view)
    line = (x + extents.x - inside[0] + 300, y + extents.y - inside[1] + extents.height // 2)
    assert drop(program, other, line) == "ended", "the source was told to delete its file"
    linked = "first\n\nsecond![a b#c%20(1)](assets/a%20b%23c%2520%281%29.png)\n\nthird\n"
    wait(lambda: masthead.text(program) == linked, f"the link behind the second line, not {masthead.text(program)!r}")
    assert (desk.folder / "here/assets" / name).read_bytes() == PNG
    assert away.read_bytes() == PNG, "the source was touched"
    program.activate_window()
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == "first\n\nsecond\n\nthird\n", "one step of undo")
    end(desk, other)


def test_nothing_is_moved_even_where_only_moving_is_offered(desk):
    away = desk.file("away/x.pdf", b"%PDF-1.4\n")
    program, other = start(desk, "text\n", "move", "files", away)
    drop(program, other)
    wait(lambda: "[x.pdf](assets/x.pdf)" in masthead.text(program), "the link")
    assert away.read_bytes() == b"%PDF-1.4\n", "the file was taken away from its owner"
    end(desk, other)


def test_a_list_of_addresses_with_escapes(desk):
    one, two = desk.file("away/100% ä.png", PNG), desk.file("away/b [x].txt.png", PNG + b"2")
    program, other = start(desk, "", "copy", "uris", one, two)
    drop(program, other)
    links = "![100% ä](assets/100%25%20ä.png)\n\n![b \\[x\\].txt](assets/b%20%5Bx%5D.txt.png)"
    wait(lambda: masthead.text(program) == links, f"both links, not {masthead.text(program)!r}")
    assert sorted(path.name for path in (desk.folder / "here/assets").iterdir()) == ["100% ä.png", "b [x].txt.png"]
    end(desk, other)


def test_a_thousand_files(desk):
    for number in range(1000):
        desk.file(f"away/{number:04}.png", PNG + str(number).encode())
    program, other = start(desk, "", "copy", "files", desk.folder / "away/*.png")
    drop(program, other)
    worst, end_of_waiting = 0.0, time.monotonic() + 60
    while time.monotonic() < end_of_waiting and not masthead.is_modified(program):
        began = time.monotonic()
        program.actions()
        worst = max(worst, time.monotonic() - began)
        time.sleep(0.02)
    text = wait(lambda: (found := masthead.text(program)).count("](assets/") == 1000 and found, "a thousand links")
    print(f"     a thousand files: no answer for at most {worst * 1000:.0f} ms")
    assert "![0999](assets/0999.png)" in text and worst < 10
    assert len(list((desk.folder / "here/assets").iterdir())) == 1000 == len(list((desk.folder / "away").iterdir()))
    end(desk, other)
