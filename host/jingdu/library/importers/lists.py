"""Lists of addresses: bookmarks, exports of Pocket, Instapaper, Raindrop, wallabag and Omnivore, any CSV with a column
of addresses, any JSON array of objects with one, and plain lists.

The Netscape bookmark format, which Pocket's HTML resembles, omits end tags, so it is read tag by tag: ``H3`` names a
folder, ``DL`` starts its content, ``A`` is a bookmark. Folders become tags, except the browsers' built-in ones.
"""

import csv
import io
import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Final

from jingdu.library.importers import Failed, Incoming, SavedPage, SourceError, bytes_of, saved_pages
from jingdu.page.parse import decode
from jingdu.protocol.items import Item

MAX_LIST_BYTES: Final = 256 * 2**20
_BOOKMARKS: Final = re.compile(r"<!DOCTYPE NETSCAPE-Bookmark|<title>\s*(?:Pocket|Instapaper:) Export", re.I)
_HEAD: Final = 4096
"""Number of characters that are searched for a format's signature."""
_TAG: Final = re.compile(r"<(DL|/DL|H3|A|H1)\b([^>]*)>(?:([^<]*)</(?:H3|A|H1)>)?", re.I)
_ATTRIBUTE: Final = re.compile(r"""(?<![A-Za-z_-])([A-Za-z_-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_OWN_FOLDERS: Final = frozenset({"personal_toolbar_folder", "unfiled_bookmarks_folder"})
_ADDRESS: Final = ("url", "given_url", "resolved_url", "link", "href", "address")
_TITLE: Final = ("title", "given_title", "resolved_title", "name")
_ADDED: Final = ("time_added", "timestamp", "added", "date_added", "created", "created_at", "savedat")
_DAY_FIRST: Final = re.compile(r"(\d\d)/(\d\d)/(\d{4}) .*")
"""Times in wallabag's CSV; only the day is used, as the hours are 1 to 12 without AM or PM."""
_OBJECTS: Final = re.compile(r'\s*\[\s*\{(?s:.*?)"(?:given_)?url"\s*:\s*"http')
_SCHEMES: Final = ("http://", "https://")


def matches(start: bytes) -> bool:
    """Whether a file with these first bytes is a list: bookmarks, JSON or CSV with addresses, or plain addresses."""
    text = _decode(start)
    line = text.split("\n", 1)[0]
    names = {name.strip().strip('"').lower() for name in line.split(_delimiter(line))}
    return bool(_OBJECTS.match(text) or _BOOKMARKS.search(text) or names & set(_ADDRESS)) or line.startswith(_SCHEMES)


def is_empty(start: bytes) -> bool:
    """Whether a file with these first bytes is a list without addresses, as text or JSON."""
    return "".join(_decode(start).split()) in ("", "[]")


def _decode(start: bytes) -> str:
    return start.decode("utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", "replace")


def read(source: Path, _: Path, name: str) -> tuple[int, Iterator[Incoming]]:
    """The number of distinct addresses in a file, and the addresses; raises `SourceError`."""
    entries: dict[object, Incoming] = {}
    text = decode(bytes_of(source, MAX_LIST_BYTES)).removeprefix("\ufeff")
    if _BOOKMARKS.search(text[:_HEAD]):
        found = _bookmarks(text)
    elif _OBJECTS.match(text[:_HEAD]):
        found = _objects(text, source)
    else:
        found = _plain(text) if text.startswith(_SCHEMES) else _rows(text, name)
    for entry in found:
        entries.setdefault(entry.url if isinstance(entry, (Item, SavedPage)) else entry, entry)
    return len(entries), iter(entries.values())


def _bookmarks(text: str) -> Iterator[Incoming]:
    """The bookmarks of an HTML list, tagged with the folders around them."""
    folders: list[str] = []
    name = ""
    for tag in _TAG.finditer(text):
        kind, words = tag[1].upper(), " ".join(unescape(tag[3] or "").split())
        found = _ATTRIBUTE.findall(tag[2])
        attributes = {key.lower(): unescape(double or single or bare) for key, double, single, bare in found}
        if kind == "H3":
            name = "" if _OWN_FOLDERS & attributes.keys() else words
        elif kind == "DL":
            folders.append(name)
            name = ""
        elif kind == "/DL":
            del folders[-1:]
        elif kind == "H1":  # the lists of Pocket and Instapaper
            folders = ["", "archived"] if words in ("Read Archive", "Archive") else [""]
        elif (url := attributes.get("href", "")).startswith(_SCHEMES):
            archived = folders == ["", "archived"]
            tags = [tag.strip() for tag in attributes.get("tags", "").split(",")] + ([] if archived else folders)
            added = _time(attributes.get("add_date") or attributes.get("time_added") or "")
            yield _later(url, words, added, filter(None, tags), archived=archived)


def _later(url: str, title: str, saved: str, tags: Iterable[str], *, archived: bool, favourite: bool = False) -> Item:
    return Item("", "", title or url, saved, url=url, tags=tuple(dict.fromkeys(tags)), archived=archived,
                favourite=favourite, later=True)  # fmt: skip


def _time(text: str) -> str:
    """Converts ISO 8601, or seconds, milliseconds or microseconds since 1970, to ISO 8601 in UTC; empty if invalid."""
    number = int(text) if text.strip().isdecimal() else 0
    while number > 10_000_000_000:
        number //= 1000
    with suppress(ValueError, OverflowError):
        when = datetime.fromtimestamp(number, UTC) if number else datetime.fromisoformat(text)
        return (when.astimezone(UTC) if when.tzinfo else when).strftime("%Y-%m-%dT%H:%M:%SZ")
    return ""


def _plain(text: str) -> Iterator[Item]:
    """Addresses, one per line, each optionally followed by a title."""
    for line in text.splitlines():
        url, _, title = line.strip().partition(" ")
        if url.startswith(_SCHEMES):
            yield _later(url, title.strip(" |"), "", (), archived=False)


def _objects(text: str, source: Path) -> Iterator[Incoming]:
    """The objects of a JSON array; raises `SourceError` if it is damaged."""
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError):
        raise SourceError(source, "damaged") from None
    for entry in entries:
        values = entry.items() if isinstance(entry, dict) else ()
        fields = {
            name.lower(): value if isinstance(value, str) else json.dumps(value) for name, value in values if value
        }
        found = _first(fields, _ADDRESS).startswith(_SCHEMES)
        yield _with_page(_item(fields), fields, source.parent) if found else Failed(source.name, "no_address")


