"""Runs one file of tests on a screen and a session bus of its own.

A test is a function test_*(desk). It starts the program with desk.start(…) and speaks of what it sees by accessible names. Whatever it
raises is a failure, but Skip. `desk` ends everything that it started; a program that wrote a warning or an error has failed, too.
"""
import argparse
import contextlib
import importlib.util
import inspect
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

TOP = pathlib.Path(__file__).resolve().parents[3]
SHARED = pathlib.Path(os.environ.get("MASTHEAD_SHARED", TOP.parent / "shared"))

# Words of the libraries that say nothing about the program: no portal and no settings daemon run in a test, and GTK 4.8 computes
# negative widths for cut labels in libadwaita's own windows.
HARMLESS = re.compile(r"xdg-desktop-portal|org\.freedesktop\.portal|Unable to acquire session bus|Failed to open display|"
                      r"GtkLabel .* reported min width -|GVFS-RemoteVolumeMonitor|Unknown key gtk-modules|dconf|MESA|libEGL|Vulkan|\[AT-SPI\]")
# Faults that are known and not yet mended. They are printed with the test that met them, so that nobody forgets them:
# - A scroll bar that is moved while GTK paints stays blank for that frame (seen when paging through long documents).
KNOWN = re.compile(r"Trying to snapshot GtkGizmo ")
ALARMING = re.compile(r"(WARNING|CRITICAL|ERROR)\s*\*\*|Fatal error|Assertion failed|\*\* \(.*(WARNING|CRITICAL)")


class Skip(Exception):
    """The test cannot run here, and says why. In CI that is a failure."""


class Desk:
    """What a test works with: a folder of its own, the screen, and programs."""

    def __init__(self, screen, program, folder):
        self.screen, self.program, self.folder = screen, program, pathlib.Path(folder)
        self.home = self.folder / "home"
        self.programs = []
        for part in (".config/gtk-4.0", ".local/share", ".local/state", ".cache", "Documents"):
            (self.home / part).mkdir(parents=True)
        (self.home / ".config/gtk-4.0/settings.ini").write_text("[Settings]\ngtk-font-name=Cantarell 11\ngtk-cursor-blink=false\ngtk-enable-animations=false\n")

    def environment(self, **more):
        """The environment in which programs run: nothing of the person's own."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "MASTHEAD_", "LC_", "GTK_"))}
        home = self.home
        environment.update(
            HOME=str(home), XDG_CONFIG_HOME=str(home / ".config"), XDG_DATA_HOME=str(home / ".local/share"),
            XDG_STATE_HOME=str(home / ".local/state"), XDG_CACHE_HOME=str(home / ".cache"), XDG_RUNTIME_DIR=os.environ["XDG_RUNTIME_DIR"],
            XDG_DATA_DIRS="/usr/local/share:/usr/share", LC_ALL="C.UTF-8", LANGUAGE="", GSETTINGS_BACKEND="keyfile", GSK_RENDERER="cairo",
            LIBGL_ALWAYS_SOFTWARE="1", G_DEBUG="fatal-criticals", MASTHEAD_STATE_DIR=str(home / ".local/state/masthead"), GTK_USE_PORTAL="0")
        if os.environ.get("DISPLAY"):
            # Else GTK takes an input method that happens to be installed. (A Wayland compositor brings its own.)
            environment["GTK_IM_MODULE"] = "gtk-im-context-simple"
        environment.update(more)
        return environment

    def start(self, *arguments, program=None, window=True, **environment):
        """Starts the program with arguments and waits for its window."""
        command = [program or self.program, *map(str, arguments)]
        started = self.screen.start(command, self.environment(**environment), str(self.folder))
        self.programs.append(started)
        if window:
            started.wait_for_window()
        return started

    def command(self, *arguments, seconds=20, **environment):
        """Runs the program to its end, as in a terminal; returns a CompletedProcess with texts."""
        return subprocess.run([self.program, *map(str, arguments)], env=self.environment(**environment), cwd=self.folder, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False)

    def file(self, name, content):
        """Makes a file in the test's folder and returns its path."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def real(self, name):
        """Copies a document of the corpus into the test's folder and returns the copy's path."""
        source = SHARED / "data/real" / name
        if not source.exists():
            raise Skip(f"the corpus of real documents is not there: {source}; MASTHEAD_SHARED tells where it is")
        path = self.folder / source.name
        shutil.copy(source, path)
        path.chmod(0o644)
        return path

    def wait_for_draft(self, part):
        """Waits until a draft in the state folder holds a text: from then on a crash cannot take it."""
        from .waiting import wait
        part = part.encode()
        drafts = self.home / ".local/state/masthead"
        wait(lambda: any(part in file.read_bytes() for file in drafts.glob("**/drafts/*") if file.is_file()), f"a draft with {part!r}")

    def finish(self):
        """Ends what still runs and returns what went wrong while doing so."""
        troubles = []
        for program in self.programs:
            try:
                program.stop()
            except AssertionError as trouble:
                troubles.append(str(trouble))
            for line in program.said.splitlines():
                if KNOWN.search(line):
                    print(f"     known: {line}", flush=True)
                elif ALARMING.search(line) and not HARMLESS.search(line):
                    troubles.append(f"the program said: {line}")
        return troubles

    def keep(self, place):
        """Keeps a picture of the screen, the accessibility tree and the programs' words for whoever looks into a failure."""
        from . import tree
        place.mkdir(parents=True, exist_ok=True)
        self.screen.picture(place / "screen.png")
        for index, program in enumerate(self.programs):
            (place / f"words-{index}.txt").write_text(program.said)
            if program.process.poll() is None:
                (place / f"tree-{index}.txt").write_text("\n".join(tree.outline(window) for window in program.windows()))


