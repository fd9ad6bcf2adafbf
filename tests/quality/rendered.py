"""Compares the article of a page as sent by the server with that of the page as rendered by a browser.

    python -m tests.quality.rendered [--pages N] [CORPUS …]

A click sends the rendered page; corpora have the page from the server. Each page is opened in Chromium with its inline
scripts and without network access, and captured as by a click. Prints the mean word F1 of both against the truth, and
the pages whose articles differ.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

from playwright.sync_api import Browser, Error, Page, Playwright, Route, sync_playwright

from jingdu.faults import Fault
from jingdu.learn.corpus import Example, load
from jingdu.learn.report.metrics import word_f1
from jingdu.reading import read
from tests.browser.capturing import captured
from tests.support.chromium import PATIENT, executable

CORPORA: Final = Path(os.environ.get("JINGDU_CORPORA") or Path(__file__).parents[3] / "shared" / "corpora")
RAW: Final = ("fundus-dev-raw", "andythefactory-raw")
SCRIPT_TIME: Final = 500
"""Milliseconds for inline scripts after the page is loaded."""
SAME: Final = 0.98
"""Minimum word F1 at which two articles count as equal."""


class Compared(NamedTuple):
    """Word F1 of both articles against the truth, and against each other."""

    name: str
    sent: float
    built: float
    similarity: float


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=60, help="pages of each corpus (default: %(default)s)")
    parser.add_argument("corpora", nargs="*", metavar="CORPUS", default=RAW)
    options = parser.parse_args()
    with sync_playwright() as playwright:
        for name in options.corpora:
            _print(name, list(compared(playwright, name, options.pages)))


def _print(corpus: str, rows: list[Compared]) -> None:
    sent, built = mean(row.sent for row in rows), mean(row.built for row in rows)
    other = sorted((row for row in rows if row.similarity < SAME), key=lambda row: row.similarity)
    print(f"{corpus}: {len(rows)} pages, F1 {sent:.3f} as sent, {built:.3f} as built, {len(other)} differ", flush=True)
    for row in other:
        print(f"  {row.name}: {row.similarity:.3f} equal, {row.sent:.3f} as sent, {row.built:.3f} as built", flush=True)


def compared(playwright: Playwright, corpus: str, pages: int) -> Iterator[Compared]:
    """Compares ``pages`` pages of a corpus, except those that the browser cannot render."""
    with playwright.chromium.launch(executable_path=executable(playwright), args=["--no-sandbox"]) as browser:
        for example in _sample(corpus, pages):
            try:
                yield _compared(browser, example)
            except Error as error:
                print(f"  {example.id}: not rendered, {str(error).splitlines()[0]}", flush=True)


def _compared(browser: Browser, example: Example) -> Compared:
    url = example.url or "https://page.example/"
    with _opened(browser, url, example.html) as page:
        built = str(captured(page)["html"])
    texts = _text(example.html, url), _text(built, url)
    sent_f1, built_f1 = (word_f1(text, example.text).f1 for text in texts)
    return Compared(example.id, sent_f1, built_f1, word_f1(*texts).f1)


def _text(html: str, url: str) -> str:
    try:
        return read(html, url).text
    except Fault:
        return ""


@contextmanager
def _opened(browser: Browser, url: str, html: str) -> Iterator[Page]:
    """Opens a page without access to the network."""

    def answer(route: Route) -> None:
        if route.request.resource_type == "document" and route.request.frame == page.main_frame:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    page = browser.new_page()
    try:
        page.route("**/*", answer)
        page.goto(url, wait_until="domcontentloaded", timeout=PATIENT)
        page.wait_for_timeout(SCRIPT_TIME)
        yield page
    finally:
        page.close()


def path_of(corpus: str) -> Path:
    """The file of a corpus."""
    return CORPORA / f"{corpus}.jsonl.xz"


def _sample(corpus: str, pages: int) -> list[Example]:
    """Every n-th page that has a truth."""
    found = [example for example in load(path_of(corpus)) if example.text]
    return found[:: max(1, len(found) // pages)][:pages]


if __name__ == "__main__":
    main()
