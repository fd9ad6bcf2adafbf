"""Faults reported to the user: a stable code, who is to blame, and a sentence that says what to do.

Codes are part of the protocol, since the extension chooses its screen by them: never rename or redefine one.
"""

import errno
from typing import Final, Literal

from jingdu.i18n import gettext

Blame = Literal["page", "browser", "library", "user", "bug", "computer"]

_SENTENCES: Final[dict[Blame, dict[str, str]]] = {
    "browser": {
        "bad_utf8": "The extension's message was not UTF-8; reload the page and try again.",
        "bad_json": "The extension's message was not JSON; reload the page and try again.",
        "bad_message": "The message is malformed; update the extension.",
        "unknown_action": "The companion app does not know that action; update it by running install/setup.py again.",
    },
    "page": {
        "message_too_large": "The page is too large to send; select the part you want to read and try again.",
        "page_too_large": "The page is too large to read; select the part you want to read and try again.",
        "stopped": (
            "This took too long or too much memory and was stopped; try again, or select the part you want to read."
        ),
        "page_unreadable": "The page has no content that can be read; reload it and try again.",
        "no_article": (
            "No article was found on this page; show the whole page instead, or select the part you want to read."
        ),
    },
    "user": {
        "host_too_old": "The companion app is older than the extension; run install/setup.py again to update it.",
        "extension_too_old": "The extension is older than the companion app; reload or update it in the browser.",
        "unknown_extractor": "There is no extractor of that name; choose one that `jingdu read --help` lists.",
        "item_edited": (
            "The text of this article was chosen or edited by hand, so it is not changed; saving the page again "
            "replaces it."
        ),
        "private_page": "The page is in a private window; confirm that it may be saved, then save again.",
        "bad_folder": "The library needs the full path of a folder on this computer; choose another one.",
        "index_on_network": (
            "The library's index needs a folder on this computer's own disk; set XDG_DATA_HOME to one and try again."
        ),
    },
    "library": {
        "bad_weights": "The weights file does not fit this version; run install/setup.py again.",
        "library_full": "The disk is full; free some space on it, then try again.",
        "library_read_only": "The library's folder is read-only; allow writing, or choose another on the library page.",
        "library_missing": "The library's folder is missing; connect its disk, or choose another on the library page.",
        "library_broken": "The disk of the library reports an error; check it, then try again.",
        "library_busy": "Another program is writing to the library; try again in a moment.",
        "item_missing": "This article is no longer in the library; look for it in the trash.",
        "item_damaged": "This article's files are damaged; look at article.md in its folder, or save the page again.",
        "unknown_job": "That job is no longer known; start it again.",
        "index_busy": "Another program is using the library's index; close it or try again in a minute.",
        "index_unusable": (
            "This Python's SQLite has no full-text search; install Python from python.org and run "
            "install/setup.py again."
        ),
        "index_unwritable": (
            "The library's index can't be written; free some space on the disk and make its folder writable."
        ),
    },
    "bug": {
        "internal": "Something went wrong inside Jingdu; try again, and report it with the log if it happens again."
    },
}
FAULTS: Final[dict[str, tuple[Blame, str]]] = {
    code: (blame, sentence) for blame, sentences in _SENTENCES.items() for code, sentence in sentences.items()
}
"""Code → its default blame, and its sentence for the user."""
OTHERWISE: Final[dict[tuple[str, Blame], str]] = {
    ("bad_message", "user"): "A title or tag can't be empty, and a tag can't contain a line break; type another one.",
    ("stopped", "computer"): (
        "The computer was too busy or short of memory, so this was stopped; close other programs and try again."
    ),
    ("stopped", "bug"): (
        "This took too long or too much memory and was stopped; try again, and report it with the log if it recurs."
    ),
}
"""Code and blame → sentence, if the blame is not the code's default."""
COMMAND_LINE: Final[dict[str, str]] = {
    "page_too_large": "The page is too large to read; save the part you want to read as a page of its own.",
    "page_unreadable": "The page has no content that can be read; check that it is the right file or address.",
    "no_article": (
        "No article was found on this page; `jingdu read` and `jingdu save` keep the whole page with --everything."
    ),
    "library_read_only": "The library's folder is read-only; allow writing, or name another in JINGDU_LIBRARY.",
    "library_missing": "The library's folder was not found; connect its disk, or name another in JINGDU_LIBRARY.",
}
"""Code → sentence on the command line, if the one in `FAULTS` is about the browser."""
_OS_ERRORS: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "library_full"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "library_read_only"),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR, errno.ENXIO, errno.ESTALE, errno.ELOOP), "library_missing"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EINTR, errno.EAGAIN), "library_busy"),
}
"""Error of the system → code; ``library_broken`` for all others."""


class Fault(Exception):
    """A fault with a stable ``code``; ``message`` and ``blame`` default to those in `FAULTS` and `OTHERWISE`.

    ``sentence`` is the message on the command line.
    """

    def __init__(self, code: str, message: str | None = None, blame: Blame | None = None) -> None:
        default, sentence = FAULTS[code]
        self.code = code
        self.blame: Blame = blame or default
        english = OTHERWISE.get((code, self.blame)) or sentence
        self.message = message or gettext(english)
        self.sentence = message or gettext(COMMAND_LINE.get(code, english))
        self._own = message
        super().__init__(f"{code}: {message or english}")

    def __reduce__(self) -> tuple[type[Exception], tuple[str, str | None, Blame]]:
        """Allows pickling, so that a fault can cross processes."""
        return type(self), (self.code, self._own, self.blame)


def of_os_error(error: OSError) -> Fault:
    """The fault of the library for an error of the system."""
    return Fault(_OS_ERRORS.get(error.errno or 0, "library_broken"))


class InputError(Exception):
    """Invalid input on the command line; the message is a sentence for the user."""


class UsageError(InputError):
    """Arguments on the command line that can't be combined."""
