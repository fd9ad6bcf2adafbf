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
        return kind(**{key: threshold(value) for key, value in fields(text, FORMAT, name)["settings"].items()})


def as_json(name: str, settings: NamedTuple, provenance: Mapping[str, Any]) -> str:
    """The thresholds as their file holds them."""
    head = {"format": FORMAT, "extractor": name, "settings": settings._asdict(), "provenance": provenance}
    return as_lines(head, {})


def threshold(value: Any) -> float:
    """``value`` as a number. Raises ``ValueError`` or ``TypeError`` where it is none from 0 to 1000."""
    if isinstance(value, (bool, str)) or not 0 <= value <= 1000:
        raise ValueError(value)
    return float(value)
