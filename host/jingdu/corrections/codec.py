"""The corrections of a site as JSON: a line a page; what does not fit is refused as a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from jingdu.corrections.keys import KINDS
from jingdu.corrections.record import (
    MAX_BLOCKS,
    MAX_FEATURES,
    MAX_KEYS,
    MAX_PAGES,
    Correction,
    Place,
    SiteCorrections,
    Tally,
)
from jingdu.sites.codec import Damaged

FORMAT: Final = 1
"""Version of the JSON; a file of another is set aside."""
LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a file that is read; ours keep far below."""
_DAY: Final = 10


def to_json(corrections: SiteCorrections) -> str:
    head = json.dumps({"format": FORMAT, "site": corrections.site, "salt": corrections.salt})[1:-1]
    pages = ",\n".join(json.dumps(to_data(page), separators=(",", ":")) for page in corrections.pages)
    return f'{{{head}, "pages": [\n{pages}\n]}}\n'


def to_data(page: Correction) -> dict[str, Any]:
    return {
        "page": page.page,
        "salt": page.salt,
        "when": page.when,
        "changed": [[*place, int(wanted)] for place, wanted in page.changed],
        "title": page.title,
        "byline": page.byline,
        "keys": [list(table) for table in page.tallies],
        "tallies": [[count for tally in table.values() for count in tally] for table in page.tallies],
        "features": page.features,
        "starts": list(page.starts),
        "ends": list(page.ends),
    }


def from_json(text: str) -> SiteCorrections:
    """The corrections in a file's text; raises `Damaged`."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or not isinstance(data["site"], str) or len(data["pages"]) > MAX_PAGES:
            raise Damaged("format")
        (salt,) = _wholes([data["salt"]], 1)
        return SiteCorrections(data["site"], salt, list(map(of_data, data["pages"])))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Damaged(str(error)) from error


def of_data(data: Any) -> Correction:
    """One page's correction from its JSON; raises `Damaged` or what reading a wrong type raises."""
    page, salt = _wholes([data["page"], data["salt"]], 2)
    when = data["when"]
    if not isinstance(when, str) or len(when) != _DAY or len(data["changed"]) > MAX_BLOCKS:
        raise Damaged("page")
    return Correction(
        page,
        salt,
        when,
        [(Place(*row[:-1]), bool(row[-1])) for row in (_wholes(row, 6) for row in data["changed"])],
        _place(data["title"]),
        _place(data["byline"]),
        _tallies(data["keys"], data["tallies"]),
        _features(data["features"]),
        _wholes(data["starts"], len(KINDS), 0),
        _wholes(data["ends"], len(KINDS), 0),
    )


def _features(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAX_FEATURES:
        raise Damaged("features")
    return value


def _place(value: Any) -> Place | None:
    return None if value is None else Place(*_wholes(value, 5))


def _tallies(keys: Any, counts: Any) -> list[Mapping[int, Tally]]:
    """A table for each kind of key, its counts four to a key."""
    tables: list[Mapping[int, Tally]] = []
    for some, their in zip(keys, counts, strict=True):
        each = iter(_wholes(their, 4 * len(_wholes(some, len(some)))))
        tables.append(dict(zip(some, map(Tally, each, each, each, each), strict=True)))
    if len(tables) != len(KINDS) or max(map(len, tables)) > MAX_KEYS:
        raise Damaged("tallies")
    return tables


def _wholes(values: Any, *lengths: int) -> Sequence[int]:
    """Whole numbers below 2**64, as many as one of ``lengths`` says."""
    if not isinstance(values, list) or len(values) not in lengths or set(map(type, values)) - {int}:
        raise Damaged("no whole numbers")
    if values and not 0 <= min(values) <= max(values) < 1 << 64:
        raise Damaged("out of range")
    return values
