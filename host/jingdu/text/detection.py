"""The language of a text whose page names none: by its function words, else by py3langid.

py3langid (Lui and Baldwin 2012: byte n-grams, naive Bayes) knows 97 languages; its model takes half a second and
77 MB to load, so it is asked only where the words leave it open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from jingdu.text import function_words

SAMPLE: Final = 600
"""Characters that are looked at: on labelled pages more changed nothing."""
FEWEST: Final = 3
"""Letters of a text, at the least, of which a language can be told."""


def detect(text: str, fits: Callable[[str], bool]) -> str | None:
    """The likeliest of the languages that ``fits`` accepts, as an ISO 639-1 code; None for a text without letters."""
    sample = text[:SAMPLE]
    if sum(map(str.isalpha, sample)) < FEWEST:
        return None
    if (told := function_words.language(text)) and fits(told):
        return told
    from py3langid import rank

    return next((str(code) for code, _ in rank(sample) if fits(str(code))), None)
