"""``following``: what the next page of an article adds to those before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.protocol.fields import Fields


class Following(NamedTuple):
    """A further page of the article that is being read."""

    id: int
    html: str
    url: str | None
    number: int
    """Which page of the article it is."""
    titles: Sequence[str]
    """Those that the first page has: the article's and the page's own."""
    shown: Sequence[str]
    """The articles' HTML of the first page and of the one before this."""


class FollowingResult(NamedTuple):
    same: bool
    """False where the page is another article; then there is no ``html``."""
    html: str
    reading_time: int
    truncated: bool
    """The page was too large: part of its text may be missing."""


def _following(fields: Fields) -> Following:
    return Following(
        id=fields.whole("id"),
        html=fields.text("html"),
        url=fields.text_or_none("url"),
        number=fields.whole("number"),
        titles=fields.texts("titles"),
        shown=fields.texts("shown"),
    )


READERS: Final[Mapping[str, Callable[[Fields], Following]]] = {"following": _following}
"""Action → what reads its request."""
