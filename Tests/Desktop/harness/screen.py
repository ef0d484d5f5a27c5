"""The screen: an X server without hardware, a window manager and a compositor."""
import os
import subprocess

from .waiting import wait


class Screen:
    """One private X display. Everything that is started is ended by close()."""

    def __init__(self, width=1280, height=800):
        self.width, self.height = width, height
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.name = ":" + answer.readline().strip()
        if self.name == ":":
            raise RuntimeError("Xvfb did not start")
        environment = dict(os.environ, DISPLAY=self.name)
        quiet = dict(env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._manager = subprocess.Popen(["openbox"], **quiet)
        # Without a compositor a popover has a black box around it.
        self._compositor = subprocess.Popen(["xcompmgr"], **quiet)
        wait(lambda: "WINDOW" in self._ask("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), "the window manager to start")

    def _ask(self, *command):
        return subprocess.run(command, env=dict(os.environ, DISPLAY=self.name), capture_output=True, text=True, check=False).stdout

    def do(self, *arguments):
        """Runs xdotool and returns what it prints."""
        return self._ask("xdotool", *map(str, arguments))

    def property(self, window, name):
        """Returns the value of a window's property as xprop prints it, or an empty text."""
        answer = self._ask("xprop", "-id", str(window), name)
        return answer.split("=", 1)[1].strip() if "=" in answer else ""

    def picture(self, path, box=None):
        """Saves what is on the screen, or in the box (x, y, width, height) of it, as a PNG."""
        subprocess.run(["import", "-silent", "-window", "root", *_crop(box), str(path)], env=dict(os.environ, DISPLAY=self.name), check=False)

    def pixels(self, box=None):
        """Returns what is on the screen, or in the box of it, as bytes: red, green, blue, row by row."""
        return subprocess.run(["import", "-silent", "-window", "root", *_crop(box), "-depth", "8", "rgb:-"],
                              env=dict(os.environ, DISPLAY=self.name), capture_output=True, check=True).stdout

    def start(self, command, environment, folder):
        """Starts a program on this screen."""
        from .program import Program
        return Program(self, command, environment, folder)

    def close(self):
        for process in (self._compositor, self._manager, self._server):
            process.terminate()
            process.wait()


def _crop(box):
    return ["-crop", "{2}x{3}+{0}+{1}".format(*box), "+repage"] if box else []
