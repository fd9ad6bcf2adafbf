"""Named thresholds and their JSON file."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

from jingdu.extractors.weight_files import as_lines, bad_weights, fields, read

FORMAT: Final = 1
"""Version of the JSON; others are rejected."""

_T = TypeVar("_T")


@cache
def load(kind: Callable[..., _T], name: str) -> _T:
    """The packaged thresholds ``weights/<name>.json``; raises ``Fault`` ``bad_weights``."""
    return from_json(kind, name, read(name))


def from_json(kind: Callable[..., _T], name: str, text: str) -> _T:
    """Parses thresholds of the type ``kind`` for extractor ``name``; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        return kind(**fields(text, FORMAT, name)["settings"])


def as_json(name: str, settings: NamedTuple, provenance: Mapping[str, Any]) -> str:
    """The thresholds as JSON."""
    head = {"format": FORMAT, "extractor": name, "settings": settings._asdict(), "provenance": provenance}
    return as_lines(head, {})
