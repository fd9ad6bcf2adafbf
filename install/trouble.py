"""What can go wrong, as one sentence that says what to do next, and its exit code."""

from __future__ import annotations

from typing import Final

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
    PYTHON: "Python is too old, or cannot make environments",
    INSTALL: "pip could not install the host",
    FILES: "a file or registry entry could not be written or removed",
    PROOF: "the host is installed, but did not read the sample pages",
    TRIAL: "no browser to try Jingdu in",
    FAULTY: "the doctor found something broken",
    INTERRUPTED: "interrupted; the next run repairs what is half done",
}


class Trouble(Exception):
    """Set-up can't go on: ``str()`` is the sentence, ``code`` the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
