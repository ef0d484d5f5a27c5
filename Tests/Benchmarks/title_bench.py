#!/usr/bin/env python3
"""Measures what a person waits for at the title and in the search, from outside: real presses and keys, pixels, and the main loop's answers.

  title_bench.py popover [-n ROUNDS] [--times N] FILE 'CMD {}' …
  title_bench.py search  [-n ROUNDS] [--words W…] FILE 'CMD {}' …

popover  from the release of the button on the title until the popover's first pixels, and until its last (ms)
search   Ctrl+E, then one word after another by single keys: from each key to the letter's own pixels in the field (letter), to the first changed
         pixels of the suggestions (first), to the last change of either within the next second (all), and how long the main loop left a
         question unanswered meanwhile (silence) (ms)
"""
import argparse
import statistics
import time

from Xlib import X, XK
from Xlib.ext import damage, xtest

from desktop_bench import App, Screen, cpu, q
from resize_bench import answer_time, in_turn, maximize

TITLE = (120, 24)
POPOVER = (30, 60, 260, 260)
FIELD = (720, 14, 300, 28)
SUGGESTIONS = (880, 100, 220, 260)


def opened(screen, command, document):
    """A window of the program, maximized and at rest."""
    app = App(screen, command, document)
    if app.win is None:
        raise SystemExit(f"no window of {command}")
    maximize(app)
    screen.root.change_attributes(event_mask=X.SubstructureNotifyMask)
    end = time.monotonic() + 60
    while time.monotonic() < end and screen.ink() < 1500:
        time.sleep(0.05)
    for _ in range(60):
        before = cpu(app.p.pid)
        time.sleep(0.5)
        if cpu(app.p.pid) - before < 0.02:
            return app
    return app


def press(screen, name, *held):
    d = screen.d
    codes = [d.keysym_to_keycode(XK.string_to_keysym(each)) for each in (*held, name)]
    for code in codes:
        xtest.fake_input(d, X.KeyPress, code)
    for code in reversed(codes):
        xtest.fake_input(d, X.KeyRelease, code)
    d.flush()


def changes(screen, boxes, do, seconds, settled=0.25):
    """Does something; gives the seconds until each box looks different for the first time (None: never), and until one has changed last."""
    pictures = [screen.grab(*box).copy() for box in boxes]
    while screen.d.pending_events():
        screen.d.next_event()
    do()
    started, firsts, last = time.monotonic(), [None] * len(boxes), None
    while time.monotonic() - started < seconds:
        seen = False
        while screen.d.pending_events():
            screen.d.next_event()
            seen = True
        if seen:
            at = time.monotonic() - started
            for index, box in enumerate(boxes):
                picture = screen.grab(*box)
                if (picture != pictures[index]).any():
                    firsts[index] = firsts[index] if firsts[index] is not None else at
                    pictures[index], last = picture.copy(), at
        elif last is not None and time.monotonic() - started - last > settled:
            break
        else:
            time.sleep(0.0003)
    return firsts, last


def popover(screen, command, document, times):
    app = opened(screen, command, document)
    d, found = screen.d, []
    try:
        screen.root.damage_create(damage.DamageReportRawRectangles)
        xtest.fake_input(d, X.MotionNotify, x=TITLE[0], y=TITLE[1])
        d.sync()
        time.sleep(1)
        for _ in range(times):
            xtest.fake_input(d, X.ButtonPress, 1)
            d.sync()
            time.sleep(0.08)

            def release():
                xtest.fake_input(d, X.ButtonRelease, 1)
                d.flush()
            (first,), last = changes(screen, [POPOVER], release, 2)
            if first is None:
                raise SystemExit("no popover opened")
            found.append((first, last))
            press(screen, "Escape")
            time.sleep(0.5)
            # GTK 4.8 loses the first press after a popover was closed by a key (any program's): it goes to the text.
            for x, y in ((400, 500), TITLE):
                xtest.fake_input(d, X.MotionNotify, x=x, y=y)
                if y != TITLE[1]:
                    xtest.fake_input(d, X.ButtonPress, 1)
                    xtest.fake_input(d, X.ButtonRelease, 1)
                d.sync()
                time.sleep(0.5)
        return found
    finally:
        app.close()


def search(screen, command, document, words):
    app = opened(screen, command, document)
    d, found = screen.d, []
    try:
        screen.root.damage_create(damage.DamageReportRawRectangles)
        xtest.fake_input(d, X.MotionNotify, x=400, y=500)
        xtest.fake_input(d, X.ButtonPress, 1)
        xtest.fake_input(d, X.ButtonRelease, 1)
        d.sync()
        time.sleep(1)
        press(screen, "e", "Control_L")
        time.sleep(1)
        for word in words:
            for letter in word:
                (own, first), last = changes(screen, [FIELD, SUGGESTIONS], lambda: press(screen, letter), 1.0)
                found.append((own, first, last))
                time.sleep(0.1)
            press(screen, "a", "Control_L")
            press(screen, "BackSpace")
            time.sleep(0.4)
        silences = []
        for word in words:
            # At the pace of a quick writer, with questions to the main loop in between.
            for letter in word:
                press(screen, letter)
                until = time.monotonic() + 0.08
                longest = 0.0
                while time.monotonic() < until:
                    longest = max(longest, answer_time(screen, app.win))
                    time.sleep(0.001)
                silences.append(longest)
            press(screen, "a", "Control_L")
            press(screen, "BackSpace")
            time.sleep(0.4)
        return found, silences
    finally:
        app.close()


def say(name, values):
    values = [1000 * value for value in values if value is not None]
    return f"{name} p50 {statistics.median(values):5.1f}  p95 {q(values, 0.95):5.1f}  longest {max(values):5.1f}" if values else f"{name} –"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["popover", "search"])
    parser.add_argument("document")
    parser.add_argument("commands", nargs="+")
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("--times", type=int, default=8)
    parser.add_argument("--words", nargs="+", default=["because", "through", "export", "people"])
    parser.add_argument("--display", type=int, default=80)
    options = parser.parse_args()
    if options.what == "popover":
        results = in_turn(options.display, options.n, options.commands, lambda s, c: popover(s, c, options.document, options.times))
        for command, rounds in results.items():
            all_ = [pair for one in rounds for pair in one]
            print(f"{command[-50:]:50}  {say('first pixels', [a for a, _ in all_])}   {say('last pixels', [b for _, b in all_])}")
    else:
        results = in_turn(options.display, options.n, options.commands, lambda s, c: search(s, c, options.document, options.words))
        for command, rounds in results.items():
            all_ = [pair for one, _ in rounds for pair in one]
            silent = [value for _, one in rounds for value in one]
            unseen = sum(first is None for _, first, _ in all_)
            later = [first - own for own, first, _ in all_ if None not in (own, first)]
            print(f"{command[-50:]:50}  {say('letter', [own for own, _, _ in all_])}   {say('first', [first for _, first, _ in all_])}   "
                  f"{say('first after the letter', later)}   {say('all', [last for _, _, last in all_])}   {say('silence', silent)}   "
                  f"keys {len(all_)}, of them without a change {unseen}")


if __name__ == "__main__":
    main()
