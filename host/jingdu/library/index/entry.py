"""What items are found by, sorted by and filtered by.

In the index the ``folder`` of an item is its path within the library, with slashes.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from jingdu.protocol.items import Item
from jingdu.text.fold import composed, fold


class Texts(NamedTuple):
    """What an item is found by: the row of ``text``."""

    title: str
    labels: str
    body: str


def texts(item: Item, body: str) -> Texts:
    """Labels are parted, so that no search finds the end of one and the beginning of the next."""
    labels = " ¦ ".join([item.byline or "", item.site or "", *item.tags, *item.keywords])
    return Texts(composed(item.title), composed(labels), composed(body))


def title_key(title: str) -> bytes:
    """What titles are sorted by: Latin letters first, then Chinese by sound.

    GB 18030 holds the 3,755 commonest Chinese characters in the order of their pronunciation.
    """
    return fold(title).strip(" \"'“”‘’《》「」『』【】()").encode("gb18030", "replace")[:120]


def utc(when: str) -> str:
    """A time of ISO 8601 as UTC, so that times sort as texts; one without a zone is the user's own."""
    try:
        return datetime.fromisoformat(when).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return when


def day(when: str, days: int = 0) -> str:
    """The beginning of a day in the user's zone, or of one so many days later, as UTC; raises ``ValueError``."""
    start = datetime.fromisoformat(when).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    return utc((start + min(timedelta(days=days), datetime.max - start)).isoformat())


class Filters(NamedTuple):
    """What an item must be; None is either. It was saved from ``since`` on and before ``until``, in UTC."""

    tag: str | None = None
    site: str | None = None
    lang: str | None = None
    read: bool | None = None
    favourite: bool | None = None
    archived: bool | None = None
    trashed: bool | None = False
    since: str | None = None
    until: str | None = None
    domain: str | None = None
    """The site or one that it is part of."""
