#!/usr/bin/env python3
"""Opens a large file and asks the program all the time whether it is alive: prints when the window and the first text were there, and the
longest time for which the program's main loop did not answer (ms, medians of the rounds).

  load_bench.py [-n ROUNDS] [--seconds S] FILE 'CMD1 {}' 'CMD2 {}' …
"""
import argparse
import statistics
import time

from Xlib import X

from desktop_bench import App, q
from resize_bench import answer_time, in_turn


def one_round(screen, command, document, seconds):
    app = App(screen, command, document)
    try:
        if app.win is None:
            raise SystemExit(f"no window of {command}")
        screen.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        waits, first_text = [], None
        while time.monotonic() - app.t0 < seconds:
            waits.append(answer_time(screen, app.win, limit=30))
            if first_text is None and screen.ink() > 200:
                first_text = time.monotonic() - app.t0
            time.sleep(0.005)
        return app.mapped, first_text or float("nan"), waits
    finally:
        app.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("document")
    parser.add_argument("commands", nargs="+")
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--display", type=int, default=79)
    options = parser.parse_args()
    results = in_turn(options.display, options.n, options.commands, lambda screen, command: one_round(screen, command, options.document, options.seconds))
    for command, rounds in results.items():
        window, text, worst, most = (1000 * statistics.median(measure(one) for one in rounds) for measure in (
            lambda one: one[0], lambda one: one[1], lambda one: max(one[2]), lambda one: q(one[2], 0.99)))
        print(f"{command[-60:]:60}  window {window:6.0f}  first text {text:6.0f}  no answer for at most {worst:6.0f}  p99 {most:6.0f}")


if __name__ == "__main__":
    main()
