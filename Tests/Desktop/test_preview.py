"""The preview in the real window: documents that nobody writes, documents that mean harm, and what a screen reader is told."""
import os
import re
import struct
import subprocess
import threading
import time
import zlib

import masthead
from gi.repository import GLib
from harness import tree
from harness.session import Skip
from harness.waiting import wait

MILESTONE = os.environ.get("MASTHEAD_MILESTONE") == "1"
# The figure is 100 ms; machines that are busy answer later, and what is quadratic is far beyond this.
LONGEST = 1.0


class Silence:
    """Asks the program all the time whether it is there, beside what the test does; `longest` is the longest that it took to answer, in seconds."""

    def __init__(self, program):
        self.program, self.longest, self._ends = program, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._ask)

    def _ask(self):
        while not self._ends.is_set():
            began = time.monotonic()
            self.program.actions("app")
            self.longest = max(self.longest, time.monotonic() - began)
            time.sleep(0.004)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._ends.set()
        self._thread.join()


def show(program, mode):
    program.act("win.view-mode", GLib.Variant("s", mode))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height):
    """A grey picture that is small as a file, whatever its size."""
    rows = zlib.compressobj(9)
    line = b"\0" * ((width + 7) // 8 + 1)
    data = b"".join(rows.compress(line) for _ in range(height)) + rows.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


BOMB = ('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(
    f'<!ENTITY {chr(98 + i)} "{("&" + chr(97 + i) + ";") * 10}">' for i in range(8)) +
    ']><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>')


def shapes():
    row = " | ".join(f"cell {number}" for number in range(128))
    rows = 10_000 if MILESTONE else 1_500
    return {
        f"a table of 128 × {rows}": f"| {row} |\n|{'---|' * 128}\n" + f"| {row} |\n" * rows,
        "a cell of 1 MB": "| a | b |\n|---|---|\n| " + "word " * 200_000 + "| c |\n",
        "a paragraph of 1 MB": "Some words of a very long paragraph without an end. " * 20_000,
        "a word of 200,000 letters": "abcdefghij" * 20_000,
        "10,000 lines of code": "```\n" + "".join(f'let line{number} = "some code"\n' for number in range(10_000)) + "```\n",
        "50,000 nested quotes": "> " * 50_000 + "deep\n\nafter\n",
    }


def pages(program, mode="preview"):
    """Opens the preview and goes through it; gives the longest silence while it opens and while it is read."""
    with Silence(program) as opening:
        show(program, mode)
        wait(lambda: program.actions()["view-mode"][1] == mode, "the preview", seconds=30)
        time.sleep(1)
    with Silence(program) as reading:
        program.click(masthead.preview(program))
        for key in ["Page_Down"] * 6 + ["End", "Home", "Page_Down", "End"]:
            program.key(key)
            time.sleep(0.1)
        time.sleep(0.5)
    return opening.longest, reading.longest


def test_shapes_that_nobody_writes(desk):
    for name, text in shapes().items():
        program = desk.start("--view", "editor", desk.file("shape.md", text))
        wait(lambda: program.actions().get("save"), "the window", seconds=60)
        time.sleep(6 if len(text) > 2_000_000 else 2)
        opening, reading = pages(program)
        print(f"     {name}: silent for at most {opening * 1000:.0f} ms while the preview opens, {reading * 1000:.0f} ms while it is read", flush=True)
        assert max(opening, reading) < LONGEST, name
        program.stop()


def test_pictures_that_mean_harm(desk):
    desk.file("huge.png", png(20_000, 20_000))
    desk.file("bomb.svg", BOMB)
    desk.file("outside.png", png(4, 4)).rename(desk.folder.parent / f"{desk.folder.name}-outside.png")
    os.mkfifo(desk.folder / "pipe.png")
    os.symlink("/proc/self/environ", desk.folder / "link.png")
    text = "# Pictures\n\n" + "".join(f"![{name}]({name})\n\n" for name in (
        "huge.png", "bomb.svg", "missing.png", "pipe.png", "link.png", "/etc/hostname", f"../{desk.folder.name}-outside.png", "http://127.0.0.1:9/x.png"))
    program = desk.start("--view", "editor", desk.file("pictures.md", text))
    masthead.wait_for_text(program, "# Pictures")
    opening, reading = pages(program)
    print(f"     hostile pictures: silent for at most {max(opening, reading) * 1000:.0f} ms", flush=True)
    assert max(opening, reading) < LONGEST
    memory = re.search(r"VmHWM:\s+(\d+)", open(f"/proc/{program.process.pid}/status").read())
    assert int(memory[1]) < 600_000, f"{memory[1]} kB"
    # Each is told in its place, and the window still works.
    wait(lambda: all(any(name in tree.name(node) for node in tree.descendants(masthead.preview(program))) for name in ("huge.png", "pipe.png")),
         "placeholders")


