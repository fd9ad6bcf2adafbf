"""Sites whose articles open without a click, at the user's request."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.support import prose
from tests.support.chromium import ID, READER, Jingdu, drawn, jingdu
from tests.support.library_page import SIGN, TOOLTIP
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

OPTIONS = READER.replace("reader/reader.html", "options/options.html")
ORIGINS = "chrome.permissions.getAll().then(({ origins }) => origins)"
TAB = "(url) => chrome.tabs.query({ url }).then(([tab]) => tab?.id ?? null)"


@pytest.fixture(scope="module")
def agreeing(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """A browser whose user has granted the permission for this site before, so that it does not ask."""
    profile = tmp_path_factory.mktemp("agreeing")
    (profile / "Default").mkdir()
    agreed = {"api": [], "explicit_host": ["*://127.0.0.1/*"], "manifest_permissions": [], "scriptable_host": []}
    known = {"granted_permissions": agreed, "runtime_granted_permissions": agreed}
    (profile / "Default" / "Preferences").write_text(json.dumps({"extensions": {"settings": {ID: known}}}), "utf-8")
    with jingdu(playwright, profile) as running:
        yield running


@pytest.fixture
def joined(agreeing: Jingdu, site: Site) -> Iterator[Jingdu]:
    """That browser after its user has checked the box below an article of the site."""
    if not agreeing.worker.evaluate(ORIGINS):
        page = agreeing.read(site.put(prose.english(title="The first of them")))
        page.get_by_label("Always open articles from 127.0.0.1").check()
        expect(page.get_by_text("From now on they open automatically")).to_be_visible()
        page.close()
    yield agreeing
    agreeing.close_tabs()


def goes_to(jingdu: Jingdu, address: str) -> Page:
    page = jingdu.context.new_page()
    page.goto(address, wait_until="commit")
    return page


def button_says(jingdu: Jingdu, read: str, address: str, expected: str) -> None:
    """Wait until the toolbar button has this title or badge on the tab of an address."""

    def matches() -> bool:
        tab = jingdu.worker.evaluate(TAB, address)
        return tab is not None and jingdu.worker.evaluate(read, tab) == expected

    until(matches)


LASTING = "(() => { globalThis.past = Date.now; const now = Date.now(); Date.now = () => now; })()"
"""Stops the clock: a moment lasts until ``Date.now`` is what it was."""


def test_a_click_while_an_article_opens_automatically_does_not_go_back(joined: Jingdu, site: Site) -> None:
    """The click was meant for the page; the reader opened under it."""
    address = site.put(prose.english())
    joined.worker.evaluate(LASTING)
    page = goes_to(joined, address)
    drawn(page)
    joined.click(page)
    page.wait_for_timeout(500)
    assert page.url.startswith(READER)
    joined.worker.evaluate("(() => { Date.now = past; })()")
    joined.click(page)
    page.wait_for_url(address)


@pytest.mark.long
@pytest.mark.parametrize("way", ["button", "toolbar"])
def test_back_from_an_automatically_opened_article_shows_its_page(joined: Jingdu, site: Site, way: str) -> None:
    """Nothing was pressed on the page, so the browser's own Back skips it."""
    page = goes_to(joined, site.put("<title>The list</title><p>Nothing to read."))
    page.wait_for_load_state()
    address = site.put(prose.english())
    page.goto(address, wait_until="commit")
    drawn(page)
    back = page.get_by_role("button", name="Back to the page")
    expect(back).to_be_visible()
    page.wait_for_timeout(600)  # longer than a double click
    if way == "toolbar":
        back.click()
    else:
        joined.click(page)
    page.wait_for_url(address)


def test_articles_of_a_listed_site_open_automatically(joined: Jingdu, site: Site) -> None:
    address = site.put(prose.chinese(20))
    page = goes_to(joined, address)
    drawn(page)
    expect(page.locator("main article .text")).to_contain_text("[11]")
    page.go_back()
    page.wait_for_url(address)
    button_says(joined, SIGN, address, "¶")
    button_says(joined, TOOLTIP, address, "Read this page in Jingdu: article found")
    page.wait_for_timeout(500)
    assert page.url == address
    page.reload()
    button_says(joined, SIGN, address, "¶")
    page.wait_for_timeout(500)
    assert page.url == address


def test_a_page_without_article_stays_and_the_button_says_so(joined: Jingdu, site: Site) -> None:
    address = site.put(f"<title>Links</title><ul>{prose.NAVIGATION * 9}</ul>")
    page = goes_to(joined, address)
    button_says(joined, TOOLTIP, address, "Read this page in Jingdu: no article found")
    button_says(joined, SIGN, address, "")
    assert page.url == address


def test_the_reader_is_not_opened_without_a_host(joined: Jingdu, site: Site) -> None:
    """A page that looks like an article but is none for the host stays as it is."""
    links = "".join(f'<p><a href="/{n}">{prose.ENGLISH} {prose.ENGLISH}</a></p>' for n in range(20))
    address = site.put(f"<title>Teasers</title><main>{links}</main>")
    page = goes_to(joined, address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    assert page.url == address


def test_the_options_list_the_site_and_removing_it_revokes_the_permission(joined: Jingdu, site: Site) -> None:
    assert joined.worker.evaluate(ORIGINS) == ["*://127.0.0.1/*"]
    options = joined.open(OPTIONS)
    expect(options.locator(".sites li")).to_have_count(1)
    options.get_by_role("button", name="Remove 127.0.0.1").press("Enter")
    expect(options.get_by_role("status").filter(has_text="127.0.0.1 was removed.")).to_be_visible()
    until(lambda: joined.worker.evaluate(ORIGINS) == [])
    address = site.put(prose.english())
    page = joined.open(address)
    page.wait_for_timeout(500)
    assert page.url == address


@pytest.mark.long
def test_a_permission_revoked_in_the_browser_leaves_the_list(joined: Jingdu) -> None:
    options = joined.open(OPTIONS)
    joined.worker.evaluate("chrome.permissions.remove({ origins: ['*://127.0.0.1/*'] })")
    expect(options.get_by_text("No sites yet.")).to_be_visible()
    until(lambda: joined.worker.evaluate(ORIGINS) == [])


def test_no_script_runs_on_sites_that_are_not_on_the_list(reader: Jingdu, site: Site) -> None:
    assert reader.worker.evaluate(ORIGINS) == []
    assert reader.worker.evaluate("chrome.scripting.getRegisteredContentScripts()") == []
    address = site.put(prose.english())
    page = reader.open(address)
    page.wait_for_timeout(500)
    assert page.url == address


@pytest.mark.long
def test_in_the_reader_the_button_says_that_it_goes_back(reader: Jingdu, site: Site) -> None:
    page = reader.read(site.put(prose.english()))
    button_says(reader, TOOLTIP, page.url.split("#")[0] + "*", "Back to the page")
