"""The watch works: without protection hostile content does act, and each kind of act is noticed."""

import time

import pytest
from playwright.sync_api import Page

from tests.hostile.corpus import live
from tests.hostile.pages.acting import ATTRIBUTE_LIST, EXAMINE, TAG_LIST
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.chain import batched
from tests.hostile.pages.generator import corpus
from tests.hostile.pages.watching import Seen, Watch
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.browser

RUNS = {
    "script": "<script>RUN</script>",
    "handler": "<img src=x onerror=RUN>",
    "handler of svg": "<svg onload=RUN>",
    "frame": "<iframe srcdoc='<script>top.RUN</script>'></iframe>",
    "link that is touched": "<a href='javascript:RUN'>x</a>",
    "focus": "<p tabindex=0 onfocus=RUN>x</p>",
    "mouse": "<p onmouseover=RUN>x</p>",
    "toggle": "<details ontoggle=RUN>x</details>",
    "dialog": "<script>alert(1)</script>",
}
ASKS = {
    "style": "<style>@import 'URL';</style>",
    "hint": "<link rel=preload as=image href=URL>",
    "background": "<p style='background:url(URL)'>x</p>",
    "poster": "<video poster=URL></video>",
    "svg": "<svg><image href=URL></svg>",
    "frame": "<iframe src=URL></iframe>",
    "beacon": "<script>navigator.sendBeacon('URL')</script>",
}
GOES = {
    "refresh": "<meta http-equiv=refresh content='0;url=URL'>",
    "script": "<script>location.href = 'URL'</script>",
    "window": "<script>open('URL')</script>",
    "form": "<form action=URL id=f></form><script>document.forms.f.submit()</script>",
}


ACTS = {
    f"{name}, {kind}": (kind, vector)
    for kind, vectors in {"ran": RUNS, "asked": ASKS, "went": GOES}.items()
    for name, vector in vectors.items()
}


@pytest.mark.sample("handler, ran", "link that is touched, ran", "style, asked", "refresh, went")
@pytest.mark.parametrize(("kind", "vector"), ACTS.values(), ids=ACTS)
def test_active_content_is_noticed(watch: Watch, tab: Page, canary: Canary, kind: str, vector: str) -> None:
    watch.show(tab, canary.put("/control", live(vector, 1, canary.origin)))
    watch.wait_for(tab, kind, touch=kind != "went")
    tab.wait_for_load_state()  # closing a tab that navigates may never end
    for page in watch.context.pages:
        if kind == "went" and page != tab and page.url.startswith(canary.origin):
            page.close()


def test_a_picture_is_announced_and_what_is_no_picture_is_not(watch: Watch, tab: Page, canary: Canary) -> None:
    watch.show(tab, canary.put("/control", "<img src=/1.png><p style='background:url(/2.png)'>x</p>"))
    assert watch.stirred(tab).asked == [f"{canary.origin}/2.png"]


def test_disallowed_markup_is_found(watch: Watch, tab: Page, canary: Canary) -> None:
    html = "<section data-v=7><svg></svg><p onclick=x>y</p><a href=javascript:x>z</a></section>"
    watch.show(tab, canary.put("/control", html))
    odd = tab.evaluate(EXAMINE, ["body", TAG_LIST, ATTRIBUTE_LIST])
    assert {one.split(" ")[0] for one in odd} == {"7:"} and len(odd) == 4


FRAMES = """async (pages) => {
  const frames = pages.map((html) => Object.assign(document.createElement("iframe"), { srcdoc: html }));
  document.body.append(...frames);
  await Promise.race([
    new Promise((enough) => setTimeout(enough, 3000)),
    Promise.all(frames.map((frame) => new Promise((loaded) => { frame.onload = loaded; }))),
  ]);
}"""


@pytest.mark.long
def test_most_of_the_corpus_acts_without_protection(watch: Watch, tab: Page, canary: Canary, long_run: bool) -> None:
    """Each vector in a frame of its own, untouched: many of them run something or ask for something."""
    watch.show(tab, canary.put("/control", "<!doctype html><body></body>"))
    pages = [page.text for page in corpus(canary.origin) if "top" not in page.text][:: 1 if long_run else 3]
    enough = len(pages) / 3
    acted: set[str] = set()
    for some in batched(pages, 50):
        if len(acted) <= enough:
            tab.evaluate(FRAMES, some)
            acted |= vectors(watch.take(), canary)
    deadline = time.monotonic() + PATIENCE
    while len(acted) <= enough and time.monotonic() < deadline:  # the frames stay, and a busy machine is slow
        tab.wait_for_timeout(500)
        acted |= vectors(watch.take(), canary)
    assert len(acted) > enough


def vectors(seen: Seen, canary: Canary) -> set[str]:
    """Which vectors ran or asked for something."""
    return {one.rpartition(" ")[2] for one in seen.ran} | {one.removeprefix(f"{canary.origin}/") for one in seen.asked}
