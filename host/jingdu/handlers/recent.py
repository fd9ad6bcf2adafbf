"""The last pages, parsed and judged: a page that is shown is explained, changed and saved without another parse.

They live as long as the worker does. A page of a private window is never kept: a later request could only
learn from the time its answer takes that the page was read before, but that is more than may remain of it.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from jingdu.reading import Reading

EXTRACTOR: Final = "sited"
"""The default of a click: it knows the site if other pages of it were read."""
MAX_PAGES: Final = 4
MAX_CHARS: Final = 4_000_000
"""Characters of HTML of all pages that are kept; in memory a page takes some ten times as much."""

_recent: dict[tuple[str, str | None, str], Reading] = {}
"""HTML, address and extractor → what was read, the last one last."""


def reading(html: str, url: str | None, extractor: str | None, *, private: bool, again: bool = False) -> Reading:
    """The page, parsed and judged before or now. ``again``: it is judged anew, as its site may be known better.

    Raises the faults of parsing and of an unknown extractor.
    """
    extractor = extractor or EXTRACTOR
    if private:
        kept = find(html, url, extractor)
        return copy(kept) if kept else Reading(html, url, extractor)  # a copy: what is chosen in it is not kept either
    key = html, url, extractor
    found = _recent.pop(key, None) or Reading(html, url, extractor)
    if again:
        found.judge_again()
    _recent[key] = found
    while len(_recent) > MAX_PAGES or sum(len(kept) for kept, _, _ in _recent) > MAX_CHARS:
        del _recent[next(iter(_recent))]
    return found


def find(html: str, url: str | None, extractor: str | None) -> Reading | None:
    """The page, if it is among the last ones."""
    return _recent.get((html, url, extractor or EXTRACTOR))
