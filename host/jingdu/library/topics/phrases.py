"""Candidates for keywords: words and short phrases, with where they occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
    often = _often(run for sentence in runs for run in sentence)
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


def _often(runs: Iterable[Key]) -> set[Key]:
    """The phrases that occur ``OFTEN``, no word in them twice; most occur once and are left out."""
    counts = Counter(run[start:end] for run in runs for start, end in _spans(len(run)) if end - start > 1)
    return {key for key, count in counts.items() if count >= OFTEN and len(set(key)) == len(key)}


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
        form = _joined([_bare(word) for word in place.shown])
        forms[form] = forms.get(form, 0) + 1
    return max(forms, key=lambda form: (forms[form], form.islower(), form))


def _bare(word: str) -> str:
    """A word without the possessive."""
    word = word.replace("’", "'")
    return (word[:-2] if word.lower().endswith("'s") else word).strip("'-&")


def _joined(words: Sequence[str]) -> str:
    text = words[0]
    for word in words[1:]:
        text += word if is_east_asian(text[-1]) and is_east_asian(word) else f" {word}"
    return text
