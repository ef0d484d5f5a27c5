"""`masthead --export OUT.pdf` and the export and print commands of the window: PDFs that others read, whole or not at all, and inert."""
import json
import os
import re
import shutil
import struct
import subprocess
import time
import zlib

import masthead
from harness import tree
from harness.session import Skip
from harness.waiting import wait
from test_export import HOLES, NOTHING, PNG, export, frames

TEXT = """---
title: A title
author: Ada
lang: en
---

# First

Words with a [link](https://example.org/), [inside](#second), a note[^1] and ![a picture](picture.png).

## Second

| a | b |
|---|---|
| 1 | 2 |

- one
- two

[^1]: The note.
"""


def need(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise Skip(f"{tool} is not installed")


def read(*command):
    return subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout


def objects(path):
    """The objects of a PDF, as qpdf reads them."""
    found = json.loads(read("qpdf", "--json=2", "--json-key=qpdf", path))["qpdf"][1]
    return [entry["value"] for entry in found.values() if isinstance(entry.get("value"), dict)]


def test_a_pdf_says_what_it_is(desk):
    need("qpdf", "pdftotext")
    desk.file("docs/picture.png", PNG)
    desk.file("docs/note.md", TEXT)
    answer = export(desk, "note.pdf", "docs/note.md")
    assert answer.stdout == "" and answer.stderr == ""
    path = desk.folder / "note.pdf"
    assert "No syntax or stream encoding errors" in read("qpdf", "--check", path)
    info = read("pdfinfo", path)
    for line in (r"Title:\s+A title", r"Author:\s+Ada", r"Tagged:\s+yes", r"Page size:\s+595\.2\d+ x 841\.8\d+ pts \(A4\)"):
        assert re.search(line, info), info
    words = read("pdftotext", "-raw", path, "-")
    for part in ("First", "Words with a link, inside, a note1", "1 2", "The note."):
        assert part in words, words
    found = objects(path)
    kinds = [value.get("/S") for value in found if value.get("/Type") == "/StructElem"]
    for kind, count in {"/H1": 1, "/H2": 1, "/Table": 1, "/TR": 2, "/TH": 2, "/TD": 2, "/L": 1, "/LI": 2, "/Figure": 1, "/Note": 1, "/Link": 4}.items():
        assert kinds.count(kind) == count, f"{kind}: {kinds.count(kind)}"
    assert [value["/Alt"] for value in found if value.get("/S") == "/Figure"] == ["u:a picture"]
    fonts = read("pdffonts", path).splitlines()[2:]
    assert fonts and all(re.search(r"(Type 1C|TrueType|CID \S+ ?\S*)\s+\S+\s+yes yes yes", line) for line in fonts), fonts


def test_options_of_pages(desk):
    need("pdfinfo", "pdftotext")
    desk.file("note.md", TEXT.replace("![a picture](picture.png)", "words"))
    export(desk, "a.pdf", "note.md", "--paper", "letter", "--margins", "1in,2in", "--toc", "--theme", "sepia")
    assert re.search(r"Page size:\s+612 x 792 pts \(letter\)", read("pdfinfo", desk.folder / "a.pdf"))
    assert re.search(r"Contents\s+First\s+2\s+Second\s+2", read("pdftotext", "-raw", "-l", "1", desk.folder / "a.pdf", "-"))
    # A ground that covers the whole sheet, on sheets of whole and broken points.
    desk.file("picture.png", PNG)
    desk.file("logo.md", "![logo](picture.png)\n\nText.\n")
    export(desk, "logo.pdf", "logo.md")
    assert "Text." in read("pdftotext", desk.folder / "logo.pdf", "-")
    for paper in ("letter", "a4", "legal"):
        export(desk, "whole.pdf", "note.md", "--paper", paper, "--theme", "dark")
    export(desk, "b.pdf", "note.md", "--paper", "148x210")
    assert re.search(r"Page size:\s+419\.5\d* x 595\.2\d*", read("pdfinfo", desk.folder / "b.pdf"))
    for wrong in (["--paper", "a99"], ["--margins", "1,2,3,4,5"], ["--margins", "-1"], ["--theme", "plaid"], ["--paper", "1x1"]):
        export(desk, "c.pdf", "note.md", *wrong, status=1 if wrong[0] == "--theme" else 2)
    assert not (desk.folder / "c.pdf").exists()
    # Margins that leave no room are taken as far as there is any.
    export(desk, "d.pdf", "note.md", "--margins", "14in")
    assert "First" in read("pdftotext", desk.folder / "d.pdf", "-")
    raw = subprocess.run([desk.program, "--export", "-", "--format", "pdf", "note.md"], cwd=desk.folder, capture_output=True,
                         env=desk.environment(**NOTHING), check=True).stdout
    assert raw.startswith(b"%PDF-1.7") and raw.rstrip().endswith(b"%%EOF")


def test_bad_targets_of_pages(desk):
    desk.file("note.md", TEXT)
    (desk.folder / "folder.pdf").mkdir()
    (desk.folder / "link.pdf").symlink_to("gone/away.pdf")
    for target in ("folder.pdf", "gone/out.pdf", "link.pdf", "/dev/full", "/proc/out.pdf"):
        export(desk, target, "note.md", *(["--format", "pdf"] if target == "/dev/full" else []), status=1)
    export(desk, "out.odt", "note.md", status=2)
    export(desk, "note.md", "note.md", "--format", "pdf", status=2)
    assert (desk.folder / "note.md").read_text() == TEXT
    assert not (desk.folder / "out.pdf").exists()


def test_a_full_disk_leaves_the_old_pdf(desk):
    need("strace")
    desk.file("note.md", TEXT)
    old = b"the old file"
    for call, error in (("write", "ENOSPC"), ("fsync", "EIO"), ("renameat2", "EIO")):
        (desk.folder / "out.pdf").write_bytes(old)
        for turn in (1, 2):
            # The program writes nothing else but the file: the first calls of a kind are those of the save.
            subprocess.run(["strace", "-qq", "-f", "-e", f"inject={call}:error={error}:when={turn}", "-o", "/dev/null", desk.program, "--export", "out.pdf",
                            "note.md"], cwd=desk.folder, env=desk.environment(**NOTHING), capture_output=True)
            now = (desk.folder / "out.pdf").read_bytes()
            assert now == old or (now.startswith(b"%PDF") and now.rstrip().endswith(b"%%EOF")), f"{call} {error} {turn}: torn"


def test_pages_run_nothing_and_reach_nothing(desk):
    """Every hole through every way into a document: no process, no connection, no file from outside, and nothing in the PDF that acts."""
    need("strace", "qpdf")
    secret = "CANARY-7d1f"
    desk.file("outside.png", PNG + secret.encode())
    desk.file("docs/picture.png", PNG)
    os.mkfifo(desk.folder / "docs/pipe.png")
    (desk.folder / "docs/link.png").symlink_to("../outside.png")
    with open(desk.folder / "docs/huge.png", "wb") as file:
        file.truncate(4 << 30)
    images = ["../outside.png", "/etc/shadow", "%2e%2e/outside.png", "link.png", "/proc/self/environ", "pipe.png", "huge.png", "http://127.0.0.1:9/x.png",
              "//127.0.0.1/x.png", "file:///etc/shadow", "data:image/png;base64,AAAA", "picture.png"]
    names = [desk.file("docs/images.md", "\n\n".join(f"![image]({image}) <img src=\"{image}\">" for image in images))]
    for number, hole in enumerate(HOLES):
        names.append(desk.file(f"docs/{number}.md", "\n\n".join(frames(hole)).replace("\0", "").encode("utf-8", "replace")))
        names.append(desk.file(f"docs/front-{number}.md", f"---\ntitle: {hole.strip()}\nauthor: {hole.strip()}\nlang: {hole.strip()}\n---\n\n{hole}".encode("utf-8", "replace")))
    (desk.folder / "out").mkdir()
    log = desk.folder / "strace.log"
    answer = subprocess.run(
        ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=execve,execveat,connect,socket,sendto,openat,open,fork,vfork", desk.program, "--export",
         "out/%n.pdf", *map(str, names)], cwd=desk.folder, env=desk.environment(**NOTHING), capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    lines = log.read_text(errors="replace").splitlines()
    assert sum("execve" in line for line in lines) == 1, "a process was started"
    assert not any(re.search(r"\b(connect|sendto|vfork|fork)\(", line) for line in lines), "a connection was tried"
    for line in lines:
        for name in ("outside.png", "/etc/shadow", "environ"):
            assert not (name in line and " = -1" not in line and "O_PATH" not in line and "open" in line), line
    for path in sorted((desk.folder / "out").iterdir()):
        check_quiet(desk, path, secret)
    print(f"     {len(HOLES)} holes in {len(frames('x')) + 1} places: {len(names)} PDFs, none with anything that acts or was not asked for")


def check_quiet(desk, path, secret):
    """Nothing in a PDF acts by itself, and its links lead where links may lead."""
    assert secret.encode() not in path.read_bytes()
    plain = desk.folder / "plain.pdf"
    read("qpdf", "--qdf", "--object-streams=disable", path, plain)
    content = plain.read_bytes()
    for word in (b"/JavaScript", b"/JS", b"/Launch", b"/OpenAction", b"/AA", b"/EmbeddedFile", b"/SubmitForm", b"/ImportData", b"/GoToR", b"/RichMedia", b"/Movie",
                 b"/Sound", b"/XFA"):
        assert not re.search(re.escape(word) + rb"\b", content), word
    for value in objects(path):
        if value.get("/Subtype") == "/Link" and "/A" in value:
            address = value["/A"]["/URI"].removeprefix("u:").removeprefix("b:")
            assert re.match(r"(?i)https?:|mailto:", address) or (not re.match(r"(?i)[a-z][a-z0-9+.-]*:|//", address)
                                                                  and re.search(r"(?i)\.(md|markdown|txt|png|jpe?g|gif|webp|svg)([?#]|$)", address)), address


def addresses(path):
    """The addresses to which the links of a PDF lead."""
    return [value["/A"]["/URI"].removeprefix("u:").removeprefix("b:") for value in objects(path)
            if value.get("/Subtype") == "/Link" and "/URI" in value.get("/A", {})]


def test_only_some_schemes_lead_anywhere(desk):
    """45 schemes in 6 disguises: of all of them only http, https and mailto are in the PDF and in the page of HTML."""
    need("qpdf")
    schemes = ["javascript", "vbscript", "data", "file", "blob", "about", "view-source", "ftp", "sftp", "smb", "ssh", "telnet", "tel", "vscode", "steam", "app", "sms",
               "callto", "facetime", "skype", "zoommtg", "slack", "git", "svn", "ldap", "gopher", "news", "nntp", "irc", "magnet", "bitcoin", "intent", "market",
               "chrome", "resource", "moz-extension", "jar", "feed", "webcal", "x-apple", "ms-word", "mk", "res", "cid", "unknown"]
    assert len(schemes) == 45
    lines = []
    for scheme in schemes + ["http", "https", "mailto"]:
        mixed = "".join(letter.upper() if index % 2 else letter for index, letter in enumerate(scheme))
        for address in (f"{scheme}:x@y.example", f"{mixed}:x@y.example", f"{scheme[:2]}&#9;{scheme[2:]}:x@y.example", f"&#{ord(scheme[0])};{scheme[1:]}:x@y.example",
                        f"%{ord(scheme[0]):02x}{scheme[1:]}:x@y.example", f"&#1;{scheme}:x@y.example"):
            lines.append(f"[word]({address}) <a href=\"{address}\">word</a> <{scheme}:x@y.example>\n")
    desk.file("note.md", "\n".join(lines) + "\n[word](//host.example/x) [word](\\\\host\\x) [word](/etc/passwd) [word](../out.md)\n")
    export(desk, "note.pdf", "note.md")
    export(desk, "note.html", "note.md")
    in_page = re.findall(r'href="([^"#][^"]*)"', (desk.folder / "note.html").read_text())
    for kind, found in (("PDF", addresses(desk.folder / "note.pdf")), ("HTML", in_page)):
        for scheme in ("http:", "https:", "mailto:"):
            assert any(address.lower().startswith(scheme) for address in found), f"{kind}: {scheme}"
        for address in found:
            known = re.match(r"(?i)(https?|mailto):", address)
            # A scheme that is percent-encoded is none: a browser takes it for a file's name.
            assert known or not re.match(r"[\s\x00-\x20]*[a-zA-Z][a-zA-Z0-9+.-]*:|[\\/]{2}", address), f"{kind}: {address}"


def test_bombs_are_refused_with_a_word(desk):
    """What is made to swell is left out, in bounded time and memory, and the document is exported without it."""
    need("qpdf")
    length = b"\x00\x00\x4e\x20"
    header = b"IHDR" + length + length + b"\x08\x06\x00\x00\x00"
    desk.file("huge.png", PNG[:8] + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header)) + PNG[33:])
    desk.file("laughs.svg", '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">' + "".join(
        f'<!ENTITY a{n} "{("&a" + str(n - 1) + ";" if n else "&a;") * 10}">' for n in range(9)) + ']><svg xmlns="http://www.w3.org/2000/svg"><text>&a8;</text></svg>')
    size = 100 if os.environ.get("MASTHEAD_MILESTONE") else 4
    cells = 1_000_000 if os.environ.get("MASTHEAD_MILESTONE") else 20_000
    documents = {
        "pictures": "![a](huge.png) ![b](laughs.svg)\n", "data": f"![a](data:image/png;base64,{'A' * (size << 20)})\n",
        "deep": "<div>" * 50_000 + "words" + "</div>" * 50_000 + "\n",
        "cells": "|" + " a |" * 100 + "\n|" + "-|" * 100 + "\n" + ("|" + " x |" * 100 + "\n") * (cells // 100),
    }
    for name, text in documents.items():
        desk.file(f"{name}.md", text)
        for suffix in ("pdf", "html"):
            command = ["/usr/bin/time", "-f", "%M", desk.program, "--export", f"{name}.{suffix}", f"{name}.md"]
            answer = subprocess.run(command, cwd=desk.folder, env=desk.environment(**NOTHING), capture_output=True, text=True, timeout=300, check=False)
            assert answer.returncode == 0, f"{name}.{suffix}: {answer.stderr[-500:]}"
            kilobytes = int(answer.stderr.splitlines()[-1])
            assert kilobytes < 1_500_000, f"{name}.{suffix} took {kilobytes} kB"
            if name == "pictures":
                assert answer.stderr.count("image") >= 1, answer.stderr
        read("qpdf", "--check", desk.folder / f"{name}.pdf")


def test_large_things_end_in_time(desk):
    """What is large becomes pages, in bounded time and memory."""
    need("pdfinfo")
    shapes = {
        "rows": "| a | b | c |\n|---|---|---|\n" + "".join(f"| {n} | cell {n} | x |\n" for n in range(5000)),
        "code": "```\n" + "x = 1; " * 14_300 + "\n```\n",
        "word": "x" * 100_000 + "\n",
        "note": "mark[^1]\n\n[^1]: " + "word " * 6000 + "\n",
        "quotes": ">" * 2000 + " deep\n",
        "columns": "|" + " c |" * 120 + "\n|" + "---|" * 120 + "\n" + ("|" + " 1 |" * 120 + "\n") * 40,
        "headings": "".join(f"# Heading {n}\n\n" for n in range(3000)),
    }
    for name, text in shapes.items():
        desk.file(f"{name}.md", text)
        start = time.monotonic()
        export(desk, f"{name}.pdf", f"{name}.md", "--toc")
        assert time.monotonic() - start < 20, f"{name} took {time.monotonic() - start:.1f} s"
        assert "No syntax or stream encoding errors" in read("qpdf", "--check", desk.folder / f"{name}.pdf"), name


def test_a_short_document_is_quick_and_small(desk):
    """10 kB take 0.3 s on a machine at rest; here ten times that."""
    need("pdffonts")
    text = ("# Heading\n\n" + "Some words of a paragraph that goes on for a while, with *emphasis* and `code`. " * 12 + "\n\n") * 10
    desk.file("note.md", text[:10_000])
    start = time.monotonic()
    export(desk, "note.pdf", "note.md")
    assert time.monotonic() - start < 3
    desk.file("page.md", text[:2500])
    export(desk, "page.pdf", "page.md")
    assert (desk.folder / "page.pdf").stat().st_size <= 60_000


# In the window.


def test_the_sheet_exports_and_remembers(desk):
    need("pdfinfo")
    program = desk.start(desk.file("docs/note.md", TEXT))
    masthead.wait_for_text(program, "# First")
    program.act("win.export-pdf")
    program.click(masthead.button(program, "Export…"))
    masthead.choose_file(program, "Export As", desk.folder / "docs/out.pdf")
    wait(lambda: (desk.folder / "docs/out.pdf").exists(), "the PDF")
    assert "Title:" in read("pdfinfo", desk.folder / "docs/out.pdf")
    program.find("label", lambda name: name.startswith("Exported as “out.pdf”"))
    # The sheet is gone, and the document is as it was.
    wait(lambda: not program.is_there(name="Export…"), "the sheet to close")
    assert masthead.text(program).startswith("---\ntitle")
    assert (desk.folder / "docs/note.md").read_text() == TEXT


def test_a_target_that_cannot_be_written_is_told_with_its_reason(desk):
    """What could not be done is said, with why; the sheet stays, and the document can be exported elsewhere afterwards."""
    need("pdfinfo")
    path = desk.file("docs/note.md", TEXT)
    program = desk.start(path)
    masthead.wait_for_text(program, "# First")
    for target, reason in (("/proc/out.pdf", "The Folder Is Gone"), ("/sys/other.pdf", "You do not have the permission to write there.")):
        program.act("win.export-pdf")
        program.click(masthead.button(program, "Export…"))
        masthead.choose_file(program, "Export As", target)
        program.find("label", f"“{os.path.basename(target)}” Was Not Exported")
        program.find("label", reason)
        program.key("Escape")
        wait(lambda: not program.is_there("label", reason), "the reason to go")
        # The sheet is there still, for another try.
        masthead.button(program, "Export…")
        program.key("Escape")
        wait(lambda: not program.is_there("push button", "Export…"), "the sheet to close")
    program.act("win.export-pdf")
    program.click(masthead.button(program, "Export…"))
    masthead.choose_file(program, "Export As", desk.folder / "docs/out.pdf")
    wait(lambda: (desk.folder / "docs/out.pdf").exists(), "the PDF")
    assert "Title:" in read("pdfinfo", desk.folder / "docs/out.pdf")
    assert path.read_text() == TEXT and sorted(file.name for file in (desk.folder / "docs").iterdir()) == ["note.md", "out.pdf"]


def test_escape_closes_the_sheet(desk):
    program = desk.start(desk.file("docs/note.md", TEXT))
    masthead.wait_for_text(program, "# First")
    program.act("win.export-pdf")
    masthead.button(program, "Export…")
    program.key("Escape")
    wait(lambda: not program.is_there("push button", "Export…"), "Escape to close the sheet")
    assert masthead.text(program).startswith("---\ntitle")


def choose_row(program, row, steps):
    """Opens a row's choices by keys and goes so many down."""
    program.find("label", row)
    for _ in range(12):
        focused = [node for node in tree.descendants(program.windows()[-1]) if tree.has_state(node, "focused")]
        if any(tree.name(node).startswith(row) or row in [tree.name(child) for child in tree.descendants(node)] for node in focused):
            break
        program.key("Tab")
    program.key("space", *["Down"] * steps, "Return")


def test_printing_to_a_file_starts_nothing(desk):
    """The desktop's own way to a file gives the pages of the PDF, with no process and no connection but the desktop's sockets."""
    need("strace", "pdfinfo", "pdftotext")
    program = desk.start(desk.file("docs/note.md", TEXT.replace("![a picture](picture.png)", "![a](http://127.0.0.1:9/x.png)")))
    masthead.wait_for_text(program, "# First")
    log = desk.folder / "strace.log"
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-p", str(program.process.pid), "-o", str(log), "-e", "trace=execve,execveat,connect,fork,vfork"])
    try:
        wait(lambda: log.exists(), "strace")
        program.key("ctrl+p")
        program.find(name="Print to File")
        program.key("Down", "space")
        wait(lambda: program.is_there("push button", lambda name: name.endswith("Print"), sensitive=True), "Print to be possible")
        program.key("alt+p")
        output = wait(lambda: next((file for file in [*desk.folder.rglob("output.pdf"), *desk.folder.rglob("note.pdf")] if file.stat().st_size > 1000), None),
                      "the file that was printed to", 20)
        wait(lambda: b"%%EOF" in output.read_bytes()[-20:], "all of it")
    finally:
        tracer.terminate()
        tracer.wait()
    words = read("pdftotext", "-raw", output, "-")
    for part in ("First", "Words with a link, inside, a note1", "The note."):
        assert part in words, words
    for line in log.read_text(errors="replace").splitlines():
        assert not re.search(r"\b(execve|execveat|vfork|fork)\(", line), line
        # The printers' daemon is asked by GTK, on this machine's socket; the network is not.
        assert not re.search(r"connect\(.*(AF_INET6?)", line) or "htons(631)" in line, line


def test_the_title_menu_exports_as_was_chosen_last(desk):
    """What the sheet was told stays: for the next document, by the title's menu, and after a restart."""
    need("pdfinfo")
    path = desk.file("docs/note.md", TEXT)
    program = desk.start(path)
    masthead.wait_for_text(program, "# First")
    program.act("win.export-pdf")
    masthead.button(program, "Export…")
    choose_row(program, "Paper", 3)
    program.click(masthead.button(program, "Export…"))
    masthead.choose_file(program, "Export As", desk.folder / "docs/one.pdf")
    wait(lambda: (desk.folder / "docs/one.pdf").exists(), "the PDF")
    assert "(letter)" in read("pdfinfo", desk.folder / "docs/one.pdf")
    program.stop()
    program = desk.start(path)
    masthead.wait_for_text(program, "# First")
    program.click(program.find("push button", lambda name: name.endswith("document title")))
    program.click(program.find("menu item", "Export"))
    program.click(program.find("menu item", "Export PDF…"))
    program.click(masthead.button(program, "Export…"))
    masthead.choose_file(program, "Export As", desk.folder / "docs/two.pdf")
    wait(lambda: (desk.folder / "docs/two.pdf").exists(), "the second PDF")
    assert "(letter)" in read("pdfinfo", desk.folder / "docs/two.pdf")


def test_print_shows_its_own_preview(desk):
    """The dialog's Preview opens a window of ours: pages that keys turn, and that Escape closes. No program is started for it."""
    program = desk.start(desk.file("docs/note.md", TEXT + "\n" + "More words for more pages.\n\n" * 100))
    masthead.wait_for_text(program, "# First")
    program.key("ctrl+p")
    program.find(name="Print to File")
    program.key("alt+v")
    program.find("label", "Page 1 of 4")
    program.key("Page_Down")
    program.find("label", "Page 2 of 4")
    children = read("ps", "--ppid", str(program.process.pid), "-o", "comm=") if subprocess.run(
        ["ps", "--ppid", str(program.process.pid)], capture_output=True, check=False).returncode == 0 else ""
    assert children == "", children
    program.key("Escape")
    wait(lambda: not program.is_there("label", "Page 2 of 4"), "Escape to close the preview")
    assert masthead.text(program).startswith("---\ntitle")
