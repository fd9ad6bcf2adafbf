"""The library's requests and replies. ``item`` in a request is an id; in a reply it is an `Item`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from jingdu.protocol.fields import Fields, wrong
from jingdu.protocol.items import Item
from jingdu.protocol.reading import ArticleFields

DUPLICATES: Final = ("ask", "keep_both", "replace")
MOST_ITEMS: Final = 10_000
"""Ids in one request."""
LONGEST_KEY: Final = 100


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
    private: bool
    private_ok: bool
    """The user agreed that a private window's page is kept."""
    put_in: Sequence[int] = ()
    left_out: Sequence[int] = ()
    """Numbers of blocks, as in ``extract``: what the reader chose."""
    further: Sequence[str] = ()
    """HTML of the article's further pages, as ``following`` gave it."""
    further_truncated: bool = False
    """One of them was cut, as ``following`` reported."""
    instead: str | None = None
    """With ``replace`` the id of the article that the user was asked about, which the page takes the place of."""
    key: str | None = None
    """The same whenever the same save is asked for again: it takes effect once."""


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


class SameItem(NamedTuple):
    item: Item
    likeness: float
    """0 to 1, to the first of its group."""


class Comparison(NamedTuple):
    """Of so many pairs that may be the same so many are compared."""

    done: int
    total: int


class DuplicatesResult(NamedTuple):
    groups: list[list[SameItem]]
    comparing: Comparison | None
    """There are no groups yet: the same is to be asked again, and goes on where it was."""


class EditItems(NamedTuple):
    id: int
    items: list[str]
    changes: Mapping[str, Any]


class Items(NamedTuple):
    """``trash_items``, ``restore_items`` and ``delete_items``."""

    id: int
    items: list[str]


class EditedItems(NamedTuple):
    items: list[Item]


class ItemIds(NamedTuple):
    items: list[str]


class LibrarySettings(NamedTuple):
    """Asks for the settings; ``changes`` are made first."""

    id: int
    changes: Mapping[str, Any]


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


def _save(fields: Fields) -> Save:
    if_duplicate = fields.choice("if_duplicate", DUPLICATES, absent="ask")
    return Save(
        id=fields.whole("id"),
        html=fields.text("html"),
        url=fields.text_or_none("url"),
        title=fields.text_or_none("title"),
        selection=fields.text_or_none("selection"),
        everything=fields.flag("everything"),
        if_duplicate=if_duplicate,
        instead=fields.text("instead") if if_duplicate == "replace" else None,
        fetch_pictures=fields.flag_or_none("fetch_pictures"),
        pictures=fields.text_or_none("pictures"),
        private=fields.flag("private", absent=True),
        put_in=tuple(fields.wholes("put_in")),
        left_out=tuple(fields.wholes("left_out")),
        further=tuple(fields.texts("further")),
        further_truncated=fields.flag("further_truncated"),
        private_ok=fields.flag("private_ok"),
        key=_key(fields),
    )


def _edit_items(fields: Fields) -> EditItems:
    changes = fields.object("changes")
    given: dict[str, Any] = {
        "title": changes.text_or_none("title"),
        **{name: changes.texts(name) if changes.has(name) else None for name in ("tags", "add_tags", "remove_tags")},
        **{name: changes.flag_or_none(name) for name in ("read", "favourite", "archived")},
    }
    return EditItems(_id(fields), _items(fields), {name: value for name, value in given.items() if value is not None})


def _library_settings(fields: Fields) -> LibrarySettings:
    changes = fields.object("changes")
    given: dict[str, Any] = {
        "folder": changes.text_or_none("folder"),
        **{name: changes.flag_or_none(name) for name in ("fetch_pictures", "allow_198_18", "interests")},
    }
    return LibrarySettings(_id(fields), {name: value for name, value in given.items() if value is not None})


def _key(fields: Fields) -> str | None:
    key = fields.text_or_none("key")
    if key is not None and len(key) > LONGEST_KEY:
        raise wrong("key", f"at most {LONGEST_KEY} characters")
    return key


def _items(fields: Fields) -> list[str]:
    return fields.texts("items")[:MOST_ITEMS]


def _id(fields: Fields) -> int:
    return fields.whole("id")


READERS: Final[Mapping[str, Callable[[Fields], Any]]] = {
    "save": _save,
    "saved": lambda fields: Saved(_id(fields), fields.text("url")),
    "open_item": lambda fields: OpenItem(_id(fields), fields.text("item")),
    "asset": lambda fields: Asset(_id(fields), fields.text("item"), fields.text("name")),
    "duplicates": lambda fields: Duplicates(_id(fields)),
    "edit_items": _edit_items,
    "trash_items": lambda fields: Items(_id(fields), _items(fields)),
    "restore_items": lambda fields: Items(_id(fields), _items(fields)),
    "delete_items": lambda fields: Items(_id(fields), _items(fields)),
    "library_settings": _library_settings,
    "start_job": lambda fields: StartJob(_id(fields), fields.text("kind"), fields.object("options").all()),
    "job": lambda fields: Job(_id(fields), fields.text("job")),
    "cancel_job": lambda fields: Job(_id(fields), fields.text("job")),
}
"""Action → what reads its request."""
