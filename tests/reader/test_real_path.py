"""The reader at the end of the real path: true click, real background, real host process."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Playwright, expect

from tests.support.chromium import PATIENT, READER, REAL_HOST, Jingdu, drawn, jingdu, register, state
from tests.support.prose import NAVIGATION, english, page
from tests.support.reader_page import until
from tests.support.samples import ARTICLES, FIELDS, article_answer
from tests.support.web_site import Site, serving

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """A web site on this machine."""
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def reading(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """A browser with the real host."""
    with jingdu(playwright, tmp_path_factory.mktemp("real")) as running:
        yield running


@pytest.fixture
def browser_with(playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Jingdu]]:
    """Starts a browser whose host is started by a command of the test's choice, or which has none."""
    with ExitStack() as stack:
        yield lambda command: stack.enter_context(jingdu(playwright, tmp_path, command))


def _published(site: Site, name: str) -> str:
    """One of our articles as a page with all that sites put around it."""
    fields = FIELDS[name]
    body = (ARTICLES / f"{name}.html").read_text(encoding="utf-8").replace("jd-", "")
    head = f'<meta property="og:site_name" content="{fields["site"]}"><meta name="author" content="{fields["byline"]}">'
    return site.put(page(fields["title"], body, lang=fields["lang"], head=head))


@pytest.mark.parametrize("name", ["zh", "en"])
def test_an_article_is_read(reading: Jingdu, site: Site, name: str) -> None:
    """Title and text of the page are in the reader, the site's navigation is not; axe is content."""
    tab = reading.read(_published(site, name))
    expect(tab.locator("article > header h1")).to_have_text(FIELDS[name]["title"])
    written = (ARTICLES / f"{name}.html").read_text(encoding="utf-8")
    text = tab.locator("article .text").inner_text()
    for paragraph in re.findall(r"<p>([^<]+)</p>", written):
        assert paragraph in text
    assert "Another story, number 3" not in text
    assert Axe().run(tab).response["violations"] == []
    tab.close()


def test_footnotes_of_a_real_page_work(reading: Jingdu, site: Site) -> None:
    """The names the host gives to places in the text are those the reader looks for."""
    tab = reading.read(_published(site, "en"))
    for _ in range(
        PATIENT // 100
    ):  # until what opens notes in place has been loaded, the mark leads to the note itself
        tab.locator(".text sup a").click()
        if tab.locator(".footnote-box").count():
            break
        tab.wait_for_timeout(100)
    expect(tab.locator(".footnote-box")).to_contain_text("Town council minutes")
    tab.keyboard.press("Escape")
    expect(tab.locator(".text sup")).to_be_in_viewport()
    note = tab.locator(".text li", has_text="Town council minutes")
    note.scroll_into_view_if_needed()
    note.get_by_text("Back to the text").click()
    expect(tab.locator(".text sup")).to_be_in_viewport()
    assert "#jd-" not in tab.url
    tab.close()


def test_the_toolbar_returns_to_the_page_where_it_was_scrolled(reading: Jingdu, site: Site) -> None:
    """Back leads to the original, at its place."""
    tab = reading.open(site.put(english(60)))
    tab.evaluate("scrollTo(0, 2345)")
    original = tab.url
    reading.click(tab)
    drawn(tab)
    tab.locator(".toolbar").get_by_role("button").first.click()
    tab.wait_for_url(original)
    until(tab, "scrollY === 2345")
    tab.close()


def test_a_reload_shows_the_article_again(reading: Jingdu, site: Site) -> None:
    """The address holds the key, and the background the page."""
    tab = reading.read(_published(site, "zh"))
    tab.reload()
    expect(tab.locator("article > header h1")).to_have_text(FIELDS["zh"]["title"])
    tab.close()


def test_a_page_without_article_can_be_shown_anyway(reading: Jingdu, site: Site) -> None:
    """Nothing but links: first the screen, then all of the text."""
    tab = reading.read(site.put(f"<title>Links</title><ul>{NAVIGATION}</ul>"))
    assert state(tab) == "no_article"
    tab.get_by_role("button", name="Show it anyway").click()
    expect(tab.locator("article .text")).to_contain_text("Section 3")
    tab.close()


def test_an_unknown_key_is_gone(reading: Jingdu) -> None:
    """As after a restart of the browser."""
    tab = reading.open(f"{READER}#00000000-0000-4000-8000-000000000000")
    assert state(tab) == "gone"
    tab.close()


def test_the_host_is_set_up_while_the_screen_waits(browser_with: Callable[..., Jingdu], site: Site) -> None:
    """No host: the screen with the command. Set it up, press the button, read."""
    running = browser_with(None)
    tab = running.read(_published(site, "en"))
    assert state(tab) == "host_missing"
    register(running.profile, REAL_HOST)
    tab.get_by_role("button", name="Try again").click()
    expect(tab.locator("article > header h1")).to_have_text(FIELDS["en"]["title"])


GREETING = """
import json, struct, sys
while head := sys.stdin.buffer.read(4):
    request = json.loads(sys.stdin.buffer.read(struct.unpack("=I", head)[0]))
    result = {"protocol": %d, "host": "9.9.9", "actions": ["extract", "hello"]}
    data = json.dumps({"id": request["id"], "ok": True, "result": result}).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(data)) + data)
    sys.stdout.buffer.flush()
"""


@pytest.mark.long
@pytest.mark.parametrize(("protocol", "expected"), [(0, "host_too_old"), (99, "extension_too_old")])
def test_another_version_of_the_host(
    browser_with: Callable[..., Jingdu], site: Site, tmp_path: Path, protocol: int, expected: str
) -> None:
    """A host that speaks an older or a newer protocol: the screen says which side to update."""
    script = tmp_path / "host.py"
    script.write_text(GREETING % protocol, encoding="utf-8")
    tab = browser_with((sys.executable, str(script))).read(site.put(english()))
    assert state(tab) == expected


@pytest.mark.long
def test_a_host_that_dies(browser_with: Callable[..., Jingdu], site: Site) -> None:
    """It starts, and is gone."""
    tab = browser_with(("/bin/false",)).read(site.put(english()))
    assert state(tab) == "host_crashed"


@pytest.mark.long
def test_a_page_of_the_browser(browser_with: Callable[..., Jingdu]) -> None:
    """What extensions may not read gets the screen that says so."""
    running = browser_with(REAL_HOST)
    tab = running.open("chrome://version/")
    running.click(tab)
    assert state(tab) == "restricted"


def test_the_stand_in_is_like_the_background(reading: Jingdu, site: Site) -> None:
    """The other tests give the page answers of this shape: keys that are missing here would be made up."""
    key = reading.read(_published(site, "en")).url.split("#")[1]
    tab = next(tab for tab in reading.context.pages if key in tab.url)
    told = tab.evaluate(f"chrome.runtime.sendMessage({{ kind: 'open', key: '{key}' }})")
    made_up = article_answer("en")
    assert told.keys() == made_up.keys()
    assert told["article"].keys() == made_up["article"].keys()
    assert told["page"].keys() == made_up["page"].keys()
    tab.close()
