"""Builders for items and articles of the library."""

import base64
from pathlib import Path
from typing import Any

from jingdu.library import names, repository, saving
from jingdu.library.item_writing import Content
from jingdu.protocol.items import Item

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
PICTURE = "https://example.org/ferry.png?w=1&h=2"
PAGE = "<title>The ferry</title><article><h1>The ferry</h1><p>There is no engine on the ferry.</p></article>"
_IMG = f'<img src="{PICTURE.replace("&", "&amp;")}" alt="a">'
HTML = f"<p>There is <em>no</em> engine on the ferry. 渡船没有发动机。</p><p>{_IMG}</p>"


def item(**fields: Any) -> Item:
    """An item that is not saved yet."""
    defaults = {"id": names.new_id(), "folder": "", "title": "The ferry", "saved": saving.now()}
    return Item(**{**defaults, "url": "https://example.org/ferry", "site": "example.org", **fields})


def content(html: str = HTML, page: str | None = PAGE) -> Content:
    return Content(html, page)


def highlight(identity: str, note: str = "渡船", **fields: Any) -> dict[str, Any]:
    """A highlight as on the wire and in ``highlights.json``."""
    moment = "2026-11-21T10:00:00.000Z"
    usual = {"quote": {"exact": "no engine", "prefix": "There is ", "suffix": " on the"},
             "position": {"start": 9, "end": 18}, "colour": "yellow", "made": moment, "changed": moment}  # fmt: skip
    return {"id": identity, "note": note, **usual, **fields}


def contents(folder: Path) -> dict[str, bytes]:
    """Relative path → bytes of each file below a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def keep(pictures: dict[str, bytes] | None = None, **fields: Any) -> Item:
    """Saves an article with these fields."""
    return repository.save(item(**fields), content(), pictures or {})
