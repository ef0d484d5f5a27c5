"""One run of the program under test, and a person's hands and eyes for it."""
import os
import pathlib
import signal
import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

from . import tree  # noqa: E402
from .waiting import Failure, wait  # noqa: E402

TOP_LEVEL = ("frame", "dialog", "window", "alert", "file chooser")
APPLICATION_ID = "io.github.masthead_editor.Masthead"


class Program:
    """The running program. Made by Desk.start()."""

    def __init__(self, screen, command, environment, folder):
        self.screen = screen
        self.words = pathlib.Path(folder) / "words.txt"
        self._output = open(self.words, "ab")
        self.process = subprocess.Popen(command, env=environment, cwd=folder, stdin=subprocess.DEVNULL, stdout=self._output,
                                        stderr=subprocess.STDOUT, start_new_session=True)

    # What is there

    @property
    def said(self):
        """What the program wrote to its outputs."""
        return self.words.read_text(errors="replace")

    @property
    def node(self):
        """The program's root in the accessibility tree, or None while it is not there."""
        desktop = Atspi.get_desktop(0)
        tree.forget_the_past(desktop)
        for application in tree.children(desktop):
            try:
                if application.get_process_id() == self.process.pid:
                    tree.forget_the_past(application)
                    return application
            except GLib.Error:
                pass
        return None

    def windows(self):
        """The accessible windows, dialogs included."""
        node = self.node
        return list(tree.children(node)) if node else []

    def x_windows(self):
        """The X identifiers of the visible windows, in no order that means anything."""
        found = self.screen.do("search", "--onlyvisible", "--pid", self.process.pid).split()
        managed = self.screen._ask("xprop", "-root", "_NET_CLIENT_LIST")
        ids = {int(part.strip(" ,"), 16) for part in managed.split("#")[-1].split(",") if part.strip().startswith("0x")}
        return [int(window) for window in found if int(window) in ids]

    def find(self, role=None, name=None, inside=None, seconds=10.0, **states):
        """Returns the first node that fits, waiting for it. `name` is a text or a function of the name."""
        def look():
            for root in ([inside] if inside else self.windows()):
                for node in tree.descendants(root):
                    if tree.matches(node, role, name, **states):
                        return node
            return None
        wanted = " ".join(filter(None, [role, repr(name) if isinstance(name, str) else name and "with a fitting name"]))
        return wait(look, f"a {wanted} {states or ''}", seconds)

    def is_there(self, role=None, name=None, inside=None, **states):
        """Tells whether such a node is there now."""
        return any(tree.matches(node, role, name, **states) for root in ([inside] if inside else self.windows()) for node in tree.descendants(root))

    # Where it is

    def wait_for_window(self, seconds=40.0):
        def look():
            if self.process.poll() is not None:
                raise Failure(f"the program ended with {self.process.returncode} before it had a window; it said:\n{self.said}")
            return self.x_windows() and self.windows()
        wait(look, "the program's window", seconds)
        return self

    def _window_of(self, node):
        """Returns the accessible window in which a node is, and the X window that shows it."""
        root = node
        while root is not None and tree.role(root) not in TOP_LEVEL:
            root = root.get_parent()
        if root is not None and len(self.windows()) > 1:
            # A window is in the accessibility tree some frames before it is on the screen; a click must not land in its neighbour.
            end = time.monotonic() + 3.0
            while not (named := self._shown_as(tree.name(root))) and time.monotonic() < end:
                time.sleep(0.03)
            if len(named) == 1:
                return root, named[0]
        candidates = self.x_windows()
        if not candidates:
            raise Failure("the program has no window on the screen")
        active = self._active()
        return root, active if active in candidates else candidates[0]

    def _shown_as(self, title):
        """Returns the X windows with a title."""
        return [window for window in self.x_windows() if self.screen.do("getwindowname", window).strip() == title]

    def _active(self):
        """Returns the X window that has the keyboard, or None."""
        active = self.screen.do("getactivewindow").strip()
        return int(active) if active.isdigit() else None

    def _margins(self, window, root):
        """Returns what of an X window lies left of and above what GTK calls the window: its shadow, or a plain border without one."""
        extents = [int(part) for part in self.screen.property(window, "_GTK_FRAME_EXTENTS").split(",") if part.strip().isdigit()]
        place = self.place(window)
        if extents:
            return extents[0], extents[2]
        _, _, width, height = tree.box(root) if root is not None else (0, 0, *place[2:])
        return max(0, place[2] - width) // 2, max(0, place[3] - height) // 2

    def place(self, window):
        """Returns where an X window is, as (x, y, width, height)."""
        values = dict(line.split("=") for line in self.screen.do("getwindowgeometry", "--shell", window).split() if "=" in line)
        return tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))

    def _popover_of(self, node):
        """Returns the contents of the innermost popover in which a node is, or None when it is in a window itself."""
        while node is not None and tree.role(node) not in TOP_LEVEL:
            if tree.name(node) == "GtkPopoverContent":
                return node
            node = node.get_parent()
        return None

    def _box_in_popover(self, node, top):
        """A popover is a window of its own that no manager knows; what GTK says of its place is not so, only places within it are."""
        managed = set(self.x_windows())
        x, y, width, height = tree.box(node)
        left, above, inner_width, inner_height = tree.box(top)
        for window in reversed(self.screen.do("search", "--onlyvisible", "--pid", self.process.pid).split()):
            place = self.place(int(window))
            if int(window) not in managed and place[2] >= inner_width and place[3] >= inner_height:
                # Shadow and arrow are around the inside, evenly to the left and right, and the arrow above or below.
                margin = (place[2] - inner_width) // 2
                return place[0] + margin + x - left, place[1] + place[3] - inner_height - margin + y - above, width, height
        raise Failure("the popover is not on the screen")

    def box(self, node):
        """Returns the node's (x, y, width, height) on the screen."""
        popover = self._popover_of(node)
        if popover is not None:
            return self._box_in_popover(node, popover)
        x, y, width, height = tree.box(node)
        root, window = self._window_of(node)
        left, top = self._margins(window, root)
        place = self.place(window)
        return place[0] + left + x, place[1] + top + y, width, height

    def pixels(self, node):
        """Returns what is to be seen of the node."""
        return self.screen.pixels(self.box(node))

    # Hands

    def key(self, *keys):
        """Presses keys in xdotool's notation: ctrl+s, Return, shift+Right."""
        self.screen.do("key", "--delay", 30, *keys)

    def type(self, text):
        """Types ASCII text; a new line is the Return key."""
        for index, line in enumerate(text.split("\n")):
            if index:
                self.key("Return")
            if line:
                self.screen.do("type", "--delay", 12, "--", line)

    def _bring_forward(self, node):
        """Windows lie over each other: what is clicked is what lies on top."""
        if self._popover_of(node) is None and len(self.x_windows()) > 1:
            _, window = self._window_of(node)
            if self._active() != window:
                self.screen.do("windowactivate", "--sync", window)

    def click(self, node, button=1, times=1):
        """Clicks into the middle of a node."""
        self._bring_forward(node)
        x, y, width, height = self.box(node)
        self.screen.do("mousemove", x + width // 2, y + height // 2)
        time.sleep(0.05)
        self.screen.do("click", "--repeat", times, "--delay", 60, button)

    def drag(self, start, end, steps=30, lets_go=True):
        """Drags from one point of the screen to another, slowly enough for both sides to notice, and lets go there."""
        self.screen.do("mousemove", *start)
        time.sleep(0.1)
        self.screen.do("mousedown", 1)
        time.sleep(0.1)
        for step in range(1, steps + 1):
            self.screen.do("mousemove", start[0] + (end[0] - start[0]) * step // steps, start[1] + (end[1] - start[1]) * step // steps)
            time.sleep(0.015)
        time.sleep(0.25)
        if lets_go:
            self.screen.do("mouseup", 1)

    def resize(self, width, height):
        """Gives the first window this size and waits until it has it."""
        root, window = self._window_of(self.windows()[0])
        left, top = self._margins(window, root)
        self.screen.do("windowsize", "--sync", window, width + 2 * left, height + 2 * top)
        wait(lambda: abs(tree.box(self.windows()[0])[2] - width) <= 2, f"the window to be {width} wide")

    def activate_window(self):
        self.screen.do("windowactivate", "--sync", self.x_windows()[0])

    # The session bus

    def call(self, path, interface, method, parameters=None, reply=None):
        bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        return bus.call_sync(APPLICATION_ID, path, interface, method, parameters, GLib.VariantType(reply) if reply else None,
                             Gio.DBusCallFlags.NO_AUTO_START, 10000)

    @staticmethod
    def _object(scope, window):
        base = "/" + APPLICATION_ID.replace(".", "/")
        return base if scope == "app" else f"{base}/window/{window}"

    def actions(self, scope="win", window=1):
        """Returns the actions as a dictionary: name → (enabled, state or None)."""
        answer = self.call(self._object(scope, window), "org.gtk.Actions", "DescribeAll", reply="(a{s(bgav)})").unpack()[0]
        return {name: (enabled, state[0] if state else None) for name, (enabled, _, state) in answer.items()}

    def act(self, name, parameter=None, window=1):
        """Activates an action: act("win.save"), act("win.view-mode", GLib.Variant("s", "split"))."""
        scope, action = name.split(".", 1)
        arguments = GLib.Variant("(sava{sv})", (action, [parameter] if parameter is not None else [], {}))
        self.call(self._object(scope, window), "org.gtk.Actions", "Activate", arguments)

    # The end

    def wait_for_end(self, seconds=10.0):
        """Waits until the program has ended by itself and returns its exit status."""
        wait(lambda: self.process.poll() is not None, "the program to end", seconds)
        return self.process.returncode

    def stop(self):
        """Ends the program as a log-out does, and fails when it does not end well within 2 s."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self.kill()
                raise Failure("the program did not end on SIGTERM") from None
            if self.process.returncode != 0:
                raise Failure(f"the program ended with {self.process.returncode} on SIGTERM")
        self._output.close()

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
