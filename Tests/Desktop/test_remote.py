"""Documents that have no path on this computer, through GVfs and its backend for tests, which serves the disk under another name."""
import pathlib

import masthead
from harness.session import Skip
from harness.waiting import wait


def address(path):
    if not pathlib.Path("/usr/share/gvfs/mounts/localtest.mount").exists():
        raise Skip("gvfs-daemons is not installed: scripts/packages install test")
    return f"localtest://{path}"


def test_opened_changed_and_sent(desk):
    path = desk.file("there/notes.md", "# From elsewhere\n")
    program = desk.start(address(path))
    masthead.wait_for_text(program, "# From elsewhere")
    assert masthead.documents(program) == ["notes.md"]
    masthead.type_into(program, "mine ")
    wait(lambda: masthead.is_modified(program), "the mark")
    program.key("ctrl+s")
    wait(lambda: path.read_text() == "mine # From elsewhere\n", "the text there")
    wait(lambda: not masthead.is_modified(program), "nothing unsaved")


def test_a_version_of_somebody_else_is_not_overwritten(desk):
    path = desk.file("there/notes.md", "one\n")
    program = desk.start(address(path))
    masthead.type_into(program, "mine ")
    wait(lambda: masthead.is_modified(program), "the mark")
    path.write_text("somebody else's words\n")
    program.key("ctrl+s")
    program.find(name=lambda name: "Was Changed by Another Program" in name and "saved on this computer" in name)
    assert path.read_text() == "somebody else's words\n"
    program.click(masthead.button(program, "Replace"))
    wait(lambda: path.read_text() == "mine one\n", "the text there, as the person has said")


def test_a_place_that_is_gone_loses_nothing(desk):
    path = desk.file("there/notes.md", "one\n")
    program = desk.start(address(path))
    masthead.type_into(program, "mine ")
    wait(lambda: masthead.is_modified(program), "the mark")
    away = path.parent.with_name("away")
    path.parent.rename(away)
    program.key("ctrl+s")
    program.find(name=lambda name: "Your text is saved on this computer" in name)
    assert (away / "notes.md").read_text() == "one\n"
    program.kill()
    away.rename(path.parent)
    again = desk.start(address(path))
    masthead.wait_for_text(again, "mine one")
    again.click(masthead.button(again, "Send"))
    wait(lambda: path.read_text() == "mine one\n", "the text there")


def test_nothing_there_is_told(desk):
    program = desk.start(address(desk.folder / "no-such.md"))
    program.find(name=lambda name: "There Is No" in name)
