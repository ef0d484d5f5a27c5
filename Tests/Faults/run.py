#!/usr/bin/env python3
"""Kills saves, fills disks, cuts the power, damages drafts, and counts what is lost: nothing may be.

    Tests/Faults/run.py [--milestone] [--table FILE] [--only WORD] [--window PROGRAM]

Needs .build/debug/document-tool (swift build --product document-tool), or MASTHEAD_DOCUMENT_TOOL. Prints the table of
docs/RELIABILITY.md and closes with "N passed, N failed, N skipped". With CI set, what cannot be tested is a failure.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

import harness
import milestone
import operations
import places
import seeded
import state
import sweeps
from harness import Skip


def table(rows):
    yield "| item | fault | target | tries | lost | torn | else wrong |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        yield f"| {row.item} | {row.fault} | {row.target} | {row.tries} | {row.lost} | {row.torn} | {len(row.wrong)} |"


def window_rows(program, long):
    """Runs the faults of the real window (Tests/Desktop/test_reliability.py); gives its lines of the table and how many tests failed."""
    command = ["/usr/bin/python3", harness.ROOT / "Tests/Desktop/run.py", "--program", program, "test_reliability"]
    environment = {**os.environ, "MASTHEAD_MILESTONE": "1" if long else ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    lines = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    for line in done.stdout.splitlines():
        if re.match(r"(ok  |FAIL|SKIP) |     ", line):
            print(line)
    counts = re.search(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", done.stdout, re.M)
    return lines, [int(part) for part in counts.groups()] if counts else [0, 1, 0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--milestone", action="store_true", help="the long ones, too")
    parser.add_argument("--table", type=pathlib.Path, help="also write the table there")
    parser.add_argument("--only", default="", help="only the tests whose module has this name")
    parser.add_argument("--window", type=pathlib.Path, help="also drive this program's window under faults")
    options = parser.parse_args()
    if not harness.TOOL.exists():
        sys.exit(f"{harness.TOOL} is not there: swift build --product document-tool")
    modules = [sweeps, operations, places, state] + ([milestone] if options.milestone or options.only == "milestone" else [])
    started = time.monotonic()
    rows, failed, skipped = [], 0, 0
    for name in seeded.stale():
        print(f"FAIL seeded.py: the place of \"{name}\" is not in the code any more")
        failed += 1
    for module in modules:
        if options.only and module.__name__ != options.only:
            continue
        tests = []
        try:
            tests = list(module.tests())
        except Skip as reason:
            print(f"SKIP {module.__name__}: {reason}")
            skipped += 1
        for test in tests:
            try:
                row = test()
            except Skip as reason:
                print(f"SKIP {module.__name__}: {reason}")
                skipped += 1
                continue
            rows.append(row)
            verdict = "ok  " if row.is_good else "FAIL"
            print(f"{verdict} {row.item}. {row.fault}, {row.target}: {row.tries} tries, {row.lost} lost, {row.torn} torn", flush=True)
            for message in row.wrong[:20]:
                print(f"     {message}")
            failed += 0 if row.is_good else 1
    harness.forget_tool()
    lines = list(table(rows))
    passed = sum(row.is_good for row in rows)
    if options.window:
        more, counts = window_rows(options.window.resolve(), options.milestone)
        lines += more
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    print("\n" + "\n".join(lines))
    if options.table:
        options.table.write_text("\n".join(lines) + "\n")
    print(f"\nThe fault tests took {time.monotonic() - started:.0f} s.")
    if os.environ.get("CI") and skipped:
        print(f"In continuous integration, what was skipped counts as failed ({skipped}).")
        failed, skipped = failed + skipped, 0
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
