"""Reads the files in an article's folder and diagnoses unreadable ones; `item_writing` writes them.

An unreadable article stays listed and untouched until the user repairs it. A folder is an article of ours if its
``article.md`` has front matter with an id, or if it contains other files of ours; other notes of that name are not.
"""

import errno
import gzip
import hashlib
import os
import stat
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from jingdu.faults import Fault
from jingdu.i18n import gettext as _
from jingdu.library import document, frontmatter, location, names
from jingdu.library.images import files, placing
from jingdu.library.names import ARTICLE, ASSETS, HTML, PAGE, SOURCES
from jingdu.protocol.items import Item
from jingdu.storage import private

REASONS: Final[Mapping[str, str]] = {
    "empty": "it is empty; restore it from a backup, or save the page again",
    "no_front_matter": "its front matter is gone; restore it from a backup, or save the page again",
    "unclosed": "its front matter has no end; add a line of --- below the last field",
    "front_matter": "its front matter is not valid YAML; correct this line",
    "no_id": "its front matter has no id; restore it from a backup, or save the page again",
    "not_text": "it is not text in UTF-8; convert it",
    "missing": "it is not there; restore it, or give a sync program's copy of it this name",
    "denied": "it may not be read; change its permissions",
    "unread": "it could not be read",
    "same_id": "it has the same id as another article; remove one of the two",
}
"""Code of why an article can't be read → predicate for the file's name, in English.

The codes are part of the protocol: they never change meaning.
"""


class Current(NamedTuple):
    html: str
    """Pictures are in ``assets/``."""
    edited: bool
    """Whether it was rendered from an ``article.md`` that the user edited."""


Parsed = tuple[Item, dict[str, Any], str]
"""The item in ``article.md``, the front matter's fields of other programs, and the body."""


def read(folder: Path) -> Parsed:
    """Parses ``article.md``; raises ``item_damaged``."""
    fields, body = frontmatter.split(raw(folder))
    found = frontmatter.item(fields, folder.name)
    if found is None:
        raise Fault("item_damaged")
    when = names.trashed_at(folder)
    return found[0]._replace(trashed=when.isoformat() if when else None), found[1], body


def item_in(folder: Path) -> Item | None:
    """The item in a folder; None if it can't be read."""
    with suppress(OSError, Fault):
        return read(folder)[0]
    return None


def raw(folder: Path) -> str:
    """The content of ``article.md``; raises ``item_damaged``."""
    try:
        return regular_file(folder / ARTICLE).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise Fault("item_damaged") from error


def regular_file(path: Path) -> Path:
    """Returns ``path`` if it is a regular file and not in a linked ``assets``; else raises ``FileNotFoundError``.

    A symbolic link could expose any file of the user to export, and a pipe would block.
    """
    is_elsewhere = path.parent.name == ASSETS and path.parent.is_symlink()
    if is_elsewhere or not stat.S_ISREG(os.lstat(path).st_mode):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return path


def current(folder: Path, parsed: Parsed | None = None) -> Current:
    """The text to show, export and search: ``article.html``, or ``article.md`` if the user edited that.

    ``article.md`` is also used if ``article.html`` is missing or damaged. ``parsed`` is the result of `read`.
    """
    item, _, markdown = parsed or read(folder)
    edited = is_edited(item, markdown)
    html = None if edited else body(folder)
    if html is None:
        html = document.render_markdown(markdown, sources(folder), item.lang)
    return Current(html, edited)


def text(folder: Path, parsed: Parsed | None = None) -> str:
    """The current text as plain text, without the list of missing pictures; raises ``item_damaged`` and ``OSError``."""
    parsed = parsed or read(folder)
    return plain(current(folder, parsed).html) or parsed[2]


def text_to_index(folder: Path, parsed: Parsed) -> str:
    """The text to index: the current text, followed by the user's notes; raises as `text` does."""
    notes = [str(stored.get("note") or "") for stored in highlights(folder) if isinstance(stored, dict)]
    return "\n\n".join([text(folder, parsed), *filter(None, notes)])


def plain(html: str) -> str:
    """The plain text of an article's HTML, without the list of missing pictures."""
    from jingdu.render.article import plain_text

    return plain_text(placing.without_list(html))


def is_edited(item: Item, markdown: str) -> bool:
    """Whether the body of ``article.md`` differs from the text that Jingdu wrote."""
    return bool(item.text_hash) and text_hash(markdown) != item.text_hash


def text_hash(markdown: str) -> str:
    """The hash by which edits are detected, independent of line endings and surrounding white space."""
    return hashlib.sha256(markdown.strip().replace("\r\n", "\n").encode()).hexdigest()


