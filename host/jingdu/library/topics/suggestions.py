"""Tag suggestions for the library's articles: the model is learned when the host is idle, and asked at a save.

It is in the user's data folder (``NAME.tags.json``), so that a new process need not learn before its first
save; it is learned anew when the tagged articles changed. Articles without tags change nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library import place
from jingdu.library.index import Index
from jingdu.library.index.queries import TaggedText
from jingdu.storage import private

MAX_READ: Final = 400
"""Tagged articles that are learned from: those saved last."""
CHARACTERS: Final = 2000
"""Of each article, after its title: enough to know what it is about."""
_counted: dict[TaggedText, dict[str, float]] = {}
"""What was counted already, so that one more tagged article costs the reading of one."""
_models: dict[Path, tuple[int, Any]] = {}
"""File → when it was written, and the model that it holds."""


def suggestions(title: str, text: str, carried: Iterable[str] = ()) -> list[str]:
    """Tags for an article, the surest first; none before enough articles carry tags."""
    found = _load(_file())
    if found is None:
        return []
    from jingdu.library.topics.categories import suggested

    return suggested(found, _counts(title, text), carried)


def when_idle() -> Generator[None, None, None]:
    """`learn` for the user's library, when the host is idle; where it fails the next time tries again."""
    from jingdu.library import indexed

    with suppress(Fault, OSError, sqlite3.Error):
        yield from learn(indexed.opened())


def learn(index: Index) -> Generator[None, None, None]:
    """Learns from the tagged articles where they changed since, one article or one round at each step."""
    state = f"{index.place} {index.tagged_state()}"
    if _state(_file()) == state:
        return
    from jingdu.library.topics.categories import Tagged, learning

    articles = index.tagged(MAX_READ, CHARACTERS)
    for gone in _counted.keys() - set(articles):
        del _counted[gone]
    for one in articles:
        if one not in _counted:
            _counted[one] = _counts(one.title, one.body)
            yield
    made = yield from learning([Tagged(_counted[one], one.tags) for one in articles])
    with suppress(OSError):  # without it tags are not suggested, and nothing else is missing
        private.write_json(_file(), {"state": state, "model": made._asdict() if made else None})


def _counts(title: str, text: str) -> dict[str, float]:
    from jingdu.library.topics.passages import of_text
    from jingdu.library.topics.terms import counts, sentences

    return dict(counts(sentences(of_text(text[:CHARACTERS], title))))


def _load(path: Path) -> Any:
    """The model in the file; None where there is none yet."""
    with suppress(OSError, KeyError, TypeError):
        when = path.stat().st_mtime_ns
        if path not in _models or _models[path][0] != when:
            from jingdu.library.topics.categories import Model

            model = private.read_json(path)["model"]
            _models[path] = when, Model(**model) if model else None
        return _models[path][1]
    return None


def _state(path: Path) -> str | None:
    with suppress(OSError, KeyError, TypeError):
        return str(private.read_json(path)["state"])
    return None


def _file() -> Path:
    return place.data_file("tags")
