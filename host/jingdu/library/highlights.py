"""Highlights and notes, anchored by quote and position as in the W3C Web Annotation Data Model.

Highlights of a saved article are in ``highlights.json`` in its folder. Highlights of other pages are in the user's data
folder, one file per address, until the page is saved. An invalid file is renamed to ``….damaged``, never overwritten.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, item_folders, location, names, repository, transaction
from jingdu.protocol import jsonable
from jingdu.protocol.items import COLOURS, Highlight, Position, Quote
from jingdu.storage import atomic, private
from jingdu.storage.lock import locked
from jingdu.text.addresses import without_fragment


def resolve(item: str | None, url: str | None) -> str | None:
    """The id of the article; None if the page is not in the library. Raises ``bad_message`` if both are missing."""
    if not item and not url:
        raise Fault("bad_message", "The message is malformed: item or url is missing; update the extension.")
    return item or (saved.id if url and (saved := item_folders.by_url(url)) else None)


def load_for(item: str | None, url: str | None) -> list[Highlight]:
    """The highlights of an article, or of an address if ``item`` is None; raises ``item_missing``."""
    if item is None:
        return load(page_file(url or ""))
    return item_folders.consistent_read(item, lambda folder: load(folder / names.HIGHLIGHTS))


def folder() -> Path:
    """The folder with the highlights of pages that are not in the library."""
    return Path(private.data()) / "highlights"


def page_file(url: str) -> Path:
    """The file of an address, ignoring its fragment."""
    return folder() / f"{hashlib.sha256(without_fragment(url).encode()).hexdigest()[:40]}.json"


def load(path: Path, *, to_change: bool = False) -> list[Highlight]:
    """The highlights in a file; empty if it is missing or damaged.

    With ``to_change``, a damaged file is renamed, so that it is not overwritten; the caller holds the lock.
    """
    try:
        stored = json.loads(item_files.regular_file(path).read_text("utf-8"))
        return [parse(entry) for entry in (stored["highlights"] if isinstance(stored, dict) else stored)]
    except (FileNotFoundError, *private.DAMAGE):
        if to_change:
            with suppress(OSError):
                private.set_aside(path)
    return []


def parse(stored: Mapping[str, Any]) -> Highlight:
    """A highlight from its JSON; raises ``KeyError``, ``TypeError`` or ``ValueError`` if it is invalid."""
    quote, position = stored["quote"], stored["position"]
    return Highlight(
        id=str(stored["id"]),
        quote=Quote(*(str(quote[name]) for name in Quote._fields)),
        position=Position(int(position["start"]), int(position["end"])),
        colour=stored["colour"] if stored["colour"] in COLOURS else COLOURS[0],
        note=str(stored.get("note") or ""),
        made=str(stored.get("made") or ""),
        changed=str(stored.get("changed") or ""),
    )


def change(
    item: str | None, url: str | None, put: Iterable[Highlight], removed: Iterable[str]
) -> tuple[str | None, list[Highlight]]:
    """Adds, replaces and removes highlights; returns the article's id and all of its highlights in text order."""
    with atomic.map_os_errors(), locked(folder()), locked(location.folder()):  # both: the page may be saved meanwhile
        article = resolve(item, url)
        with transaction.write_lock() if article else nullcontext():
            path = repository.folder_of(article) / names.HIGHLIGHTS if article else page_file(url or "")
            highlights = merge(load(path, to_change=True), put, removed)
            _write(article, path, highlights, url)
        return article, highlights


def merge(old: Iterable[Highlight], new: Iterable[Highlight], removed: Iterable[str] = ()) -> list[Highlight]:
    """Merges by id and sorts by position; of two with the same id the last changed wins, ``new`` if they tie."""
    highlights = {highlight.id: highlight for highlight in old}
    for highlight in new:
        if highlight.id not in highlights or highlight.changed >= highlights[highlight.id].changed:
            highlights[highlight.id] = highlight
    for identity in removed:
        highlights.pop(identity, None)
    return sorted(highlights.values(), key=lambda highlight: (highlight.position, highlight.made))


def adopt(item: str, *urls: str | None) -> None:
    """Moves the highlights of these addresses to the article that was just saved from them."""
    if files := [path for url in urls if url and (path := page_file(url)).exists()]:
        with atomic.map_os_errors(), locked(folder()), transaction.write_lock():
            path = repository.folder_of(item) / names.HIGHLIGHTS
            adopted = [highlight for file in files for highlight in load(file, to_change=True)]
            _write(item, path, merge(load(path, to_change=True), adopted), None)
            for file in files:
                file.unlink(missing_ok=True)


def _write(item: str | None, path: Path, highlights: list[Highlight], url: str | None) -> None:
    """Replaces a file of highlights, or removes it if there are none, and updates the article's notes in the index."""
    if highlights:
        stored = highlights if item else {"url": without_fragment(url or ""), "highlights": highlights}
        data = (json.dumps(jsonable(stored), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
        atomic.make_folder(path.parent)
        atomic.replace(path, data, location.folder() if item else None)
    else:
        path.unlink(missing_ok=True)
        if item:
            atomic.sync(path.parent)
    if item:
        indexed.update(item, path.parent, edited=True)
