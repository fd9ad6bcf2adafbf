"""Near-duplicates among millions of articles, by fingerprints of paper S1's characteristic strings.

A fingerprint is the `KEPT` smallest hashes of the runs of `RUN` units in the characteristic string of an article by its
own heaviest terms (paper S2): a bottom-k sketch (Broder 1997). Copies share it, whatever text is added before and after
them. An article is a duplicate if `SAME` of its hashes were seen in an earlier one.
"""

import hashlib
import sqlite3
from collections.abc import Sequence
from heapq import nsmallest
from pathlib import Path
from typing import Final

from jingdu.library.topics import strings
from jingdu.library.topics.features import folded, vector
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.similarity import units

RUN: Final = 6
KEPT: Final = 4
SAME: Final = 3


def fingerprint(text: str) -> list[int]:
    """At most `KEPT` numbers of 63 bits in ascending order; empty for an article without words."""
    terms = vector(folded(of_text(text)))
    all_units = units(text)
    characteristic = strings.characteristic(all_units, [units(term) for term in terms]) or all_units
    runs = {" ".join(characteristic[at : at + RUN]) for at in range(max(1, len(characteristic) - RUN + 1))}
    return nsmallest(KEPT, map(_hash, runs - {""}))


class Seen:
    """The fingerprints so far, in a new SQLite file, so that memory does not grow."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; CREATE TABLE seen (hash INTEGER PRIMARY KEY)"
        )
        self._connection.execute("BEGIN")

    def add(self, fingerprint: Sequence[int]) -> bool:
        """Returns whether the fingerprint, which is not empty, is that of a duplicate; if not, adds it."""
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
