"""What Masthead's windows are made of, by the names that the outside contract gives to people with a screen reader."""
from harness import tree
from harness.waiting import wait


def text_view(program, inside=None):
    """The editor."""
    return program.find("text", "Text", inside=inside)


def text(program, inside=None):
    """What stands in the editor."""
    return tree.text(text_view(program, inside))


def preview(program, inside=None):
    return program.find(name="Preview", inside=inside)


def title(program, inside=None):
    """The accessible name of the document's title: "NAME[, modified], document title"."""
    return tree.name(program.find(name=lambda name: name.endswith("document title"), inside=inside))


def is_modified(program, inside=None):
    return ", modified, " in title(program, inside)


def window_of(program, name):
    """The window that shows the document of this name."""
    def look():
        for window in program.windows():
            for node in tree.descendants(window):
                if tree.name(node).startswith(name + ",") and tree.name(node).endswith("document title"):
                    return window
        return None
    return wait(look, f"a window with {name}")


def documents(program):
    """The names of the documents in the windows, sorted."""
    found = []
    for window in program.windows():
        for node in tree.descendants(window):
            name = tree.name(node)
            if name.endswith(", document title"):
                found.append(name.split(",")[0])
                break
    return sorted(found)


def wait_for_text(program, part, inside=None):
    """Waits until the editor holds a text, and returns all of it."""
    return wait(lambda: (whole := text(program, inside)) is not None and part in whole and whole, f"{part!r} in the editor")


def type_into(program, words):
    """Puts the focus into the text, at its start, and types."""
    program.click(text_view(program))
    program.key("ctrl+Home")
    program.type(words)


def answer(program, label):
    """Finds the button with this label in a question; the dialog holds each twice, for wide and for narrow windows."""
    def look():
        for window in program.windows():
            if tree.role(window) != "dialog":
                continue
            for node in tree.descendants(window):
                if tree.role(node) == "push button" and tree.name(node).endswith(label) and tree.box(node)[2] > 1:
                    return node
        return None
    return wait(look, f"a question that can be answered with {label}")


def button(program, label, inside=None, seconds=10.0):
    """A button with this label; GTK 4.8 names such a button by its label twice."""
    return program.find("push button", lambda name: name == label or name.endswith(" " + label), inside=inside, seconds=seconds)


def asks(program):
    """Tells whether a question is open."""
    return any(tree.role(window) == "dialog" for window in program.windows())


def choose_file(program, title, path):
    """Types a path into the desktop's file chooser and confirms it."""
    program.find("filler", title)
    # The chooser takes the focus when it has read its folder.
    wait(lambda: program.screen.do("getactivewindow", "getwindowname").strip() == title, "the file chooser to be in front")
    program.key("ctrl+a")
    program.type(str(path))
    program.key("Return")


def settle(program, box, seconds=5.0):
    """Waits until a part of the screen has stopped changing, and returns its pixels."""
    state = {"last": None}

    def same():
        now = program.screen.pixels(box)
        same_as_before = now == state["last"]
        state["last"] = now
        return same_as_before and now
    return wait(same, "the screen to come to rest", seconds, pause=0.15)
