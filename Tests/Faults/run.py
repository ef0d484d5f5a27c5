#!/usr/bin/env python3
"""Kills saves, fills disks, cuts the power, damages drafts, and counts what is lost: nothing may be.

    Tests/Faults/run.py [--milestone] [--table FILE] [--only WORD]

Needs .build/debug/document-tool (swift build --product document-tool), or MASTHEAD_DOCUMENT_TOOL. Prints the table of
docs/RELIABILITY.md and closes with "N passed, N failed, N skipped". With CI set, what cannot be tested is a failure.
"""

import argparse
import os
import pathlib
import sys
import time

import harness
import milestone
import places
import state
import sweeps
from harness import Skip


def table(rows):
    yield "| item | fault | target | tries | lost | torn | else wrong |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        yield f"| {row.item} | {row.fault} | {row.target} | {row.tries} | {row.lost} | {row.torn} | {len(row.wrong)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--milestone", action="store_true", help="the long ones, too")
    parser.add_argument("--table", type=pathlib.Path, help="also write the table there")
    parser.add_argument("--only", default="", help="only the tests whose module has this name")
    options = parser.parse_args()
    if not harness.TOOL.exists():
        sys.exit(f"{harness.TOOL} is not there: swift build --product document-tool")
    modules = [sweeps, places, state] + ([milestone] if options.milestone or options.only == "milestone" else [])
    started = time.monotonic()
    rows, failed, skipped = [], 0, 0
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
    print("\n" + "\n".join(lines))
    if options.table:
        options.table.write_text("\n".join(lines) + "\n")
    print(f"\nThe fault tests took {time.monotonic() - started:.0f} s.")
    if os.environ.get("CI") and skipped:
        print(f"In continuous integration, what was skipped counts as failed ({skipped}).")
        failed, skipped = failed + skipped, 0
    print(f"{sum(r.is_good for r in rows)} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
