#!/usr/bin/env python3
"""Finds, replaces, outlines, spells and types in large documents, and asks the program all the time whether it is alive.

  finding_bench.py [-n ROUNDS] PROGRAM [find|outline|spelling|lines]…

find      100,000 matches in 2.1 MB: from the last letter to the right count, Replace All, its undo
outline   20,000 headings: scrolling through them with the wheel, filtering letter by letter
spelling  1 MB of prose: a key with the check of spelling and without it
lines     a word of 200,000 characters, a picture of 500 kB in the text, 1 MB of prose in one line: a key in that line and in another one

"No answer" is the longest time for which the main loop left a question (_NET_WM_PING) unanswered; what took a time ended with the first
picture that is like the last one. Medians of the rounds, in ms.
"""
import argparse
import os
import statistics
import tempfile
import time

import numpy as np
from Xlib import X, XK
from Xlib.ext import xtest

from desktop_bench import App, Screen, q
from resize_bench import answer_time, maximize

HOLD = {"ctrl": XK.XK_Control_L, "alt": XK.XK_Alt_L, "shift": XK.XK_Shift_L}
NAMED = {" ": XK.XK_space, "Tab": XK.XK_Tab, "Escape": XK.XK_Escape, "F9": XK.XK_F9, "BackSpace": XK.XK_BackSpace, "Return": XK.XK_Return, "Down": XK.XK_Down, "End": XK.XK_End, "Home": XK.XK_Home}


class Hands:
    """Keys and pointer on a screen, and questions to the window."""

    def __init__(self, screen, app):
        self.screen, self.app, self.d = screen, app, screen.d
        screen.root.change_attributes(event_mask=X.SubstructureNotifyMask)

    def key(self, chord):
        *held, last = chord.split("+")
        codes = [self.d.keysym_to_keycode(HOLD[name]) for name in held]
        codes.append(self.d.keysym_to_keycode(NAMED.get(last) or XK.string_to_keysym(last)))
        for code in codes:
            xtest.fake_input(self.d, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.d, X.KeyRelease, code)
        self.d.sync()

    def wheel(self, button):
        xtest.fake_input(self.d, X.ButtonPress, button)
        xtest.fake_input(self.d, X.ButtonRelease, button)
        self.d.sync()

    def move(self, x, y):
        xtest.fake_input(self.d, X.MotionNotify, x=x, y=y)
        self.d.sync()

    def click(self, x, y):
        self.move(x, y)
        self.wheel(1)
        # The window manager sees a press first and hands it on; a key that is pressed meanwhile would overtake it.
        time.sleep(0.5)

    def wait(self):
        """How long the window takes to answer, in ms."""
        return answer_time(self.screen, self.app.win, limit=30) * 1000

    def watch(self, seconds):
        """The answers of a time."""
        waits, end = [], time.monotonic() + seconds
        while time.monotonic() < end:
            waits.append(self.wait())
            time.sleep(0.002)
        return waits

    def until_still(self, box, began, seconds, rest=0.7, first=None):
        """When a part of the screen got its last look, in ms since `began`, and the answers meanwhile: waits until nothing has changed for
        `rest`, and something has since `first`."""
        last, changed, waits = first, began, []
        while time.monotonic() - began < seconds:
            waits.append(self.wait())
            now = self.screen.grab(*box)
            if last is None or not np.array_equal(now, last):
                last, changed = now.copy(), time.monotonic()
            elif changed > began and time.monotonic() - changed > rest:
                break
        return (changed - began) * 1000, waits


