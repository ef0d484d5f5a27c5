"""Comparing a document with its file: both texts are seen, each difference is decided by itself, and the result can be undone."""
import masthead
from harness import tree
from harness.waiting import stays, wait

LINES = [f"Line {number} of the text." for number in range(1, 41)]


def text(changes):
    return "".join(changes.get(number, line) + "\n" for number, line in enumerate(LINES, 1))


def conflict(desk):
    """A document with unsaved text at its start, whose file another program has changed in two other places."""
    path = desk.file("note.md", text({}))
    program = desk.start(path)
    masthead.type_into(program, "MINE ")
    wait(lambda: masthead.is_modified(program), "the mark")
    path.write_text(text({20: "Line 20 of their text.", 35: "Line 35, new."}))
    return path, program, masthead.button(program, "Compare…")


def test_mine_and_theirs_are_chosen_one_by_one(desk):
    path, program, button = conflict(desk)
    program.click(button)
    program.find(name="3 differences; your text is kept everywhere.")
    second = program.find(name="Difference 2 of 3")
    program.click(program.find(name=lambda name: name.endswith("File’s"), inside=second))
    program.find(name="3 differences; the file’s text is taken for 1.")
    program.click(masthead.button(program, "Apply"))
    wanted = text({1: "MINE " + LINES[0], 20: "Line 20 of their text."})
    wait(lambda: masthead.text(program) == wanted, "the mixed text")
    assert masthead.is_modified(program)
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == text({1: "MINE " + LINES[0]}), "one step back to the text of before")
    program.key("ctrl+shift+z")
    wait(lambda: masthead.text(program) == wanted, "the step again")
    program.key("ctrl+s")
    wait(lambda: path.read_text() == wanted, "the text on disk, without another question")
    assert not masthead.asks(program)


def test_taking_all_of_the_file_leaves_nothing_unsaved(desk):
    path, program, button = conflict(desk)
    program.click(button)
    program.click(masthead.button(program, "All the File’s"))
    program.click(masthead.button(program, "Apply"))
    wait(lambda: masthead.text(program) == path.read_text(), "the file's text")
    wait(lambda: not masthead.is_modified(program), "nothing unsaved")


def test_back_changes_nothing(desk):
    path, program, button = conflict(desk)
    program.click(button)
    program.find(name="3 differences; your text is kept everywhere.")
    program.key("alt+Left")
    wait(lambda: "document title" in masthead.title(program), "the document again")
    assert masthead.text(program) == text({1: "MINE " + LINES[0]})
    masthead.button(program, "Compare…")


def test_accelerators_change_nothing_while_comparing(desk):
    path, program, button = conflict(desk)
    program.click(button)
    program.find(name="3 differences; your text is kept everywhere.")
    program.key("ctrl+b", "ctrl+z", "Tab", "ctrl+i", "x")
    program.key("alt+Left")
    wait(lambda: masthead.text(program) == text({1: "MINE " + LINES[0]}), "the text as it was")


def test_a_second_change_by_the_other_program_is_compared_anew(desk):
    path, program, button = conflict(desk)
    program.click(button)
    program.find(name="3 differences; your text is kept everywhere.")
    path.write_text(text({20: "Line 20 of their text."}))
    program.find(name="2 differences; your text is kept everywhere.")


def test_draft_and_changed_file_are_compared_after_a_crash(desk):
    path = desk.file("note.md", text({}))
    program = desk.start(path)
    masthead.type_into(program, "MINE ")
    wait(lambda: masthead.is_modified(program), "the mark")
    desk.wait_for_draft("MINE")
    program.kill()
    path.write_text(text({20: "Line 20 of their text."}))
    again = desk.start()
    masthead.wait_for_text(again, "MINE ")
    again.click(masthead.button(again, "Compare…"))
    again.find(name="2 differences; your text is kept everywhere.")
    assert path.read_text() == text({20: "Line 20 of their text."})
    # Nobody has decided: after another crash both texts are there again.
    again.kill()
    third = desk.start()
    masthead.wait_for_text(third, "MINE ")
    third.click(masthead.button(third, "Keep Mine"))
    third.key("ctrl+s")
    wait(lambda: path.read_text() == "MINE " + text({}), "the text on disk")
    wait(lambda: not any(desk.home.glob(".local/state/masthead/drafts/*")), "the draft to go, when the text is on disk")
    print("| 19 | draft and changed file after a crash | compared, killed once more, decided | 1 | 0 | 0 | 0 |")


def test_a_rewritten_megabyte_is_compared_in_time(desk):
    path = desk.file("note.md", "".join(f"Line {number} of the old text.\n" for number in range(35_000)))
    program = desk.start(path)
    masthead.type_into(program, "MINE ")
    wait(lambda: masthead.is_modified(program), "the mark", seconds=30)
    path.write_text("".join(f"Line {number} of the {'new' if number % 3 else 'old'} text.\n" for number in range(35_000)))
    program.click(masthead.button(program, "Compare…", seconds=30))
    program.find(name=lambda name: name.endswith("your text is kept everywhere."), seconds=20)
