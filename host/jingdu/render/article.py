"""The article, and its rendering as plain text.

In plain text, blocks are separated by an empty line, items and rows by a line break, cells by a tab. Each block quoted
in a post begins with ``>``. Pictures are omitted, and so are captions that were kept only for their picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final

from lxml import etree

from jingdu.page.model import Element, Metadata
from jingdu.page.query import inner_text, needs_brackets
from jingdu.render.markup import tree

_GAPS: Final[Mapping[str, int]] = {
    **dict.fromkeys("p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre figure figcaption table caption".split(), 2),
    **dict.fromkeys("details summary hr section header".split(), 2),
    **dict.fromkeys(("li", "dt", "dd", "tr"), 1),
}
"""Line breaks before and after each block."""
_CELLS: Final = frozenset({"td", "th"})


@dataclass(frozen=True)
class Article(Metadata):
    """The article found on a page: its metadata, with the absolute address of the lead image, and allow-listed HTML.

    ``text`` and ``markdown`` are rendered from ``html`` on first use.
    """

    url: str | None
    html: str
    reading_time: int
    """Minutes, rounded up; at least 1."""
    truncated: bool = False
    extractor: str = ""

    @cached_property
    def text(self) -> str:
        """Plain text."""
        return plain_text(self.html)

    @cached_property
    def markdown(self) -> str:
        """GitHub-flavoured Markdown."""
        from jingdu.render.markdown import markdown

        return markdown(self.html)

    def as_dict(self, *names: str) -> dict[str, Any]:
        """The fields ``names``, by default `ARTICLE_FIELDS`, as JSON-ready data."""
        return {name: getattr(self, name) for name in names or ARTICLE_FIELDS}


ARTICLE_FIELDS: Final = (*(field.name for field in fields(Article)), "text", "markdown")
"""All fields, including text and Markdown."""


def plain_text(html: str | Element) -> str:
    """Renders an article's ``html``, or its tree, as plain text."""
    return _Text().of(tree(html) if isinstance(html, str) else html)


class _Text:
    """Collects text; ``gap`` is the number of line breaks before the next piece."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.gap = 0
        self.cells = 0
        self.pre = 0
        self.quotes = 0
        """Nesting of quotations in posts."""

    def of(self, root: Element) -> str:
        walk = etree.iterwalk(root, events=("start", "end"))
        for event, element in walk:
            if event == "end":
                self._edge(element, -1)
            elif element.tag == "figcaption" and element.get("class") == "picture":
                walk.skip_subtree()
            elif element.tag == "math":
                self._put(element.get("alttext") or inner_text(element))
                walk.skip_subtree()
            else:
                self._edge(element, 1)
        return "".join(self.parts).strip()

    def _edge(self, element: Element, step: int) -> None:
        """Handles the start of an element if ``step`` is 1, its end if it is -1."""
        tag, is_start = element.tag, step > 0
        if tag in _CELLS:
            if is_start:
                if (before := element.getprevious()) is not None and before.tag in _CELLS:
                    self.parts.append("\t")
                self._flush()
            self.cells += step
        elif tag == "pre":
            self.pre += step
        elif tag == "blockquote" and next(element.iterancestors("section"), None) is not None:
            self.quotes += step
        elif tag == "rt" and needs_brackets(element):
            self._put("(" if is_start else ")")
        self._block(tag)
        if tag == "header" and is_start:
            self._put("— " * sum(1 for _ in element.iterancestors("section")))
        elif tag == "br" and is_start:
            self._line()
        self._put(element.text if is_start else element.tail)

    def _block(self, tag: str) -> None:
        gap = _GAPS.get(tag, 0)
        if gap and self.cells:
            self._line()
        elif gap > self.gap:
            self.gap = gap

    def _line(self) -> None:
        """Adds a line break, or a space in a cell."""
        if self.cells:
            if self.parts and not self.parts[-1].endswith((" ", "\t", "\n")):
                self.parts.append(" ")
        elif self.parts:
            self.parts.append("\n")

    def _flush(self) -> None:
        if self.gap and self.parts:
            self.parts.append("\n" * self.gap + "> " * self.quotes)
        self.gap = 0

    def _put(self, text: str | None) -> None:
        if not text or (self.gap and not self.pre and text.isspace()):
            return
        self._flush()
        self.parts.append(text)
