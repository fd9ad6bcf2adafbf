"""Lists of addresses in CSV: Pocket's, Instapaper's, and any other with a column of addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from jingdu.library.importers import Failed, Incoming, Later, csv_rows
from jingdu.library.importers.bookmarks import moment, text_of

_ADDRESS: Final = ("url", "given_url", "resolved_url", "link", "href", "address")
_TITLE: Final = ("title", "given_title", "resolved_title", "name")
_ADDED: Final = ("time_added", "timestamp", "added", "date_added", "created")
_ISO: Final = re.compile(r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|\+00:?00)?")


def is_it(start: bytes) -> bool:
    """Whether the first line names a column of addresses."""
    line = start.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", "replace")
    names = {name.strip().strip('"').lower() for name in line.split(",")}
    return bool(names & set(_ADDRESS))


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """The addresses of a file, each once; raises `Unreadable`."""
    found = list(_rows(text_of(source)))
    return len(found), iter(found)


def _rows(text: str) -> Iterator[Incoming]:
    seen: set[str] = set()
    records = csv_rows.records(text)
    _, head = next(records, (1, []))
    names = [name.strip().lower() for name in head or ()]
    for number, row in records:
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
    if not url.startswith(("http://", "https://")):
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
