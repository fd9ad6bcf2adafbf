"""jingdu read and explain."""

import argparse
from pathlib import Path
from typing import Final

from jingdu.cli import source
from jingdu.reading import Reading, read

MAX_REASONS: Final = 4
"""Reasons shown for a block without ``--all``."""


def add_read(parser: argparse.ArgumentParser) -> None:
    source.add_page(parser)
    form = parser.add_mutually_exclusive_group()
    forms = {"text": "plain text (the default)", "html": "clean HTML", "markdown": "Markdown",
             "json": "all fields, as JSON"}  # fmt: skip
    for name, summary in forms.items():
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=summary)
    parser.add_argument("--everything", action="store_true", help="keep the whole page, not only the article")
    parser.set_defaults(form="text")


def run_read(arguments: argparse.Namespace) -> None:
    html, url = source.page(arguments.page)
    article = read(html, arguments.url or url, everything=arguments.everything, extractor=arguments.extractor)
    if arguments.form == "json":
        source.print_json(article.as_dict())
    else:
        text = f"{article.title}\n\n{article.text}" if arguments.form == "text" else getattr(article, arguments.form)
        print(source.printable(text).rstrip("\n"))
    source.warn_truncated(truncated=article.truncated)


def add_explain(parser: argparse.ArgumentParser) -> None:
    source.add_page(parser)
    parser.add_argument("--all", action="store_true", help="all reasons for each block, and their sum")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--html", metavar="OUT.html", type=Path,
                      help="write a page, replacing an existing file: "
                           "the original with its blocks coloured")  # fmt: skip
    form.add_argument("--json", action="store_true", help="all fields, as JSON")


def run_explain(arguments: argparse.Namespace) -> None:
    """Prints the explanation, or writes it as a page; raises `InputError` and `Fault`."""
    from jingdu.explain.phrases import as_data, lines

    html, url = source.page(arguments.page)
    reading = Reading(html, arguments.url or url, arguments.extractor)
    page, verdict = reading.page, reading.displayed()
    source.warn_truncated(truncated=page.truncated)
    if arguments.html:
        from jingdu.explain.document import document

        with source.writable(arguments.html):
            arguments.html.write_text(document(page, verdict), "utf-8")
        print(arguments.html)
    elif arguments.json:
        source.print_json(as_data(page, verdict))
    else:
        for line in lines(page, verdict, None if arguments.all else MAX_REASONS):
            print(source.printable(line))
