#!/usr/bin/python3
"""Drives the real program as a person does, on a screen of its own.

  run.py [--keep] [--program FILE] [PATTERN…]

Runs every test_*.py beside this file whose name, or one of whose tests' names, holds a PATTERN. Each file gets a screen, a window
manager and a session bus of its own, each test its own home folder, and what a failed test leaves (screenshot, accessibility tree, the
program's words) is kept in .build/desktop. Closes with "N passed, N failed, N skipped".
"""
import argparse
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("patterns", nargs="*", metavar="PATTERN")
    parser.add_argument("--program", default=str(TOP / ".build/release/masthead"), help="the program to drive")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="how many screens at a time")
    options = parser.parse_args()

    kept = TOP / ".build/desktop"
    kept.mkdir(parents=True, exist_ok=True)
    queue = sorted(HERE.glob("test_*.py"))
    running, counts, failed_files = [], {"passed": 0, "failed": 0, "skipped": 0}, []
    while queue or running:
        while queue and len(running) < options.jobs:
            file = queue.pop(0)
            command = [sys.executable, "-m", "harness.session", str(file), *options.patterns, "--program", options.program, "--kept", str(kept)]
            log = open(kept / (file.stem + ".log"), "w+", encoding="utf-8")
            running.append((file, log, subprocess.Popen(command, cwd=HERE, stdout=log, stderr=subprocess.STDOUT)))
        for entry in list(running):
            file, log, process = entry
            if process.poll() is None:
                continue
            running.remove(entry)
            log.seek(0)
            text = log.read()
            log.close()
            print(text, end="", flush=True)
            closing = [line for line in text.splitlines() if line.startswith("counts ")]
            if process.returncode or not closing:
                failed_files.append(file.name)
            if closing:
                for key, value in zip(("passed", "failed", "skipped"), closing[-1].split()[1:]):
                    counts[key] += int(value)
            elif process.returncode:
                counts["failed"] += 1
                print(f"FAIL {file.name}: the session ended with {process.returncode}", flush=True)
        time.sleep(0.05)
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts["failed"] or failed_files else 0)


main()
