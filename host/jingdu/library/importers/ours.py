"""Our own export (`exporters.whole`), line by line: a large one is never held as a whole."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jingdu.library.exporters.whole import FORMAT, VERSION
from jingdu.library.images import files
from jingdu.library.importers import Failed, Incoming, Record, Unreadable

MAX_LINE: Final = 512 * 2**20
"""Characters of one article."""
_HEAD: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"([^"]+)"\s*,\s*"version"\s*:\s*(\d+)\s*,\s*"items"\s*:\s*\[\s*')


def is_it(start: bytes) -> bool:
    found = _HEAD.match(start.decode("utf-8", "ignore"))
    return found is not None and found[1] == FORMAT


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """The articles of an export; raises `Unreadable`."""
    try:
        with open(source, encoding="utf-8") as file:
            head = _HEAD.match(file.readline(4096))
            if head is None or int(head[2]) > VERSION:
                raise Unreadable(source, "newer")
            total = sum(1 for line in file if line.startswith("{"))
    except OSError as error:
        raise Unreadable(source, "unread", error.strerror or "") from None
    except UnicodeDecodeError:
        raise Unreadable(source, "no_text") from None
    return total, _records(source)


def _records(source: Path) -> Iterator[Incoming]:
    with open(source, encoding="utf-8") as file:
        file.readline(4096)
        number = 0
        while line := file.readline(MAX_LINE):
            text = line.strip().removesuffix(",")
            if text in ("", "]}"):
                continue
            number += 1
            yield _incoming(text, number)


def _incoming(text: str, number: int) -> Incoming:
    try:
        stored = json.loads(text)
        record = _record(stored)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, binascii.Error):
        return Incoming(f"article {number}", "", Failed(f"article {number}", "damaged", line=number + 1))
    return Incoming(record.id, str(record.fields.get("title") or record.id), record)


def _record(stored: dict[str, Any]) -> Record:
    """The fields of a line; raises where one is not what it should be."""
    assets = {name: base64.b64decode(data, validate=True) for name, data in stored["assets"].items()}
    if not all(files.is_name(name) for name in assets):
        raise ValueError("a picture's name")
    page = stored.get("page")
    texts = (stored["id"], stored["html"], stored["markdown"])
    if not all(isinstance(text, str) for text in texts) or not isinstance(stored["fields"], dict):
        raise TypeError("a text")
    return Record(
        id=stored["id"],
        fields=stored["fields"],
        html=stored["html"],
        markdown=stored["markdown"],
        highlights=list(stored.get("highlights") or ()),
        assets=assets,
        sources={str(address): str(name) for address, name in (stored.get("sources") or {}).items()},
        page=base64.b64decode(page, validate=True) if page is not None else None,
    )
