"""Ways to lose text that lie between two features: what is typed while a window saves and closes, two paths to one file, a file that follows,
a place that refuses. Each is done to the real program, and both texts must be there afterwards."""
import contextlib
import os
import shutil
import signal
import subprocess
import time

import masthead
from gi.repository import GLib
from harness import tree
from harness.disks import fill, make_read_only, small_disk
from harness.program import APPLICATION_ID
from harness.session import Skip
from harness.waiting import wait
from test_browser import place
from test_writing import end, own


@contextlib.contextmanager
def injected(program, call, what):
    """Does something to each of the program's calls of a name, as strace can."""
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-p", str(program.process.pid), "-e", f"trace={call}", "-e", f"inject={call}:{what}"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait(lambda: "TracerPid:\t0\n" not in open(f"/proc/{program.process.pid}/status").read(), "the tracer")
        yield
    finally:
        tracer.terminate()
        tracer.wait()


def slow_disk(program, seconds):
    """Each flush of the program takes this long."""
    return injected(program, "fsync", f"delay_enter={seconds * 1000000}")


def modified(desk, text="old\n", words="mine ", name="note.md"):
    """Starts with a document and writes something at its start."""
    path = desk.file(name, text)
    program = desk.start(path)
    masthead.wait_for_text(program, text.strip()[:20])
    masthead.type_into(program, words)
    wait(lambda: masthead.is_modified(program), "the mark")
    return path, program


def says(program, words, seconds=10):
    return program.find(name=lambda name: words in name, seconds=seconds)


def is_said(program, words):
    return program.is_there(name=lambda name: words in name)


def written_twice(desk):
    """Unsaved text over a file that another program has written two times, of which the banner was shown after the first."""
    path, program = modified(desk)
    path.write_text("theirs, first\n")
    says(program, "Another program has changed the file")
    path.write_text("theirs, second\n")
    time.sleep(1)
    return path, program


def raise_window(desk, program, path):
    """Brings the window of a document that is open to the front, the caret in its text."""
    assert desk.command(path).returncode == 0
    wait(lambda: path.name in program.screen.do("getactivewindow", "getwindowname"), f"{path.name} in front")
    view = masthead.text_view(program, masthead.window_of(program, path.name))
    wait(lambda: tree.has_state(view, "focused"), "the focus in the text")


def save_as(program, path):
    """Chooses a place that is taken, and agrees to replace what is there."""
    program.act("win.save-as")
    masthead.choose_file(program, "Save Document", path)


def replace(program):
    """Agrees to the chooser's question."""
    program.find("push button", "_Replace Replace", focused=True)
    program.key("Return")


# Closing


def test_what_is_typed_while_a_closing_window_saves_is_asked_about(desk):
    path, program = modified(desk)
    desk.wait_for_draft("mine ")
    with slow_disk(program, 2):
        program.key("ctrl+w")
        program.click(masthead.answer(program, "Save"))
        wait(lambda: not masthead.asks(program), "the question to go")
        program.activate_window()
        program.type("late ")
        masthead.wait_for_text(program, "mine late old")
        wait(lambda: path.read_text() == "mine old\n", "the text of the moment of saving", seconds=30)
        # The window does not take the rest with it.
        masthead.answer(program, "Save")
        assert masthead.text(program) == "mine late old\n"
        program.click(masthead.answer(program, "Save"))
        assert program.wait_for_end(40) == 0
    assert path.read_text() == "mine late old\n"


def test_the_last_window_stays_while_resting_text_is_unsafe(desk):
    """Text that no window shows and that is nowhere on disk: closing the last window would lose it."""
    with small_disk(desk, "1m") as state:
        path = desk.file("Notes/note.md", "old\n")
        program = desk.start(path, MASTHEAD_STATE_DIR=str(state / "state"))
        masthead.wait_for_text(program, "old")
        masthead.type_into(program, "mine ")
        wait(lambda: masthead.is_modified(program), "the mark")
        program.key("alt+Left")
        wait(lambda: place(program) == "Notes", "the folder")
        shutil.rmtree(state / "state/drafts")
        fill(state)
        program.key("ctrl+w")
        # The notice that says why goes by itself; the document stays.
        masthead.wait_for_text(program, "mine old")
        assert path.read_text() == "old\n"
        # When the text is saved, there is nothing to keep any more.
        program.key("ctrl+s")
        wait(lambda: path.read_text() == "mine old\n", "the text on disk")
        wait(lambda: not masthead.is_modified(program), "nothing unsaved")
        wait(lambda: not is_said(program, "Unsaved text cannot be kept safe just now: "), "the banner to go")
        while program.process.poll() is None and program.x_windows():
            count = len(program.x_windows())
            program.key("ctrl+w")
            wait(lambda: program.process.poll() is not None or len(program.x_windows()) < count, "a window to close")
        assert program.wait_for_end() == 0


