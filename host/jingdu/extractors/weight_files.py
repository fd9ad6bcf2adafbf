"""The packaged weight files: readable JSON, one entry per line."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from jingdu.faults import Fault

_T = TypeVar("_T")
SETTINGS_FORMAT: Final = 1
"""Version of the JSON of `settings_to_json`; others are rejected."""
_WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""A plain path, because ``importlib.resources`` takes 9 ms to import."""


def read(name: str) -> str:
    """The text of the packaged ``weights/<name>.json``; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        return (_WEIGHTS / f"{name}.json").read_text("utf-8")


@contextmanager
def bad_weights() -> Iterator[None]:
    """Maps errors of reading and parsing to ``Fault`` ``bad_weights``."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise Fault("bad_weights") from error


def fields(text: str, version: int, extractor: str = "") -> dict[str, Any]:
    """Parses a weight file; raises ``ValueError`` for another version or extractor, NaN or Infinity.

    The name of a profile begins with its extractor's, as in ``decay2012``.
    """
    data: dict[str, Any] = json.loads(text, parse_constant=int)  # `int` raises for NaN and Infinity
    if data["format"] != version or not data.get("extractor", "").startswith(extractor):
        raise ValueError(data["format"])
    return data


def as_lines(head: Mapping[str, Any], body: Mapping[str, Mapping[str, Any]]) -> str:
    """A JSON object of ``head`` and ``body``, with a line for each entry of ``head`` and of each object in ``body``."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    for key, entries in body.items():
        inner = ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in entries.items())
        lines.append(f"{json.dumps(key)}: {{\n  {inner}\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loaded(profile: str | _T, parse: Callable[[str], _T]) -> _T:
    """``profile``, or if it is a name, the packaged ``weights/<profile>.json``, parsed once per process."""
    return _packaged(profile, parse) if isinstance(profile, str) else profile


@cache
def _packaged(name: str, parse: Callable[[str], _T]) -> _T:
    return parse(read(name))


def settings_from_json(kind: Callable[..., _T], extractor: str, text: str) -> _T:
    """Parses the thresholds of an extractor as ``kind``; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        return kind(**fields(text, SETTINGS_FORMAT, extractor)["settings"])


def settings_to_json(
    extractor: str, settings: Mapping[str, float], provenance: Mapping[str, Any], **tables: Mapping[str, float]
) -> str:
    """The thresholds of an extractor, and its ``tables`` if any, as JSON."""
    head = {"format": SETTINGS_FORMAT, "extractor": extractor, "settings": settings}
    return as_lines({**head, "provenance": provenance}, tables)
