"""Settings that are a handful of named thresholds, and their JSON file with its provenance."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from jingdu.faults import Fault

FORMAT: Final = 1
"""Version of the JSON; another one is refused."""
_WEIGHTS: Final = Path(__file__).parent.parent / "weights"

_T = TypeVar("_T")


@cache
def load(kind: Callable[..., _T], name: str) -> _T:
    """The packaged thresholds ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(kind, name, packaged(name))


def packaged(name: str) -> str:
    """The text of ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    try:
        return (_WEIGHTS / f"{name}.json").read_text("utf-8")
    except (OSError, ValueError) as error:
        raise Fault("bad_weights") from error


def from_json(kind: Callable[..., _T], name: str, text: str) -> _T:
    """Thresholds, of the type ``kind``, from the text of a file of extractor ``name``.

    Raises ``Fault`` ``bad_weights`` where it does not fit.
    """
    try:
        data = json.loads(text, parse_constant=refuse)
        if (data["format"], data["extractor"]) != (FORMAT, name):
            raise Fault("bad_weights")
        return kind(**{key: _threshold(value) for key, value in data["settings"].items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Fault("bad_weights") from error


def as_json(name: str, settings: NamedTuple, provenance: Mapping[str, Any]) -> str:
    """The thresholds as their file holds them."""
    parts = {"format": FORMAT, "extractor": name, "settings": settings._asdict(), "provenance": provenance}
    lines = [f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in parts.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def refuse(name: str) -> float:
    """Python's JSON takes NaN and Infinity for numbers; here they are none."""
    raise ValueError(name)


def _threshold(value: Any) -> float:
    if isinstance(value, (bool, str)) or not 0 <= value <= 1000:
        raise ValueError(value)
    return float(value)
