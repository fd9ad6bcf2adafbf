"""Settings that are a handful of named thresholds, and their JSON file with its provenance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

from jingdu.extractors.weight_files import as_lines, fields, fitting, read

FORMAT: Final = 1
"""Version of the JSON; another one is refused."""

_T = TypeVar("_T")


@cache
def load(kind: Callable[..., _T], name: str) -> _T:
    """The packaged thresholds ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(kind, name, read(name))


def from_json(kind: Callable[..., _T], name: str, text: str) -> _T:
    """Thresholds, of the type ``kind``, from the text of a file of extractor ``name``.

    Raises ``Fault`` ``bad_weights`` where it does not fit.
    """
    with fitting():
        return kind(**fields(text, FORMAT, name)["settings"])


def as_json(name: str, settings: NamedTuple, provenance: Mapping[str, Any]) -> str:
    """The thresholds as their file holds them."""
    head = {"format": FORMAT, "extractor": name, "settings": settings._asdict(), "provenance": provenance}
    return as_lines(head, {})
