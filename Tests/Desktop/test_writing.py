"""Writing by hand with the real keyboard, clipboard and pointer: lists, tables, marks, pastes, drops, dead keys, the wheel."""
import struct
import sys
import time
import zlib

import masthead
from harness import tree
from harness.waiting import wait

# Another program that owns the clipboard; each argument is "TYPE @ FILE", or "files @ PATH" for what a file manager copies.
OWNER = """
import sys
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk
def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Clipboard owner", default_width=200, default_height=80)
    window.present()
    forms = []
    for argument in sys.argv[1:]:
        kind, _, path = argument.partition(" @ ")
        if kind == "files":
            forms.append(Gdk.ContentProvider.new_for_value(Gdk.FileList.new_from_list([Gio.File.new_for_path(path)])))
        else:
            forms.append(Gdk.ContentProvider.new_for_bytes(kind, GLib.Bytes.new(open(path, "rb").read())))
    def own():
        window.get_clipboard().set_content(Gdk.ContentProvider.new_union(forms))
        print("owned", flush=True)
        return False
    GLib.timeout_add(300, own)
application = Gtk.Application(application_id="org.example.ClipboardOwner", flags=Gio.ApplicationFlags.NON_UNIQUE)
application.connect("activate", activate)
application.run([])
"""


def png(width=4, height=4):
    """A small red picture."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + b"\xff\0\0" * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


def own(desk, **forms):
    """Lets another program own the clipboard; the program under test is in front again afterwards."""
    arguments = []
    for index, (kind, content) in enumerate(forms.items()):
        if kind == "files":
            arguments.append(f"files @ {content}")
            continue
        name = {"text": "text/plain;charset=utf-8", "html": "text/html", "png": "image/png"}[kind]
        path = desk.folder / f"clip-{index}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        arguments.append(f"{name} @ {path}")
    owner = desk.start(desk.file("owner.py", OWNER), *arguments, program=sys.executable, G_DEBUG="")
    wait(lambda: "owned" in owner.said, "the clipboard to be owned")
    return owner


def end(desk, owner):
    owner.kill()
    desk.programs.remove(owner)


def editor(desk, text="", *arguments):
    program = desk.start("--view", "editor", *arguments, desk.file("note.md", text))
    program.resize(800, 500)
    program.click(masthead.text_view(program))
    program.key("ctrl+End")
    return program


def expect(program, text):
    wait(lambda: masthead.text(program) == text, f"the text {text!r}, not {masthead.text(program)!r}")


def paste(program, *keys):
    program.activate_window()
    program.click(masthead.text_view(program))
    program.key(*keys)


def test_a_list(desk):
    program = editor(desk)
    program.type("1. one\ntwo\n")
    program.key("Tab")
    program.type("inner\n")
    program.key("shift+Tab")
    program.type("three\n\nafter")
    expect(program, "1. one\n2. two\n   1. inner\n3. three\n\nafter")
    program.key("ctrl+Home", "alt+Down")
    expect(program, "1. two\n   1. inner\n2. one\n3. three\n\nafter")
    program.key("ctrl+z")
    expect(program, "1. one\n2. two\n   1. inner\n3. three\n\nafter")


def test_a_table(desk):
    program = editor(desk)
    program.type("| name | n |\n")
    program.type("| --- | --: |\n")
    program.type("| a long name | 1 |\n")
    program.type("b")
    program.key("Tab")
    program.type("22")
    table = "| name        |   n |\n| ----------- | --: |\n| a long name |   1 |\n| b           |  22 |"
    program.key("Return", "Return")
    program.type("below")
    expect(program, table + "\n\nbelow")


def test_a_table_is_lined_up_when_left(desk):
    program = editor(desk, "| a | b |\n| --- | --- |\n| c | d |\n\nend\n")
    program.key("ctrl+Home", "Right", "Right", "Right")
    program.type(" wide word")
    expect(program, "| a wide word | b |\n| --- | --- |\n| c | d |\n\nend\n")
    program.key("ctrl+End")
    expect(program, "| a wide word | b   |\n| ----------- | --- |\n| c           | d   |\n\nend\n")
    program.key("ctrl+z")
    expect(program, "| a wide word | b |\n| --- | --- |\n| c | d |\n\nend\n")
    program.key("ctrl+End", "ctrl+shift+z")
    expect(program, "| a wide word | b   |\n| ----------- | --- |\n| c           | d   |\n\nend\n")


def test_the_same_press_takes_back_exactly(desk):
    program = editor(desk, "**a** **b**")
    program.key("ctrl+Home", "Right", "Right", "shift+Right")
    program.key("ctrl+b")
    expect(program, "a **b**")
    program.key("ctrl+b")
    expect(program, "**a** **b**")


def test_pairs_and_typing_over(desk):
    program = editor(desk)
    program.type("(a) [b")
    expect(program, "(a) [b]")
    program.key("BackSpace", "BackSpace")
    expect(program, "(a) ")


def test_an_address_over_a_selection_is_a_link(desk):
    program = editor(desk, "see here now")
    owner = own(desk, text="https://example.org/a(b)")
    paste(program, "ctrl+Home", "ctrl+Right", "Right", "ctrl+shift+Right", "ctrl+v")
    expect(program, "see [here](https://example.org/a(b)) now")
    program.key("ctrl+z")
    expect(program, "see here now")
    program.key("ctrl+shift+v")
    expect(program, "see https://example.org/a(b) now")
    end(desk, owner)


def test_html_becomes_markdown(desk):
    program = editor(desk)
    owner = own(desk, html="<h2>Title</h2><p>A <b>bold</b> word<script>x</script><ul><li>one<li>two</ul>", text="Title A bold word one two")
    paste(program, "ctrl+End", "ctrl+v")
    expect(program, "## Title\n\nA **bold** word\n\n- one\n- two")
    program.key("ctrl+z")
    expect(program, "")
    program.key("ctrl+shift+v")
    expect(program, "Title A bold word one two")
    end(desk, owner)


def test_a_picture_becomes_a_file(desk):
    program = editor(desk, "x\n")
    program.resize(1200, 500)
    owner = own(desk, png=png(40, 40))
    paste(program, "ctrl+End", "ctrl+v")
    text = wait(lambda: "![](assets/image-" in masthead.text(program) and masthead.text(program), "the link to the picture")
    files = list((desk.folder / "assets").glob("image-*.png"))
    assert [file.read_bytes() for file in files] == [png(40, 40)], files
    assert text == f"x\n![](assets/{files[0].name})", text
    paste(program, "ctrl+v")
    wait(lambda: masthead.text(program).count("![](assets/image-") == 2, "the second link")
    program.key("ctrl+z", "ctrl+z")
    expect(program, "x\n")
    end(desk, owner)


def test_a_copied_file_is_linked_whatever_its_name(desk):
    name = "a b#c%20(1).png"
    away = desk.folder / "away"
    away.mkdir()
    (away / name).write_bytes(png())
    here = desk.folder / "here"
    here.mkdir()
    (here / "note.md").write_text("")
    program = desk.start("--view", "split", here / "note.md")
    program.resize(1200, 500)
    owner = own(desk, files=away / name)
    paste(program, "ctrl+v")
    expect(program, "![a b#c%20(1)](assets/a%20b%23c%2520%281%29.png)")
    assert (here / "assets" / name).read_bytes() == png()
    assert (away / name).read_bytes() == png(), "the source was touched"
    end(desk, owner)


def test_dead_keys_are_left_to_the_input_method(desk):
    desk.screen._ask("setxkbmap", "us", "-variant", "intl")
    try:
        program = editor(desk, "", )
        program.key("dead_acute", "e")
        expect(program, "é")
        # The quotation mark is a dead key here: it types one with a blank, and pairs only then.
        program.key("dead_acute")
        program.key("ctrl+s")
        wait(lambda: not masthead.is_modified(program), "the document to be saved during the composition")
        assert (desk.folder / "note.md").read_text() == "é", "the composition was saved"
        program.key("a")
        expect(program, "éá")
        program.key("dead_diaeresis", "Return")
        wait(lambda: masthead.text(program) in ("éá\n", "éá¨\n", "éá\"\n", "éá", "éá¨"), "Return to be the input method's")
    finally:
        desk.screen._ask("setxkbmap", "us")


def test_the_wheel_changes_the_size_of_the_text(desk):
    program = editor(desk, "some text\n")

    def size():
        return program.actions()["text-size"][1]
    before = program.pixels(masthead.text_view(program))
    program.screen.do("keydown", "ctrl")
    program.screen.do("click", "--repeat", 3, 4)
    program.screen.do("keyup", "ctrl")
    wait(lambda: size() > 110, "the text to be larger")
    wait(lambda: program.pixels(masthead.text_view(program)) != before, "the larger text to be seen")
    program.screen.do("keydown", "ctrl")
    program.screen.do("click", "--repeat", 3, 5)
    program.screen.do("keyup", "ctrl")
    wait(lambda: size() == 100, "the text to have its size again")
    program.key("ctrl+plus")
    wait(lambda: size() > 100, "the text to be larger by a key")
    program.key("ctrl+0")
    wait(lambda: size() == 100, "the text to have its size again")
    assert masthead.text(program) == "some text\n"


def test_the_keyboard_comes_back_to_the_text(desk):
    """Whatever was opened by pointer or key and closed by Escape: the next letter goes into the text again."""
    path = desk.file("a.md", "# Head\n\nSome words\n")
    program = desk.start("--view", "editor", path)
    program.resize(1200, 700)
    masthead.wait_for_text(program, "Some words")
    program.click(masthead.text_view(program))

    def title():
        return program.find("push button", lambda name: name.endswith("document title"))

    def title_menu_then_rename():
        program.click(title())
        program.find("menu item", "Duplicate")
        program.key("Escape")
        wait(lambda: not program.is_there("menu item", "Duplicate"), "the menu to close")
        program.key("F2")

    def rename_in_the_menu():
        program.click(title())
        program.click(program.find("menu item", "Rename"))

    # How each is opened, and what is seen then; without the latter the text has lost the focus at least.
    ways = {
        "the title's menu": (lambda: program.click(title()), "Duplicate"),
        "its key": (lambda: program.key("alt+Return"), "Duplicate"),
        "the main menu": (lambda: program.key("F10"), "Preferences"),
        "the overflow menu": (lambda: program.click(program.find("push button", "More tools")), "Focus Mode"),
        "the edit menu": (lambda: program.key("shift+F10"), "Select All"),
        "renaming": (lambda: program.key("F2"), None),
        "the title's menu, then renaming": (title_menu_then_rename, None),
        "renaming from the menu": (rename_in_the_menu, None),
        "the search": (lambda: program.key("ctrl+e"), None),
        "finding": (lambda: program.key("ctrl+f"), None),
    }
    for count, (name, (open_it, item)) in enumerate(ways.items(), 1):
        open_it()
        if item:
            wait(lambda: program.is_there(name=lambda name: name.startswith(item)), f"{item} in {name}")
        else:
            wait(lambda: not tree.has_state(masthead.text_view(program), "focused"), f"the focus to leave the text for {name}")
        time.sleep(0.3)
        program.key("Escape")
        time.sleep(0.4)
        program.type("z")
        wait(lambda: masthead.text(program).count("z") == count, f"a letter after {name}")
