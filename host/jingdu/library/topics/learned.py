"""Learned interests and tag suggestions, stored only in small files in the user's data folder.

``NAME.interests.json`` caches the heaviest terms of read articles; ``NAME.forgotten.json`` lists the articles that were
read before the user reset the interests. ``NAME.tags.json`` has the model that suggests tags, which is learned again
while the host is idle if tagged articles changed.
"""

import sqlite3
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing, suppress
from functools import lru_cache
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import indexed, jobs, location, repository
from jingdu.library.index import Index, queries
from jingdu.library.topics.interests import Worth, frequencies, interests, weights, worth
from jingdu.library.topics.passages import of_html, of_text
from jingdu.library.topics.terms import Term, counts, packaged_idf, sentences
from jingdu.sites import files
from jingdu.storage import lock, private

MAX_READ_ARTICLES: Final = 200
MAX_TAGGED_ARTICLES: Final = 400
MAX_TAGGED_CHARACTERS: Final = 2000


def learn(index: Index) -> Generator[None, None, None]:
    """Extracts the terms of read articles that are not cached, one article per step."""
    read = _read_articles(index)
    cached = {identity: entry for identity, entry in _cached().items() if identity in read}
    missing = [one for one, text_hash in read.items() if one not in cached or cached[one]["hash"] != text_hash]
    try:
        for identity in missing:
            cached[identity] = {"hash": read[identity], "terms": _terms(identity)}
            yield
    finally:
        if missing:
            with lock.locked(location.data_file("interests")):  # a concurrent reset may have removed some
                forgotten = _forgotten()
                entries = {identity: entry for identity, entry in cached.items() if identity not in forgotten}
                private.write_json(location.data_file("interests"), entries)


def learn_some(index: Index, seconds: float) -> None:
    """Runs `learn` for a limited time, ignoring errors of the disk."""
    with suppress(OSError), closing(learn(index)) as steps:
        jobs.run_for(seconds, steps)


def vector(index: Index) -> list[Term]:
    read = _read_articles(index)
    return interests(entry["terms"] for identity, entry in _cached().items() if identity in read)


def ranking(index: Index) -> Mapping[str, Worth]:
    """Id → worth of every article."""
    stamps = (files.stamp(str(location.data_file(kind))) for kind in ("interests", "forgotten"))
    return _ranking(index, index.version(), *stamps)


@lru_cache(maxsize=1)
def _ranking(index: Index, *_state: object) -> Mapping[str, Worth]:
    """As `ranking`, cached for the state of the index and of the interests."""
    terms = vector(index)
    found: dict[str, dict[str, str]] = {}
    for term in terms:
        for identity, column in index.read(queries.places, term.shown, term.key).items():
            found.setdefault(identity, {})[term.key] = column
    return {identity: worth(terms, places) for identity, places in found.items()}


def reset(index: Index) -> None:
    """Ignores all articles read so far; raises ``OSError``."""
    with lock.locked(location.data_file("interests")):  # which guards both files
        articles = sorted({*_forgotten(), *index.read(queries.liked, -1)})
        private.write_json(location.data_file("forgotten"), {"articles": articles})
        location.data_file("interests").unlink(missing_ok=True)


def _read_articles(index: Index) -> dict[str, str]:
    """Id → text hash of the articles to learn interests from."""
    forgotten, liked = _forgotten(), index.read(queries.liked, MAX_READ_ARTICLES)
    return {identity: text_hash for identity, text_hash in liked.items() if identity not in forgotten}


def _terms(identity: str) -> list[Term]:
    """The heaviest terms of an article; empty if its files can't be read."""
    with suppress(Fault, OSError):
        found = sentences(of_html(repository.body(identity), repository.load(identity).title))
        return weights(frequencies(found), packaged_idf().of)
    return []


def _cached() -> dict[str, Any]:
    """Id → text hash and heaviest terms of the articles in the cache, without damaged entries."""
    found = {}
    for identity, entry in _load("interests").items():
        with suppress(*private.DAMAGE):
            terms = [Term(str(key), str(shown), float(weight)) for key, shown, weight in entry["terms"]]
            found[identity] = {"hash": entry["hash"], "terms": terms}
    return found


def _forgotten() -> frozenset[str]:
    articles = _load("forgotten").get("articles")
    return frozenset(map(str, articles if isinstance(articles, list) else ()))


def _load(kind: str) -> dict[str, Any]:
    stored = private.read_json(location.data_file(kind))
    return stored if isinstance(stored, dict) else {}


def suggestions(title: str, text: str, tags: Iterable[str]) -> list[str]:
    """Suggested tags for an article, best first; ``tags`` are its own, which are not suggested."""
    from jingdu.library.topics.categories import Model, suggest

    with suppress(OSError, TypeError):
        if model := _load("tags").get("model"):
            return suggest(Model(**model), _counts(title, text[:MAX_TAGGED_CHARACTERS]), tags)
    return []


def when_idle() -> Generator[None, None, None]:
    """Runs `learn_tags` for the user's library, ignoring errors."""
    with suppress(Fault, OSError, sqlite3.Error):
        yield from learn_tags(indexed.opened())


def learn_tags(index: Index) -> Generator[None, None, None]:
    """Learns to suggest tags if the tagged articles changed, one article or training round per step."""
    state = f"{index.place} {index.read(queries.tagged_state)}"
    with suppress(OSError):
        if _load("tags").get("state") == state:
            return
    from jingdu.library.topics.categories import Tagged, train

    tagged = []
    for title, text, tags in index.read(queries.tagged, MAX_TAGGED_ARTICLES, MAX_TAGGED_CHARACTERS):
        tagged.append(Tagged(_counts(title, text), tags))
        yield
    model = yield from train(tagged)
    with suppress(OSError):
        private.write_json(location.data_file("tags"), {"state": state, "model": model._asdict() if model else None})


@lru_cache(maxsize=2 * MAX_TAGGED_ARTICLES)
def _counts(title: str, text: str) -> dict[str, float]:
    """Occurrences of each term in an article."""
    return dict(counts(sentences(of_text(text, title))))
