"""The base of exporters, and what they all write: an export takes its name when it is complete, and never replaces."""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

from jingdu.library.document import cut_notice
from jingdu.library.exporters import Piece
from jingdu.net import Unfetched
from jingdu.net.address_policy import parse
from jingdu.protocol.items import Item
from jingdu.render.markup import escape
from jingdu.storage import atomic

_MAX_AGE: Final = 24 * 3600.0
"""Seconds after which an unfinished export was left by a kill."""
_ALLOWED: Final = "!$&'()*+,-./:;=?@_~%"
_BARE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAIL: Final = re.compile(r"mailto:[^\s<>@]+@[A-Za-z0-9.-]+(?:\?.*)?|tel:\+?[\d() .-]+", re.DOTALL)
_ODD: Final = re.compile(r"[^\w.-]", re.ASCII)
_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DATE: Final = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


class Exporter:
    """Writes a format into ``folder``: `add` for each article, then `end`; it holds one article at a time.

    ``written`` is a hidden path beside the goal, which takes its name when it is complete.
    """

    suffix = ""
    """Of the file; empty for a folder."""

    def __init__(self, folder: Path, name: str, *, vertical: bool = False) -> None:
        self.folder, self.name, self.vertical = folder, name, vertical
        self.written = unfinished(folder, self.suffix)
        self.begin()

    def begin(self) -> None:
        """Opens what is written to."""

    def add(self, piece: Piece) -> None:
        """Writes one article; raises ``OSError``."""
        raise NotImplementedError

    def complete(self) -> None:
        """Writes what follows the last article, and closes the file."""

    def close(self) -> None:
        """Closes what is open."""

    def end(self) -> Path:
        """Finishes the export and returns its path, which nothing had before; raises ``OSError``."""
        self.complete()
        _sync(self.written)
        while True:
            goal = free(self.folder, self.name, self.suffix)
            try:
                if self.written.is_dir():
                    os.rename(self.written, goal)  # fails where a folder with something in it is
                else:
                    _move(self.written, goal)
            except OSError as error:
                if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                    raise
                continue
            atomic.sync(self.folder)
            return goal

    def drop(self) -> None:
        """Removes everything that was written."""
        self.close()
        remove(self.written)


def free(folder: Path, name: str, suffix: str) -> Path:
    """A path in ``folder`` at which nothing is: ``name``, else ``name (2)`` …"""
    paths = (folder / f"{name}{f' ({number})' if number > 1 else ''}{suffix}" for number in count(1))
    return next(path for path in paths if not path.exists())


def unfinished(folder: Path, suffix: str) -> Path:
    """A hidden path of this process; those of processes that were killed are removed."""
    atomic.make(folder, mode=0o777)
    for old in folder.glob(".jingdu-*.unfinished"):
        with suppress(OSError):
            if atomic.is_stale(old.name) or old.stat().st_mtime < time.time() - _MAX_AGE:
                remove(old)
    paths = (folder / f".jingdu-{atomic.mark()}-{number}{suffix}.unfinished" for number in count())
    return next(path for path in paths if not path.exists())


def remove(written: Path) -> None:
    """Removes a file or a folder, if it is there."""
    if written.is_dir():
        shutil.rmtree(written, ignore_errors=True)
    else:
        written.unlink(missing_ok=True)


def _sync(written: Path) -> None:
    """All of it is on the disk before it takes its name."""
    for path in written.rglob("*") if written.is_dir() else [written]:
        if path.is_file():
            atomic.sync_file(path)
    if written.is_dir():
        atomic.sync_tree(written)


def _move(written: Path, goal: Path) -> None:
    """A link fails where something is; on a file system without links a rename has to do."""
    try:
        os.link(written, goal)
    except FileExistsError:
        raise
    except OSError:
        os.rename(written, goal)
        return
    written.unlink()


def plain(text: str) -> str:
    """``text`` without what XML can't hold."""
    return _NOT_XML.sub("", text)


def text(words: str | None) -> str:
    """Words for XML and HTML, in an element or a quoted attribute."""
    return escape(plain(words or ""))


def link(href: str) -> str | None:
    """``href`` (http, https, mailto, tel) with everything written as the URL standard has it; None if it is none."""
    if href.startswith(("mailto:", "tel:")):
        return _quoted(href.replace(" ", "")) if _MAIL.fullmatch(href) else None
    try:
        url = parse(href)
        fragment = urlsplit(href).fragment
    except (Unfetched, ValueError):
        return None
    return f"{url.origin}{_quoted(url.path)}" + (f"#{_quoted(fragment)}" if fragment else "")


def anchor(name: str) -> str:
    """``name`` as an XML name, the same for the place and for the links to it."""
    return "a-" + _ODD.sub(lambda sign: f"_{ord(sign[0]):x}", name)[:200]


def _quoted(part: str) -> str:
    return quote(_BARE_PERCENT.sub("%25", part), safe=_ALLOWED)


def language(tag: str | None) -> str:
    """A well-formed language tag; ``und`` (not determined) for anything else."""
    tag = (tag or "").replace("_", "-")
    return tag if _TAG.fullmatch(tag) else "und"


def direction(item: Item) -> str:
    return "rtl" if item.dir == "rtl" else "ltr"


def title(item: Item) -> str:
    """The title on one line; the address where there is none."""
    return " ".join(item.title.split()) or item.url or "—"


def about(item: Item) -> str:
    """Byline, site, date and address in one paragraph of XHTML; a second one where the article was cut."""
    date = _DATE.match(item.published or "")
    parts = [text(part) for part in (item.byline, item.site, date and date[0]) if part]
    address = link(item.url) if item.url else None
    if address:
        parts.append(f'<a href="{text(address)}">{text(item.url)}</a>')
    paragraph = f'<p class="about">{" · ".join(parts)}</p>' if parts else ""
    return paragraph + (cut_notice(item.lang).strip() if item.truncated else "")
