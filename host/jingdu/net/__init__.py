"""The one client that fetches over http and https, for pages and for pictures.

An address is parsed as browsers do (``address_policy``), its name is resolved once and the answer judged, the
connection goes to that very address (``connection``), every redirect begins anew (``client``), and whatever takes too
long, grows too large or breaks off is an `FetchError`.
"""

from __future__ import annotations

from typing import Literal

Reason = Literal["address", "private", "unreachable", "status", "redirects", "large", "slow", "broken", "proxy", "kind"]


class FetchError(Exception):
    """It could not be fetched: a stable ``reason``, and ``words`` that finish a sentence after its address."""

    def __init__(self, reason: Reason, words: str) -> None:
        self.reason = reason
        self.words = words
        super().__init__(f"{reason}: {words}")
