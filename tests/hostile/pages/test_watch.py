"""Positive controls: without protection, hostile content is active, and each kind of activity is detected."""

import pytest
from playwright.sync_api import Page

from tests.hostile.corpus import live
from tests.hostile.pages.acting import ATTRIBUTE_LIST, DISALLOWED, TAG_LIST
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.watching import Watch

pytestmark = pytest.mark.browser

RUNS = {
    "script": "<script>RUN</script>",
    "handler": "<img src=x onerror=RUN>",
    "handler of svg": "<svg onload=RUN>",
    "frame": "<iframe srcdoc='<script>top.RUN</script>'></iframe>",
    "clicked link": "<a href='javascript:RUN'>x</a>",
    "focus": "<p tabindex=0 onfocus=RUN>x</p>",
    "mouse": "<p onmouseover=RUN>x</p>",
    "toggle": "<details ontoggle=RUN>x</details>",
    "dialog": "<script>alert(1)</script>",
}
REQUESTS = {
    "style": "<style>@import 'URL';</style>",
    "hint": "<link rel=preload as=image href=URL>",
    "background": "<p style='background:url(URL)'>x</p>",
    "poster": "<video poster=URL></video>",
    "svg": "<svg><image href=URL></svg>",
    "frame": "<iframe src=URL></iframe>",
    "beacon": "<script>navigator.sendBeacon('URL')</script>",
}
NAVIGATIONS = {
    "refresh": "<meta http-equiv=refresh content='0;url=URL'>",
    "script": "<script>location.href = 'URL'</script>",
    "window": "<script>open('URL')</script>",
    "form": "<form action=URL id=f></form><script>document.forms.f.submit()</script>",
}


ACTS = {
    f"{name}, {kind}": (kind, vector)
    for kind, vectors in {"ran": RUNS, "requested": REQUESTS, "navigated": NAVIGATIONS}.items()
    for name, vector in vectors.items()
}


@pytest.mark.sample("handler, ran", "clicked link, ran", "style, requested", "refresh, navigated")
@pytest.mark.parametrize(("kind", "vector"), ACTS.values(), ids=ACTS)
def test_active_content_is_detected(watch: Watch, tab: Page, canary: Canary, kind: str, vector: str) -> None:
    watch.show(tab, canary.put("/control", live(vector, 1, canary.origin)))
    watch.wait_for(tab, kind, touch=kind != "navigated")
    tab.wait_for_load_state()  # closing a tab during a navigation may hang
    for page in watch.context.pages:
        if kind == "navigated" and page != tab and page.url.startswith(canary.origin):
            page.close()


def test_only_requests_for_pictures_are_allowed(watch: Watch, tab: Page, canary: Canary) -> None:
    watch.show(tab, canary.put("/control", "<img src=/1.png><p style='background:url(/2.png)'>x</p>"))
    assert watch.touched(tab).requested == [f"{canary.origin}/2.png"]


def test_disallowed_markup_is_found(watch: Watch, tab: Page, canary: Canary) -> None:
    html = "<section data-v=7><svg></svg><p onclick=x>y</p><a href=javascript:x>z</a></section>"
    watch.show(tab, canary.put("/control", html))
    odd = tab.evaluate(DISALLOWED, ["body", TAG_LIST, ATTRIBUTE_LIST])
    assert {one.split(" ")[0] for one in odd} == {"7:"} and len(odd) == 4
