"""Near-duplicates among millions: fingerprints of paper S1's characteristic strings, and those that were seen.

A fingerprint is the `KEPT` smallest hashes of the runs of `RUN` units in the characteristic string of an article by its
own heaviest terms (paper S2), a sample of it that depends on the text alone (bottom-k sketch; Broder 1997). Who copies
an article copies them, whatever is added before and behind. An article is a duplicate where `SAME` of its hashes were
seen in one before it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from jingdu.library.topics import strings
from jingdu.library.topics.features import folded, vector
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.similarity import units
from jingdu.render.article import Article

RUN: Final = 6
KEPT: Final = 4
SAME: Final = 3


def fingerprint(article: Article) -> list[int]:
    """At most `KEPT` whole numbers of 63 bits, ascending; none for an article without words."""
    terms = vector(folded(of_text(article.text)))
    text = units(article.text)
    characteristic = strings.characteristic(text, [units(term) for term in terms]) or text
    runs = {" ".join(characteristic[at : at + RUN]) for at in range(max(1, len(characteristic) - RUN + 1))}
    return sorted(map(_hash, runs - {""}))[:KEPT]


class Seen:
    """The fingerprints so far, in a file that is made anew: memory stays the same however many there are."""

    def __init__(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        self._base = sqlite3.connect(path, isolation_level=None)
        self._base.executescript(
            "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; CREATE TABLE seen (hash INTEGER PRIMARY KEY)"
        )
        self._base.execute("BEGIN")

    def add(self, found: Iterable[int]) -> bool:
        """Whether it is the fingerprint of a duplicate; else it is one that was seen from now on."""
        hashes = list(found)
        marks = ",".join("?" * len(hashes))
        (known,) = self._base.execute(f"SELECT COUNT(*) FROM seen WHERE hash IN ({marks})", hashes).fetchone()
        if hashes and known >= min(SAME, len(hashes)):
            return True
        self._base.executemany("INSERT OR IGNORE INTO seen VALUES (?)", ((one,) for one in hashes))
        return False

    def close(self) -> None:
        self._base.close()


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()) >> 1
