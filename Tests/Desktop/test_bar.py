"""The bar that each person makes their own: dragged with a real pointer, driven by keys, kept over a restart, the same in every window."""
import masthead
from harness import tree
from harness.waiting import stays, wait

PALETTE = "Customize toolbar"
# What is in the bar and neither moves nor goes.
STILL = ("Scroll Editor and Preview Together", "Main menu")
# The default bar of the editor between its fixed group and the menus, as the groups are named.
DEFAULT = ["Heading", "Emphasis", "Lists", "Link", "Insert", "Text Size"]


def _start(desk, *more, **environment):
    program = desk.start(desk.file("note.md", "# Note\n\nSome text.\n"), *more, **environment)
    masthead.text_view(program)
    return program


def _customize(program):
    program.act("win.customize-toolbar")
    program.find(name=PALETTE)
    # The sheet slides: nothing is where it will be before it has come to rest.
    wait(lambda: _tile(program, "Space") is not None, "the tiles of the palette")
    return program


def _groups(program, inside=None):
    """The groups that are to be seen in the bar, by place: (name, node)."""
    bar = program.find("tool bar", inside=inside)
    panels = [node for node in tree.descendants(bar) if tree.role(node) == "panel" and tree.name(node) and tree.name(node) not in STILL]
    return [(tree.name(node), node) for node in sorted(panels, key=lambda node: tree.box(node)[0])]


def _names(program, inside=None):
    return [name for name, _ in _groups(program, inside)]


def _group(program, name):
    return next(node for found, node in _groups(program) if found == name)


def _tile(program, name):
    return next((node for root in program.windows() for node in tree.descendants(root)
                 if tree.role(node) == "table cell" and tree.name(node) == name and tree.box(node)[3] > 1), None)


def _tiles(program):
    sheet = program.find(name=PALETTE)
    return {tree.name(node) for node in tree.descendants(sheet) if tree.role(node) == "table cell" and tree.box(node)[3] > 1}


def _middle(program, node):
    x, y, width, height = program.box(node)
    return x + width // 2, y + height // 2


