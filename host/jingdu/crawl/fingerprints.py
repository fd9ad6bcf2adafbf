"""Near-duplicates among millions of articles, by fingerprints of paper S1's characteristic strings.

Idea of S1: the characters adjacent to each occurrence of a keyword, in order, form a short string that serves as a
signature. Copies share it, and text that a re-publisher adds before and after does not change it. Departures: in
scripts with spaces the neighbours are words; the keywords are an article's own heaviest terms (paper S2); and strings
are not compared by their longest common substring, but by the `KEPT` smallest hashes of their runs of `RUN` units: a
bottom-k sketch (Broder 1997). An article is a duplicate if `SAME` of its hashes were seen in an earlier one.

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

RUN: Final = 6
"""Units (characters or words) of a run that is hashed."""
KEPT: Final = 4
"""Hashes of an article."""
SAME: Final = 3
"""Hashes that a duplicate shares with an earlier article, or all if it has fewer."""


def fingerprint(text: str) -> list[int]:
    """At most `KEPT` numbers of 63 bits in ascending order; empty for an article without words."""
    terms = vector(folded(of_text(text)))
    all_units = units(text)
    string = characteristic(all_units, [units(term) for term in terms]) or all_units
    runs = {" ".join(string[at : at + RUN]) for at in range(max(1, len(string) - RUN + 1))}
    return nsmallest(KEPT, map(_hash, runs - {""}))


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
        if known >= min(SAME, len(fingerprint)):
            return True
        self._connection.executemany("INSERT OR IGNORE INTO seen VALUES (?)", zip(fingerprint, strict=True))
        return False

    def close(self) -> None:
        self._connection.close()


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()) >> 1
