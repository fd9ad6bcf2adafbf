"""Near-duplicates among millions of articles, by fingerprints of paper S1's characteristic strings.

Idea of S1: the characters adjacent to each occurrence of a keyword, in order, form a short string that serves as a
signature. Copies share it, and text that a re-publisher adds before and after does not change it. Departures: in
scripts with spaces the neighbours are words; the keywords are an article's own heaviest terms (paper S2); and strings
are not compared by their longest common substring, but by the smallest hashes of their runs of `RUN_LENGTH` characters
or words: a bottom-k sketch (Broder 1997). A duplicate has `MIN_COMMON_HASHES` of an earlier article's hashes.

Reference: keyword and characteristic-string extraction for de-duplication.
"""

import hashlib
import sqlite3
from collections.abc import Collection, Sequence
from heapq import nsmallest
from pathlib import Path
from typing import Final

from jingdu.library.topics.features import folded, vector
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.similarity import units

RUN_LENGTH: Final = 6
MAX_HASHES: Final = 4
MIN_COMMON_HASHES: Final = 3
"""Of a duplicate; all if it has fewer."""


def fingerprint(text: str) -> list[int]:
    """At most `MAX_HASHES` numbers of 63 bits in ascending order; empty for an article without words."""
    terms = vector(folded(of_text(text)))
    all_units = units(text)
    string = characteristic(all_units, [units(term) for term in terms]) or all_units
    runs = {" ".join(string[at : at + RUN_LENGTH]) for at in range(max(1, len(string) - RUN_LENGTH + 1))}
    return nsmallest(MAX_HASHES, map(_hash, runs - {""}))


def characteristic(units: Sequence[str], keywords: Collection[Sequence[str]]) -> list[str]:
    """The units (characters or words) adjacent to each occurrence of a keyword, in order."""
    first: dict[str, list[tuple[str, ...]]] = {}
    for keyword in keywords:
        if keyword:
            first.setdefault(keyword[0], []).append(tuple(keyword))
    found: list[str] = []
    for at, unit in enumerate(units):
        for keyword in first.get(unit, ()):
            end = at + len(keyword)
            if tuple(units[at:end]) == keyword:
                found += [*units[max(at - 1, 0) : at], *units[end : end + 1]]
    return found


class Seen:
    """The fingerprints seen so far, in a new SQLite file, so that memory does not grow."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; CREATE TABLE seen (hash INTEGER PRIMARY KEY)"
        )
        self._connection.execute("BEGIN")

    def add(self, fingerprint: Sequence[int]) -> bool:
        """Returns whether a non-empty fingerprint is a duplicate of an earlier one; if not, adds it."""
        select = f"SELECT COUNT(*) FROM seen WHERE hash IN ({','.join('?' * len(fingerprint))})"
        (known,) = self._connection.execute(select, fingerprint).fetchone()
        if known >= min(MIN_COMMON_HASHES, len(fingerprint)):
            return True
        self._connection.executemany("INSERT OR IGNORE INTO seen VALUES (?)", zip(fingerprint, strict=True))
        return False

    def close(self) -> None:
        self._connection.close()


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()) >> 1
