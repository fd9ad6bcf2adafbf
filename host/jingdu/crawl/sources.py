"""Reads inputs as records, in a deterministic order."""

import gzip
import io
import json
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

import zstandard

from jingdu.crawl import warc
from jingdu.crawl.records import MAX_BYTES, Record, checked
from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.library import page_address
from jingdu.library.importers import saved_pages
from jingdu.page.parse import decode

MAX_LINE_BYTES: Final = 4 * MAX_BYTES
"""A line of JSON is longer than its page because of escapes."""
_WARC: Final = re.compile(r"archive/.*\.warc(\.gz)?")
_BROKEN: Final = (OSError, EOFError, zlib.error, zstandard.ZstdError)
_PARQUET_BATCH: Final = 64


Read = Callable[[BinaryIO, str, str], Iterator[Record]]
"""Reads the records of a file; the arguments are file, name and column with the HTML."""


class Source:
    """An input: a file, or a folder of pages; ``column`` of JSON lines and Parquet has the HTML."""

    def __init__(self, path: str, column: str) -> None:
        self.path, self.column = path, column
        self.size = 0 if os.path.isdir(path) else os.path.getsize(path)
        self._file: BinaryIO | None = None

    @property
    def position(self) -> int:
        """Bytes read so far."""
        return 0 if self._file is None or self._file.closed else self._file.tell()

    def records(self) -> Iterator[Record]:
        if os.path.isdir(self.path):
            yield from _folder(self.path)
            return
        with open(self.path, "rb") as self._file:
            yield from _reader(self.path)(self._file, os.path.basename(self.path), self.column)


def check(paths: Sequence[str]) -> None:
    """Raises `InputError` for a missing or unsupported input."""
    for path in paths:
        if not os.path.exists(path):
            raise InputError(_("There is no file {path}; check the name, or list addresses in a .txt file.", path=path))
        if not os.path.isdir(path):
            _reader(path)


def is_list(path: str) -> bool:
    """Whether an input is a list of addresses."""
    return os.path.isfile(path) and path.lower().endswith(".txt")


def _reader(path: str) -> Read:
    for suffix, read in READERS.items():
        if re.search(rf"\.{suffix}$", path.lower()):
            return read
    message = "{path} is not an input; name .warc, .warc.gz, .wacz, .jsonl, .parquet or .txt files, or folders of HTML."
    raise InputError(_(message, path=path))


def _wacz(file: BinaryIO, name: str, _column: str) -> Iterator[Record]:
    try:
        with zipfile.ZipFile(file) as archive:
            for member in (name for name in sorted(archive.namelist()) if _WARC.fullmatch(name)):
                with archive.open(member) as part:
                    yield from warc.read(cast(BinaryIO, part), f"{name}/{member}")
    except (zipfile.BadZipFile, NotImplementedError):
        yield Record(name, fault="record_damaged")


def _json_lines(file: BinaryIO, name: str, column: str) -> Iterator[Record]:
    """An object per line; the rest of a damaged compressed file is one record with a fault."""
    with closing(_decompressed(file, name)) as lines:
        for number in count(1):
            try:
                line = lines.readline(MAX_LINE_BYTES + 1)
                is_long = len(line) > MAX_LINE_BYTES
                while len(line) > MAX_LINE_BYTES:
                    line = lines.readline(MAX_LINE_BYTES + 1)
            except _BROKEN:
                yield Record(f"{name}:{number}", fault="record_damaged")
                return
            if not line and not is_long:
                return
            if is_long or line.strip():
                yield _from_line(b"" if is_long else line, f"{name}:{number}", column)


def _decompressed(file: BinaryIO, name: str) -> Any:
    if name.lower().endswith(".gz"):
        return gzip.GzipFile(fileobj=file)
    if name.lower().endswith(".zst"):
        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True, closefd=False)
        return io.BufferedReader(reader, 1 << 20)
    return file


def _from_line(line: bytes, identity: str, column: str) -> Record:
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        values = None
    return from_values(values if isinstance(values, dict) else {}, identity, column)


def from_values(values: dict[str, Any], identity: str, column: str) -> Record:
    """The record of a data set's row: ``column`` has the HTML; ``url``, ``id``, ``time``, ``status`` are optional."""
    url, time, status, html = (values.get(name) for name in ("url", "time", "status", column))
    record = Record(
        str(values.get("id") or identity),
        url if isinstance(url, str) else None,
        None if time is None else str(time),
        status if isinstance(status, int) else None,
    )
    if not isinstance(html, str | bytes):
        return record._replace(fault="record_damaged")
    return checked(record._replace(data=html), "text/html")


def _parquet(file: BinaryIO, name: str, column: str) -> Iterator[Record]:
    import pyarrow as pa
    from pyarrow import parquet

    number = 0
    try:
        table = parquet.ParquetFile(file)
        names = [field for field in ("url", "id", "time", "status", column) if field in table.schema_arrow.names]
        for batch in table.iter_batches(_PARQUET_BATCH, columns=names):
            for values in batch.to_pylist():
                number += 1
                yield from_values(values, f"{name}:{number}", column)
    except (pa.ArrowException, OSError):
        yield Record(f"{name}:{number + 1}", fault="record_damaged")


def _page(file: BinaryIO, name: str, _column: str) -> Iterator[Record]:
    data = file.read(MAX_BYTES + 1)
    yield checked(Record(name, page_address.address(decode(data[:100_000])), data=data), "text/html")


def _folder(folder: str) -> Iterator[Record]:
    """The pages in a folder and its subfolders, by name."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if name.lower().endswith(saved_pages.SUFFIXES):
                path = Path(parent, name)
                identity = path.relative_to(folder).as_posix()
                try:
                    with open(path, "rb") as file:
                        yield from _page(file, identity, "")
                except OSError:
                    yield Record(identity, fault="record_damaged")


def _addresses(file: BinaryIO, _name: str, _column: str) -> Iterator[Record]:
    """The addresses of a list, not yet fetched; ``#`` starts a comment."""
    for line in file:
        address = line.decode("utf-8", "replace").strip()
        if address and not address.startswith("#"):
            yield Record(address, address)


READERS: Final[dict[str, Read]] = {
    r"warc(\.gz)?": lambda file, name, _: warc.read(file, name),
    "wacz": _wacz,
    r"(jsonl|ndjson|json)(\.gz|\.zst)?": _json_lines,
    "parquet": _parquet,
    "x?html?": _page,
    "txt": _addresses,
}
"""Suffix of a name → reader."""
