"""The language of a text whose page names none, by py3langid (Lui and Baldwin 2012: byte n-grams, naive Bayes).

The model (97 languages) takes a tenth of a second to load, so it is loaded when it is first needed, or when the
host has nothing else to do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

SAMPLE: Final = 600
"""Characters that are looked at: on labelled pages more changed nothing."""
FEWEST: Final = 3
"""Letters of a text, at the least, of which a language can be told."""


def detect(text: str, fits: Callable[[str], bool]) -> str | None:
    """The likeliest of the languages that ``fits`` accepts, as an ISO 639-1 code; None for a text without letters."""
    sample = text[:SAMPLE]
    if sum(map(str.isalpha, sample)) < FEWEST:
        return None
    from py3langid import rank

    return next((str(code) for code, _ in rank(sample) if fits(str(code))), None)


def warm() -> None:
    """Loads the model."""
    detect("The first text.", lambda _: True)
