"""The records of a CSV file, such that a stray quote costs its own line at most, and not all that follow.

A quote that opens a field and is not closed makes a CSV reader take the lines after it for that field. Here a
field goes on in the next line only as long as that line is no record of its own.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

MAX_FIELD: Final = 2**24
"""Characters."""
MAX_LINES: Final = 1_000
"""Lines of one record."""
_ADDRESSES: Final = ("http://", "https://")


def records(text: str) -> Iterator[tuple[int, list[str] | None]]:
    """The number, from 1, of each record's first line, and its fields; None where it is no CSV.

    The first record is the file's head.
    """
    lines = list(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    before = csv.field_size_limit(MAX_FIELD)
    try:
        at = 0
        width = 0
        while at < len(lines):
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


def _record(lines: Sequence[str], at: int, width: int) -> tuple[int, list[str] | None]:
    """How many lines the record that begins at ``at`` has, and its fields; raises ``csv.Error``."""
    if not _is_open(lines[at]):
        return 1, _fields(lines[at])
    for length, line in enumerate(lines[at + 1 : at + MAX_LINES], 2):
        if _is_record(line, width):
            break
        if not _is_open(f'"{line}'):  # a line within a quoted field is one that a quote opens
            row = _fields("".join(lines[at : at + length]))
            if len(row) == width or not width:
                return length, row
            break
    return 1, _unquoted(lines[at], width)


def _is_open(record: str) -> bool:
    """Whether a quoted field of the record has no end. Another record is appended to see what comes out."""
    rows = list(csv.reader(io.StringIO(f"{record.rstrip(_ENDS)}\n{_MARK}\n", newline="")))
    return not rows or rows[-1] != [_MARK]


_MARK: Final = "jingdu"
_ENDS: Final = "\r\n"


def _fields(record: str) -> list[str]:
    return next(csv.reader(io.StringIO(record, newline="")), [])


def _unquoted(line: str, width: int) -> list[str]:
    """The fields of a line whose quotes mean nothing; a title may hold commas, the columns after it don't."""
    row = next(csv.reader([line], quoting=csv.QUOTE_NONE), [])
    if width and len(row) > width and not row[0].startswith(_ADDRESSES):
        row = [",".join(row[: len(row) - width + 1]), *row[len(row) - width + 1 :]]
    return [field.strip().strip('"') for field in row]


def _is_record(line: str, width: int) -> bool:
    """Whether a line by itself has all columns, one of them an address."""
    if _is_open(line):
        return any(field.startswith(_ADDRESSES) for field in _unquoted(line, width))
    row = _fields(line)
    ends_a_field = '""' not in line and any('"' in field for field in row)
    return len(row) == width and not ends_a_field and any(field.startswith(_ADDRESSES) for field in row)
