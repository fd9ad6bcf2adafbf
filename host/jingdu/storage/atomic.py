"""Atomic and durable writes: temporary file, fsync, rename, fsync of the folder.

A mark of the computer and process in a temporary file's name shows whether it is stale. Files of other computers (a
folder may be synced) never count as stale. `map_os_errors` converts errors to faults of the library.
"""

import os
import re
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from jingdu.faults import of_os_error

TEMPORARY: Final = ".jingdu-new-"
"""Prefix of the names of temporary files and folders."""
_MARKED: Final = re.compile(re.escape(TEMPORARY) + r"([0-9a-f]{8})-(\d{1,10})(?![0-9])")
"""The start of a temporary name with the `mark` of a process."""
_SYNCHRONIZE: Final = 0x00100000
_ERROR_ACCESS_DENIED: Final = 5
_WAIT_TIMEOUT: Final = 258
"""Constants of the Windows API."""


def write_new(path: Path, data: bytes) -> None:
    """Creates a file and syncs its content, but not its folder."""
    with open(path, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def replace(
    path: Path, data: bytes, temporary: Path | None = None, *, mode: int | None = None,
    check: Callable[[], object] = lambda: None,
) -> None:  # fmt: skip
    """Replaces a file atomically and durably.

    The temporary file is written to ``temporary``, a folder on the same file system from which the caller removes stale
    files, or by default to the file's own folder. By default only the user may read the file. ``check`` runs before the
    rename and may raise to prevent it.
    """
    if temporary is None:
        clear_stale(path.parent)
    source = (temporary or path.parent) / f"{TEMPORARY}{mark()}-{path.name}"
    source.unlink(missing_ok=True)
    try:
        write_new(source, data)
        if mode is not None:
            source.chmod(mode)
        check()
        os.replace(source, path)
    except BaseException:
        with suppress(OSError):
            source.unlink()
        raise
    sync(path.parent)


def sync_file(path: Path) -> None:
    file = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_folder(folder: Path, *, parents: bool = True, mode: int = 0o700) -> None:
    """Creates a folder, and by default its parents, durably; an existing one is left unchanged."""
    if folder.is_dir():
        return
    if parents and not folder.parent.is_dir():
        make_folder(folder.parent, mode=mode)
    folder.mkdir(mode=mode, exist_ok=True)
    sync(folder.parent)


def sync_tree(folder: Path) -> None:
    """Syncs the entries of a folder and all its subfolders."""
    for path, _, _ in os.walk(folder):
        sync(Path(path))


def sync(folder: Path) -> None:
    """Syncs the entries of a folder, which Windows does not support and does not need."""
    if os.name != "nt":
        sync_file(folder)


def mark(process: int | None = None) -> str:
    """The mark of a process on this computer, by default of the current process."""
    return f"{_computer()}-{process or os.getpid()}"


def clear_stale(folder: Path) -> None:
    """Removes the temporary files and folders in ``folder`` whose process has ended."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            marked = _MARKED.match(entry.name)
            if marked and marked[1] == _computer() and not _is_running(int(marked[2])):
                remove(Path(entry.path))


def remove(path: Path) -> None:
    """Removes a file or folder, as far as possible."""
    import shutil  # late, so that the host starts faster

    shutil.rmtree(path, ignore_errors=True)
    with suppress(OSError):
        path.unlink()


def _computer() -> str:
    name = os.uname().nodename if sys.platform != "win32" else os.environ.get("COMPUTERNAME", "")
    return f"{zlib.crc32(name.encode('utf-8', 'surrogateescape')):08x}"


def _is_running(process: int) -> bool:
    """Whether there is a process with this id, of any user."""
    if sys.platform == "win32":
        import ctypes

        handle = ctypes.windll.kernel32.OpenProcess(_SYNCHRONIZE, False, process)
        if not handle:
            return bool(ctypes.windll.kernel32.GetLastError() == _ERROR_ACCESS_DENIED)  # another user's
        try:
            return bool(ctypes.windll.kernel32.WaitForSingleObject(handle, 0) == _WAIT_TIMEOUT)
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
    """Raises ``OSError`` as a `Fault` ``library_*``."""
    try:
        yield
    except OSError as error:
        raise of_os_error(error) from error
