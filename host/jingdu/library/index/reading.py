"""Articles read and cut into tokens for the index: one after the other, or on all cores where there are many."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from jingdu.library.index.entry import Entry, Texts, texts
from jingdu.library.index.writing import tokens_of

if TYPE_CHECKING:
    from jingdu.library.index.readers import Readers

STEP: Final = 8
"""Articles written in one transaction: some tens of milliseconds that others wait at most."""
MANY: Final = 400
"""Articles from which on starting other processes takes less time than it saves: a second's work."""


class Unreadable(Exception):
    """A folder holds no article that can be read; the text says why, and is empty where it is none of ours.

    With ``again`` its stamp does not show when that changes.
    """

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.again = again


AGAIN: Final = "!"
"""Ends the stamp of a folder that is to be read at every comparison."""


class Files(Protocol):
    """A library's files, which are the truth."""

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each folder, and a text that is another one when its article was changed. Raises ``OSError``."""

    def stamp(self, folder: str) -> str | None:
        """The stamp of one folder; None where it is not there."""

    def read(self, folder: str) -> tuple[Entry, str]:
        """The item of a folder and its text. Raises `Unreadable` and ``OSError``."""


class Article(NamedTuple):
    """A folder's article, with the stamp from before it was read."""

    stamp: str
    entry: Entry
    texts: Texts
    tokens: list[str]


class Failure(NamedTuple):
    """A folder that could not be read, and why; without a stamp it is to be tried again."""

    folder: str
    stamp: str
    reason: str


Outcome = Article | Failure | None
"""None: the folder is gone."""


def outcome(files: Files, folder: str) -> Outcome:
    """What reading a folder gives."""
    stamp = files.stamp(folder)  # before the text: who changes it meanwhile makes another stamp
    if stamp is None:
        return None
    try:
        entry, body = files.read(folder)
    except Unreadable as error:
        return Failure(folder, stamp + AGAIN * error.again, str(error))
    except OSError as error:  # the disk's fault, not the file's
        gone = files.stamp(folder) is None  # another writer took it away, and tells the index where it is
        return None if gone else Failure(folder, "", error.strerror or str(error))
    found = texts(entry, body)
    return Article(stamp, entry, found, tokens_of(found))


def outcomes(files: Files, folders: Sequence[str]) -> Generator[list[Outcome] | None, None, None]:
    """What reading the folders gives, in their order and `STEP` by `STEP`; None while others are still reading."""
    batches = [list(folders[start : start + STEP]) for start in range(0, len(folders), STEP)]
    if len(folders) < MANY or cores() < 2:
        yield from ([outcome(files, folder) for folder in batch] for batch in batches)
        return
    from jingdu.library.index.readers import Readers

    with Readers(files, cores()) as readers:
        yield from _shared(readers, batches)


def _shared(readers: Readers, batches: list[list[str]]) -> Iterator[list[Outcome] | None]:
    """Each batch goes to the reader that has least to do; only a few are under way at once."""
    waiting = deque(enumerate(batches))
    done: dict[int, list[Outcome]] = {}
    for number in range(len(batches)):
        while number not in done:
            while waiting and waiting[0][0] < number + readers.most and readers.take(*waiting[0]):
                waiting.popleft()
            done.update(readers.finished())
            if number not in done:
                yield None
        yield done.pop(number)


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
