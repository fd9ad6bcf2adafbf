"""In a private window the reader works, and nothing of it is stored."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Worker

import paged
import prose
from chromium import ID, READER, REAL_HOST, Jingdu, cdp, data_of, press
from served import Site

pytestmark = pytest.mark.browser

ALLOW = f"""async () => {{
  await chrome.developerPrivate.updateProfileConfiguration({{ inDeveloperMode: true }});
  await chrome.developerPrivate.updateExtensionConfiguration({{ extensionId: "{ID}", incognitoAccess: true }});
}}"""
STORED = """async () => [chrome.extension.inIncognitoContext,
  Object.keys({ ...await chrome.storage.session.get(), ...await chrome.storage.local.get() })]"""


def test_in_a_private_window_the_article_comes_and_nothing_is_stored(
    browser_with: Callable[..., Jingdu], site: Site
) -> None:
    jingdu = browser_with()
    address = site.put(prose.english())
    session = cdp(jingdu.context)
    jingdu.open("chrome://extensions").evaluate(ALLOW)
    page = reopened(jingdu)
    page.evaluate("(url) => void chrome.windows.create({ incognito: true, url })", address)
    until(lambda: "ferry" in tab_showing(session, address).get("title", ""))  # an empty page has no article
    tab = tab_showing(session, address)
    private = until(lambda: worker_of(jingdu, private=True))
    private.evaluate("async () => { while (!chrome.action.onClicked.hasListeners()) await 0 }")
    press(session, ID, tab["targetId"])
    shown = until(lambda: tab_showing(session, READER))
    until(lambda: "ferry" in tab_showing(session, READER).get("title", ""))
    assert shown["browserContextId"] == tab["browserContextId"]
    time.sleep(4)  # longer than a record rests before it is stored, and than the host waits before it learns
    assert private.evaluate(STORED) == [True, []]
    assert until(lambda: worker_of(jingdu, private=False)).evaluate(STORED) == [False, []]
    assert not learned(jingdu)


KEPT = """async () => [...Object.keys({ ...await chrome.storage.session.get(), ...await chrome.storage.local.get() }),
  ...(await indexedDB.databases()).map(({ name }) => name), ...await caches.keys()]"""


def test_of_further_pages_in_a_private_window_nothing_is_stored(browser_with: Callable[..., Jingdu]) -> None:
    jingdu = browser_with()
    with paged.serving() as pages:
        address = pages.put("ferry", 3)
        session = cdp(jingdu.context)
        jingdu.open("chrome://extensions").evaluate(ALLOW)
        page = reopened(jingdu)
        page.evaluate("(url) => void chrome.windows.create({ incognito: true, url })", address)
        until(lambda: "ferry" in tab_showing(session, address).get("title", ""))
        tab = tab_showing(session, address)
        private = until(lambda: worker_of(jingdu, private=True))
        private.evaluate("async () => { while (!chrome.action.onClicked.hasListeners()) await 0 }")
        press(session, ID, tab["targetId"])
        until(lambda: "ferry" in tab_showing(session, READER).get("title", ""))
        until(lambda: "/ferry_3.html" in pages.asked)
        shown = tab_showing(session, READER)
        assert shown["browserContextId"] == tab["browserContextId"]
        time.sleep(4)  # as above
        assert private.evaluate(KEPT) == []
        assert until(lambda: worker_of(jingdu, private=False)).evaluate(KEPT) == []
        assert not learned(jingdu)


PRESS_SAVE = (
    """document.querySelector('.save-panel') !== null && document.querySelector('[data-action=save]').click()"""
)
PANEL = "document.querySelector('.save-panel:not([hidden])')"
SELECT = """(() => {
  const node = document.querySelector("article .text p").firstChild;
  getSelection().setBaseAndExtent(node, 4, node, 30);
})()"""
READY = """document.querySelector('[data-action="notes"]:not([aria-disabled="true"])') !== null"""
MARKED = "CSS.highlights.get('note-pink')?.size === 1"


def test_a_private_page_is_saved_after_a_yes_alone_and_its_highlights_never(
    browser_with: Callable[..., Jingdu], site: Site, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    jingdu = browser_with(("sh", "-c", f"tee -a {heard} | {' '.join(REAL_HOST)}"))
    address = site.put(prose.english())
    session = cdp(jingdu.context)
    jingdu.open("chrome://extensions").evaluate(ALLOW)
    page = reopened(jingdu)
    page.evaluate("(url) => void chrome.windows.create({ incognito: true, url })", address)
    until(lambda: "ferry" in tab_showing(session, address).get("title", ""))
    private = until(lambda: worker_of(jingdu, private=True))
    private.evaluate("async () => { while (!chrome.action.onClicked.hasListeners()) await 0 }")
    press(session, ID, tab_showing(session, address)["targetId"])
    until(lambda: "ferry" in tab_showing(session, READER).get("title", ""))
    run = running_in(session)
    until(lambda: run(READY))
    run(SELECT)
    until(lambda: run("document.querySelector('.note-box')?.checkVisibility()"))
    run("document.querySelector('.note-box [data-colour=pink]').click()")
    until(lambda: run(MARKED))

    data = data_of(jingdu.profile)
    run(PRESS_SAVE)
    question = until(lambda: run(f"{PANEL}?.dataset.tone === 'ask' && {PANEL}.innerText"))
    assert "private" in question
    time.sleep(1)  # whatever was on its way to the host would be there by now
    assert b'"action":"extract"' in heard.read_bytes()
    assert b'"action":"save"' not in heard.read_bytes()
    assert not list(data.rglob("article.md"))
    run(f"{PANEL}.querySelector('[data-choice=private_ok]').click()")
    until(lambda: list((data / "library").glob("*/article.md")))
    assert run(MARKED)
    assert b'"action":"save"' in heard.read_bytes()
    assert b'"action":"highlights"' not in heard.read_bytes()
    assert not [*data.rglob("highlights.json"), *data.rglob("highlights/*")]


def test_of_a_page_read_in_another_window_the_host_learns_the_site(
    browser_with: Callable[..., Jingdu], site: Site
) -> None:
    jingdu = browser_with()
    jingdu.read(site.put(prose.english()))
    (profile,) = until(lambda: learned(jingdu))
    assert json.loads(profile.read_text("utf-8"))["count"] == 1


def learned(jingdu: Jingdu) -> list[Path]:
    """The profiles of sites that the host has written."""
    return list((data_of(jingdu.profile) / "jingdu" / "sites").glob("*.json"))


def reopened(jingdu: Jingdu) -> Any:
    """A page of the extension, once it has come back from being allowed."""
    for _ in range(100):
        page = jingdu.context.new_page()
        try:
            page.goto(READER)
            return page
        except Exception:
            page.close()
            time.sleep(0.1)
    return pytest.fail("the extension did not come back")


def worker_of(jingdu: Jingdu, *, private: bool) -> Worker | None:
    """The worker of the private windows, or of the others."""
    workers = jingdu.context.service_workers
    return next((w for w in workers if w.evaluate("chrome.extension.inIncognitoContext") is private), None)


def tab_showing(session: CDPSession, address: str) -> dict[str, Any]:
    """The latest tab whose address begins so; empty where there is none."""
    tabs = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
    return next((tab for tab in tabs if tab["url"].startswith(address) and tab["url"] != READER), {})


def running_in(session: CDPSession) -> Callable[[str], Any]:
    """Runs expressions in the private window's reader page, which Playwright itself does not see."""
    answers: dict[int, Any] = {}
    numbers = count(1)
    pages = session.send("Target.getTargets", {"filter": [{"type": "page"}]})["targetInfos"]
    (target,) = (page["targetId"] for page in pages if page["url"].startswith(f"{READER}#"))
    attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]

    def heard(event: dict[str, Any]) -> None:
        answer = json.loads(event["message"])
        answers[answer.get("id", 0)] = answer

    session.on("Target.receivedMessageFromTarget", heard)

    def run(code: str) -> Any:
        number = next(numbers)
        params = {"expression": code, "returnByValue": True}
        message = json.dumps({"id": number, "method": "Runtime.evaluate", "params": params})
        session.send("Target.sendMessageToTarget", {"message": message, "sessionId": attached})
        until(lambda: session.send("Target.getTargets") and number in answers)  # answers come while one asks
        return answers[number]["result"]["result"].get("value")

    return run


def until(look: Callable[[], Any]) -> Any:
    """What ``look`` finds, as soon as it finds something."""
    for _ in range(300):
        if found := look():
            return found
        time.sleep(0.1)
    return pytest.fail("not found in time")
