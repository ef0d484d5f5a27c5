"""`masthead --export OUT.pdf` and the export and print commands of the window: PDFs that others read, whole or not at all, and inert."""
import json
import os
import re
import shutil
import subprocess
import time

import masthead
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
    for kind, count in {"/H1": 1, "/H2": 1, "/Table": 1, "/TR": 2, "/TH": 2, "/TD": 2, "/L": 1, "/LI": 2, "/Figure": 1, "/Note": 1, "/Link": 3}.items():
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


def test_a_failed_export_says_why(desk):
    program = desk.start(desk.file("docs/note.md", TEXT))
    masthead.wait_for_text(program, "# First")
    (desk.folder / "docs/taken.pdf").mkdir()
    program.act("win.export-pdf")
    masthead.button(program, "Export…")
    program.key("Escape")
    wait(lambda: not program.is_there("push button", "Export…"), "Escape to close the sheet")
    assert masthead.text(program).startswith("---\ntitle")


def test_print_shows_its_own_preview(desk):
    program = desk.start(desk.file("docs/note.md", TEXT))
    masthead.wait_for_text(program, "# First")
    program.key("ctrl+p")
    program.find(name="Print")
    assert masthead.text(program).startswith("---\ntitle")
