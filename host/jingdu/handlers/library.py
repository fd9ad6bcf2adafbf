"""library: a page of the list, searched, filtered and sorted; asked for at each key stroke."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from jingdu.library import indexed, item_files, item_folders, place
from jingdu.library.index import Filters, Index
from jingdu.library.index.entry import day
from jingdu.protocol.searching import FacetsResult, Indexing, Library, LibraryResult, UnreadableItem

if TYPE_CHECKING:
    from jingdu.library.index.searching import Hit
    from jingdu.library.topics.learned import Ranking

_AT_ONCE: Final = 0.3
"""Seconds that the first answer waits for the index to take in what is new; the rest is done when idle."""
_MOST_UNREADABLE: Final = 200
"""Articles that can't be read in one answer."""
_mending: list[Iterator[Indexing]] = []
"""The work that brings the index up to date, while it goes on."""
_progress: list[Indexing] = []
"""How far it is."""


def handle(request: Library) -> LibraryResult:
    """What is found; raises the faults of the index, and ``library_missing`` where the folder is gone."""
    item_folders.check()
    index = indexed.opened()
    if _is_there() and index.is_new():
        _some(index)
    broken = _unreadable(index, request)
    ranking = _ranking(index) if request.sort == "interest" else None
    found = index.search(
        request.query,
        filters(request),
        sort=request.sort,
        ascending=request.ascending,
        offset=request.offset,
        limit=request.limit,
        worths=ranking.scores() if ranking else None,
    )
    facets = FacetsResult(*found.facets) if found.facets else None
    items = [_fields(hit) | {"reasons": ranking.reasons(hit.fields["id"]) if ranking else []} for hit in found.items]
    indexing = _progress[-1] if _progress else None
    return LibraryResult(items, found.total, facets, found.version, indexing, found.loose, broken)


def afterwards(request: Library) -> Iterator[None] | None:
    """Brings the index to what the files say, where that was not looked at for a while."""
    index = indexed.opened()
    if not _is_there():
        return None
    mending = _rest(index) if _mending or index.is_due() else iter(())
    return chain(mending, _learning(index)) if request.sort == "interest" else mending


def _unreadable(index: Index, request: Library) -> list[UnreadableItem]:
    """What the index could not read, looked at once more; where something was repaired, the index reads it at once."""
    asked = request.filters._replace(trashed=None, archived=None)
    if request.offset or request.query or any(value is not None for value in asked):
        return []
    from jingdu.library import unreadable

    found = {folder: unreadable.examine_indexed(folder, index.folder) for folder, _ in index.unreadable()}
    if any(one is None and item_files.item_in(place.folder() / folder) for folder, one in found.items()):
        _some(index)
    wanted = [one for one in found.values() if one and one.is_trashed == bool(request.filters.trashed)]
    return [UnreadableItem(*one) for one in wanted[:_MOST_UNREADABLE]]


def _ranking(index: Index) -> Ranking | None:
    """The user's interests, of what can be read at once; None where they are switched off."""
    if not place.settings().interests:
        return None
    from jingdu.library.topics import learned

    learned.learn_some(index, _AT_ONCE)
    return learned.ranking(index)


def _learning(index: Index) -> Iterator[None]:
    """Learns of what was read since, where the user wants that."""
    if place.settings().interests:
        from jingdu.library.topics import learned

        with suppress(OSError):  # a full disk: what is known by now ranks all the same
            yield from learned.learn(index)


def _is_there() -> bool:
    """Whether there is a folder: before the first save there is none."""
    return place.folder().is_dir()


def filters(request: Library) -> Filters:
    """The request's filters, its days as times; without a word about the trash what is in it is left out."""
    asked = request.filters
    since = day(asked.since) if asked.since else None
    until = day(asked.until, days=1) if asked.until else None
    plain = asked._asdict() | {"since": since, "until": until, "trashed": bool(asked.trashed)}
    return Filters(**plain)


def _fields(hit: Hit) -> dict[str, Any]:
    """An item of the answer."""
    marked = hit.title if hit.snippet else []
    return {**hit.fields, "snippet": hit.snippet, "marked_title": marked, "reasons": []}


def _some(index: Index) -> None:
    """As much as fits into one answer."""
    until = time.monotonic() + _AT_ONCE
    for _ in _rest(index):
        if time.monotonic() > until:
            break


def _rest(index: Index) -> Iterator[None]:
    """The steps that are left, whoever took the ones before."""
    if not _mending:
        _mending.append(Indexing(p.done, p.total) for p in index.repair())
    while _mending:
        step = next(_mending[0], None)
        _progress[:] = [step] if step and step.done < step.total else []
        if step is None:
            _mending.clear()
        yield
