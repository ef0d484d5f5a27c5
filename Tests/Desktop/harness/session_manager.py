"""A session manager as a desktop has one, in a process of its own: on the bus, with a client that it can end.

Reads commands (query, end, stop) from its input, a line each, and prints what its client says.
"""
import sys

from gi.repository import Gio, GLib

CLIENT = "/org/gnome/SessionManager/Client1"
PRIVATE = "org.gnome.SessionManager.ClientPrivate"
DESCRIPTION = """
<node><interface name='org.gnome.SessionManager'>
  <method name='RegisterClient'><arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='o' direction='out'/></method>
  <method name='UnregisterClient'><arg type='o' direction='in'/></method>
  <method name='Inhibit'><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='s' direction='in'/><arg type='u' direction='in'/><arg type='u' direction='out'/></method>
  <method name='Uninhibit'><arg type='u' direction='in'/></method>
  <property name='SessionIsActive' type='b' access='read'/>
</interface>
<interface name='org.gnome.SessionManager.ClientPrivate'>
  <method name='EndSessionResponse'><arg type='b' direction='in'/><arg type='s' direction='in'/></method>
  <signal name='QueryEndSession'><arg type='u'/></signal><signal name='EndSession'><arg type='u'/></signal><signal name='Stop'/>
</interface></node>"""


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    loop = GLib.MainLoop()

    def called(_bus, _sender, _path, _interface, method, parameters, invocation):
        print(method, *parameters.unpack(), flush=True)
        # The accessibility bus registers, too, and must outlive the program that the test ends.
        mine = method == "RegisterClient" and "masthead" in parameters.unpack()[0].lower()
        answers = {"RegisterClient": GLib.Variant("(o)", (CLIENT if mine else CLIENT + "Other",)), "Inhibit": GLib.Variant("(u)", (1,))}
        invocation.return_value(answers.get(method))

    node = Gio.DBusNodeInfo.new_for_xml(DESCRIPTION)
    for path, interface in (("/org/gnome/SessionManager", node.interfaces[0]), (CLIENT, node.interfaces[1])):
        bus.register_object(path, interface, called, lambda *_: GLib.Variant("b", True), None)
    Gio.bus_own_name_on_connection(bus, "org.gnome.SessionManager", Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)

    def commanded(source, _condition):
        line = source.readline()
        if not line:
            loop.quit()
            return False
        signal, value = {"query": ("QueryEndSession", GLib.Variant("(u)", (0,))), "end": ("EndSession", GLib.Variant("(u)", (0,))), "stop": ("Stop", None)}[line.strip()]
        bus.emit_signal(None, CLIENT, PRIVATE, signal, value)
        return True
    GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, commanded)
    loop.run()


main()
