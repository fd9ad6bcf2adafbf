"""Input and output of commands: pages from files, addresses or standard input, and text for the terminal."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from jingdu import extractors
from jingdu.faults import Fault, InputError
from jingdu.i18n import gettext as _, system_message
from jingdu.page.parse import decode

if TYPE_CHECKING:
    from jingdu.net.client import Answer

MAX_BYTES: Final = 64 * 1024 * 1024
"""Maximum bytes of a page, after decompression."""
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,30}://")
_READABLE: Final = re.compile(r"text/|application/(xhtml\+|[\w.+-]*\+)?xml", re.I)
_ACCEPT: Final = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5"
_CONTROLS: Final = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""Control characters except tab and line feed, which could control the terminal."""


def add_page(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments of commands that read one page."""
    parser.add_argument("page", metavar="FILE|URL|-", help="the page; - is standard input")
    add_url(parser)
    add_extractor(parser)


def add_url(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", type=_web_address, help="the page's address, for a page from a file")


def _web_address(text: str) -> str:
    """An argument type: an http(s) address."""
    from jingdu.net import FetchError
    from jingdu.net.address_policy import parse

    try:
        parse(text)
    except FetchError as error:
        raise argparse.ArgumentTypeError(f"{text} {error.predicate}") from None
    return text


def add_extractor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--extractor", choices=extractors.names(), default=extractors.DEFAULT,
                        help="the extractor to use (default: %(default)s)")  # fmt: skip


def add_allow_private(parser: argparse.ArgumentParser) -> None:
    """Adds the option of commands that take several addresses."""
    parser.add_argument("--allow-private", action="store_true",
                        help="with several addresses, also fetch those of this computer "
                             "and of private networks")  # fmt: skip


def page(name: str, *, allow_private: bool = True) -> tuple[str, str | None]:
    """The HTML of a file, an address or standard input (``-``), and the address if it was fetched.

    Raises `InputError`, without ``allow_private`` also for addresses of this computer and of private networks.
    """
    if _ADDRESS.match(name):
        answer = fetch(name, allow_private=allow_private)
        return decode(answer.data, answer.headers.get_content_charset()), answer.url
    if name == "-" and sys.stdin is None:
        raise InputError(_("Standard input is closed."))
    message = "There is no file {path}; check the name, or begin an address with https://."
    with readable(name, message), nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise InputError(_("{path} is larger than {n} MiB.", path=name, n=MAX_BYTES // 2**20))
    from jingdu.library.importers.kinds import START, kind  # lazily, since most commands read no file

    if kind(data[:START]):
        raise InputError(_("{path} is not a web page; name an HTML file.", path=name))
    return decode(data), None


def fetch(address: str, *, allow_private: bool = True) -> Answer:
    """Fetches a page over http(s); raises `InputError`. ``allow_private`` is as in `page`."""
    from jingdu.net import FetchError, client
    from jingdu.net.address_policy import WITH_FAKE, parse, policy_for

    try:
        policy = policy_for(parse(address)) if allow_private else WITH_FAKE
        answer = client.get(address, client.Limits(MAX_BYTES), accept=_ACCEPT, policy=policy)
    except FetchError as error:
        is_refused = error.reason == "private" and not allow_private
        hint = _("; read it by itself, or add --allow-private") if is_refused else ""
        raise InputError(_("{subject} {predicate}.", subject=address, predicate=error.predicate + hint)) from None
    kind = answer.headers.get_content_type()
    if not _READABLE.match(kind):
        raise InputError(_("{address} is not a web page but {kind}; name a page.", address=address, kind=kind))
    return answer


@contextmanager
def readable(path: str | Path, missing: str = "") -> Iterator[None]:
    """Maps ``OSError`` to `InputError` (``path`` could not be read); ``missing`` is the message if it is missing."""
    message = "There is no file or folder {path}; check the name."
    try:
        yield
    except FileNotFoundError:
        raise InputError(_(missing or message, path=path)) from None
    except IsADirectoryError:
        raise InputError(_("{path} is a folder; name a file in it.", path=path)) from None
    except OSError as error:
        raise InputError(_("{path} could not be read: {reason}.", path=path, reason=_reason(error))) from None


@contextmanager
def writable(path: str | Path) -> Iterator[None]:
    """Maps ``OSError`` to `InputError` (``path`` could not be written)."""
    try:
        yield
    except OSError as error:
        raise InputError(_("{path} could not be written: {reason}.", path=path, reason=_reason(error))) from None


def _reason(error: OSError) -> str:
    return system_message(error.strerror or str(error))


def printable(text: str) -> str:
    return text.translate(_CONTROLS)


def print_json(data: Any) -> None:
    print(printable(json.dumps(data, ensure_ascii=False, indent=2)))


def warn(message: object) -> None:
    print(printable(f"jingdu: {message}"), file=sys.stderr)


def warn_unread(name: str, error: InputError | Fault) -> None:
    """Prints on standard error why one of several pages was not read."""
    warn(error if isinstance(error, InputError) else f"{name}: {error.sentence}")


def warn_truncated(*, truncated: bool) -> None:
    if truncated:
        warn(_("The page is too large to be read whole; part of its text is missing."))
