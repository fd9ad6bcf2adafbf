"""The packaged files of weights: readable JSON, a line an entry, refused as a whole where it does not fit."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault

_WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""Beside the code: ``importlib.resources`` would cost a cold click 9 ms."""


def read(name: str) -> str:
    """The text of the packaged ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    with fitting():
        return (_WEIGHTS / f"{name}.json").read_text("utf-8")


@contextmanager
def fitting() -> Iterator[None]:
    """Raises ``Fault`` ``bad_weights`` for any error of reading a file of weights."""
    try:
        yield
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise Fault("bad_weights") from error


def fields(text: str, version: int, extractor: str | None = None) -> dict[str, Any]:
    """What a file of weights holds. Raises ``ValueError`` where it is of another version or extractor.

    Python's JSON takes NaN and Infinity for numbers; a score of either would keep or drop any page.
    """
    data: dict[str, Any] = json.loads(text, parse_constant=_no_number)
    if data["format"] != version or (extractor is not None and data["extractor"] != extractor):
        raise ValueError(data["format"])
    return data


def _no_number(name: str) -> float:
    raise ValueError(name)


def as_lines(head: Mapping[str, Any], body: Mapping[str, Mapping[str, Any]]) -> str:
    """JSON that a person can read: a line for each entry of ``head``, and for each entry of each table of ``body``."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    for key, rows in body.items():
        inner = ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in rows.items())
        lines.append(f"{json.dumps(key)}: {{\n  {inner}\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
