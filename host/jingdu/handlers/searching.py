"""library, related, duplicates and interests: what the library has, in lists."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, item_folders, place
from jingdu.library.index import Index, queries
from jingdu.protocol.searching import (
    Comparison,
    Duplicates,
    DuplicatesResult,
    Filters,
    Indexing,
    Interests,
    InterestsResult,
    Library,
    LibraryResult,
    Related,
    RelatedResult,
)

if TYPE_CHECKING:
    from jingdu.library.topics.duplicates import Comparing
    from jingdu.library.topics.interests import Worth
    from jingdu.library.topics.terms import Sentence

_MAX_SECONDS: Final = 0.3
"""Seconds that an answer waits for the index to be repaired, for what was read since, or for comparisons."""
MAX_UNREADABLE: Final = 200
"""Articles that can't be read in one answer."""
_KEYWORDS: Final = 5
"""Keywords that are searched for before the heaviest terms."""
_CANDIDATES: Final = 20
"""Articles found by any of the words, of which the most similar are shown."""
_MAX_RELATED: Final = 10
_CHARACTERS: Final = 4000
"""Of a text, after its title; enough to know its subject."""
_TERMS: Final = 50
"""Terms of a vector: what is about the same shares fewer of the heaviest than what is the same."""
_MIN_SIMILARITY: Final = 0.08
"""Similarity from which an article is related, and the share of the most similar one's that it has at least.

Of news on daniel-en and daniel-zh three quarters of the weak matches (below 0.13) go so, and 1 in 100 of the strong
ones (from 0.2 on).
"""
_SHARE: Final = 0.25
_repairs: list[Iterator[Indexing]] = []
"""The repair of the index, while it goes on."""
_progress: list[Indexing] = []
"""How far it is."""
_comparisons: list[Comparing] = []


def library(request: Library) -> LibraryResult:
    """A page of the list, asked for at each key stroke; ``library_missing`` where the folder is gone."""
    item_folders.check()
    index = indexed.opened()
    if place.folder().is_dir() and index.is_new():
        _repair_some(index)
    broken = _unreadable(index, request)
    ranking = _ranking(index) if request.sort == "interest" else {}
    found = index.search(
        request.query,
        request.filters,
        sort=request.sort,
        ascending=request.ascending,
        offset=request.offset,
        limit=request.limit,
        worths={identity: worth.score for identity, worth in ranking.items()},
    )
    items: list[dict[str, Any]] = []
    for hit in found.items:
        worth, title = ranking.get(hit.fields["id"]), hit.title if hit.snippet else []
        reasons = worth.reasons if worth else []
        items.append({**hit.fields, "snippet": hit.snippet, "marked_title": title, "reasons": reasons})
    indexing = _progress[-1] if _progress else None
    return LibraryResult(items, found.total, found.facets, found.version, indexing, found.loose, broken)


def after_library(request: Library) -> Iterator[None] | None:
    """Repairs the index, where it was not compared with the files for a while."""
    index = indexed.opened()
    if not place.folder().is_dir():
        return None
    repair = _repair(index) if _repairs or index.is_due() else iter(())
    return chain(repair, _learning(index)) if request.sort == "interest" else repair


def _unreadable(index: Index, request: Library) -> list[item_files.Problem]:
    """What the index could not read, examined again; where a file was repaired, the index reads it at once."""
    if request.offset or request.query or request.filters._replace(archived=None, trashed=False) != Filters():
        return []
    library = place.folder()
    found: dict[str, item_files.Problem | None] = {}
    for folder, _ in index.unreadable():
        item = item_files.item_in(library / folder)
        other = index.folder(item.id) if item else None  # where the index has the article of that id
        where = {item.id: library / other} if item and other and item_files.item_in(library / other) else {}
        found[folder] = item_files.examine(library / folder, where)
    if any(one is None and item_files.item_in(library / folder) for folder, one in found.items()):
        _repair_some(index)
    return [one for one in found.values() if one and one.is_trashed == request.filters.trashed][:MAX_UNREADABLE]


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


def related(request: Related) -> RelatedResult:
    """What is about the same, the most similar first, by the cosine of terms (paper S2); raises ``item_missing``."""
    from jingdu.library.topics import features

    index = indexed.opened()
    fields = index.fields(request.item)
    if fields is None:
        raise Fault("item_missing")
    own, keywords = _sentences(index, fields), fields["keywords"]
    wanted = features.vector(own, most=_TERMS)
    words = [*fields["tags"], *keywords[:_KEYWORDS], *features.search_terms(own), *keywords[_KEYWORDS:]]
    found = [one for one in index.read(queries.candidates, words, _CANDIDATES + 1) if one["id"] != request.item]
    scored = [(features.cosine(wanted, features.vector(_sentences(index, one), most=_TERMS)), one) for one in found]
    best = sorted(scored, key=lambda pair: -pair[0])[:_MAX_RELATED]
    least = max(_MIN_SIMILARITY, _SHARE * best[0][0]) if best else 0.0
    return RelatedResult([one | {"likeness": round(similarity, 3)} for similarity, one in best if similarity >= least])


def _sentences(index: Index, fields: dict[str, Any]) -> list[Sentence]:
    """Of the text's beginning, its title and its tags, which weigh as much as the title."""
    from jingdu.library.topics import features
    from jingdu.library.topics.passages import TITLE, Passage, of_text

    text = index.text(fields["id"]) or ""
    tags = [Passage(tag, TITLE) for tag in fields["tags"]]
    return features.folded([*tags, *of_text(text[:_CHARACTERS], fields["title"])])


def duplicates(request: Duplicates) -> DuplicatesResult:
    """Groups, the newest first, once all is compared; the similarity of each is to the first of its group."""
    from jingdu.library.topics.duplicates import Comparing

    index = indexed.opened()
    if not _comparisons or _comparisons[0].version != index.version():
        _comparisons[:] = [Comparing(index)]
    comparing = _comparisons[0]  # earlier answers may have begun it
    until = time.monotonic() + _MAX_SECONDS
    while comparing.done < comparing.total:
        comparing.step()
        if comparing.done < comparing.total and time.monotonic() > until:
            return DuplicatesResult([], Comparison(comparing.done, comparing.total))
    return DuplicatesResult(comparing.groups(), None)


def interests(request: Interests) -> InterestsResult:
    """What the list can be ordered by, shown, reset, switched on or off; it stays on this computer."""
    from jingdu.library.topics import learned

    index = indexed.opened()
    if request.do == "reset":
        indexed.compare(index)  # what the index does not know yet is forgotten too
        if index.is_incomplete():
            raise Fault("library_broken")
        learned.reset(index)
    elif request.do in ("on", "off"):
        place.change(interests=request.do == "on")
    on = place.settings().interests
    if on:
        learned.learn_some(index, _MAX_SECONDS)
    terms = learned.vector(index) if on else []
    return InterestsResult(on, [(term.shown, round(term.weight, 3)) for term in terms])
