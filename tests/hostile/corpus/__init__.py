"""The hostile corpus, one for all tests: what a page may hold that is to do nothing once it was read.

``RUN`` stands for a script that tells its number, ``URL`` for an address whose server tells that
it was asked; `live` puts both in. Where a vector holds the word ``kept``, the host must keep it.
"""

from __future__ import annotations

from typing import Final

from tests.hostile.corpus.addresses import ADDRESSES
from tests.hostile.corpus.known import KNOWN
from tests.hostile.corpus.loading import LOADING
from tests.hostile.corpus.mutation import MUTATION
from tests.hostile.corpus.running import RUNNING
from tests.hostile.corpus.words import WORDS

VECTORS: Final[dict[str, str]] = {**KNOWN, **MUTATION, **RUNNING, **LOADING, **ADDRESSES}
"""Name → HTML."""

__all__ = ["VECTORS", "WORDS", "live"]


def live(vector: str, number: int, origin: str) -> str:
    """``vector`` whose script calls ``hit(number)`` and whose addresses are ``origin/number``."""
    return vector.replace("RUN", f"hit({number})").replace("URL", f"{origin}/{number}")
