"""What is known of a kept article, without its text."""

from __future__ import annotations

import secrets
from typing import NamedTuple


class Item(NamedTuple):
    """One article of the library, as its front matter tells it. Times are ISO 8601 with their zone."""

    id: str
    """Stable and random; the folder's name may change, this does not."""
    folder: str
    """The folder's name within the library, or within its trash."""
    title: str
    saved: str
    byline: str | None = None
    site: str | None = None
    url: str | None = None
    canonical: str | None = None
    """The address that the page names as its own, where it names one."""
    published: str | None = None
    lang: str | None = None
    dir: str = "ltr"
    words: int = 0
    """Words; a Chinese or Japanese character counts as one."""
    reading_time: int = 1
    """Minutes."""
    excerpt: str | None = None
    cover: str | None = None
    """The name in ``assets/`` of the picture that stands for the article."""
    image: str | None = None
    """The address of the lead picture."""
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    read: bool = False
    favourite: bool = False
    archived: bool = False
    later: bool = False
    """An address to be read later: there is no text yet."""
    trashed: str | None = None
    """When it was put into the trash; it is there while this is told."""
    extractor: str = ""
    truncated: bool = False
    """The page was too large to be kept whole."""
    text_hash: str = ""
    """SHA-256 of the body of ``article.md`` as Jingdu wrote it: another body was edited by its user."""


def new_id() -> str:
    """A new item's id: 80 random bits, in letters that no system folds together.

    It begins with a letter, so that no program that rewrites the front matter takes it for a number.
    """
    return "j" + secrets.token_hex(10)
