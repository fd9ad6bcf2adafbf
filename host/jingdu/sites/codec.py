"""A profile as JSON: one line a part, lists side by side, so that a large one is read in a millisecond."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from jingdu.sites.files import SiteFiles
from jingdu.sites.profile import BUCKETS, DIGITS, Cluster, SiteProfile, Spread, Step

FORMAT: Final = 1
"""Version of the JSON; a file of another is renamed and the site learned again."""
LARGEST: Final = 512 * 1024
"""Bytes of a file that is read; ours keep far below."""
MAX_SITES: Final = 200
"""Profiles kept; each has at most about 250 KB."""
MOST: Final = 1e12
"""Above every count that pages can give."""


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
        "totals": [_short(total) for total, _ in spreads],
        "logs": [_short(logs) for _, logs in spreads],
        "texts": list(profile.texts),
        "repeats": [_short(pages) for pages in profile.texts.values()],
        "clusters": [
            {
                "pages": _short(cluster.pages),
                "children": list(cluster.children),
                "paths": [[_short(votes), *map(list, path)] for path, votes in cluster.votes.items()],
            }
            for cluster in profile.clusters
        ],
    }
    lines = (f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _short(value: float) -> float:
    whole = round(value)
    return whole if whole == value else round(value, DIGITS)


def from_json(text: str) -> SiteProfile:
    """The profile in a file's text; raises `jingdu.storage.private.DAMAGE`."""
    data = json.loads(text, parse_constant=_refuse)
    if data["format"] != FORMAT:
        raise ValueError(f"format {data['format']}")
    return SiteProfile(
        site=_text(data["site"]),
        salt=_whole(data["salt"]),
        count=_count(data["count"]),
        pages=dict(zip(_wholes(data["pages"]), map(_wholes, data["titles"]), strict=True)),
        terms=_terms(_wholes(data["terms"]), _counts(data["totals"]), _counts(data["logs"])),
        texts=dict(zip(_wholes(data["texts"]), _counts(data["repeats"]), strict=True)),
        clusters=[_cluster(cluster) for cluster in data["clusters"]],
    )


def _terms(buckets: Sequence[int], totals: Sequence[float], logs: Sequence[float]) -> dict[int, Spread]:
    """No count may be 0 and no bucket out of reach: the entropy could not be worked out."""
    if max(buckets, default=0) >= BUCKETS or min(totals, default=1) <= 0:
        raise ValueError("terms")
    return dict(zip(buckets, zip(totals, logs, strict=True), strict=True))


def _cluster(data: Any) -> Cluster:
    votes = {tuple(Step(_text(name), _whole(nth)) for name, nth in path): _count(v) for v, *path in data["paths"]}
    return Cluster(tuple(map(_text, data["children"])), votes, _count(data["pages"]))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("no text")
    return value


def _whole(value: Any) -> int:
    return _wholes([value])[0]


def _wholes(values: Any) -> tuple[int, ...]:
    if not isinstance(values, list) or not set(map(type, values)) <= {int} or min(values, default=0) < 0:
        raise ValueError("no whole numbers")
    return tuple(values)


def _count(value: Any) -> float:
    return float(_counts([value])[0])


def _counts(values: Any) -> Sequence[float]:
    if not isinstance(values, list) or not set(map(type, values)) <= {int, float}:
        raise ValueError("no counts")
    if min(values, default=0) < 0 or max(values, default=0) > MOST:
        raise ValueError("counts")
    return values


def _refuse(name: str) -> float:
    raise ValueError(name)


profiles: Final = SiteFiles("sites", from_json, to_json, SiteProfile, LARGEST, MAX_SITES)
"""The files of the profiles."""
