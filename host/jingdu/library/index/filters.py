"""What a list is narrowed by, and how many of the items found have which value."""

from __future__ import annotations

from typing import NamedTuple


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


class Facets(NamedTuple):
    """How many of the items found have which value, most first."""

    tags: list[tuple[str, int]]
    sites: list[tuple[str, int]]
    langs: list[tuple[str, int]]
