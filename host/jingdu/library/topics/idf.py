"""How rare a word is: the inverse document frequency (IDF) that keywords, duplicates and interests weigh by.

For Chinese the frequencies of jieba's dictionary tell it, which cover far more than a corpus of
ours could; for other scripts a table of how many pages of the corpora hold the word, in
``weights/words.json``. A word that is in neither is taken to be as rare as the rarest there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from math import log
from typing import Any, Final

from jingdu.faults import Fault
from jingdu.library.topics.terms import is_east_asian
from jingdu.text import words

MIN_IDF: Final = 5.5
"""-ln of the probability, in jieba's dictionary, from which on a Chinese word is no rarer than any."""
MAX_IDF: Final = 14.5
"""The same for the rarest words: about four occurrences in its sixty million."""


@dataclass(frozen=True)
class Idf:
    """How many of ``pages`` pages hold each word; words on fewer than ``least`` pages are not in the table."""

    pages: int
    least: int
    held: Mapping[str, int]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def of(self, key: str) -> float:
        """idf(key), 0 … about ln(pages)."""
        if is_east_asian(key):
            return chinese(key) * log(self.pages) / (MAX_IDF - MIN_IDF)
        return idf(self.pages, self.held.get(key, self.least - 1))

    def as_json(self) -> str:
        """The table by frequency: each line a number of pages and the words that are on so many."""
        by: dict[int, list[str]] = {}
        for key, number in sorted(self.held.items()):
            by.setdefault(number, []).append(key)
        table = {str(number): " ".join(by[number]) for number in sorted(by)}
        document = {"pages": self.pages, "least": self.least, "held": table, "provenance": dict(self.provenance)}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def idf(pages: int, held: int) -> float:
    """IDF: ln(N / n), with one page more on either side, so that an unseen word has one too."""
    return log((pages + 1) / (held + 1))


@lru_cache(maxsize=20_000)
def chinese(key: str) -> float:
    """-ln P(word) by jieba's dictionary, above that of the commonest words, at most that of the rarest."""
    probability = words.commonness(key)
    return min(-log(probability) if probability > 0 else MAX_IDF, MAX_IDF) - MIN_IDF if probability < 0.004 else 0.0


def from_json(text: str) -> Idf:
    """Raises ``Fault`` ``bad_weights`` where the text isn't such a table."""
    try:
        found = json.loads(text)
        held = {key: int(number) for number, keys in found["held"].items() for key in keys.split()}
        return Idf(int(found["pages"]), int(found["least"]), held, found["provenance"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Fault("bad_weights") from error


@cache
def packaged() -> Idf:
    """The table that comes with Jingdu."""
    try:
        text = (files("jingdu") / "weights" / "words.json").read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Fault("bad_weights") from error
    return from_json(text)
