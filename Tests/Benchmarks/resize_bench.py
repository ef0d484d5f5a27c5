#!/usr/bin/env python3
"""Makes a window narrower and wider again, 1280 to 360 to 1280 pixels in steps, and measures what that costs.

  resize_bench.py [-n ROUNDS] [--step PIXELS] FILE 'CMD1 {}' 'CMD2 {}' …

After each step the program is asked whether it is alive (_NET_WM_PING); the answer comes when its main loop gets to it, so the longest
wait is the worst gap of the loop. Prints, for each command: CPU time for all steps, wait p50, p99 and longest (ms, medians of the rounds), and
the three widths at which the waits were longest (medians over the rounds; the way back counts on: 360 is the turn).
Each command is run in turn, round after round, so that a drift of the machine hits all alike.
"""
import argparse
import select
import statistics
import time

from Xlib import X
from Xlib.protocol import event

from desktop_bench import App, Screen, cpu, q


def answer_time(screen, window, limit=5.0):
    """Seconds until the window's program answers a ping."""
    display, atom = screen.d, screen.d.intern_atom
    ping = atom("_NET_WM_PING")
    stamp = int(time.monotonic() * 1000) & 0x7FFFFFFF
    message = event.ClientMessage(window=window, client_type=atom("WM_PROTOCOLS"), data=(32, [ping, stamp, window.id, 0, 0]))
    started = time.monotonic()
    window.send_event(message, event_mask=0)
    display.flush()
    while time.monotonic() - started < limit:
        while display.pending_events():
            found = display.next_event()
            if found.type == X.ClientMessage and found.data[1][0] == ping and found.data[1][1] == stamp:
                return time.monotonic() - started
        select.select([display.fileno()], [], [], 0.01)
    raise SystemExit("the program does not answer")


def widths(step):
    return [*range(1280, 359, -step), *range(360, 1281, step)]


def one_round(screen, command, document, step):
    app = App(screen, command, document)
    try:
        if app.win is None:
            raise SystemExit(f"no window of {command}")
        time.sleep(2.0)
        screen.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        answer_time(screen, app.win)
        before, waits = cpu(app.p.pid), []
        for width in widths(step):
            app.win.configure(width=width, height=700)
            screen.d.flush()
            waits.append(answer_time(screen, app.win))
            # A frame's time: so that each size is drawn, as it is when a hand pulls at the edge.
            time.sleep(0.016)
        answer_time(screen, app.win)
        return cpu(app.p.pid) - before, waits
    finally:
        app.close()


def maximize(app):
    """Makes the window as large as the screen. The window manager hears it only when it has met the window."""
    for _ in range(40):
        app.fullscreen()
        time.sleep(0.25)
        if app.win.get_geometry().width >= 1280:
            return
    raise SystemExit("the window could not be maximized")


def in_turn(display, rounds, commands, one):
    """Runs one(screen, command) for each command in turn, round after round; returns what it gave: command → one value a round."""
    screen = Screen(display)
    results = {command: [] for command in commands}
    try:
        for _ in range(rounds):
            for command in commands:
                results[command].append(one(screen, command))
    finally:
        screen.close()
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("document")
    parser.add_argument("commands", nargs="+")
    parser.add_argument("-n", type=int, default=5)
    parser.add_argument("--step", type=int, default=4)
    parser.add_argument("--display", type=int, default=78)
    options = parser.parse_args()
    results = in_turn(options.display, options.n, options.commands, lambda screen, command: one_round(screen, command, options.document, options.step))
    for command, rounds in results.items():
        seconds = statistics.median(used for used, _ in rounds)
        half, most, worst = (1000 * statistics.median(measure(waits) for _, waits in rounds)
                             for measure in (lambda w: q(w, 0.5), lambda w: q(w, 0.99), max))
        typical = [(statistics.median(waits), width) for width, *waits in zip(widths(options.step), *(waits for _, waits in rounds))]
        slow = ", ".join(f"{width} ({1000 * wait:.0f})" for wait, width in sorted(typical, reverse=True)[:3])
        print(f"{command[-60:]:60}  CPU {seconds * 1000:6.0f}  wait p50 {half:5.1f}  p99 {most:5.1f}  longest {worst:5.1f}  slowest at {slow}")


if __name__ == "__main__":
    main()
