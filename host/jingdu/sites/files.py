"""Private JSON files, one per site, in a subfolder of the user's data folder.

Files are replaced atomically and under a lock, because several hosts may run. A damaged file is renamed to
``….damaged``, and the log says so. If there are too many sites, the ones changed longest ago are removed.
"""

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
from jingdu.storage import atomic, lock, private

_T = TypeVar("_T")

_SUFFIX: Final = ".json"
_UNSAFE: Final = re.compile(r"[^a-z0-9.-]|^[.]")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
"""Names that Windows reserves for devices, with any extension."""
_MAX_NAME: Final = 120


def path(folder: str, site: str) -> str:
    """The path of a site's file, named after the site; characters that are unsafe on any system become ``%xx``."""
    name = _UNSAFE.sub(lambda match: "".join(f"%{byte:02x}" for byte in match[0].encode()), site.lower())
    if _RESERVED.match(name):
        name = f"%{ord(name[0]):02x}{name[1:]}"
    if len(name) > _MAX_NAME:
        name = f"{name[:_MAX_NAME]}%{zlib.crc32(site.lower().encode()):08x}"
    return os.path.join(private.data(), folder, name + _SUFFIX)


def data_file(name: str) -> str:
    return os.path.join(private.data(), name)


def stamp(path: str) -> tuple[int, int] | None:
    """A file's modification time and size; None if there is none."""
    with suppress(OSError):
        return _stamp(path)
    return None


def _stamp(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_mtime_ns, status.st_size


Cache = dict[str, tuple[tuple[int, int], _T]]
"""File → its stamp and data; it has at most one file, since a site's pages are usually read in a row."""


def cached(cache: Cache[_T], name: str, read: Callable[[str], _T]) -> _T | None:
    """The result of ``read`` for a file, cached until the file changes; None if it is missing or damaged.

    A file for which ``read`` raises `private.DAMAGE` is renamed. Raises ``OSError`` if the disk fails.
    """
    try:
        state, known = _stamp(name), cache.get(name)  # raises for a missing file, which must not count as unchanged
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
    """Creates the data of a new site from its name and a salt."""
    max_size: int
    """Maximum bytes of a file that is read."""
    max_sites: int
    is_empty: Callable[[_T], bool] = lambda data: False
    """Whether the data of a site need no file."""
    cache: Cache[_T] = field(default_factory=dict)

    def folder(self) -> str:
        return os.path.join(private.data(), self.name)

    def path(self, site: str) -> str:
        return path(self.name, site)

    def load(self, site: str) -> _T | None:
        """The data of a site; None if it is missing or can't be read."""
        with suppress(OSError):
            return cached(self.cache, self.path(site), self._read)
        return None

    def _read(self, name: str) -> _T:
        with open(name, "rb") as file:
            data = file.read(self.max_size + 1)
        if len(data) > self.max_size:
            raise ValueError("too large")
        return self.decode(data.decode())

    def change(self, site: str, function: Callable[[_T], bool]) -> bool:
        """Applies ``function`` to the data of a site, new if it has none, and writes them if ``function`` returns True.

        Returns its result. Raises ``OSError`` if the file can't be read or written, and ``library_busy``.
        """
        with lock.locked(Path(self.folder())):
            data = cached({}, self.path(site), self._read) or self.new(site, randbits(32))
            if not function(data):
                return False
            if self.is_empty(data):
                self._remove(self.path(site))
            else:
                private.make_folder(self.folder())
                atomic.replace(Path(self.path(site)), self.encode(data).encode())
                self.cache.clear()
                self.cache[self.path(site)] = _stamp(self.path(site)), data
                for name in self._oldest_first()[: -self.max_sites]:
                    self._remove(name)
        return True

    def all(self) -> list[_T]:
        """The data of all sites, the last changed first; damaged files are renamed."""
        found = []
        for name in reversed(self._oldest_first()):
            with suppress(OSError):
                data = cached({}, name, self._read)
                found += [] if data is None else [data]
        return found

    def damaged(self) -> int:
        """Number of damaged files that were renamed and not replaced since."""
        with suppress(OSError):
            names = set(os.listdir(self.folder()))
            renamed = {name.removesuffix(".damaged") for name in names if name.endswith(f"{_SUFFIX}.damaged")}
            return len(renamed - names)
        return 0

    def forget(self, site: str) -> bool:
        """Removes the data of a site; returns whether there was any."""
        with lock.locked(Path(self.folder())):  # else a concurrent change could restore it
            return self._remove(self.path(site))

    def forget_all(self) -> int:
        """Removes all files, including damaged ones; returns their number."""
        with lock.locked(Path(self.folder())):
            return sum(self._remove(name) for name in self._oldest_first())

    def _remove(self, name: str) -> bool:
        self.cache.clear()
        existed = False
        for path in (name, f"{name}.damaged"):
            with suppress(FileNotFoundError):
                os.unlink(path)
                existed = True
        return existed

    def _oldest_first(self) -> list[str]:
        found = []
        with suppress(OSError), os.scandir(self.folder()) as entries:
            for entry in entries:
                if entry.name[0] != "." and entry.name.endswith((_SUFFIX, f"{_SUFFIX}.damaged")):
                    with suppress(OSError):
                        found.append((entry.stat().st_mtime_ns, entry.path.removesuffix(".damaged")))
        return list(dict.fromkeys(path for _, path in sorted(found)))
