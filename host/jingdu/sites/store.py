"""The files of the profiles: one JSON per site in the user's data folder, readable by the user only.

A file is replaced as a whole, under a lock, because two browsers run two hosts. A damaged file is renamed to
``….damaged`` and the site learned anew. Beyond ``MAX_SITES`` the sites not learned for
longest are dropped.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from jingdu.sites.codec import LARGEST, Damaged, from_json, to_json
from jingdu.sites.profile import SiteProfile
from jingdu.storage import atomic, private
from jingdu.storage.lock import locked

MAX_SITES: Final = 200
"""Profiles kept; each has at most about 250 KB."""
_SUFFIX: Final = ".json"
_UNSAFE: Final = re.compile(r"[^a-z0-9.-]|^[.]")
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)")
"""Names that Windows keeps for devices, whatever follows the first dot."""
_MAX_NAME: Final = 120
_cache: dict[str, tuple[tuple[int, int], SiteProfile]] = {}
"""Place → when and how large the file was, and what it held: the pages of a site come one after the other."""


def folder() -> str:
    """The folder of the profiles."""
    return os.path.join(private.data(), "sites")


def place(site: str) -> str:
    """The file of a site: its name where that is safe on every system, else with what is not written ``%xx``."""
    name = _UNSAFE.sub(lambda sign: "".join(f"%{byte:02x}" for byte in sign[0].encode()), site.lower())
    if _RESERVED.match(name):
        name = f"%{ord(name[0]):02x}{name[1:]}"
    if len(name) > _MAX_NAME:
        name = f"{name[:_MAX_NAME]}%{zlib.crc32(site.lower().encode()):08x}"
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

    Raises ``OSError`` where the folder cannot be written, or the profile not be read, which is not replaced then;
    ``library_busy`` where another host is at work for long.
    """
    with locked(Path(folder())):
        _cache.clear()
        profile = _load(place(site)) or SiteProfile(site, salt=int.from_bytes(os.urandom(4), "little"))
        _cache.clear()  # ``by`` may fail half-way
        if by(profile):
            private.folder(folder())
            atomic.replace(Path(place(site)), to_json(profile).encode())
            _drop_oldest()
    return profile


def sites() -> list[SiteProfile]:
    """Every profile, the last changed first."""
    found = []
    for name in reversed(_oldest_first()):
        with suppress(OSError, Damaged):
            found.append(_read(name))
    return found


def forget(site: str) -> bool:
    """Removes all that is kept of a site; whether there was anything."""
    with locked(Path(folder())):  # who learns a page of it right now would write it again
        return _remove(place(site))


def forget_all() -> int:
    """Removes all profiles, damaged ones too; how many there were."""
    with locked(Path(folder())):
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
    names = _oldest_first()
    for name in names[: max(0, len(names) - MAX_SITES)]:
        _remove(name)


def _oldest_first() -> list[str]:
    found = []
    with suppress(OSError), os.scandir(folder()) as entries:
        for entry in entries:
            if entry.name[0] != "." and entry.name.endswith((_SUFFIX, f"{_SUFFIX}.damaged")):
                with suppress(OSError):
                    found.append((entry.stat().st_mtime_ns, entry.path.removesuffix(".damaged")))
    return list(dict.fromkeys(path for _, path in sorted(found)))
