"""Reading settings in the reader and on the options page: stored, and applied before the first paint."""

import subprocess
from collections.abc import Callable
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.reader_page import ORIGIN, draw, open_look, perform, until
from tests.support.samples import article_answer

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
DARK = "rgb(28, 27, 34)"


def _size(page: Page, of: str = "article") -> float:
    size: float = page.evaluate("(of) => parseFloat(getComputedStyle(document.querySelector(of)).fontSize)", of)
    return size


def draw_with_look(page: Page, name: str = "en") -> None:
    """Draws an article in the light theme and opens the settings panel."""
    draw(page, article_answer(name), theme="light")
    open_look(page)


def test_theme_is_stored_and_applied_in_the_first_frame(page: Page) -> None:
    draw_with_look(page)
    page.get_by_role("radio", name="Dark").check()
    assert page.evaluate(GROUND) == DARK
    until(page, "chrome.storage.sync.get('look').then(({ look }) => look?.theme === 'dark')")
    page.add_init_script(
        f"requestAnimationFrame(() => {{ globalThis.firstGround = document.body && {GROUND}; }});"
        "globalThis.atFirstScript = null;"
        "new MutationObserver(() => {"
        "  globalThis.atFirstScript ??= document.body && document.documentElement.dataset.theme;"
        "}).observe(document, { childList: true, subtree: true });"
    )
    page.reload()
    open_look(page)
    expect(page.get_by_role("radio", name="Dark")).to_be_checked()
    assert page.evaluate(GROUND) == DARK
    assert page.evaluate("globalThis.atFirstScript") == "dark"
    assert page.evaluate("globalThis.firstGround") in (DARK, None)


@pytest.mark.long
def test_text_size_stops_at_both_ends(page: Page) -> None:
    draw_with_look(page)
    larger, smaller = (page.get_by_role("button", name=f"{word} text") for word in ("Larger", "Smaller"))
    sizes = [_size(page)]
    for _ in range(5):
        larger.click()
        sizes.append(_size(page))
    assert sizes == sorted(set(sizes))
    expect(larger).to_have_attribute("aria-disabled", "true")
    larger.click(force=True)  # otherwise Playwright waits until it is enabled
    assert _size(page) == sizes[-1]
    expect(larger).to_be_focused()
    for _ in range(7):
        smaller.click()
    expect(smaller).to_have_attribute("aria-disabled", "true")
    assert _size(page) < sizes[0]


@pytest.mark.long
def test_settings_apply_to_other_tabs(page: Page) -> None:
    draw(page, article_answer("en"), theme="light")
    other = page.context.new_page()
    draw(other, article_answer("zh"), theme="light")
    open_look(page)
    page.get_by_role("radio", name="Sepia").check()
    other.wait_for_selector('html[data-theme="sepia"]')
    open_look(other)
    expect(other.get_by_role("radio", name="Sepia")).to_be_checked()
    other.close()


@pytest.mark.long
def test_settings_work_without_sync(page: Page) -> None:
    page.add_init_script(
        "if (globalThis.chrome?.storage) for (const name of ['get', 'set'])"
        "  chrome.storage.sync[name] = () => Promise.reject(new Error('sync is off'));"
    )
    perform(page, {"open": article_answer("en")})
    open_look(page)
    page.get_by_role("radio", name="Sepia").check()
    until(page, "chrome.storage.local.get('look').then(({ look }) => look?.theme === 'sepia')")
    page.evaluate("localStorage.clear()")
    page.reload()
    open_look(page)
    expect(page.get_by_role("radio", name="Sepia")).to_be_checked()
    page.evaluate("chrome.storage.local.clear()")


def test_setting_that_cannot_be_synced_is_stored_locally(page: Page) -> None:
    """Sync storage may be full or have reached its hourly limit of writes."""
    theme_in = "(area) => chrome.storage[area].get('look').then(({ look }) => look?.theme)"
    perform(page, {"open": article_answer("en")})
    open_look(page)
    page.get_by_role("radio", name="Sepia").check()
    until(page, f"({theme_in})('sync').then((theme) => theme === 'sepia')")
    page.add_init_script("if (globalThis.chrome) chrome.storage.sync.set = () => Promise.reject(new Error('full'))")
    page.reload()
    open_look(page)
    page.get_by_role("radio", name="Dark").check()
    until(page, f"({theme_in})('local').then((theme) => theme === 'dark')")
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_selector("html[data-theme=dark]")
    later = page.context.new_page()
    later.goto(OPTIONS)
    expect(later.get_by_role("radio", name="Dark")).to_be_checked()
    later.get_by_role("radio", name="Light").check()  # sync storage works again
    until(later, f"({theme_in})('sync').then((theme) => theme === 'light')")
    until(later, f"({theme_in})('local').then((theme) => theme === undefined)")
    later.close()


