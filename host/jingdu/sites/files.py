"""One JSON file per site in a folder of the user's data, readable by the user only.

A file is replaced as a whole, under a lock, because two browsers run two hosts. A damaged file is renamed to
``….damaged``, noted in the log, and the site learned anew. Beyond a number of sites those changed longest ago go.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from secrets import randbits
from typing import Final, Generic, TypeVar

from jingdu import logs
from jingdu.storage import atomic, private
from jingdu.storage.lock import locked

_T = TypeVar("_T")

_SUFFIX: Final = ".json"
_UNSAFE: Final = re.compile(r"[^a-z0-9.-]|^[.]")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
"""Names that Windows keeps for devices, whatever follows the first dot."""
_MAX_NAME: Final = 120


def place(folder: str, site: str) -> str:
    """The file of a site: its name where that is safe on every system, else with what is not written ``%xx``."""
    name = _UNSAFE.sub(lambda sign: "".join(f"%{byte:02x}" for byte in sign[0].encode()), site.lower())
    if _RESERVED.match(name):
        name = f"%{ord(name[0]):02x}{name[1:]}"
    if len(name) > _MAX_NAME:
        name = f"{name[:_MAX_NAME]}%{zlib.crc32(site.lower().encode()):08x}"
    return os.path.join(private.data(), folder, name + _SUFFIX)


def beside(name: str) -> str:
    """A file beside the folders of the sites."""
    return os.path.join(private.data(), name)


def stamp(path: str) -> tuple[int, int] | None:
    """When a file was written and how large it is; None where there is none."""
    with suppress(OSError):
        return _stamp(path)
    return None


def _stamp(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_mtime_ns, status.st_size


Cache = dict[str, tuple[tuple[int, int], _T]]
"""File → its stamp, and what it held; of one file, since the pages of a site come one after the other."""


def cached(cache: Cache[_T], name: str, read: Callable[[str], _T]) -> _T | None:
    """What ``read`` makes of a file, again where the file changed; None where there is none, or it is damaged.

    ``read`` raises `private.DAMAGE` for a damaged file, which is set aside. Raises ``OSError`` where a file may be
    there that the disk does not give.
    """
    try:
        state = _stamp(name)
        known = cache.get(name)
        if known is None or known[0] != state:
            cache.clear()
            cache[name] = known = (state, read(name))
        return known[1]
    except FileNotFoundError:
        return None
    except private.DAMAGE:
        with suppress(OSError):
            os.replace(name, f"{name}.damaged")
            logs.note(f"a damaged file in {os.path.basename(os.path.dirname(name))} was set aside")
        return None


@dataclass
class SiteFiles(Generic[_T]):
    """The files in the folder ``name``; ``decode`` raises `jingdu.storage.private.DAMAGE`."""

    name: str
    decode: Callable[[str], _T]
    encode: Callable[[_T], str]
    new: Callable[[str, int], _T]
    """What a site has that has no file, by its name and a salt."""
    largest: int
    """Bytes of a file that is read."""
    most: int
    """Sites that are kept."""
    is_empty: Callable[[_T], bool] = lambda data: False
    """Whether a site needs no file."""
    cache: Cache[_T] = field(default_factory=dict)

    def folder(self) -> str:
        return os.path.join(private.data(), self.name)

    def place(self, site: str) -> str:
        """The file of a site."""
        return place(self.name, site)

    def load(self, site: str) -> _T | None:
        """The data of a site; None where there is none that can be read."""
        with suppress(OSError):
            return cached(self.cache, self.place(site), self._read)
        return None

    def _read(self, name: str) -> _T:
        with open(name, "rb") as file:
            data = file.read(self.largest + 1)
        if len(data) > self.largest:
            raise ValueError("too large")
        return self.decode(data.decode())

    def change(self, site: str, by: Callable[[_T], bool]) -> _T:
        """Lets ``by`` change the data of a site, new where there is none, and writes it if ``by`` says so.

        Raises ``OSError`` where the folder cannot be written, or the file not be read, which is not replaced then;
        ``library_busy`` where another host is at work for long.
        """
        with locked(Path(self.folder())):
            self.cache.clear()
            kept = cached(self.cache, self.place(site), self._read) or self.new(site, randbits(32))
            self.cache.clear()  # ``by`` may fail half-way
            if not by(kept):
                return kept
            if self.is_empty(kept):
                self._remove(self.place(site))
            else:
                private.folder(self.folder())
                atomic.replace(Path(self.place(site)), self.encode(kept).encode())
                self._drop_oldest()
        return kept

    def all(self) -> list[_T]:
        """Every site's, the last changed first; damaged files are set aside."""
        found = []
        for name in reversed(self._oldest_first()):
            with suppress(OSError):
                data = cached({}, name, self._read)
                found += [] if data is None else [data]
        return found

    def damaged(self) -> int:
        """How many damaged files were set aside and not written anew."""
        with suppress(OSError):
            names = set(os.listdir(self.folder()))
            aside = {name.removesuffix(".damaged") for name in names if name.endswith(f"{_SUFFIX}.damaged")}
            return len(aside - names)
        return 0

    def forget(self, site: str) -> bool:
        """Removes the data of a site; whether there was any."""
        with locked(Path(self.folder())):  # who learns a page of it right now would write it again
            return self._remove(self.place(site))

    def forget_all(self) -> int:
        """Removes all files, damaged ones too; how many there were."""
        with locked(Path(self.folder())):
            return sum(self._remove(name) for name in self._oldest_first())

    def _remove(self, name: str) -> bool:
        self.cache.clear()
        there = False
        for path in (name, f"{name}.damaged"):
            with suppress(FileNotFoundError):
                os.unlink(path)
                there = True
        return there

    def _drop_oldest(self) -> None:
        names = self._oldest_first()
        for name in names[: max(0, len(names) - self.most)]:
            self._remove(name)

    def _oldest_first(self) -> list[str]:
        found = []
        with suppress(OSError), os.scandir(self.folder()) as entries:
            for entry in entries:
                if entry.name[0] != "." and entry.name.endswith((_SUFFIX, f"{_SUFFIX}.damaged")):
                    with suppress(OSError):
                        found.append((entry.stat().st_mtime_ns, entry.path.removesuffix(".damaged")))
        return list(dict.fromkeys(path for _, path in sorted(found)))
