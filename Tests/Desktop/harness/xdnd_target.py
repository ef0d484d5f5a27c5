"""A bare X11 window that takes drops of text/uri-list by the XDND protocol alone, as programs without GTK do.

    xdnd_target.py OUT

Writes into OUT what was offered ("offered TYPE" lines), the addresses that arrived ("uri ADDRESS"), for each that is a file its contents
at that moment ("text …"), and at last "end".
"""
import sys
import urllib.parse

from Xlib import X, Xatom, display
from Xlib.protocol import event

VERSION = 5


def main(out):
    server = display.Display()
    atom = server.intern_atom
    screen = server.screen()
    window = screen.root.create_window(0, 0, 260, 220, 0, screen.root_depth, background_pixel=screen.white_pixel, event_mask=X.StructureNotifyMask)
    window.set_wm_name("X11 target")
    window.change_property(atom("XdndAware"), Xatom.ATOM, 32, [VERSION])
    window.map()
    server.flush()
    offered, source = [], None

    def say(*lines):
        with open(out, "a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))

    def answer(kind, *data):
        message = event.ClientMessage(window=source, client_type=atom(kind), data=(32, [window.id, *data, *[0] * (4 - len(data))]))
        source.send_event(message)
        server.flush()

    while True:
        happened = server.next_event()
        if happened.type == X.ClientMessage:
            data = happened.data[1]
            kind = server.get_atom_name(happened.client_type)
            if kind == "XdndEnter":
                source = server.create_resource_object("window", data[0])
                if data[1] & 1:
                    listed = source.get_full_property(atom("XdndTypeList"), Xatom.ATOM)
                    offered = list(listed.value) if listed else []
                else:
                    offered = [each for each in data[2:5] if each]
            elif kind == "XdndPosition":
                takes = atom("text/uri-list") in offered
                answer("XdndStatus", 1 if takes else 0, 0, 0, atom("XdndActionCopy") if takes else 0)
            elif kind == "XdndDrop":
                say(*(f"offered {server.get_atom_name(each)}" for each in offered))
                window.convert_selection(atom("XdndSelection"), atom("text/uri-list"), atom("MASTHEAD_DROP"), data[2])
                server.flush()
        elif happened.type == X.SelectionNotify:
            held = window.get_full_property(happened.property, X.AnyPropertyType) if happened.property else None
            addresses = bytes(held.value).decode().split() if held else []
            for address in addresses:
                say(f"uri {address}")
                parts = urllib.parse.urlsplit(address)
                if parts.scheme == "file":
                    with open(urllib.parse.unquote(parts.path), encoding="utf-8") as file:
                        say("text " + file.read())
            answer("XdndFinished", 1 if addresses else 0, atom("XdndActionCopy") if addresses else 0)
            say("end")


if __name__ == "__main__":
    main(sys.argv[1])