@pytest.mark.long
def test_invalid_settings_are_ignored(page: Page) -> None:
    draw(page, article_answer("en"))
    page.evaluate("localStorage.setItem('look', '{broken')")
    page.evaluate("chrome.storage.sync.set({ look: { theme: 'no such', size: 99 } })")
    page.reload()
    expect(page.locator("article h1")).to_be_visible()
    page.wait_for_selector('html[data-theme="system"][data-size="0"]')


def test_each_setting_takes_effect(page: Page) -> None:
    draw_with_look(page, "zh")
    style = "(s => getComputedStyle(document.querySelector(s)))"
    first = f"{style}('.text p')"
    before = page.evaluate(f"[parseFloat({first}.lineHeight), {style}('article').maxInlineSize]")
    for name in ("Line height", "Line width", "Letter spacing", "Weight"):
        page.get_by_label(name).press("ArrowRight")
    page.get_by_label("Typeface").select_option(label="Serif")
    page.get_by_label("Alignment").select_option(label="Left-aligned")
    page.get_by_label("Indent first lines").check()
    assert page.evaluate(f"parseFloat({first}.lineHeight)") > before[0]
    assert page.evaluate(f"{style}('article').maxInlineSize") != before[1]
    assert page.evaluate(f"[{first}.fontWeight, {first}.textAlign]") == ["500", "start"]
    assert page.evaluate(f"parseFloat({first}.letterSpacing)") > 0
    assert "Songti SC" in page.evaluate(f"{first}.fontFamily")
    assert page.evaluate(f"parseFloat({first}.textIndent) / parseFloat({first}.fontSize)") == 2
    assert page.evaluate(f"parseFloat({style}('article h1').textIndent)") == 0
    until(page, "chrome.storage.sync.get('look').then(({ look }) => look?.indent === 'on')")
    page.reload()
    page.wait_for_selector('html[data-font="serif"][data-line="1"][data-indent="on"]')
    open_look(page)
    expect(page.get_by_label("Indent first lines")).to_be_checked()
    page.get_by_role("button", name="Reset to defaults").click()
    page.wait_for_selector('html[data-font="auto"][data-line="0"][data-indent="off"]')


def test_panel_is_beside_the_text_or_below_it_on_phones(page: Page) -> None:
    draw_with_look(page)
    edges = "['.look-panel', 'article'].map((one) => document.querySelector(one).getBoundingClientRect())"
    until(page, f"(([panel, text]) => panel.right < text.left)({edges})")
    page.set_viewport_size({"width": 390, "height": 800})
    until(page, f"(([panel, text]) => panel.top > 300 && panel.bottom <= 800 && panel.left >= 0)({edges})")
    page.keyboard.press("Escape")
    until(page, f"(([panel, text]) => text.left < 40)({edges})")


@pytest.mark.long
def test_sliders_show_their_values(page: Page) -> None:
    draw_with_look(page)
    expect(page.locator(".look-fields output")).to_have_text(["20 px", "1.6", "640 px", "0%", "400"])
    for name in ("Line height", "Line width", "Letter spacing", "Weight"):
        page.get_by_label(name).press("ArrowRight")
    page.get_by_role("button", name="Larger text").click()
    expect(page.locator(".look-fields output")).to_have_text(["22 px", "1.8", "836 px", "2%", "500"])
    expect(page.get_by_label("Line height")).to_have_attribute("aria-valuetext", "1.8")


@pytest.mark.sample("ar")
@pytest.mark.parametrize(
    ("name", "shown", "hidden"),
    [
        ("en", ["Letter spacing"], ["Vertical lines", "Space between Chinese"]),
        ("zh", ["Letter spacing", "Vertical lines", "Space between Chinese"], []),
        ("ar", ["Weight"], ["Letter spacing", "Vertical lines", "Space between Chinese"]),
    ],
    ids=["en", "zh", "ar"],
)
def test_only_settings_for_the_articles_script_are_shown(
    page: Page, name: str, shown: list[str], hidden: list[str]
) -> None:
    draw_with_look(page, name)
    for label in shown:
        expect(page.get_by_label(label)).to_be_visible()
    for label in hidden:
        expect(page.get_by_label(label)).to_have_count(0)


