"""What was learned of the user's interests: two small files in the user's data folder, and nothing anywhere else.

``NAME.interests.json`` holds the heaviest terms of the articles that were read, so that none is read twice;
``NAME.forgotten.json`` the articles that count no longer since the user had the interests forgotten.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import place, repository
from jingdu.library.index import Index
from jingdu.library.topics.interests import Weighed, Worth, frequencies, interests, weights, worth
from jingdu.storage import private
from jingdu.storage.lock import locked

MAX_READ: Final = 200
"""Articles that the interests are made of: those saved last."""
_NOTHING: Final = Worth(0.0, [])


class Ranking(NamedTuple):
    """How much each article is of the user's interests, by id."""

    worths: Mapping[str, Worth]

    def scores(self) -> dict[str, float]:
        """What unread articles are ordered by, by id."""
        return {identity: worth.score for identity, worth in self.worths.items()}

    def reasons(self, identity: str) -> list[str]:
        return self.worths.get(identity, _NOTHING).reasons


_last: dict[tuple[object, ...], Ranking] = {}
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
            _keep(known)


def _keep(known: Mapping[str, Any]) -> None:
    """Writes what is known, without what the user had forgotten while it was learned."""
    with _writing():
        gone = _forgotten()
        private.write_json(_file("interests"), {one: stored for one, stored in known.items() if one not in gone})


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


def ranking(index: Index) -> Ranking:
    """The worth of every article; made once for each state of the index and of the interests."""
    state = (index.place, index.version(), *(_stamp(_file(kind)) for kind in ("interests", "forgotten")))
    if state not in _last:
        made = _ranking(index)
        _last.clear()
        _last[state] = made
    return _last[state]


def reset(index: Index) -> None:
    """Forgets: what was read until now counts no longer. Raises ``OSError``."""
    with _writing():
        private.write_json(_file("forgotten"), {"articles": sorted({*_forgotten(), *index.liked(-1)})})
        _file("interests").unlink(missing_ok=True)


def _writing() -> AbstractContextManager[None]:
    """Both files of the library's are changed by one process at a time."""
    return locked(_file("interests"))


def _ranking(index: Index) -> Ranking:
    terms = vector(index)
    found: dict[str, dict[str, str]] = {}
    for term, places in zip(terms, index.places([(term.shown, term.key) for term in terms]), strict=True):
        for identity, where in places.items():
            found.setdefault(identity, {})[term.key] = where
    return Ranking({identity: worth(terms, places) for identity, places in found.items()})


def _wanted(index: Index) -> dict[str, str]:
    gone = _forgotten()
    return {one: stored for one, stored in index.liked(MAX_READ).items() if one not in gone}


def _terms(identity: str) -> list[Weighed]:
    """The heaviest terms of an article; none where its files cannot be read."""
    from jingdu.library.topics.idf import packaged
    from jingdu.library.topics.passages import of_html
    from jingdu.library.topics.terms import sentences

    with suppress(Fault, OSError):
        found = sentences(of_html(repository.body(identity), repository.load(identity).title))
        return weights(frequencies(found), packaged().of)
    return []


def _known() -> dict[str, Any]:
    stored = _load("interests")
    return {one: each for one, each in stored.items() if isinstance(each, dict) and _are_terms(each.get("terms"))}


def _forgotten() -> frozenset[str]:
    stored = _load("forgotten").get("articles")
    return frozenset(one for one in stored if isinstance(one, str)) if isinstance(stored, list) else frozenset()


def _are_terms(stored: object) -> bool:
    """Whether these are terms as `Weighed` has them."""
    return isinstance(stored, list) and all(
        isinstance(term, list) and [type(part) for part in term] in ([str, str, float], [str, str, int])
        for term in stored
    )


def _file(kind: str) -> Path:
    return place.data_file(kind)


def _load(kind: str) -> dict[str, Any]:
    found = private.read_json(_file(kind))
    return found if isinstance(found, dict) else {}


def _stamp(path: Path) -> tuple[int, int] | None:
    with suppress(OSError):
        status = path.stat()
        return status.st_mtime_ns, status.st_ino
    return None
