"""The same extension folder in Firefox."""

import re
import time
import zlib
from pathlib import Path

import pytest

from jingdu.cli.package_extension import package
from tests.support import paged_site as paged, prose
from tests.support.chromium import EXTENSION, REAL_HOST
from tests.support.firefox import PROGRAM, Firefox, firefox, needs_firefox, register
from tests.support.pictures import png
from tests.support.stories import PICTURED
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, needs_firefox]

STATE = "document.querySelector('main [data-state]:not([data-state=reading])')?.dataset.state"
STABLE = 0.3
"""Seconds without a layout change after which a position counts as stable."""


def shows(text: str) -> str:
    """An expression that is true if the reader shows an article with this text."""
    found = f"document.querySelector('main article')?.textContent.includes('{text}')"
    return f"location.protocol === 'moz-extension:' && {found}"


def press(browser: Firefox, selector: str) -> None:
    """Clicks an element as soon as it is visible."""
    browser.wait_for(f"document.querySelector('{selector}')?.checkVisibility()")
    browser.run(f"document.querySelector('{selector}').click()")


def test_click_opens_the_reader_and_a_second_click_goes_back(fox: Firefox, site: Site) -> None:
    address = site.put(prose.chinese(80))

    def scroll_after_two_clicks() -> int:
        fox.open(address)
        fox.wait_for("scrollTo(0, 1500) || scrollY === 1500")
        time.sleep(3)  # until the session history has stored the scroll position
        fox.click()
        fox.wait_for(shows("[79] 清晨的集市"))
        time.sleep(0.6)  # longer than a double click
        fox.click()
        fox.wait_for(f"location.href === '{address}' && document.readyState === 'complete'")
        time.sleep(1)
        return int(fox.run("scrollY"))

    # Firefox itself restores the position, and on a very busy machine sometimes does not
    assert any(scroll_after_two_clicks() > 1000 for _ in range(3))


@pytest.mark.long
def test_retry_works_after_the_host_is_installed(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, None) as browser:
        browser.open(site.put(prose.english()))
        browser.click()
        assert browser.wait_for(STATE) == "host_missing"
        register(tmp_path, REAL_HOST)
        browser.run("document.querySelector('main .actions button').click()")
        browser.wait_for(shows("[11] The ferry"))


def test_saved_article_is_found_by_two_chinese_characters(fox: Firefox, site: Site) -> None:
    fox.open(site.put(prose.chinese(30, "渡口的早市")))
    fox.click()
    fox.wait_for(shows("[29] 清晨的集市"))
    save = "document.querySelector('[data-action=save]')"
    # the button is drawn before its listener is added
    fox.wait_for(f"{save}.getAttribute('aria-pressed') === 'true' || ({save}.click(), false)")
    (article,) = until(lambda: list(fox.library.glob("渡口的早市/article.md")))
    assert "[29] 清晨的集市" in article.read_text("utf-8")
    fox.run("location.href = new URL('../library/library.html', location).href")
    fox.wait_for("[...document.querySelectorAll('.row a.title')].some((one) => one.textContent === '渡口的早市')")
    fox.run(
        "document.querySelector('#search').value = '集市';"
        "document.querySelector('#search').dispatchEvent(new InputEvent('input', {bubbles: true}))"
    )
    fox.wait_for("[...document.querySelectorAll('.row mark')].some((mark) => mark.textContent === '集市')")
    fox.run("document.querySelector('.row a.title').click()")
    fox.wait_for(shows("[29] 清晨的集市"))


def test_alt_s_saves_the_page_with_its_picture(fox: Firefox, site: Site) -> None:
    picture, notice = png(600, 338), "document.documentElement.querySelector(':scope > div')"
    site.put(picture, "/clock.png", "image/png")
    fox.open(site.put(PICTURED))
    fox.press_save()
    fox.wait_for(f"{notice} !== null")
    until(lambda: "Saved to the library" in fox.shown_in(notice))
    (article,) = until(lambda: list(fox.library.glob("A clock*/article.md")))
    (asset,) = (path for path in (article.parent / "assets").iterdir() if path.read_bytes() == picture)
    assert asset.name in article.read_text("utf-8")


@pytest.mark.long
def test_onboarding_detects_the_host_and_tests_the_connection(tmp_path: Path) -> None:
    with firefox(PROGRAM, tmp_path, None) as browser:
        browser.open("about:blank")
        browser.click()  # opens the reader, to get the extension's address
        browser.wait_for(STATE)
        browser.run("location.href = new URL('../onboarding/onboarding.html', location).href")
        browser.wait_for("document.querySelector('.state')?.textContent.includes('Waiting')")
        register(tmp_path, REAL_HOST)
        browser.wait_for("document.querySelector('.state.good')?.textContent.includes('0.1.0')")
        browser.run("document.querySelector('.connection button').click()")
        browser.wait_for("document.querySelectorAll('.links li').length > 3")