def open_document(screen, program, text, settings=""):
    folder = tempfile.mkdtemp(prefix="finding-")
    path = os.path.join(folder, "document.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(folder, "keyfile"), "w", encoding="utf-8") as file:
        file.write("[io/github/masthead_editor/Masthead]\n" + settings)
    os.environ["GSETTINGS_BACKEND"] = "keyfile"
    app = App(screen, f"/bin/sh -c 'mkdir -p $HOME/.config/glib-2.0/settings; cp {folder}/keyfile $HOME/.config/glib-2.0/settings/; exec {program}'", path)
    if app.win is None:
        raise SystemExit("no window")
    hands = Hands(screen, app)
    maximize(app)
    time.sleep(2)
    hands.until_still((0, 0, 1280, 800), time.monotonic(), 30, rest=2)
    return app, hands


def find(screen, program):
    app, hands = open_document(screen, program + " --view editor {}", "The quick brown fox.\n" * 100_000)
    try:
        hands.click(640, 500)
        hands.key("ctrl+Home")
        hands.key("ctrl+h")
        time.sleep(1)
        result = {}
        for letter in "fo":
            hands.key(letter)
            hands.watch(0.5)
        # The count is at the end of the bar's first line.
        bar = (0, 40, 1280, 60)
        hands.watch(1)
        before = screen.grab(*bar).copy()
        began = time.monotonic()
        hands.key("x")
        result["count"], waits = hands.until_still(bar, began, 10, first=before)
        result["no answer, counting"] = max(waits)
        hands.key("Tab")
        waits = []
        for letter in "wolf":
            hands.key(letter)
            waits += hands.watch(0.25)
        result["no answer, previewing"] = max(waits)
        if os.environ.get("BENCH_SHOT"):
            os.system(f"import -display {screen.name} -window root {os.environ['BENCH_SHOT']}-preview.png")
        text = (100, 300, 900, 400)
        before = screen.grab(*text).copy()
        began = time.monotonic()
        hands.key("alt+a")
        result["replace all"], waits = hands.until_still(text, began, 20, first=before)
        result["no answer, replacing"] = max(waits)
        assert not np.array_equal(before, screen.grab(*text)), "nothing was replaced"
        hands.key("Escape")
        time.sleep(2)
        before = screen.grab(*text).copy()
        began = time.monotonic()
        hands.key("ctrl+z")
        result["undo"], waits = hands.until_still(text, began, 20, first=before)
        result["no answer, undoing"] = max(waits)
        if os.environ.get("BENCH_SHOT"):
            os.system(f"import -display {screen.name} -window root {os.environ['BENCH_SHOT']}-undone.png")
        return result
    finally:
        app.close()


def outline(screen, program):
    text = "".join(f"{'#' * (1 + number % 4)} Section {number} of things\n\nA line about {number}.\n\n" for number in range(20_000))
    app, hands = open_document(screen, program + " --view editor {}", text)
    try:
        hands.click(640, 500)
        hands.key("F9")
        hands.watch(3)
        result = {}
        hands.move(120, 500)
        waits, frames = [], []
        for step in range(400):
            hands.wheel(5)
            frames.append(hands.wait())
            time.sleep(0.016)
        waits = frames
        result["scroll p50"], result["scroll p95"], result["scroll, longest"] = q(waits, 0.5), q(waits, 0.95), max(waits)
        hands.key("F9")
        hands.watch(0.5)
        hands.key("F9")
        hands.watch(1)
        # The filter is the pane's entry: the focus comes there by a click.
        hands.click(130, 75)
        hands.watch(0.5)
        waits = []
        for letter in ["s", "e", "c", " ", "1", "9", "9", "9"] + ["BackSpace"] * 8:
            hands.key(letter)
            waits += hands.watch(0.4)
        if os.environ.get("BENCH_SHOT"):
            os.system(f"import -display {screen.name} -window root {os.environ['BENCH_SHOT']}-outline.png")
        result["filter p99"], result["filter, longest"] = q(waits, 0.99), max(waits)
        return result
    finally:
        app.close()


WORDS = "the house under a tree was built of wood and stone by people who came from far away to live quietly near water".split()


def prose(size):
    parts, length, state = [], 0, 1
    while length < size:
        words = []
        for _ in range(80):
            state = (state * 1103515245 + 12345) % 2**31
            # One word in twelve is in no dictionary.
            words.append(WORDS[state // 65536 % len(WORDS)] if state // 3 % 12 else f"x{chr(97 + state % 26)}q{chr(97 + state // 7 % 26)}z")
        parts.append(" ".join(words) + ".\n\n")
        length += len(parts[-1])
    return "".join(parts)


def spelling(screen, program):
    result = {}
    for name, setting in (("off", "false"), ("on", "true")):
        app, hands = open_document(screen, program + " --view editor {}", prose(1_000_000), f"check-spelling={setting}\nspelling-language='en_US'\n")
        try:
            hands.click(640, 400)
            time.sleep(1)
            waits = []
            for index in range(250):
                hands.key("thequick brown fox"[index % 18])
                waits.append(hands.wait())
                time.sleep(0.06)
            if os.environ.get("BENCH_SHOT"):
                os.system(f"import -display {screen.name} -window root {os.environ['BENCH_SHOT']}-spelling-{name}.png")
            result[f"{name} p50"], result[f"{name} p95"] = q(waits[50:], 0.5), q(waits[50:], 0.95)
        finally:
            app.close()
    result["more, p95"] = result["on p95"] - result["off p95"]
    return result


def lines(screen, program):
    result = {}
    shapes = {"word": "x" * 200_000, "picture": "![](data:image/png;base64," + "iVBORw0KGgoAAAA" * 33_000 + ")", "prose": "some words of prose " * 50_000}
    for name, line in shapes.items():
        app, hands = open_document(screen, program + " --view editor {}", f"# Long\n\n{line}\n\nend\n")
        try:
            hands.key("ctrl+Home")
            for place, keys in (("another line", []), ("the line", ["Down", "Down"])):
                for key in keys:
                    hands.key(key)
                hands.watch(1)
                waits = []
                for letter in "thequick":
                    hands.key(letter)
                    waits.append(hands.wait())
                    hands.watch(0.3)
                result[f"{name}, key in {place}"] = max(waits)
        finally:
            app.close()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("parts", nargs="*", default=["find", "outline", "spelling", "lines"])
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("--display", type=int, default=81)
    options = parser.parse_args()
    screen = Screen(options.display)
    try:
        for part in options.parts:
            rounds = [globals()[part](screen, options.program) for _ in range(options.n)]
            for key in rounds[0]:
                print(f"{part:9} {key:28} {statistics.median(one[key] for one in rounds):8.1f}", flush=True)
    finally:
        screen.close()


if __name__ == "__main__":
    main()
