"""What is read and what comes out: a record of the input, the columns of a row, the codes of what could not be read."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

MAX_BYTES: Final = 64 * 2**20
"""Bytes of a page, as with ``jingdu read``."""

COLUMNS: Final = {
    "url": "string", "id": "string", "time": "string", "status": "int32",
    "title": "string", "byline": "string", "published": "string", "site": "string", "lang": "string",
    "text": "string", "markdown": "string", "html": "string", "words": "int32", "kind": "string", "score": "float64",
    "truncated": "bool", "extractor": "string", "weights": "string", "fault": "string", "fingerprint": "list",
}  # fmt: skip
"""Column → its type; ``html`` and ``fingerprint`` are there on request only, all may be null but ``id``."""

Row = dict[str, Any]
"""By column."""


class Record(NamedTuple):
    """One record of the input; with a ``fault`` there is nothing to read."""

    id: str
    """Unique within the input: that of the WARC record, or ``file:number``."""
    url: str | None = None
    time: str | None = None
    """When it was captured, as the input has it; mostly ISO 8601."""
    status: int | None = None
    """Of HTTP."""
    charset: str | None = None
    """Of the HTTP header."""
    data: bytes | str = b""
    fault: str | None = None
    profile: str = ""
    """What is known of its site, as `jingdu.sites.codec` writes it."""


class Options(NamedTuple):
    """How each page is read."""

    extractor: str = "fused"
    html: bool = False
    """Whether the clean HTML is wanted too."""
    languages: tuple[str, ...] = ()
    """BCP 47 tags or their beginnings; none for all."""
    min_words: int = 0
    fingerprints: bool = False


def columns(options: Options) -> list[str]:
    left_out = {"html": options.html, "fingerprint": options.fingerprints}
    return [name for name in COLUMNS if left_out.get(name, True)]


def judged(record: Record, kind: str | None) -> Record:
    """The record of an HTTP answer with this content type, with a fault where it is not a page."""
    if record.fault:
        return record
    if record.status not in (None, 200):
        return record._replace(data=b"", fault="http_status")
    if len(record.data) > MAX_BYTES:
        return record._replace(data=b"", fault="page_too_large")
    data = record.data if isinstance(record.data, bytes) else record.data[:1024].encode()
    start = data[:1024].lstrip().lower()
    named = (kind or "").partition(";")[0].strip().lower()
    is_page = named in ("text/html", "application/xhtml+xml") or (not named and b"<" in start)
    if not is_page or start.startswith((b"%pdf-", b"\x89png", b"gif8", b"\xff\xd8\xff", b"pk\x03\x04")):
        return record._replace(data=b"", fault="not_html")
    return record
