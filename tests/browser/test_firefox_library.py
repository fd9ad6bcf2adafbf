"""In Firefox: the article's parts and looks, notes that stay, and a save without the reader, with its picture."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.firefox import Firefox, firefox
from tests.support.library_page import until
from tests.support.samples import png
from tests.support.stories import PICTURED
from tests.support.web_site import Site

PROGRAM = os.environ.get("JINGDU_FIREFOX", "")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not PROGRAM, reason="no Firefox here; install firefox-esr, or name one in JINGDU_FIREFOX"),
]

SECTIONS = "".join(f"<h2>Part {n}</h2>{prose.paragraphs(prose.ENGLISH, 3)}" for n in range(3))
CODE = '<pre><code class="language-python">def harbour(lamps):\n    return "lit" if lamps else None\n</code></pre>'
TEX = '<p>The tide is <script type="math/tex">\\frac{a}{b}</script> of the moon.</p>'
RICH = prose.page("A ferry before dawn", SECTIONS + CODE + TEX)

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
THEME = "document.documentElement.dataset.theme"
GROUND = "getComputedStyle(document.documentElement).backgroundColor"
NOTICE = "document.documentElement.querySelector(':scope > div')"


def press(browser: Firefox, selector: str) -> None:
    """Click an element as soon as it is there and shown."""
    browser.wait_for(f"document.querySelector('{selector}')?.checkVisibility()")
    browser.run(f"document.querySelector('{selector}').click()")


def reload(browser: Firefox) -> None:
    """Reload, and wait for the article of the new page."""
    browser.run("globalThis.isOld = true; setTimeout(() => location.reload())")
    browser.wait_for(f"!globalThis.isOld && {READY}")


@pytest.mark.long
def test_parts_are_drawn_and_a_note_and_the_theme_stay(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open(site.put(RICH))
        browser.click()
        browser.wait_for(READY)
        browser.wait_for("document.querySelector('pre .code-key')?.textContent === 'def'")
        browser.wait_for("document.querySelector('.text math mfrac')?.getBoundingClientRect().height > 10")
        browser.wait_for("document.querySelectorAll('.outline a').length === 3")

        browser.run(SELECT)
        press(browser, ".note-box [data-colour=blue]")
        press(browser, ".note-box .note-row > .note-colours + button")
        browser.run(NOTE)
        assert browser.wait_for(NOTED) == WORDS

        before = browser.run(GROUND)
        press(browser, "[data-action=look]")
        press(browser, ".look-panel input[value=dark]")
        browser.wait_for(f"{THEME} === 'dark' && {GROUND} !== '{before}'")

        reload(browser)
        assert browser.wait_for(NOTED) == WORDS
        assert browser.run("String([...CSS.highlights.get('note-blue')][0])") == WORDS
        browser.wait_for(f"{THEME} === 'dark' && {GROUND} !== '{before}'")
        (kept,) = tmp_path.rglob("highlights/*.json")
        assert "Which lamps?" in kept.read_text("utf-8")


def test_alt_s_saves_the_page_with_its_picture_and_says_so(tmp_path: Path, site: Site) -> None:
    picture = png(600, 338)
    site.put(picture, "/clock.png", "image/png")
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open(site.put(PICTURED))
        browser.shortcut("S")
        browser.wait_for(f"{NOTICE} !== null")
        until(lambda: "Saved to the library" in browser.shown_in(NOTICE))
        (article,) = tmp_path.rglob("library/*/article.md")
        (asset,) = (path for path in (article.parent / "assets").iterdir() if path.read_bytes() == picture)
        assert asset.name in article.read_text("utf-8")
