"""The stored form of corrections: salted checksums of texts and of places in the template, without words.

A site's corrections are one JSON file (`jingdu.sites.files`) with a line per page; an invalid file is rejected.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from jingdu.corrections.keys import KINDS
from jingdu.sites import CORRECTIONS
from jingdu.sites.files import SiteFiles

MAX_SITES: Final = 500
MAX_PAGES: Final = 20
"""Maximum corrected pages of a site; the ones corrected longest ago are removed."""
MAX_BLOCKS: Final = 2000
"""Maximum corrected blocks of a page."""
MAX_FEATURES: Final = 100_000
"""Maximum characters of a page's features."""
MAX_KEYS: Final = 1500
"""Maximum keys of each kind per page."""


class Place(NamedTuple):
    """A block, as stored: checksums of its text, its path, and the texts before and after it; and its number."""

    text: int
    path: int
    before: int
    after: int
    at: int


class Tally(NamedTuple):
    """Numbers of a page's blocks with a key: included and excluded by the user, and unchanged, kept and left out."""

    included: int = 0
    excluded: int = 0
    kept: int = 0
    left_out: int = 0

    @property
    def is_evidence(self) -> bool:
        """Whether the user changed a block with the key."""
        return self.included > 0 or self.excluded > 0


class Correction(NamedTuple):
    """The correction of a page, identified by the checksum of its address.

    ``changed`` are the blocks that the user changed, with whether to keep them. ``tallies`` has a mapping from keys to
    tallies for each of `jingdu.corrections.keys.KINDS`. ``starts`` and ``ends`` are the keys of the article's first
    block and of the block after its last one, if the user moved its start or end. ``when`` is the day (ISO 8601).
    """

    page: int
    salt: int
    when: str
    changed: Sequence[tuple[Place, bool]]
    title: Place | None
    byline: Place | None
    tallies: Sequence[Mapping[int, Tally]]
    features: str = ""
    """The page's rows for learning, packed by `jingdu.personal.rows`; may be empty."""
    starts: Sequence[int] = ()
    ends: Sequence[int] = ()


@dataclass(slots=True)
class SiteCorrections:
    """The corrections of a site, the oldest first. Imported ones have other salts."""

    site: str
    salt: int = 0
    pages: list[Correction] = field(default_factory=list)

    def replace(self, page: int, new: Correction | None) -> bool:
        """Replaces or removes the correction of a page; returns False if there was none and ``new`` is None."""
        before = self.pages
        others = [old for old in before if (old.page, old.salt) != (page, self.salt)]
        self.pages = others if new is None else [*others, new][-MAX_PAGES:]
        return new is not None or len(others) < len(before)


FORMAT: Final = 1
"""Version of the JSON; a file of another version is renamed."""
MAX_SIZE: Final = 4 * 1024 * 1024
"""Maximum bytes of a file that is read, far more than are written."""
_DAY: Final = 10


def to_json(corrections: SiteCorrections) -> str:
    head = json.dumps({"format": FORMAT, "site": corrections.site, "salt": corrections.salt})[1:-1]
    pages = ",\n".join(json.dumps(to_data(page), separators=(",", ":")) for page in corrections.pages)
    return f'{{{head}, "pages": [\n{pages}\n]}}\n'


def to_data(page: Correction) -> dict[str, Any]:
    return {
        **page._asdict(),
        "changed": [[*place, int(wanted)] for place, wanted in page.changed],
        "keys": [list(table) for table in page.tallies],
        "tallies": [[count for tally in table.values() for count in tally] for table in page.tallies],
    }


def from_json(text: str) -> SiteCorrections:
    """Parses the corrections of a site; raises `jingdu.storage.private.DAMAGE`."""
    data = json.loads(text)
    if data["format"] != FORMAT or not isinstance(data["site"], str) or len(data["pages"]) > MAX_PAGES:
        raise ValueError("format")
    (salt,) = _wholes([data["salt"]], 1)
    return SiteCorrections(data["site"], salt, list(map(of_data, data["pages"])))


def of_data(data: Any) -> Correction:
    """The correction of a page from parsed JSON; raises `jingdu.storage.private.DAMAGE`."""
    page, salt = _wholes([data["page"], data["salt"]], 2)
    when, features = data["when"], data["features"]
    if not isinstance(when, str) or len(when) != _DAY or not isinstance(features, str):
        raise ValueError("no text")
    if len(features) > MAX_FEATURES or len(data["changed"]) > MAX_BLOCKS:
        raise ValueError("too large")
    return Correction(
        page,
        salt,
        when,
        [(Place(*row[:-1]), bool(row[-1])) for row in (_wholes(row, 6) for row in data["changed"])],
        _place(data["title"]),
        _place(data["byline"]),
        _tallies(data["keys"], data["tallies"]),
        features,
        _wholes(data["starts"], len(KINDS), 0),
        _wholes(data["ends"], len(KINDS), 0),
    )


def _place(value: Any) -> Place | None:
    return None if value is None else Place(*_wholes(value, 5))


def _tallies(keys: Any, counts: Any) -> list[Mapping[int, Tally]]:
    """Key → tally for each kind of key; ``counts`` has four numbers per key."""
    tables: list[Mapping[int, Tally]] = []
    for column, values in zip(keys, counts, strict=True):
        flat = iter(_wholes(values, 4 * len(_wholes(column, len(column)))))
        tables.append(dict(zip(column, map(Tally, flat, flat, flat, flat), strict=True)))
    if len(tables) != len(KINDS) or max(map(len, tables)) > MAX_KEYS:
        raise ValueError("tallies")
    return tables


def _wholes(values: Any, *lengths: int) -> Sequence[int]:
    """Returns ``values`` if they are a list of whole numbers below 2**64 of one of the ``lengths``; else raises."""
    if not isinstance(values, list) or len(values) not in lengths or set(map(type, values)) - {int}:
        raise ValueError("no whole numbers")
    if values and not 0 <= min(values) <= max(values) < 1 << 64:
        raise ValueError("out of range")
    return values


files: Final = SiteFiles(
    CORRECTIONS, from_json, to_json, SiteCorrections, MAX_SIZE, MAX_SITES, lambda corrections: not corrections.pages
)
