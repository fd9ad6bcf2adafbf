"""The onboarding, privacy and options pages request only the extension's own files."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect

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


def test_our_pages_request_only_our_own_files(playwright: Playwright, canary: Canary, tmp_path: Path) -> None:
    """By Playwright's events, and by the browser's network log, which is complete once it has closed."""
    profile, log = tmp_path / "profile", tmp_path / "net.json"
    register(profile, REAL_HOST)
    args = (f"--log-net-log={log}", "--net-log-capture-mode=Everything", OFFLINE)
    witness = canary.put("/seen.png", b"x", "image/png")
    with closing(launch(playwright, profile, args=args)) as context:
        requested: list[str] = []
        context.on("request", lambda request: requested.append(request.url))
        first_page(context).close()
        for name in PAGES:
            page = context.new_page()
            page.goto(OURS + name, wait_until="commit")
            expect(page.locator("main h1")).to_be_visible()
            page.evaluate(TOUCH)
            if name != PAGES[1]:
                page.locator(".links li").first.wait_for()  # the host's reply to the connection test
            page.close()
        page = context.new_page()
        page.goto(OURS + PAGES[0], wait_until="commit")
        page.locator(".steps button.main:not([disabled])").click()
        page.wait_for_selector("main article")
        assert f"{OURS}options/options.js" in requested
        assert [address for address in requested if not address.startswith((OURS, "data:", "blob:"))] == []
        load = "(src) => new Promise((done) => Object.assign(new Image(), { src, onload: done, onerror: done }))"
        page.evaluate(load, witness)  # positive control
    assert [url for url in logged(log) if not url.startswith(("chrome-extension:", "data:", "blob:"))] == [witness]


def logged(log: Path) -> list[str]:
    """The addresses of the requests that the extension initiated, those of service workers included."""
    found = json.loads(log.read_text("utf-8"))
    begun = found["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    asked = (event.get("params", {}) for event in found["events"] if event["type"] == begun)
    return [params["url"] for params in asked if "url" in params and ID in json.dumps(params)]


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
