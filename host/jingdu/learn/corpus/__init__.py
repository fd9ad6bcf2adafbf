"""Labelled pages: JSON lines, plain or in xz, one page a line.

Fields: ``id``, ``html``, ``text`` (the true main content; empty where only snippets are
known), ``url`` or ``site`` (pages of one site never stand in both parts of a split),
``lang``, ``page_type``, ``with`` and ``without`` (snippets that must and must not come
out), ``title``, ``author``, ``date``. All but ``id`` and ``html`` may be missing. Lines of
``jingdu learn --export`` without a page (``jingdu.personal.exporting``) are skipped.
"""

from __future__ import annotations

import hashlib
import json
import lzma
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

_T = TypeVar("_T")
_K = TypeVar("_K", bound=Hashable)
_SHARED: Final = frozenset("ac co com edu gov go gob gouv ne net nom or org".split())
"""Second labels that many sites stand under, in countries that have them."""


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
    """All pages of a corpus file, in its order. Raises ``OSError`` and ``ValueError`` as reading does."""
    name = path.name.removesuffix(".xz").removesuffix(".jsonl")
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
        return [_example(row, name) for row in rows if not _has_no_page(row)]


def _has_no_page(row: Any) -> bool:
    """Whether it is a line of ``jingdu learn --export`` without the page."""
    return isinstance(row, dict) and "correction" in row and "html" not in row


def _example(row: Any, corpus: str) -> Example:
    if not isinstance(row, dict):
        raise ValueError("a line is not an object")
    url = row.get("url")
    host = (urlsplit(str(url)).hostname or "") if url else ""
    return Example(
        id=str(row["id"]),
        corpus=corpus,
        html=str(row["html"]),
        text=str(row.get("text") or ""),
        url=str(url) if url else None,
        site=str(row.get("site") or _registered(host) or row["id"]),
        lang=str(row.get("lang") or ""),
        kind=str(row.get("page_type") or corpus),
        title=str(row["title"]) if row.get("title") else None,
        must=tuple(row.get("with") or ()),
        must_not=tuple(row.get("without") or ()),
        author=str(row["author"]) if row.get("author") else None,
        date=str(row["date"]) if row.get("date") else None,
    )


def _registered(host: str) -> str:
    """The site of a host, near enough for a split: its last two labels, or three under ``co.uk`` and the like."""
    labels = host.split(".")
    shared = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SHARED
    return ".".join(labels[-3:] if shared else labels[-2:])


def grouped(items: Iterable[_T], key: Callable[[_T], _K]) -> dict[_K, list[_T]]:
    """The items by ``key``, in the order of the first of each."""
    groups: dict[_K, list[_T]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups


def digest(path: Path) -> str:
    """SHA-256 of the file, for the provenance of weights."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def part(site: str, parts: int) -> int:
    """Which of ``parts`` a site falls into; the same on every machine."""
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:4]) % parts
