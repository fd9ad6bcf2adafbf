"""Sites whose articles open automatically, at the user's request."""

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
def permitted(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jingdu]:
    """A browser whose user has already granted the permission for the site, so that no prompt appears."""
    profile = tmp_path_factory.mktemp("permitted")
    (profile / "Default").mkdir()
    agreed = {"api": [], "explicit_host": ["*://127.0.0.1/*"], "manifest_permissions": [], "scriptable_host": []}
    known = {"granted_permissions": agreed, "runtime_granted_permissions": agreed}
    (profile / "Default" / "Preferences").write_text(json.dumps({"extensions": {"settings": {ID: known}}}), "utf-8")
    with jingdu(playwright, profile) as running:
        yield running


@pytest.fixture
def enabled(permitted: Jingdu, site: Site) -> Iterator[Jingdu]:
    """The same browser after its user has added the site with the checkbox below an article."""
    if not permitted.worker.evaluate(ORIGINS):
        page = permitted.read(site.put(prose.english(title="The first of them")))
        page.get_by_label("Always open articles from 127.0.0.1").check()
        expect(page.get_by_text("From now on they open automatically")).to_be_visible()
        page.close()
    yield permitted
    permitted.close_tabs()


def open_tab(jingdu: Jingdu, address: str) -> Page:
    page = jingdu.context.new_page()
    page.goto(address, wait_until="commit")
    return page


def expect_button(jingdu: Jingdu, read: str, address: str, expected: str) -> None:
    """Waits until the toolbar button has this title or badge in the tab of an address."""

    def matches() -> bool:
        tab = jingdu.worker.evaluate(TAB, address)
        return tab is not None and jingdu.worker.evaluate(read, tab) == expected

    until(matches)


STOP_CLOCK = "(() => { globalThis.past = Date.now; const now = Date.now(); Date.now = () => now; })()"
"""Stops the clock until ``Date.now`` is restored."""


def test_a_click_while_an_article_opens_automatically_does_not_go_back(enabled: Jingdu, site: Site) -> None:
    """The click was meant for the page, which the reader replaced."""
    address = site.put(prose.english())
    enabled.worker.evaluate(STOP_CLOCK)
    page = open_tab(enabled, address)
    drawn(page)
    enabled.click(page)
    page.wait_for_timeout(500)
    assert page.url.startswith(READER)
    enabled.worker.evaluate("(() => { Date.now = past; })()")
    enabled.click(page)
    page.wait_for_url(address)


@pytest.mark.long
@pytest.mark.parametrize("way", ["button", "toolbar"])
def test_back_from_an_automatically_opened_article_shows_its_page(enabled: Jingdu, site: Site, way: str) -> None:
    """The page has had no user gesture, so the browser's own Back skips it."""
    page = open_tab(enabled, site.put("<title>The list</title><p>Nothing to read."))
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
        enabled.click(page)
    page.wait_for_url(address)


def test_articles_of_a_listed_site_open_automatically(enabled: Jingdu, site: Site) -> None:
    address = site.put(prose.chinese(20))
    page = open_tab(enabled, address)
    drawn(page)
    expect(page.locator("main article .text")).to_contain_text("[11]")
    page.go_back()
    page.wait_for_url(address)
    expect_button(enabled, SIGN, address, "¶")
    expect_button(enabled, TOOLTIP, address, "Read this page in Jingdu: article found")
    page.wait_for_timeout(500)
    assert page.url == address
    page.reload()
    expect_button(enabled, SIGN, address, "¶")
    page.wait_for_timeout(500)
    assert page.url == address


def test_page_without_an_article_stays_open(enabled: Jingdu, site: Site) -> None:
    address = site.put(f"<title>Links</title><ul>{prose.NAVIGATION * 9}</ul>")
    page = open_tab(enabled, address)
    expect_button(enabled, TOOLTIP, address, "Read this page in Jingdu: no article found")
    expect_button(enabled, SIGN, address, "")
    assert page.url == address


def test_page_that_the_host_rejects_stays_open(enabled: Jingdu, site: Site) -> None:
    """The page looks like an article to the extension, but not to the host."""
    links = "".join(f'<p><a href="/{n}">{prose.ENGLISH} {prose.ENGLISH}</a></p>' for n in range(20))
    address = site.put(f"<title>Teasers</title><main>{links}</main>")
    page = open_tab(enabled, address)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(500)
    assert page.url == address


def test_removing_a_site_in_the_options_revokes_its_permission(enabled: Jingdu, site: Site) -> None:
    assert enabled.worker.evaluate(ORIGINS) == ["*://127.0.0.1/*"]
    options = enabled.open(OPTIONS)
    expect(options.locator(".sites li")).to_have_count(1)
    options.get_by_role("button", name="Remove 127.0.0.1").press("Enter")
    expect(options.get_by_role("status").filter(has_text="127.0.0.1 was removed.")).to_be_visible()
    until(lambda: enabled.worker.evaluate(ORIGINS) == [])
    address = site.put(prose.english())
    page = enabled.open(address)
    page.wait_for_timeout(500)
    assert page.url == address


@pytest.mark.long
def test_revoking_the_permission_removes_the_site_from_the_list(enabled: Jingdu) -> None:
    options = enabled.open(OPTIONS)
    enabled.worker.evaluate("chrome.permissions.remove({ origins: ['*://127.0.0.1/*'] })")
    expect(options.get_by_text("No sites yet.")).to_be_visible()
    until(lambda: enabled.worker.evaluate(ORIGINS) == [])


def test_no_script_runs_on_unlisted_sites(reader: Jingdu, site: Site) -> None:
    assert reader.worker.evaluate(ORIGINS) == []
    assert reader.worker.evaluate("chrome.scripting.getRegisteredContentScripts()") == []
    address = site.put(prose.english())
    page = reader.open(address)
    page.wait_for_timeout(500)
    assert page.url == address


@pytest.mark.long
def test_button_title_in_the_reader(reader: Jingdu, site: Site) -> None:
    page = reader.read(site.put(prose.english()))
    expect_button(reader, TOOLTIP, page.url.split("#")[0] + "*", "Back to the page")
