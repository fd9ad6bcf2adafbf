"""The HTTP client for pages and pictures, which protects from SSRF.

An address is parsed as browsers do (`address_policy`), its name is resolved once, and the connection goes to the
checked IP address (`connection`). Redirects are checked likewise (`client`). Every failure is a `FetchError`.
"""

from typing import Literal

Reason = Literal["address", "private", "unreachable", "status", "redirects", "large", "slow", "broken", "proxy", "kind"]


class FetchError(Exception):
    """A failed request: a stable ``reason``, and ``words``, an English predicate for the address."""

    def __init__(self, reason: Reason, words: str) -> None:
        self.reason = reason
        self.words = words
        super().__init__(f"{reason}: {words}")
