"""Corrections in “Why these parts?”: stored for the page and its site, undone and forgotten; by mouse and keyboard."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.support import prose
from tests.support.chromium import ID, REAL_HOST, Jingdu
from tests.support.firefox import SPECIAL, Firefox, needs_firefox
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

OPTIONS = f"chrome-extension://{ID}/options/options.html"
SUBJECTS = [("ferry", "harbour", "captain"), ("orchard", "valley", "farmer"), ("library", "castle", "keeper")]
CLUB = re.compile("meet every Thursday")
TALES = re.compile("Tales of the")
CALL = re.compile("may send it to the editors")
SAVED = "Saved for this page and its site."


def story(number: int) -> str:
    """An article of a site; it has two notices that look like text."""
    thing, place, person = SUBJECTS[number]
    lines = [
        f"The {thing} near the {place} is older than anyone remembers, and the {person} says in chapter {chapter} that"
        f" the days were never counted, neither in winter, when nobody came, nor in summer, when all did."
        for chapter in range(6)
    ]
    club = f"The {person}s of the {place} meet every Thursday in the old hall, and whoever likes a {thing} is welcome."
    call = f"Whoever has a picture of the {thing} may send it to the editors, who show the best of the {place} in May."
    text = [f"<p>[{at}] {line} {lines[-at]}</p>" for at, line in enumerate(lines)]
    head = f"<p class=kicker>Tales of the {thing}</p><p class=pen>{person.title()} Lamp</p>"
    text[3:3] = [f"<div class=club><p>{club}</p></div>"]
    text[5:5] = [f"<div class=call><p>{call}</p></div>"]
    return prose.page(f"The {thing} of the {place}", head + "".join(text))


@pytest.fixture
def stories(site: Site) -> list[str]:
    """The addresses of the site's articles."""
    return [site.put(story(number)) for number in range(len(SUBJECTS))]


@pytest.fixture
def jingdu(browser_with: Callable[..., Jingdu]) -> Jingdu:
    """A browser whose host has learned nothing."""
    return browser_with()


def turn_on(page: Page) -> Page:
    expect(toggle(page)).to_have_attribute("aria-disabled", "false")
    toggle(page).click()
    expect(page.locator(".why-banner")).to_be_visible()
    return page


def toggle(page: Page) -> Locator:
    return page.get_by_role("button", name="Why these parts?")


def turn_off(page: Page) -> None:
    toggle(page).click()
    expect(page.locator(".why-banner")).to_have_count(0)


def part(page: Page, text: re.Pattern[str]) -> Locator:
    """The block in the article."""
    return page.locator(".text > p", has_text=text)


def excluded(page: Page, text: re.Pattern[str]) -> Locator:
    return page.locator(".why-block", has_text=text)


def unfold(page: Page, text: re.Pattern[str]) -> Locator:
    """Opens all folds; returns the excluded block."""
    folds = page.locator(".why-region:not([open]) > summary")
    while folds.count():
        folds.first.click()
    return excluded(page, text)


def exclude(page: Page, text: re.Pattern[str]) -> None:
    part(page, text).locator(".why-chip").click()
    expect(excluded(page, text)).to_have_count(1)


def correct(jingdu: Jingdu, url: str) -> Page:
    """Opens a page, excludes a block and waits until the correction is saved."""
    page = turn_on(jingdu.read(url))
    exclude(page, CLUB)
    turn_off(page)
    expect(toast(page)).to_contain_text(SAVED)
    return page


def toast(page: Page) -> Locator:
    return page.locator(".toolbar + .toast")


def choose(page: Page, words: str) -> None:
    page.get_by_role("menuitem", name=words).click()
    expect(page.get_by_role("menu")).to_have_count(0)


def article_contains(jingdu: Jingdu, url: str, text: re.Pattern[str]) -> bool:
    """Opens the page again; returns whether its article contains the text."""
    page = jingdu.read(url)
    found = part(page, text).count() > 0
    page.close()
    return found


def test_a_correction_applies_to_its_page_its_site_and_another_browser(
    jingdu: Jingdu, stories: list[str], fresh_browser: Callable[..., Jingdu]
) -> None:
    assert article_contains(jingdu, stories[1], CALL)
    page = turn_on(jingdu.read(stories[0]))
    exclude(page, CALL)
    turn_off(page)
    expect(toast(page)).to_contain_text(SAVED)
    page.close()
    assert not article_contains(jingdu, stories[0], CALL)
    page = turn_on(jingdu.read(stories[1]))
    expect(excluded(page, CALL).locator("small")).to_have_text("You excluded this on another page of this site.")
    expect(part(page, CLUB)).to_have_count(1)
    expect(page.locator(".why-known")).to_contain_text("Pages of this site that you corrected: 1 · What")
    other = replace(fresh_browser(None), home=jingdu.home)
    other.register(REAL_HOST)
    assert not article_contains(other, stories[2], CALL)


