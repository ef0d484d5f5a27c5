"""`masthead --export`: pages of HTML from the command line, without a display or a bus, valid and inert."""
import base64
import hashlib
import itertools
import os
import pathlib
import random
import re
import shutil
import subprocess

import html5lib

from harness.session import SHARED, Skip

PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
NOTHING = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"}
FORBIDDEN = {"script", "iframe", "frame", "frameset", "object", "embed", "form", "base", "link", "svg", "math", "video", "audio", "source",
             "portal", "applet", "button", "select", "textarea", "template", "noscript", "map", "area"}


def export(desk, *arguments, status=0, **environment):
    answer = desk.command("--export", *arguments, **{**NOTHING, **environment})
    assert answer.returncode == status, f"{arguments}: status {answer.returncode}, said {answer.stderr}"
    assert (status == 0) or answer.stderr.startswith("masthead: "), answer.stderr
    return answer


def parse(page):
    """Reads a page as browsers do; html5lib's strict parser raises at the first error."""
    return html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), strict=True, namespaceHTMLElements=False).parse(page)


def test_the_parser_is_strict(desk):
    """The tests below stand on it."""
    for wrong in ("<!DOCTYPE html><p><b></p>", "<!DOCTYPE html><a></b>", "<p>", "<!DOCTYPE html><table><b>x</table>", "<!DOCTYPE html>\x01"):
        try:
            parse(wrong)
        except html5lib.html5parser.ParseError:
            continue
        raise AssertionError(f"{wrong!r} passes")


def check_inert(page, label):
    """Nothing in the page can run, move or load, but images that are in it."""
    tree = parse(page)
    head = tree.find("head")
    first = head[0]
    assert first.tag == "meta" and first.get("http-equiv") == "Content-Security-Policy", f"{label}: the policy is not first"
    assert "default-src 'none'" in first.get("content")
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue
        assert element.tag not in FORBIDDEN, f"{label}: <{element.tag}>"
        if element.tag == "meta" and element is not first:
            assert "http-equiv" not in element.attrib, f"{label}: {element.attrib}"
        if element.tag == "style":
            assert element in list(head), f"{label}: a style in the text"
        for name, value in element.attrib.items():
            assert not name.startswith("on") and name not in ("style", "srcset", "background", "action", "formaction", "ping", "srcdoc"), f"{label}: {name}"
            if name == "src":
                assert value.startswith("data:image/"), f"{label}: src={value[:80]}"
            if name == "href":
                scheme = re.match(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):", value)
                assert not scheme or scheme.group(1).lower() in ("http", "https", "mailto"), f"{label}: href={value[:80]}"
                assert not re.match(r"[\\/]{2}", value.strip()), f"{label}: href={value[:80]}"
    return tree


def test_a_page_holds_everything(desk):
    desk.file("docs/picture.png", PNG)
    desk.file("docs/note.md", "---\ntitle: A note\nlang: en\n---\n\n# Note\n\n![alt](picture.png)\n\n- [x] done\n\n> [!TIP]\n> Use it.\n")
    answer = export(desk, "note.html", "docs/note.md")
    assert answer.stdout == "" and answer.stderr == ""
    page = (desk.folder / "note.html").read_text()
    tree = check_inert(page, "note")
    assert tree.find("head/title").text == "A note"
    assert tree.get("lang") == "en"
    assert base64.b64decode(tree.find(".//img").get("src").split(",")[1]) == PNG
    assert tree.find(".//h1").get("id") == "note"
    style = tree.find("head/style").text
    policy = tree.find("head/meta").get("content")
    assert base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() in policy, "the policy does not let the style in"
    assert "prefers-color-scheme: dark" in style


