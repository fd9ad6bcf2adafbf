"""The files of the profiles: one JSON a site in the user's data folder, for the user's eyes only.

A file is replaced whole (temporary file, fsync, rename): who reads sees the old profile or
the new one, whatever kills us in between. Two browsers run two hosts, so who changes a
profile holds a lock while it reads, adds and writes. A file that does not fit is set aside
as ``….damaged`` and the site learned anew. Beyond ``MOST_SITES`` the sites not learned for
longest are dropped.
"""

from __future__ import annotations

import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from jingdu.sites.codec import LARGEST, Damaged, from_json, to_json
from jingdu.sites.profile import SiteProfile
from jingdu.storage import private, stale_files

MOST_SITES: Final = 200
"""Profiles kept; each has at most about 250 KB."""
_SUFFIX: Final = ".json"
_UNSAFE: Final = re.compile(r"[^a-z0-9.-]|^[.]")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
"""Names that Windows keeps for devices, whatever follows the first dot."""
_LONGEST: Final = 120
_cache: dict[str, tuple[tuple[int, int], SiteProfile]] = {}
"""Place → when and how large the file was, and what it held: the pages of a site come one after the other."""


def data() -> str:
    """Where this system keeps what a user's programs know; set-up uses the same folder."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local"), "Jingdu")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Application Support", "Jingdu")
    share = os.environ.get("XDG_DATA_HOME", "")
    return os.path.join(share if os.path.isabs(share) else os.path.join(home, ".local", "share"), "jingdu")


def folder() -> str:
    """The folder of the profiles."""
    return os.path.join(data(), "sites")


def place(site: str) -> str:
    """The file of a site: its name where that is safe on every system, else with what is not written ``%xx``."""
    name = _UNSAFE.sub(lambda sign: "".join(f"%{byte:02x}" for byte in sign[0].encode()), site.lower())
    if _RESERVED.match(name):
        name = f"%{ord(name[0]):02x}{name[1:]}"
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}%{zlib.crc32(site.lower().encode()):08x}"
    return os.path.join(folder(), name + _SUFFIX)


def load(site: str) -> SiteProfile | None:
    """The profile of a site; None where there is none that can be read."""
    with suppress(OSError):
        return _load(place(site))
    return None


def _load(name: str) -> SiteProfile | None:
    """Raises ``OSError`` where a profile may be there that the disk does not give."""
    try:
        status = os.stat(name)
        state = (status.st_mtime_ns, status.st_size)
        known = _cache.get(name)
        if known is None or known[0] != state:
            _cache.clear()
            _cache[name] = known = (state, _read(name))
        return known[1]
    except FileNotFoundError:
        return None
    except Damaged:
        with suppress(OSError):
            os.replace(name, f"{name}.damaged")
        return None


def _read(name: str) -> SiteProfile:
    with open(name, "rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Damaged("too large")
    try:
        return from_json(data.decode())
    except UnicodeDecodeError as error:
        raise Damaged("not UTF-8") from error


def change(site: str, by: Callable[[SiteProfile], bool]) -> SiteProfile:
    """Lets ``by`` change the profile of a site, new where there is none, and writes it if ``by`` says so.

    Raises ``OSError`` where the folder cannot be written, or the profile not be read: it is not begun anew then.
    """
    with _locked():
        _cache.clear()
        profile = _load(place(site)) or SiteProfile(site, salt=int.from_bytes(os.urandom(4), "little"))
        _cache.clear()  # ``by`` may fail half-way
        if by(profile):
            write(place(site), to_json(profile))
            _drop_oldest()
    return profile


def write(name: str, text: str) -> None:
    """Replaces a file as a whole, durably, readable by the user only."""
    stale_files.clear(os.path.dirname(name), ".tmp")
    temporary = f"{name}.{stale_files.mark()}.tmp"
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, name)
        _sync(os.path.dirname(name))
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _sync(folder: str) -> None:
    """Makes the names in a folder durable; Windows has no such call and does it itself."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sites() -> list[SiteProfile]:
    """Every profile, the last changed first."""
    return [profile for name in reversed(_oldest_first()) if (profile := _readable(name))]


def _readable(name: str) -> SiteProfile | None:
    with suppress(OSError, Damaged):
        return _read(name)
    return None


def forget(site: str) -> bool:
    """Removes all that is kept of a site; whether there was anything."""
    with _locked():  # who learns a page of it right now would write it again
        return _remove(place(site))


def forget_all() -> int:
    """Removes all profiles, damaged ones too; how many there were."""
    with _locked():
        return sum(_remove(name) for name in _oldest_first())


def _remove(name: str) -> bool:
    _cache.clear()
    there = False
    for path in (name, f"{name}.damaged"):
        with suppress(FileNotFoundError):
            os.unlink(path)
            there = True
    return there


def _drop_oldest() -> None:
    """Keeps the bound, and clears away what a host that was killed while writing has left."""
    names = _oldest_first()
    for name in names[: max(0, len(names) - MOST_SITES)]:
        _remove(name)
    with suppress(OSError), os.scandir(folder()) as entries:
        for entry in entries:
            if entry.name.endswith(".tmp"):
                os.unlink(entry.path)


def _oldest_first() -> list[str]:
    """Places of the profiles, by the time of their last change."""
    found = []
    with suppress(OSError), os.scandir(folder()) as entries:
        for entry in entries:
            if entry.name.endswith((_SUFFIX, f"{_SUFFIX}.damaged")):
                with suppress(OSError):
                    found.append((entry.stat().st_mtime_ns, entry.path.removesuffix(".damaged")))
    return list(dict.fromkeys(path for _, path in sorted(found)))


@contextmanager
def _locked() -> Iterator[None]:
    """One writer at a time among all hosts, in the folder, which is made; a holder that dies gives the lock back."""
    private.folder(folder())
    file = os.open(os.path.join(folder(), "lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)
