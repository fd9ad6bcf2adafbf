"""Faults a user can meet: a code that never changes, whose fault it is, one sentence.

Codes are part of the protocol (the extension chooses its screen by them), so a code is
never renamed or given a new meaning. The sentence says what to do next.
"""

from __future__ import annotations

from typing import Final, Literal

Blame = Literal["page", "browser", "library", "user", "bug"]

FAULTS: Final[dict[str, tuple[Blame, str]]] = {
    "bad_utf8": ("browser", "The message was not UTF-8; reload the page and try again."),
    "bad_json": ("browser", "The message was not JSON; reload the page and try again."),
    "bad_message": ("browser", "The message has the wrong shape; update the extension."),
    "unknown_action": (
        "browser",
        "This host does not know that action; update the host by running install/setup.py again.",
    ),
    "message_too_large": (
        "page",
        "The page is too large to send; select the part you want to read and try again.",
    ),
    "host_too_old": (
        "user",
        "The host is older than the extension; run install/setup.py again to update it.",
    ),
    "extension_too_old": (
        "user",
        "The extension is older than the host; reload or update it in the browser.",
    ),
    "page_too_large": (
        "page",
        "The page is too large to read; select the part you want to read and try again.",
    ),
    "page_unreadable": ("page", "The page holds nothing that can be parsed; reload it and try again."),
    "no_article": (
        "page",
        "No article was found on this page; show the whole page instead, or select the part you want to read.",
    ),
    "unknown_extractor": (
        "user",
        "There is no extractor of that name; choose one that `jingdu read --help` lists.",
    ),
    "bad_weights": ("library", "The weights file does not fit this version; run install/setup.py again."),
    "internal": (
        "bug",
        "Something went wrong inside Jingdu; try again, and report it with the log if it stays.",
    ),
}


class Fault(Exception):
    """A fault with a stable ``code``; ``message`` defaults to the table's sentence."""

    def __init__(self, code: str, message: str | None = None) -> None:
        blame, sentence = FAULTS[code]
        self.code = code
        self.blame: Blame = blame
        self.message = message or sentence
        super().__init__(f"{code}: {self.message}")
