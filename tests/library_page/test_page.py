"""The library page with the real host: search, filters, tags, trash, undo and export, by mouse and keyboard.

Of hundreds of articles, only the visible rows are rendered.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from jingdu.library.exporters import FORMATS
from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.library_page import LIBRARY, Shelf, found, kept, rows, titles
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser


def search(page: Page, words: str) -> None:
    """Types into the search field."""
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type(words)


FOUND = [
    ("豆腐", "替河流写日记的人", "豆腐"),
    ("賣豆腐", "替河流写日记的人", "卖豆腐"),
    ('"harbour lamps still burn"', "What the harbour knows", "harbour lamps still burn"),
]
"""Query, title of the result, highlighted text: two Chinese characters, Traditional for Simplified, a phrase."""


def test_list_shows_saved_articles_and_search_finds_them(page: Page) -> None:
    """Rows have cover pictures, matches are highlighted, and an empty result offers all articles."""
    assert titles(page) == ["A clock on the quay", "What the harbour knows", "替河流写日记的人"]
    found(page, 3)
    row = page.locator(".row", has_text="A clock on the quay")
    expect(row.locator("img")).to_have_attribute("src", re.compile("^blob:"))
    assert Axe().run(page).response["violations"] == []
    search(page, "clock")
    for words, title, marked in FOUND:
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(words)
        expect(rows(page).locator(".title")).to_have_text([title])
        expect(rows(page).locator("mark").filter(has_text=marked).first).to_be_visible()
    reverse = page.get_by_role("button", name="Reverse the order")
    expect(reverse).to_be_disabled()  # results are sorted by relevance
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("xylophone glockenspiel")
    expect(page.locator('[data-state="nothing"]')).to_be_visible()
    expect(page.locator(".found")).to_have_text("Articles: 0")
    page.get_by_role("button", name="Show all articles").click()
    found(page, 3)
    expect(reverse).to_be_enabled()


def test_search_in_the_duplicates_view_finds_articles(page: Page) -> None:
    """Shortcuts in this view do not act on the articles listed before."""
    page.get_by_role("link", name="Duplicates").click()
    expect(page.locator('[data-state="empty"]')).to_be_visible()
    page.keyboard.type("xf")
    search(page, "lamps")
    expect(rows(page).locator(".title")).to_have_text(["What the harbour knows"])
    expect(page.get_by_role("link", name="Everything", exact=True)).to_have_attribute("aria-current", "page")
    expect(page.locator(".toast")).to_have_text("")


def test_the_list_is_filtered_and_sorted(page: Page) -> None:
    expect(page.get_by_role("combobox", name="Language")).to_be_hidden()
    page.get_by_text("Filters", exact=True).click()
    options = page.get_by_role("combobox", name="Language").locator("option")
    chinese = str(options.filter(has_text="Chinese").get_attribute("value"))
    page.get_by_role("combobox", name="Language").select_option(value=chinese)
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Clear filters").click()
    expect(rows(page)).to_have_count(3)
    page.get_by_role("combobox", name="Sort by").select_option("title")
    until(lambda: titles(page)[:2] == ["A clock on the quay", "What the harbour knows"] or None)
    page.get_by_role("button", name="Reverse the order").click()
    until(lambda: titles(page)[1:] == ["What the harbour knows", "A clock on the quay"] or None)
    page.get_by_role("combobox", name="Sort by").select_option("saved")
    until(lambda: titles(page)[:1] == ["A clock on the quay"] or None)


def test_date_can_be_typed_although_nothing_is_found_until_its_year_is_complete(page: Page) -> None:
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("Saved until").focus()
    page.keyboard.type("01012")
    expect(page.locator('[data-state="nothing"]')).to_be_visible()
    page.keyboard.type("999")
    expect(page.get_by_label("Saved until")).to_have_value("2999-01-01")
    expect(rows(page)).to_have_count(3)


def test_articles_are_tagged_and_filtered_by_tag(page: Page) -> None:
    page.keyboard.type("ji")
    page.get_by_role("dialog").get_by_label("Tags").fill("time, ")
    page.get_by_role("button", name="Save changes").click()
    expect(rows(page).first.locator(".tag")).to_have_text("time")
    rows(page).first.locator(".tag").click()
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Clear filters")).to_be_visible()
    page.get_by_text("Filters", exact=True).click()
    expect(page.get_by_role("combobox", name="Tag")).to_have_value("time")
    page.keyboard.press("u")
    expect(page.locator('[data-state="nothing"]')).to_be_visible()


def test_tags_can_be_typed_as_soon_as_the_dialog_opens(page: Page) -> None:
    page.keyboard.type("jt")
    page.get_by_role("dialog", name="Add tags").wait_for()
    page.keyboard.type(f"tide, {'x' * 99},")
    expect(page.locator(".chip button").last).to_be_in_viewport()
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(rows(page).first.locator(".tag")).to_have_text("tide")
    page.keyboard.press("u")
    expect(rows(page).first.locator(".tag")).to_have_count(0)


def test_title_edit_can_be_undone(page: Page) -> None:
    rows(page).nth(1).get_by_role("button", name="Details").click()
    title = page.get_by_role("dialog").get_by_label("Title")
    title.fill("A long title " * 20)
    assert title.evaluate("(one) => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight")
    title.fill("What the harbour\nforgot ")
    page.keyboard.press("Enter")
    expect(rows(page).nth(1).locator(".title")).to_have_text("What the harbour forgot")
    page.get_by_role("button", name="Undo").click()
    expect(rows(page).nth(1).locator(".title")).to_have_text("What the harbour knows")


def test_favourites_have_a_view(page: Page) -> None:
    page.keyboard.type("jjf")
    expect(rows(page).nth(1).get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Favourites").click()
    expect(rows(page)).to_have_count(1)  # `to_have_text` below fails at once while there are three rows
    expect(rows(page).locator(".title")).to_have_text("What the harbour knows")
    page.keyboard.type("jf")
    expect(page.locator('[data-state="empty"]')).to_be_visible()


def test_deleted_article_can_be_restored_from_the_trash(page: Page, library: Shelf) -> None:
    """Deleting one article keeps another one selected."""
    rows(page).first.get_by_role("checkbox").check()
    rows(page).last.get_by_role("button", name="Delete").click()
    expect(page.locator(".toast")).to_contain_text("Moved to the trash: 1")
    expect(rows(page)).to_have_count(2)
    expect(rows(page).last).to_be_focused()
    expect(page.get_by_text("Selected: 1")).to_be_visible()
    until(lambda: len(library.articles()) == 2)
    page.get_by_role("link", name="Trash").click()
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Restore").click()
    expect(page.locator('[data-state="empty"]')).to_be_visible()
    expect(page.locator("#list")).to_be_focused()
    page.get_by_role("link", name="Articles", exact=True).click()
    expect(rows(page)).to_have_count(3)
    assert len(library.articles()) == 3


def test_selected_articles_are_archived_together(page: Page) -> None:
    page.keyboard.press("*")
    expect(page.locator(".bulk")).to_contain_text("Selected: 3")
    page.keyboard.press("e")
    expect(page.locator('[data-state="empty"]')).to_be_visible()
    page.get_by_role("link", name="Archive").click()
    expect(rows(page)).to_have_count(3)
    page.keyboard.press("u")
    expect(page.locator('[data-state="empty"]')).to_be_visible()


def test_buttons_stay_in_place_when_all_are_selected(page: Page) -> None:
    for n in range(2):
        rows(page).nth(n).get_by_role("checkbox").check()
    tag, every = (page.locator(f'[data-bulk="{name}"]') for name in ("tag", "all"))
    before = tag.bounding_box()
    every.press("Enter")
    expect(page.locator(".bulk")).to_contain_text("Selected: 3")
    assert tag.bounding_box() == before
    expect(every).to_be_focused()
    expect(every).to_be_disabled()
    page.locator('[data-bulk="none"]').press("Enter")
    expect(rows(page).nth(1)).to_be_focused()  # the bar disappears


def test_enter_opens_and_back_returns_to_the_same_row(page: Page) -> None:
    search(page, "the -豆腐")
    page.keyboard.press("Enter")  # before the results arrive
    expect(rows(page)).to_have_count(2)
    expect(rows(page).first).to_be_focused()
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    kept(page)
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("the -豆腐")
    expect(rows(page)).to_have_count(2)
    expect(rows(page).nth(1)).to_be_focused()
    page.keyboard.press("k")
    expect(rows(page).first).to_be_focused()


def test_results_do_not_interrupt_an_ime_composition(page: Page) -> None:
    search(page, "豆")
    composed = {"text": "fu", "selectionStart": 2, "selectionEnd": 2}
    page.context.new_cdp_session(page).send("Input.imeSetComposition", composed)
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value("豆fu")


WRAPPED_FACTS = """() => [...document.querySelectorAll(".facts > *")].filter((fact) => {
  const isTall = fact.offsetHeight > 1.5 * parseFloat(getComputedStyle(fact).lineHeight);
  return isTall || fact.getClientRects().length > 1;
}).map((fact) => `${innerWidth}: ${fact.innerText}`)"""
"""The facts in the list that wrap onto a second line."""


def test_on_a_phone_facts_do_not_wrap_and_the_current_view_is_visible(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 500})
    page.goto(f"{LIBRARY}#place=trash")
    page.reload()
    expect(page.get_by_role("link", name="Trash")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Articles", exact=True).click()
    expect(rows(page)).to_have_count(3)
    for action in ("Favourite", "Archive", "Delete", "Details"):
        expect(rows(page).first.get_by_role("button", name=action, exact=True)).to_be_in_viewport(ratio=1)
    page.keyboard.press("End")
    expect(rows(page).nth(2)).to_be_focused()
    page.keyboard.press("Home")
    expect(rows(page).first).to_be_focused()
    until(lambda: page.evaluate("scrollY") == 0)  # shows the views and filters above the list
    wrapped = []
    for width in range(320, 460, 20):
        page.set_viewport_size({"width": width, "height": 800})
        wrapped += page.evaluate(WRAPPED_FACTS)
    assert wrapped == []


def test_with_large_text_on_a_phone_titles_and_the_order_have_room(page: Page) -> None:
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    page.set_viewport_size({"width": 390, "height": 800})
    expect(rows(page).filter(has=page.locator(".picture")).first).to_be_attached()
    shares = "all => all.map((row) => row.querySelector('.text').offsetWidth / row.offsetWidth)"
    assert min(rows(page).evaluate_all(shares)) > 0.6
    assert page.locator(".head-tools select").evaluate("(select) => select.offsetWidth") > 200


@pytest.mark.sample("epub")
@pytest.mark.parametrize("form", FORMATS)
def test_a_selection_is_exported(page: Page, form: str) -> None:
    page.keyboard.type("jx")
    page.get_by_role("button", name="Export").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(FORMATS[form].label).check()
    dialog.get_by_role("button", name="Export").click()
    expect(dialog).to_contain_text("The export is finished")
    assert Path(dialog.locator(".path").inner_text()).exists()


def test_the_dialogs_are_accessible(page: Page, library: Shelf) -> None:
    dialog = page.get_by_role("dialog")
    page.keyboard.press("?")
    expect(dialog).to_contain_text("Next and previous article")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect(rows(page).first).to_be_focused()
    page.keyboard.press("i")
    expect(dialog).to_contain_text("Details")
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Library settings").click()
    expect(dialog.get_by_label("Location")).to_have_value(str(library.folder))
    assert Axe().run(page).response["violations"] == []


def test_failure_to_forget_interests_is_reported(page: Page) -> None:
    page.get_by_role("button", name="Library settings").click()
    forget = page.get_by_role("button", name="Forget what was learned")
    forget.wait_for()
    page.evaluate("chrome.runtime.sendMessage = async () => ({ state: 'library_full' })")
    forget.click()
    page.locator(".danger").click()
    expect(page.locator(".about [role=status]", has_text="The disk is full. Nothing was lost.")).to_be_visible()


def test_other_window_shows_changes(page: Page, library: Shelf) -> None:
    other = library.show()
    rows(other).first.get_by_role("button", name="Favourite").click()
    expect(other.locator(".toast")).to_contain_text("Added to favourites: 1")
    page.bring_to_front()
    expect(rows(page).first.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "true")
    page.keyboard.type("jf")
    expect(rows(page).first.get_by_role("button", name="Favourite")).to_have_attribute("aria-pressed", "false")


def test_card_layout_is_remembered(page: Page) -> None:
    """Toggled by button or shortcut. Cards are side by side, on a phone stacked; arrow keys follow the layout."""
    switch = page.get_by_role("button", name="Show as cards")
    switch.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    found(page, 3)
    expect(switch).to_have_attribute("aria-pressed", "true")
    first, second = (rows(page).nth(at).bounding_box() for at in (0, 1))
    assert first and second and first["y"] == second["y"] and first["x"] + first["width"] <= second["x"] + 1
    rows(page).nth(0).press("ArrowRight")
    expect(rows(page).nth(1)).to_be_focused()
    assert Axe().run(page).response["violations"] == []
    page.set_viewport_size({"width": 390, "height": 800})
    words, tools = (rows(page).nth(1).locator(name).bounding_box() for name in (".text", ".tools"))
    assert words and tools and words["y"] + words["height"] <= tools["y"] + 4  # tolerance for the outline of a link
    page.keyboard.press("v")
    expect(switch).to_have_attribute("aria-pressed", "false")
    until(lambda: (rows(page).nth(1).bounding_box() or {"y": 0})["y"] > first["y"])


MANY = 300

SCROLL = """async (steps) => {
  const most = document.documentElement.scrollHeight - innerHeight;
  let rows = 0;
  for (let step = 1; step <= steps; step++) {
    scrollTo(0, (most * step) / steps);
    await new Promise(requestAnimationFrame);
    rows = Math.max(rows, document.querySelectorAll(".row").length);
  }
  return rows;
}"""
"""Scrolls from top to end; returns the maximum number of rows at any time."""


@pytest.fixture(scope="module")
def many(spare: Shelf, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A library with many copies of one saved article."""
    running = spare.with_host(REAL_HOST, tmp_path_factory.mktemp("many") / "home")
    running.save_read(site.put(prose.english(3))).close()
    (sample,) = running.articles()
    fill(sample, MANY)
    running.run_jingdu("reindex")
    yield running
    spare.close_tabs()


