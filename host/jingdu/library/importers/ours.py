"""Our own articles: exports as JSON or Markdown, and folders of a library, such as backups.

JSON is read line by line, so that a large export is never in memory as a whole. A Markdown file has its article's id in
its front matter. In a library's folder the article's other files are beside it and copied unchanged; a Markdown export
has pictures in ``assets``, and its HTML is rendered from the Markdown.
"""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from jingdu.library import document, frontmatter, item_files, names
from jingdu.library.exporters.files import FORMAT, VERSION
from jingdu.library.exporters.marking import without_section
from jingdu.library.images import files, placing
from jingdu.library.importers import MAX_SIZE, Failed, Incoming, Record, SourceError, bytes_of, map_errors
from jingdu.storage import private

MAX_LINE_CHARACTERS: Final = 512 * 2**20
_HEAD: Final = re.compile(rf'{{\s*"format"\s*:\s*"{FORMAT}"\s*,\s*"version"\s*:\s*(\d+)\s*,\s*"items"\s*:\s*\[\s*')
_ASSET: Final = re.compile(rf"{placing.PREFIX}([0-9a-f]+\.[a-z]+)")


def is_json(start: bytes) -> bool:
    """Whether a file with these first bytes is our export as JSON."""
    return _HEAD.match(start.decode("utf-8", "ignore").lstrip()) is not None


def read_json(source: Path, _: Path, name: str) -> tuple[int, Iterator[Incoming]]:
    """The number of articles in an export, and the articles; raises `SourceError`."""
    with map_errors(source), open(source, encoding="utf-8") as file:
        head = _HEAD.match(file.readline(4096).lstrip())
        if head is None or int(head[1]) > VERSION:
            raise SourceError(source, "newer" if head else "damaged")
        total = sum(1 for line in file if line.startswith("{"))
    return total, _lines(source, name)


def _lines(source: Path, name: str) -> Iterator[Incoming]:
    """The article of each line after the first, which is the head."""
    with open(source, encoding="utf-8") as file:
        file.readline(4096)
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE_CHARACTERS), ""), 2):
            text = line.strip().removesuffix(",")
            if text in ("", "]}"):
                continue
            try:
                incoming: Incoming = _parse(json.loads(text))
            except private.DAMAGE:
                incoming = Failed(name, "damaged", line=number)
            yield incoming


def _parse(stored: dict[str, Any]) -> Record:
    """The article of a line; raises various exceptions if it is invalid."""
    assets = {name: base64.b64decode(data, validate=True) for name, data in stored["assets"].items()}
    if not all(files.is_name(name) for name in assets):
        raise ValueError("a picture's name")
    page = stored.get("page")
    if not all(isinstance(stored[name], str) for name in ("id", "html", "markdown")):
        raise TypeError("a text")
    return Record(
        name=str(stored["fields"].get("title") or stored["id"]),
        id=stored["id"],
        html=stored["html"],
        markdown=stored["markdown"],
        highlights=list(stored.get("highlights") or ()),
        assets=assets,
        sources={str(address): str(name) for address, name in (stored.get("sources") or {}).items()},
        page=base64.b64decode(page, validate=True) if page is not None else None,
    )


def read_markdown(source: Path, _: Path, name: str) -> tuple[int, Iterator[Incoming]]:
    """The article of a file, and 1 as their number; raises `SourceError`."""
    stored = frontmatter.item(frontmatter.split(_text(source))[0], source.stem)
    if stored is None:
        raise SourceError(source, "not_ours")
    return 1, _record(source, stored[0].id, name)


def _text(source: Path) -> str:
    with map_errors(source):
        return bytes_of(source, MAX_SIZE).decode("utf-8-sig").replace("\r\n", "\n")


def _record(source: Path, identity: str, name: str) -> Iterator[Incoming]:
    """The article of a Markdown file, with the files beside it."""
    text, folder = _text(source), source.parent
    if source.name != names.ARTICLE:
        text = without_section(text)
    fields, body = frontmatter.split(text)
    saved = item_files.body(folder) if source.name == names.ARTICLE else None
    html = saved if saved is not None else document.render_markdown(body, {}, str(fields.get("language") or "") or None)
    pictures = filter(files.is_name, dict.fromkeys(_ASSET.findall(text + html)))
    assets = {file: data for file in pictures if (data := _file(folder / names.ASSETS / file)) is not None}
    yield Record(
        name=name,
        id=identity,
        html=html,
        markdown=text,
        highlights=item_files.highlights(folder) if saved is not None else [],
        assets=assets,
        sources=item_files.sources(folder),
        page=_file(folder / names.PAGE) if saved is not None else None,
    )


def _file(path: Path) -> bytes | None:
    """A file beside the article; None if it is missing or too large."""
    with suppress(FileNotFoundError, NotADirectoryError):
        return path.read_bytes() if item_files.regular_file(path).stat().st_size <= MAX_SIZE else None
    return None
