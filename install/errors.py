"""What can go wrong, as one sentence that says what to do next, and its exit code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from jingdu.i18n import gettext as _

DONE: Final = 0
BUG: Final = 1
USAGE: Final = 2
PYTHON: Final = 3
INSTALL: Final = 4
FILES: Final = 5
PROOF: Final = 6
TRIAL: Final = 7
FAULTY: Final = 8
INTERRUPTED: Final = 130

MEANINGS: Final = {
    DONE: "done",
    BUG: "a bug in set-up; the message says where",
    USAGE: "unknown option, browser or extension id",
    PYTHON: "Python is too old, or cannot create environments",
    INSTALL: "pip could not install the companion app",
    FILES: "a file or registry entry could not be written or removed",
    PROOF: "the companion app is installed, but did not read the sample pages",
    TRIAL: "no browser to try Jingdu in",
    FAULTY: "a check of the doctor failed",
    INTERRUPTED: "interrupted; the next run completes what is unfinished",
}
CANNOT: Final = {
    "write": "Cannot write {path} ({reason}); fix that and run set-up again.",
    "remove": "Cannot remove {path} ({reason}); fix that and run set-up again.",
    "change": "Cannot change {path} ({reason}); fix that and run set-up again.",
}


class SetupError(Exception):
    """Set-up can't go on: ``str()`` is the sentence, ``code`` the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@contextmanager
def map_os_errors(action: str, path: Path | str) -> Iterator[None]:
    """Turns an ``OSError`` into a `SetupError`; ``action`` is one of `CANNOT`."""
    try:
        yield
    except OSError as error:
        raise SetupError(FILES, _(CANNOT[action], path=path, reason=_(reason_of(error)))) from error


def reason_of(error: Exception) -> str:
    """What an error says, for brackets."""
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else str(error)
