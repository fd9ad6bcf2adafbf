"""The last pages, parsed and judged: a page that is shown is explained, changed and saved without another parse.

They live as long as the worker does. A page of a private window is never kept: a later request could only
learn from the time its answer takes that the page was read before, but that is more than may remain of it.
"""

from __future__ import annotations

import hashlib
from typing import Final

from jingdu.reading import Reading

EXTRACTOR: Final = "sited"
"""The default of a click: it knows the site if other pages of it were read."""
MAX_PAGES: Final = 4
MAX_CHARS: Final = 4_000_000
"""Characters of HTML of all pages that are kept; in memory a page takes some ten times as much."""

_Key = tuple[bytes, str | None, str]
_recent: dict[_Key, tuple[int, Reading]] = {}
"""Page → its length and what was read of it, the last one last."""


def reading(html: str, url: str | None, extractor: str | None, *, private: bool, again: bool = False) -> Reading:
    """The page, parsed and judged before or now. ``again``: it is judged anew, as its site may be known better.

    Raises the faults of parsing and of an unknown extractor.
    """
    extractor = extractor or EXTRACTOR
    if private:
        return find(html, url, extractor) or Reading(html, url, extractor)
    key = _key(html, url, extractor)
    found = _recent.pop(key, (0, None))[1] or Reading(html, url, extractor)
    if again:
        found.__dict__.pop("verdict", None)
    _recent[key] = len(html), found
    while len(_recent) > MAX_PAGES or sum(length for length, _ in _recent.values()) > MAX_CHARS:
        del _recent[next(iter(_recent))]
    return found


def find(html: str, url: str | None, extractor: str | None) -> Reading | None:
    """The page, if it is among the last ones."""
    return _recent.get(_key(html, url, extractor or EXTRACTOR), (0, None))[1]


def _key(html: str, url: str | None, extractor: str) -> _Key:
    return hashlib.blake2b(html.encode("utf-8", "surrogatepass")).digest(), url, extractor