def body(folder: Path) -> str | None:
    """The article in ``article.html``, with pictures in ``assets/``; None if the file is missing or damaged."""
    try:
        return document.body(regular_file(folder / HTML).read_text("utf-8"))
    except (FileNotFoundError, UnicodeDecodeError):
        return None


def page(folder: Path) -> str | None:
    """The captured page; None if it was not saved. Raises ``item_damaged``."""
    try:
        return gzip.decompress(regular_file(folder / PAGE).read_bytes()).decode()
    except FileNotFoundError:
        return None
    except (EOFError, gzip.BadGzipFile, zlib.error, UnicodeDecodeError) as error:
        message = (
            "The saved page of this article, {file}, is damaged; restore it from a backup, or save the page again."
        )
        raise Fault("item_damaged", _(message, file=PAGE)) from error


def sources(folder: Path) -> dict[str, str]:
    """Address → name in ``assets/`` of the stored pictures; raises ``OSError``."""
    stored = _json(folder / ASSETS / SOURCES)
    pairs = stored.items() if isinstance(stored, dict) else ()
    return {str(address): name for address, name in pairs if isinstance(name, str) and files.is_name(name)}


def highlights(folder: Path) -> list[Any]:
    """The content of ``highlights.json``; empty if it is missing or damaged. Raises ``OSError``."""
    stored = _json(folder / names.HIGHLIGHTS)
    return stored if isinstance(stored, list) else []


def _json(path: Path) -> Any:
    """The value in a file; None if it is missing or damaged."""
    try:
        return private.read_json(regular_file(path))
    except private.NO_FILE:
        return None


def pictures(folder: Path) -> dict[str, bytes]:
    """Address → bytes of the stored pictures."""
    return {address: regular_file(folder / ASSETS / name).read_bytes() for address, name in sources(folder).items()}


class Problem(NamedTuple):
    folder: str
    """POSIX path relative to the library."""
    file: str
    """Name of the file in the folder; empty if the folder itself can't be searched."""
    line: int | None
    """Line number in the file, from 1; None if the problem concerns the whole file."""
    code: str
    """One of `REASONS`."""
    detail: str = ""
    """The message of the system or the YAML parser, or the other folder with the same id."""

    @property
    def where(self) -> str:
        """``folder/file:line``."""
        path = f"{self.folder}/{self.file}" if self.file else self.folder
        return path if self.line is None else f"{path}:{self.line}"

    @property
    def reason(self) -> str:
        """What is wrong, and how to fix it."""
        return _(REASONS[self.code]) + (f" ({self.detail})" if self.detail else "")

    @property
    def is_trashed(self) -> bool:
        return self.folder.startswith(f"{names.TRASH}/")


def examine(folder: Path, others: Mapping[str, Path] = MappingProxyType({})) -> Problem | None:
    """Why an article can't be read; None if it can, is gone, or is not an article of ours.

    ``others`` maps the ids of other articles to their folders, to detect duplicate ids.
    """
    try:
        text = regular_file(folder / ARTICLE).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return _problem(folder, "not_text", line=error.object.count(b"\n", 0, error.start) + 1)
    except (FileNotFoundError, NotADirectoryError):
        if not is_bare(folder):
            return None
        if (folder / ARTICLE).is_dir():
            return _problem(folder, "unread", detail=os.strerror(errno.EISDIR))
        return _problem(folder, "missing")
    except PermissionError:
        return _problem(folder, "denied", file=ARTICLE if os.access(folder, os.X_OK) else "")
    except OSError as error:
        return _problem(folder, "unread", detail=error.strerror or "")
    mistake = frontmatter.mistake(text)
    if mistake is None:
        item = item_in(folder)
        other = others.get(item.id, folder) if item else folder
        return _problem(folder, "same_id", detail=_relative(other)) if other != folder else None
    if mistake.code in ("no_front_matter", "no_id") and not _has_our_files(folder):
        return None
    return _problem(folder, mistake.code, line=mistake.line, detail=mistake.detail)


def is_bare(folder: Path) -> bool:
    """Whether a folder is an article that lacks ``article.md``."""
    return not os.path.isfile(folder / ARTICLE) and _has_our_files(folder)


def _has_our_files(folder: Path) -> bool:
    with suppress(OSError):
        return os.path.lexists(folder / PAGE) or body(folder) is not None
    return False


def _problem(folder: Path, code: str, line: int | None = None, detail: str = "", file: str = ARTICLE) -> Problem:
    return Problem(_relative(folder), file, line, code, detail)


def _relative(folder: Path) -> str:
    library = location.folder()
    return folder.relative_to(library).as_posix() if folder.is_relative_to(library) else str(folder)
