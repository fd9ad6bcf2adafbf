"""Article HTML → plain text: blocks parted by an empty line, items and rows by a line, cells by a tab.

Pictures are left out, and with them the captions that are there for their sake alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lxml import etree

from jingdu.page.model import Element
from jingdu.page.query import inner_text

_GAPS: Final[Mapping[str, int]] = {
    **dict.fromkeys(
        (
            "p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre figure figcaption table caption details summary hr "
            "section header"
        ).split(),
        2,
    ),
    **dict.fromkeys(("li", "dt", "dd", "tr"), 1),
}
"""Line ends before and after each block."""
_CELLS: Final = frozenset({"td", "th"})


def plain_text(html: str) -> str:
    """The text of an article's ``html`` (allow-listed, so it is small and shallow)."""
    return _Text().of(tree(html)) if html else ""


def tree(html: str) -> Element:
    """The tree of an article's ``html``."""
    return etree.fromstring(
        f"<html><body>{html}</body></html>".encode(), etree.HTMLParser(huge_tree=True, encoding="utf-8")
    )


class _Text:
    """The text being joined; ``gap`` is what must stand before the next piece."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.gap = 0
        self.cells = 0
        self.pre = 0

    def of(self, root: Element) -> str:
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "end":
                self._end(element)
            elif element.tag == "figcaption" and element.get("class") == "picture":
                walk.skip_subtree()
            elif element.tag == "math":
                self._put(element.get("alttext") or inner_text(element))
                walk.skip_subtree()
            else:
                self._start(element)
        return "".join(self.parts).strip()

    def _start(self, element: Element) -> None:
        tag = element.tag
        if tag in _CELLS:
            before = element.getprevious()
            if before is not None and before.tag in _CELLS:
                self.parts.append("\t")
            self._flush()
            self.cells += 1
        self._block(tag)
        if tag == "header":
            self._put("— " * sum(1 for _ in element.iterancestors("section")))
        if tag == "rt" and not _in_brackets(element):
            self._put("(")
        if tag == "pre":
            self.pre += 1
        elif tag == "br":
            self._line()
        self._put(element.text)

    def _end(self, element: Element) -> None:
        tag = element.tag
        if tag in _CELLS:
            self.cells -= 1
        elif tag == "pre":
            self.pre -= 1
        elif tag == "rt" and not _in_brackets(element):
            self._put(")")
        self._block(tag)
        self._put(element.tail)

    def _block(self, tag: str) -> None:
        gap = _GAPS.get(tag, 0)
        if gap and self.cells:
            self._line()
        else:
            self.gap = max(self.gap, gap)

    def _line(self) -> None:
        """A line's end; a space inside a table's cell."""
        if self.cells:
            if self.parts and not self.parts[-1].endswith((" ", "\t", "\n")):
                self.parts.append(" ")
        elif self.parts:
            self.parts.append("\n")

    def _flush(self) -> None:
        if self.gap and self.parts:
            self.parts.append("\n" * self.gap)
        self.gap = 0

    def _put(self, text: str | None) -> None:
        if not text or (self.gap and not self.pre and text.isspace()):
            return
        self._flush()
        self.parts.append(text)


def _in_brackets(reading: Element) -> bool:
    """Whether the page itself sets brackets around the reading of a character."""
    before = reading.getprevious()
    return before is not None and before.tag == "rp"
