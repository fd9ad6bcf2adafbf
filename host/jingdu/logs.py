"""The log: one line per event in a private, rotated file in the user's state folder.

It never contains text, titles or addresses; of an error it has only type and location, because messages quote their
input. Several hosts share the file, so each line is written by opening the file, appending once and closing it. Thus
rotation never renames an open file, which Windows refuses. The standard `logging` keeps the file open, and importing it
takes longer than a reply.
"""

import os
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import Final

from jingdu.faults import Fault, of_os_error
from jingdu.i18n import gettext
from jingdu.storage import private

MAX_SIZE: Final = 256 * 1024
"""Bytes after which the log is rotated."""
BACKUPS: Final = 2
"""Rotated logs: ``host.log.1`` and ``host.log.2``."""
_MAX_FRAMES: Final = 12
"""Maximum frames of a traceback that are logged, innermost first; a RecursionError has a thousand."""


def folder() -> str:
    """The folder for logs on this system."""
    if sys.platform == "win32":
        return os.path.join(private.data(), "Logs")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Logs/Jingdu")
    return os.path.join(private.base_folder("XDG_STATE_HOME", ".local/state"), "jingdu")


def path() -> str:
    return os.path.join(folder(), "host.log")


def note(event: str) -> None:
    """Logs an event, ignoring errors."""
    line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {os.getpid()} {event}\n"
    with suppress(OSError):
        _rotate(path())
        append(line.encode("utf-8", "backslashreplace"))


def failure(error: BaseException, *, stderr: bool = True) -> Fault:
    """Logs the type and location of an unexpected error, by default also on stderr; returns the fault to report."""
    event = f"error {type(error).__name__} at {_location(error.__traceback__)}"
    note(event)
    if stderr and sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"jingdu: {event}\n")
    return of_os_error(error) if isinstance(error, OSError) else with_path(Fault("internal"))


def with_path(fault: Fault) -> Fault:
    """The fault; if a bug is to blame, its message also says where the log is."""
    where = gettext("The log is {path}.", path=path())
    return Fault(fault.code, f"{fault.message} {where}", "bug") if fault.blame == "bug" else fault


def _location(traceback: TracebackType | None) -> str:
    frames = []
    while traceback:
        code = traceback.tb_frame.f_code
        frames.append(f"{os.path.basename(code.co_filename)}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return " < ".join(frames[: -_MAX_FRAMES - 1 : -1]) or "an unknown place"


def _rotate(name: str) -> None:
    if not os.path.exists(name) or os.path.getsize(name) < MAX_SIZE:
        return
    for number in range(BACKUPS, 0, -1):
        older = f"{name}.{number - 1}" if number > 1 else name
        if os.path.exists(older):
            os.replace(older, f"{name}.{number}")


def append(line: bytes) -> None:
    """Appends to the log; raises ``OSError``."""
    private.make_folder(folder())
    with open(os.open(path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab", buffering=0) as file:
        file.write(line)
