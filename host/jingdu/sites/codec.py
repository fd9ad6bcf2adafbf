"""Profiles as JSON, with parallel lists, so that a large one is parsed in a millisecond."""

import json
from typing import Any, Final

from jingdu.sites.files import SiteFiles
from jingdu.sites.profile import DIGITS, Cluster, SiteProfile, Step

FORMAT: Final = 1
"""Version of the JSON; a file of another version is renamed, and the site is learned again."""
MAX_SIZE: Final = 512 * 1024
"""Maximum bytes of a file that is read; files that are written are less than half as large."""
MAX_SITES: Final = 200


def to_json(profile: SiteProfile) -> str:
    spreads = profile.terms.values()
    parts: dict[str, Any] = {
        "format": FORMAT, "site": profile.site, "salt": profile.salt, "count": profile.count,
        "pages": list(profile.pages), "titles": [list(title) for title in profile.pages.values()],
        "terms": list(profile.terms), "totals": [_short(total) for total, _ in spreads],
        "logs": [_short(logs) for _, logs in spreads],
        "texts": list(profile.texts), "repeats": [_short(pages) for pages in profile.texts.values()],
        "clusters": list(map(_cluster_to_json, profile.clusters)),
    }  # fmt: skip
    lines = (f"{json.dumps(name)}: {json.dumps(part, separators=(',', ':'))}" for name, part in parts.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _cluster_to_json(cluster: Cluster) -> dict[str, Any]:
    paths = [[_short(votes), *map(list, path)] for path, votes in cluster.votes.items()]
    return {"pages": _short(cluster.pages), "children": list(cluster.children), "paths": paths}


def _short(value: float) -> float:
    """``value`` rounded, as an int if it is a whole number, which is shorter in JSON."""
    whole = round(value)
    return whole if whole == value else round(value, DIGITS)


def from_json(text: str) -> SiteProfile:
    """The profile in a file; raises `jingdu.storage.private.DAMAGE`."""
    data = json.loads(text)
    (salt,), (count,) = _numbers([data["salt"]]), _numbers([data["count"]], float)
    totals, logs = _numbers(data["totals"], float), _numbers(data["logs"], float)
    if data["format"] != FORMAT or not isinstance(data["site"], str) or 0 in totals:  # 0 has no logarithm
        raise ValueError("no profile of this format")
    return SiteProfile(
        site=data["site"],
        salt=salt,
        count=float(count),
        pages=dict(zip(_numbers(data["pages"]), map(tuple, map(_numbers, data["titles"])), strict=True)),
        terms=dict(zip(_numbers(data["terms"]), zip(totals, logs, strict=True), strict=True)),
        texts=dict(zip(_numbers(data["texts"]), _numbers(data["repeats"], float), strict=True)),
        clusters=[_cluster(cluster) for cluster in data["clusters"]],
    )


def _cluster(data: Any) -> Cluster:
    votes, pages = _numbers([votes for votes, *_ in data["paths"]], float), _numbers([data["pages"]], float)
    paths = [tuple(Step(str(name), _numbers([nth])[0]) for name, nth in path) for _, *path in data["paths"]]
    return Cluster(tuple(map(str, data["children"])), dict(zip(paths, map(float, votes), strict=True)), float(pages[0]))


def _numbers(values: Any, also: type = int) -> list[Any]:
    """Returns ``values`` if they are a list of non-negative numbers of type int or ``also``, else raises."""
    if not isinstance(values, list) or not set(map(type, values)) <= {int, also} or min(values, default=0) < 0:
        raise ValueError("no numbers")
    return values


profiles: Final = SiteFiles("sites", from_json, to_json, SiteProfile, MAX_SIZE, MAX_SITES)