@pytest.mark.long
def test_further_pages_are_joined_and_back_returns(fox: Firefox) -> None:
    with paged.serving() as site:
        address = site.put("ferry", 3, lang="zh-CN", title="河边的早市")
        fox.open(address)
        fox.click()
        fox.to_tab("moz-extension:")
        fox.wait_for("document.querySelector('.following')?.dataset.progress === 'done'")
        assert fox.run("document.querySelectorAll('section.further').length") == 2
        assert "[7] Page 3." in fox.run("document.querySelector('.text').textContent")
        fox.run("document.querySelector('[data-action=back]').click()")
        fox.to_tab(address)
        fox.wait_for("document.visibilityState === 'visible'")


def test_next_page_in_the_query_is_found(fox: Firefox, site: Site) -> None:
    """Content scripts of Firefox lack some iterators."""
    address = site.put(prose.english().replace("</body>", '<p><a href="?page=2">Next page</a></body>'))
    fox.open(address)
    fox.click()
    fox.to_tab("moz-extension:")
    assert address in fox.addresses().values()  # an article of several pages opens beside its page


def test_articles_of_an_added_site_open_automatically(fox: Firefox, site: Site) -> None:
    fox.run_in_chrome('Services.prefs.setBoolPref("extensions.webextOptionalPermissionPrompts", false)')
    fox.open(site.put(prose.english()))
    fox.click()
    click_with_mouse(fox, "document.getElementById('always')")
    fox.wait_for("document.querySelector('.always [role=status]')?.textContent.includes('From now on')")
    fox.open(site.put(prose.chinese(20)))
    fox.wait_for(shows("[19] 清晨的集市"))
    fox.run("browser.permissions.getAll().then(({ origins }) => browser.permissions.remove({ origins }))")


def click_with_mouse(browser: Firefox, element: str) -> None:
    """Clicks an element with the mouse, which counts as a user gesture, once its position is stable."""
    measure = (f"(() => {{ const at = {element}; at?.scrollIntoView({{ block: 'center', behavior: 'instant' }}); "
               "const box = at?.getBoundingClientRect(); "
               "return box && `${box.x + box.width / 2},${box.y + box.height / 2}` })()")  # fmt: skip
    place = browser.wait_for(measure)
    time.sleep(STABLE)
    while (now := browser.wait_for(measure)) != place:
        place = now
        time.sleep(STABLE)
    browser.press(*(round(float(number)) for number in place.split(",")))


WORDS = "the harbour lamps still burn"
READY = """document.querySelector('[data-action="notes"]:not([aria-disabled="true"])') !== null"""
SELECT = f"""(() => {{
  const node = document.querySelectorAll("article .text p")[1].firstChild;
  const at = node.data.indexOf("{WORDS}");
  getSelection().setBaseAndExtent(node, at, node, at + {len(WORDS)});
}})()"""
NOTED = "[...CSS.highlights.get('noted') ?? []].map(String).join()"
NOTE = """(() => {
  const text = document.querySelector("#note-text");
  text.value = "Which lamps?";
  text.closest(".note-field").querySelector("button").click();
})()"""
IS_DARK = """document.documentElement.dataset.theme === 'dark'
  && getComputedStyle(document.documentElement).backgroundColor === 'rgb(28, 27, 34)'"""
SECTIONS = "".join(f"<h2>Part {n}</h2>{prose.paragraphs(prose.ENGLISH, 3)}" for n in range(3))
CODE = '<pre><code class="language-python">def harbour(lamps):\n    return "lit" if lamps else None\n</code></pre>'
TEX = '<p>The tide is <script type="math/tex">\\frac{a}{b}</script> of the moon.</p>'


