"""The language of a text that neither its page nor its words give away: by py3langid.

py3langid (Lui and Baldwin 2012: byte n-grams, naive Bayes) knows 97 languages; its model takes half a second and
77 MB to load, so it is asked last.
"""

from __future__ import annotations

from typing import Final

from jingdu.text.language import NOT_LATIN

SAMPLE: Final = 600
"""Characters that are looked at: on labelled pages more changed nothing."""
MIN_LETTERS: Final = 20
"""Letters below which a guess is not worth loading the model."""


def detect(text: str) -> str | None:
    """The likeliest language of a text in Latin letters, as an ISO 639-1 code.

    None for a text of fewer than `MIN_LETTERS` letters.
    """
    sample = text[:SAMPLE]
    if sum(map(str.isalpha, sample)) < MIN_LETTERS:
        return None
    from py3langid import rank

    return next((str(code) for code, _ in rank(sample) if code not in NOT_LATIN), None)