def test_options(desk):
    desk.file("docs/picture.png", PNG)
    desk.file("docs/note.md", "# One\n\n## Two\n\n![alt](picture.png)\n")
    export(desk, "out/../note.html", "--linked", "--toc", "--theme=sepia", "docs/note.md", status=1)
    export(desk, "note.html", "--linked", "--toc", "--theme=sepia", "docs/note.md")
    page = (desk.folder / "note.html").read_text()
    tree = parse(page)
    assert tree.find(".//img").get("src") == "docs/picture.png"
    assert [link.get("href") for link in tree.findall(".//nav//a")] == ["#one", "#two"]
    assert "prefers-color-scheme" not in page and "#faf3e3" in page
    export(desk, "note.html", "--theme", "pink", "docs/note.md", status=1)
    assert "sepia" not in export(desk, "-", "--format", "html", "docs/note.md").stdout


def test_several_files_and_standard_streams(desk):
    for name in ("a", "b.c"):
        desk.file(f"{name}.md", f"# {name}\n")
    (desk.folder / "out").mkdir()
    export(desk, "out/x-%n.html", "a.md", "b.c.md")
    assert sorted(file.name for file in (desk.folder / "out").iterdir()) == ["x-a.html", "x-b.c.html"]
    page = export(desk, "-", "--format", "html", "a.md").stdout
    assert page == (desk.folder / "out/x-a.html").read_text()
    # What can be exported is, though another cannot be read.
    answer = export(desk, "out/y-%n.html", "gone.md", "a.md", status=1)
    assert "gone.md" in answer.stderr and (desk.folder / "out/y-a.html").exists()
    piped = subprocess.run([desk.program, "--export", "-", "--format", "html", "-"], input="# piped\n", text=True, capture_output=True,
                           env=desk.environment(**NOTHING), cwd=desk.folder, timeout=20, check=True)
    assert '<h1 id="piped">piped</h1>' in piped.stdout


def test_names_that_are_not_text(desk):
    folder = os.fsencode(desk.folder)
    with open(folder + b"/n\xffote.md", "wb") as file:
        file.write(b"# Odd\n")
    command = [os.fsencode(desk.program), b"--export", b"%n-out.html", b"n\xffote.md"]
    subprocess.run(command, env=desk.environment(**NOTHING), cwd=desk.folder, timeout=20, check=True)
    with open(folder + b"/n\xffote-out.html", "rb") as file:
        assert b"Odd" in file.read()


def test_what_makes_no_sense(desk):
    desk.file("a.md", "# a\n")
    for arguments, word in [(["a.txt", "a.md"], "a.txt"), (["a.html"], ""), (["-", "a.md"], "--format"), (["x.html", "a.md", "a.md"], "%n"),
                            (["a.html", "--paper", "huge", "a.md"], "huge"), (["a.html", "--no-such", "a.md"], "--no-such"),
                            (["./a.md", "--format", "html", "a.md"], "a.md")]:
        answer = export(desk, *arguments, status=2)
        assert word in answer.stderr, answer.stderr
    assert sorted(file.name for file in desk.folder.iterdir()) == ["a.md", "home"], "something was written"


def test_bad_targets(desk):
    desk.file("a.md", "# a\n")
    (desk.folder / "folder.html").mkdir()
    os.mkfifo(desk.folder / "pipe.html")
    (desk.folder / "loop.html").symlink_to("loop.html")
    (desk.folder / "same.html").hardlink_to(desk.folder / "a.md")
    for target in ("folder.html", "pipe.html", "loop.html", "gone/a.html", "x" * 300 + ".html", "same.html", "/proc/a.html"):
        answer = export(desk, target, "a.md", status=1)
        assert answer.stderr.count("\n") == 1, answer.stderr
    assert (desk.folder / "a.md").read_text() == "# a\n"
    # A link is followed, as when saving.
    desk.file("real.html", "old")
    (desk.folder / "link.html").symlink_to("real.html")
    export(desk, "link.html", "a.md")
    assert (desk.folder / "link.html").is_symlink() and "<h1" in (desk.folder / "real.html").read_text()
    for bad in (b"\xff\xfe\xfd", b"a\0b"):
        desk.file("bad.md", bad)
        export(desk, "bad.html", "bad.md", status=1)
        assert not (desk.folder / "bad.html").exists()


