"""The onboarding page: waits for the host, detects it, tests the connection, shows a first article."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect

from tests.support.chromium import EXTENSION, ID, PATIENT, REAL_HOST, Jingdu, drawn, first_page, launch, register, state

pytestmark = pytest.mark.browser
ADDRESS = f"chrome-extension://{ID}/onboarding"


@pytest.fixture
def fresh(playwright: Playwright, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser with the extension just installed and no host."""
    context = launch(playwright, tmp_path, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"})
    try:
        yield context
    finally:
        context.close()


def test_onboarding_detects_the_host_and_shows_a_first_article(fresh: BrowserContext, tmp_path: Path) -> None:
    page = first_page(fresh)
    expect(page.get_by_role("status").filter(has_text="Waiting for the companion app")).to_be_visible()
    expect(page.locator(".command code").first).to_have_text(re.compile("pip install .*jingdu.* setup$"))
    expect(page.get_by_role("button", name="Read it")).to_be_disabled()
    expect(page.get_by_text("Click the puzzle piece to the right of the address bar")).to_be_visible()
    expect(page.locator(".drawn-menu")).to_contain_text("Jingdu – clean reading")  # the extension's name in the browser
    expect(page.locator(".steps kbd")).to_have_text("Alt+R")
    page.get_by_role("button", name="Copy").first.focus()
    register(tmp_path, REAL_HOST)
    ready = page.get_by_role("status").filter(has_text=re.compile(r"Companion app .*0\.1\.0 is ready"))
    expect(ready).to_be_visible()
    expect(ready).to_be_focused()  # the focused button is hidden now
    expect(page.locator(".command").first).to_be_hidden()
    page.get_by_role("button", name="Read it").click()
    drawn(page)
    assert state(page) == "article"
    expect(page.locator("main h1")).to_have_text("What you can do with an article")
    expect(page.locator("main article")).not_to_contain_text(re.compile("Ten offers of the week|Sign in"))


@pytest.mark.long
def test_connection_test_lists_the_checks(fresh: BrowserContext, tmp_path: Path) -> None:
    page = first_page(fresh)
    page.get_by_role("button", name="Test the connection").click()
    expect(page.get_by_text("The companion app does not answer")).to_be_visible()
    register(tmp_path, REAL_HOST)
    page.get_by_role("button", name="Test the connection").click()
    row = page.locator(".links li.fault[data-link=setup]")  # registered by the test, not by setup
    expect(row).to_contain_text("not set up for this user")
    expect(row.locator(".command code")).to_contain_text("setup")
    expect(page.locator(".unknown")).to_have_text(re.compile(r"\d+ more checks *not checked until “Setup” is fixed"))
    expect(page.get_by_text(re.compile(r"^\d+ checks? failed"))).to_be_visible()


@pytest.mark.long
def test_the_checks_are_in_the_language_of_the_browser(playwright: Playwright, tmp_path: Path) -> None:
    register(tmp_path, REAL_HOST)
    env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANGUAGE": "zh_CN"}
    context = launch(playwright, tmp_path, language="zh-CN", env=env)
    page = first_page(context)
    page.get_by_role("button", name="测试连接").click()
    row = page.locator(".links li.fault[data-link=setup]")
    expect(row).to_contain_text("没有为此用户安装净读")
    expect(row.locator(".command code")).to_contain_text("setup")
    expect(page.locator(".links li.unknown")).to_have_text(re.compile(r"另外 \d+ 项检查在“安装”解决之前不检查"))
    context.close()


def test_the_privacy_page_explains_each_permission_of_the_manifest(reader: Jingdu) -> None:
    manifest = json.loads((EXTENSION / "manifest.json").read_text("utf-8"))
    page = reader.open(f"{ADDRESS}/privacy.html")
    expect(page.locator("dt").first).to_be_visible()
    assert page.locator("dt").all_inner_texts() == manifest["permissions"]
    assert all(page.locator("dd").all_inner_texts())


def test_update_opens_no_tab(reader: Jingdu) -> None:
    page: Page = reader.open(f"{ADDRESS}/privacy.html")
    before = len(reader.context.pages)
    page.evaluate("import('/background/install.js').then(m => m.install({reason: 'update'}))")
    with reader.context.expect_page(timeout=PATIENT):
        page.evaluate("import('/background/install.js').then(m => m.install({reason: 'install'}))")
    assert len(reader.context.pages) == before + 1
