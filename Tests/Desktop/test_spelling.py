"""Spelling: what no dictionary knows is marked, and the edit menu corrects it."""
import pathlib
import time

import masthead
from harness import tree
from harness.session import Skip
from harness.waiting import stays, wait

TEXT = "Plain Englisch words are written here, and `codde` is left alone, and so on.\n\nAnother wrongg word stands in this line.\n"


def _start(desk, text=TEXT, **environment):
    if not pathlib.Path("/usr/share/hunspell/en_US.dic").exists():
        raise Skip("no English dictionary is installed (hunspell-en-us)")
    program = desk.start("--view", "editor", desk.file("note.md", text), **environment)
    masthead.wait_for_text(program, text[:5])
    return program


def _is_marked(program, word):
    """Tells whether the word has the wavy line."""
    view = masthead.text_view(program)
    offset = tree.text(view).index(word) + 1
    attributes, start, end = _attributes(view, offset)
    return attributes.get("underline") == "error"


def _attributes(view, offset):
    from gi.repository import Atspi
    found = Atspi.Text.get_attributes(view, offset) if hasattr(Atspi.Text, "get_attributes") else Atspi.Text.get_text_attributes(view, offset)
    attributes, start, end = found if isinstance(found, tuple) else (found, 0, 0)
    return dict(attributes or {}), start, end


def _menu(program):
    def look():
        return [tree.name(node) for root in program.windows() for node in tree.descendants(root)
                if tree.role(node) == "menu item" and tree.name(node) and tree.box(node)[3] > 1]
    return wait(look, "a menu")


def _put_caret_into(program, word):
    whole = masthead.text(program)
    program.click(masthead.text_view(program))
    program.key("ctrl+Home")
    place = whole.index(word) + 2
    for _ in range(whole.count("\n", 0, place)):
        program.key("Down")
    program.key("Home")
    for _ in range(place - whole.rfind("\n", 0, place) - 1):
        program.key("Right")


def test_marks_prose_only(desk):
    program = _start(desk)
    wait(lambda: _is_marked(program, "wrongg"), "the misspelled word to be marked")
    wait(lambda: _is_marked(program, "Englisch"), "the other one, too")
    assert not _is_marked(program, "Another"), "a right word was marked"
    assert not _is_marked(program, "codde"), "code was marked"
    program.key("shift+F7")
    wait(lambda: not _is_marked(program, "wrongg"), "the marks to go with the switch")
    program.key("shift+F7")
    wait(lambda: _is_marked(program, "wrongg"), "the marks to come back")


def test_only_prose_is_checked(desk):
    text = ("---\ntitel: frontwordd\n---\n\nPlain words are written here, and they are followed by **boldwordd** and [linkwordd](adresswordd.html) "
            "and so on.\n\nMath is $mathwordd$ and a page is https://example.org/urlwordd as everybody knows.\n\n"
            "```\nfencewordd\n```\n\n| table | cellwordd |\n| --- | --- |\n| one | two |\n\n<!-- commentwordd -->\n\n- listwordd\n\n> quotewordd\n")
    program = _start(desk, text)
    for word in ("boldwordd", "linkwordd", "cellwordd", "listwordd", "quotewordd"):
        wait(lambda: _is_marked(program, word), f"{word} to be marked")
    for word in ("frontwordd", "adresswordd", "mathwordd", "urlwordd", "fencewordd", "commentwordd", "words"):
        assert not _is_marked(program, word), f"{word} was marked"


def test_the_edit_menu_corrects(desk):
    program = _start(desk)
    wait(lambda: _is_marked(program, "wrongg"), "the mark")
    _put_caret_into(program, "wrongg")
    # The suggestions are looked up when the caret comes to rest there.
    time.sleep(0.5)
    program.key("shift+F10")
    entries = _menu(program)
    assert entries[0] == "wrong" and "Add to Dictionary" in entries and "Ignore" in entries, entries
    program.click(program.find("menu item", "wrong"))
    wait(lambda: "Another wrong word" in masthead.text(program), "the correction")
    program.key("ctrl+z")
    wait(lambda: masthead.text(program) == TEXT, "undo")


def test_words_that_are_added_are_right_for_good(desk):
    program = _start(desk)
    wait(lambda: _is_marked(program, "wrongg"), "the mark")
    _put_caret_into(program, "wrongg")
    program.key("shift+F10")
    _menu(program)
    program.click(program.find("menu item", "Add to Dictionary"))
    wait(lambda: not _is_marked(program, "wrongg"), "the mark to go")
    words = desk.home / ".config/enchant"
    wait(lambda: any("wrongg" in file.read_text() for file in words.glob("*.dic")), "the word in the person's dictionary")
    assert _is_marked(program, "Englisch")


def test_a_word_is_left_alone_while_it_is_typed(desk):
    program = _start(desk)
    wait(lambda: _is_marked(program, "wrongg"), "the mark")
    program.click(masthead.text_view(program))
    program.key("ctrl+End")
    program.type("zzxq")
    stays(lambda: not _is_marked(program, "zzxq"), "a word was marked while it was typed")
    program.type(" ")
    wait(lambda: _is_marked(program, "zzxq"), "the mark when it is done")


def test_a_language_without_a_dictionary_is_left_alone(desk):
    greek = "Οι λέξεις αυτές δεν υπάρχουν σε κανένα λεξικό που είναι εγκατεστημένο εδώ σήμερα.\n"
    program = _start(desk, greek)
    if pathlib.Path("/usr/share/hunspell/el_GR.dic").exists():
        raise Skip("a Greek dictionary is installed")
    stays(lambda: not _is_marked(program, "λεξικό"), "a text in another language was marked")


def test_german_is_told_by_its_words(desk):
    if not pathlib.Path("/usr/share/hunspell/de_DE.dic").exists():
        raise Skip("no German dictionary is installed (hunspell-de-de)")
    program = _start(desk, "Der schnelle Fuchs springt über den faulen Hund, und niemand weiß, warum er daas tut.\n")
    wait(lambda: _is_marked(program, "daas"), "the misspelled word to be marked")
    assert not _is_marked(program, "schnelle"), "a German word was marked"
