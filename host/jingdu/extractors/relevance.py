"""How much a text has to do with the page's title (papers N, step 3, and T, step 3).

    s(text) = Σ weight(t) over the title's terms t that occur in the text

The weight of a term is how often it stands in the title. Departure: the title is segmented
into words, the text is not. A Chinese word of the title counts wherever its characters
stand in the text, any other where it stands as a word: to segment all the text of a page
would take longer than all the rest, and finds the same words (see the figures in the README).
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from jingdu.text.words import is_chinese, words


class Relevance:
    """The terms of one title, to be looked for in many texts."""

    def __init__(self, title: str) -> None:
        counts = Counter(words(title))
        self._chinese = [(term, weight) for term, weight in counts.items() if is_chinese(term)]
        self._other = [(term, weight, whole_word(term)) for term, weight in counts.items() if not is_chinese(term)]

    def of(self, text: str) -> int:
        """s(text)."""
        text = text.lower()
        found = sum(weight for term, weight in self._chinese if term in text)
        return found + sum(weight for term, weight, whole in self._other if term in text and whole.search(text))


_LETTER: Final = "[^\\W_\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"


@lru_cache(1000)
def whole_word(term: str) -> re.Pattern[str]:
    """``term`` with no letter or digit before and after it; a pair of East Asian characters as it is."""
    whole = re.escape(term)
    return re.compile(f"(?<!{_LETTER}){whole}(?!{_LETTER})" if re.match(_LETTER, term) else whole)
