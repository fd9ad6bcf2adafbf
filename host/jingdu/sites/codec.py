"""A profile as JSON: one line a part, lists side by side, so that a large one is read in a millisecond."""

from __future__ import annotations

import json
from typing import Any, Final

from jingdu.sites.profile import BUCKETS, Cluster, SiteProfile, Spread, Step

FORMAT: Final = 1
"""Version of the JSON; a file of another is set aside and the site learned anew."""
LARGEST: Final = 512 * 1024
"""Bytes of a file that is read; ours keep far below."""


class Damaged(ValueError):
    """The text is no profile of this format."""


def to_json(profile: SiteProfile) -> str:
    """The profile as its file holds it."""
    spreads = profile.terms.values()
    parts: dict[str, Any] = {
        "format": FORMAT,
        "site": profile.site,
        "salt": profile.salt,
        "count": profile.count,
        "pages": list(profile.pages),
        "titles": [list(title) for title in profile.pages.values()],
        "terms": list(profile.terms),
        "totals": [_short(spread.total) for spread in spreads],
        "logs": [_short(spread.logs) for spread in spreads],
        "texts": list(profile.texts),
        "repeats": [_short(pages) for pages in profile.texts.values()],
        "clusters": [
            {"pages": _short(c.pages), "children": list(c.children), "path": [list(step) for step in c.path]}
            for c in profile.clusters
        ],
    }
    lines = (f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _short(value: float) -> float:
    """A count in few digits."""
    whole = round(value)
    return whole if whole == value else round(value, 2)


def from_json(text: str) -> SiteProfile:
    """The profile in a file's text; raises `Damaged`."""
    try:
        data = json.loads(text, parse_constant=_refuse)
        if data["format"] != FORMAT:
            raise Damaged(f"format {data['format']}")
        profile = SiteProfile(
            site=_text(data["site"]),
            salt=_whole(data["salt"]),
            count=_count(data["count"]),
            pages=dict(zip(map(_whole, data["pages"]), map(_wholes, data["titles"]), strict=True)),
            terms=dict(zip(_wholes(data["terms"]), map(Spread, data["totals"], data["logs"]), strict=True)),
            texts=dict(zip(_wholes(data["texts"]), _counts(data["repeats"]), strict=True)),
            clusters=[_cluster(cluster) for cluster in data["clusters"]],
        )
        _check(profile)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Damaged(str(error)) from error
    return profile


def _check(profile: SiteProfile) -> None:
    """Terms have positive counts that fit together: from others no entropy can be worked out."""
    for bucket, (total, logs) in profile.terms.items():
        if not (0 <= bucket < BUCKETS and 0 < total < 1e12 and 0 <= logs < 1e14):
            raise Damaged("terms")


def _cluster(data: Any) -> Cluster:
    path = tuple(Step(_text(name), _whole(nth)) for name, nth in data["path"])
    return Cluster(tuple(map(_text, data["children"])), path, _count(data["pages"]))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Damaged("no text")
    return value


def _whole(value: Any) -> int:
    if not isinstance(value, int) or value < 0:
        raise Damaged("no whole number")
    return value


def _wholes(values: Any) -> tuple[int, ...]:
    return tuple(map(_whole, values))


def _count(value: Any) -> float:
    if not isinstance(value, int | float) or not 0 <= value < 1e12:
        raise Damaged("no count")
    return float(value)


def _counts(values: Any) -> tuple[float, ...]:
    return tuple(map(_count, values))


def _refuse(name: str) -> float:
    raise Damaged(name)
