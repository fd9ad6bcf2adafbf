"""Records of the input, and columns of the output."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

MAX_BYTES: Final = 64 * 2**20
"""Maximum bytes of a page, as for ``jingdu read``."""

COLUMNS: Final = {
    "url": "string", "id": "string", "time": "string", "status": "int32",
    "title": "string", "byline": "string", "published": "string", "site": "string", "lang": "string",
    "text": "string", "markdown": "string", "html": "string", "words": "int32", "kind": "string", "score": "float64",
    "truncated": "bool", "extractor": "string", "weights": "string", "fault": "string", "fingerprint": "list",
}  # fmt: skip
"""Column → Arrow type; ``markdown``, ``html`` and ``fingerprint`` are optional, and all but ``id`` may be null."""

Row = dict[str, Any]


class Record(NamedTuple):
    """A record of the input; with a ``fault`` it has no data."""

    id: str
    """Unique within the input: the WARC record's id, or ``file:number``."""
    url: str | None = None
    time: str | None = None
    """Time of capture as in the input, usually ISO 8601."""
    status: int | None = None
    charset: str | None = None
    """Charset in the HTTP header."""
    data: bytes | str = b""
    fault: str | None = None
    profile: str = ""
    """The site's profile in the format of `jingdu.sites.codec`."""


class Options(NamedTuple):
    extractor: str = "fused"
    html: bool = False
    languages: tuple[str, ...] = ()
    """BCP 47 tags or prefixes; empty for all languages."""
    min_words: int = 0
    fingerprints: bool = False
    markdown: bool = True


def columns(options: Options) -> list[str]:
    optional = {"markdown": options.markdown, "html": options.html, "fingerprint": options.fingerprints}
    return [name for name in COLUMNS if optional.get(name, True)]


def checked(record: Record, content_type: str | None) -> Record:
    """The record of an HTTP response, with a fault if it is not an HTML page."""
    if record.status not in (None, 200):
        return record._replace(data=b"", fault="http_status")
    if len(record.data) > MAX_BYTES:
        return record._replace(data=b"", fault="page_too_large")
    data = record.data if isinstance(record.data, bytes) else record.data[:1024].encode()
    start = data[:1024].lstrip().lower()
    mime = (content_type or "").partition(";")[0].strip().lower()
    is_page = mime in ("text/html", "application/xhtml+xml") or (not mime and b"<" in start)
    if not is_page or start.startswith((b"%pdf-", b"\x89png", b"gif8", b"\xff\xd8\xff", b"pk\x03\x04")):
        return record._replace(data=b"", fault="not_html")
    return record


def faulty(record: Record, fault: str | None, options: Options) -> Row:
    """A row without an article, with the code of a fault, if there is one."""
    fields = {"url": record.url, "id": record.id, "time": record.time, "status": record.status, "fault": fault}
    constants = {"extractor": options.extractor, "weights": weights()}
    return dict.fromkeys(columns(options)) | encodable(fields) | constants


def encodable(row: Row) -> Row:
    """Replaces lone surrogates in a row, which JSON may contain but UTF-8 can't encode; returns the row."""
    for name, value in row.items():
        if isinstance(value, str) and not value.isascii():
            row[name] = value.encode("utf-8", "replace").decode()
    return row


@cache
def weights() -> str:
    """A digest of all packaged weights."""
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parents[1].glob("weights/*.json")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
