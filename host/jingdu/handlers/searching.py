"""Handlers of ``library``, ``related``, ``duplicates`` and ``interests``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jingdu.faults import Fault
from jingdu.library import indexed, item_files, jobs, location
from jingdu.library.index import Index, queries
from jingdu.protocol import searching as messages

if TYPE_CHECKING:
    from jingdu.library.topics.duplicates import Comparison
    from jingdu.library.topics.interests import Worth
    from jingdu.library.topics.terms import Sentence

_MAX_SECONDS: Final = 0.3
"""Maximum seconds that a reply waits for a repair of the index, for learning, or for comparisons."""
MAX_UNREADABLE: Final = 200
"""Maximum unreadable articles in a reply."""
_KEYWORDS: Final = 5
"""First keywords, which are searched for before the heaviest terms."""
_CANDIDATES: Final = 20
"""Maximum articles with any of the words that are compared."""
_MAX_RELATED: Final = 10
_CHARACTERS: Final = 4000
"""First characters of a text that are compared."""
_TERMS: Final = 50
"""Maximum terms of a vector; near-duplicates need fewer, because they share more of the heaviest terms."""
_MIN_SIMILARITY: Final = 0.08
"""Minimum similarity of a related article.

With `_MIN_SHARE` it rejects three quarters of the weak matches (below 0.13) among the news of daniel-en and daniel-zh,
and 1 % of the strong ones (from 0.2).
"""
_MIN_SHARE: Final = 0.25
"""Minimum similarity as a share of the most similar article's."""


@dataclass
class _Running:
    """Tasks that last longer than one request."""

    repair: Iterator[messages.Progress] | None = None
    progress: messages.Progress | None = None
    comparing: Comparison | None = None
    """The last comparison of all articles, finished or not."""


_running: Final = _Running()


def library(request: messages.Library) -> messages.LibraryResult:
    """A page of the list, which is requested at every key stroke; raises ``library_missing``."""
    exists, index = location.check(), indexed.opened()
    if exists and index.is_new():
        jobs.run_for(_MAX_SECONDS, _repair(index))
    problems = _unreadable(index, request)
    ranking = _ranking(index) if request.sort == "interest" else {}
    found = index.search(
        request.query, request.filters, sort=request.sort, ascending=request.ascending, offset=request.offset,
        limit=request.limit, worths={identity: worth.score for identity, worth in ranking.items()},
    )  # fmt: skip
    items: list[dict[str, Any]] = []
    for hit in found.items:
        worth, title = ranking.get(hit.fields["id"]), hit.title if hit.snippet else []
        reasons = worth.reasons if worth else []
        items.append({**hit.fields, "snippet": hit.snippet, "marked_title": title, "reasons": reasons})
    progress = _running.progress or (messages.Progress(0, 0) if exists and index.is_due() else None)
    return messages.LibraryResult(items, found.total, found.facets, found.version, progress, found.loose, problems)


def after_library(request: messages.Library) -> Iterator[None]:
    """Repairs the index if it was not compared with the files for a while; learns interests if the list needs them."""
    index = indexed.opened()
    if not location.folder().is_dir():
        return
    if _running.repair or index.is_due():
        yield from _repair(index)
    if request.sort == "interest" and location.settings().interests:
        from jingdu.library.topics import learned

        with suppress(OSError):
            yield from learned.learn(index)


def _unreadable(index: Index, request: messages.Library) -> list[item_files.Problem]:
    """The unreadable articles, examined again; empty unless the request is for the first page of the whole list.

    If one of them has become readable, the index is updated.
    """
    if request.offset or request.query or request.filters._replace(archived=None, trashed=False) != messages.Filters():
        return []
    problems = {folder: indexed.examine(index, folder) for folder, _ in index.unreadable()}
    if any(problem is None and item_files.item_in(index.library / folder) for folder, problem in problems.items()):
        jobs.run_for(_MAX_SECONDS, _repair(index))
    trashed = request.filters.trashed
    return [problem for problem in problems.values() if problem and problem.is_trashed == trashed][:MAX_UNREADABLE]


def _ranking(index: Index) -> Mapping[str, Worth]:
    """Id → worth of the articles by the interests learned so far; empty if interests are switched off."""
    if not location.settings().interests:
        return {}
    from jingdu.library.topics import learned

    learned.learn_some(index, _MAX_SECONDS)
    return learned.ranking(index)


def _repair(index: Index) -> Iterator[None]:
    """Starts or continues the repair of the index."""
    if not _running.repair:
        _running.repair = (messages.Progress(p.done, p.total) for p in index.repair())
    for step in _running.repair:
        _running.progress = step if step.done < step.total else None
        yield
    _running.repair = _running.progress = None


def related(request: messages.Related) -> messages.RelatedResult:
    """The articles most similar by the cosine of terms (paper S2), best first; raises ``item_missing``."""
    from jingdu.library.topics import features

    index = indexed.opened()
    fields = index.fields(request.item)
    if fields is None:
        raise Fault("item_missing")
    sentences, keywords = _sentences(index, fields), fields["keywords"]
    vector = features.vector(sentences, most=_TERMS)
    words = [*fields["tags"], *keywords[:_KEYWORDS], *features.search_terms(sentences), *keywords[_KEYWORDS:]]
    others = [other for other in index.read(queries.candidates, words, _CANDIDATES + 1) if other["id"] != request.item]
    scored = [(features.dot(vector, features.vector(_sentences(index, one), most=_TERMS)), one) for one in others]
    best = sorted(scored, key=lambda pair: -pair[0])[:_MAX_RELATED]
    least = max(_MIN_SIMILARITY, _MIN_SHARE * best[0][0]) if best else 0.0
    return messages.RelatedResult([other | {"likeness": round(score, 3)} for score, other in best if score >= least])


def _sentences(index: Index, fields: dict[str, Any]) -> list[Sentence]:
    """The sentences of an article's tags, title and beginning; tags weigh as much as the title."""
    from jingdu.library.topics import features
    from jingdu.library.topics.passages import TITLE, Passage, of_text

    text = index.text(fields["id"]) or ""
    tags = [Passage(tag, TITLE) for tag in fields["tags"]]
    return features.folded([*tags, *of_text(text[:_CHARACTERS], fields["title"])])


def duplicates(request: messages.Duplicates) -> messages.DuplicatesResult:
    """The groups of near-duplicates once all pairs are compared, else the progress."""
    from jingdu.library.topics.duplicates import Comparison

    index = indexed.opened()
    comparing = _running.comparing  # an earlier request may have started it
    if not comparing or comparing.version != index.version():
        comparing = _running.comparing = Comparison(index)
    jobs.run_for(_MAX_SECONDS, comparing.steps())
    if comparing.done < comparing.total:
        return messages.DuplicatesResult([], messages.Progress(comparing.done, comparing.total))
    return messages.DuplicatesResult(comparing.groups(), None)


def interests(request: messages.Interests) -> messages.InterestsResult:
    """Shows the interest vector, after resetting it or switching it on or off."""
    from jingdu.library.topics import learned

    index = indexed.opened()
    if request.do == "reset":
        indexed.compare(index)  # so that all articles read so far are forgotten
        if index.is_incomplete():
            raise Fault("library_broken")
        learned.reset(index)
    elif request.do in ("on", "off"):
        location.change(interests=request.do == "on")
    on = location.settings().interests
    if on:
        learned.learn_some(index, _MAX_SECONDS)
    terms = learned.vector(index) if on else []
    return messages.InterestsResult(on, [(term.shown, round(term.weight, 3)) for term in terms])
