"""Files that are whole and on the disk, or not there: temporary file, fsync, rename, fsync of the folder.

Temporary files of processes that were killed are known by a mark in the name: the computer's and the process's.
Files of another computer (a folder may be synced) are never judged. Errors of the disk become faults of the library.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from jingdu.faults import Fault

TEMPORARY: Final = ".jingdu-new-"
"""Prefix of the names of temporary files and folders."""
_MARK: Final = re.compile(r"([0-9a-f]{8})-(\d{1,10})(?![0-9])")
_STILL_RUNS: Final = 258
"""WAIT_TIMEOUT"""

_CODES: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "library_full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "library_read_only"),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.ENXIO, errno.ESTALE, errno.ELOOP), "library_missing"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EINTR, errno.EAGAIN), "library_busy"),
}


def write_new(path: Path, data: bytes) -> None:
    """Writes a new file and syncs it; for folders that are not in place yet."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    finally:
        os.close(file)


def replace(
    path: Path, data: bytes, temporary: Path | None = None, *, check: Callable[[], object] = lambda: None
) -> None:
    """Replaces a file as a whole.

    The temporary file is in ``temporary``, a folder of the same disk whose owner removes stale ones; by default in
    the file's own folder, where stale ones are removed first. ``check`` runs before the rename; if it raises, the
    file stays as it was.
    """
    if temporary is None:
        clear_stale(path.parent, TEMPORARY)
    written = (temporary or path.parent) / f"{TEMPORARY}{mark()}-{path.name}"
    with suppress(FileNotFoundError):
        written.unlink()
    try:
        write_new(written, data)
        check()
        os.replace(written, path)
    except BaseException:
        with suppress(OSError):
            written.unlink()
        raise
    sync(path.parent)


def sync_file(path: Path) -> None:
    """Syncs a file's content; the target of a link is not ours to sync."""
    if path.is_symlink():
        return
    file = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make(folder: Path, *, parents: bool = True, mode: int = 0o700) -> None:
    """Makes a folder, and those above it, durably; an existing one is left as it is."""
    if folder.is_dir():
        return
    if parents and not folder.parent.is_dir():
        make(folder.parent, mode=mode)
    folder.mkdir(mode=mode, exist_ok=True)
    sync(folder.parent)


def sync_tree(folder: Path) -> None:
    """Syncs the names in a folder and in all folders in it."""
    for here, _, _ in os.walk(folder):
        sync(Path(here))


def sync(folder: Path) -> None:
    """Syncs the names in a folder; Windows has no such call and does it itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def mark(process: int | None = None) -> str:
    """The mark of a process of this computer, by default of this process."""
    return f"{_computer()}-{process or os.getpid()}"


def is_stale(name: str) -> bool:
    """Whether the process whose mark is in ``name`` has ended."""
    found = _MARK.search(name)
    return found is not None and found[1] == _computer() and not _lives(int(found[2]))


def clear_stale(folder: str | os.PathLike[str], prefix: str) -> None:
    """Removes the stale files in ``folder`` whose names begin with ``prefix``."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(prefix) and is_stale(entry.name):
                with suppress(OSError):
                    os.unlink(entry.path)


def _computer() -> str:
    name = os.uname().nodename if sys.platform != "win32" else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'surrogateescape')):08x}"


def _lives(process: int) -> bool:
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(0x00100000, False, process)
        if not handle:
            return bool(ctypes.windll.kernel32.GetLastError() == 5)  # there, but not ours
        try:
            return bool(ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == _STILL_RUNS)
        finally:
            ctypes.windll.kernel32.CloseHandle(handle)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True


@contextmanager
def map_os_errors() -> Iterator[None]:
    """Raises a `Fault` of the library in place of an ``OSError``."""
    try:
        yield
    except OSError as error:
        raise fault_of(error) from error


def fault_of(error: OSError) -> Fault:
    """The fault of an error of the system."""
    return Fault(_CODES.get(error.errno or 0, "library_broken"))