# What the title's menu does


def test_revert_is_one_step_and_waits_for_a_save(desk):
    path, program = modified(desk)
    desk.wait_for_draft("mine ")
    with slow_disk(program, 1):
        program.act("win.save")
        wait(lambda: list(path.parent.glob(".masthead-*")), "the text to be on its way")
        program.type("late ")
        masthead.wait_for_text(program, "mine late old")
        program.act("win.revert")
        wait(lambda: masthead.text(program) == "mine old\n", "the text on disk, in the window", seconds=30)
    assert path.read_text() == "mine old\n"
    wait(lambda: not masthead.is_modified(program), "nothing unsaved")
    program.key("ctrl+z")
    masthead.wait_for_text(program, "mine late old")
    wait(lambda: masthead.is_modified(program), "the mark")


def test_duplicate_takes_unsaved_text_and_leaves_the_file(desk):
    path, program = modified(desk)
    program.act("win.duplicate")
    copy = path.with_name("note (copy).md")
    wait(lambda: masthead.documents(program) == ["note (copy).md", "note.md"], "a window with the copy")
    assert copy.read_text() == "mine old\n" and path.read_text() == "old\n"
    program.act("win.duplicate")
    wait(lambda: path.with_name("note (copy 2).md").exists(), "the second copy")
    assert copy.read_text() == "mine old\n"


def test_trash_asks_about_unsaved_text(desk):
    path, program = modified(desk)
    program.act("win.trash")
    program.click(masthead.answer(program, "Cancel"))
    wait(lambda: not masthead.asks(program), "the question to go")
    assert path.exists() and masthead.text(program) == "mine old\n"
    program.act("win.trash")
    program.click(masthead.answer(program, "Move to Trash"))
    assert program.wait_for_end() == 0
    trashed = desk.home / ".local/share/Trash/files/note.md"
    assert not path.exists() and trashed.read_text() == "old\n"


def test_opened_by_a_file_manager(desk):
    """As D-Bus activation does it: addresses, not paths."""
    program = desk.start(desk.file("note.md", "old\n"))
    masthead.wait_for_text(program, "old")
    other = desk.file("a folder/other #1.md", "other\n")
    arguments = GLib.Variant("(asa{sv})", ([other.as_uri()], {}))
    program.call("/" + APPLICATION_ID.replace(".", "/"), "org.freedesktop.Application", "Open", arguments)
    wait(lambda: masthead.documents(program) == ["note.md", "other #1.md"], "a window with the document")


# Two paths, one file


def test_a_link_to_an_open_document_raises_its_window(desk):
    path = desk.file("real/note.md", "text\n")
    link, folder = desk.folder / "link.md", desk.folder / "folder"
    link.symlink_to(path)
    folder.symlink_to(path.parent)
    # Also when both are asked for at once.
    program = desk.start(path, link)
    masthead.wait_for_text(program, "text")
    for other in (link, folder / "note.md"):
        assert desk.command(other).returncode == 0
    assert desk.command(desk.file("last.md", "last\n")).returncode == 0
    wait(lambda: "last.md" in masthead.documents(program), "the document after them")
    assert masthead.documents(program) == ["last.md", "note.md"]


