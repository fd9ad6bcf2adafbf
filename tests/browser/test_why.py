"""“Why these parts?” shows excluded blocks dimmed in place, with reasons; a click includes or excludes a block."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_correcting import turn_on
from tests.support import prose
from tests.support.chromium import Jingdu, drawn
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

SHARE = "Share this story with friends on your favourite network"
LIST = "<ul><li>The first lamp, where the ferry lands.</li><li>The second, by the church on the hill.</li></ul>"
CODE = "<pre>for lamp in lamps:\n  light(lamp)</pre>"
HTML = prose.page(
    "A ferry before dawn",
    f"{prose.paragraphs(prose.ENGLISH, 4)}{LIST}{CODE}<div class=share>{SHARE}</div>"
    + "".join(f"<p>[1{n}] {prose.ENGLISH} {prose.ENGLISH}</p>" for n in range(4)),
)
FIRST = re.compile(r"^.?\[1\]")


@pytest.fixture
def article(browser_with: Callable[..., Jingdu], site: Site) -> Page:
    """The reader with the mode on and a host that has learned nothing."""
    page = browser_with().read(site.put(HTML))
    turn_on(page)
    return page


def excluded_share(page: Page) -> Locator:
    return page.locator(".why-block", has_text=SHARE)


def test_excluded_blocks_appear_in_place_and_a_click_includes_them(article: Page) -> None:
    """Another click excludes the block again. Choices survive leaving the mode and a reload."""
    block = excluded_share(article)
    reasons = r"Share buttons\. Excluded because [^.\d]+\.( On the other hand, [^.\d]+\.)?( It was a close call\.)?"
    assert re.fullmatch(reasons, block.locator("small").inner_text())
    order = article.locator(".text").inner_text()
    assert not {"−", "⋯"} & set(order)  # the symbols of the buttons would also appear in the outline
    assert order.index("light(lamp)") < order.index(SHARE) < order.index("[10]")
    assert order.index("Menu: ") < order.index("[0]") and order.index("[13]") < order.index("Copyright")
    block.locator(".why-text").click()
    expect(excluded_share(article)).to_have_count(0)
    own = article.locator(".text > p", has_text=SHARE)
    expect(own.locator(".why-chip")).to_be_focused()
    own.click(position={"x": 200, "y": 10})
    expect(excluded_share(article)).to_have_count(1)
    expect(own).to_have_count(0)
    excluded_share(article).locator(".why-chip").click()
    expect(excluded_share(article)).to_have_count(0)
    article.get_by_role("button", name="Why these parts?").click()
    expect(article.locator(".why-chip")).to_have_count(0)
    expect(article.locator(".text")).to_contain_text(SHARE)
    article.reload()
    drawn(article)
    expect(article.locator(".text")).to_contain_text(SHARE)


@pytest.mark.long
def test_regions_with_many_excluded_blocks_are_folded(article: Page) -> None:
    """Unfolded regions stay unfolded when the article is redrawn."""
    section = article.locator(".why-block", has_text="Section 9")
    expect(section).to_have_count(0)
    article.locator(".why-region > summary", has_text=re.compile(r"^Menu: \d+ parts excluded$")).first.press("Enter")
    expect(section).to_be_visible()
    section.locator(".why-chip").press("Enter")
    expect(section).to_have_count(0)
    expect(article.locator(".why-block", has_text="Section 8")).to_be_visible()


def test_why_responds_at_once_and_can_be_cancelled(browser_with: Callable[..., Jingdu], site: Site) -> None:
    """A progress line is shown while the companion app works; Escape cancels it. A choice marks the article as busy."""
    page = browser_with().read(site.put(HTML))
    toggle = page.get_by_role("button", name="Why these parts?")
    expect(toggle).to_have_attribute("aria-disabled", "false")
    page.evaluate(
        """() => { const send = chrome.runtime.sendMessage.bind(chrome.runtime);
          chrome.runtime.sendMessage = async (message) => {
            if (["explain", "choose"].includes(message.kind)) await new Promise((go) => (globalThis.go = go));
            return send(message);
          }; }"""
    )
    shown = "[document.querySelector('.why-progress')?.checkVisibility(), document.querySelector('[data-action=why]')"
    assert page.evaluate(
        f"() => {{ document.querySelector('[data-action=why]').click(); return {shown}.ariaPressed]; }}"
    ) == [True, "true"]
    page.keyboard.press("Escape")
    expect(page.locator(".why-progress")).to_have_count(0)
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    page.evaluate("globalThis.go()")
    expect(page.locator(".why-banner")).to_be_visible()
    excluded_share(page).locator(".why-chip").click()
    expect(page.locator("main")).to_have_attribute("aria-busy", "true")
    until(lambda: page.evaluate("getComputedStyle(document.querySelector('.text')).opacity") == "0.6")
    page.evaluate("globalThis.go()")
    expect(excluded_share(page)).to_have_count(0)
    expect(page.locator("main")).to_have_attribute("aria-busy", "false")


@pytest.mark.long
def test_code_and_list_items_can_be_excluded(article: Page) -> None:
    article.locator(".text pre").click()
    expect(article.locator(".text pre")).to_have_count(0)
    article.locator(".text > ul > li", has_text="The second, by the church").locator(".why-chip").click()
    expect(article.locator(".why-block", has_text="The second, by the church")).to_have_count(1)
    expect(article.locator(".text > ul > li", has_text="The first lamp")).to_have_count(1)


@pytest.mark.long
def test_a_clicked_block_stays_in_place(article: Page) -> None:
    chip = excluded_share(article).locator(".why-chip")
    chip.scroll_into_view_if_needed()
    before = chip.bounding_box()
    chip.click()
    own = article.locator(".text > p", has_text=SHARE).locator(".why-chip")
    expect(own).to_be_focused()
    after = own.bounding_box()
    assert before and after and abs(before["y"] - after["y"]) < 3


@pytest.mark.long
def test_reasons_of_a_kept_block_appear_on_focus_and_hover(article: Page) -> None:
    """Escape first hides the reasons, then leaves the mode."""
    article.locator(".text > p", has_text=FIRST).locator(".why-chip").focus()
    tip = article.get_by_role("tooltip")
    expect(tip).to_have_text(re.compile(r"^Included because "))
    article.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    article.evaluate("document.activeElement.blur()")
    article.locator(".text > p", has_text=FIRST).locator(".why-chip").hover()
    expect(tip).to_have_count(1)
    article.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(article.locator(".why-banner")).to_be_visible()
    article.keyboard.press("Escape")
    expect(article.locator(".why-banner")).to_have_count(0)


def test_leaving_with_escape_keeps_focus_and_scroll_position(article: Page) -> None:
    article.locator(".text > p", has_text="[12]").locator(".why-chip").focus()
    before = article.evaluate("scrollY")
    article.keyboard.press("Escape")  # hides the reasons
    article.keyboard.press("Escape")
    expect(article.locator(".why-banner")).to_have_count(0)
    expect(article.locator(".text > p:focus")).to_be_in_viewport()
    assert before > 500 and article.evaluate("scrollY") > 500


def test_buttons_in_table_cells_neither_move_nor_cover_words(reader: Jingdu, site: Site) -> None:
    cells = "".join(f"<td>{word}</td>" for word in ("Northern lamp", "lit", "no", "by the mole", "brass", "yes"))
    page = reader.read(site.put(HTML.replace(CODE, f"<table>{f'<tr>{cells}</tr>' * 4}</table>")))
    turn_on(page)
    places = page.evaluate(
        """() => [...document.querySelectorAll(".text td")].map((cell) => {
          const range = document.createRange();
          range.selectNode(cell.lastChild);
          const [words, button, own] = [range, cell.firstChild, cell].map((one) => one.getBoundingClientRect());
          return [words.left - own.left - parseFloat(getComputedStyle(cell).paddingLeft), button.bottom - words.top];
        })"""
    )
    assert len(places) == 24 and all(abs(moved) < 1 and covered < 2 for moved, covered in places), places


@pytest.mark.long
def test_links_in_kept_blocks_work(reader: Jingdu, site: Site) -> None:
    html = HTML.replace("[2] The ferry", f"[2] The <a href='{site.put(prose.english())}'>ferry</a>")
    page = reader.read(site.put(html))
    turn_on(page)
    page.locator(".text p a", has_text="ferry").click()
    page.wait_for_url(lambda url: url.startswith("http"))


@pytest.mark.long
def test_why_is_hidden_for_a_selection(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(HTML))
    page.evaluate("getSelection().selectAllChildren(document.querySelector('main p'))")
    reader.click(page)
    drawn(page)
    expect(page.locator("[data-action=why]")).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "sepia", "dark"])
def test_mode_has_no_axe_violations(article: Page, theme: str) -> None:
    article.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    assert [(each["id"], each["nodes"][0]["html"]) for each in Axe().run(article).response["violations"]] == []
