"""Splits an article into passages with their kinds, by which all methods of this package weight words.

A passage is a block of text in the article's clean HTML: a heading, a paragraph, a list item. Code, formulas, marks of
notes and readings (``rt``) are skipped.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from lxml import etree

from jingdu.page.query import HEADINGS

TITLE: Final = "title"
HEADING: Final = "heading"
TEXT: Final = "text"

MAX_SIZE: Final = 200_000
"""Characters of an article's text or HTML; the rest is ignored."""

_SKIPPED: Final = frozenset("pre math code script style svg sup rt rp".split())
_STRESS: Final = frozenset("b strong em i mark a".split())
_INLINE: Final = _STRESS | frozenset(
    "span sub small u s del ins abbr cite q time kbd samp var br wbr bdi bdo ruby font dfn img".split()
)


class Passage(NamedTuple):
    """A block of text, and its stressed parts: in bold, italics, or a link."""

    text: str
    kind: str = TEXT
    stressed: tuple[str, ...] = ()


def of_text(text: str, title: str = "") -> list[Passage]:
    """The title, and the lines of plain text."""
    lines = [line.strip() for line in text[:MAX_SIZE].splitlines()]
    return [*_titled(title), *(Passage(line) for line in lines if line)]


def of_html(html: str, title: str = "") -> list[Passage]:
    """The title, and the passages of an article's clean HTML, never a raw page."""
    if not html.strip():
        return _titled(title)
    root = etree.HTML(html[:MAX_SIZE], etree.HTMLParser(encoding=None, huge_tree=False))
    return [*_titled(title), *(_passages(root) if root is not None else ())]


def _titled(title: str) -> list[Passage]:
    return [Passage(title.strip(), TITLE)] if title.strip() else []


def _passages(root: etree._Element) -> Iterator[Passage]:
    """A tree's passages in document order; every tag that is not inline separates passages."""
    parts: list[str] = []
    stressed: list[str] = []
    kind, stress, skipped = TEXT, 0, 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        tag = element.tag if isinstance(element.tag, str) else ""
        step = 1 if event == "start" else -1
        if tag in _SKIPPED:
            skipped += step
        elif tag and tag not in _INLINE:
            yield from _passage(parts, kind, stressed)
            parts, stressed = [], []
            kind = HEADING if step > 0 and tag in HEADINGS else TEXT
        stress += step * (tag in _STRESS)
        text = element.tail if step < 0 else element.text if tag else None
        if text and not skipped:
            parts.append(text)
            if stress and text.strip():
                stressed.append(text.strip())
    yield from _passage(parts, kind, stressed)


def _passage(parts: list[str], kind: str, stressed: list[str]) -> Iterator[Passage]:
    if text := " ".join("".join(parts).split()):
        yield Passage(text, kind, tuple(stressed))
