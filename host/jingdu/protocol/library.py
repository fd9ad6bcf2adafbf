"""Actions on articles, highlights, settings and jobs of the library.

``item`` is an id in requests and an `Item` in replies.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, NamedTuple

from jingdu.protocol.fields import Fields, changes, wrong
from jingdu.protocol.items import COLOURS, Highlight, Item, Position, Quote

MAX_HIGHLIGHTS: Final = 5_000
"""Maximum highlights in a request."""
MAX_QUOTE: Final = 100_000
"""Maximum characters of a quote, and of its context on each side."""
MAX_NOTE: Final = 100_000
"""Maximum characters of a note."""


class OpenItem(NamedTuple):
    id: int
    item: str


class MissingPicture(NamedTuple):
    address: str
    why: str | None
    """A code of `jingdu.library.wording`; None if unknown."""


class OpenItemResult(NamedTuple):
    item: Item
    article: Mapping[str, Any]
    """As in ``extract``."""
    highlights: list[Any]
    suggested_tags: list[str]
    edited: bool
    """Whether the text is an ``article.md`` that the user edited."""
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
    changes: Annotated[Mapping[str, Any], changes(
        {"title": Fields.text, "tags": Fields.texts, "add_tags": Fields.texts, "remove_tags": Fields.texts,
         "read": Fields.flag, "favourite": Fields.flag, "archived": Fields.flag}
    )]  # fmt: skip


class Items(NamedTuple):
    """``trash_items``, ``restore_items`` and ``delete_items``."""

    id: int
    items: Sequence[str]


TrashItems = RestoreItems = DeleteItems = Items


class EditedItems(NamedTuple):
    items: list[Item]


class ItemIds(NamedTuple):
    items: list[str]


def _highlights(fields: Fields, name: str) -> list[Highlight]:
    put = fields.objects(name)
    if len(put) > MAX_HIGHLIGHTS:
        raise wrong(name, f"at most {MAX_HIGHLIGHTS} highlights")
    return list(map(_highlight, put))


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


class Highlights(NamedTuple):
    """The highlights of an article or address, after applying ``put`` and ``removed``.

    Of two highlights with the same id the one changed last is kept, so that concurrent tabs and repeated requests are
    harmless.
    """

    id: int
    item: str | None
    url: str | None
    put: Annotated[list[Highlight], _highlights]
    removed: Sequence[str]
    private: bool = True


class HighlightsResult(NamedTuple):
    highlights: list[Highlight]
    item: str | None
    """The article's id; None if the page is not in the library."""


class LibrarySettings(NamedTuple):
    """The settings, after applying ``changes``."""

    id: int
    changes: Annotated[Mapping[str, Any], changes(
        {"folder": Fields.text, "fetch_pictures": Fields.flag, "allow_198_18": Fields.flag, "interests": Fields.flag}
    )]  # fmt: skip


class ExportFormat(NamedTuple):
    name: str
    labels: Mapping[str, str]
    """Language (BCP 47) → label."""


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


CancelJob = Job


class JobStarted(NamedTuple):
    job: str


class JobState(NamedTuple):
    """Progress of a job: ``state`` is running, done, failed or cancelled; ``code`` is the fault's code if it failed."""

    state: str
    done: int
    total: int
    message: str
    code: str | None
    report: list[Any]
    path: str | None
    counts: Mapping[str, int]
