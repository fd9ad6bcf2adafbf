"""Our articles as Markdown: the export as a folder of Markdown, and folders of a library, moved or out of a backup.

Such a file has its article's id in its front matter. In a library's folder the other files of the article lie
beside it and are taken as they are; the export has its pictures in ``assets``, and its HTML is made of the Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.library import document, frontmatter, item_files, names
from jingdu.library.exporters.marking import without_section
from jingdu.library.images import files
from jingdu.library.importers import Failed, Incoming, Record, Unreadable, bytes_of

MAX_SIZE: Final = 64 * 2**20
"""Bytes of a file."""
_MAX_PICTURE: Final = 64 * 2**20
_SUFFIXES: Final = frozenset({".md", ".markdown"})
_ASSET: Final = re.compile(rf"{document.ASSETS}([0-9a-f]+\.[a-z]+)")


def is_it(source: Path) -> bool:
    return source.suffix.lower() in _SUFFIXES


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """The article of a file; raises `Unreadable`."""
    return within(source, source.parent, source.name, strict=True)


def within(source: Path, root: Path, name: str, *, strict: bool) -> tuple[int, Iterator[Incoming]]:
    """The article of a file in a folder; without ``strict`` nothing where it is somebody else's Markdown."""
    text = _text(source)
    stored = frontmatter.item(frontmatter.split(text)[0], source.stem)
    if stored is not None:
        return 1, (_incoming(source, one, name) for one in [stored[0].id])
    if strict:
        raise Unreadable(source, "not_ours")
    return 0, iter(())


def _text(source: Path) -> str:
    try:
        return bytes_of(source, MAX_SIZE).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise Unreadable(source, "no_text") from None


def _incoming(source: Path, identity: str, name: str) -> Incoming:
    try:
        return Incoming(identity, name, _record(source, identity))
    except Unreadable as error:
        return Incoming(identity, name, error.failed._replace(name=name))
    except OSError as error:
        return Incoming(identity, name, Failed(name, "unread", error.strerror or ""))


def _record(source: Path, identity: str) -> Record:
    text = _text(source)
    folder = source.parent
    if source.name != names.ARTICLE:
        text = without_section(text)
    fields, body = frontmatter.split(text)
    whole = item_files.body(folder) if source.name == names.ARTICLE else None
    html = whole if whole is not None else document.rendered(body, {}, str(fields.get("language") or "") or None)
    return Record(
        id=identity,
        fields=fields,
        html=html,
        markdown=text,
        highlights=item_files.highlights(folder) if whole is not None else [],
        assets=_assets(folder / names.ASSETS, text + html),
        sources=item_files.sources(folder),
        page=_page(folder / names.PAGE) if whole is not None else None,
    )


def _assets(folder: Path, text: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for name in dict.fromkeys(_ASSET.findall(text)):
        path = folder / name
        with suppress(FileNotFoundError, NotADirectoryError):
            if files.is_name(name) and item_files.own(path).stat().st_size <= _MAX_PICTURE:
                found[name] = path.read_bytes()
    return found


def _page(path: Path) -> bytes | None:
    with suppress(FileNotFoundError):
        return path.read_bytes() if item_files.own(path).stat().st_size <= MAX_SIZE else None
    return None
