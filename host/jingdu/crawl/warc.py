"""Reads WARC files, compressed or not: each HTTP response once, skipping damaged records.

FastWARC stops at an error. Here the damaged record is identified: the one at the error, if it can't be read, else the
one before it, whose length is wrong. Reading then continues with the next record.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from fastwarc.warc import ArchiveIterator, WarcRecordType

from jingdu.crawl.records import MAX_BYTES, Record, checked

_START: Final = re.compile(rb"\x1f\x8b\x08[\x00-\x1f].{4}[\x00\x02\x04][\x00-\x0d\xff]|(?<=\n)WARC/1\.\d\r?\n", re.S)
"""The start of a record: a gzip member (RFC 1952, 2.3) or a version line."""
_MAX_START: Final = 16
"""Maximum bytes of a match of `_START`."""
_CHUNK: Final = 1 << 20


def read(file: BinaryIO, name: str) -> Iterator[Record]:
    """The responses in a WARC file; those without an id are identified by ``name`` and offset."""
    start: int | None = 0
    while start is not None:
        offset, last, is_complete = None, None, True
        try:
            for archived in _archived(file, start):
                if last:
                    yield last
                offset = int(archived.stream_pos)
                last, is_complete = _record(archived, f"{name}@{offset}")
                if not is_complete:
                    break
            else:
                if last:
                    yield last
                yield from _fragment(file, offset, name)
                return
        except (OSError, ValueError):
            pass
        following = _next(file, start if offset is None else offset)
        if offset is None:
            yield Record(f"{name}@{start}", fault="record_damaged")
        elif last:
            yield _damaged(last) if not is_complete or _is_readable(file, following) else last
        start = following


def _fragment(file: BinaryIO, last: int | None, name: str) -> Iterator[Record]:
    """A gzip member truncated within its header after the last record, which FastWARC takes for the end of the file."""
    offset = None if last is None else _next(file, last)
    if offset is not None:
        file.seek(offset)
        if file.read(1) == b"\x1f":
            yield Record(f"{name}@{offset}", fault="record_damaged")


def _archived(file: BinaryIO, start: int) -> Iterator[Any]:
    file.seek(start)
    return iter(ArchiveIterator(file, parse_http=False, fsspec_args=False))


def _record(archived: Any, identity: str) -> tuple[Record | None, bool]:
    """The record, or None if it is not an HTTP response; and whether it is complete."""
    if archived.record_type != WarcRecordType.response:
        return None, True
    headers = archived.headers
    record = Record(archived.record_id or identity, headers.get("WARC-Target-URI"), headers.get("WARC-Date"))
    if not headers.get("Content-Length"):
        return _damaged(record), False
    if not archived.is_http:
        return None, True
    try:
        archived.parse_http(auto_decode="all")
        expected = archived.content_length
        data = archived.reader.read(MAX_BYTES + 1) if archived.content_length else b""
    except (OSError, ValueError):
        return _damaged(record), False
    if archived.http_headers is None or archived.http_headers.status_code is None:
        return _damaged(record), True
    response = {name.lower(): value for name, value in archived.http_headers.items()}
    is_encoded = "transfer-encoding" in response or "content-encoding" in response
    if not is_encoded and len(data) < min(expected, MAX_BYTES + 1):
        return _damaged(record), False
    record = record._replace(status=archived.http_headers.status_code, charset=archived.http_charset, data=data)
    return checked(record, headers.get("WARC-Identified-Payload-Type") or response.get("content-type")), True


def _damaged(record: Record) -> Record:
    return record._replace(data=b"", fault="record_damaged")


def _is_readable(file: BinaryIO, start: int | None) -> bool:
    """Whether there is a record at this offset that can be read to its end."""
    try:
        archived = None if start is None else next(_archived(file, start), None)
        while archived and archived.reader.read(_CHUNK):
            pass
    except (OSError, ValueError):
        return False
    return archived is not None


def _next(file: BinaryIO, start: int) -> int | None:
    """The offset of the next possible record after ``start``."""
    file.seek(start + 1)
    before, offset = b"", start + 1
    while chunk := file.read(_CHUNK):
        data = before + chunk
        if found := _START.search(data):
            return offset - len(before) + found.start()
        offset += len(chunk)
        before = data[-_MAX_START:]
    return None
