"""The library's requests and replies. ``item`` in a request is an id; in a reply it is an `Item`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from jingdu.protocol.fields import STORED, Fields, read, wrong
from jingdu.protocol.items import Item
from jingdu.protocol.reading import ArticleFields

DUPLICATES: Final = ("ask", "keep_both", "replace")
MAX_KEY: Final = 100


class Save(NamedTuple):
    """Keeps a page. With ``ask`` nothing is written where the library has it, or nearly it, already."""

    id: int
    html: str
    url: str | None
    title: str | None
    """The tab's title, for pages that have none."""
    selection: str | None
    everything: bool
    if_duplicate: str
    fetch_pictures: bool | None
    """None: as the settings say."""
    pictures: str | None
    """The token under which pictures were sent before."""
    private: bool = True
    private_ok: bool = False
    """The user agreed that a private window's page is kept."""
    put_in: Sequence[int] = ()
    left_out: Sequence[int] = ()
    """Numbers of blocks, as in ``extract``: what the reader chose."""
    further: Sequence[str] = ()
    """HTML of the article's further pages, as ``following`` gave it."""
    further_truncated: bool = False
    """One of them was cut, as ``following`` reported."""
    instead: str | None = None
    """With ``replace`` the id of the article that the user was asked about, which the page replaces."""
    key: str | None = None
    """The same whenever the same save is asked for again: it takes effect once."""
    title_at: int | None = STORED
    byline_at: int | None = STORED
    uncorrected: bool = False
    """As in ``extract``."""

    @classmethod
    def of(cls, fields: Fields) -> Save:
        if_duplicate = fields.choice("if_duplicate", DUPLICATES, absent="ask")
        instead = fields.text("instead") if if_duplicate == "replace" else None
        key = fields.text_or_none("key")
        if key is not None and len(key) > MAX_KEY:
            raise wrong("key", f"at most {MAX_KEY} characters")
        return read(cls, fields, if_duplicate=if_duplicate, instead=instead, key=key)


class Duplicate(NamedTuple):
    """An article that is the same, or nearly."""

    item: Item
    likeness: float
    """0 to 1."""


class SaveResult(NamedTuple):
    item: Item | None
    duplicate: Duplicate | None
    missing_pictures: list[str]
    suggested_tags: list[str]
    job: str | None
    """What still fetches pictures."""


class Saved(NamedTuple):
    id: int
    url: str


class SavedResult(NamedTuple):
    item: Item | None


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


class Duplicates(NamedTuple):
    """Asks for all articles that are nearly the same."""

    id: int


class Comparison(NamedTuple):
    """Of so many pairs that may be the same so many are compared."""

    done: int
    total: int


class DuplicatesResult(NamedTuple):
    groups: list[list[Duplicate]]
    """The likeness of each is to the first of its group."""
    comparing: Comparison | None
    """There are no groups yet: the same is to be asked again, and goes on where it was."""


class EditItems(NamedTuple):
    id: int
    items: Sequence[str]
    changes: Mapping[str, Any]

    @classmethod
    def of(cls, fields: Fields) -> EditItems:
        changes = fields.object("changes")
        given = {
            "title": changes.text_or_none("title"),
            **{
                name: changes.texts(name) if changes.has(name) else None for name in ("tags", "add_tags", "remove_tags")
            },
            **{name: changes.flag_or_none(name) for name in ("read", "favourite", "archived")},
        }
        return read(cls, fields, changes=_without_none(given))


class Items(NamedTuple):
    """``trash_items``, ``restore_items`` and ``delete_items``."""

    id: int
    items: Sequence[str]


class EditedItems(NamedTuple):
    items: list[Item]


class ItemIds(NamedTuple):
    items: list[str]


class LibrarySettings(NamedTuple):
    """Asks for the settings; ``changes`` are made first."""

    id: int
    changes: Mapping[str, Any]

    @classmethod
    def of(cls, fields: Fields) -> LibrarySettings:
        changes = fields.object("changes")
        flags = ("fetch_pictures", "allow_198_18", "interests")
        given = {"folder": changes.text_or_none("folder"), **{name: changes.flag_or_none(name) for name in flags}}
        return read(cls, fields, changes=_without_none(given))


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

    @classmethod
    def of(cls, fields: Fields) -> StartJob:
        return read(cls, fields, options=fields.object("options").all())


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


def _without_none(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if value is not None}
