"""The real window under the bar's faults: killed, ended, cut off, with full and slow disks, with files that others change.

Each test prints its line of the fault table. MASTHEAD_MILESTONE=1 makes the random ones long; MASTHEAD_ROUNDS=25 cuts those into parts that
need not run at one time.
"""
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import masthead
from gi.repository import Atspi, GLib
from harness import tree
from harness.disks import small_disk
from harness.screen import Screen
from harness.session import Skip
from harness.waiting import stays, wait
from test_clipboard import answers

LONG = bool(os.environ.get("MASTHEAD_MILESTONE"))
ROUNDS = int(os.environ.get("MASTHEAD_ROUNDS") or 0)


def report(item, fault, target, tries):
    """A line of the table: what is lost or torn has failed before it is printed."""
    print(f"| {item} | {fault} | {target} | {tries} | 0 | 0 | 0 |", flush=True)


def state(desk):
    return desk.home / ".local/state/masthead"


def start_typing(desk, program, seconds, screen=None):
    """Types numbered words at 40 characters a second for some seconds; returns (words typed, when each was typed)."""
    screen = screen or desk.screen
    typed, begin = [], time.monotonic()
    number = 0
    while time.monotonic() - begin < seconds:
        number += 1
        word = f"w{number:04d} "
        screen.do("type", "--delay", 25, word)
        typed.append((time.monotonic(), word))
    return typed


def check_recovered(text, typed, end):
    """All that was typed two seconds before the end must be there."""
    safe = "".join(word for moment, word in typed if moment < end - 2.0)
    assert safe in text, f"lost: typed {len(typed)} words, safe {safe[-30:]!r}, found {text[-60:]!r}"


def kill_while_typing(desk, name, text, rounds):
    path = desk.file(name, text) if text is not None else None
    for _ in range(rounds):
        program = desk.start(*([path] if path else ["--new-window"]))
        program.click(masthead.text_view(program))
        program.key("ctrl+End")
        typed = start_typing(desk, program, random.uniform(0.6, 4.0))
        time.sleep(random.choice([0, 0.2, 2.1]))
        program.kill()
        end = time.monotonic()
        again = desk.start()
        found = masthead.wait_for_text(again, "w0001") if typed[0][0] < end - 2.0 else masthead.text(again) or ""
        check_recovered(found, typed, end)
        if path:
            assert path.read_text() == text, "the file was touched"
        # What came back is given up for the next round.
        if masthead.is_modified(again) if found else False:
            again.key("ctrl+w")
            again.click(masthead.answer(again, "Discard"))
            again.wait_for_end()
        else:
            again.stop()


def test_kill_while_typing_a_file(desk):
    rounds = 100 if LONG else 3
    kill_while_typing(desk, "note.md", "# A note\n\n", rounds)
    report(16, "kill -9 while typing in the window", "a file", rounds)


def test_kill_while_typing_an_untitled_document(desk):
    rounds = 100 if LONG else 3
    kill_while_typing(desk, None, None, rounds)
    report(16, "kill -9 while typing in the window", "untitled", rounds)


def test_windows_carets_and_sizes_come_back_after_a_kill(desk):
    first, second = desk.file("first.md", "one\n" * 400), desk.file("second.md", "two\nthree\n")
    program = desk.start(first, second)
    wait(lambda: masthead.documents(program) == ["first.md", "second.md"], "two windows")
    view = masthead.text_view(program, masthead.window_of(program, "second.md"))
    program.click(view)
    program.key("ctrl+Home", "Down", "Right", "Right")
    program.type("X")
    desk.wait_for_draft("thXree")
    time.sleep(2.5)
    program.kill()
    again = desk.start()
    wait(lambda: masthead.documents(again) == ["first.md", "second.md"], "both windows")
    window = masthead.window_of(again, "second.md")
    masthead.wait_for_text(again, "two\nthXree\n", inside=window)
    view = masthead.text_view(again, window)
    wait(lambda: view.get_text_iface().get_caret_offset() == 7, "the caret at its place")
    assert second.read_text() == "two\nthree\n"
    report(16, "kill -9, then a new start", "two windows, carets", 1)