def test_a_full_disk_leaves_the_old_page(desk):
    if not shutil.which("strace"):
        raise Skip("strace is not installed")
    desk.file("a.md", "# a\n" + "words and words\n" * 5000)
    old = desk.file("a.html", "the old page")
    failures = 0
    for call, error, turn in itertools.product(("pwrite64", "fsync", "renameat2"), ("ENOSPC", "EIO"), (1, 2)):
        command = ["strace", "-qq", "-f", "-e", f"inject={call}:error={error}:when={turn}", "-o", "/dev/null", desk.program, "--export",
                   str(old), "a.md"]
        answer = subprocess.run(command, env=desk.environment(**NOTHING), cwd=desk.folder, capture_output=True, timeout=60, check=False)
        text = old.read_text()
        assert text == "the old page" or text.endswith("</html>\n"), f"{call} {error} {turn}: torn"
        if answer.returncode:
            failures += 1
            assert answer.stderr.startswith(b"masthead: ")
        left = sorted(file.name for file in desk.folder.iterdir())
        assert left == ["a.html", "a.md", "home"], f"{call} {error} {turn}: left {left}"
        old.write_text("the old page")
    assert failures >= 5, f"only {failures} of the faults were met"


def test_no_process_and_no_connection(desk):
    if not shutil.which("strace"):
        raise Skip("strace is not installed")
    secret = desk.file("secret.png", PNG + b"CANARY")
    desk.file("docs/in.png", PNG)
    (desk.folder / "docs/link.png").symlink_to(secret)
    os.mkfifo(desk.folder / "docs/pipe.png")
    with open(desk.folder / "docs/sparse.png", "wb") as file:
        file.truncate(4 << 30)
    places = ["in.png", "../secret.png", "link.png", "pipe.png", "sparse.png", str(secret), "%2e%2e/secret.png", "/proc/self/environ",
              "/etc/passwd", "file:///etc/passwd", "http://127.0.0.1:9/x.png", "//127.0.0.1/x.png", "in.png%00/../../secret.png"]
    text = "".join(f'![i]({place})\n\n<img src="{place}">\n\n' for place in places) + "".join(HOLES)
    desk.file("docs/note.md", text)
    log = desk.folder / "strace.log"
    command = ["strace", "-f", "-qq", "-o", str(log), "-e", "trace=execve,execveat,connect,socket,sendto,openat,open,fork,vfork", desk.program,
               "--export", "note.html", "docs/note.md"]
    subprocess.run(command, env=desk.environment(**NOTHING), cwd=desk.folder, capture_output=True, timeout=60, check=True)
    calls = log.read_text(errors="replace").splitlines()
    assert len([call for call in calls if "execve" in call]) == 1, "a program was started"
    for call in calls:
        assert not re.search(r"\b(connect|sendto|vfork|fork)\(", call), call
        assert not re.search(r"\bsocket\((?!AF_UNIX)", call), call
        # The pipe is opened without waiting, found to be none of ours, and not read.
        for name in ("secret.png", "/etc/passwd", "environ"):
            opened = name in call and "open" in call and "O_PATH" not in call and " = -1" not in call
            assert not opened, call
    page = (desk.folder / "note.html").read_text()
    check_inert(page, "holes")
    for canary in (b"CANARY", b"root:x:0", b"XDG_RUNTIME_DIR="):
        assert canary not in page.encode() and base64.b64encode(canary)[:8] not in page.encode()


