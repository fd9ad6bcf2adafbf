"""Candidates for keywords: words and short phrases, with where they occur."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from jingdu.library.topics.terms import Sentence, is_east_asian

MAX_WORDS: Final = 3
"""Words of a phrase, at most."""
OFTEN: Final = 2
"""Occurrences from which words that stand together may be a phrase."""

Key = tuple[str, ...]


class Place(NamedTuple):
    """One occurrence of a candidate."""

    sentence: int
    at: int
    """Terms of the article before it."""
    weight: float
    shown: tuple[str, ...]


Candidates = dict[Key, list[Place]]


def candidates(sentences: Sequence[Sentence]) -> Candidates:
    """Every word, and every phrase of a run that occurs ``OFTEN`` or is in the title or a heading."""
    runs = [[tuple(term.key for term in run) for run in sentence.runs] for sentence in sentences]
    every = (run for sentence in runs for run in sentence)
    counts = Counter(run[start:end] for run in every for start, end in _spans(len(run)) if end - start > 1)
    often = {key for key, count in counts.items() if count >= OFTEN and len(set(key)) == len(key)}
    found: Candidates = {}
    at = 0
    for number, sentence in enumerate(sentences):
        for run, keys in zip(sentence.runs, runs[number], strict=True):
            for start, end in _spans(len(run)):
                if end - start == 1 or keys[start:end] in often:
                    terms = run[start:end]
                    shown = tuple(term.shown for term in terms)
                    place = Place(number, at + start, min(term.weight for term in terms), shown)
                    found.setdefault(keys[start:end], []).append(place)
            at += len(run)
    return found


def _spans(length: int) -> Iterator[tuple[int, int]]:
    for start in range(length):
        for end in range(start + 1, min(start + MAX_WORDS, length) + 1):
            yield start, end


def merged(found: Candidates) -> Candidates:
    """Candidates of one meaning as one: what occurs only, or all but once in five, within a longer one is that one."""
    within: dict[Key, int] = {}
    for key, places in found.items():
        for start, end in _spans(len(key)):
            if end - start < len(key):
                within[key[start:end]] = max(within.get(key[start:end], 0), len(places))
    return {key: places for key, places in found.items() if within.get(key, 0) < 0.8 * len(places)}


def shown(places: Sequence[Place]) -> str:
    """How a candidate is written most often, outside of the title if it occurs there: 人工智能, ``Venice``."""
    forms: dict[str, int] = {}
    for place in places:
        text = ""
        for word in place.shown:
            plain = re.sub(r"'[sS]\Z", "", word.replace("’", "'")).strip("'-&")  # without the possessive
            apart = text and not (is_east_asian(text[-1]) and is_east_asian(plain))
            text += f" {plain}" if apart else plain
        forms[text] = forms.get(text, 0) + 1
    return max(forms, key=lambda form: (forms[form], form.islower(), form))