@pytest.mark.long
def test_undo_keeps_earlier_corrections(jingdu: Jingdu, stories: list[str]) -> None:
    page = turn_on(correct(jingdu, stories[0]))
    expect(excluded(page, CLUB).locator("small")).to_have_text("You excluded this.")
    expect(page.locator(".why-known")).to_contain_text("Parts of this page that you corrected: 1 · What")
    exclude(page, CALL)
    turn_off(page)
    toast(page).get_by_role("button", name="Undo").click()
    expect(part(page, CALL)).to_have_count(1)
    expect(part(page, CLUB)).to_have_count(0)
    assert article_contains(jingdu, stories[0], CALL)
    assert not article_contains(jingdu, stories[0], CLUB)


@pytest.mark.long
def test_only_this_time_stores_no_correction(jingdu: Jingdu, stories: list[str]) -> None:
    page = correct(jingdu, stories[0])
    toast(page).get_by_role("button", name="Only this time").click()
    expect(toast(page)).to_contain_text("nothing was saved")
    expect(part(page, CLUB)).to_have_count(0)
    assert article_contains(jingdu, stories[0], CLUB)


@pytest.mark.long
def test_closing_the_reader_stores_the_correction(jingdu: Jingdu, stories: list[str]) -> None:
    page = turn_on(jingdu.read(stories[0]))
    exclude(page, CLUB)
    page.close(run_before_unload=True)
    expect(jingdu.open(OPTIONS).locator("#learned-heading ~ div .sites li")).to_have_count(1)


@pytest.mark.long
def test_steps_are_undone_one_by_one_and_all_at_once(jingdu: Jingdu, stories: list[str]) -> None:
    page = turn_on(jingdu.read(stories[0]))
    exclude(page, CLUB)
    exclude(page, CALL)
    page.get_by_role("button", name="Undo the last step").click()
    expect(part(page, CALL)).to_have_count(1)
    exclude(page, CALL)
    page.get_by_role("button", name="Undo my choices").click()
    expect(page.locator(".why-block", has_text=CALL)).to_have_count(0)
    expect(page.locator(".why-block", has_text=CLUB)).to_have_count(0)
    turn_off(page)
    expect(toast(page)).not_to_contain_text(SAVED)
    assert article_contains(jingdu, stories[0], CLUB)


@pytest.mark.long
def test_start_end_title_and_author_can_be_chosen(jingdu: Jingdu, stories: list[str]) -> None:
    page = turn_on(jingdu.read(stories[0]))
    part(page, re.compile(r"\[2\]")).click(button="right", position={"x": 200, "y": 30})
    choose(page, "The article starts with this part")
    expect(part(page, re.compile(r"\[[01]\]"))).to_have_count(0)
    part(page, re.compile(r"\[3\]")).hover()
    page.locator(".why-more").click()
    choose(page, "The article ends with this part")
    expect(part(page, CALL)).to_have_count(0)
    for text, words in ((TALES, "This is the title"), (re.compile("Captain Lamp"), "This is the author")):
        unfold(page, text).click(button="right")
        choose(page, words)
        expect(toast(page)).to_contain_text(words)
    turn_off(page)
    expect(toast(page)).to_contain_text(SAVED)
    page.close()
    again = jingdu.read(stories[0])
    expect(again.locator("h1")).to_have_text("Tales of the ferry")
    expect(again.locator(".facts .byline")).to_have_text("Captain Lamp")
    assert [text[:3] for text in again.locator(".text > p").all_inner_texts()] == ["[2]", "The", "[3]"]


@pytest.mark.long
def test_a_whole_region_is_included_and_excluded_at_once(jingdu: Jingdu, stories: list[str]) -> None:
    page = turn_on(jingdu.read(stories[0]))
    page.get_by_role("button", name="Include all: Menu").click()
    sections = page.locator(".text li:not(.left-out *)", has_text=re.compile(r"Section \d+$"))
    expect(sections).to_have_count(12)
    sections.nth(5).click(button="right", position={"x": 300, "y": 10})  # beside the link, which has its own menu
    choose(page, "Exclude the whole region: Menu (12)")
    expect(sections).to_have_count(0)