HOLES = [
    "<script>alert(1)</script>\n\n", "<img src=x onerror=alert(1)>\n\n", "<svg onload=alert(1)><script>x</script></svg>\n\n",
    "<iframe srcdoc=\"<script>x</script>\" src=x></iframe>\n\n", "<object data=x></object>\n\n", "<embed src=x>\n\n",
    "<form action=http://x><input name=a><button formaction=x>b</button></form>\n\n", "<meta http-equiv=refresh content='0;url=http://x'>\n\n",
    "<base href=http://x/>\n\n", "<link rel=preload href=http://x as=image>\n\n", "<link rel=preconnect href=http://x>\n\n",
    "<style>@import 'http://x'; body { background: url(http://x) }</style>\n\n", "<div style=\"background:url(http://x)\">x</div>\n\n",
    "<video src=x poster=y autoplay></video>\n\n", "<audio src=x autoplay></audio>\n\n", "<picture><source srcset=x><img srcset=y></picture>\n\n",
    "<math href=javascript:x><mtext><style><img src=x onerror=y></style></mtext></math>\n\n", "<a href=javascript:alert(1) onclick=y>z</a>\n\n",
    "<a href=\"data:text/html,<script>x</script>\">z</a>\n\n", "<map name=m><area href=file:///bin/sh></map><img usemap=#m src=x>\n\n",
    "<noscript><p title=\"</noscript><img src=x onerror=y>\"></noscript>\n\n", "<!--><img src=x onerror=y>-->\n\n",
    "<ruby>a<rt onclick=x>y</ruby>\n\n", "<details ontoggle=x open><summary onclick=x>y</summary></details>\n\n",
    "<textarea></textarea><script>x</script>\n\n", "<template><script>x</script></template>\n\n", "<body onload=x background=y>\n\n",
    "<table background=http://x><tr><td background=y>z</table>\n\n", "<p>a<table><b>x</table>\n\n", "<b><p>a</b>b</p>\n\n",
    "<h1>a<h2>b</h1>c</h2>\n\n", "<li>a<dt>b<td>c<tr>d<option>e\n\n", "<select><option><img src=x></select>\n\n", "<a><b></a></b><a>\n\n",
    "&#0; &#1; &#x80; &#xD800; &#xFFFF; &#x110000; &bogus; &amp &lt\n\n", "<b title='&#1;&#0;&bogus'>&#1;&#x9F;\x01\x7f\ufdd0</b>\n\n",
    "[x](javascript:alert(1)) ![x](javascript:alert(1)) <javascript:alert(1)>\n\n", "```\"><script>x</script>\ncode\n```\n\n",
    "[^\"><script>]: <script>x</script>\n\nx[^\"><script>]\n\n", "| <script>x</script> |\n|-|\n| <iframe src=x> |\n\n", "# <script>x</script>\n\n[[toc]]\n\n",
    "$<script>x</script>$ $$<img src=x onerror=y>$$\n\n", "[a]: javascript:alert(1) \"<script>\"\n\n[a] ![a]\n\n", "<plaintext>\n\n",
    "<a href=\"java\tscript:x\">y</a> <a href=\"&#106;avascript:x\">y</a> <a href=\" javascript:x\">y</a> <a href=\"\\\\host\\x\">y</a>\n\n",
]


def frames(hole):
    """A hole in every place where a document has room for one."""
    line = hole.strip().replace("\n", " ")
    return [hole, f"text {line} text\n", f"> {hole}", f"- {line}\n- b\n", f"1. a\n\n   {line}\n", f"**a {line} b**\n", f"[{line}](x)\n", f"![{line}](x)\n",
            f"[a](x '{line}')\n", f"<div>\n{hole}\n\n*a*\n\n</div>\n", f"<table><tr><td>\n\n{hole}\n\n</td></tr></table>\n",
            f"<details><summary>\n{hole}", f"| a |\n|---|\n| {line} |\n", f"## {line}\n", f"```{line}\nx\n```\n", f"    {line}\n",
            f"---\ntitle: {line}\nauthor: {line}\nlang: {line}\n---\n\n{hole}", f"x[^1]\n\n[^1]: {line}\n", f"> [!NOTE]\n> {line}\n", f"=={line}==\n",
            f"<!-- {line}\n\n{line} -->\n", f"<{line}>\n", f"<kbd>{line}</kbd> <sub>{line}\n"]