@contextlib.contextmanager
def private_session(kind="x11", width=1280, height=800):
    """Gives a screen with a session bus of its own, and points this process's environment at both."""
    from .screen import Screen
    runtime = tempfile.mkdtemp(prefix="masthead-run-")
    screen = bus = None
    try:
        os.environ["XDG_RUNTIME_DIR"] = runtime
        for key in ("DISPLAY", "WAYLAND_DISPLAY", "GNOME_ACCESSIBILITY", "AT_SPI_BUS_ADDRESS"):
            os.environ.pop(key, None)
        if kind == "x11":
            screen = Screen(width, height)
            os.environ["DISPLAY"] = screen.name
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
        # The libraries read the environment when they are loaded, so whatever uses them is loaded only now.
        import gi
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        Atspi.init()
        Atspi.set_timeout(3000, 5000)
        if kind == "wayland":
            from .wayland import WaylandScreen
            screen = WaylandScreen(width, height)
        yield screen
    finally:
        if screen:
            screen.close()
        if bus:
            bus.terminate()
            bus.wait()
        shutil.rmtree(runtime, ignore_errors=True)


def run_test(function, screen, program, kept, label):
    """Runs one test and returns "passed", "failed" or "skipped"."""
    started = time.monotonic()
    trouble, verdict = "", "passed"
    with tempfile.TemporaryDirectory(prefix="masthead-desk-", ignore_cleanup_errors=True) as folder:
        desk = Desk(screen, program, folder)
        try:
            function(desk)
        except Skip as reason:
            verdict, trouble = ("failed" if os.environ.get("CI") else "skipped"), str(reason)
        except Exception:  # noqa: BLE001 a test may fail in any way
            verdict, trouble = "failed", traceback.format_exc(limit=-6)
        if verdict == "failed":
            desk.keep(kept / label)
        endings = desk.finish()
        if endings and verdict == "passed":
            verdict, trouble = "failed", "\n".join(endings)
            desk.keep(kept / label)
    seconds = time.monotonic() - started
    print(f"{'ok  ' if verdict == 'passed' else verdict.upper()[:4]} {label} ({seconds:.1f} s)", flush=True)
    if trouble:
        print("     " + trouble.strip().replace("\n", "\n     "), flush=True)
    return verdict


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("patterns", nargs="*")
    parser.add_argument("--program", required=True)
    parser.add_argument("--kept", required=True)
    options = parser.parse_args()
    path, kept = pathlib.Path(options.file), pathlib.Path(options.kept)

    counts = {"passed": 0, "failed": 0, "skipped": 0}
    # A file that says SESSION = "wayland" in its first lines has its tests run there.
    kind = "wayland" if 'SESSION = "wayland"' in path.read_text() else "x11"
    with private_session(kind) as screen:
        specification = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            label = f"{path.stem}.{name}"
            if name.startswith("test_") and (not options.patterns or any(pattern in label for pattern in options.patterns)):
                counts[run_test(function, screen, options.program, kept, label)] += 1
    print("counts", *counts.values())
    sys.exit(1 if counts["failed"] else 0)


if __name__ == "__main__":
    main()
