"""Pictures of kept articles: what they are by their bytes, where they come from, how they stand in the article.

- `kinds`: the kind and size of a picture by its bytes; what is none, or a bomb, is refused.
- `files`: kept in a folder under a name made of their content, so that a picture is kept once.
- `received`: the bytes that the browser already has, which come in parts before the article is saved.
- `fetching`: the others over the net, within limits of size, count and time.
- `placing`: the article's HTML with the kept ones at their place, and links for those that can't be had.
"""

from __future__ import annotations

from typing import Literal

Why = Literal[
    "off", "private", "address", "unreachable", "status", "redirects", "slow", "broken", "proxy", "no_picture",
    "vector", "large", "huge", "many", "all_large", "all_slow", "cancelled",
]  # fmt: skip
"""Why a picture can't be had; the codes are part of what a job reports and never change meaning."""

WORDS: dict[Why, str] = {
    "off": "fetching pictures is switched off",
    "private": "it leads to this computer or a private network",
    "address": "it has no http or https address",
    "unreachable": "its server could not be reached",
    "status": "its server refused it",
    "redirects": "it leads through too many redirects",
    "slow": "its server was too slow",
    "broken": "it came incomplete",
    "proxy": "the proxy could not be used",
    "no_picture": "it is no picture of a known kind",
    "vector": "SVG pictures are not kept, because they can hold programs",
    "large": "it is too large",
    "huge": "it has too many pixels",
    "many": "the article has too many pictures",
    "all_large": "the article's pictures are too large together",
    "all_slow": "the article's pictures took too long together",
    "cancelled": "it was cancelled",
}
"""Each reason in English words, for the command line and the log."""


class NoPicture(Exception):
    """The bytes, or the address, are none that is kept; ``why`` is the code, ``told`` adds detail."""

    def __init__(self, why: Why, told: str = "") -> None:
        self.why = why
        self.told = told or WORDS[why]
        super().__init__(f"{why}: {self.told}")
