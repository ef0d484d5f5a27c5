#!/usr/bin/env python3
"""Item 44 of the bar: puts one fault at a time into a copy of the saving code or of the typesetter, and asks that a test turns red.

    Tests/Faults/seeded.py [--only WORD,…] [--part saving|typesetter]

Each fault is a change of the source that a hurried hand might make. The copy is built and the tests of Documents and the fault
tests named with it are run: green means that the tests would not have noticed.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAVING = "Sources/Documents/Saving/"
FILES = "Sources/Documents/Files/"

# Name, file, text, its replacement, tests that should notice ("swift:" a filter, "faults:" a module).
FAULTS = [
    ("no fsync of the file", SAVING + "TemporaryFile.swift", "      try file.sync()\n", "", "swift:SaverFaultTests"),
    ("no fsync of the folder", FILES + "SystemCalls.swift", "try handle.sync()", "_ = handle", "swift:SaverFaultTests"),
    ("rename after a failed write", SAVING + "TemporaryFile.swift", "      try content.write(to: file)\n",
     "      try? content.write(to: file)\n", "swift:SaverFaultTests"),
    ("truncate first", SAVING + "InPlaceWrite.swift", "      try job.content.write(to: file)\n",
     "      try file.truncate(to: 0)\n      try job.content.write(to: file)\n", "swift:SaverFaultTests"),
    ("truncate before there is room", SAVING + "InPlaceWrite.swift", "      try reserve(file, over: oldBytes.count)\n",
     "      try file.truncate(to: 0)\n      try reserve(file, over: oldBytes.count)\n", "faults:places"),
    ("ignore the error of close", SAVING + "TemporaryFile.swift", "      try file.close()\n", "      try? file.close()\n",
     "swift:SaverFaultTests"),
    ("drop the access list", SAVING + "Replacement.swift", "where present[name] != value {",
     "where present[name] != value && name != Self.accessList {", "swift:SaverTests"),
    ("stale hash", SAVING + "SaveJob.swift", "old.digest == file.fingerprint.digest ||",
     "file.fingerprint.looksUnchanged(old.status) || old.digest == file.fingerprint.digest ||", "swift:SaverTests"),
    ("save after a failed load", "Sources/Documents/Loading/Loader.swift", "access = .readOnly(.undecodable(offset: offset))",
     "access = .editable", "swift:FidelityTests"),
    ("no backup before writing in place", SAVING + "InPlaceWrite.swift", 'record["bytes"] = oldBytes',
     'record["bytes"] = []', "swift:SaverFaultTests"),
    ("no exchange", SAVING + "Replacement.swift", "if try exchange(temporary.path, ours: status, trace) {",
     "if false, try exchange(temporary.path, ours: status, trace) {", "swift:SaverFaultTests"),
    ("rename over what is there", SAVING + "TemporaryFile.swift", "try calls.rename(old, new, flags: MASTHEAD_RENAME_NOREPLACE)",
     "try calls.rename(old, new)", "swift:OperationsTests"),
    ("damage of a journal untold", "Sources/Documents/Drafts/DraftFile.swift",
     "guard let record = StateRecord(Array(bytes[(index + 16)..<end]), kind: Self.entryKind) else { return false }",
     "guard let record = StateRecord(Array(bytes[(index + 16)..<end]), kind: Self.entryKind) else { return true }", "swift:DraftTests"),
    ("wait for a pause before the draft", "Sources/Documents/State/PacedWriter.swift", "if isFirst { queue.async { self.turn() } }",
     "_ = isFirst\n    queue.asyncAfter(deadline: .now() + 5) { self.turn() }", "swift:DraftTests"),
]

SETTING = "Sources/Typesetting/"

# The same for the typesetter; the copy is built of other targets.
GALLEY_FAULTS = [
    ("skip a footnote", SETTING + "Flow/FlowBuilder.swift", "var stack = [Level(next: node.firstChild, place: place)]",
     "var stack = [Level(next: note.number == 2 ? nil : node.firstChild, place: place)]", "swift:wordsAreInBoxesInOrder"),
    ("swap two cells", SETTING + "Flow/Manuscript.swift", "row.children.filter { $0.kind == .tableCell }.enumerated()",
     "row.children.filter { $0.kind == .tableCell }.reversed().enumerated()", "swift:wordsAreInBoxesInOrder"),
    ("drop an image's link", SETTING + "Text/LayoutText.swift", "    guard bytes.count > start else { return }\n",
     "    guard bytes.count > start, !pictures.contains(where: { Int($0.position) >= start }) else { return }\n", "swift:GalleyDetailTests"),
    ("wrong list number", SETTING + "Flow/FlowBuilder.swift", 'marker = .number("\\(outer.number)" + delimiter)',
     'marker = .number("\\(outer.number + 1)" + delimiter)', "swift:GalleyDetailTests"),
    ("no clip", SETTING + "Galley/GalleyDrawing.swift", "canvas.clip(to: edge.moved(x: x, y: top))",
     "canvas.clip(to: edge.inset(x: -1000, y: 0).moved(x: x, y: top))", "swift:GalleyDetailTests"),
]

# What is built of the copy, with all that it needs.
TARGETS = ("DocumentsTests", "document-tool")
GALLEY_TARGETS = ("TypesettingTests",)


def manifest(targets):
    """A package of some targets and what they stand on, taken from the real one."""
    text = (ROOT / "Package.swift").read_text()
    found = {}
    wanted = list(targets)
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        start = re.search(r"\.(?:target|testTarget|systemLibrary|executableTarget)\(\s*name: \"%s\"" % re.escape(name), text).start()
        depth, end = 0, start
        while True:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
            if depth == 0 and text[end - 1] == ")":
                break
        found[name] = "  " + text[start:end]
        needs = re.search(r"dependencies: \[(.*?)\]", found[name], re.S)
        wanted += re.findall(r'"([^"]+)"', needs.group(1)) if needs else []
    head = text[:text.index("let package = Package(")]
    return head + "let package = Package(name: \"seeded\", targets: [\n" + ",\n".join(found.values()) + "\n])\n"


def notices(folder, test):
    """Whether that test is red."""
    kind, name = test.split(":")
    if kind == "swift":
        done = subprocess.run(["swift", "test", "--skip-build", "--filter", name], cwd=folder, capture_output=True)
    else:
        tool = folder / ".build/debug/document-tool"
        # A part that is skipped notices nothing: with CI set that is a failure, which is looked for before the first fault.
        done = subprocess.run(
            [sys.executable, folder / "Tests/Faults/run.py", "--only", name], capture_output=True,
            env={**os.environ, "MASTHEAD_DOCUMENT_TOOL": str(tool), "CI": "1"})
    return done.returncode != 0


def build(folder):
    done = subprocess.run(["swift", "build", "--build-tests"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit("does not build:\n" + "\n".join(line for line in (done.stdout + done.stderr).splitlines() if "error" in line))


def stale():
    """The faults whose place in the source is not there once: the code has moved on, and this list has not."""
    return [name for name, file, old, _, _ in FAULTS + GALLEY_FAULTS if (ROOT / file).read_text().count(old) != 1]


def seed(faults, targets):
    """Puts the faults in, one after the other; gives how many were seen and how many were not."""
    seen = failed = 0
    with tempfile.TemporaryDirectory(prefix="masthead-seeded-") as place:
        folder = pathlib.Path(place)
        for name in ("Sources", "Tests"):
            shutil.copytree(ROOT / name, folder / name, symlinks=True)
        (folder / "Package.swift").write_text(manifest(targets))
        build(folder)
        for test in sorted({fault[4] for fault in faults}):
            if notices(folder, test):
                sys.exit(f"{test} is red without any fault")
        for name, file, old, new, test in faults:
            path = folder / file
            right = path.read_text()
            path.write_text(right.replace(old, new))
            build(folder)
            is_red = notices(folder, test)
            path.write_text(right)
            seen += is_red
            failed += not is_red
            print(f"{'red ' if is_red else 'GREEN'} {name} ({test})", flush=True)
    return seen, failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="only faults with one of these words, between commas, in their name")
    parser.add_argument("--part", choices=("saving", "typesetter"), help="only the faults of one part")
    options = parser.parse_args()
    if stale():
        sys.exit("this list is out of date: " + ", ".join(stale()))
    seen = failed = 0
    for part, faults, targets in (("saving", FAULTS, TARGETS), ("typesetter", GALLEY_FAULTS, GALLEY_TARGETS)):
        wanted = [fault for fault in faults if any(word in fault[0] for word in options.only.split(",")) and options.part in (None, part)]
        if wanted:
            red, green = seed(wanted, targets)
            seen, failed = seen + red, failed + green
    print(f"\n{seen} passed, {failed} failed, 0 skipped")
    sys.exit(1 if failed or not seen else 0)


if __name__ == "__main__":
    main()
