"""A Wayland display without hardware: mutter without a screen, driven through its remote desktop.

What cannot be had here: pictures (they would need a recorder), the place of a window (Wayland tells nobody; the tests make it maximized, so
that it is the whole screen), and a second program to drag into.
"""
import os
import pathlib
import subprocess
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

from . import tree  # noqa: E402
from .program import Program  # noqa: E402
from .waiting import Failure, wait  # noqa: E402

KEYSYMS = {"Return": 0xFF0D, "Escape": 0xFF1B, "Tab": 0xFF09, "BackSpace": 0xFF08, "Delete": 0xFFFF, "Home": 0xFF50, "Left": 0xFF51, "Up": 0xFF52,
           "Right": 0xFF53, "Down": 0xFF54, "End": 0xFF57, "Menu": 0xFF67, "ctrl": 0xFFE3, "shift": 0xFFE1, "alt": 0xFFE9,
           **{f"F{number}": 0xFFBD + number for number in range(1, 13)}}
BUTTONS = {1: 0x110, 2: 0x112, 3: 0x111}


class WaylandScreen:
    """The compositor. Understands those of xdotool's words that the tests use."""

    SERVICE = "org.gnome.Mutter.RemoteDesktop"
    display = "masthead-test"

    def __init__(self, width=1280, height=800):
        self.width, self.height = width, height
        self._log = open(os.path.join(os.environ["XDG_RUNTIME_DIR"], "mutter.log"), "wb")
        self._mutter = subprocess.Popen(
            ["mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor", f"{width}x{height}", "--wayland-display", self.display],
            env=dict(os.environ, GSETTINGS_BACKEND="memory"), stdout=self._log, stderr=self._log)
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._session = wait(self._open, "the compositor to start", 30)
        self._call("Start")
        self._place = (0, 0)
        self._call("NotifyPointerMotionRelative", GLib.Variant("(dd)", (-9999, -9999)))

    def _open(self):
        try:
            path = "/" + self.SERVICE.replace(".", "/")
            return self._bus.call_sync(self.SERVICE, path, self.SERVICE, "CreateSession", None, None, Gio.DBusCallFlags.NO_AUTO_START, 5000).unpack()[0]
        except GLib.Error:
            if self._mutter.poll() is not None:
                raise Failure("mutter ended") from None
            return None

    def _call(self, method, arguments=None):
        self._bus.call_sync(self.SERVICE, self._session, self.SERVICE + ".Session", method, arguments, None, Gio.DBusCallFlags.NONE, 5000)

    def _press(self, keysym, is_down):
        self._call("NotifyKeyboardKeysym", GLib.Variant("(ub)", (keysym, is_down)))

    def _button(self, button, is_down):
        self._call("NotifyPointerButton", GLib.Variant("(ib)", (BUTTONS[int(button)], is_down)))

    def _combination(self, words):
        keysyms = [KEYSYMS.get(word) or ord(word) for word in words.split("+")]
        for keysym in keysyms:
            self._press(keysym, True)
        for keysym in reversed(keysyms):
            self._press(keysym, False)
        time.sleep(0.03)

    def do(self, verb, *arguments):
        if verb == "mousemove":
            x, y = arguments
            self._call("NotifyPointerMotionRelative", GLib.Variant("(dd)", (x - self._place[0], y - self._place[1])))
            self._place = (x, y)
        elif verb in ("mousedown", "mouseup"):
            self._button(arguments[0], verb == "mousedown")
        elif verb == "click":
            times = arguments[arguments.index("--repeat") + 1] if "--repeat" in arguments else 1
            for _ in range(times):
                self._button(arguments[-1], True)
                self._button(arguments[-1], False)
                time.sleep(0.06)
        elif verb == "key":
            for words in arguments[2 if "--delay" in arguments else 0:]:
                self._combination(words)
        elif verb == "type":
            for character in arguments[-1]:
                self._combination("shift+" + character.lower() if character.isupper() else character)
        else:
            raise NotImplementedError(verb)
        return ""

    def picture(self, path, box=None):
        """There is no picture of a screen that nobody sees."""

    def start(self, command, environment, folder):
        environment = dict(environment, WAYLAND_DISPLAY=self.display, GDK_BACKEND="wayland")
        environment.pop("DISPLAY", None)
        # GNOME's own choice has no button to maximize with.
        keyfile = pathlib.Path(environment["XDG_CONFIG_HOME"]) / "glib-2.0/settings/keyfile"
        keyfile.parent.mkdir(parents=True, exist_ok=True)
        with open(keyfile, "a", encoding="utf-8") as settings:
            settings.write("[org/gnome/desktop/wm/preferences]\nbutton-layout='appmenu:minimize,maximize,close'\n")
        return WaylandProgram(self, command, environment, folder)

    def close(self):
        """Ends the compositor."""
        self._mutter.terminate()
        self._mutter.wait()
        self._log.close()


class WaylandProgram(Program):
    """A program whose window is maximized, for only then is it known where it is."""

    def wait_for_window(self, seconds=40.0):
        def look():
            if self.process.poll() is not None:
                raise Failure(f"the program ended with {self.process.returncode} before it had a window; it said:\n{self.said}")
            return self.windows()
        wait(look, "the program's window", seconds)

        def fill():
            # A window that is not yet drawn does not listen.
            if tree.box(self.windows()[0])[2:] == (self.screen.width, self.screen.height):
                return True
            if self.is_there("push button", "Maximize"):
                Atspi.Action.do_action(self.find("push button", "Maximize"), 0)
            return False
        wait(fill, "the window to be the whole screen", pause=0.5)
        # A click gives the window the keys: the compositor does not trust a new window to take them.
        self.screen.do("mousemove", self.screen.width // 4, self.screen.height - 60)
        time.sleep(0.3)
        self.screen.do("click", 1)
        self.find("text", "Text", focused=True)
        # mutter loses the first key of a keyboard that is new to a window.
        self.key("shift")
        return self

    def _bring_forward(self, node):
        """There is one window."""

    def box(self, node):
        if self._popover_of(node) is not None:
            raise NotImplementedError("Wayland does not tell where a popover is")
        return tree.box(node)