def test_two_hard_links_never_overwrite_each_other(desk):
    first = desk.file("first.md", "text\n")
    second = desk.folder / "second.md"
    os.link(first, second)
    program = desk.start(first, second)
    wait(lambda: masthead.documents(program) == ["first.md", "second.md"], "both windows")
    windows = {name: masthead.window_of(program, name) for name in ("first.md", "second.md")}
    for name, word in (("first.md", "one "), ("second.md", "two ")):
        raise_window(desk, program, first.with_name(name))
        program.key("ctrl+Home")
        program.type(word)
        wait(lambda: masthead.is_modified(program, windows[name]), "the mark")
    program.key("ctrl+s")
    wait(lambda: first.read_text() == "two text\n", "the second window's text, under both names")
    raise_window(desk, program, first)
    program.key("ctrl+s")
    wait(lambda: masthead.asks(program) or is_said(program, "Another program has changed the file"), "a word about the other text")
    assert second.read_text() == "two text\n"
    assert masthead.text(program, windows["first.md"]) == "one text\n"
    assert os.stat(first).st_nlink == 2


def test_save_as_takes_no_file_of_another_open_document(desk):
    path, program = modified(desk)
    other = desk.file("other.md", "their text\n")
    assert desk.command(other).returncode == 0
    wait(lambda: masthead.documents(program) == ["note.md", "other.md"], "both windows")
    window = masthead.window_of(program, "other.md")
    masthead.wait_for_text(program, "their text", inside=window)
    raise_window(desk, program, other)
    program.key("ctrl+Home")
    program.type("THEIR ")
    wait(lambda: masthead.is_modified(program, window), "the mark")
    save_as(program, other)
    replace(program)
    says(program, "“other.md” Is Open")
    assert other.read_text() == "their text\n"
    program.click(masthead.answer(program, "Choose Another…"))
    free = desk.folder / "free.md"
    masthead.choose_file(program, "Save Document", free)
    wait(lambda: free.exists() and free.read_text() == "mine old\n", "the text in its own file")
    assert path.read_text() == "old\n" and other.read_text() == "their text\n"
    assert masthead.text(program, window) == "THEIR their text\n"


# Other programs


def test_a_file_that_is_followed_is_not_overwritten(desk):
    """Another program renames the file and goes on writing into it."""
    path, program = modified(desk)
    moved = path.with_name("moved.md")
    path.rename(moved)
    says(program, "The file is called “moved.md” now")
    with open(moved, "a") as file:
        file.write("theirs\n")
    program.click(masthead.button(program, "Follow It"))
    says(program, "Another program has changed the file")
    program.key("ctrl+s")
    program.find(name=lambda name: "Was Changed by Another Program" in name)
    assert moved.read_text() == "old\ntheirs\n" and not path.exists()
    program.click(masthead.answer(program, "Cancel"))
    assert masthead.text(program) == "mine old\n"
    assert masthead.documents(program) == ["moved.md"] or "moved.md" in masthead.title(program)


def test_a_file_that_comes_back_is_not_mourned(desk):
    path, program = modified(desk)
    away = desk.folder / "elsewhere.md"
    path.rename(away)
    says(program, "The file is called “elsewhere.md” now")
    away.rename(path)
    wait(lambda: not is_said(program, "The file is called"), "the banner to go")
    path.unlink()
    says(program, "The file was deleted or moved away")
    path.write_text("old\n")
    wait(lambda: not is_said(program, "The file was deleted"), "the banner to go")
    program.key("ctrl+s")
    wait(lambda: path.read_text() == "mine old\n", "the text on disk")
    assert not masthead.asks(program)


def test_the_banner_speaks_of_the_newest_text(desk):
    path, program = written_twice(desk)
    program.click(masthead.button(program, "Reload"))
    masthead.wait_for_text(program, "theirs, second")
    wait(lambda: not masthead.is_modified(program), "nothing unsaved")
    program.key("ctrl+z")
    masthead.wait_for_text(program, "mine old")


def test_keep_mine_is_said_of_the_version_that_was_told(desk):
    path, program = written_twice(desk)
    program.click(masthead.button(program, "Keep Mine"))
    # Of the second one nobody has been told: it is told now, or asked about by the save.
    says(program, "Another program has changed the file")
    program.click(masthead.button(program, "Keep Mine"))
    wait(lambda: not is_said(program, "Another program has changed the file"), "the banner to go")
    program.act("win.save")
    wait(lambda: path.read_text() == "mine old\n", "the person's text")


