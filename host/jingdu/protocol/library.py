"""The articles of the library: opened, changed, highlighted; its settings and jobs.

``item`` in a request is an id; in a reply it is an `Item`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from jingdu.protocol.fields import Fields, read, wrong
from jingdu.protocol.items import COLOURS, Highlight, Item, Position, Quote
from jingdu.protocol.reading import ArticleFields

MAX_HIGHLIGHTS: Final = 5_000
"""Highlights of one article."""
MAX_QUOTE: Final = 100_000
"""Characters."""
MAX_NOTE: Final = 100_000


class OpenItem(NamedTuple):
    id: int
    item: str


class MissingPicture(NamedTuple):
    address: str
    why: str | None
    """A code of `jingdu.library.images`; None where it is not known."""


class OpenItemResult(NamedTuple):
    item: Item
    article: ArticleFields
    highlights: list[Any]
    suggested_tags: list[str]
    edited: bool
    """The text is ``article.md`` as its user edited it."""
    missing_pictures: list[MissingPicture]


class Asset(NamedTuple):
    id: int
    item: str
    name: str


class AssetResult(NamedTuple):
    type: str
    data: str
    """Base64."""


class EditItems(NamedTuple):
    id: int
    items: Sequence[str]
    changes: Mapping[str, Any]

    @classmethod
    def of(cls, fields: Fields) -> EditItems:
        texts = dict.fromkeys(("tags", "add_tags", "remove_tags"), Fields.texts)
        flags = dict.fromkeys(("read", "favourite", "archived"), Fields.flag)
        return read(cls, fields, changes=fields.changes("changes", {"title": Fields.text, **texts, **flags}))


class Items(NamedTuple):
    """``trash_items``, ``restore_items`` and ``delete_items``."""

    id: int
    items: Sequence[str]


class EditedItems(NamedTuple):
    items: list[Item]


class ItemIds(NamedTuple):
    items: list[str]


class Highlights(NamedTuple):
    """Asks for an article's highlights; ``put`` and ``removed`` are done first.

    Each highlight is put by its id, and the one that was changed last stays, so that two tabs, or the same
    request twice, do no harm.
    """

    id: int
    item: str | None
    url: str | None
    put: list[Highlight]
    removed: Sequence[str]
    private: bool = True

    @classmethod
    def of(cls, fields: Fields) -> Highlights:
        put = fields.objects("put")
        if len(put) > MAX_HIGHLIGHTS:
            raise wrong("put", f"at most {MAX_HIGHLIGHTS} highlights")
        return read(cls, fields, put=list(map(_highlight, put)))


class HighlightsResult(NamedTuple):
    highlights: list[Highlight]
    item: str | None
    """The article of the library that has them; None where they are kept beside it."""


class LibrarySettings(NamedTuple):
    """Asks for the settings; ``changes`` are made first."""

    id: int
    changes: Mapping[str, Any]

    @classmethod
    def of(cls, fields: Fields) -> LibrarySettings:
        flags = dict.fromkeys(("fetch_pictures", "allow_198_18", "interests"), Fields.flag)
        return read(cls, fields, changes=fields.changes("changes", {"folder": Fields.text, **flags}))


class ExportFormat(NamedTuple):
    name: str
    labels: Mapping[str, str]
    """Language (BCP 47) → what a user chooses it by."""


class LibrarySettingsResult(NamedTuple):
    settings: Mapping[str, Any]
    export_formats: list[ExportFormat]


class StartJob(NamedTuple):
    id: int
    kind: str
    options: Mapping[str, Any]


class Job(NamedTuple):
    """``job`` and ``cancel_job``."""

    id: int
    job: str


class JobStarted(NamedTuple):
    job: str


class JobState(NamedTuple):
    """How long work gets on: ``state`` is running, done, failed or cancelled."""

    state: str
    done: int
    total: int
    message: str
    report: list[Any]
    path: str | None
    counts: Mapping[str, int]


def _highlight(fields: Fields) -> Highlight:
    quote, position = fields.object("quote"), fields.object("position")
    return Highlight(
        id=fields.text("id", 100),
        quote=Quote(*(quote.text(name, MAX_QUOTE) for name in Quote._fields)),
        position=Position(position.whole("start"), position.whole("end")),
        colour=fields.choice("colour", COLOURS),
        note=fields.text_or_none("note", MAX_NOTE) or "",
        made=fields.text("made", 40),
        changed=fields.text("changed", 40),
    )
