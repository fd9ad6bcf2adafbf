"""The record of a corrected page: no words, but salted checksums of texts and of places in the template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MAX_PAGES: Final = 20
"""Corrected pages of a site that are kept; beyond it those corrected longest ago go."""
MAX_BLOCKS: Final = 2000
"""Changed blocks of a page that are kept."""
MAX_FEATURES: Final = 100_000
"""Characters of a page's features."""
MAX_KEYS: Final = 1500
"""Keys of a kind whose tallies are kept of a page."""


class Place(NamedTuple):
    """A block by checksums: its text, its place in the template, the texts around it; and its number on the page."""

    text: int
    path: int
    before: int
    after: int
    at: int


class Tally(NamedTuple):
    """How many blocks with a key the user included and excluded on a page, and how many stayed in and out."""

    included: int = 0
    excluded: int = 0
    kept: int = 0
    left: int = 0


@dataclass(frozen=True, slots=True)
class Correction:
    """Of one page, known by a checksum of its address.

    ``changed`` are the blocks whose verdict the user changed, each with the new one. ``tallies`` has a table of key →
    tally for each of `jingdu.corrections.keys.KINDS`. ``starts`` and ``ends`` are the keys of the article's first block
    and of the block after its last one, where the user moved its beginning or end. ``when`` is the day, ISO 8601.
    """

    page: int
    salt: int
    when: str
    changed: Sequence[tuple[Place, bool]]
    title: Place | None
    byline: Place | None
    tallies: Sequence[Mapping[int, Tally]]
    features: str = ""
    """`jingdu.personal.rows` of the page."""
    starts: Sequence[int] = ()
    ends: Sequence[int] = ()


@dataclass(slots=True)
class SiteCorrections:
    """The corrected pages of a site, the oldest first. Imported ones have other salts than ``salt``."""

    site: str
    salt: int = 0
    pages: list[Correction] = field(default_factory=list)

    def replace(self, page: int, by: Correction | None) -> None:
        """Puts the correction of a page in the place of an earlier one, or removes it."""
        self.pages = [kept for kept in self.pages if (kept.page, kept.salt) != (page, self.salt)]
        if by is not None:
            self.pages = [*self.pages, by][-MAX_PAGES:]
