"""Finding highlights again in an article's HTML, as the reader finds them in its page.

The text is counted as ``extension/reader/article/text_map.js`` counts it: no readings above characters, one line break
between blocks. The places are found as in ``extension/reader/article/anchor.js``: the very place, the very
words anywhere, the words whatever the spaces, punctuation, width and case; of several places the one whose
neighbours are most alike. Departure: words that were edited themselves are not found here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from html import unescape
from typing import Final, NamedTuple

from jingdu.protocol.items import Highlight

TAG: Final = re.compile(r'<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:[^"<>]|"[^"]*")*)>')
_UNREAD: Final = frozenset({"button", "rt", "rp", "annotation"})
_BLOCKS: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 br hr blockquote pre ul ol li dl dt dd table caption thead tbody tfoot tr th td figure "
    "figcaption details summary div section header article".split()
)
_CONTEXT: Final = 48
"""Characters of context that the reader keeps on either side."""
_MIN_WORDS: Final = 12
"""Folded characters below which words alone are not enough; of Chinese and Japanese half as many."""
_MIN_CONTEXT: Final = 0.5
"""The share of the context that must be there where the words alone are not enough."""
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


class Span(NamedTuple):
    """A place in the text, in characters."""

    start: int
    end: int


class Run(NamedTuple):
    """A text of the HTML that is of the article's text: where it begins in both, and the text."""

    at: int
    raw: str
    start: int
    text: str


def runs(html: str) -> Iterator[Run]:
    """The article's text in the order of the page; where a line break is between two, the second starts one later."""
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
    """Finds highlights in a text; folding it is done once, and only if it is needed."""

    def __init__(self, pieces: list[Run]) -> None:
        self.text = _joined(pieces)

    def find(self, highlight: Highlight) -> Span | None:
        """None where it is no longer there."""
        if not highlight.quote.exact:
            return None
        return (
            self._in_place(highlight)
            or self._best(highlight, list(_places(self.text, highlight.quote.exact)))
            or self._refound(highlight)
        )

    def _in_place(self, highlight: Highlight) -> Span | None:
        """Where it was, with the same neighbours; the reader counts in units of UTF-16."""
        quote = highlight.quote
        start = len(self._wide[: max(0, 2 * highlight.position.start)].decode("utf-16-le", "replace"))
        before = start - len(quote.prefix)
        is_there = before >= 0 and self.text.startswith(quote.prefix + quote.exact + quote.suffix, before)
        return Span(start, start + len(quote.exact)) if is_there else None

    def _refound(self, highlight: Highlight) -> Span | None:
        text, places = self._folded
        wanted = fold(highlight.quote.exact)[0]
        found = _places(text, wanted) if wanted else iter(())
        return self._best(highlight, [Span(places[one.start], places[one.end - 1] + 1) for one in found])

    def _best(self, highlight: Highlight, found: list[Span]) -> Span | None:
        """The place whose neighbours are most alike; of equal ones the nearest."""
        length = len(fold(highlight.quote.exact)[0])
        least = _MIN_WORDS / 2 if _CJK.search(highlight.quote.exact) else _MIN_WORDS
        judged = [
            (self._similarity(highlight, span), -abs(span.start - highlight.position.start), span) for span in found
        ]
        possible = [one for one in judged if one[0] >= _MIN_CONTEXT or length >= least]
        return max(possible, default=(0, 0, None))[2]

    def _similarity(self, highlight: Highlight, span: Span) -> float:
        """0 to 1: how much of the better of both neighbours is there; both count where they tie."""
        left = self.text[max(0, span.start - 2 * _CONTEXT) : span.start]
        right = self.text[span.end : span.end + 2 * _CONTEXT]
        before = _alike(fold(highlight.quote.prefix)[0][::-1], fold(left)[0][::-1])
        behind = _alike(fold(highlight.quote.suffix)[0], fold(right)[0])
        return max(before, behind) * 0.9 + min(before, behind) * 0.1

    @cached_property
    def _folded(self) -> tuple[str, list[int]]:
        return fold(self.text)

    @cached_property
    def _wide(self) -> bytes:
        return self.text.encode("utf-16-le", "surrogatepass")


def fold(text: str) -> tuple[str, list[int]]:
    """Text without spaces, punctuation, width and case; and where each of its characters was."""
    folded: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        if unicodedata.category(sign)[0] in "LNMS":
            plain = unicodedata.normalize("NFKC", sign).lower()
            folded.append(plain)
            places += [place] * len(plain)
    return "".join(folded), places


def _joined(pieces: list[Run]) -> str:
    parts: list[str] = []
    length = 0
    for one in pieces:
        parts += ["\n"] * (one.start - length) + [one.text]
        length = one.start + len(one.text)
    return "".join(parts)


def _places(text: str, wanted: str) -> Iterator[Span]:
    at = text.find(wanted)
    while at >= 0:
        yield Span(at, at + len(wanted))
        at = text.find(wanted, at + 1)


def _alike(wanted: str, there: str) -> float:
    """The share of pairs of ``wanted`` that ``there`` has; an empty one asks for nothing there."""
    if not wanted:
        return 0.3 if there else 1.0
    if len(wanted) < 4:
        return float(there.startswith(wanted))
    near = there[: len(wanted) + 16]
    pairs = [wanted[at : at + 2] for at in range(len(wanted) - 1)]
    return sum(pair in near for pair in pairs) / len(pairs)
