"""Saves by the key of their request, so that one whose reply was lost takes effect once when it is asked for again.

Before an article is written, a journal in the user's data folder notes the key, the id the article may get and its
time. The article's own front matter holds both, so the journal and the library together say whether a save took
effect, also after a kill between any two steps.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from jingdu.faults import Fault
from jingdu.library import repository
from jingdu.library.model import Item
from jingdu.sites import store as files
from jingdu.storage import private

MAX_ENTRIES: Final = 200
MAX_AGE: Final = timedelta(days=1)


class Entry(NamedTuple):
    """A save that was begun."""

    key: str
    ids: tuple[str, ...]
    """One of these has the article if the save took effect."""
    saved: str
    """`Item.saved` of the article."""


def begin(key: str | None, ids: Iterable[str | None], saved: str) -> None:
    """Notes a save that is about to be made. A disk that takes no note does not stop the save."""
    if not key:
        return
    entry = Entry(key, tuple(one for one in ids if one), saved)
    entries = [one for one in _entries() if one.key != key and _is_recent(one, saved)][1 - MAX_ENTRIES :]
    with suppress(OSError):
        private.folder(files.data())
        files.write(_file(), json.dumps([*entries, entry]) + "\n")


def saved(key: str | None) -> Item | None:
    """The article of a save that took effect; None where it did not, or is too long ago."""
    entry = next((one for one in _entries() if one.key == key), None) if key else None
    for one in entry.ids if entry else ():
        with suppress(Fault):
            item = repository.load(one)
            if entry and item.saved == entry.saved:
                return item
    return None


def _is_recent(entry: Entry, now: str) -> bool:
    return datetime.fromisoformat(now) - datetime.fromisoformat(entry.saved) < MAX_AGE


def _entries() -> list[Entry]:
    """The journal; empty where it is damaged, which only loses the protection of what it held."""
    with suppress(OSError, ValueError, TypeError, RecursionError):
        entries = [Entry(str(key), tuple(map(str, ids)), str(when)) for key, ids, when in json.loads(_text())]
        return [one for one in entries if datetime.fromisoformat(one.saved).tzinfo]
    return []


def _text() -> str:
    return Path(_file()).read_text("utf-8")


def _file() -> str:
    return os.path.join(files.data(), "saves.json")
