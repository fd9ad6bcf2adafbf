"""What the index knows of an item: what it is filtered and sorted by, and what it is found by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from jingdu.text.fold import composed, fold


class Entry(NamedTuple):
    """An item as the index keeps it. ``fields`` is what a search reports of it, as JSON has it."""

    # ``folder`` is its path within the library, with slashes; ``saved`` is in UTC.

    id: str
    folder: str
    title: str
    byline: str = ""
    site: str = ""
    lang: str = ""
    url: str = ""
    canonical: str = ""
    published: str = ""
    saved: str = ""
    read: bool = False
    favourite: bool = False
    archived: bool = False
    trashed: bool = False
    tags: Sequence[str] = ()
    keywords: Sequence[str] = ()
    fields: dict[str, Any] = {}  # noqa: RUF012 (never changed)


class Texts(NamedTuple):
    """What an item is found by: the row of ``text``."""

    title: str
    labels: str
    body: str


def texts(entry: Entry, body: str) -> Texts:
    """Labels are parted, so that no search finds the end of one and the beginning of the next."""
    labels = " ¦ ".join([entry.byline, entry.site, *entry.tags, *entry.keywords])
    return Texts(composed(entry.title), composed(labels), composed(body))


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
