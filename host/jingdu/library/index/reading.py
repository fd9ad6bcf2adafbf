"""A library's files as the index reads them; what can't be read is reported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from jingdu.library.index.entry import Texts, texts
from jingdu.library.index.rows import tokens_of
from jingdu.protocol.items import Item

AGAIN: Final = "!"
"""Ends the stamp of a folder that is to be read at every comparison."""


class Unreadable(Exception):
    """A folder holds no article that can be read; the text says why, and is empty where it is none of ours.

    With ``again`` its stamp does not show when that changes.
    """

    def __init__(self, why: str, *, again: bool = False) -> None:
        super().__init__(why)
        self.again = again


class Files(Protocol):
    """A library's files, which are the truth."""

    def stamps(self) -> Iterator[tuple[str, str]]:
        """Each folder, and a text that is another one when its article was changed. Raises ``OSError``."""

    def stamp(self, folder: str) -> str | None:
        """The stamp of one folder; None where it does not exist."""

    def read(self, folder: str) -> tuple[Item, str]:
        """The item of a folder and its text. Raises `Unreadable` and ``OSError``."""


class Article(NamedTuple):
    """A folder's article, with the stamp from before it was read."""

    stamp: str
    item: Item
    texts: Texts
    tokens: list[str]


class Failure(NamedTuple):
    """A folder that could not be read, and why; without a stamp it is to be tried again."""

    folder: str
    stamp: str
    reason: str


def outcome(files: Files, folder: str) -> Article | Failure | None:
    """What reading a folder gives; None where it is gone."""
    stamp = files.stamp(folder)  # before the text: who changes it meanwhile makes another stamp
    if stamp is None:
        return None
    try:
        item, body = files.read(folder)
    except Unreadable as error:
        return Failure(folder, stamp + AGAIN * error.again, str(error))
    except OSError as error:  # the disk's fault, not the file's
        gone = files.stamp(folder) is None  # another writer moved it, and updates the index
        return None if gone else Failure(folder, "", error.strerror or str(error))
    found = texts(item, body)
    return Article(stamp, item, found, tokens_of(found))
