"""Lists of addresses in CSV: Pocket's, Instapaper's, and any other with a column of addresses."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from jingdu.library.importers import MAX_LIST, Failed, Incoming, Later, bytes_of
from jingdu.library.importers.bookmarks import moment
from jingdu.page.parse import decode

_ADDRESS: Final = ("url", "given_url", "resolved_url", "link", "href", "address")
_TITLE: Final = ("title", "given_title", "resolved_title", "name")
_ADDED: Final = ("time_added", "timestamp", "added", "date_added", "created")
_ISO: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:?00)?")

_ADDRESSES: Final = ("http://", "https://")
MAX_FIELD: Final = 2**24
"""Characters."""
MAX_LINES: Final = 1_000
"""Lines of one record."""


def is_it(start: bytes) -> bool:
    """Whether the first line names a column of addresses."""
    line = start.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
    names = {name.strip().strip('"').lower() for name in line.split(",")}
    return bool(names & set(_ADDRESS))


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """The addresses of a file, each once; raises `Unreadable`."""
    found = list(_rows(decode(bytes_of(source, MAX_LIST))))
    return len(found), iter(found)


def _rows(text: str) -> Iterator[Incoming]:
    seen: set[str] = set()
    rows = records(text)
    _, head = next(rows, (1, []))
    names = [name.strip().lower() for name in head or ()]
    for number, row in rows:
        if row is None:
            yield Incoming(f"line {number}", "", Failed(f"line {number}", "no_csv", line=number))
            continue
        fields = {name: value.strip() for name, value in zip(names, row, strict=False)}
        if any(fields.values()):
            incoming = _incoming(fields, number)
            if incoming.key not in seen:
                seen.add(incoming.key)
                yield incoming


def _incoming(fields: Mapping[str, str], number: int) -> Incoming:
    url = _first(fields, _ADDRESS)
    if not url.startswith(_ADDRESSES):
        return Incoming(f"line {number}", url, Failed(f"line {number}", "no_address", line=number))
    folder, status = fields.get("folder", ""), fields.get("status", "").lower()
    own = folder.lower() in ("", "unread", "archive", "starred")
    tags = dict.fromkeys([*_tags(fields.get("tags", "")), *([] if own else [folder])])
    later = Later(
        url=url,
        title=_first(fields, _TITLE) or url,
        added=_moment(_first(fields, _ADDED)),
        tags=list(tags),
        archived=folder.lower() == "archive" or status == "archive",
        favourite=folder.lower() == "starred" or fields.get("favorite") == "1",
    )
    return Incoming(url, url, later)


def _first(fields: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((fields[name] for name in names if fields.get(name)), "")


def _moment(written: str) -> str | None:
    found = _ISO.match(written)
    return f"{found[1]}T{found[2]}Z" if found else moment(written)


def _tags(written: str) -> list[str]:
    """Pocket parts tags by ``|``, Instapaper writes them as JSON, others by commas."""
    if written.startswith("["):
        try:
            parsed = json.loads(written)
        except ValueError:
            return []
        return [tag.strip() for tag in parsed if isinstance(tag, str) and tag.strip()]
    return [tag.strip() for tag in re.split(r"[|,]", written) if tag.strip()]


def records(text: str) -> Iterator[tuple[int, list[str] | None]]:
    """The number, from 1, of each record's first line, and its fields; None where it is no CSV.

    The first record is the file's head. A quote that opens a field and is not closed makes a CSV reader take the lines
    after it for that field. Here a field goes on in the next line only as long as that line is no record of its own.
    """
    lines = list(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    before = csv.field_size_limit(MAX_FIELD)
    try:
        at = width = 0
        while at < len(lines):
            row: list[str] | None
            try:
                length, row = _record(lines, at, width)
            except csv.Error:
                length, row = 1, None
            width = width or len(row or ())
            if row != []:
                yield at + 1, row
            at += length
    finally:
        csv.field_size_limit(before)


def _record(lines: Sequence[str], at: int, width: int) -> tuple[int, list[str]]:
    """How many lines the record that begins at ``at`` has, and its fields; raises ``csv.Error``."""
    quotes = 0
    for length, line in enumerate(lines[at : at + MAX_LINES], 1):
        if length > 1 and _is_record(line, width):
            break
        quotes += line.count('"')
        if quotes % 2 == 0:
            row = next(csv.reader(io.StringIO("".join(lines[at : at + length]), newline="")), [])
            if length == 1 or len(row) == width or not width:
                return length, row
            break
    return 1, _unquoted(lines[at], width)


def _unquoted(line: str, width: int) -> list[str]:
    """The fields of a line whose quotes mean nothing; a title may hold commas, the columns after it don't."""
    row = next(csv.reader([line], quoting=csv.QUOTE_NONE), [])
    if width and len(row) > width and not row[0].startswith(_ADDRESSES):
        row = [",".join(row[: len(row) - width + 1]), *row[len(row) - width + 1 :]]
    return [field.strip().strip('"') for field in row]


def _is_record(line: str, width: int) -> bool:
    """Whether a line by itself has all columns, one of them an address; its first quote, if any, begins a field."""
    begins = '"' not in line or re.match('(?:[^"]*,)?"', line) is not None
    return begins and any(field.startswith(_ADDRESSES) for field in _unquoted(line, 0)) and line.count(",") >= width - 1
