"""Candidates for keywords: words and short phrases, with their occurrences."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from jingdu.library.topics.terms import Sentence, is_east_asian

MAX_WORDS: Final = 3
MIN_PHRASE_OCCURRENCES: Final = 2

Key = tuple[str, ...]
T = TypeVar("T")


class Place(NamedTuple):
    sentence: int
    at: int
    """Number of terms before it in the article."""
    weight: float
    shown: tuple[str, ...]


Candidates = dict[Key, list[Place]]


def candidates(sentences: Sequence[Sentence]) -> Candidates:
    """Every word, and every phrase of distinct words that occurs at least ``MIN_PHRASE_OCCURRENCES`` times."""
    runs = [[tuple(term.key for term in run) for run in sentence.runs] for sentence in sentences]
    flat = (run for sentence in runs for run in sentence)
    counts = Counter(run[start:end] for run in flat for start, end in _spans(len(run)) if end - start > 1)
    often = {key for key, count in counts.items() if count >= MIN_PHRASE_OCCURRENCES and len(set(key)) == len(key)}
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
    """Drops candidates that occur at least 80 % of the time within one longer candidate."""
    within: dict[Key, int] = {}
    for key, places in found.items():
        for start, end in _spans(len(key)):
            if end - start < len(key):
                within[key[start:end]] = max(within.get(key[start:end], 0), len(places))
    return {key: places for key, places in found.items() if within.get(key, 0) < 0.8 * len(places)}


def shown(places: Sequence[Place]) -> str:
    """The most frequent form of a candidate, preferably in lower case: 人工智能, ``Venice``."""
    forms: dict[str, int] = {}
    for place in places:
        text = ""
        for word in place.shown:
            plain = re.sub(r"'[sS]\Z", "", word.replace("’", "'")).strip("'-&")  # without the possessive
            needs_space = text and not (is_east_asian(text[-1]) and is_east_asian(plain))
            text += f" {plain}" if needs_space else plain
        forms[text] = forms.get(text, 0) + 1
    return max(forms, key=lambda form: (forms[form], form.islower(), form))


def relative(values: Mapping[T, float]) -> dict[T, float]:
    """The values divided by the highest."""
    highest = max(values.values(), default=0.0) or 1.0
    return {key: value / highest for key, value in values.items()}
