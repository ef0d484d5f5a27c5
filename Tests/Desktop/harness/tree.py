"""The accessibility tree: what a screen reader finds, and therefore what a test looks for."""
import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402


def children(node):
    """Yields the children that are there at this moment; nodes that vanish while one looks are left out."""
    try:
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None:
                yield child
    except GLib.Error:
        return


def forget_the_past(application):
    """Keeps libatspi from caching: a test looks again and again and runs no main loop that would bring the news."""
    application.set_cache_mask(Atspi.Cache.NONE)


def descendants(node):
    yield node
    for child in children(node):
        yield from descendants(child)


def name(node):
    try:
        return node.get_name() or ""
    except GLib.Error:
        return ""


def role(node):
    try:
        return node.get_role_name() or ""
    except GLib.Error:
        return ""


def has_state(node, state):
    """Tells whether the node has a state, given by the name that Atspi.StateType has for it."""
    try:
        return node.get_state_set().contains(getattr(Atspi.StateType, state.upper()))
    except GLib.Error:
        return False


def text(node):
    """Returns the text of an editable or label, or None when it has no text interface."""
    try:
        if "Text" not in node.get_interfaces():
            return None
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    except GLib.Error:
        return None


def box(node):
    """Returns (x, y, width, height) relative to the node's window."""
    extents = node.get_extents(Atspi.CoordType.WINDOW)
    return extents.x, extents.y, extents.width, extents.height


def matches(node, wanted_role=None, wanted_name=None, **states):
    """wanted_name is a text, or a function that takes the name and tells whether it fits."""
    if wanted_role is not None and role(node) != wanted_role:
        return False
    if wanted_name is not None:
        given = name(node)
        if not (wanted_name(given) if callable(wanted_name) else given == wanted_name):
            return False
    return all(has_state(node, state) == value for state, value in states.items())


def outline(node, depth=0):
    """Returns the tree below a node as text, one line each: for reading after a failure."""
    states = [s for s in ("focused", "checked", "selected", "sensitive", "showing") if has_state(node, s)]
    lines = ["  " * depth + f"{role(node)} {name(node)!r} {' '.join(states)}"]
    for child in children(node):
        lines.append(outline(child, depth + 1))
    return "\n".join(lines)
