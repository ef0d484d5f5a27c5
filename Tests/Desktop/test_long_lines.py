"""Lines that are too long to be laid out: whatever is done in them, the program answers at once, and nothing of them gets lost."""
import os
import subprocess
import time

from harness.session import SHARED
from harness.waiting import wait

# Each with several hundred thousand characters in one line.
SHAPES = {
    "word": "x" * 200_000,
    "prose": "word " * 200_000,
    "data": "![i](data:image/png;base64," + "A" * 500_000 + ")",
    "emphasis": "*a **a " * 60_000 + "b" + " a** a*" * 60_000,
    "closers": "a_ " * 100_000,
    "brackets": "[" * 100_000 + "a" + "]" * 100_000,
    "quotes": "> " * 100_000 + "a",
    "addresses": "http://" * 100_000,
    "right-to-left": "שלום " * 40_000,
}
# What the main thread may work for one answer, in seconds; it takes a tenth of that, and 4 to 60 s before there was a bound.
MOST = 0.5


class Pulse:
    """Asks the program again and again, and remembers the most that its main thread worked until it answered."""

    def __init__(self, program):
        self.program, self.most, self.step = program, 0.0, "opening"
        self.clock = f"/proc/{program.process.pid}/task/{program.process.pid}/schedstat"

    def worked(self):
        with open(self.clock, encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9

    def settle(self, step, seconds=30.0):
        """Asks until the program has come to rest after a step."""
        end, calm = time.monotonic() + seconds, 0
        while calm < 3 and time.monotonic() < end:
            before = self.worked()
            self.program.actions()
            after = self.worked()
            if after - before > self.most:
                self.most, self.step = after - before, step
            calm = calm + 1 if after - before < 0.01 else 0
            time.sleep(0.02)


def work_in(desk, path, changes=True):
    """Opens a file, types at its start, moves, types at the end of the first line, takes it back, and returns the longest answer."""
    before = path.read_bytes()
    # Nobody listens on the accessibility bus, which GTK would tell of each piece of the text.
    program = desk.start(path, "--view", "split", window=False, GTK_A11Y="none")
    wait(program.x_windows, "the program's window", seconds=40)
    pulse = Pulse(program)
    pulse.settle("opening")
    for keys in (("ctrl+Home",), ("x",), ("Right",), ("Right", "Down"), ("End",), ("ctrl+Down",), ("ctrl+End",), ("y",), ("Left",), ("BackSpace",), ("ctrl+z",)):
        program.key(*keys)
        pulse.settle(" ".join(keys))
    if changes:
        program.key("ctrl+s")
        wait(lambda: path.read_bytes() == b"x" + before + b"y", f"{path.name} with what was typed", seconds=20)
    program.stop()
    return pulse


def said(longest):
    """What the longest answers were, the longest first, and what they were given to."""
    ordered = sorted(longest.items(), key=lambda entry: -entry[1].most)
    return ", ".join(f"{name} {pulse.most * 1000:.0f} ({pulse.step})" for name, pulse in ordered)


def check(longest):
    print("     the longest answers, in ms of the main thread: " + said(longest))
    assert max(pulse.most for pulse in longest.values()) < MOST, said(longest)


def test_long_lines_answer_at_once(desk):
    longest = {}
    for name, line in SHAPES.items():
        path = desk.file(f"{name}.md", line)
        longest[name] = work_in(desk, path)
    check(longest)


def test_every_shape_answers_at_once(desk):
    """All shapes of the collection at 100,000, in the milestone: each opens, takes keys, and answers."""
    tool = SHARED / "data/pathological.py"
    if not (os.environ.get("MASTHEAD_MILESTONE") and tool.exists()):
        return
    shapes = desk.folder / "shapes"
    subprocess.run(["/usr/bin/python3", str(tool), "all", "100000", str(shapes)], check=True, stdout=subprocess.DEVNULL)
    longest, silent = {}, []
    for path in sorted(shapes.iterdir()):
        try:
            longest[path.name] = work_in(desk, path, changes=False)
        except Exception as error:  # One that does not answer must not hide the others.
            silent.append(f"{path.name}: {error}")
            desk.programs.pop().process.kill()
    assert not silent, f"{silent}; of the others {said(longest)}"
    check(longest)


def test_cut_takes_what_is_not_shown(desk):
    path = desk.file("cut.md", "first\n" + "word " * 60_000 + "\nlast\n")
    whole = path.read_text()
    program = desk.start(path)
    program.click(program.find("text", "Text"))
    program.key("ctrl+a", "ctrl+x")
    program.key("ctrl+s")
    wait(lambda: path.read_text() == "", "an empty file", seconds=20)
    program.key("ctrl+v")
    program.key("ctrl+s")
    wait(lambda: path.read_text() == whole, "all of it again", seconds=20)