@pytest.mark.long
def test_enhancements_notes_and_theme_survive_a_reload(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open(site.put(prose.page("A ferry before dawn", SECTIONS + CODE + TEX)))
        browser.click()
        browser.wait_for(READY)
        browser.wait_for("document.querySelector('pre .code-key')?.textContent === 'def'")
        browser.wait_for("document.querySelector('.text math mfrac')?.getBoundingClientRect().height > 10")
        browser.wait_for("document.querySelectorAll('.outline a').length === 3")

        browser.focus_page()
        browser.run(SELECT)
        press(browser, ".note-box [data-colour=blue]")
        press(browser, ".note-box .note-row > .note-colours + button")
        browser.run(NOTE)
        assert browser.wait_for(NOTED) == WORDS
        press(browser, "[data-action=look]")
        press(browser, ".look-panel input[value=dark]")
        browser.wait_for(IS_DARK)

        browser.run("globalThis.isOld = true; setTimeout(() => location.reload())")
        browser.wait_for(f"!globalThis.isOld && {READY}")
        assert browser.wait_for(NOTED) == WORDS
        assert browser.run("String([...CSS.highlights.get('note-blue')][0])") == WORDS
        browser.wait_for(IS_DARK)
        (notes,) = browser.library.parent.rglob("highlights/[!.]*.json")
        assert "Which lamps?" in notes.read_text("utf-8")


FIND = f"""(async () => {{
  const bar = await gBrowser.getFindBar();
  await bar.startFind();
  bar._findField.value = "{WORDS}";
  bar._find();
}})()"""


def test_words_found_by_the_find_bar_are_not_covered(fox: Firefox, site: Site) -> None:
    """The find bar selects what it finds; the box of colours opens at a selection only while the page has the focus."""
    fox.open(site.put(prose.page("A ferry before dawn", SECTIONS)))
    fox.click()
    fox.wait_for(READY)
    fox.run_in_chrome(FIND)
    fox.wait_for(f"String(getSelection()) === '{WORDS}'")
    time.sleep(1)  # longer than until the box opens
    assert fox.run("document.querySelector('.note-box').hidden")
    fox.run_in_chrome("gBrowser.getCachedFindBar().close()")


def test_highlights_are_printed(fox: Firefox, site: Site) -> None:
    """As marks, which are gone afterwards; a highlight within another is printed too."""
    fox.open(site.put(prose.page("A ferry before dawn", SECTIONS)))
    fox.click()
    fox.wait_for(READY)
    fox.focus_page()
    for colour, words in (("pink", WORDS), ("blue", WORDS[:11])):
        fox.run(SELECT.replace(f"+ {len(WORDS)}", f"+ {len(words)}"))
        fox.wait_for("!document.querySelector('.note-box [aria-pressed=true]')")  # it is about the new selection
        press(fox, f".note-box [data-colour={colour}]")
        fox.wait_for(f"String([...CSS.highlights.get('note-{colour}')][0]) === '{words}'")
    text = fox.run("document.querySelector('.text').innerHTML")
    streams = re.findall(rb"FlateDecode\s+>>\s+stream\s(.*?)\sendstream", fox.printed(), re.DOTALL)
    colours = b"".join(map(zlib.decompress, streams))
    assert re.search(rb"1 0.8\d+ 0.9\d+ rg", colours)  # pink
    assert re.search(rb"0.8\d+ 0.9\d+ 1 rg", colours)  # blue
    assert fox.run("document.querySelector('.text').innerHTML") == text
    fox.wait_for(f"String([...CSS.highlights.get('note-pink')][0]) === '{WORDS}'")


STORED = """(async (refused = () => []) => JSON.stringify([
  ...Object.keys({ ...await browser.storage.session.get(), ...await browser.storage.local.get() }),
  ...Object.keys(localStorage).filter((name) => name !== "look"), // settings, which do not depend on the article
  ...(await indexedDB.databases().catch(refused)).map(({ name }) => name), ...await caches.keys().catch(refused)]))()"""
IS_ALLOWED = "WebExtensionPolicy.getByID('jingdu@jingdu.org').privateBrowsingAllowed"


def stored_after_reading(browser: Firefox) -> str:
    """Reads an article; returns what is stored after longer than the delay before a record is stored."""
    browser.click()
    browser.wait_for(shows("ferry"))
    time.sleep(4)
    return str(browser.run(STORED))


@pytest.mark.long
def test_private_window_reads_and_stores_nothing(tmp_path: Path, site: Site) -> None:
    zipped = tmp_path / "jingdu.zip"
    zipped.write_bytes(package(EXTENSION, "firefox"))
    with firefox(PROGRAM, tmp_path, REAL_HOST, zipped) as browser:
        browser.allow_private()
        assert browser.run_in_chrome(IS_ALLOWED) is True
        window = browser.window()
        browser.private_window(site.put(prose.english()), "ferry")
        assert stored_after_reading(browser) == "[]"
        browser.use(*window)
        browser.open(site.put(prose.english()))
        assert stored_after_reading(browser) != "[]"


@pytest.mark.long
def test_unpacked_extension_is_not_allowed_in_private_windows(tmp_path: Path) -> None:
    """Firefox treats Chromium's `split` as `not_allowed`, whatever the user allows."""
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.allow_private()
        assert browser.run_in_chrome(IS_ALLOWED) is False
