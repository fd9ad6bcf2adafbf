"""Highlights and notes of articles, as the W3C's Web Annotation model anchors them: by quote and by position.

Those of a kept article are in its folder's ``highlights.json``; those of any other page in the user's data
folder, one file an address, and go into the library when the page is saved. Files are replaced as a whole.
What cannot be read is set aside as ``….damaged``, never written over.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import urldefrag

from jingdu.faults import Fault
from jingdu.library import finding, item_folders, place, repository, transaction
from jingdu.sites.store import data
from jingdu.storage import atomic, os_errors
from jingdu.storage.lock import locked

COLOURS: Final = ("yellow", "green", "blue", "pink")
MOST: Final = 5_000
"""Highlights of one article."""
LONGEST_QUOTE: Final = 100_000
LONGEST_NOTE: Final = 100_000
_DAMAGE: Final = (ValueError, KeyError, TypeError, AttributeError, RecursionError)
"""What a file raises that was not written by us, or not to its end."""


class Quote(NamedTuple):
    """The marked words, and what stands before and after them."""

    exact: str
    prefix: str
    suffix: str


class Position(NamedTuple):
    """Places in the article's text, in UTF-16 units, as the reader counts them."""

    start: int
    end: int


class Highlight(NamedTuple):
    id: str
    quote: Quote
    position: Position
    colour: str
    note: str
    made: str
    """ISO 8601, like ``changed``."""
    changed: str


def article(item: str | None, url: str | None) -> str | None:
    """The article of the library that has the highlights; None where they are kept beside it."""
    if not item and not url:
        raise Fault("bad_message", "The message has the wrong shape: item or url is missing; update the extension.")
    return item or (kept.id if url and (kept := finding.by_url(url)) else None)


def of(item: str | None, url: str | None) -> list[Highlight]:
    """The highlights of an article of the library, or else of an address; raises ``item_missing``."""
    if item is None:
        return load(beside(url or ""))
    return item_folders.steadily(item, lambda folder: load(folder / item_folders.HIGHLIGHTS))


def folder() -> Path:
    """Where the highlights of pages are that the library does not have."""
    return Path(data()) / "highlights"


def beside(url: str) -> Path:
    """The file of an address, whatever its fragment."""
    name = hashlib.sha256(urldefrag(url)[0].encode()).hexdigest()[:40]
    return folder() / f"{name}.json"


def load(path: Path) -> list[Highlight]:
    """What a file holds; nothing where there is none, or it cannot be read."""
    with suppress(FileNotFoundError, *_DAMAGE):
        return _read(path)
    return []


def _taken(path: Path) -> list[Highlight]:
    """`load` for who writes the file next, and holds its lock: one that cannot be read is set aside."""
    try:
        return _read(path)
    except FileNotFoundError:
        return []
    except _DAMAGE:
        with suppress(OSError):
            os.replace(path, path.with_name(f"{path.name}.damaged"))
        return []


def _read(path: Path) -> list[Highlight]:
    told = json.loads(item_folders.own(path).read_text("utf-8"))
    return [parsed(one) for one in (told["highlights"] if isinstance(told, dict) else told)]


def parsed(told: Mapping[str, Any]) -> Highlight:
    """A highlight from its JSON; raises ``KeyError`` or ``TypeError`` where it is none."""
    quote, position = told["quote"], told["position"]
    return Highlight(
        id=str(told["id"]),
        quote=Quote(*(str(quote[name]) for name in Quote._fields)),
        position=Position(int(position["start"]), int(position["end"])),
        colour=told["colour"] if told["colour"] in COLOURS else COLOURS[0],
        note=str(told.get("note") or ""),
        made=str(told.get("made") or ""),
        changed=str(told.get("changed") or ""),
    )


def change(
    item: str | None, url: str | None, put: Iterable[Highlight], removed: Iterable[str]
) -> tuple[str | None, list[Highlight]]:
    """Puts and removes highlights of an article; it and all of its highlights, in the order of the text."""
    with os_errors.told(), _writing(), locked(place.folder()):  # nobody saves, moves or deletes the article meanwhile
        kept = article(item, url)
        with transaction.writing() if kept else nullcontext():
            path = repository.folder_of(kept) / item_folders.HIGHLIGHTS if kept else beside(url or "")
            highlights = merged(_taken(path), put, removed)
            _write(kept, path, highlights, url)
        return kept, highlights


def merged(old: Iterable[Highlight], put: Iterable[Highlight], removed: Iterable[str] = ()) -> list[Highlight]:
    """Both together; of two with the same id the one that was changed last, and the new one if they agree."""
    known = {one.id: one for one in old}
    for one in put:
        if one.id not in known or one.changed >= known[one.id].changed:
            known[one.id] = one
    for gone in removed:
        known.pop(gone, None)
    return sorted(known.values(), key=lambda one: (one.position, one.made))


def adopt(item: str, *urls: str | None) -> int:
    """Moves what is kept beside the library for these addresses to their article, which has just been saved."""
    files = [path for url in urls if url and (path := beside(url)).exists()]
    if not files:
        return 0
    with os_errors.told(), _writing(), transaction.writing():
        path = repository.folder_of(item) / item_folders.HIGHLIGHTS
        found = [one for file in files for one in _taken(file)]
        _write(item, path, merged(_taken(path), found), None)
        for file in files:
            file.unlink(missing_ok=True)
        return len(found)


def plain(highlights: Iterable[Highlight]) -> list[dict[str, Any]]:
    """As JSON has them."""
    return [{**one._asdict(), "quote": one.quote._asdict(), "position": one.position._asdict()} for one in highlights]


@contextmanager
def _writing() -> Iterator[None]:
    """The lock that writers of highlights hold; what a kill left half-written is gone."""
    with locked(folder()):
        if folder().is_dir():
            transaction.clear(folder())
        yield


def _write(item: str | None, path: Path, highlights: list[Highlight], url: str | None) -> None:
    """Writes a file as a whole, an article's by way of the store; the last highlight takes its file with it."""
    if item is not None:
        repository.put_file(item, item_folders.HIGHLIGHTS, _encoded(plain(highlights)) if highlights else None)
    elif highlights:
        atomic.make(path.parent)
        atomic.replace(path, _encoded({"url": urldefrag(url or "")[0], "highlights": plain(highlights)}))
    else:
        path.unlink(missing_ok=True)


def _encoded(told: object) -> bytes:
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
