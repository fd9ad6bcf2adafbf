"""What was learned of the user's interests and tags: small files in the user's data folder, and nothing anywhere else.

``NAME.interests.json`` holds the heaviest terms of the articles that were read, so that none is read twice;
``NAME.forgotten.json`` the articles that count no longer since the user had the interests forgotten.

``NAME.tags.json`` holds the model that suggests tags, so that a new process need not learn before its first save. It is
learned anew when the host is idle and the tagged articles changed; articles without tags change nothing.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import indexed, place, repository
from jingdu.library.index import Index, queries
from jingdu.library.index.queries import TaggedText
from jingdu.library.topics.interests import Weighed, Worth, frequencies, interests, weights, worth
from jingdu.sites import files
from jingdu.storage import private
from jingdu.storage.lock import locked

MAX_READ: Final = 200
"""Articles that the interests are made of: those saved last."""
MAX_TAGGED: Final = 400
"""Tagged articles that are learned from: those saved last."""
CHARACTERS: Final = 2000
"""Of each article, after its title: enough to know what it is about."""
_counted: dict[TaggedText, dict[str, float]] = {}
"""What was counted already, so that one more tagged article costs the reading of one."""
_models: dict[Path, tuple[int, Any]] = {}
"""File → when it was written, and the model that it holds."""
_last: dict[tuple[object, ...], Mapping[str, Worth]] = {}
"""The ranking made last, by the state of the index and of the interests."""


def learn(index: Index) -> Generator[None, None, None]:
    """Reads the articles that were read and are not known yet, one at each step."""
    wanted = _wanted(index)
    known = {one: stored for one, stored in _known().items() if one in wanted}
    missing = [one for one, stored in wanted.items() if one not in known or known[one].get("hash") != stored]
    try:
        for one in missing:
            known[one] = {"hash": wanted[one], "terms": _terms(one)}
            yield
    finally:
        if missing:
            with locked(place.data_file("interests")):  # without what the user had forgotten meanwhile
                gone = _forgotten()
                kept = {one: stored for one, stored in known.items() if one not in gone}
                private.write_json(place.data_file("interests"), kept)


def learn_some(index: Index, seconds: float) -> None:
    """As much of `learn` as fits into so many seconds; a full disk is no hindrance."""
    until = time.monotonic() + seconds
    with suppress(OSError), closing(learn(index)) as steps:
        for _ in steps:
            if time.monotonic() > until:
                break


def vector(index: Index) -> list[Weighed]:
    """The interest vector of what is known by now."""
    wanted = _wanted(index)
    return interests([Weighed(*term) for term in stored["terms"]] for one, stored in _known().items() if one in wanted)


def ranking(index: Index) -> Mapping[str, Worth]:
    """The worth of every article, by id; made once for each state of the index and of the interests."""
    stamps = (files.stamp(str(place.data_file(kind))) for kind in ("interests", "forgotten"))
    state = (index.place, index.version(), *stamps)
    if state not in _last:
        terms = vector(index)
        found: dict[str, dict[str, str]] = {}
        for term in terms:
            for identity, where in index.read(queries.places, term.shown, term.key).items():
                found.setdefault(identity, {})[term.key] = where
        _last.clear()
        _last[state] = {identity: worth(terms, places) for identity, places in found.items()}
    return _last[state]


def reset(index: Index) -> None:
    """Forgets: what was read until now counts no longer. Raises ``OSError``."""
    with locked(place.data_file("interests")):  # as for the other file: one process changes both at a time
        private.write_json(
            place.data_file("forgotten"), {"articles": sorted({*_forgotten(), *index.read(queries.liked, -1)})}
        )
        place.data_file("interests").unlink(missing_ok=True)


def _wanted(index: Index) -> dict[str, str]:
    gone = _forgotten()
    return {one: stored for one, stored in index.read(queries.liked, MAX_READ).items() if one not in gone}


def _terms(identity: str) -> list[Weighed]:
    """The heaviest terms of an article; none where its files cannot be read."""
    from jingdu.library.topics.passages import of_html
    from jingdu.library.topics.terms import packaged_idf, sentences

    with suppress(Fault, OSError):
        found = sentences(of_html(repository.body(identity), repository.load(identity).title))
        return weights(frequencies(found), packaged_idf().of)
    return []


def _known() -> dict[str, Any]:
    stored = _load("interests")

    def is_term(term: object) -> bool:
        return isinstance(term, list) and [type(part) for part in term] in ([str, str, float], [str, str, int])

    return {
        one: each
        for one, each in stored.items()
        if isinstance(each, dict) and isinstance(each.get("terms"), list) and all(map(is_term, each["terms"]))
    }


def _forgotten() -> frozenset[str]:
    stored = _load("forgotten").get("articles")
    return frozenset(one for one in stored if isinstance(one, str)) if isinstance(stored, list) else frozenset()


def _load(kind: str) -> dict[str, Any]:
    found = private.read_json(place.data_file(kind))
    return found if isinstance(found, dict) else {}


def suggestions(title: str, text: str, carried: Iterable[str] = ()) -> list[str]:
    """Tags for an article, the surest first; none before enough articles carry tags."""
    found = _model()
    if found is None:
        return []
    from jingdu.library.topics.categories import suggested

    return suggested(found, _counts(title, text), carried)


def when_idle() -> Generator[None, None, None]:
    """`learn_tags` for the user's library, when the host is idle; where it fails the next time tries again."""
    with suppress(Fault, OSError, sqlite3.Error):
        yield from learn_tags(indexed.opened())


def learn_tags(index: Index) -> Generator[None, None, None]:
    """Learns from the tagged articles where they changed since, one article or one round at each step."""
    state = f"{index.place} {index.read(queries.tagged_state)}"
    with suppress(OSError):
        if _load("tags").get("state") == state:
            return
    from jingdu.library.topics.categories import Tagged, learning

    articles = index.read(queries.tagged, MAX_TAGGED, CHARACTERS)
    for gone in _counted.keys() - set(articles):
        del _counted[gone]
    for one in articles:
        if one not in _counted:
            _counted[one] = _counts(one.title, one.body)
            yield
    made = yield from learning([Tagged(_counted[one], one.tags) for one in articles])
    with suppress(OSError):  # without it tags are not suggested, and nothing else is missing
        private.write_json(place.data_file("tags"), {"state": state, "model": made._asdict() if made else None})


def _counts(title: str, text: str) -> dict[str, float]:
    from jingdu.library.topics.passages import of_text
    from jingdu.library.topics.terms import counts, sentences

    return dict(counts(sentences(of_text(text[:CHARACTERS], title))))


def _model() -> Any:
    """The model in the file; None where there is none yet."""
    path = place.data_file("tags")
    with suppress(OSError, KeyError, TypeError):
        when = path.stat().st_mtime_ns
        if path not in _models or _models[path][0] != when:
            from jingdu.library.topics.categories import Model

            model = private.read_json(path)["model"]
            _models[path] = when, Model(**model) if model else None
        return _models[path][1]
    return None
