"""An article as passages that know what they are: what every method of the library weighs words by.

A passage is a run of text that breaks as one, in the article's clean HTML: a heading, a
paragraph, an item. Code and formulas say little of what an article is about and are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from lxml import etree

TITLE: Final = "title"
HEADING: Final = "heading"
TEXT: Final = "text"

MAX_SIZE: Final = 200_000
"""Characters of an article that are read: enough to know what it is about."""

_HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
_LEFT_OUT: Final = frozenset("pre math code script style svg".split())
_STRESS: Final = frozenset("b strong em i mark a".split())
_INLINE: Final = _STRESS | frozenset(
    "span sub sup small u s del ins abbr cite q time kbd samp var br wbr bdi bdo ruby rt rp font dfn img".split()
)


class Passage(NamedTuple):
    """A run of text, and what of it is stressed: in bold, in italics, or the text of a link."""

    text: str
    kind: str = TEXT
    stressed: tuple[str, ...] = ()


def of_text(text: str, title: str = "") -> list[Passage]:
    """Plain text: its lines, after the title."""
    lines = [line.strip() for line in text[:MAX_SIZE].splitlines()]
    return [*_titled(title), *(Passage(line) for line in lines if line)]


def of_html(html: str, title: str = "") -> list[Passage]:
    """The clean HTML of an article (never a raw page), after its title."""
    if not html.strip():
        return _titled(title)
    root = etree.HTML(html[: 4 * MAX_SIZE], etree.HTMLParser(encoding=None, huge_tree=False))
    found = _Finding()
    if root is not None:
        found.walk(root)
        found.finish()
    return [*_titled(title), *_bounded(found.passages)]


def _titled(title: str) -> list[Passage]:
    return [Passage(title.strip(), TITLE)] if title.strip() else []


def _bounded(passages: list[Passage]) -> Iterator[Passage]:
    left = MAX_SIZE
    for passage in passages:
        if left <= 0:
            return
        yield passage._replace(text=passage.text[:left])
        left -= len(passage.text)


class _Finding:
    """Cuts a tree into passages, in document order, without recursion."""

    def __init__(self) -> None:
        self.passages: list[Passage] = []
        self._parts: list[str] = []
        self._stressed: list[str] = []
        self._kind = TEXT

    def walk(self, root: etree._Element) -> None:
        """Reads the tree; a tag that is no inline one ends the passage before it and its own."""
        skipped: list[etree._Element] = []
        stress = 0
        for event, element in etree.iterwalk(root, events=("start", "end")):
            tag = element.tag if isinstance(element.tag, str) else ""
            starts = event == "start"
            if tag in _LEFT_OUT:
                skipped.append(element) if starts else skipped.pop()
            elif tag and tag not in _INLINE:
                self.finish()
                self._kind = HEADING if starts and tag in _HEADINGS else TEXT
            stress += (1 if starts else -1) * (tag in _STRESS)
            if not skipped and tag:
                self._add(element.text if starts else None, stress > 0)
            if not starts and not skipped:
                self._add(element.tail, stress > 0)

    def finish(self) -> None:
        """Ends the passage that is being read."""
        text = " ".join("".join(self._parts).split())
        if text:
            self.passages.append(Passage(text, self._kind, tuple(self._stressed)))
        self._parts, self._stressed = [], []

    def _add(self, text: str | None, stressed: bool) -> None:
        if text:
            self._parts.append(text)
            if stressed and text.strip():
                self._stressed.append(text.strip())
