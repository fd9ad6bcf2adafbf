"""The last pages, parsed and judged: a page that is shown is explained, changed and saved without another parse.

They live as long as the worker does. A page of a private window is never kept: a later request could only
learn from the time its answer takes that the page was read before, but that is more than may remain of it.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from jingdu.reading import Reading
from jingdu.sites import CORRECTIONS, files, site_of

EXTRACTOR: Final = "sited"
"""The default of a click: it knows the site if other pages of it were read."""
MAX_PAGES: Final = 4
MAX_CHARS: Final = 4_000_000
"""Characters of HTML of all pages that are kept; in memory a page takes some ten times as much."""

_recent: dict[tuple[str, str | None, str], Reading] = {}
"""HTML, address and extractor → what was read, the last one last."""
_stamps: dict[tuple[str, str | None, str], tuple[int, int] | None] = {}
"""The same → when the corrections were last changed by which it was judged."""


def reading(html: str, url: str | None, extractor: str | None, *, private: bool, again: bool = False) -> Reading:
    """The page, parsed and judged before or now. ``again``: it is judged anew, as its site may be known better.

    Raises the faults of parsing and of an unknown extractor.
    """
    extractor = extractor or EXTRACTOR
    if private:
        kept = find(html, url, extractor)
        if kept is None:
            return Reading(html, url, extractor)
        kept = copy(kept)  # what is chosen in it is not kept either
        if _stamps.get((html, url, extractor)) != _corrections(url):
            kept.judge_again()
        return kept
    key = html, url, extractor
    found = _recent.pop(key, None) or Reading(html, url, extractor)
    stored = _corrections(url)
    if again or _stamps.get(key) != stored:
        found.judge_again()
    _recent[key] = found
    _stamps[key] = stored
    while len(_recent) > MAX_PAGES or sum(len(kept) for kept, _, _ in _recent) > MAX_CHARS:
        _stamps.pop(oldest := next(iter(_recent)), None)
        del _recent[oldest]
    return found


def _corrections(url: str | None) -> tuple[int, int] | None:
    """Changes when the user corrects a page of the site, in this browser or another one."""
    site = site_of(url)
    return files.stamp(files.place(CORRECTIONS, site)) if site else None


def find(html: str, url: str | None, extractor: str | None) -> Reading | None:
    """The page, if it is among the last ones."""
    return _recent.get((html, url, extractor or EXTRACTOR))
