"""End-to-end in Chromium: hostile pages opened by real clicks, and a hostile library on the library page."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright

from tests.hostile.pages.canary import QUIET, Canary
from tests.hostile.pages.chain import batched
from tests.hostile.pages.generator import Hostile
from tests.hostile.pages.watching import Watch, summary
from tests.support.chromium import ID, PATIENT, READER, data_of, drawn
from tests.support.library_page import LIBRARY, Shelf, settled, shelf

pytestmark = [pytest.mark.browser, pytest.mark.timeout(7200), pytest.mark.slow]

CLICKED, CLICKED_LONG = 1, 60
"""Pages per group in the default run and with ``--long``; each page combines many vectors."""
DEEP = 200
"""Tags from which a vector counts as deep nesting. Chromium 156 sometimes stops parsing a page in which hundreds of
open elements are mixed with other vectors, so deep vectors get separate pages."""

SHOWN = """async () => {
  const { article } = await chrome.runtime.sendMessage({ kind: "open", key: location.hash.slice(1) });
  const sources = [...article.html.matchAll(/ src="([^"]*)"/g)].map((found) => found[1].replaceAll("&amp;", "&"));
  return [article.image, ...sources].filter(Boolean);
}"""
"""The picture addresses of the article in the host's reply; the reader removes a small lead picture."""

WHOLE = """(pages) => pages.filter(([, html]) => {
  const page = new DOMParser().parseFromString(`<i id=jd-a></i><div id=jd-b>${html}</div><i id=jd-c></i>`, "text/html");
  const [before, end] = ["jd-a", "jd-c"].map((id) => page.getElementById(id));
  const isWhole = before?.parentNode === page.body && page.getElementById("jd-b")?.nextSibling === end;
  return isWhole && end?.parentNode === page.body;
}).map(([number]) => number)"""
"""The numbers of the vectors that close all their elements, so that they can share a page."""


@pytest.fixture(scope="module")
def case(playwright: Playwright, exported: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A browser with the real host and the hostile library."""
    profile = tmp_path_factory.mktemp("shelf") / "profile"
    shutil.copytree(exported / "library", data_of(profile) / "library")
    with shelf(playwright, profile) as running:
        yield running


@pytest.fixture(scope="module")
def monitor(case: Shelf, canary: Canary) -> Watch:
    """Monitors the same browser."""
    return Watch(
        case.context, canary, f"chrome-extension://{ID}/", f"{canary.origin}/favicon.ico", f"{canary.origin}/page/"
    )


def check_inert(monitor: Watch, tab: Page, root: str, *, is_saved: bool = True) -> None:
    """Checks that nothing runs, is requested or navigates, even after events on everything below ``root``.

    The article's pictures are requested; from the library, also the lead picture of a saved article and our pages.
    """
    seen = monitor.touched(tab, root, also=f"{monitor.canary.origin}/lead.png" if is_saved else "")
    ours = (READER, LIBRARY) if is_saved else READER
    seen.navigated = [place for place in seen.navigated if not place.startswith(ours)]
    assert seen.is_empty, summary(seen)


def test_hostile_pages_are_inert_in_the_reader(
    case: Shelf, monitor: Watch, canary: Canary, hostile: list[Hostile], long_run: bool
) -> None:
    """From the click through capture and host to the reader and its explanations."""
    tab = monitor.new_page()
    tab.goto(canary.put("/page/empty", "<!doctype html>"))
    numbers = set(tab.evaluate(WHOLE, [[page.number, page.text] for page in hostile]))
    flat = [page for page in hostile if page.text.count("<") < DEEP]
    together = [page for page in flat if page.number in numbers]
    apart = [page for page in flat if page.number not in numbers]
    deep = [page for page in hostile if page.text.count("<") >= DEEP and page.number in numbers]
    rounds = [*batched(together, 150)][: CLICKED_LONG if long_run else CLICKED]
    rounds += [*batched(deep, 5)][: CLICKED_LONG if long_run else CLICKED]
    assert len(together) > len(hostile) / 2
    monitor.canary_only = True
    for number, some in enumerate(rounds):
        body = "".join(f"<p>Paragraph {page.number} of the story stands before this.</p>{page.text}" for page in some)
        last = apart[number].text
        html = f"<!doctype html><meta charset=utf-8><title>T</title><body><article><h1>T</h1>{body}{last}"
        tab.goto(canary.put(f"/page/{number}", html, header=QUIET))  # waits for its frames, which its policy blocks
        tab.wait_for_timeout(500)  # violations are reported asynchronously
        monitor.take()
        case.click(tab)
        drawn(tab)
        monitor.announce(tab.evaluate(SHOWN))
        check_inert(monitor, tab, "main", is_saved=False)
        why = tab.locator('[data-action="why"]')
        if why.get_attribute("aria-disabled") == "false":
            why.click()
            tab.wait_for_selector(".why-chip", state="attached", timeout=PATIENT)
            tab.wait_for_load_state("networkidle")
            check_inert(monitor, tab, "main article", is_saved=False)
    monitor.canary_only = False
    tab.close()


def test_the_library_page_is_inert(case: Shelf, monitor: Watch) -> None:
    """Shows and searches hostile titles, bylines, sites, tags and snippets."""
    tab = monitor.new_page()
    monitor.take()
    tab.goto(LIBRARY)
    settled(tab)
    assert tab.locator(".row").count() > 5, tab.locator("main").inner_text()[:500]
    check_inert(monitor, tab, "main")
    for words in ("onerror", "<img src=x", 'title:"script"', "javascript:"):
        tab.locator("#search").fill(words)
        tab.wait_for_timeout(600)
        settled(tab)
        check_inert(monitor, tab, "main")
    tab.close()


def test_saved_articles_with_notes_are_inert(case: Shelf, monitor: Watch, exported: Path) -> None:
    """Opens saved articles, the edited one included, with highlights and notes in the reader."""
    tab = monitor.new_page()
    monitor.take()
    ids = [
        line.split(": ", 1)[1].strip().strip('"')
        for path in sorted(exported.glob("library/*/article.md"))
        for line in path.read_text("utf-8").splitlines()[:12]
        if line.startswith("id: ")
    ]
    assert len(ids) > 22
    for item in ids[:: max(1, len(ids) // 3)]:
        tab.goto("about:blank")
        tab.goto(f"{READER}#item={item}")
        drawn(tab)
        tab.wait_for_load_state("networkidle")
        notes = tab.locator('[data-action="notes"][aria-disabled="false"]')
        notes.wait_for(timeout=PATIENT)
        notes.click()
        check_inert(monitor, tab, "main")
    tab.close()