def export_all(desk, documents, *options):
    """Exports many documents at once; gives their pages in order."""
    shutil.rmtree(desk.folder / "in", ignore_errors=True)
    shutil.rmtree(desk.folder / "out", ignore_errors=True)
    (desk.folder / "out").mkdir()
    names = []
    for number, text in enumerate(documents):
        names.append(desk.file(f"in/{number}.md", text.encode("utf-8", "replace")))
    for start in range(0, len(names), 500):
        answer = desk.command("--export", "out/%n.html", *options, *names[start:start + 500], seconds=120, **NOTHING)
        assert answer.returncode == 0, answer.stderr[-2000:]
    return [(desk.folder / f"out/{number}.html").read_text() for number in range(len(names))]


def test_holes_are_closed_everywhere(desk):
    documents = [frame.replace("\0", "") for hole in HOLES for frame in frames(hole)]
    for text, page in zip(documents, export_all(desk, documents, "--toc")):
        check_inert(page, repr(text))
    print(f"     {len(HOLES)} holes in {len(frames('x'))} places: {len(documents)} pages, none with anything that runs or loads")


def examples(name):
    path = SHARED / "data" / name
    if not path.exists():
        raise Skip(f"the specification is not there: {path}")
    found = re.findall(r"^`{32} example[^\n]*\n(.*?)^\.\n.*?^`{32}$", path.read_text(), re.M | re.S)
    return [example.replace("→", "\t") for example in found]


def test_pages_are_valid(desk):
    """html5lib's strict parser finds nothing, in any example of the specifications, any real document, and random mixtures of both."""
    documents = examples("commonmark-0.31.2.txt") + examples("gfm-0.29.txt")
    chance = random.Random(5)
    for _ in range(300):
        pieces = [chance.choice(documents) for _ in range(chance.randint(2, 5))] + [chance.choice(HOLES)]
        chance.shuffle(pieces)
        cut = "".join(pieces)
        start = chance.randrange(max(1, len(cut) - 1))
        documents.append(cut[:start] + chance.choice(["", "<div>", "</div>", "<td>", "<a href=x>", "> ", "- ", "\n\n", "<b>", "</b>"]) + cut[start:])
    for text, page in zip(documents, export_all(desk, documents)):
        try:
            check_inert(page, repr(text))
        except html5lib.html5parser.ParseError as error:
            raise AssertionError(f"{error} in the page of {text!r}") from error
    real = sorted((SHARED / "data/real").glob("*.md"))
    for file in real:
        export(desk, "real.html", desk.real(file.name))
        check_inert((desk.folder / "real.html").read_text(), file.name)
    print(f"     {len(documents)} pages and {len(real)} real documents are valid")


def test_pathological_shapes(desk):
    """Every shape is exported in time and memory that go with its size; 10,000 here, more in the engine's tests and the milestone."""
    tool = SHARED / "data/pathological.py"
    if not tool.exists():
        raise Skip(f"the shapes are not there: {tool}")
    size = 1_000_000 if os.environ.get("MASTHEAD_MILESTONE") else 10_000
    shapes = desk.folder / "shapes"
    subprocess.run(["/usr/bin/python3", str(tool), "all", str(size), str(shapes)], check=True, stdout=subprocess.DEVNULL)
    files = sorted(shapes.iterdir())
    assert len(files) > 90
    worst = 0
    for file in files:
        command = ["/usr/bin/env", "bash", "-c", 'ulimit -v 4000000; exec "$@"', "-", desk.program, "--export", "shape.html", str(file)]
        answer = subprocess.run(command, env=desk.environment(**NOTHING), cwd=desk.folder, capture_output=True, timeout=60, check=False)
        if b"\0" in file.read_bytes():
            assert answer.returncode == 1 and b"not UTF-8 text" in answer.stderr, f"{file.name}: {answer.stderr[-300:]}"
            continue
        assert answer.returncode == 0, f"{file.name}: {answer.returncode}, {answer.stderr[-300:]}"
        worst = max(worst, pathlib.Path(desk.folder / "shape.html").stat().st_size / file.stat().st_size)
    print(f"     {len(files)} shapes of {size}; the largest page has {worst:.0f} times its source")