def test_corrections_work_with_the_keyboard(jingdu: Jingdu, stories: list[str]) -> None:
    """Escape first closes the menu, then leaves the mode; Shift+Tab reaches the buttons of the message."""
    page = jingdu.read(stories[0])
    for button in (toggle(page), page.locator("[data-action=keys]")):
        expect(button).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("w")
    expect(page.locator(".why-banner")).to_be_visible()
    chip = page.get_by_role("button", name=re.compile("^Exclude: The captains of the harbour meet"))
    press_until(page, "Tab", chip)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=re.compile("^More choices: The captains"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Exclude this part")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("menu")).to_have_count(0)
    expect(page.locator(".why-more")).to_be_focused()
    page.keyboard.press("Enter")
    press_until(page, "ArrowDown", page.get_by_role("menuitem", name="The article ends with this part"))
    page.keyboard.press("Enter")
    expect(part(page, CALL)).to_have_count(0)
    expect(chip).to_be_focused()
    page.keyboard.press("Control+z")
    expect(part(page, CALL)).to_have_count(1)
    expect(chip).to_be_focused()
    page.keyboard.press("Space")
    expect(excluded(page, CLUB)).to_have_count(1)
    page.keyboard.press("Escape")  # hides the reasons shown at the button
    press_until(page, "Escape", page.locator("article :focus:not(button)"))
    expect(toast(page)).to_contain_text(SAVED)
    press_until(page, "Shift+Tab", toast(page).get_by_role("button", name="Undo"))
    page.keyboard.press("Enter")
    expect(part(page, CLUB)).to_have_count(1)


def press_until(page: Page, key: str, wanted: Locator) -> None:
    """Presses a key until an element has the focus."""
    for _ in range(80):
        page.keyboard.press(key)
        page.wait_for_timeout(30)
        if wanted.count() and wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{key} did not focus {wanted}")


def test_options_list_and_forget_corrections(jingdu: Jingdu, stories: list[str], tmp_path: Path) -> None:
    correct(jingdu, stories[0]).close()
    options = jingdu.open(OPTIONS)
    learned = options.get_by_role("region", name="What the reader learned from you")
    expect(learned.locator(".sites li")).to_contain_text("127.0.0.1")
    expect(learned.locator(".sites li")).to_contain_text("Pages: 1 · parts: 1")
    expect(learned.locator(".everywhere")).to_contain_text("After 20 corrected pages")
    assert [(each["id"], each["nodes"][0]["html"]) for each in Axe().run(options).response["violations"]] == []
    learned.get_by_role("button", name="Forget 127.0.0.1").click()
    expect(learned.locator(".sites li")).to_have_count(0)
    assert article_contains(jingdu, stories[0], CLUB)
    correct(jingdu, stories[0]).close()
    next(tmp_path.rglob("corrections/*.json")).write_text("", "utf-8")
    options.reload()
    expect(learned).to_contain_text("Damaged correction files, no longer in use: 1.")
    options.on("dialog", lambda dialog: dialog.accept())
    learned.get_by_role("button", name="Forget everything").click()
    expect(learned.get_by_role("status")).to_have_text("Everything was forgotten.")
    expect(learned).not_to_contain_text("Damaged")
    assert article_contains(jingdu, stories[0], CLUB)


@pytest.mark.long
def test_with_learning_off_a_correction_is_not_stored(jingdu: Jingdu, stories: list[str]) -> None:
    options = jingdu.open(OPTIONS)
    switch = options.get_by_role("checkbox", name="Learn from my corrections")
    switch.uncheck()
    page = turn_on(jingdu.read(stories[0]))
    expect(page.locator(".why-banner")).not_to_contain_text("saved")
    exclude(page, CLUB)
    turn_off(page)
    expect(part(page, CLUB)).to_have_count(0)
    expect(toast(page)).not_to_contain_text(SAVED)
    assert article_contains(jingdu, stories[0], CLUB)
    options.reload()
    expect(switch).not_to_be_checked()
    expect(options.locator("#learned-heading ~ div .sites")).to_have_count(0)


IN_TEXT = "[...document.querySelectorAll('.text > p')].some((one) => one.textContent.includes('meet every Thursday'))"


@pytest.mark.long
@needs_firefox
def test_firefox_correction_applies_to_the_site_until_forgotten(fox: Firefox, stories: list[str]) -> None:
    open_article(fox, stories[0])
    exclude_by_keyboard(fox)
    enter(fox, "[...document.querySelectorAll('.toast button')].find((one) => one.textContent === 'Undo')")
    fox.wait_for(IN_TEXT)
    exclude_by_keyboard(fox)
    open_article(fox, stories[1])
    assert fox.run(IN_TEXT) is False
    fox.run("location.href = new URL('../options/options.html', location).href")
    enter(fox, "[...document.querySelectorAll('button')].find((one) => one.ariaLabel === 'Forget 127.0.0.1')")
    fox.wait_for("document.querySelector('#learned-heading') && !document.querySelector('#learned-heading ~ div li')")
    open_article(fox, stories[0])
    assert fox.run(IN_TEXT) is True


def open_article(fox: Firefox, url: str) -> None:
    """Opens the article of a page in the reader and focuses the page."""
    fox.open(url)
    fox.click()
    fox.wait_for("document.querySelector('main article .text > p') !== null")
    fox.focus_page()


def exclude_by_keyboard(fox: Firefox) -> None:
    """Excludes the block about the club and leaves the mode."""
    for button in ("why", "keys"):
        fox.wait_for(f"document.querySelector('[data-action={button}][aria-disabled=false]')")
    fox.keys("w")
    enter(fox, "[...document.querySelectorAll('.why-chip')].find((one) => one.ariaLabel?.includes('s of the harbour'))")
    fox.wait_for(f"!{IN_TEXT}")
    fox.keys("w")
    fox.wait_for(f"document.querySelector('.toast')?.textContent.includes('{SAVED}')")


def enter(fox: Firefox, element: str) -> None:
    """Presses Enter on an element as soon as it exists."""
    fox.wait_for(f"{element} !== undefined")
    fox.run(f"{element}.focus()")
    fox.keys(SPECIAL["Enter"])
