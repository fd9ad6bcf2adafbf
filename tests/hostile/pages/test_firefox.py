"""In Firefox: each sanitizer alone, the reader page and the saved files, with a positive control."""

import json
from pathlib import Path

import pytest

from tests.hostile.corpus import live
from tests.hostile.pages import hostile_library
from tests.hostile.pages.acting import ATTRIBUTE_LIST, DISALLOWED, TAG_LIST
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.chain import Read, batched, sections
from tests.hostile.pages.generator import Hostile
from tests.hostile.pages.test_sanitizers import CLEAN, REPARSE
from tests.hostile.pages.test_watch import ACTS
from tests.hostile.pages.watching_firefox import Watched
from tests.support import prose
from tests.support.firefox import needs_firefox
from tests.support.waiting import until

pytestmark = [pytest.mark.browser, pytest.mark.timeout(7200), pytest.mark.long, needs_firefox]

AT_ONCE = 600
DRAW = """async (article, remotePictures) => {
  const { readPictureSetting } = await import("/reader/article/held_pictures.js");
  await browser.storage.sync.set({ remotePictures });
  await readPictureSetting();
  const { drawArticle } = await import("/reader/article/article.js");
  const { enhanceText } = await import("/reader/enhancements/enhancements.js");
  const main = document.querySelector("main");
  main.replaceChildren(drawArticle(article, { url: "javascript:hit(1)", title: article.title }));
  enhanceText(main);
  await new Promise((drawn) => setTimeout(drawn, 300));
  return 1;
}"""


@pytest.mark.parametrize("act", ["handler, ran", "clicked link, ran", "style, requested", "window, navigated"])
def test_active_content_is_detected(watched: Watched, canary: Canary, act: str) -> None:
    kind, vector = ACTS[act]
    watched.start()
    watched.show(canary.put("/control", live(vector, 1, canary.origin)))
    until(lambda: kind in watched.seen())
    for tab in watched.browser.tabs()[1:]:
        watched.browser.close(tab)


def disallowed(watched: Watched) -> list[str]:
    """The disallowed markup of the page."""
    found: list[str] = json.loads(
        watched.browser.call(f"(...given) => JSON.stringify(({DISALLOWED})(given))", "body", TAG_LIST, ATTRIBUTE_LIST)
    )
    return found


def test_the_host_sanitizer_is_sufficient(watched: Watched, canary: Canary, articles: list[Read]) -> None:
    for number, some in enumerate(batched(articles, AT_ONCE)):
        parts = sections((read.page.number, read.article.html) for read in some)
        page = canary.put(f"/firefox/{number}", f"<!doctype html><meta charset=utf-8><body>{parts}</body>")
        watched.start()
        watched.show(page)
        assert disallowed(watched) == []
        watched.browser.run(f"(({REPARSE})(), 1)")
        assert disallowed(watched) == []
        assert watched.seen() == {}


def test_the_reader_sanitizer_is_sufficient(watched: Watched, canary: Canary, hostile: list[Hostile]) -> None:
    watched.show(canary.put("/reader", "<!doctype html><meta charset=utf-8><body></body>"))
    watched.start()
    for some in batched(hostile, AT_ONCE):
        watched.browser.call(f"(pages) => ({CLEAN})(pages).then(() => 1)", [[page.number, page.text] for page in some])
        assert disallowed(watched) == []
        assert watched.seen() == {}


def test_saved_files_are_inert(watched: Watched, exported: Path) -> None:
    """``article.html``, the HTML export and EPUB chapters, opened directly in the browser."""
    saved = sorted(exported.glob("library/*/article.html"))
    chapters = sorted(exported.glob("book/EPUB/text/*.xhtml"))
    for path in (*saved[::6], *chapters[::12], exported / "out.html"):
        watched.start()
        watched.show(path.as_uri())
        seen = watched.seen(pictures=False)
        seen["requested"] = [one for one in seen.pop("requested", []) if not one.startswith(exported.as_uri())]
        assert not any(seen.values()), (path, seen)


@pytest.mark.parametrize("wanted", [True, False], ids=["pictures", "no remote pictures"])
def test_the_reader_page_is_inert(watched: Watched, canary: Canary, articles: list[Read], wanted: bool) -> None:
    """Opens the reader by a click on a harmless page, then draws the hostile articles in it."""
    text = " ".join(hostile_library.words(canary.origin))
    watched.show(canary.put("/story", prose.english()))
    watched.browser.click()
    watched.browser.wait_for(
        "location.protocol === 'moz-extension:' && document.querySelector('main article')?.textContent"
    )
    watched.here = ""
    watched.start()
    for some in batched(articles, AT_ONCE):
        html = sections((read.page.number, read.article.html) for read in some)
        fields = {"title": text, "byline": text, "site": text, "lang": text, "dir": text, "published": text}
        more = {"image": f"{canary.origin}/lead.png", "url": f"javascript:{text}", "reading_time": 1, "truncated": True}
        assert watched.browser.call(DRAW, {**fields, **more, "html": html}, wanted) == 1
        assert watched.seen("main article", pictures=wanted, also=f"{canary.origin}/lead.png") == {}
