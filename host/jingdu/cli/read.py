"""jingdu read: the article of a file, an address or standard input, printed."""

from __future__ import annotations

import argparse
import json

from jingdu.cli import source
from jingdu.extractors import DEFAULT, names
from jingdu.reading import read
from jingdu.render.article import Article


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("page", metavar="FILE|URL|-", help="the page; - is standard input")
    form = parser.add_mutually_exclusive_group()
    for name, what in (
        ("text", "plain text (the default)"),
        ("html", "clean HTML"),
        ("markdown", "Markdown"),
        ("json", "all fields, as JSON"),
    ):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=what)
    parser.add_argument(
        "--extractor", choices=names(), default=DEFAULT, help="the extractor to use (default: %(default)s)"
    )
    parser.add_argument("--everything", action="store_true", help="keep the whole page, not only the article")
    parser.add_argument("--url", help="the page's address, which links in a file are relative to")
    parser.set_defaults(form="text")


def run(arguments: argparse.Namespace) -> None:
    """Prints the article; raises `InputError` and the faults of `jingdu.reading.read`."""
    html, found_at = source.page(arguments.page)
    article = read(html, arguments.url or found_at, everything=arguments.everything, extractor=arguments.extractor)
    print(source.printable(_form(article, arguments.form)).rstrip("\n"))
    source.warn_truncated(article)


def _form(article: Article, form: str) -> str:
    if form == "json":
        return json.dumps(article.as_dict(), ensure_ascii=False, indent=2)
    if form == "text":
        return f"{article.title}\n\n{article.text}"
    written: str = getattr(article, form)
    return written