def fill(sample: Path, number: int) -> None:
    """Writes copies of the sample, each with its own title, id and time."""
    text = (sample / "article.md").read_text("utf-8")
    body, start = text.split("---\n", 2)[2], datetime(2025, 1, 1, tzinfo=UTC)
    fields = text.split("---\n", 2)[1].splitlines()
    for n in range(1, number):
        changes = {
            "title": f"Ferry number {n}",
            "id": f"a{n:019x}",
            "saved": (start + timedelta(minutes=n)).isoformat(),
        }
        head = [f"{name}: {changes[name]}" if (name := line.split(":")[0]) in changes else line for line in fields]
        folder = sample.with_name(f"Ferry number {n}")
        folder.mkdir()
        (folder / "article.md").write_text("---\n" + "\n".join(head) + f"\n---\n{body}", "utf-8")


@pytest.mark.long
def test_many_articles_are_listed_scrolled_searched_and_selected(many: Shelf) -> None:
    """Selecting all includes articles that are not rendered."""
    page = many.show()
    expect(page.locator(".found")).to_have_text(f"Articles: {MANY}")
    assert page.evaluate(SCROLL, 60) < 60
    until(lambda: not page.locator(".row.waiting").count())
    expect(rows(page).last.locator(".title")).to_have_text("Ferry number 1")
    search(page, '"Ferry number 277"')
    expect(rows(page).locator(".title")).to_have_text(["Ferry number 277"])
    page.keyboard.press("Escape")
    found(page, MANY)
    page.get_by_role("searchbox").blur()
    page.keyboard.press("*")
    expect(page.locator(".bulk")).to_contain_text(f"Selected: {MANY}")
    page.keyboard.press("Escape")
    expect(page.locator(".bulk")).to_be_hidden()
