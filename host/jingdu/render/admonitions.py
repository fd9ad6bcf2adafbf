"""Admonitions: boxes in documentation with a note, a tip or a warning, rendered as quotations with a bold title."""

import re
from itertools import islice
from typing import Final

from jingdu.page.model import Element
from jingdu.page.query import ADMONITION, text_of
from jingdu.render.markup import direction
from jingdu.render.tables import rows
from jingdu.render.walk import Close, Marks, Opener, Walk

MAX_TITLE: Final = 120
"""Maximum characters of a title."""
MAX_LABEL: Final = 20
"""Maximum characters of a title without a class."""
MAX_PARTS: Final = 30
"""Maximum elements of a title and its icon."""
LEVELS: Final = 6
"""Number of a title's ancestors that may be its box."""
_BOXES: Final = frozenset({"div", "aside", "section", "blockquote"})
_TITLES: Final = frozenset({"p", "div", "header", "h3", "h4", "h5", "h6"})
_SECTIONS: Final = frozenset({"h1", "h2"})
_STEMS: Final = ("admonition", "alert", "callout", "notecard", "custom-block", "hint-container", "aside", "macro")
"""The classes of every page with admonitions contain one of these, or of `_NAMES`."""
_NAMES: Final = frozenset({"note", "tip", "hint", "important", "warning", "caution", "danger"})
_TITLED: Final = re.compile(rf"(?:^|\s)(?:{'|'.join(sorted(_NAMES))})(?!\S)|(?:^|[\s-])(?:alert|callout)(?![a-z])")
"""Classes of boxes that are admonitions if they begin with a title."""
_TITLE: Final = re.compile(
    r"(?i)(?:^|\s)title(?!\S)"
    r"|(?:admonition|alert|callout|note|tip|warning|block|container|aside)[-_]{0,2}(?:title|head(?:ing|er))"
)


def openers(marks: Marks) -> dict[Element, Opener]:
    """The openers of the kept admonitions and of their titles."""
    found: dict[Element, Opener] = {}
    classes = " ".join(filter(None, [part.get("class") for part in marks.path]))
    if not any(map(classes.__contains__, _STEMS)) and _NAMES.isdisjoint(classes.casefold().split()):
        return found
    for part in marks.path:
        names = part.get("class")
        if not names or part is marks.top:
            continue
        is_callout = part.tag == "figure" and "callout" in names.split()  # Notion's
        if (part.tag in _BOXES and ADMONITION.search(names)) or is_callout or (part.tag == "aside" and names in _NAMES):
            found[part] = _box
        elif part.tag in _BOXES and names.casefold() in _NAMES and (label := _label_of(part, marks)) is not None:
            found |= {part[0]: lambda walk, element, tag: walk.block(), part: _box, label: _title}
        elif part.tag in _TITLES and _TITLE.search(names) and (box := _box_of(part, marks)) is not None:
            found |= {box: _box, part: _title}
    return found


def _label_of(box: Element, marks: Marks) -> Element | None:
    """The title of ``box`` without a class: a short, kept paragraph before other elements, or a cell beside an icon."""
    first = next(iter(box), None)
    if first is not None and (title := next(rows(first), first).find("td[img]/../th")) is not None:  # by DocBook
        marks.media.difference_update(title.itersiblings("td", preceding=True))
        return title
    if first is None or first.tag != "p" or first.get("class") or first not in marks.path or len(box) == 1:
        return None
    return first if len(text_of(first)) <= MAX_LABEL else None


def _box_of(title: Element, marks: Marks) -> Element | None:
    """The admonition whose kept text begins with ``title``."""
    parts = list(islice(title.iter(), MAX_PARTS + 1))
    if len(parts) > MAX_PARTS or any(part.tag in _SECTIONS for part in parts) or len(text_of(title)) > MAX_TITLE:
        return None
    before = title
    for step in islice(title.iterancestors(), LEVELS):
        names = step.get("class") or ""
        is_first = step not in marks.text and not any(map(marks.path.__contains__, before.itersiblings(preceding=True)))
        if step is marks.top or not is_first or _TITLE.search(names):
            return None
        if step.tag in _BOXES and (ADMONITION.search(names) or _TITLED.search(names)):
            return step
        before = step
    return None


def _box(walk: Walk, element: Element, tag: str) -> Close:
    opened = walk.writer.open_frame("blockquote", f' class="admonition"{direction(element)}')
    return walk.writer.close_frame if opened else walk.block()


def _title(walk: Walk, element: Element, tag: str) -> Close:
    return walk.bold(direction(element))
