"""WARC files, plain and compressed: each HTTP response once, past what is damaged.

FastWARC reads until it meets an error. Which record is to blame is decided here: the one that begins where the
error is, if it cannot be read; else the one before it, whose length is wrong. Reading goes on with the next record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from fastwarc.warc import ArchiveIterator, WarcRecordType

from jingdu.crawl.records import MAX_BYTES, Record, judged

_START: Final = re.compile(
    rb"\x1f\x8b\x08[\x00-\x1f].{4}[\x00\x02\x04][\x00-\x0d\xff]|(?<=\n)WARC/1\.\d\r?\n", re.DOTALL
)
"""Where a record may begin: a gzip member (RFC 1952, 2.3), or a line."""
_MAX_START: Final = 16
"""Bytes of such a beginning, at most."""
_CHUNK: Final = 1 << 20


def read(file: BinaryIO, name: str) -> Iterator[Record]:
    """The responses of a WARC; one that does not give its id is called by ``name`` and where it begins."""
    start: int | None = 0
    while start is not None:
        begun, last, is_whole = None, None, True
        try:
            for archived in _archived(file, start):
                if last:
                    yield last
                begun = int(archived.stream_pos)
                last, is_whole = _record(archived, f"{name}@{begun}")
                if not is_whole:
                    break
            else:
                if last:
                    yield last
                yield from _fragment(file, begun, name)
                return
        except (OSError, ValueError):
            pass
        following = _next(file, start if begun is None else begun)
        if begun is None:
            yield Record(f"{name}@{start}", fault="record_damaged")
        elif last:
            yield _damaged(last) if not is_whole or _is_sound(file, following) else last
        start = following


def _fragment(file: BinaryIO, last: int | None, name: str) -> Iterator[Record]:
    """A gzip member after the last record that breaks off before its header does, which FastWARC takes for the end."""
    place = None if last is None else _next(file, last)
    if place is not None:
        file.seek(place)
        if file.read(1) == b"\x1f":
            yield Record(f"{name}@{place}", fault="record_damaged")


def _archived(file: BinaryIO, start: int) -> Iterator[Any]:
    file.seek(start)
    return iter(ArchiveIterator(file, parse_http=False, fsspec_args=False))


def _record(archived: Any, place: str) -> tuple[Record | None, bool]:
    """The record, None where it is no HTTP response; and whether all of it is there."""
    if archived.record_type != WarcRecordType.response:
        return None, True
    headers = archived.headers
    known = Record(archived.record_id or place, headers.get("WARC-Target-URI"), headers.get("WARC-Date"))
    if not headers.get("Content-Length"):
        return _damaged(known), False
    if not archived.is_http:
        return None, True
    try:
        archived.parse_http(auto_decode="all")
        expected = archived.content_length
        data = archived.reader.read(MAX_BYTES + 1) if archived.content_length else b""
    except (OSError, ValueError):
        return _damaged(known), False
    if archived.http_headers is None or archived.http_headers.status_code is None:
        return _damaged(known), True
    answer = {name.lower(): value for name, value in archived.http_headers.items()}
    is_packed = "transfer-encoding" in answer or "content-encoding" in answer
    if not is_packed and len(data) < min(expected, MAX_BYTES + 1):
        return _damaged(known), False
    known = known._replace(status=archived.http_headers.status_code, charset=archived.http_charset, data=data)
    return judged(known, headers.get("WARC-Identified-Payload-Type") or answer.get("content-type")), True


def _damaged(record: Record) -> Record:
    return record._replace(data=b"", fault="record_damaged")


def _is_sound(file: BinaryIO, start: int | None) -> bool:
    """Whether a record can be read there, as far as its header goes."""
    try:
        return start is not None and next(_archived(file, start), None) is not None
    except (OSError, ValueError):
        return False


def _next(file: BinaryIO, start: int) -> int | None:
    """Where the next record may begin, after ``start``."""
    file.seek(start + 1)
    before, place = b"", start + 1
    while chunk := file.read(_CHUNK):
        data = before + chunk
        if found := _START.search(data):
            return place - len(before) + found.start()
        place += len(chunk)
        before = data[-_MAX_START:]
    return None
