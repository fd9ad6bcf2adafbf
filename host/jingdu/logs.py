"""The log: one line for each event, in the user's state folder, rotated, readable by the user only.

It has what happened and how long it took, never what was read: no text, title or address, and of an error only its
type and place, because messages quote their input. Two browsers run two hosts that share the file, so each line is one
append to a file opened for it, and a rename never meets an open file (which Windows refuses). `logging` offers neither,
and takes longer to import than the host to answer.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from types import TracebackType
from typing import Final

from jingdu.storage import private

LARGEST: Final = 256 * 1024
"""Bytes after which the log is rotated."""
KEPT: Final = 2
"""Older logs kept beside the current one, as ``host.log.1`` and ``host.log.2``."""
_MAX_PLACES: Final = 12
"""Places of a traceback that are logged, innermost first; a RecursionError has a thousand."""


def folder() -> str:
    """The folder for logs on this system."""
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
        return os.path.join(local, "Jingdu", "Logs")
    if sys.platform == "darwin":
        return os.path.join(home, "Library", "Logs", "Jingdu")
    state = os.environ.get("XDG_STATE_HOME", "")
    return os.path.join(state if os.path.isabs(state) else os.path.join(home, ".local", "state"), "jingdu")


def path() -> str:
    """The current log."""
    return os.path.join(folder(), "host.log")


def note(event: str) -> None:
    """Adds a line, if it can be written: a full disk must not stop the reading."""
    line = f"{time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())} {os.getpid()} {event}\n"
    with suppress(OSError):
        _rotate(path())
        append(line.encode("utf-8", "backslashreplace"))


def failure(error: BaseException, *, aloud: bool = True) -> None:
    """Notes an unexpected error, here and, ``aloud``, on stderr: its type and where it was raised."""
    event = f"error {type(error).__name__} at {_places(error.__traceback__)}"
    note(event)
    if aloud and sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"jingdu: {event}\n")


def _places(traceback: TracebackType | None) -> str:
    places = []
    while traceback:
        code = traceback.tb_frame.f_code
        places.append(f"{os.path.basename(code.co_filename)}:{traceback.tb_lineno} {code.co_name}")
        traceback = traceback.tb_next
    return " < ".join(places[: -_MAX_PLACES - 1 : -1]) or "an unknown place"


def _rotate(name: str) -> None:
    if not os.path.exists(name) or os.path.getsize(name) < LARGEST:
        return
    for number in range(KEPT, 0, -1):
        older = f"{name}.{number - 1}" if number > 1 else name
        if os.path.exists(older):
            os.replace(older, f"{name}.{number}")


def append(line: bytes) -> None:
    """Appends to the log; raises ``OSError``."""
    private.folder(folder())
    file = os.open(path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(file, line)
    finally:
        os.close(file)
