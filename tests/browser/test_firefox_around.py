"""The same in Firefox: further pages with the reader's session, why each block, sites that open themselves."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.browser.test_why import HTML, SHARE
from tests.support import paged_site as paged
from tests.support import prose
from tests.support.chromium import REAL_HOST
from tests.support.firefox import Firefox, firefox
from tests.support.web_site import Site

PROGRAM = os.environ.get("JINGDU_FIREFOX", "")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not PROGRAM, reason="no Firefox here; install firefox-esr, or name one in JINGDU_FIREFOX"),
]

AGREE = 'Services.prefs.setBoolPref("extensions.webextOptionalPermissionPrompts", false)'
RESTS = 0.3
"""Seconds in which a page that is done does not move."""
BOX = "document.getElementById('always')"


def click_on(browser: Firefox, what: str) -> None:
    """Press an element as a person would, so that what needs a user's gesture has one."""
    measure = (f"(() => {{ const at = {what}; at?.scrollIntoView({{ block: 'center', behavior: 'instant' }}); "
               "const box = at?.getBoundingClientRect(); "
               "return box && `${box.x + box.width / 2},${box.y + box.height / 2}` })()")  # fmt: skip
    place = browser.wait_for(measure)
    time.sleep(RESTS)
    while (there := browser.wait_for(measure)) != place:  # what comes after the text still moves it
        place = there
        time.sleep(RESTS)
    browser.press(*(round(float(number)) for number in place.split(",")))


@pytest.mark.long
def test_further_pages_come_with_the_session_and_back_returns(tmp_path: Path) -> None:
    with paged.serving() as site, firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        address = site.put("ferry", 3, lang="zh-CN", title="河边的早市")
        browser.open(address)
        browser.click()
        browser.to_tab("moz-extension:")
        browser.wait_for("document.querySelector('.following')?.dataset.progress === 'done'")
        assert browser.run("document.querySelectorAll('section.further').length") == 2
        assert "[7] Page 3." in browser.run("document.querySelector('.text').textContent")
        browser.run("document.querySelector('[data-action=back]').click()")
        browser.to_tab(address)
        browser.wait_for("document.visibilityState === 'visible'")


@pytest.mark.long
def test_a_block_is_put_in(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.open(site.put(HTML))
        browser.click()
        toggle = "document.querySelector('[data-action=why][aria-disabled=false]')"
        browser.wait_for(f"{toggle} !== null")
        browser.run(f"{toggle}.click()")
        browser.wait_for("document.querySelector('.why-banner') !== null")
        block = f"[...document.querySelectorAll('.why-block')].find((block) => block.textContent.includes('{SHARE}'))"
        assert "For:" in browser.wait_for(f"{block}?.textContent")
        browser.run(f"{block}.querySelector('.why-chip').click()")
        browser.wait_for(f"[...document.querySelectorAll('.text > p')].some((p) => p.textContent.includes('{SHARE}'))")


def test_a_site_joins_and_its_articles_open_by_themselves(tmp_path: Path, site: Site) -> None:
    with firefox(PROGRAM, tmp_path, REAL_HOST) as browser:
        browser.run_in_chrome(AGREE)
        browser.open(site.put(prose.english()))
        browser.click()
        click_on(browser, BOX)
        browser.wait_for("document.querySelector('.always [role=status]')?.textContent.includes('From now on')")
        browser.open(site.put(prose.chinese(20)))
        assert "[19] 清晨的集市" in browser.wait_for("document.querySelector('main article')?.textContent")
