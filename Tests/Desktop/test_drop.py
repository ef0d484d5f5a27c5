"""Files dropped on a window are opened."""
import sys

import masthead
from harness import tree
from harness.waiting import wait

# A window of another program with something to drag: a label that offers one file.
SOURCE = """
import sys
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk
def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Drag source", default_width=200, default_height=120)
    label = Gtk.Label(label="drag me")
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in sys.argv[1:]])
    source.connect("prepare", lambda *_: Gdk.ContentProvider.new_for_value(files))
    label.add_controller(source)
    window.set_child(label)
    window.present()
application = Gtk.Application(application_id="org.example.DragSource", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
"""


def test_dropped_file_opens(desk):
    dropped = desk.file("dropped.md", "# Dropped\n")
    program = desk.start("--view", "editor", desk.file("note.md", "# Note\n"))
    program.resize(700, 500)
    desk.screen.do("windowmove", "--sync", program.x_windows()[0], 20, 20)
    source = desk.start(desk.file("source.py", SOURCE), dropped, program=sys.executable, G_DEBUG="")
    desk.screen.do("windowmove", "--sync", source.x_windows()[0], 900, 400)
    x, y, width, height = source.box(source.find("label", "drag me"))
    view = program.box(masthead.text_view(program))
    program.drag((x + width // 2, y + height // 2), (view[0] + view[2] // 2, view[1] + view[3] // 2))
    wait(lambda: masthead.documents(program) == ["dropped.md", "note.md"], "a window with the dropped file")
    assert tree.text(masthead.text_view(program, masthead.window_of(program, "note.md"))) == "# Note\n", "the drop changed the text"
    source.kill()
    desk.programs.remove(source)
