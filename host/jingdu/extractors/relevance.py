"""Relevance of a text to the page's title (papers N, step 3, and T, step 3).

    s(text) = Σ weight(t) over the title's terms t that occur in the text

The weight of a term is its frequency in the title. Departure: only the title is segmented into words, because
segmenting the text would take longer than all other steps and find the same words. Chinese terms are searched as
substrings, others as whole words.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from jingdu.text.words import words


class Relevance:
    """Scores texts by the terms of one title."""

    def __init__(self, title: str) -> None:
        self._terms = [(term, weight, whole_word(term)) for term, weight in Counter(words(title)).items()]

    def of(self, text: str) -> int:
        """s(text)."""
        text = text.lower()
        return sum(weight for term, weight, whole in self._terms if term in text and whole.search(text))


_LETTER: Final = "[^\\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"


@lru_cache(1000)
def whole_word(term: str) -> re.Pattern[str]:
    """A pattern that matches ``term`` between word boundaries, or anywhere if it is in East Asian characters."""
    pattern = re.escape(term)
    return re.compile(f"(?<!{_LETTER}){pattern}(?!{_LETTER})" if re.match(_LETTER, term) else pattern)
