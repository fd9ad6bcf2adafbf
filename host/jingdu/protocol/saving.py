"""``save`` and ``saved``; ``picture`` and ``upload``, which send files in parts beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.protocol.fields import STORED, Fields, read, wrong
from jingdu.protocol.items import Item

DUPLICATES: Final = ("ask", "keep_both", "replace")
MAX_KEY: Final = 100


class Save(NamedTuple):
    """Saves a page; with ``if_duplicate`` ``ask`` only if the library has no near-duplicate."""

    id: int
    html: str
    url: str | None
    title: str | None
    """Title of the tab."""
    selection: str | None
    everything: bool
    if_duplicate: str
    fetch_pictures: bool | None
    """None: as in the settings."""
    pictures: str | None
    """Token under which pictures were uploaded."""
    private: bool = True
    private_ok: bool = False
    """Whether the user confirmed to save a page of a private window."""
    put_in: Sequence[int] = ()
    left_out: Sequence[int] = ()
    """As in ``extract``."""
    further: Sequence[str] = ()
    """HTML of the article's further pages from ``following``."""
    further_truncated: bool = False
    """Whether any of them was truncated."""
    instead: str | None = None
    """With ``replace`` the id of the article to replace."""
    key: str | None = None
    """Idempotency key: requests with the same key take effect once."""
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
    item: Item
    likeness: float
    """Similarity, 0 to 1."""


class SaveResult(NamedTuple):
    item: Item | None
    duplicate: Duplicate | None
    missing_pictures: list[str]
    suggested_tags: list[str]
    job: str | None
    """Id of the job that fetches missing pictures."""


class Saved(NamedTuple):
    id: int
    url: str


class SavedResult(NamedTuple):
    item: Item | None


class Picture(NamedTuple):
    """Uploads a part of a picture."""

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
    """False if it exceeds a limit: the picture is then fetched, or missing."""


class Upload(NamedTuple):
    """Uploads a part of a file; without ``data`` discards all files under the token."""

    id: int
    token: str
    name: str
    """Relative path with ``/``."""
    data: bytes | None
    offset: int = 0
    """Of the part within the file, in bytes."""

    @classmethod
    def of(cls, fields: Fields) -> Upload:
        name = fields.text_or_none("name") or ""
        data = fields.base64("data") if fields.has("data") else None
        return read(cls, fields, token=fields.token("token"), name=name, data=data)


class UploadResult(NamedTuple):
    refused: str | None
    """``name`` (invalid), ``large`` (too large), ``many`` (too many files) or ``gap`` (before the part)."""