def test_everything_that_is_seen_comes_back_after_a_kill(desk):
    """Scrolling, folds, panes, their widths and the outline: two starts after two kills show the same, pixel by pixel."""
    book = "".join(f"# Part {number}\n\n" + "Some words of it.\n\n" * 12 for number in range(30))
    program = desk.start("--view", "split", desk.file("book.md", book))
    masthead.wait_for_text(program, "# Part 0")
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    program.act("win.fold")
    program.act("win.toggle-outline")
    program.find(name="Filter headings")
    handle = program.box(program.find(name="Width of editor and preview"))
    middle = (handle[0] + handle[2] // 2, handle[1] + handle[3] // 2)
    program.drag(middle, (middle[0] + 60, middle[1]))
    # Nothing but the wheel: the caret stays where it is, out of sight.
    box = program.box(masthead.text_view(program))
    desk.screen.do("mousemove", box[0] + 60, middle[1], "click", "--repeat", 8, "--delay", 50, 5)
    desk.screen.do("mousemove", 2, 2)
    session = state(desk) / "session"
    wait(lambda: session.exists(), "the session")
    time.sleep(3)
    width = tree.box(masthead.text_view(program))[2]
    program.kill()

    def come_back():
        program = desk.start()
        masthead.wait_for_text(program, "# Part 0")
        assert program.actions()["toggle-outline"][1] is True
        view = masthead.text_view(program)
        wait(lambda: tree.box(view)[2] == width, f"the editor to be {width} wide; it is {tree.box(view)}")
        return program, masthead.settle(program, program.box(program.windows()[0]))
    again, first = come_back()
    time.sleep(3)
    again.kill()
    third, second = come_back()
    assert first == second, "something else is seen"
    # The caret is where the fold is: what is seen was scrolled to.
    third.key("Right", "Left")
    wait(lambda: third.pixels(third.windows()[0]) != second, "the caret's place to be seen")
    report(16, "kill -9, then a new start", "scrolling, folds, panes, outline", 1)


def ended(desk, way, label, number):
    """The text of the last moment is there after the program was ended in an orderly way, or its screen was taken away."""
    program = desk.start("--new-window")
    program.click(masthead.text_view(program))
    typed = start_typing(desk, program, 1.5)
    masthead.wait_for_text(program, typed[-1][1].strip())
    way(program)
    again = desk.start()
    text = masthead.wait_for_text(again, "w0001")
    assert "".join(word for _, word in typed).strip() in text, "an orderly end loses nothing, not even the last word"
    report(number, label, "untitled", 1)


def test_ended_by_signals(desk):
    for sign in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        def way(program, sign=sign):
            os.kill(program.process.pid, sign)
            assert program.wait_for_end(5) == 0
        ended(desk, way, f"{sign.name} while typing in the window", 17)
        for program in desk.programs:
            program.kill()
        for file in state(desk).glob("**/*"):
            if file.is_file():
                file.unlink()


def test_quit_asks_nothing_and_brings_everything_back(desk):
    def way(program):
        program.key("ctrl+q")
        assert program.wait_for_end(5) == 0
    ended(desk, way, "Ctrl+Q with unsaved text", 17)


def test_the_x_server_goes(desk):
    screen = Screen(1000, 700)
    try:
        program = desk.start("--new-window", window=False, DISPLAY=screen.name)
        wait(lambda: screen.do("search", "--onlyvisible", "--pid", program.process.pid).split(), "a window on the other screen", seconds=40)
        time.sleep(1.5)
        typed = start_typing(desk, program, 3.0, screen)
        assert typed
    finally:
        screen.close()
    end = time.monotonic()
    program.process.wait(timeout=10)
    again = desk.start()
    check_recovered(masthead.wait_for_text(again, "w0001"), typed, end)
    # The end of the screen is no fault of the program's, though GDK says so.
    program.words.write_text("")
    report(17, "the X server is killed", "untitled", 1)


def test_the_session_bus_goes(desk):
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = bus.stdout.readline().strip()
    program = desk.start("--new-window", window=False, DBUS_SESSION_BUS_ADDRESS=address, NO_AT_BRIDGE="1", GTK_A11Y="none")
    windows = wait(lambda: desk.screen.do("search", "--onlyvisible", "--pid", program.process.pid).split(), "a window", seconds=40)
    time.sleep(1.5)
    desk.screen.do("windowactivate", "--sync", windows[-1])
    typed = start_typing(desk, program, 1.5)
    bus.kill()
    bus.wait()
    # The bus's library ends a program whose bus has gone, in the way of SIGTERM: in order, and at once.
    wait(lambda: program.process.poll() is not None, "the program to end with its bus")
    again = desk.start()
    check_recovered(masthead.wait_for_text(again, "w0001"), typed, time.monotonic() + 2)
    program.words.write_text("")
    report(17, "the session bus is killed", "untitled", 1)


def test_log_out(desk):
    """A session manager, as a desktop has one, ends the session: nobody is asked, nothing is lost."""
    log = desk.folder / "manager.txt"
    with open(log, "wb") as output:
        manager = subprocess.Popen([sys.executable, "-m", "harness.session_manager"], cwd=pathlib.Path(__file__).parent, stdin=subprocess.PIPE, stdout=output)
    try:
        def heard(words, count=1):
            wait(lambda: log.read_text().count(words) >= count, f"{words!r} to the session manager", 30)

        def tell(command):
            manager.stdin.write(command.encode() + b"\n")
            manager.stdin.flush()
        heard("ready")
        program = desk.start("--new-window")
        heard("RegisterClient io.github")
        program.click(masthead.text_view(program))
        program.type("the last words")
        masthead.wait_for_text(program, "the last words")
        tell("query")
        heard("EndSessionResponse True")
        drafts = list(state(desk).glob("drafts/*"))
        assert any(b"the last words" in file.read_bytes() for file in drafts), "the draft is on disk before the program agrees"
        tell("end")
        heard("EndSessionResponse True", 2)
        tell("stop")
        assert program.wait_for_end(5) == 0
    finally:
        manager.stdin.close()
        manager.wait(timeout=10)
    again = desk.start()
    masthead.wait_for_text(again, "the last words")
    report(17, "log-out by a session manager", "untitled", 1)


# Other instances and damaged state


def test_two_instances_never_take_each_others_drafts(desk):
    first = desk.start("--new-window")
    program = first
    program.click(masthead.text_view(program))
    program.type("mine alone")
    desk.wait_for_draft("mine alone")
    # A second session of the same person: another bus, the same disk.
    bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", "--print-address=1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        second = desk.start(window=False, DBUS_SESSION_BUS_ADDRESS=bus.stdout.readline().strip(), NO_AT_BRIDGE="1", GTK_A11Y="none")
        windows = wait(lambda: desk.screen.do("search", "--onlyvisible", "--pid", second.process.pid).split(), "the other's window", seconds=40)
        time.sleep(1.0)
        names = {desk.screen.do("getwindowname", window).strip() for window in windows}
        assert not any("Untitled" in name for name in names), f"the second instance shows the first one's text: {names}"
        assert (state(desk) / "instance-2/lock").exists()
        second.stop()
    finally:
        bus.terminate()
        bus.wait()
    assert any(b"mine alone" in file.read_bytes() for file in state(desk).glob("drafts/*")), "the first one's draft is gone"
    first.kill()
    again = desk.start()
    masthead.wait_for_text(again, "mine alone")
    report(15, "two instances, one state folder", "drafts", 1)


def test_damaged_state_never_stops_the_start(desk):
    rounds = 10
    for number in range(rounds):
        program = desk.start("--new-window")
        program.click(masthead.text_view(program))
        program.type("some words that matter")
        desk.wait_for_draft("some words")
        time.sleep(1.2)
        program.kill()
        files = [file for file in state(desk).glob("**/*") if file.is_file() and file.stat().st_size and file.name != "lock"]
        for file in files if number == 0 else [random.choice(files)]:
            content = bytearray(file.read_bytes())
            kind = number % 3
            if kind == 0:
                content = content[:random.randrange(len(content))]
            elif kind == 1:
                content[random.randrange(len(content))] ^= 1 << random.randrange(8)
            else:
                content = bytearray(len(content))
            file.write_bytes(content)
        again = desk.start()
        assert again.windows(), "no window"
        again.kill()
        for file in state(desk).glob("**/*"):
            if file.is_file():
                file.unlink()
    report(18, "damaged state", "the program's start", rounds)


def test_a_state_folder_that_cannot_be_written_is_told(desk):
    (state(desk)).parent.mkdir(parents=True, exist_ok=True)
    state(desk).write_text("a file where the folder should be")
    program = desk.start("--new-window")
    program.click(masthead.text_view(program))
    program.type("words")
    program.find(name=lambda name: name.startswith("Unsaved text cannot be kept safe"))
    # Whoever ends the program now would lose it: the window stays, and says so.
    program.key("ctrl+q")
    program.find(name=lambda name: name.endswith("Save the document first."))
    assert masthead.text(program) == "words"
    report(18, "the state folder is a file", "the program's start", 1)


# Disks


def test_full_disk(desk):
    with small_disk(desk, "1m") as place:
        path = place / "note.md"
        old = "words on a small disk\n" * 30_000
        path.write_text(old)
        program = desk.start(path)
        masthead.wait_for_text(program, "words")
        masthead.type_into(program, "NEW ")
        wait(lambda: masthead.is_modified(program), "the mark")
        program.key("ctrl+s")
        program.find(name=lambda name: "There Is No Space Left for “note.md”" in name)
        assert path.read_text() == old
        program.click(masthead.answer(program, "Save As…"))
        elsewhere = desk.folder / "elsewhere.md"
        masthead.choose_file(program, "Save Document", elsewhere)
        wait(lambda: elsewhere.exists() and elsewhere.read_text() == "NEW " + old, "the text elsewhere")
        assert path.read_text() == old
        wait(lambda: not masthead.is_modified(program), "nothing unsaved")
        program.stop()
    report(3, "disk really full, in the window", "tmpfs of 1 MB", 1)


def test_slow_disk(desk):
    """Each fsync takes five seconds: the window answers all the time, and closing waits for the save or asks."""
    path = desk.file("note.md", "text\n")
    program = desk.start(path)
    masthead.type_into(program, "slow ")
    wait(lambda: masthead.is_modified(program), "the mark")
    time.sleep(1.5)
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-p", str(program.process.pid), "-e", "trace=fsync", "-e", "inject=fsync:delay_enter=5000000"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(lambda: "TracerPid:\t0\n" not in pathlib.Path(f"/proc/{program.process.pid}/status").read_text(), "the tracer")
        # A draft is on its way to the disk, too, and given up when the text is saved.
        program.type("more ")
        masthead.wait_for_text(program, "slow more text")
        program.act("win.save")
        began = time.monotonic()
        longest = answers(program, lambda: path.read_text() != "text\n" and not masthead.is_modified(program))
        assert time.monotonic() - began > 4, "the disk was not slow"
        print(f"     the longest answer of the window while the disk took 5 s for each flush: {longest * 1000:.0f} ms")
        assert longest < 1.0
        program.type("last ")
        masthead.wait_for_text(program, "slow more last text")
        program.act("win.save")
        program.act("win.close")
        stays(lambda: program.process.poll() is None, "closed before the text was on disk", seconds=1)
        assert program.wait_for_end(60) == 0
        assert path.read_text() == "slow more last text\n"
    finally:
        tracer.terminate()
        tracer.wait()
    report(14, "fsync takes 5 s, close meanwhile", "the window", 1)


def test_kill_while_saving(desk):
    rounds = ROUNDS or 200 if LONG else 4
    size = 5 << 20 if LONG else 1 << 20
    path = desk.file("big.md", "")
    whole = {}
    for number in range(rounds):
        line = f"version {number} of a long text\n"
        if not whole:
            path.write_text(line * (size // len(line)))
        before = path.read_bytes()
        # Without an accessibility bus, which takes seconds over a text of this length.
        program = desk.start(path, window=False, GTK_A11Y="none")
        wait(program.x_windows, "the window", seconds=40)
        wait(lambda: program.actions()["bold"][0], "the whole text, and the focus in it", seconds=40)
        # A click gives the window the keyboard, whatever the window manager is still about.
        x, y, width, height = program.place(program.x_windows()[0])
        desk.screen.do("mousemove", x + width // 4, y + height // 2, "click", 1)
        wait(lambda: desk.screen.do("getactivewindow").strip() in map(str, program.x_windows()), "the window in front")
        program.key("ctrl+Home")
        program.type("y")
        wait(lambda: program.actions()["undo"][0], "the letter", seconds=30)
        program.act("win.save")
        # A save of 5 MB takes one to two tenths of a second.
        time.sleep(random.uniform(0, 0.25))
        program.kill()
        after = path.read_bytes()
        assert after in (before, b"y" + before), f"torn: {len(after)} bytes"
        whole[number] = after == before
        # The draft of the text goes with the state: the next round starts anew.
        for file in state(desk).glob("**/*"):
            if file.is_file():
                file.unlink()
        for file in desk.folder.glob(".masthead-*"):
            file.unlink()
    old = sum(whole.values())
    print(f"     killed before the exchange {old} times, after it {rounds - old} times")
    report(5, "kill -9 of the window while it saves", f"{size >> 20} MB", rounds)


# Other programs


def test_quiet_reload_is_one_step_and_keeps_the_caret(desk):
    path = desk.file("note.md", "".join(f"Line {number}\n" for number in range(100)))
    program = desk.start(path)
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "Down", "Down", "End")
    old = path.read_text()
    path.write_text(old.replace("Line 50\n", "Line fifty\n"))
    masthead.wait_for_text(program, "Line fifty")
    assert not masthead.is_modified(program) and not masthead.asks(program)
    assert masthead.text_view(program).get_text_iface().get_caret_offset() == len("Line 0\nLine 1\nLine 2")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == old, "one step back")
    program.key("ctrl+shift+z")
    wait(lambda: "Line fifty" in masthead.text(program), "and forward")
    report(10, "changed while clean", "quiet reload, one step", 1)


def test_what_other_programs_do_to_the_file(desk):
    """The kinds of change that a window tells of, each with unsaved text, which stays."""
    def gone(path):
        path.unlink()

    def renamed(path):
        path.rename(path.with_name("moved.md"))

    def folder(path):
        path.unlink()
        path.mkdir()

    def linked(path):
        other = path.with_name("target.md")
        other.write_text("behind a link\n")
        path.unlink()
        path.symlink_to(other)

    def replaced(path):
        new = path.with_name("new.tmp")
        new.write_text("by rename\n")
        new.rename(path)

    def sed(path):
        subprocess.run(["sed", "-i", "s/old/older/", str(path)], check=True)

    def parent(path):
        path.parent.rename(path.parent.with_name("elsewhere"))

    cases = [
        (gone, "The file was deleted or moved away"), (renamed, "The file is called “moved.md” now"), (folder, "Something that is no text file"),
        (linked, "Another program has changed the file"), (replaced, "Another program has changed the file"),
        (sed, "Another program has changed the file"), (parent, "The file was deleted or moved away"),
    ]
    for change, words in cases:
        path = desk.file(f"{change.__name__}/note.md", "old text\n")
        program = desk.start(path)
        masthead.type_into(program, "MINE ")
        wait(lambda: masthead.is_modified(program), "the mark")
        change(path)
        program.find(name=lambda name: words in name)
        assert masthead.text(program) == "MINE old text\n", change.__name__
        program.kill()
        for file in state(desk).glob("**/*"):
            if file.is_file():
                file.unlink()
    report(10, "changed by others while there is unsaved text", "7 ways", len(cases))


def test_deleted_is_told_and_saving_makes_it_again(desk):
    path = desk.file("note.md", "text\n")
    program = desk.start(path)
    masthead.wait_for_text(program, "text")
    path.unlink()
    program.find(name=lambda name: "The file was deleted or moved away" in name)
    masthead.type_into(program, "again ")
    program.key("ctrl+s")
    wait(lambda: path.exists() and path.read_text() == "again text\n", "the file")
    assert not masthead.asks(program)
    report(10, "deleted, then saved", "a file", 1)


def test_touched_asks_nothing_and_same_size_and_time_is_caught(desk):
    path = desk.file("note.md", "text one\n")
    program = desk.start(path)
    masthead.type_into(program, "M ")
    wait(lambda: masthead.is_modified(program), "the mark")
    os.utime(path)
    stays(lambda: not any("Another program" in tree.name(node) for window in program.windows() for node in tree.descendants(window)), "a touch is no change", seconds=1.5)
    stat = path.stat()
    with open(path, "r+") as file:
        file.write("text TWO\n")
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    program.act("win.save")
    wait(lambda: masthead.asks(program) or any("Another program" in tree.name(node) for window in program.windows() for node in tree.descendants(window)), "a word about the other text")
    assert path.read_text() == "text TWO\n", "overwritten unseen"
    report(10, "touched; same size and time, other bytes", "a file", 2)


def test_permission_lost(desk):
    """As a plain user: root would not notice."""
    if os.geteuid() != 0:
        raise Skip("becoming another user needs root")
    path = desk.file("note.md", "text\n")
    program = desk.start(path)
    masthead.type_into(program, "M ")
    wait(lambda: masthead.is_modified(program), "the mark")
    done = subprocess.run(["chattr", "+i", str(path)], capture_output=True, check=False)
    if done.returncode:
        raise Skip("this file system knows no immutable files: " + done.stderr.decode().strip())
    try:
        program.key("ctrl+s")
        program.find(name=lambda name: "“note.md” Could Not Be Saved" in name)
        assert path.read_text() == "text\n"
        assert "M text" in masthead.text(program)
    finally:
        subprocess.run(["chattr", "-i", str(path)], check=False)
    report(7, "permission lost while open", "immutable file", 1)


def test_a_session_that_is_newer_than_the_draft_is_no_crash(desk):
    """The caret of the last session may lie behind the end of what came back."""
    program = desk.start("--new-window")
    program.click(masthead.text_view(program))
    program.type("short")
    desk.wait_for_draft("short")
    kept = {file: file.read_bytes() for file in state(desk).glob("drafts/*")}
    program.type(" and then much longer than before")
    desk.wait_for_draft("than before")
    time.sleep(2.5)
    program.kill()
    for file, content in kept.items():
        file.write_bytes(content)
    again = desk.start()
    assert masthead.wait_for_text(again, "short") == "short"
    report(18, "session newer than the draft", "the program's start", 1)


def longest_answer(program, seconds, until=lambda: False):
    """The longest that the window took to answer on the bus, in seconds, while something went on."""
    longest, end = 0.0, time.monotonic() + seconds
    while time.monotonic() < end and not until():
        began = time.monotonic()
        program.actions()
        longest = max(longest, time.monotonic() - began)
    return longest


def test_ten_megabytes_are_reloaded_and_drafted_without_a_stall(desk):
    text = "".join(f"Line {number} of a long text, with some words in it.\n\n" for number in range(195_000))
    path = desk.file("big.md", text)
    program = desk.start(path)
    wait(lambda: program.actions().get("save"), "the window", seconds=60)
    view = masthead.text_view(program)
    def count():
        try:
            return Atspi.Text.get_character_count(view)
        except GLib.Error:
            return None  # It may be too busy to answer.
    wait(lambda: count() == len(text), "the whole text", seconds=60)
    time.sleep(5)
    rest = longest_answer(program, 2)
    path.write_text(text.replace("Line 100000 ", "Line one hundred thousand "))
    quiet = longest_answer(program, 20, lambda: count() != len(text))
    quiet = max(quiet, longest_answer(program, 2))
    assert not masthead.is_modified(program)
    program.click(view)
    program.key("ctrl+Home")
    program.type("x")
    desk.screen.do("type", "--delay", 20, "typing goes on while drafts of ten megabytes are written ")
    typing = longest_answer(program, 3)
    print(f"     10 MB: longest answer at rest {rest * 1000:.0f} ms, quiet reload {quiet * 1000:.0f} ms, while drafts are written {typing * 1000:.0f} ms")
    # The figure of the reload is 250 ms.
    assert quiet < 2.5
    report(10, "10 MB changed while clean", f"longest gap {quiet * 1000:.0f} ms", 1)
