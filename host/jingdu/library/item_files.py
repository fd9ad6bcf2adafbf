"""The files of an article, written into a folder that is not in its place yet."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import copying, document, frontmatter, item_folders, place, transaction
from jingdu.library.images import files, in_markdown, placing
from jingdu.library.model import Item
from jingdu.storage import atomic


class Content(NamedTuple):
    """An article's text in its forms, with pictures by their addresses on the web."""

    html: str
    markdown: str
    page: str | None = None
    """The page as it was captured."""


_OURS: Final = frozenset({item_folders.ARTICLE, "article.html", item_folders.PAGE, transaction.PLACE})
"""What a replacement writes anew; the rest of an article's folder goes with it."""


def fill(
    made: Path, item: Item, content: Content, kept: Mapping[str, bytes], old: Path | None, files: Mapping[str, bytes]
) -> Item:
    """Writes all files of an article, and makes them durable; ``files`` (by name) as they are, instead of ours."""
    others: dict[str, Any] = {}
    before = ""
    why: document.Reasons = {}
    if old is not None:
        item, others = _users_own(item, old)
        before = item_folders.raw(old)
        why = placing.missing(item_folders.body(old) or "")
        _carry_over(old, made)
    stored = keep_pictures(made / item_folders.ASSETS, kept)
    cover = stored.get(item.image or "") or next(iter(stored.values()), None)
    body = document.placed(content.html, stored, item.lang, why)
    written = noted(content.markdown, stored, body, item.lang)
    item = item._replace(cover=cover, text_hash=item_folders.text_hash(written))
    head = frontmatter.rewrite(before, item, others)
    atomic.write_new(made / item_folders.ARTICLE, (head + "\n" + written).encode())
    atomic.write_new(made / "article.html", document.write(item, body).encode())
    if content.page is not None:
        atomic.write_new(made / item_folders.PAGE, gzip.compress(content.page.encode("utf-8", "replace"), 6, mtime=0))
    for name, data in files.items():
        (made / name).unlink(missing_ok=True)
        atomic.write_new(made / name, data)
    atomic.sync_tree(made)
    return item_folders.read(made)[0] if item_folders.ARTICLE in files else item


def _users_own(item: Item, old: Path) -> tuple[Item, dict[str, Any]]:
    """The item with the id, tags and marks of the one that it replaces, and that one's fields that are not ours.

    An address that was put away is archived; the article that comes in its place is to be read.
    """
    before, others, _ = item_folders.read(old)
    tags = (*before.tags, *(tag for tag in item.tags if tag not in before.tags))
    marks = {name: getattr(before, name) for name in ("read", "favourite", "archived")}
    if before.later:
        marks["archived"] = False
    return item._replace(id=before.id, tags=tags, **marks), others


def _carry_over(old: Path, made: Path) -> None:
    """Copies highlights, and whatever its user or another program put into an article's folder."""

    def ours(path: Path) -> bool:
        if path.parent == old / item_folders.ASSETS:
            return path.name == item_folders.SOURCES or files.is_name(path.name)
        return path.parent == old and path.name in _OURS

    copying.copy_tree(old, made, ours)


def keep_pictures(folder: Path, kept: Mapping[str, bytes]) -> dict[str, str]:
    """Address → name of each picture that could be kept."""
    from jingdu.library.images import NoPicture

    stored: dict[str, str] = {}
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):  # a link leads who knows where
        folder.unlink()
    if kept:
        folder.mkdir(mode=0o700, exist_ok=True)
    for address, data in kept.items():
        with suppress(NoPicture):
            stored[address] = files.keep(data, folder, place.folder())
    if stored:
        told = json.dumps({**item_folders.sources(folder), **stored}, ensure_ascii=False, indent=1)
        atomic.replace(folder / item_folders.SOURCES, told.encode("utf-8", "replace"), place.folder())
    return stored


def noted(text: str, stored: Mapping[str, str], body: str, lang: str | None) -> str:
    """Markdown with its pictures as ``body`` has them, which tells of those that it lacks once it is known why."""
    missing = placing.missing(body)
    placed = in_markdown.placed(text, stored, missing, lang)
    return placing.note(placed, missing if any(missing.values()) else {}, lang)