@pytest.mark.long
def test_typefaces_are_the_installed_ones_of_the_script(page: Page) -> None:
    """Each script stores its own choice, which is applied before the first paint."""
    draw_with_look(page, "zh")
    own = "getComputedStyle(document.querySelector('.text')).fontFamily"
    table = page.evaluate("import('/shared/typefaces.js').then(({ TYPEFACES }) => TYPEFACES)")
    assert min(len(set(names)) for names in table.values()) >= 8
    found = page.locator(".look-panel optgroup option").all_inner_texts()
    assert set(found) < set(table["Hans"])
    faces = subprocess.run(["fc-list", ":", "family"], capture_output=True, text=True, check=True).stdout.splitlines()
    here = {name for line in faces for name in line.split(",")}  # metric-compatible substitutes count as installed too
    assert set(found) >= here & set(table["Hans"])
    looked = "import('/shared/typefaces.js').then(({ installed }) => installed(['No Such Face', 'Nor This']))"
    assert page.evaluate(looked) == []
    face = found[0]
    page.get_by_label("Typeface").select_option(face)
    assert page.evaluate(own).startswith(f'"{face}"')
    until(page, f"chrome.storage.sync.get('look').then(({{ look }}) => look?.faceHans === '{face}')")
    page.add_init_script(
        "addEventListener('DOMContentLoaded', () => (globalThis.early = document.documentElement.style.cssText))"
    )
    page.reload()
    page.wait_for_selector("article")
    assert face in page.evaluate("globalThis.early")
    draw(page, article_answer("en"), theme="light")
    assert face not in page.evaluate(own)


def test_button_names_are_shown_at_first_and_on_demand(open_page: Callable[..., Page]) -> None:
    """They disappear after a few presses, and a button toggles them; without them the toolbar is one line on phones."""
    height = "document.querySelector('.toolbar').getBoundingClientRect().height"
    page = open_page(width=320)
    draw(page, article_answer("rich"), theme="light")
    names = page.locator(".tool-name")
    expect(names.first).to_be_visible()
    for button in page.locator(".toolbar > button:visible").all():
        label, name = button.get_attribute("aria-label"), button.locator(".tool-name").inner_text()
        assert name and name.lower() in (label or "").lower()
    for width in (320, 390, 480):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(height) <= (110 if width == 320 else 60)
        place = "all => all.map((name) => [name.offsetTop, name.offsetLeft, name.scrollWidth])"
        boxes = page.locator(".tool-name:visible").evaluate_all(place)
        assert all(x + wide < to or y < below for (y, x, wide), (below, to, _) in pairwise(boxes))
        assert all(x > 0 and x + wide < width for _, x, wide in boxes)
    for _ in range(5):
        page.locator('[data-action="look"]').click()
    page.reload()
    expect(page.locator('[data-action="look"]')).to_be_visible()
    expect(names.first).to_be_hidden()
    assert page.evaluate(height) <= 48
    page.get_by_role("button", name="Button names").click()
    expect(names.first).to_be_visible()
    page.reload()
    expect(names.first).to_be_visible()
    page.get_by_role("button", name="Button names").click()
    expect(names.first).to_be_hidden()


def test_names_of_buttons_are_in_line_with_large_text(page: Page) -> None:
    draw(page, article_answer("rich"), theme="light")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for width in (1280, 900):
        page.set_viewport_size({"width": width, "height": 900})
        places = "all => all.map((name) => name.getBoundingClientRect().top)"
        tops = page.locator(".tool-name:visible").evaluate_all(places)
        assert len(tops) >= 9 and max(tops) - min(tops) < 3


@pytest.mark.long
def test_focus_is_visible(page: Page) -> None:
    draw(page, article_answer("ar"), theme="light")
    for _ in range(6):
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


