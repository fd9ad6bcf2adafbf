"""library: a page of the list, searched, filtered and sorted; asked for at each key stroke."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from jingdu.library import indexed, item_files, item_folders, place
from jingdu.library.index import Filters, Index
from jingdu.library.index.entry import day
from jingdu.protocol.searching import Indexing, Library, LibraryResult, UnreadableItem

if TYPE_CHECKING:
    from jingdu.library.index.searching import Hit
    from jingdu.library.topics.interests import Worth

_MAX_SECONDS: Final = 0.3
"""Seconds that the first answer waits for the index to be repaired; the rest is done when idle."""
MAX_UNREADABLE: Final = 200
"""Articles that can't be read in one answer."""
_repairs: list[Iterator[Indexing]] = []
"""The repair of the index, while it goes on."""
_progress: list[Indexing] = []
"""How far it is."""


def handle(request: Library) -> LibraryResult:
    """What is found; raises the faults of the index, and ``library_missing`` where the folder is gone."""
    item_folders.check()
    index = indexed.opened()
    if place.folder().is_dir() and index.is_new():
        _repair_some(index)
    broken = _unreadable(index, request)
    ranking = _ranking(index) if request.sort == "interest" else {}
    found = index.search(
        request.query,
        filters(request),
        sort=request.sort,
        ascending=request.ascending,
        offset=request.offset,
        limit=request.limit,
        worths={identity: worth.score for identity, worth in ranking.items()},
    )
    items = [_fields(hit, ranking.get(hit.fields["id"])) for hit in found.items]
    indexing = _progress[-1] if _progress else None
    return LibraryResult(items, found.total, found.facets, found.version, indexing, found.loose, broken)


def afterwards(request: Library) -> Iterator[None] | None:
    """Repairs the index, where it was not compared with the files for a while."""
    index = indexed.opened()
    if not place.folder().is_dir():
        return None
    repair = _repair(index) if _repairs or index.is_due() else iter(())
    return chain(repair, _learning(index)) if request.sort == "interest" else repair


def _unreadable(index: Index, request: Library) -> list[UnreadableItem]:
    """What the index could not read, examined again; where a file was repaired, the index reads it at once."""
    asked = request.filters._replace(trashed=None, archived=None)
    if request.offset or request.query or any(value is not None for value in asked):
        return []
    from jingdu.library import unreadable

    found = {folder: unreadable.examine_indexed(folder, index.folder) for folder, _ in index.unreadable()}
    if any(one is None and item_files.item_in(place.folder() / folder) for folder, one in found.items()):
        _repair_some(index)
    wanted = [one for one in found.values() if one and one.is_trashed == bool(request.filters.trashed)]
    return [UnreadableItem(*one) for one in wanted[:MAX_UNREADABLE]]


def _ranking(index: Index) -> Mapping[str, Worth]:
    """The worth of articles by id, of what can be read at once; none where interests are switched off."""
    if not place.settings().interests:
        return {}
    from jingdu.library.topics import learned

    learned.learn_some(index, _MAX_SECONDS)
    return learned.ranking(index)


def _learning(index: Index) -> Iterator[None]:
    """Learns of what was read since, where the user wants that."""
    if place.settings().interests:
        from jingdu.library.topics import learned

        with suppress(OSError):  # a full disk: what was learned before still ranks
            yield from learned.learn(index)


def filters(request: Library) -> Filters:
    """The request's filters, its days as times; by default the trash is left out."""
    asked = request.filters
    since = day(asked.since) if asked.since else None
    until = day(asked.until, days=1) if asked.until else None
    plain = asked._asdict() | {"since": since, "until": until, "trashed": bool(asked.trashed)}
    return Filters(**plain)


def _fields(hit: Hit, worth: Worth | None) -> dict[str, Any]:
    marked, reasons = hit.title if hit.snippet else [], worth.reasons if worth else []
    return {**hit.fields, "snippet": hit.snippet, "marked_title": marked, "reasons": reasons}


def _repair_some(index: Index) -> None:
    """As much as fits into one answer."""
    until = time.monotonic() + _MAX_SECONDS
    for _ in _repair(index):
        if time.monotonic() > until:
            break


def _repair(index: Index) -> Iterator[None]:
    """The remaining steps of the repair, which an earlier answer may have begun."""
    if not _repairs:
        _repairs.append(Indexing(p.done, p.total) for p in index.repair())
    while _repairs:
        step = next(_repairs[0], None)
        _progress[:] = [step] if step and step.done < step.total else []
        if step is None:
            _repairs.clear()
        yield
