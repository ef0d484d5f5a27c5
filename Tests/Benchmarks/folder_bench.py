#!/usr/bin/env python3
"""Goes from a document back to its folder, which holds many files, and measures when its list is there.

  folder_bench.py [-n ROUNDS] [--files N] PROGRAM

Prints for a folder of few files and one of N (ms, medians of the rounds): until the first rows are drawn, until nothing changes any more, CPU
time of the program, and the longest time for which its main loop did not answer. The list is in the order of names, so the last change of
what is drawn is the whole list's.
"""
import argparse
import pathlib
import shutil
import statistics
import tempfile
import time

from desktop_bench import cpu
from file_bench import Writer
from resize_bench import answer_time, in_turn

ROWS = (240, 150, 700, 500)  # The part of the screen where rows are.


class Reader(Writer):
    """A window with a document of a folder."""

    def __init__(self, screen, command, document):
        super().__init__(screen, command, document)
        self.app.fullscreen()


def one_round(screen, program, folder):
    reader = Reader(screen, f"{program} --view preview '{folder}/Note 7.md'", str(folder / "Note 7.md"))
    try:
        reader.rest()
        before, empty = cpu(reader.app.p.pid), screen.ink(ROWS)
        started = time.monotonic()
        reader.key("Left", "Alt_L")
        first = last = None
        ink, worst = empty, 0.0
        while time.monotonic() - started < 4:
            worst = max(worst, answer_time(screen, reader.app.win, limit=30))
            now = screen.ink(ROWS)
            if now != ink:
                ink, last = now, time.monotonic() - started
            if first is None and now > 1500:
                first = time.monotonic() - started
        return {"first rows": (first or float("nan")) * 1000, "complete": (last or float("nan")) * 1000,
                "CPU": (cpu(reader.app.p.pid) - before) * 1000, "longest gap": worst * 1000}
    finally:
        reader.app.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("-n", type=int, default=3)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--display", type=int, default=76)
    options = parser.parse_args()
    place = pathlib.Path(tempfile.mkdtemp(prefix="masthead-folder-"))
    try:
        folders = []
        for count in (40, options.files):
            folder = place / f"{count} files"
            folder.mkdir()
            for number in range(count):
                (folder / f"Note {number}.md").write_text(f"# Note {number}\n\nSome words about *{number}*, and a second line.\n")
            folders.append(folder)
        results = in_turn(options.display, options.n, folders, lambda screen, folder: one_round(screen, options.program, folder))
    finally:
        shutil.rmtree(place)
    for folder, rounds in results.items():
        print(f"{folder.name:12}" + "".join(f"  {name} {statistics.median(one[name] for one in rounds):5.0f}" for name in rounds[0]))


if __name__ == "__main__":
    main()