HOSTILE = """---
title: <script>alert(1)</script>
link: javascript:alert(1)
---

[[toc]]

# <img src=x onerror=alert(1)> [x](javascript:alert(1))

<script src="http://127.0.0.1:{port}/a.js"></script> <iframe src="http://127.0.0.1:{port}/b"></iframe>
<object data="file:///etc/passwd"></object> <embed src="http://127.0.0.1:{port}/c.swf">

<meta http-equiv=refresh content="0;url=http://127.0.0.1:{port}/d"><base href="http://127.0.0.1:{port}/"><link rel=preconnect href="http://127.0.0.1:{port}/e">

<video autoplay src="http://127.0.0.1:{port}/f"></video> <div style="background:url(http://127.0.0.1:{port}/g)">x</div>

![remote](http://127.0.0.1:{port}/h.png) ![out](../../../../etc/passwd) ![proc](/proc/self/environ) ![file](file:///etc/shadow) ![pipe](pipe.png)

<img src="http://127.0.0.1:{port}/i.png"> <img src="/etc/passwd"> [x](data:text/html,<script>1</script>) <smb://127.0.0.1/x>

| ![x](http://127.0.0.1:{port}/j.png) | [x](vscode://x) |
|---|---|

Words[^1].

[^1]: ![x](http://127.0.0.1:{port}/k.png)

```javascript:alert(1)
<script>alert(1)</script>
```
"""


def test_nothing_runs_and_nothing_is_fetched(desk):
    if not os.path.exists("/usr/bin/strace"):
        raise Skip("strace is not installed")
    import socket
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.1)
    os.mkfifo(desk.folder / "pipe.png")
    path = desk.file("hostile.md", HOSTILE.format(port=listener.getsockname()[1]))
    log = desk.folder / "calls.log"
    program = desk.start("-f", "-qq", "-e", "trace=execve,connect,openat,bind,listen", "-o", log, desk.program, "--view", "split", path,
                         program="/usr/bin/strace", window=False)
    wait(lambda: log.exists() and "hostile.md" in log.read_text(errors="replace"), "the program", seconds=60)
    # The traced program is a child of strace: it is told by the bus.
    wait(lambda: _answers(program), "the window", seconds=60)
    time.sleep(3)
    for mode in ("preview", "split"):
        show(program, mode)
        time.sleep(1)
    try:
        listener.accept()
        raise AssertionError("the document reached the network")
    except TimeoutError:
        pass
    program.act("app.quit")
    wait(lambda: program.process.poll() is not None, "the end", seconds=20)
    calls = log.read_text(errors="replace").splitlines()
    runs = [line for line in calls if "execve(" in line]
    assert len(runs) == 1, "\n".join(runs)
    connections = [line for line in calls if "connect(" in line and ("AF_INET" in line)]
    listening = [line for line in calls if re.search(r"(listen|bind)\(", line) and "AF_NETLINK" not in line]
    assert not connections and not listening, "\n".join(connections + listening)
    outside = [line for line in calls if "openat(" in line and re.search(r'"(/etc/passwd|/etc/shadow|/proc/self/environ|[^"]*pipe\.png)"', line)
               and "ENOENT" not in line and not re.search(r"O_PATH|O_NONBLOCK", line)]
    # The system's libraries read the list of people; the document's way there is a relative one.
    outside = [line for line in outside if "/etc/passwd" not in line]
    assert not outside, "\n".join(outside)
    print(f"     {len(calls)} calls: 1 process, 0 connections", flush=True)


def _answers(program):
    try:
        return program.actions().get("save")
    except GLib.Error:
        return None


def test_a_screen_reader_reads_it_from_top_to_bottom(desk):
    text = ("# The heading\n\nA paragraph with [a link](https://example.org) and **strong** words.\n\n- first item\n- [x] a task\n\n"
            "> a quote\n\n| a | b |\n|---|---|\n| c | d |\n\n```\nsome code\n```\n\n***\n\n![a picture](missing.png)\n")
    program = desk.start("--view", "preview", desk.file("read.md", text))
    def blocks():
        return [(tree.role(node), tree.name(node), tree.box(node)[1]) for node in tree.children(masthead.preview(program)) if tree.name(node)]
    def names():
        # Not where they are: a block may go between two questions.
        return [tree.name(node) for node in tree.children(masthead.preview(program))]
    wait(lambda: any("a picture" in name for name in names()), "the blocks of the preview")
    found = blocks()
    wanted = ["The heading", "A paragraph with a link and strong words.", "first item", "a task", "a quote", "a, b", "c, d", "some code", "a picture"]
    places = [next((index for index, (_, name, _) in enumerate(found) if part in name), None) for part in wanted]
    assert None not in places and places == sorted(places), found
    assert [top for *_, top in found] == sorted(top for *_, top in found), "blocks are told in the order in which they stand"
    assert any(role == "heading" and name == "The heading" for role, name, _ in found), found
    assert any(role == "list item" for role, *_ in found), found
    # What is typed is told after a rest.
    show(program, "split")
    masthead.type_into(program, "New words. ")
    wait(lambda: any("New words." in name for name in names()), "the new words")
