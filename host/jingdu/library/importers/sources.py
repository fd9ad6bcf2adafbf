"""Reads an import's source: a file of any supported format, or a folder of such files.

A format is detected by content, not by name. In a folder, hidden files and files that belong to a saved page are
skipped, and so are unsupported ones, unless the user picked them individually (``strict``).
"""

import os
import re
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from jingdu.library.importers import Incoming, SourceError, lists, map_errors, ours, saved_pages
from jingdu.library.importers.kinds import START, kind
from jingdu.library.names import ARTICLE

Reader = Callable[[Path, Path, str], tuple[int, Iterator[Incoming]]]
"""Maps a file, the imported folder and the file's path in it to the number of articles, and the articles."""
_MARKDOWN: Final = frozenset({".md", ".markdown"})
_SUFFIXES: Final = _MARKDOWN | {*saved_pages.SUFFIXES, ".json", ".csv", ".txt"}
_JSON: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\{\s*[\"}]|\[\s*[\[{\"\]])")
"""The start of a JSON object or array, whose strings may contain HTML."""
_PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico", ".svg"})


def read(source: Path) -> tuple[int, Iterator[Incoming]]:
    """The number of articles in ``source``, and the articles; raises `SourceError`."""
    if not source.is_dir():
        total, found = _reader(source)(source, source.parent, source.name)
        return total, _reported(source, found, source.name)
    total, found = read_folder(source, strict=False)
    if not total:
        raise SourceError(source, "empty")
    return total, found


def read_folder(source: Path, *, strict: bool = True) -> tuple[int, Iterator[Incoming]]:
    """The articles of a folder, after their number; with ``strict``, unsupported files at its top are reported."""
    total = 0
    contents: list[Iterator[Incoming]] = []
    for path in _files(source):
        name = path.relative_to(source).as_posix()
        count, content = _read(path, source, name, strict=strict and "/" not in name)
        total += count
        contents.append(content)
    return total, chain.from_iterable(contents)


def _read(path: Path, root: Path, name: str, *, strict: bool) -> tuple[int, Iterator[Incoming]]:
    """As `read`, for a file in a folder; an unsupported file is skipped, or with ``strict`` reported."""
    if not strict and path.suffix.lower() not in _SUFFIXES:
        return 0, iter(())
    try:
        total, found = _reader(path)(path, root, name)
        return total, _reported(path, found, name)
    except SourceError as error:
        failed = error.failed._replace(name=name)
        is_supported = failed.why not in ("unknown", "not_ours")
        return (1, iter([failed])) if strict or is_supported else (0, iter(()))


def _reader(source: Path) -> Reader:
    """The reader of a file's format; raises `SourceError` for an unsupported one."""
    with map_errors(source), open(source, "rb") as file:
        start = file.read(START)
    if unsupported := kind(start):
        raise SourceError(source, unsupported)
    if ours.is_json(start):
        return ours.read_json
    if source.suffix.lower() in _MARKDOWN:  # before saved pages, as Markdown may contain HTML
        return ours.read_markdown
    if lists.matches(start):
        return lists.read
    if saved_pages.matches(source, start) and not _JSON.match(start):
        return saved_pages.read
    if lists.is_empty(start):
        return lists.read
    raise SourceError(source, "unknown")


def _reported(path: Path, found: Iterator[Incoming], name: str) -> Iterator[Incoming]:
    """Yields the articles of a file, and a `Failed` if it can't be read."""
    try:
        with map_errors(path):
            yield from found
    except SourceError as error:
        yield error.failed._replace(name=name)


def _files(folder: Path) -> list[Path]:
    """The files to import below a folder, in order."""
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        visible = (name for name in folders if not name.startswith("."))
        folders[:] = sorted(name for name in visible if not saved_pages.belongs(name, names))
        if ARTICLE in names:  # a library's article, which includes the other files
            found.append(Path(parent) / ARTICLE)
            folders.clear()
            continue
        paths = (Path(parent, name) for name in sorted(names) if not name.startswith("."))
        found += [path for path in paths if path.suffix.lower() not in _PICTURES]
    return found
