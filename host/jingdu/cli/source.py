"""Where a command's page comes from, and which of its characters may go to a terminal."""

from __future__ import annotations

import argparse
import re
import sys
from typing import Final

from jingdu.faults import InputError
from jingdu.i18n import gettext as _
from jingdu.page.model import Page
from jingdu.page.parse import decode
from jingdu.render.article import Article

MAX_BYTES: Final = 64 * 1024 * 1024
"""Bytes read of a file or of standard input."""
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}://")
_CONTROLS: Final = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""Control characters, which a page could use to speak to the terminal."""


def page(name: str, *, allow_private: bool = True) -> tuple[str, str | None]:
    """The HTML of a file, an address or standard input (``-``), and its address where it has one.

    Without ``allow_private`` an address of this computer or a private network raises `InputError`.
    """
    if not _ADDRESS.match(name):
        return decode(_bytes(name)), None
    from jingdu.cli.download import fetch

    download = fetch(name, allow_private=allow_private)
    return decode(download.data, download.charset), download.url


def add_allow_private(parser: argparse.ArgumentParser) -> None:
    """The option for commands that take several addresses."""
    parser.add_argument(
        "--allow-private",
        action="store_true",
        help="with several addresses, also fetch those of this computer and of private networks",
    )


def printable(text: str) -> str:
    """``text`` without control characters."""
    return text.translate(_CONTROLS)


def warn_truncated(read: Page | Article) -> None:
    """Warns on standard error where part of the page was cut off."""
    if read.truncated:
        message = _("The page is too large to be read whole; part of its text is missing.")
        print(f"jingdu: {message}", file=sys.stderr)


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(_("{path} could not be read: {reason}.", path=name, reason=reason)) from None
    if len(data) > MAX_BYTES:
        raise InputError(_("{path} is larger than {n} MiB.", path=name, n=MAX_BYTES // 2**20))
    return data