def _with_page(item: Item, fields: Mapping[str, str], folder: Path) -> Incoming:
    """The page of an item in Omnivore's folder ``content``, whose files lack the address; else the item itself."""
    name = f"content/{Path(fields.get('slug', '')).name}.html"
    if not (folder / name).is_file():
        return item
    _, (page,) = saved_pages.read(folder / name, folder, name)
    return page._replace(url=item.url, saved=item.saved or page.saved, listed=item)


def _rows(text: str, file: str) -> Iterator[Incoming]:
    """The records of a CSV file; its first line names the fields."""
    rows = _records(text)
    _, head = next(rows, (1, []))
    names = [name.strip().lower() for name in head]
    for number, row in rows:
        fields = {name: value.strip() for name, value in zip(names, row, strict=False)}
        if _first(fields, _ADDRESS).startswith(_SCHEMES):
            yield _item(fields)
        else:
            yield Failed(file, "no_address" if len(row) == len(names) else "no_csv", line=number)


def _first(fields: Mapping[str, str], names: Iterable[str]) -> str:
    """The first non-empty field of these names; empty if there is none."""
    return next((fields[name] for name in names if fields.get(name)), "")


def _item(fields: Mapping[str, str]) -> Item:
    """A read-later item from the fields of any of the supported programs."""
    folder, status = fields.get("folder", ""), _first(fields, ("status", "state", "is_archived")).lower()
    is_built_in = folder.lower() in ("", "unread", "archive", "starred", "unsorted")
    tags = [*_tags(_first(fields, ("tags", "labels"))), *([] if is_built_in else [folder])]
    archived = folder.lower() == "archive" or status in ("archive", "archived", "1", "true")
    favourite = folder.lower() == "starred" or _first(fields, ("favorite", "is_starred")) in ("1", "true")
    url, title, added = (_first(fields, names) for names in (_ADDRESS, _TITLE, _ADDED))
    added = added or _DAY_FIRST.sub(r"\3-\2-\1", fields.get("creation date", ""))
    return _later(url, title, _time(added), tags, archived=archived, favourite=favourite)


def _tags(text: str) -> list[str]:
    """Splits tags: Pocket separates them by ``|``, Instapaper writes JSON, others use commas."""
    tags = re.split(r"[|,]", text)
    if text.startswith("["):
        try:
            tags = [tag for tag in json.loads(text) if isinstance(tag, str)]
        except ValueError:
            return []
    return [tag.strip() for tag in tags if tag.strip()]


def _delimiter(head: str) -> str:
    """The character that separates the fields of a list with this first line."""
    return ";" if head.count(";") > head.count(",") else ","


def _records(text: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of each record, with the number of its first line, from 1.

    After an unclosed quote a CSV reader would swallow the following records; then each line is a record.
    """
    csv.field_size_limit(MAX_LIST_BYTES)  # wallabag's lists contain the articles
    lines = list(io.StringIO(text, newline=""))
    delimiter = _delimiter(lines[0] if lines else "")
    try:
        deque(_parsed(lines, delimiter), maxlen=0)  # reads to the end before the first record is used
        rows = _parsed(lines, delimiter)
    except csv.Error:
        rows = ((number, _fields(line, delimiter)) for number, line in enumerate(lines, 1))
    return ((number, row) for number, row in rows if any(row))


def _parsed(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The fields of each record, with the number of its first line; raises ``csv.Error``."""
    reader, start = csv.reader(lines, delimiter=delimiter, strict=True), 1
    for row in reader:
        yield start, row
        start = reader.line_num + 1


def _fields(line: str, delimiter: str) -> list[str]:
    """The fields of a line; a line with an unclosed quote is divided at all delimiters."""
    if line.count('"') % 2 == 0:
        return next(csv.reader([line], delimiter=delimiter), [])
    return [field.strip().strip('"') for field in line.split(delimiter)]
