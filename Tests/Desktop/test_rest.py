"""A window at rest sleeps: a program that wakes for nothing empties batteries."""
import pathlib
import time

import masthead
from harness.waiting import wait


def _switches(process):
    """How often the program's threads have gone to sleep so far, and so been woken."""
    total = 0
    for status in pathlib.Path(f"/proc/{process}/task").glob("*/status"):
        for line in status.read_text().splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def test_a_window_at_rest_wakes_fewer_than_five_times_in_five_seconds(desk):
    program = desk.start(desk.file("note.md", "# Note\n\nSome text.\n"))
    masthead.type_into(program, "new ")
    wait(lambda: masthead.is_modified(program), "the mark")
    time.sleep(15)
    before = _switches(program.process.pid)
    time.sleep(5)
    woken = _switches(program.process.pid) - before
    print(f"     woken {woken} times in 5 s", flush=True)
    assert woken < 5, f"woken {woken} times in 5 s"