def test_a_sleep_loses_nothing(desk):
    """The machine sleeps while a draft is due, and wakes to a file that another one has changed."""
    path, program = modified(desk)
    program.type("asleep ")
    masthead.wait_for_text(program, "mine asleep old")
    os.kill(program.process.pid, signal.SIGSTOP)
    path.write_text("theirs\n")
    time.sleep(3)
    os.kill(program.process.pid, signal.SIGCONT)
    says(program, "Another program has changed the file")
    desk.wait_for_draft("mine asleep ")
    program.kill()
    again = desk.start()
    masthead.wait_for_text(again, "mine asleep old")
    assert path.read_text() == "theirs\n"


# Places that refuse


def test_try_again_saves_where_it_was_to_be_saved(desk):
    """A copy for a full disk must not become a save over the document itself."""
    path, program = modified(desk)
    with small_disk(desk, "64k") as disk:
        filler = fill(disk)
        copy = disk / "copy.md"
        save_as(program, copy)
        says(program, "There Is No Space Left for “copy.md”")
        filler.unlink()
        program.click(masthead.answer(program, "Try Again"))
        wait(lambda: copy.exists() and copy.read_text() == "mine old\n", "the copy")
        assert path.read_text() == "old\n", "the document was saved over itself"
        program.stop()


def test_a_copy_that_the_disk_does_not_confirm_is_the_document(desk):
    """The text is in its new place, and only the disk's word is missing: the document stands there, not between two files."""
    path, program = modified(desk)
    desk.wait_for_draft("mine")
    copy = desk.folder / "copy.md"
    # A save flushes its own record, the text, and then the folder.
    with injected(program, "fsync", "error=EIO:when=3"):
        save_as(program, copy)
        says(program, "“copy.md” Was Saved, but Not Confirmed")
    assert copy.read_text() == "mine old\n" and path.read_text() == "old\n"
    wait(lambda: masthead.documents(program) == ["copy.md"], "the new name")
    masthead.type_into(program, "more ")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.key("ctrl+s")
    wait(lambda: copy.read_text() == "more mine old\n", "the next save in the same place")
    assert path.read_text() == "old\n" and not masthead.asks(program)


def test_a_file_that_comes_while_a_copy_is_saved_is_asked_about(desk):
    path, program = modified(desk)
    copy = desk.folder / "copy.md"
    with injected(program, "renameat2", "delay_enter=3000000"):
        save_as(program, copy)
        wait(lambda: list(desk.folder.glob(".masthead-*")), "the text beside its place")
        copy.write_text("theirs\n")
        says(program, "“copy.md” Already Exists")
    assert copy.read_text() == "theirs\n"
    program.click(masthead.answer(program, "Replace"))
    wait(lambda: copy.read_text() == "mine old\n", "the text in place of the other, as was agreed")
    assert path.read_text() == "old\n"


def test_a_full_disk_while_duplicating(desk):
    with small_disk(desk, "1m") as disk:
        path, program = modified(desk, "words\n" * 50_000, name=disk / "note.md")
        fill(disk)
        program.act("win.duplicate")
        says(program, "There Is No Space Left")
        program.click(masthead.answer(program, "Close"))
        assert sorted(file.name for file in disk.iterdir()) == ["filler", "note.md"], "something half was left"
        assert path.read_text() == "words\n" * 50_000
        assert masthead.text(program).startswith("mine words")
        program.stop()


def test_the_folder_of_drafts_goes_while_the_program_runs(desk):
    path, program = modified(desk)
    desk.wait_for_draft("mine ")
    shutil.rmtree(desk.home / ".local/state/masthead/drafts")
    program.type("more ")
    masthead.wait_for_text(program, "mine more old")
    desk.wait_for_draft("mine more ")
    program.kill()
    again = desk.start()
    masthead.wait_for_text(again, "mine more old")
    assert path.read_text() == "old\n"


def test_a_home_that_cannot_be_written(desk):
    """Nothing can be kept: the window says so, ends for nobody, and a save elsewhere works."""
    with small_disk(desk, "1m") as home:
        make_read_only(home)
        path = desk.file("note.md", "old\n")
        # The settings of the test are files, and GLib would warn of those.
        program = desk.start(path, HOME=str(home), XDG_STATE_HOME=str(home / "s"), XDG_DATA_HOME=str(home / "d"),
                             XDG_CACHE_HOME=str(home / "k"), MASTHEAD_STATE_DIR=str(home / "m"))
        masthead.type_into(program, "mine ")
        says(program, "Unsaved text cannot be kept safe just now")
        program.key("ctrl+q")
        says(program, "Save the document first.")
        program.key("ctrl+s")
        wait(lambda: path.read_text() == "mine old\n", "the text on disk")
        wait(lambda: not is_said(program, "Unsaved text cannot be kept safe just now: "), "the banner to go")
        program.key("ctrl+q")
        assert program.wait_for_end() == 0


