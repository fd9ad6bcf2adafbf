"""The reader end to end: click, background and host process."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.article.test_posts import QUESTION
from tests.support.chromium import Jingdu, state
from tests.support.prose import NAVIGATION, page
from tests.support.samples import ARTICLES, FIELDS, article_answer
from tests.support.waiting import until as settled
from tests.support.web_site import Site

pytestmark = pytest.mark.browser


def publish(site: Site, name: str) -> str:
    """Publishes a sample article with the usual surroundings of a site; returns its address."""
    fields = FIELDS[name]
    body = (ARTICLES / f"{name}.html").read_text(encoding="utf-8").replace("jd-", "")
    head = f'<meta property="og:site_name" content="{fields["site"]}"><meta name="author" content="{fields["byline"]}">'
    return site.put(page(fields["title"], body, lang=fields["lang"], head=head))


def test_footnotes_of_a_real_page_work(reader: Jingdu, site: Site) -> None:
    """The host's anchors match those that the reader looks up; Back still leads to the page."""
    tab = reader.read(publish(site, "en"))
    length = tab.evaluate("history.length")
    mark, box = tab.locator(".text sup a"), tab.locator(".footnote-box")
    settled(lambda: mark.click() or box.count())  # until the footnote module is loaded, a click jumps to the note
    expect(box).to_contain_text("Town council minutes")
    tab.keyboard.press("Escape")
    expect(tab.locator(".text sup")).to_be_in_viewport()
    note = tab.locator(".text li", has_text="Town council minutes")
    note.scroll_into_view_if_needed()
    note.get_by_text("Back to the text").click()
    expect(tab.locator(".text sup")).to_be_in_viewport()
    assert "#jd-" not in tab.url and tab.evaluate("history.length") == length


def test_a_thread_is_read_as_posts(reader: Jingdu, site: Site) -> None:
    """Headers and nesting of posts pass both allow-lists; axe reports no violations."""
    tab = reader.read(site.put(page("Drying birch", QUESTION)))
    posts = tab.locator(".text > section")
    expect(posts).to_have_count(3)
    expect(posts.nth(1).locator("> header")).to_have_text("Olaf · 2024-03-02 · +18 · ✓")
    expect(posts.nth(1).locator("section > header b")).to_have_text(["Ilse", "Olaf"])
    assert Axe().run(tab).response["violations"] == []


def test_a_page_without_article_can_be_shown_anyway(reader: Jingdu, site: Site) -> None:
    """If it has no text either, the screen says so and does not offer it again."""
    tab = reader.read(site.put("<title>A drawing</title><canvas></canvas>"))
    tab.get_by_role("button", name="Show it anyway").click()
    expect(tab.get_by_text("There is no text on this page.")).to_be_visible()
    expect(tab.get_by_role("button", name="Show it anyway")).to_be_hidden()
    tab = reader.read(site.put(f"<title>Links</title><ul>{NAVIGATION}</ul>"))
    assert state(tab) == "no_article"
    tab.get_by_role("button", name="Show it anyway").click()
    expect(tab.locator("article .text")).to_contain_text("Section 3")


def test_simulated_replies_match_the_real_background(reader: Jingdu, site: Site) -> None:
    """Other tests simulate the background with replies of this shape."""
    key = reader.read(publish(site, "en")).url.split("#")[1]
    tab = next(tab for tab in reader.context.pages if key in tab.url)
    real = tab.evaluate(f"chrome.runtime.sendMessage({{ kind: 'open', key: '{key}' }})")
    simulated = article_answer("en")
    assert real.keys() == simulated.keys()
    assert real["article"].keys() == simulated["article"].keys()
    assert real["page"].keys() == simulated["page"].keys()
