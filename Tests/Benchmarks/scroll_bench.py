#!/usr/bin/env python3
"""Goes through a document in the real window and times every frame that is painted meanwhile.

  scroll_bench.py [-n ROUNDS] [--part drag|hold|wheel|type|divide]… FILE 'masthead --view preview {}' 'masthead {}' …

open   the file is opened; the frames until nothing is to be done any more
drag   the scroll bar of the rightmost pane is dragged from the top to the bottom, 600 steps in 10 s
hold   Page Down is held in the rightmost pane until the end
wheel  the wheel is turned over the rightmost pane, 600 steps in 10 s
type   60 letters in the middle of the leftmost pane
divide the bar between two panes is dragged a third of the window to the left, to the right and back, 600 steps in 10 s; for windows with two

For each: frames, and what they take by the clock (p50, p99, longest) and of the main thread's own time (p99, longest), from the first event
that a frame serves to the last pixel sent; and the longest time for which the program left a question unanswered (_NET_WM_PING). In ms.
The frames are timed by frames.so (frames.c), loaded before the program, which knows nothing of it.
"""
import argparse
import math
import os
import pathlib
import statistics
import tempfile
import time

from Xlib import X, XK
from Xlib.ext import xtest

from desktop_bench import App, q
from resize_bench import answer_time, in_turn, maximize

FRAMES = pathlib.Path(__file__).resolve().parents[2] / ".build/frames.so"
RIGHT, TOP, BOTTOM = 1280, 50, 796


class Hand:
    def __init__(self, screen):
        self.display = screen.d

    def move(self, x, y):
        xtest.fake_input(self.display, X.MotionNotify, x=x, y=y)
        self.display.sync()

    def press(self, button, down=True):
        xtest.fake_input(self.display, X.ButtonPress if down else X.ButtonRelease, button)
        self.display.sync()

    def click(self, button=1):
        self.press(button)
        self.press(button, False)

    def key(self, name, down):
        code = self.display.keysym_to_keycode(XK.string_to_keysym(name))
        xtest.fake_input(self.display, X.KeyPress if down else X.KeyRelease, code)
        self.display.sync()


class Watch:
    """What the program painted, and how long it did not answer, since this was made."""

    def __init__(self, screen, app, path):
        self.screen, self.app, self.path = screen, app, path
        self.began, self.waits = time.monotonic() * 1e6, []

    def ask(self):
        self.waits.append(answer_time(self.screen, self.app.win, limit=60))

    def rest(self, seconds=1.0):
        """Waits until nothing has been painted for a while."""
        end = time.monotonic() + 20
        while time.monotonic() < end:
            self.ask()
            frames = self.frames()
            if time.monotonic() * 1e6 - max([self.began] + [begin + took for begin, took, _ in frames]) > seconds * 1e6:
                return
            time.sleep(0.01)

    def frames(self):
        lines = [line.split() for line in self.path.read_text().splitlines()]
        return [tuple(map(float, line)) for line in lines if len(line) == 3 and float(line[0]) > self.began]

    def figures(self):
        frames = self.frames() or [(0, 0, 0)]
        took, own = [frame[1] / 1000 for frame in frames], [frame[2] / 1000 for frame in frames]
        return dict(frames=len(took), p50=q(took, 0.5), p99=q(took, 0.99), longest=max(took), own_p99=q(own, 0.99), own_longest=max(own),
                    no_answer=max(self.waits) * 1000)


def drag(hand, watch, seconds=10.0, steps=600):
    # The bar shows itself to a pointer that comes near.
    for x in range(RIGHT - 60, RIGHT - 5, 2):
        hand.move(x, TOP + 20)
        time.sleep(0.02)
    time.sleep(0.7)
    hand.press(1)
    began = time.monotonic()
    for step in range(1, steps + 1):
        hand.move(RIGHT - 6, TOP + 20 + (BOTTOM - TOP) * step // steps)
        if step % 5 == 0:
            watch.ask()
        time.sleep(max(0, began + seconds * step / steps - time.monotonic()))
    hand.press(1, False)


def hold(hand, watch):
    hand.move(RIGHT - 200, 400)
    hand.click()
    hand.key("Page_Down", True)
    seen, since = None, time.monotonic()
    while time.monotonic() - since < 1.5:
        watch.ask()
        if (now := watch.screen.grab(RIGHT - 500, 100, 460, 600).tobytes()) != seen:
            seen, since = now, time.monotonic()
        time.sleep(0.02)
    hand.key("Page_Down", False)


def wheel(hand, watch, seconds=10.0, steps=600):
    hand.move(RIGHT - 200, 400)
    began = time.monotonic()
    for step in range(1, steps + 1):
        hand.click(5)
        if step % 5 == 0:
            watch.ask()
        time.sleep(max(0, began + seconds * step / steps - time.monotonic()))


def write(hand, watch):
    hand.move(300, 400)
    hand.click()
    for letter in "thequickbrownfox" * 4:
        hand.key(letter, True)
        hand.key(letter, False)
        watch.ask()
        time.sleep(0.1)


def divide(hand, watch, seconds=10.0, steps=600):
    middle, way = RIGHT // 2, RIGHT // 3
    hand.move(middle, 400)
    time.sleep(0.3)
    hand.press(1)
    began = time.monotonic()
    for step in range(1, steps + 1):
        hand.move(middle + round(way * math.sin(2 * math.pi * step / steps)), 400)
        if step % 5 == 0:
            watch.ask()
        time.sleep(max(0, began + seconds * step / steps - time.monotonic()))
    hand.press(1, False)


PARTS = {"drag": drag, "hold": hold, "wheel": wheel, "type": write, "divide": divide}


def one_round(screen, command, document, parts):
    with tempfile.TemporaryDirectory(prefix="bench-frames-") as folder:
        path = pathlib.Path(folder) / "frames"
        path.touch()
        began = time.monotonic() * 1e6
        app = App(screen, f"env LD_PRELOAD={FRAMES} MASTHEAD_FRAMES={path} {command}", document)
        try:
            if app.win is None:
                raise SystemExit(f"no window of {command}")
            screen.root.change_attributes(event_mask=X.SubstructureNotifyMask)
            results, hand = {}, Hand(screen)
            watch = Watch(screen, app, path)
            watch.began = began
            watch.rest(2.0)
            results["open"] = watch.figures()
            maximize(app)
            for part in parts:
                Watch(screen, app, path).rest()
                watch = Watch(screen, app, path)
                PARTS[part](hand, watch)
                watch.rest()
                results[part] = watch.figures()
                if shot := os.environ.get("BENCH_SHOT"):
                    os.system(f"import -display {screen.name} -window root {shot}-{part}.png")
                hand.key("Control_L", True)
                hand.key("Home", True)
                hand.key("Home", False)
                hand.key("Control_L", False)
            return results
        finally:
            app.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("document")
    parser.add_argument("commands", nargs="+")
    parser.add_argument("-n", type=int, default=2)
    parser.add_argument("--part", action="append", choices=list(PARTS))
    parser.add_argument("--display", type=int, default=81)
    options = parser.parse_args()
    parts = options.part or list(PARTS)[:3]
    results = in_turn(options.display, options.n, options.commands, lambda screen, command: one_round(screen, command, options.document, parts))
    for command, rounds in results.items():
        for part in rounds[0]:
            line = "  ".join(f"{name} {statistics.median(one[part][name] for one in rounds):6.1f}" for name in rounds[0][part])
            print(f"{command[-40:]:40} {part:5}  {line}")


if __name__ == "__main__":
    main()
