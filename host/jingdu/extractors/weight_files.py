"""The packaged weight files: readable JSON, one entry per line."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault

_WEIGHTS: Final = Path(__file__).parent.parent / "weights"
"""``importlib.resources`` takes 9 ms to import."""


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


def fields(text: str, version: int, extractor: str | None = None) -> dict[str, Any]:
    """Parses a weight file; raises ``ValueError`` for another version or extractor, NaN or Infinity."""
    data: dict[str, Any] = json.loads(text, parse_constant=_reject_constant)
    if data["format"] != version or (extractor is not None and data["extractor"] != extractor):
        raise ValueError(data["format"])
    return data


def _reject_constant(name: str) -> float:
    raise ValueError(name)


def as_lines(head: Mapping[str, Any], body: Mapping[str, Mapping[str, Any]]) -> str:
    """JSON with a line for each entry of ``head`` and of each object of ``body``."""
    lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    for key, entries in body.items():
        inner = ",\n  ".join(f"{json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in entries.items())
        lines.append(f"{json.dumps(key)}: {{\n  {inner}\n}}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
