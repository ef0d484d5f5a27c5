"""A screen reader asks how the text looks; whatever it asks, it gets an answer."""
import masthead
from gi.repository import Atspi
from harness import tree
from harness.waiting import wait

COLOURFUL = """---
title: note
---
# Heading *one* `code` [link](https://example.org)

Text **bold** *italic* ~~gone~~ ==marked== `code` wrongg <kbd>x</kbd> ![picture](a.png) [^1] https://example.org <!-- hidden -->

- [ ] task with $x^2$

> quote with **strong** words

| a | b |
|---|---|
| 1 | `2` |

```python
def f(x): return "text"  # 1
```

[^1]: A note.
"""


def _runs(node):
    """Every stretch of the text that looks the same, as (start, end, attributes)."""
    place, found = 0, []
    while place < Atspi.Text.get_character_count(node):
        attributes, start, end = Atspi.Text.get_attribute_run(node, place, True)
        found.append((start, end, attributes))
        place = max(end, place + 1)
    return found


def test_attributes_of_coloured_text(desk):
    program = desk.start(desk.file("note.md", COLOURFUL), G_DEBUG="fatal-criticals")
    program.resize(1000, 900)
    node = masthead.text_view(program)
    assert int(Atspi.Text.get_default_attributes(node)["left-margin"]) > 0
    text = tree.text(node)

    def at(words, name):
        return Atspi.Text.get_text_attributes(node, text.index(words))[0].get(name) if hasattr(Atspi.Text, "get_text_attributes") else \
            Atspi.Text.get_attribute_run(node, text.index(words), True)[0].get(name)
    wait(lambda: at("bold", "weight") == "700", "the text to have its looks")
    for offset in range(len(text) + 1):
        Atspi.Text.get_attribute_run(node, offset, False)
        Atspi.Text.get_attribute_run(node, offset, True)
    assert float(at("Heading", "scale")) == 1.5
    assert at("gone", "strikethrough") == "true"
    assert at("italic", "style") == "italic"
    # GTK 4.8 makes 0 or 1 of each part, but it answers.
    assert at("[link", "fg-color")
    runs = _runs(node)
    assert len(runs) > 30 and all(end > start for start, end, _ in runs), runs
    # What is found, and what is folded, is marked by tags, too.
    program.key("ctrl+f")
    program.type("code")
    for offset in range(0, len(text), 3):
        Atspi.Text.get_attribute_run(node, offset, True)
    program.key("Escape")
    program.act("win.fold")
    for offset in range(0, len(text), 3):
        Atspi.Text.get_attribute_run(node, offset, True)
    assert program.process.poll() is None, program.said
