"""The title is the document: one press opens it, two rename it, a drag takes the file out; mail and other programs by the portals."""
import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.parse

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

# The same that reads the raw list of addresses, as programs of other toolkits do.
ADDRESSES = TARGET.replace("Gtk.DropTarget.new(Gdk.FileList, Gdk.DragAction.COPY)",
                           "Gtk.DropTargetAsync.new(Gdk.ContentFormats.new(['text/uri-list']), Gdk.DragAction.COPY)").replace(
    "def dropped(target, value, x, y):", """def dropped(target, drop, x, y):
    def read(drop, result):
        stream, kind = drop.read_finish(result)
        data = stream.read_bytes(65536, None).get_data().decode()
        with open(sys.argv[1], "a") as out:
            out.write(kind + "\\n" + data)
        drop.finish(Gdk.DragAction.COPY)
    drop.read_async(["text/uri-list"], 0, None, read)
    return True
def unused(target, value, x, y):""")


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


def test_click_drag_and_double_click(desk):
    """One press opens, a drag gives the file with its saved text and opens nothing, two presses rename."""
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
    for pause in (60,):
        x, y = _middle(program, title_button(program))
        desk.screen.do("mousemove", x, y)
        desk.screen.do("click", "--repeat", 2, "--delay", pause, 1)
        wait(lambda: program.is_there("text", "Rename document", focused=True), f"a double click within {pause} ms to rename")
        stays(lambda: not popover_is_open(program), f"a double click within {pause} ms opened the popover", seconds=0.3)
        program.key("Escape")
        wait(lambda: program.is_there("push button", lambda name: name.endswith("document title")), "the title to be back")
        # The next press is a first one again.
        time.sleep(0.5)
    _leave(desk, target)


def test_another_toolkit_gets_the_text_of_this_moment(desk):
    """A window that knows X11 and nothing of GTK gets the address of a file by text/uri-list."""
    path = desk.file("a b ü.md", "old\n")
    program = desk.start("--view", "editor", path)
    program.resize(700, 500)
    desk.screen.do("windowmove", "--sync", program.x_windows()[0], 10, 20)
    got = desk.folder / "got.txt"
    script = pathlib.Path(__file__).parent / "harness/xdnd_target.py"
    target = subprocess.Popen(["/usr/bin/python3", str(script), str(got)])
    try:
        window = desk.screen.do("search", "--sync", "--onlyvisible", "--name", "^X11 target$").split()[0]
        desk.screen.do("windowmove", "--sync", window, 900, 420)
        place = (1000, 520)
        for unsaved, expected in (("", "old\n"), ("new ", "new old\n")):
            program.activate_window()
            if unsaved:
                masthead.type_into(program, unsaved)
                wait(lambda: masthead.is_modified(program), "the mark")
            program.drag(_middle(program, title_button(program)), place)
            wait(lambda: got.exists() and got.read_text().endswith("end\n"), "the dropped file")
            lines = got.read_text().split("\n")
            assert "offered text/uri-list" in lines, lines
            address = next(line for line in lines if line.startswith("uri "))
            assert address.endswith("/a%20b%20%C3%BC.md"), address
            assert (address == f"uri file://{urllib.parse.quote(str(path))}") == (not unsaved), address
            assert f"text {expected}" in got.read_text(), got.read_text()
            got.unlink()
        assert path.read_bytes() == b"old\n", "the drag saved the file"
        assert masthead.is_modified(program)
    finally:
        target.kill()
        target.wait()


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


def _portal(desk, *arguments):
    """Starts a portal that answers as python-dbusmock lets it; returns its log."""
    try:
        import dbusmock  # noqa: F401
    except ImportError:
        from harness.session import Skip
        raise Skip("python3-dbusmock is not installed") from None
    log = desk.folder / "portal.log"
    process = subprocess.Popen([sys.executable, "-m", "dbusmock", "--logfile", str(log), "org.freedesktop.portal.Desktop",
                                "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Email"], stdout=subprocess.DEVNULL)
    def call(method, signature, *values):
        from gi.repository import Gio, GLib
        Gio.bus_get_sync(Gio.BusType.SESSION).call_sync("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.DBus.Mock",
                                                        method, GLib.Variant(signature, values), None, 0, 5000, None)
    def ready():
        try:
            call("AddMethod", "(sssss)", "org.freedesktop.portal.Email", "ComposeEmail", "sa{sv}", "o",
                 "token = args[1]['handle_token']\n"
                 "import json, os\n"
                 "fds = [fd.take() if hasattr(fd, 'take') else int(fd) for fd in args[1]['attachment_fds']]\n"
                 f"open({str(desk.folder / 'mail.txt')!r}, 'w').write(json.dumps([str(args[0]), str(args[1]['subject']), os.readlink('/proc/self/fd/%d' % fds[0]), os.read(fds[0], 999).decode()]) + '\\n')\n"
                 "ret = dbus.ObjectPath('/org/freedesktop/portal/desktop/request/x/' + token)\n")
            return True
        except Exception:  # noqa: BLE001 it is not on the bus yet
            return False
    wait(ready, "the portal")
    return process


def mail_by_the_portal(desk):
    """Sends unsaved text by mail; returns the program and the name of the window that the portal's dialogs are to stay over."""
    path = desk.file("note.md", "old\n")
    program = desk.start("--view", "editor", path)
    portal = _portal(desk)
    try:
        masthead.type_into(program, "new ")
        wait(lambda: masthead.is_modified(program), "the mark")
        program.act("win.share-mail")
        mail = desk.folder / "mail.txt"
        wait(lambda: mail.exists() and mail.read_text().endswith("\n"), "the portal to be asked")
        window, subject, attached, text = json.loads(mail.read_text())
        assert subject == "note.md" and attached.endswith("/note.md") and text == "new old\n", mail.read_text()
        assert path.read_bytes() == b"old\n"
        return program, window
    finally:
        portal.terminate()
        portal.wait()


def test_mail_by_the_portal(desk):
    program, window = mail_by_the_portal(desk)
    assert window in [f"x11:{int(each):x}" for each in program.x_windows()], window


def test_mail_without_portal_and_program_says_so(desk):
    program = desk.start("--view", "editor", desk.file("note.md", "text\n"))
    program.act("win.share-mail")
    program.find(name="There is no mail program that could be started.", seconds=20)


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
