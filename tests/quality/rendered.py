"""The article of a page as a server sent it beside that of the page as a browser built it.

    python -m tests.quality.rendered [--pages N] [CORPUS …]

A click sends what a browser has built; corpora hold what a server sent. Each page is opened in Chromium with
its inline scripts and without the network, and captured as a click does. Prints the mean word F1 of
both against the truth, and the pages whose two articles differ.
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
SETTLED: Final = 500
"""Milliseconds that inline scripts get after the page has loaded."""
SAME: Final = 0.98
"""Word F1 from which two articles count as the same."""


class Compared(NamedTuple):
    """F1 of the two articles against the truth, and against each other."""

    name: str
    sent: float
    built: float
    alike: float


def main() -> None:
    parser = argparse.ArgumentParser(description=str(__doc__).split("\n", maxsplit=1)[0])
    parser.add_argument("--pages", type=int, default=60, help="pages of each corpus (default: %(default)s)")
    parser.add_argument("corpora", nargs="*", metavar="CORPUS", default=RAW)
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        for name in asked.corpora:
            _print(name, list(compared(playwright, name, asked.pages)))


def _print(corpus: str, rows: list[Compared]) -> None:
    sent, built = mean(row.sent for row in rows), mean(row.built for row in rows)
    other = sorted((row for row in rows if row.alike < SAME), key=lambda row: row.alike)
    print(f"{corpus}: {len(rows)} pages, F1 {sent:.3f} as sent, {built:.3f} as built, {len(other)} differ", flush=True)
    for row in other:
        print(f"  {row.name}: alike {row.alike:.3f}, {row.sent:.3f} as sent, {row.built:.3f} as built", flush=True)


def compared(playwright: Playwright, corpus: str, pages: int) -> Iterator[Compared]:
    """So many pages of a corpus both ways, without those that the browser can't build."""
    with playwright.chromium.launch(executable_path=executable(playwright), args=["--no-sandbox"]) as browser:
        for example in _drawn(corpus, pages):
            try:
                yield _compared(browser, example)
            except Error as error:
                print(f"  {example.id}: not built, {str(error).splitlines()[0]}", flush=True)


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
    """The page with nothing of the network but itself."""

    def answer(route: Route) -> None:
        if route.request.resource_type == "document" and route.request.frame == page.main_frame:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
        else:
            route.abort()

    page = browser.new_page()
    try:
        page.route("**/*", answer)
        page.goto(url, wait_until="domcontentloaded", timeout=PATIENT)
        page.wait_for_timeout(SETTLED)
        yield page
    finally:
        page.close()


def path_of(corpus: str) -> Path:
    """The file of a corpus."""
    return CORPORA / f"{corpus}.jsonl.xz"


def _drawn(corpus: str, pages: int) -> list[Example]:
    """Every n-th page that has a true text."""
    found = [example for example in load(path_of(corpus)) if example.text]
    return found[:: max(1, len(found) // pages)][:pages]


if __name__ == "__main__":
    main()