# Bytes


def test_text_that_does_not_fit_its_encoding(desk):
    path = desk.file("latin.md", "caf\xe9 au lait, d\xe9j\xe0 vu\n".encode("latin-1"))
    program = desk.start(path)
    program.click(masthead.button(program, "Choose Encoding…"))
    program.click(masthead.answer(program, "WINDOWS-1252"))
    masthead.wait_for_text(program, "café")
    masthead.type_into(program, "x")
    program.key("ctrl+s")
    wait(lambda: path.read_bytes() == "xcaf\xe9 au lait, d\xe9j\xe0 vu\n".encode("latin-1"), "the file in its own encoding")
    owner = own(desk, text="łódź ")
    program.activate_window()
    program.click(masthead.text_view(program))
    program.key("ctrl+Home", "ctrl+v")
    masthead.wait_for_text(program, "łódź xcafé")
    end(desk, owner)
    program.key("ctrl+s")
    says(program, "The Text Does Not Fit Its Encoding")
    assert path.read_bytes().startswith(b"xcaf\xe9")
    program.click(masthead.answer(program, "Save as UTF-8"))
    wait(lambda: path.read_bytes() == "łódź xcafé au lait, déjà vu\n".encode(), "the text in UTF-8")
    wait(lambda: not masthead.is_modified(program), "nothing unsaved")


def test_what_is_shown_of_no_text_is_not_saved_over_it(desk):
    content = b"before\0after\n"
    path = desk.file("nul.md", content)
    program = desk.start(path)
    says(program, "NUL")
    save_as(program, path)
    replace(program)
    says(program, "“nul.md” Would Be Damaged")
    program.click(masthead.answer(program, "Choose Another…"))
    # Another name of the same file.
    other = desk.folder / "other.md"
    os.link(path, other)
    masthead.choose_file(program, "Save Document", other)
    replace(program)
    says(program, "“other.md” Would Be Damaged")
    program.click(masthead.answer(program, "Choose Another…"))
    copy = desk.folder / "copy.md"
    masthead.choose_file(program, "Save Document", copy)
    wait(lambda: copy.exists() and copy.read_text() == "before\u2400after\n", "what was shown, as a document of its own")
    assert path.read_bytes() == content
    wait(lambda: not is_said(program, "NUL"), "the banner to go")
    masthead.type_into(program, "x")
    masthead.wait_for_text(program, "xbefore")


def test_a_sandbox_that_forbids_renaming_offers_save_as(desk):
    folder = "/run/user/4242/doc/ab12cd34"
    if os.path.exists("/run/user/4242") or not os.access("/run", os.W_OK):
        raise Skip("/run/user cannot be used here")
    os.makedirs(folder)
    try:
        path = os.path.join(folder, "note.md")
        with open(path, "w") as file:
            file.write("old\n")
        program = desk.start(path)
        masthead.wait_for_text(program, "old")
        program.key("F2")
        wait(lambda: not tree.has_state(masthead.text_view(program), "focused"), "the focus in the title")
        program.key("ctrl+a")
        program.type("new.md")
        program.key("Return")
        says(program, "In a sandbox this file cannot be renamed")
        program.click(masthead.button(program, "Save As…"))
        goal = desk.folder / "new.md"
        masthead.choose_file(program, "Save Document", goal)
        wait(lambda: goal.exists() and goal.read_text() == "old\n", "the text elsewhere")
        # In place, so that the sandbox's file stays the same one.
        program.stop()
        number = os.stat(path).st_ino
        program = desk.start(path)
        masthead.type_into(program, "mine ")
        program.key("ctrl+s")
        wait(lambda: open(path).read() == "mine old\n", "the text on disk")
        assert os.stat(path).st_ino == number
    finally:
        shutil.rmtree("/run/user/4242")
