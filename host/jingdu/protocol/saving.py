"""``save`` and ``saved``; ``picture`` and ``upload``, which send files in parts before they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.protocol.fields import STORED, Fields, read, wrong
from jingdu.protocol.items import Item

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
        key = fields.text_or_none("key", MAX_KEY)
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


class Picture(NamedTuple):
    """Brings one part of a picture, whose kind is known by its bytes alone."""

    id: int
    token: str
    url: str
    part: int
    """From 0."""
    parts: int
    data: bytes

    @classmethod
    def of(cls, fields: Fields) -> Picture:
        picture = read(cls, fields, token=fields.token("token"))
        if picture.part >= picture.parts:
            raise wrong("part", "less than parts")
        return picture


class PictureResult(NamedTuple):
    received: bool
    """False where a limit is met: the picture is then fetched, or missing."""


class Upload(NamedTuple):
    """Brings a part of a file; without ``data`` all that came under the token is thrown away."""

    id: int
    token: str
    name: str
    """The file's, with its folders within what was chosen, parted by ``/``."""
    data: bytes | None
    offset: int = 0
    """Where in the file the part begins, in bytes."""

    @classmethod
    def of(cls, fields: Fields) -> Upload:
        name = fields.text_or_none("name") or ""
        data = fields.base64("data") if fields.has("data") else None
        return read(cls, fields, token=fields.token("token"), name=name, data=data)


class UploadResult(NamedTuple):
    refused: str | None
    """Why the file can't be taken: its ``name``, it is too ``large``, too ``many`` files, a ``gap`` before the part."""
