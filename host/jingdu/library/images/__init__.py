"""Pictures of kept articles: what they are by their bytes, where they come from, how they are placed in the article.

- `kinds`: the kind and size of a picture by its bytes; refuses others, and bombs.
- `files`: kept in a folder under a name made of their content, so that a picture is kept once.
- `received`: the bytes that the browser already has, sent in parts before the article is saved.
- `fetching`: the others over the net, within limits of size, count and time.
- `placing`: the article's HTML with the kept ones in their place, and links for missing ones.
"""

from __future__ import annotations

from jingdu.library import wording


class NoPicture(Exception):
    """The bytes, or the address, are none that is kept; ``why`` is the code."""

    def __init__(self, why: wording.Why, detail: str = "") -> None:
        self.why = why
        super().__init__(f"{why}: {detail or wording.reason(why)}")