@pytest.mark.long
def test_reduced_motion_and_forced_colours_are_respected(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce", forced_colors="active")
    draw(page, article_answer("en"), theme="light")
    assert page.evaluate("getComputedStyle(document.querySelector('.toolbar')).transitionDuration") == "0s"
    open_look(page)
    ground, ring = page.evaluate(
        """() => [getComputedStyle(document.querySelector("[value=sepia]")).backgroundColor,
          getComputedStyle(document.querySelector("[value=light]")).outlineStyle]"""
    )
    assert (ground, ring != "none") == ("rgb(243, 229, 197)", True)


OPTIONS, SAMPLE = f"{ORIGIN}/options/options.html", ".sample .text p"


def test_options_update_the_sample_and_are_stored(page: Page) -> None:
    page.goto(OPTIONS)
    before = _size(page, SAMPLE)
    page.get_by_role("button", name="Larger text").click()
    assert _size(page, SAMPLE) > before
    page.get_by_role("radio", name="High contrast").check()
    assert page.evaluate("getComputedStyle(document.querySelector('.sample p')).color") == "rgb(255, 255, 255)"
    page.reload()
    until(page, "chrome.storage.sync.get('look').then(({ look }) => look?.theme === 'contrast' && look.size === '1')")


def test_missing_typeface_is_shown_as_its_fallback(page: Page) -> None:
    page.goto(OPTIONS)
    table = "import('/shared/typefaces.js').then((all) => [all.TYPEFACES.Latn, all.installed(all.TYPEFACES.Latn)])"
    names, here = page.evaluate(table)
    look = {"font": "sans", "faceLatn": next(name for name in names if name not in here)}
    page.evaluate("(look) => chrome.storage.local.set({ look })", look)
    page.reload()
    page.wait_for_selector("html[data-font=sans]")
    expect(page.get_by_label("Typeface")).to_have_value("sans")


def test_options_in_two_tabs_stay_in_sync(page: Page) -> None:
    page.goto(OPTIONS)
    other = page.context.new_page()
    other.goto(OPTIONS)
    for label in ("Show images", "Show all pages of an article as one"):
        here, there = page.get_by_label(label), other.get_by_label(label)
        expect(there).to_be_checked()
        here.uncheck()
        expect(there).not_to_be_checked()
        there.check()
        expect(here).to_be_checked()
    other.close()


def test_live_regions_announce_only_changes(page: Page) -> None:
    """The text size has no control with a value; sliders have their own."""
    page.goto(OPTIONS)
    expect(page.locator(".look-steps output")).to_have_text("20 px")
    page.evaluate(
        """() => {
          globalThis.heard = [];
          for (const one of document.querySelectorAll("output:not([aria-live=off]), [role=status], [aria-live=polite]"))
            new MutationObserver(() => heard.push(one.textContent)).observe(one, { childList: true });
        }"""
    )
    page.get_by_role("radio", name="Dark").check()
    page.get_by_label("Line height").press("ArrowRight")
    expect(page.get_by_label("Line height")).to_have_attribute("aria-valuetext", "1.8")
    page.get_by_role("button", name="Larger text").click()
    until(page, "heard.length > 0")
    assert page.evaluate("heard") == ["22 px"]


BUSY_LIBRARY = """(() => {
  const known = { on: true, damaged: 0, sites: [{ site: "example.org", pages: 1, blocks: 2, last: "2026-01-31" }] };
  const result = { ...known, adjustment: { state: "none", pages: 1, needed: 20, when: null } };
  const busy = { state: "library_busy" };
  chrome.runtime.sendMessage = async ({ request }) => (request?.action === "corrections" ? { result } : busy);
})()"""


def test_failure_to_forget_is_reported_and_focus_moves_to_the_heading(page: Page) -> None:
    page.add_init_script(BUSY_LIBRARY)
    page.goto(OPTIONS)
    page.get_by_role("button", name="Forget example.org").press("Enter")
    expect(page.get_by_role("status").filter(has_text="The library is busy")).to_be_visible()
    expect(page.get_by_role("heading", name="What the reader learned from you")).to_be_focused()


def test_vertical_text_applies_only_to_the_sample(open_page: Callable[..., Page]) -> None:
    page = open_page("zh")
    page.goto(OPTIONS)
    page.get_by_role("checkbox", name="竖排").check()
    assert page.evaluate("getComputedStyle(document.querySelector('.sample article')).writingMode") == "vertical-rl"
    assert page.evaluate("getComputedStyle(document.documentElement).writingMode") == "horizontal-tb"
    expect(page.locator(".sample")).to_be_in_viewport()


@pytest.mark.sample("en-320")
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_options_page_is_accessible_and_fits_the_window(
    open_page: Callable[..., Page], language: str, width: int
) -> None:
    page = open_page(language, width=width)
    page.goto(OPTIONS)
    expect(page.locator(".look-fields")).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"]]) for rule in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
