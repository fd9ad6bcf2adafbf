"""The onboarding, privacy and options pages request only the extension's own files."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Playwright, expect

from tests.hostile.pages.canary import Canary
from tests.hostile.pages.conftest import OFFLINE
from tests.hostile.pages.watching_firefox import Watched
from tests.support.chromium import ID, REAL_HOST, first_page, launch, register
from tests.support.firefox import ADDON, Firefox, needs_firefox
from tests.support.waiting import until

pytestmark = pytest.mark.browser

OURS = f"chrome-extension://{ID}/"
PAGES = ("onboarding/onboarding.html", "onboarding/privacy.html", "options/options.html")

TOUCH = """async () => {
  const rest = () => new Promise((go) => setTimeout(go, 20));
  for (const one of document.querySelectorAll("main button:not([disabled]), main input, main select, main summary")) {
    if (!one.isConnected || one.matches(".steps .main")) continue;
    if (one.localName === "select") {
      for (const { value } of one.options) {
        one.value = value;
        one.dispatchEvent(new Event("change", { bubbles: true }));
        await rest();
      }
    } else one.click();
    for (const kind of ["focus", "input", "change", "mouseover", "pointerenter"])
      one.dispatchEvent(new Event(kind, { bubbles: true }));
    await rest();
  }
}"""
"""Uses every control of a page except the button that opens the sample."""


@dataclass
class Logged:
    """A Chromium with a network log, which is complete once the browser has closed."""

    context: BrowserContext
    log: Path

    def requests(self) -> list[dict[str, Any]]:
        """The address and initiator of each request, those of service workers included."""
        log = json.loads(self.log.read_text("utf-8"))
        begun = log["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
        result = (event.get("params", {}) for event in log["events"] if event["type"] == begun)
        return [params for params in result if "url" in params]


@pytest.fixture
def logged(playwright: Playwright, tmp_path: Path) -> Iterator[Logged]:
    """A Chromium with the extension and the real host, whose network is limited to this machine."""
    profile, log = tmp_path / "profile", tmp_path / "net.json"
    register(profile, REAL_HOST)
    args = (f"--log-net-log={log}", "--net-log-capture-mode=Everything", OFFLINE)
    context = launch(playwright, profile, args=args)
    try:
        yield Logged(context, log)
    finally:
        context.close()


def test_our_pages_request_only_our_own_files(logged: Logged, canary: Canary) -> None:
    requested: list[str] = []
    logged.context.on("request", lambda request: requested.append(request.url))
    first_page(logged.context).close()
    for name in PAGES:
        page = logged.context.new_page()
        page.goto(OURS + name, wait_until="commit")
        expect(page.locator("main h1")).to_be_visible()
        page.evaluate(TOUCH)
        if name != PAGES[1]:
            page.locator(".links li").first.wait_for()  # the host's reply to the connection test
        page.close()
    page = logged.context.new_page()
    page.goto(OURS + PAGES[0], wait_until="commit")
    page.locator(".steps button.main:not([disabled])").click()
    page.wait_for_selector("main article")
    assert f"{OURS}options/options.js" in requested
    assert [address for address in requested if not address.startswith((OURS, "data:", "blob:"))] == []
    witness = canary.put("/seen.png", b"x", "image/png")
    load = "(src) => new Promise((done) => Object.assign(new Image(), { src, onload: done, onerror: done }))"
    page.evaluate(load, witness)  # positive control
    logged.context.close()
    ours = [result["url"] for result in logged.requests() if ID in json.dumps(result)]
    assert [address for address in ours if not address.startswith(("chrome-extension:", "data:", "blob:"))] == [witness]


@pytest.mark.long
@needs_firefox
def test_our_pages_in_firefox_request_only_our_own_files(watched: Watched, canary: Canary) -> None:
    browser = watched.browser
    ours = f"moz-extension://{browser.run_in_chrome(HOSTNAME)}/"
    browser.open("about:blank")
    watched.start()
    for name in PAGES:
        browser.open(ours + name)
        browser.wait_for("document.querySelector('main h1')?.checkVisibility()")
        browser.run(f"void ({TOUCH})().then(() => (globalThis.touched = true))")
        browser.wait_for("globalThis.touched")
        if name != PAGES[1]:
            browser.wait_for("document.querySelector('.links li') !== null")
    witness = canary.put("/seen.png", b"x", "image/png")
    browser.run(f"void (new Image().src = '{witness}')")
    until(lambda: witness in requested(browser))
    assert [one for one in requested(browser) if not one.startswith((ours, "data:", "blob:")) and one != witness] == []


HOSTNAME = f'WebExtensionPolicy.getByID("{ADDON}").mozExtensionHostname'


def requested(browser: Firefox) -> list[str]:
    """The addresses of the requests so far."""
    browser.run("1")
    sent = [event for event in browser.events if event["method"] == "network.beforeRequestSent"]
    return [event["params"]["request"]["url"] for event in sent]
