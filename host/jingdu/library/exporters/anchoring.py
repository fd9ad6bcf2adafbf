"""Anchors highlights in an article's HTML as the reader does.

Text offsets are those of ``extension/reader/article/text_map.js``: without ruby readings, one line break between
blocks. The strategies are those of ``extension/reader/article/anchor.js``, in its order: the same position; the same
words anywhere; the words ignoring spaces, punctuation, width and case. Of several candidates, the one with the most
similar context wins. Unlike in the reader, quotes that were edited themselves are not found.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from html import unescape
from typing import Final, NamedTuple

from jingdu.library.index.snippets import Span
from jingdu.protocol.items import Highlight

TAG: Final = re.compile(r'<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^"<>]|"[^"]*")*)>')
_UNREAD: Final = frozenset({"button", "rt", "rp", "annotation"})
_BLOCKS: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 br hr blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr th td figure "
    "figcaption details summary div section header article".split()
)
_CONTEXT: Final = 48
"""Characters of context that the reader stores on either side."""
_MIN_LENGTH: Final = 12
"""Minimum length, in folded characters, of a quote that needs no context; half of it in Chinese and Japanese."""
_MIN_CONTEXT: Final = 0.5
"""Minimum similarity of the context of shorter quotes."""
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


class Run(NamedTuple):
    """A text node: its offset and source in the HTML, its offset in the article's text, and the text."""

    at: int
    raw: str
    start: int
    text: str


def runs(html: str) -> Iterator[Run]:
    """The text nodes of the article, in order; a line break between blocks counts one character."""
    at = length = unread = 0
    is_break = False
    for tag in [*TAG.finditer(html), None]:
        raw = html[at : tag.start() if tag else len(html)]
        text = unescape(raw)
        if text and not unread and not (is_break and not text.strip()):
            length += is_break and length > 0
            is_break = False
            yield Run(at, raw, length, text)
            length += len(text)
        if tag:
            at = tag.end()
            name = tag[2].lower()
            is_break = is_break or (name in _BLOCKS and not unread)
            unread = max(0, unread + (-1 if tag[1] else 1)) if name in _UNREAD else unread


class Finder:
    """Finds highlights in a text, which is folded at most once."""

    def __init__(self, runs: list[Run]) -> None:
        parts: list[str] = []
        length = 0
        for run in runs:
            parts += ["\n"] * (run.start - length) + [run.text]
            length = run.start + len(run.text)
        self.text = "".join(parts)
        self._utf16 = self.text.encode("utf-16-le", "surrogatepass")

    def find(self, highlight: Highlight) -> Span | None:
        if not highlight.quote.exact:
            return None
        return (
            self._in_place(highlight)
            or self._best(highlight, list(_occurrences(self.text, highlight.quote.exact)))
            or self._by_folding(highlight)
        )

    def _in_place(self, highlight: Highlight) -> Span | None:
        """The stored position, in UTF-16 code units, if quote and context match there."""
        quote = highlight.quote
        start = len(self._utf16[: max(0, 2 * highlight.position.start)].decode("utf-16-le", "replace"))
        before = start - len(quote.prefix)
        is_there = before >= 0 and self.text.startswith(quote.prefix + quote.exact + quote.suffix, before)
        return Span(start, start + len(quote.exact)) if is_there else None

    def _by_folding(self, highlight: Highlight) -> Span | None:
        """The best occurrence of the same words, both folded by `fold`."""
        text, offsets = self._folded
        quote = fold(highlight.quote.exact)[0]
        found = _occurrences(text, quote) if quote else iter(())
        return self._best(highlight, [Span(offsets[start], offsets[end - 1] + 1) for start, end in found])

    def _best(self, highlight: Highlight, found: list[Span]) -> Span | None:
        """The range with the most similar context, the nearest if several tie; None if none is similar enough."""
        is_long = len(fold(highlight.quote.exact)[0]) >= _MIN_LENGTH / (2 if _CJK.search(highlight.quote.exact) else 1)
        scored = [(self._similarity(highlight, one), -abs(one.start - highlight.position.start), one) for one in found]
        return max((row for row in scored if row[0] >= _MIN_CONTEXT or is_long), default=(0, 0, None))[2]

    def _similarity(self, highlight: Highlight, span: Span) -> float:
        """Similarity of the context, 0 to 1; the more similar side has 90 % of the weight."""
        left = self.text[max(0, span.start - 2 * _CONTEXT) : span.start]
        right = self.text[span.end : span.end + 2 * _CONTEXT]
        before = _overlap(fold(highlight.quote.prefix)[0][::-1], fold(left)[0][::-1])
        after = _overlap(fold(highlight.quote.suffix)[0], fold(right)[0])
        return max(before, after) * 0.9 + min(before, after) * 0.1

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        return fold(self.text)


def fold(text: str) -> tuple[str, list[int]]:
    """Text without spaces, punctuation, width and case, and the original offset of each character."""
    folded: list[str] = []
    offsets: list[int] = []
    for offset, char in enumerate(text):
        if unicodedata.category(char)[0] in "LNMS":
            plain = unicodedata.normalize("NFKC", char).lower()
            folded.append(plain)
            offsets += [offset] * len(plain)
    return "".join(folded), offsets


def _occurrences(text: str, substring: str) -> Iterator[Span]:
    """All places of ``substring``, which may overlap."""
    at = text.find(substring)
    while at >= 0:
        yield Span(at, at + len(substring))
        at = text.find(substring, at + 1)


def _overlap(expected: str, actual: str) -> float:
    """The share of the bigrams of ``expected`` near the start of ``actual``; no context matches best at an edge."""
    if not expected:
        return 0.3 if actual else 1.0
    if len(expected) < 4:
        return float(actual.startswith(expected))
    near = actual[: len(expected) + 16]
    pairs = [expected[at : at + 2] for at in range(len(expected) - 1)]
    return sum(pair in near for pair in pairs) / len(pairs)
