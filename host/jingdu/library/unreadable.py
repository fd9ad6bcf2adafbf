"""Articles that can't be read: file, line and reason. They stay listed and untouched until they are repaired.

A folder is an article of ours if its ``article.md`` begins with front matter, or if other files of ours are in it;
a note of that name in a vault is none.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from jingdu.library import frontmatter, item_files, names, place

Why = Literal["empty", "no_front_matter", "unclosed", "front_matter", "no_id",
              "not_text", "missing", "denied", "unread", "same_id"]  # fmt: skip
"""Part of the protocol: a code never changes its meaning."""

WORDS: Final[Mapping[str, str]] = {
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
"""Code → what follows the name of the file, in English."""


class Unreadable(NamedTuple):
    """An article that can't be read."""

    folder: str
    """Its path within the library, with slashes."""
    file: str
    """The file's name in the folder; empty where the folder itself may not be looked into."""
    line: int | None
    """In the file, from 1; None where it is all of it."""
    code: Why
    detail: str = ""
    """What the system or the YAML parser says, in English, or the folder of the same id."""

    @property
    def where(self) -> str:
        """The file's path within the library, with the line."""
        path = f"{self.folder}/{self.file}" if self.file else self.folder
        return path if self.line is None else f"{path}:{self.line}"

    @property
    def words(self) -> str:
        """Why, and what to do about it."""
        return f"{WORDS[self.code]} ({self.detail})" if self.detail else WORDS[self.code]

    @property
    def is_trashed(self) -> bool:
        """Whether it is in the trash."""
        return self.folder.startswith(f"{names.TRASH}/")

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the fields and the words."""
        return {**self._asdict(), "reason": self.words}


def examine(folder: Path, where: Mapping[str, Path] = MappingProxyType({})) -> Unreadable | None:
    """Why an article can't be read; None where it can, is gone, or is none of ours.

    ``where`` maps the ids of other articles to their folders, which this one must not share its id with.
    """
    try:
        text = item_files.own(folder / names.ARTICLE).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        return _unreadable(folder, "not_text", line=error.object.count(b"\n", 0, error.start) + 1)
    except (FileNotFoundError, NotADirectoryError):
        return _unreadable(folder, "missing") if is_bare(folder) else None
    except PermissionError:
        return _unreadable(folder, "denied", file=names.ARTICLE if os.access(folder, os.X_OK) else "")
    except OSError as error:
        return _unreadable(folder, "unread", detail=error.strerror or "")
    mistake = frontmatter.mistake(text)
    if mistake is None:
        return _same(folder, where)
    if mistake.code in ("no_front_matter", "no_id") and not _has_files_of_ours(folder):
        return None
    return _unreadable(folder, mistake.code, line=mistake.line, detail=mistake.detail)


def examine_indexed(folder: str, indexed: Callable[[str], str | None]) -> Unreadable | None:
    """`examine` for a path within the library; ``indexed`` returns where the index has the article of an id."""
    path = place.folder() / folder
    found = item_files.item_in(path)
    other = indexed(found.id) if found else None
    where = {found.id: place.folder() / other} if found and other else {}
    return examine(path, {one: there for one, there in where.items() if item_files.item_in(there)})


def is_bare(folder: Path) -> bool:
    """Whether a folder is an article whose ``article.md`` is gone."""
    return not os.path.isfile(folder / names.ARTICLE) and _has_files_of_ours(folder)


def _has_files_of_ours(folder: Path) -> bool:
    with suppress(OSError):
        return os.path.lexists(folder / names.PAGE) or item_files.body(folder) is not None
    return False


def _same(folder: Path, where: Mapping[str, Path]) -> Unreadable | None:
    found = item_files.item_in(folder)
    other = where.get(found.id) if found else None
    return _unreadable(folder, "same_id", detail=_within(other)) if other is not None and other != folder else None


def _unreadable(
    folder: Path, code: Why, *, file: str = names.ARTICLE, line: int | None = None, detail: str = ""
) -> Unreadable:
    return Unreadable(_within(folder), file, line, code, detail)


def _within(folder: Path) -> str:
    library = place.folder()
    return folder.relative_to(library).as_posix() if folder.is_relative_to(library) else str(folder)
