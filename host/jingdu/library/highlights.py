"""Highlights and notes of articles, anchored by quote and by position as in the W3C's Web Annotation model.

Those of a kept article are in its folder's ``highlights.json``, those of any other page in the user's data folder,
one file per address, until the page is saved. A file that cannot be read is renamed to ``….damaged``, never replaced.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

from jingdu.faults import Fault
from jingdu.library import item_files, item_folders, names, place, repository, transaction
from jingdu.protocol import plain
from jingdu.protocol.items import COLOURS, Highlight, Position, Quote
from jingdu.storage import atomic, private
from jingdu.storage.atomic import map_os_errors
from jingdu.storage.lock import locked


def article(item: str | None, url: str | None) -> str | None:
    """The article of the library that has the highlights; None where they are kept outside it."""
    if not item and not url:
        raise Fault("bad_message", "The message has the wrong shape: item or url is missing; update the extension.")
    return item or (kept.id if url and (kept := item_folders.by_url(url)) else None)


def of(item: str | None, url: str | None) -> list[Highlight]:
    """The highlights of an article of the library, or else of an address; raises ``item_missing``."""
    if item is None:
        return load(beside(url or ""))
    return item_folders.consistent_read(item, lambda folder: load(folder / names.HIGHLIGHTS))


def folder() -> Path:
    """The folder of the highlights of pages that are not in the library."""
    return Path(private.data()) / "highlights"


def beside(url: str) -> Path:
    """The file of an address, whatever its fragment."""
    name = hashlib.sha256(urldefrag(url)[0].encode()).hexdigest()[:40]
    return folder() / f"{name}.json"


def load(path: Path) -> list[Highlight]:
    """The highlights in a file; none where there is no file, or it is damaged."""
    with suppress(FileNotFoundError, *private.DAMAGE):
        return _read(path)
    return []


def _load_to_change(path: Path) -> list[Highlight]:
    """`load` for whoever writes the file next, and holds its lock: a damaged one is renamed."""
    try:
        return _read(path)
    except FileNotFoundError:
        return []
    except private.DAMAGE:
        with suppress(OSError):
            os.replace(path, path.with_name(f"{path.name}.damaged"))
        return []


def _read(path: Path) -> list[Highlight]:
    found = json.loads(item_files.own(path).read_text("utf-8"))
    return [parsed(one) for one in (found["highlights"] if isinstance(found, dict) else found)]


def parsed(stored: Mapping[str, Any]) -> Highlight:
    """A highlight from its JSON; raises ``KeyError`` or ``TypeError`` where it is none."""
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
    """Puts and removes highlights; the article's id and all of its highlights, in the order of the text."""
    with map_os_errors(), locked(folder()), locked(place.folder()):  # nobody moves the article meanwhile
        kept = article(item, url)
        with transaction.write_lock() if kept else nullcontext():
            path = repository.folder_of(kept) / names.HIGHLIGHTS if kept else beside(url or "")
            highlights = merged(_load_to_change(path), put, removed)
            _write(kept, path, highlights, url)
        return kept, highlights


def merged(old: Iterable[Highlight], put: Iterable[Highlight], removed: Iterable[str] = ()) -> list[Highlight]:
    """Both together; of two with the same id the one that was changed last, and the new one if both were."""
    known = {one.id: one for one in old}
    for one in put:
        if one.id not in known or one.changed >= known[one.id].changed:
            known[one.id] = one
    for gone in removed:
        known.pop(gone, None)
    return sorted(known.values(), key=lambda one: (one.position, one.made))


def adopt(item: str, *urls: str | None) -> None:
    """Moves the highlights of these addresses to their article, which has just been saved."""
    if files := [path for url in urls if url and (path := beside(url)).exists()]:
        with map_os_errors(), locked(folder()), transaction.write_lock():
            path = repository.folder_of(item) / names.HIGHLIGHTS
            found = [one for file in files for one in _load_to_change(file)]
            _write(item, path, merged(_load_to_change(path), found), None)
            for file in files:
                file.unlink(missing_ok=True)


def _write(item: str | None, path: Path, highlights: list[Highlight], url: str | None) -> None:
    """Replaces a file of highlights, or removes it with the last one."""
    if item is not None:
        transaction.put_file(item, names.HIGHLIGHTS, _encoded(highlights) if highlights else None)
    elif highlights:
        atomic.make(path.parent)
        atomic.replace(path, _encoded({"url": urldefrag(url or "")[0], "highlights": highlights}))
    else:
        path.unlink(missing_ok=True)


def _encoded(value: object) -> bytes:
    return (json.dumps(plain(value), ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
