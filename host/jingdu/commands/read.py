"""jingdu read: the article of a file, an address or standard input, printed."""

from __future__ import annotations

import argparse
import json
import re
import sys
from typing import Final

from jingdu.commands import InputError
from jingdu.extractors import DEFAULT, names
from jingdu.page.decode import decode
from jingdu.page.model import Article
from jingdu.reading import read

LARGEST: Final = 64 * 1024 * 1024
"""Bytes read of a file or of standard input."""
_ADDRESS: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_CONTROLS: Final = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""Control characters, which a page could use to speak to the terminal."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="FILE|URL|-", help="the page; - is standard input")
    form = parser.add_mutually_exclusive_group()
    for name, what in (
        ("text", "plain text (the default)"),
        ("html", "clean HTML"),
        ("markdown", "Markdown"),
        ("json", "everything that is known of the article, as JSON"),
    ):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=what)
    parser.add_argument("--extractor", choices=names(), help=f"how the article is found (default: {DEFAULT})")
    parser.add_argument("--everything", action="store_true", help="keep all of the page, article or not")
    parser.add_argument("--url", help="the page's address, which links in a file are relative to")
    parser.set_defaults(form="text")


def run(arguments: argparse.Namespace) -> None:
    """Prints the article; raises `InputError` and the faults of `jingdu.reading.read`."""
    html, found_at = _page(arguments.page)
    options = {"extractor": arguments.extractor} if arguments.extractor else {}
    article = read(html, arguments.url or found_at, everything=arguments.everything, **options)
    print(_form(article, arguments.form).translate(_CONTROLS).rstrip("\n"))


def _page(name: str) -> tuple[str, str | None]:
    """The page's HTML, and its address where it has one."""
    if not _ADDRESS.match(name):
        return decode(_bytes(name)), None
    from jingdu.fetch import fetch

    download = fetch(name)
    return decode(download.data, download.charset), download.url


def _bytes(name: str) -> bytes:
    try:
        if name == "-":
            data = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"{name} could not be read: {getattr(error, 'strerror', None) or error}.") from None
    if len(data) > LARGEST:
        raise InputError(f"{name} is larger than {LARGEST // 2**20} MiB.")
    return data


def _form(article: Article, form: str) -> str:
    if form == "json":
        return json.dumps(article.as_dict(), ensure_ascii=False, indent=2)
    if form == "text":
        return f"{article.title}\n\n{article.text}"
    written: str = getattr(article, form)
    return written
