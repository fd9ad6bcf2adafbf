"""Private windows: the reader works, and nothing is stored."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import CDPSession, Error, Page, Playwright, Worker

from tests.support import paged_site as paged, prose
from tests.support.chromium import ID, READER, REAL_HOST, Jingdu, cdp, jingdu, press
from tests.support.library_page import PRESS as SHORTCUT, SIGN, shelf
from tests.support.notice import below
from tests.support.waiting import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

QUESTION = f"chrome-extension://{ID}/save/question.html"
ALLOW = f"""async () => {{
  await chrome.developerPrivate.updateProfileConfiguration({{ inDeveloperMode: true }});
  await chrome.developerPrivate.updateExtensionConfiguration({{ extensionId: "{ID}", incognitoAccess: true }});
}}"""
STORED = """async () => [chrome.extension.inIncognitoContext,
  Object.keys({ ...await chrome.storage.session.get(), ...await chrome.storage.local.get() })]"""


def private_window(jingdu: Jingdu, address: str) -> tuple[CDPSession, Worker]:
    """Opens a page in a private window; returns a browser session and the worker of private windows."""
    session = cdp(jingdu.context)
    jingdu.open("chrome://extensions").evaluate(ALLOW)
    extension_page(jingdu).evaluate("(url) => void chrome.windows.create({ incognito: true, url })", address)
    until(lambda: "ferry" in tab_showing(session, address).get("title", ""))  # an empty page has no article yet
    return session, until(lambda: worker_of(jingdu, private=True))


def read_privately(jingdu: Jingdu, address: str) -> tuple[CDPSession, Worker]:
    """Like `private_window`, but clicks the toolbar button and waits for the article."""
    session, private = private_window(jingdu, address)
    private.evaluate("async () => { while (!chrome.action.onClicked.hasListeners()) await 0 }")
    tab = tab_showing(session, address)
    # retried, since a press is lost while the extension reloads because of incognito access
    until(lambda: tab_showing(session, READER) or press(session, ID, tab["targetId"]), pause=1)
    until(lambda: "ferry" in tab_showing(session, READER).get("title", ""))
    assert tab_showing(session, READER)["browserContextId"] == tab["browserContextId"]
    return session, private


class Reading(NamedTuple):
    """A browser with an article in a private window, and a file with everything sent to its host."""

    jingdu: Jingdu
    session: CDPSession
    worker: Worker
    requests: Path


@pytest.fixture(scope="module")
def reading(playwright: Playwright, site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    """One private window for the tests of storage and saving."""
    folder = tmp_path_factory.mktemp("private")
    requests = folder / "requests"
    with jingdu(playwright, folder / "profile", ("sh", "-c", f"tee -a {requests} | {' '.join(REAL_HOST)}")) as browser:
        yield Reading(browser, *read_privately(browser, site.put(prose.english())), requests)


def test_private_window_reads_and_stores_nothing(reading: Reading) -> None:
    jingdu, _, private, _ = reading
    time.sleep(4)  # longer than the delays before a record is stored and before the host learns
    assert private.evaluate(STORED) == [True, []]
    assert until(lambda: worker_of(jingdu, private=False)).evaluate(STORED) == [False, []]
    assert not learned(jingdu)


KEYS = """async () => [...Object.keys({ ...await chrome.storage.session.get(), ...await chrome.storage.local.get() }),
  ...(await indexedDB.databases()).map(({ name }) => name), ...await caches.keys()]"""


@pytest.mark.long
def test_private_window_stores_nothing_of_further_pages(fresh_browser: Callable[..., Jingdu]) -> None:
    jingdu = fresh_browser()
    with paged.serving() as pages:
        private = read_privately(jingdu, pages.put("ferry", 3))[1]
        until(lambda: "/ferry_3.html" in pages.asked)
        time.sleep(4)  # as above
        assert private.evaluate(KEYS) == []
        assert until(lambda: worker_of(jingdu, private=False)).evaluate(KEYS) == []
        assert not learned(jingdu)


CONSENT = "Save anyway"
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


def test_private_page_is_saved_only_after_consent(reading: Reading) -> None:
    """Its highlights are never sent to the host."""
    jingdu, session, _, requests = reading
    run = PrivatePage(session, f"{READER}#").run
    until(lambda: run(READY))
    run(SELECT)
    until(lambda: run("document.querySelector('.note-box')?.checkVisibility()"))
    run("document.querySelector('.note-box [data-colour=pink]').click()")
    until(lambda: run(MARKED))

    data = jingdu.home
    run(PRESS_SAVE)
    assert "private" in until(lambda: run(f"{PANEL}?.dataset.tone === 'ask' && {PANEL}.innerText"))
    time.sleep(1)  # a request would have reached the host by now
    assert b'"action":"extract"' in requests.read_bytes()
    assert b'"action":"save"' not in requests.read_bytes()
    assert not list(data.rglob("article.md"))
    run(f"{PANEL}.querySelector('[data-choice=private_ok]').click()")
    until(lambda: list((data / "library").glob("[!.]*/article.md")))
    assert run(MARKED)
    assert b'"action":"save"' in requests.read_bytes()
    assert b'"action":"highlights"' not in requests.read_bytes()
    assert not [*data.rglob("highlights.json"), *data.rglob("highlights/*")]


@pytest.mark.long
def test_shortcut_saves_a_private_page_after_consent(playwright: Playwright, site: Site, tmp_path: Path) -> None:
    """The user consents on a page of the extension."""
    requests = tmp_path / "requests"
    with shelf(playwright, tmp_path / "profile", ("sh", "-c", f"tee -a {requests} | {' '.join(REAL_HOST)}")) as jingdu:
        address = site.put(prose.english())
        session, private = private_window(jingdu, address)
        tab = private.evaluate(SHORTCUT, ["save", address])
        until(lambda: private.evaluate(SIGN, tab) == "?")

        page = PrivatePage(session, address)
        until(lambda: page.press(CONSENT) or pages_at(session, QUESTION))
        question = PrivatePage(session, QUESTION)
        until(lambda: "private" in str(question.run("document.body.innerText")))
        assert address in question.run("document.body.innerText")
        assert tab_showing(session, QUESTION)["browserContextId"] == tab_showing(session, address)["browserContextId"]
        time.sleep(1)  # a request would have reached the host by now
        assert not requests.exists() or b'"action":"save"' not in requests.read_bytes()
        assert not jingdu.articles()

        until(lambda: not pages_at(session, QUESTION) or try_press(question, CONSENT))
        until(jingdu.articles)
        assert b'"private":true,"private_ok":true' in requests.read_bytes()
        assert private.evaluate(KEYS) == []


def test_host_learns_the_site_in_a_normal_window(browser_with: Callable[..., Jingdu], site: Site) -> None:
    jingdu = browser_with()
    jingdu.read(site.put(prose.english()))
    (profile,) = until(lambda: learned(jingdu))
    assert json.loads(profile.read_text("utf-8"))["count"] == 1


PRIVATE = "nothing from a private window is stored"


@pytest.mark.long
def test_a_correction_in_a_private_window_is_not_stored(fresh_browser: Callable[..., Jingdu], site: Site) -> None:
    jingdu = fresh_browser()
    session, _ = read_privately(jingdu, site.put(prose.english()))
    page = PrivatePage(session, f"{READER}#")
    toggle = "document.querySelector('[data-action=why]')"
    until(lambda: page.run(f"{toggle}.getAttribute('aria-disabled') === 'false' && ({toggle}.click(), true)"))
    until(lambda: page.run("!!document.querySelector('.text > p > .why-chip')"))
    until(lambda: PRIVATE in page.run("document.querySelector('.why-banner')?.innerText ?? ''"))
    page.run("document.querySelector('.text > p > .why-chip').click()")
    until(lambda: page.run("document.querySelectorAll('.why-chip[data-chosen]').length === 1"))
    page.run(f"{toggle}.click()")
    until(lambda: PRIVATE in page.run("document.querySelector('.toolbar + .toast')?.innerText ?? ''"))
    assert "[0]" not in page.run("document.querySelector('.text').innerText")
    time.sleep(1)  # a request would have reached the host by now
    assert not [*(jingdu.home / "jingdu" / "corrections").glob("*")]


def learned(jingdu: Jingdu) -> list[Path]:
    """The site profiles that the host has written."""
    return list((jingdu.home / "jingdu" / "sites").glob("[!.]*.json"))


def extension_page(jingdu: Jingdu) -> Any:
    """Opens a page of the extension, as soon as the extension has reloaded."""

    def page() -> Page | None:
        opened = jingdu.context.new_page()
        try:
            opened.goto(READER)
        except Error:
            opened.close()
            return None
        return opened

    return until(page)


def worker_of(jingdu: Jingdu, *, private: bool) -> Worker | None:
    """The worker of private or of normal windows; None until it has started."""
    for worker in jingdu.context.service_workers:
        with suppress(Error):  # this worker ended when the extension was reloaded
            if worker.evaluate("chrome.extension.inIncognitoContext") is private:
                return worker
    return None


def tab_showing(session: CDPSession, address: str) -> dict[str, Any]:
    """The latest tab whose address starts with ``address``; empty if there is none."""
    tabs = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
    return next((tab for tab in tabs if tab["url"].startswith(address) and tab["url"] != READER), {})


class PrivatePage:
    """A page of the private window, which Playwright does not see, found by the start of its address."""

    def __init__(self, session: CDPSession, address: str) -> None:
        self._session, self._answers, self._numbers = session, dict[int, Any](), count(1)
        (target,) = until(lambda: pages_at(session, address))
        self._attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
        session.on("Target.receivedMessageFromTarget", self._heard)

    def _heard(self, event: dict[str, Any]) -> None:
        if event["sessionId"] == self._attached:
            answer = json.loads(event["message"])
            self._answers[answer.get("id", 0)] = answer

    def send(self, method: str, **params: Any) -> Any:
        """The result of a DevTools command; None if it fails."""
        number = next(self._numbers)
        message = json.dumps({"id": number, "method": method, "params": params})
        self._session.send("Target.sendMessageToTarget", {"message": message, "sessionId": self._attached})
        until(lambda: self._session.send("Target.getTargets") and number in self._answers)  # polls to receive it
        return self._answers[number].get("result")

    def run(self, code: str) -> Any:
        """The value of an expression in the page."""
        return self.send("Runtime.evaluate", expression=code, returnByValue=True)["result"].get("value")

    def press(self, words: str) -> None:
        """Clicks the button with this label, also in a closed shadow tree; does nothing if there is none."""
        root = self.send("DOM.getDocument", depth=-1, pierce=True)["root"]
        button = next(
            (node for node in below(root, closed=True) if node["nodeName"] == "BUTTON" and words in text_of(node)), None
        )
        box = button and self.send("DOM.getBoxModel", nodeId=button["nodeId"])
        if box:
            x1, y1, _, _, x2, y2, *_ = box["model"]["border"]
            for kind in ("mousePressed", "mouseReleased"):
                place = {"x": (x1 + x2) / 2, "y": (y1 + y2) / 2}
                self.send("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)
            time.sleep(1)  # a press that comes too early restarts the delay


def try_press(page: PrivatePage, words: str) -> None:
    """Presses a button, after which the page may close immediately."""
    with suppress(Error):
        page.press(words)


def pages_at(session: CDPSession, address: str) -> list[str]:
    """The target ids of the pages whose address starts with ``address``."""
    found = session.send("Target.getTargets", {"filter": [{"type": "page"}]})["targetInfos"]
    return [page["targetId"] for page in found if page["url"].startswith(address)]


def text_of(node: dict[str, Any]) -> str:
    return "".join(one.get("nodeValue", "") for one in below(node, closed=True))
