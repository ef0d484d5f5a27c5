#!/usr/bin/env python3
"""What a large document's files cost the person who writes in it: the longest time for which the window does not answer while its draft is
written, while another program changes its file (a quiet reload), and while it is saved.

  file_bench.py [-n ROUNDS] PROGRAM FILE

The program is asked whether it is alive (_NET_WM_PING) all the time; the answer comes when its main loop gets to it. Nobody listens on
the accessibility bus. Prints ms: the worst of each round, then the median of the rounds and their maximum.
"""
import argparse
import pathlib
import statistics
import time

from Xlib import X, XK
from Xlib.ext import xtest

from desktop_bench import App, cpu
from resize_bench import answer_time, in_turn


class Writer:
    """A window with a large document, and a person in front of it."""

    def __init__(self, screen, command, document):
        self.screen, self.app = screen, App(screen, command, document)
        if self.app.win is None:
            raise SystemExit(f"no window of {command}")
        self.state = pathlib.Path(self.app.tmp, "home/.local/state/masthead/drafts")
        screen.root.change_attributes(event_mask=X.SubstructureNotifyMask)

    def rest(self):
        """Waits until the program has come to rest."""
        for _ in range(60):
            before = cpu(self.app.p.pid)
            time.sleep(1)
            if cpu(self.app.p.pid) - before < 0.03:
                return

    def key(self, name, *modifiers):
        display = self.screen.d
        codes = [display.keysym_to_keycode(XK.string_to_keysym(one)) for one in (*modifiers, name)]
        for code in codes:
            xtest.fake_input(display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(display, X.KeyRelease, code)
        display.flush()

    def longest(self, seconds, until=lambda: True):
        """The longest time without an answer, for so long at least and until something holds, in ms."""
        worst, began = 0.0, time.monotonic()
        while time.monotonic() - began < seconds or (not until() and time.monotonic() - began < 60):
            worst = max(worst, answer_time(self.screen, self.app.win, limit=30))
            time.sleep(0.001)
        return worst * 1000

    def draft_bytes(self):
        return sum(path.stat().st_size for path in self.state.glob("*")) if self.state.is_dir() else 0


def one_round(screen, command, document):
    size = pathlib.Path(document).stat().st_size
    writer = Writer(screen, command, document)
    try:
        path = pathlib.Path(writer.app.doc)
        writer.rest()
        found = {"at rest": writer.longest(2)}
        text = path.read_bytes()
        middle = text.index(b"\n", len(text) // 2)
        path.write_bytes(text[:middle] + b" changed by another program" + text[middle:])
        found["quiet reload, one line"] = writer.longest(3)
        path.write_bytes(text[: len(text) // 4] + b"x" + text[len(text) // 4: -100])
        found["quiet reload, three quarters"] = writer.longest(3)
        writer.rest()
        xtest.fake_input(screen.d, X.MotionNotify, x=420, y=400)
        for event in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(screen.d, event, 1)
        screen.d.sync()
        found["click"] = writer.longest(1)
        found["caret moved"] = max(one for _ in range(5) for one in [writer.key("Down"), writer.longest(0.5)] if one)
        writer.key("a")
        # The first draft is the whole text.
        found["first letter, whole draft"] = writer.longest(1.5, lambda: writer.draft_bytes() >= size // 2)
        worst = []
        for letter in "bcdefghij":
            writer.key(letter)
            worst.append(writer.longest(1.3))
        found["letters, each with a draft"] = max(worst)
        before = path.stat().st_mtime_ns
        writer.key("s", "Control_L")
        found["save"] = writer.longest(1.5, lambda: path.stat().st_mtime_ns != before)
        return found
    finally:
        writer.app.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("document")
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("--display", type=int, default=77)
    options = parser.parse_args()
    results = in_turn(
        options.display, options.n, [f"{options.program} --view editor {{}}", f"{options.program} {{}}"],
        lambda screen, command: one_round(screen, command, options.document))
    for command, rounds in results.items():
        print(command)
        for name in rounds[0]:
            values = [one[name] for one in rounds]
            print(f"  {name:32} median {statistics.median(values):7.1f}  worst {max(values):7.1f}")


if __name__ == "__main__":
    main()
