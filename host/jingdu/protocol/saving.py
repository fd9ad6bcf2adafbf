"""``save`` and ``saved``; and ``picture`` and ``upload``, which send files in parts before they are used."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated, Final, NamedTuple

from jingdu.protocol.fields import STORED, Fields, wrong
from jingdu.protocol.items import Item

MAX_KEY: Final = 100
_if_duplicate: Final = partial(Fields.choice, choices=("ask", "keep_both", "replace"), absent="ask")


def _instead(fields: Fields, name: str) -> str | None:
    return fields.text(name) if _if_duplicate(fields, "if_duplicate") == "replace" else None


def _part(fields: Fields, name: str) -> int:
    part = fields.whole(name)
    if part >= fields.whole("parts"):
        raise wrong(name, "less than parts")
    return part


class Save(NamedTuple):
    """Saves a page; if ``if_duplicate`` is ``ask``, only if the library has no near-duplicate of it."""

    id: int
    html: str
    url: str | None
    title: str | None
    """Title of the tab."""
    selection: str | None
    everything: bool
    if_duplicate: Annotated[str, _if_duplicate]
    fetch_pictures: bool | None
    """Whether to fetch missing pictures; None for the user's setting."""
    pictures: Annotated[str | None, lambda fields, name: fields.token(name) if fields.has(name) else None]
    """Token under which pictures were uploaded."""
    private: bool = True
    private_ok: bool = False
    """Whether the user confirmed saving a page of a private window."""
    put_in: Sequence[int] = ()
    left_out: Sequence[int] = ()
    """As in ``extract``."""
    further: Sequence[str] = ()
    """HTML of the article's further pages from ``following``."""
    further_truncated: bool = False
    """Whether any of them was truncated."""
    instead: Annotated[str | None, _instead] = None
    """With ``replace`` the id of the article to replace."""
    key: Annotated[str | None, partial(Fields.text_or_none, most=MAX_KEY)] = None
    """Idempotency key: requests with the same key take effect once."""
    title_at: int | None = STORED
    byline_at: int | None = STORED
    uncorrected: bool = False
    """As in ``extract``."""


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
    """Id of the job that fetches missing pictures, if any."""


class Saved(NamedTuple):
    id: int
    url: str


class SavedResult(NamedTuple):
    item: Item | None


class Picture(NamedTuple):
    """Uploads a part of a picture."""

    id: int
    token: Annotated[str, Fields.token]
    url: str
    part: Annotated[int, _part]
    """Number of the part, from 0."""
    parts: int
    data: bytes


class PictureResult(NamedTuple):
    received: bool
    """False if it could not be stored, for example beyond a limit; the picture is then fetched, or missing."""


class Upload(NamedTuple):
    """Uploads a part of a file; without ``data`` discards all files under the token."""

    id: int
    token: Annotated[str, Fields.token]
    name: Annotated[str, lambda fields, name: fields.text_or_none(name) or ""]
    """Relative path with ``/``."""
    data: bytes | None
    offset: int = 0
    """Offset of the part within the file, in bytes."""


class UploadResult(NamedTuple):
    refused: str | None
    """The reason for refusing the part: ``name`` (invalid), ``large`` (too large), ``many`` (too many files) or ``gap``
    (a part before it is missing)."""