def _drag_behind_link(program):
    """Heading is let go where Link was: what follows has moved up by the width that Heading leaves free."""
    x, y, width, height = program.box(_group(program, "Link"))
    program.drag(_middle(program, _group(program, "Heading")), (x + 6, y + height // 2))


def _expect(program, names, what):
    def look():
        return _names(program)[:len(names)] == names
    try:
        wait(look, what)
    except AssertionError as failure:
        raise AssertionError(f"{failure}; the bar holds {_names(program)}") from None


def test_drag_a_group_from_the_palette_into_the_bar(desk):
    program = _customize(_start(desk))
    _expect(program, DEFAULT, "the default bar")
    x, y, width, height = program.box(_group(program, "Emphasis"))
    program.drag(_middle(program, _tile(program, "Format")), (x + 4, y + height // 2))
    _expect(program, ["Heading", "Format", "Emphasis", "Lists"], "the group where it was dropped")
    assert "Format" not in _tiles(program)


def test_reorder_by_dragging(desk):
    program = _customize(_start(desk))
    _drag_behind_link(program)
    _expect(program, ["Emphasis", "Lists", "Link", "Heading", "Insert"], "the new order")


def test_drag_out_takes_an_optional_group_away_and_a_movable_one_springs_back(desk):
    program = _customize(_start(desk))
    outside = _middle(program, masthead.text_view(program))
    program.drag(_middle(program, _group(program, "Link")), outside)
    _expect(program, ["Heading", "Emphasis", "Lists", "Insert"], "the bar without the group")
    wait(lambda: "Link" in _tiles(program), "the group in the palette")
    program.drag(_middle(program, _group(program, "Heading")), outside)
    stays(lambda: _names(program)[:4] == ["Heading", "Emphasis", "Lists", "Insert"], "a movable group left the bar")


def test_reset_and_undo(desk):
    program = _customize(_start(desk))
    _drag_behind_link(program)
    changed = ["Emphasis", "Lists", "Link", "Heading", "Insert"]
    _expect(program, changed, "the new order")
    program.click(program.find("push button", "Reset"))
    _expect(program, DEFAULT, "the default order")
    program.click(program.find("push button", "Undo"))
    _expect(program, changed, "the order of before the reset")
    program.key("ctrl+z")
    _expect(program, DEFAULT, "the order of before the drag")


def test_by_keyboard_only(desk):
    program = _start(desk)
    program.click(masthead.text_view(program))
    # Into the mode by the menu of the bar's tools.
    program.key("F6", "F6")
    program.act("win.customize-toolbar")
    program.find(name=PALETTE)
    program.find("panel", "Heading", focused=True)
    program.key("ctrl+Right")
    _expect(program, ["Emphasis", "Heading", "Lists"], "the group one place to the right")
    status = program.find("status bar", inside=program.find(name=PALETTE))
    assert "Heading" in tree.name(status), tree.name(status)
    program.key("ctrl+Left")
    _expect(program, DEFAULT, "the group back")
    # The arrow goes to the neighbour, which can be taken out.
    program.key("Right")
    program.find("panel", "Emphasis", focused=True)
    program.key("Delete")
    _expect(program, ["Heading", "Lists", "Link"], "the bar without the group")
    wait(lambda: "Emphasis" in _tiles(program), "the group in the palette")
    # The movable one says that it cannot go.
    program.key("Left")
    program.find("panel", "Heading", focused=True)
    program.key("Delete")
    stays(lambda: "Heading" in _names(program), "a movable group went")
    program.key("ctrl+z")
    _expect(program, DEFAULT, "the group back by undo")
    program.key("Escape")
    wait(lambda: not program.is_there(name=PALETTE), "the mode to end")


def test_enter_in_the_palette_adds(desk):
    program = _customize(_start(desk))
    for _ in range(40):
        if program.is_there("table cell", focused=True):
            break
        program.key("Tab")
    cell = program.find("table cell", focused=True)
    name = tree.name(cell)
    program.key("Return")
    wait(lambda: name in _names(program), f"{name} in the bar")


def test_context_menu_moves_and_removes(desk):
    program = _customize(_start(desk))
    program.click(_group(program, "Link"), button=3)
    program.click(program.find("menu item", "Move Left"))
    _expect(program, ["Heading", "Emphasis", "Link", "Lists"], "the group one place to the left")
    program.click(_group(program, "Link"), button=3)
    program.click(program.find("menu item", "Remove from Toolbar"))
    _expect(program, ["Heading", "Emphasis", "Lists"], "the bar without the group")


def test_every_way_out_of_the_mode(desk):
    program = _start(desk)
    for way in ("done", "escape", "page", "close"):
        _customize(program)
        if way == "done":
            program.click(program.find("push button", "Done"))
        elif way == "escape":
            program.key("Escape")
        elif way == "page":
            x, y, width, height = program.box(masthead.text_view(program))
            desk.screen.do("mousemove", x + 20, y + height - 20)
            desk.screen.do("click", 1)
        else:
            program.key("ctrl+w")
            assert program.wait_for_end() == 0
            break
        wait(lambda: not program.is_there(name=PALETTE), f"the mode to end by {way}")
        assert masthead.text(program) == "# Note\n\nSome text.\n"


def test_layout_outlives_a_restart(desk):
    program = _customize(_start(desk))
    program.find("panel", "Heading", focused=True)
    program.key("ctrl+Right", "ctrl+Right")
    _expect(program, ["Emphasis", "Lists", "Heading"], "the new order")
    program.click(program.find("push button", "Icons + Labels"))
    wait(lambda: program.is_there("label", "Lists"), "labels in the bar")
    program.key("Escape", "ctrl+q")
    assert program.wait_for_end() == 0
    again = desk.start(desk.file("other.md", "# Other\n"))
    wait(lambda: _names(again)[:2] == ["Lists", "Heading"], "the order of before the restart")
    wait(lambda: again.is_there("label", "Lists"), "the labels of before the restart")


def test_a_second_window_follows_at_once(desk):
    program = _start(desk, desk.file("second.md", "# Second\n"))
    first, second = (masthead.window_of(program, name) for name in ("note.md", "second.md"))
    assert _names(program, first) == _names(program, second)
    program.click(next(node for name, node in _groups(program, second) if name == "Heading"), button=3)
    program.click(program.find("menu item", "Customize Toolbar…", inside=second))
    program.find("panel", "Heading", inside=second, focused=True)
    program.key("ctrl+Right")
    for window in (first, second):
        wait(lambda: _names(program, window)[:2] == ["Emphasis", "Heading"], "the new order in both windows")


def test_damaged_settings_do_not_keep_the_bar_away(desk):
    keyfile = desk.home / ".config/glib-2.0/settings/keyfile"
    keyfile.parent.mkdir(parents=True)
    keyfile.write_text("[io/github/masthead_editor/Masthead]\n"
                       "toolbar-layouts={'editor': {'version': <'yes'>, 'shown': <[1, 2]>}, '': {'shown': <@as []>}}\n")
    program = _start(desk)
    _expect(program, DEFAULT, "the default bar")


def test_a_layout_of_a_newer_version_is_kept(desk):
    keyfile = desk.home / ".config/glib-2.0/settings/keyfile"
    keyfile.parent.mkdir(parents=True)
    keyfile.write_text("[io/github/masthead_editor/Masthead]\n"
                       "toolbar-layouts={'editor': {'version': <uint32 9>, 'shown': <['hologram', 'lists', 'headings']>, "
                       "'known': <['hologram', 'lists', 'headings', 'emphasis', 'add-link', 'insert', 'text-size', 'view-mode', 'outline', "
                       "'text-format', 'hide', 'share', 'focus']>, 'display': <'icons'>}}\n")
    program = _customize(_start(desk))
    _expect(program, ["Lists", "Heading"], "the groups that this version knows")
    program.find("panel", "Lists", focused=True)
    program.key("ctrl+Right")
    _expect(program, ["Heading", "Lists"], "the new order")
    program.key("Escape", "ctrl+q")
    assert program.wait_for_end() == 0
    assert "hologram" in keyfile.read_text(), keyfile.read_text()


def test_narrow_bar_reaches_everything_in_its_menu(desk):
    program = _start(desk)
    wide = _names(program)
    program.resize(420, 600)
    wait(lambda: "Lists" not in _names(program), "the groups to leave the narrow bar")
    program.click(program.find("push button", "More tools"))
    for name in ("Bold", "Bullet List", "Link", "Customize Toolbar…"):
        program.find(name=lambda found, wanted=name: found.startswith(wanted))
    program.key("Escape")
    program.resize(1100, 600)
    wait(lambda: _names(program) == wide, "the same bar at the same width")


def test_the_same_width_gives_the_same_bar_from_both_sides(desk):
    program = _start(desk)
    widths = [1090 - 24 * step for step in range(30)]

    def bar(width):
        program.resize(width, 600)
        box = program.box(program.find("tool bar"))
        return _names(program), masthead.settle(program, box)
    narrowing = {width: bar(width) for width in widths}
    widening = {width: bar(width) for width in reversed(widths)}
    others = [width for width in widths if narrowing[width][0] != widening[width][0]]
    assert not others, [(width, narrowing[width][0], widening[width][0]) for width in others]
    others = [width for width in widths if narrowing[width][1] != widening[width][1]]
    assert not others, f"the bar looks otherwise at {others}"
    assert "Allocat" not in program.said and "reported min" not in program.said, program.said
