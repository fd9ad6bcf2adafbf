"""Corpora of labelled pages: JSON lines, plain or xz, one page per line.

Fields: ``id``, ``html``, ``text`` (the true main content; empty if only snippets are labelled), ``url`` or ``site`` (a
split never separates pages of one site), ``lang``, ``page_type``, ``with`` and ``without`` (snippets that the output
must and must not contain), ``title``, ``author``, ``date``. Only ``id`` and ``html`` are required. Lines of ``jingdu
learn --export`` without a page (``jingdu.personal.exporting``) are skipped.
"""

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from jingdu.faults import InputError

CORPUS: Final = "a corpus: JSON lines, plain or .xz, with id, html and the true text of each page"
"""Help of the commands' argument."""
_T = TypeVar("_T")
_K = TypeVar("_K", bound=Hashable)
_SECOND_LEVEL: Final = frozenset("ac co com edu gov go gob gouv ne net nom or org".split())
"""Second-level labels of public suffixes such as ``co.uk``."""


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled page."""

    id: str
    corpus: str
    html: str
    text: str
    url: str | None
    site: str
    lang: str
    kind: str
    title: str | None
    must: tuple[str, ...]
    must_not: tuple[str, ...]
    author: str | None = None
    date: str | None = None
    """ISO 8601, to the day or the month."""


def load(path: Path) -> list[Example]:
    """Loads a corpus file in its order. Raises ``OSError``, ``EOFError``, ``ValueError`` or ``KeyError``."""
    name = path.name.removesuffix(".xz").removesuffix(".jsonl")
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
        return [_example(row, name) for row in rows if "html" in row or "correction" not in row]


def _example(row: Any, corpus: str) -> Example:
    if not isinstance(row, dict):
        raise ValueError("a line is not an object")
    optional = {name: str(row[name]) if row.get(name) else None for name in ("url", "title", "author", "date")}
    host = urlsplit(optional["url"] or "").hostname or ""
    return Example(
        id=str(row["id"]),
        corpus=corpus,
        html=str(row["html"]),
        text=str(row.get("text") or ""),
        site=str(row.get("site") or _registered(host) or row["id"]),
        lang=str(row.get("lang") or ""),
        kind=str(row.get("page_type") or corpus),
        must=tuple(row.get("with") or ()),
        must_not=tuple(row.get("without") or ()),
        **optional,
    )


def _registered(host: str) -> str:
    """Approximates the registered domain: the last two labels, or three under suffixes such as ``co.uk``."""
    labels = host.split(".")
    has_suffix = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND_LEVEL
    return ".".join(labels[-3:] if has_suffix else labels[-2:])


def grouped(items: Iterable[_T], key: Callable[[_T], _K]) -> dict[_K, list[_T]]:
    """Groups items by ``key``; groups and items keep their order of first occurrence."""
    groups: dict[_K, list[_T]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def digest(path: Path) -> str:
    """The SHA-256 of a file, for the provenance of weights."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fold_of(name: str, folds: int) -> int:
    """The fold of a site or a page, by the hash of its name: the same on every machine."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4]) % folds


def load_all(paths: Iterable[Path]) -> list[Example]:
    """Loads several corpora. Raises ``InputError``."""
    examples = []
    for path in paths:
        try:
            examples += load(path)
        except (FileNotFoundError, IsADirectoryError) as error:
            raise InputError(f"There is no corpus at {path}; name a .jsonl or .jsonl.xz file.") from error
        except (ValueError, KeyError, OSError, EOFError) as error:
            raise InputError(f"{path} is not a corpus in the documented form ({error}).") from error
    return examples


def require_labels(examples: list[Example]) -> list[Example]:
    """Returns ``examples``. Raises ``InputError`` if none has a true text."""
    if not any(example.text for example in examples):
        raise InputError("No page there has a true text to learn from.")
    return examples
