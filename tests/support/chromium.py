"""A Chromium with the extension and a host, and clicks on its toolbar button."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright, Worker, expect

from tests.runner.browsers import installed

EXTENSION = Path(__file__).parents[2] / "extension"
ID = "nlpkhflejcidnajofpflffjakficoogi"
READER = f"chrome-extension://{ID}/reader/reader.html"
HOST_NAME = "org.jingdu.host"
PATIENT = 300_000
"""Timeout in milliseconds; generous, for a busy machine."""

REAL_HOST = (sys.executable, "-I", "-m", "jingdu.host")
"""The command of the installed launcher, with the tests' Python."""

FORGET = """async () => {
  await Promise.all([chrome.storage.session.clear(), chrome.storage.local.clear()]);
  await chrome.runtime.sendMessage({ kind: "host_again" });
}"""
"""Clears the extension's storage and stops its host."""

expect.set_options(timeout=PATIENT)


@dataclass(frozen=True)
class Jingdu:
    """A running browser."""

    context: BrowserContext
    profile: Path
    home: Path
    """The folder of the host's state, data and library."""

    @property
    def worker(self) -> Worker:
        """The extension's service worker."""
        return background(self.context)

    def register(self, command: tuple[str, ...], extension_id: str = ID) -> None:
        """Registers the host that the next connection starts."""
        register(self.profile, command, extension_id, self.home)

    def with_host(self, command: tuple[str, ...] | None, home: Path) -> Self:
        """The same browser with another host, or none, and another home; clears the extension's storage."""
        (data_of(self.profile) / f"{HOST_NAME}.json").unlink(missing_ok=True)
        changed = replace(self, home=home)
        home.mkdir()
        if command:
            changed.register(command)
        page = self.context.pages[0]
        page.goto(f"chrome-extension://{ID}/manifest.json")  # faster than a page with scripts
        page.evaluate(FORGET)
        return changed

    def open(self, url: str) -> Page:
        """Opens an address in a new tab."""
        page = self.context.new_page()
        page.goto(url)
        return page

    def close_tabs(self) -> None:
        """Closes all tabs but the first."""
        for page in self.context.pages[1:]:
            page.close()

    def click(self, page: Page, times: int = 1) -> None:
        """Clicks the toolbar button on a page ``times`` in a row, which grants activeTab."""
        until_listening(self.worker)
        session = cdp(self.context)
        tab = tab_of(session, page)
        for _ in range(times):
            press(session, ID, tab)
        session.detach()

    def read(self, url: str) -> Page:
        """Opens an address, clicks the toolbar button, and waits until the reader page shows the result."""
        page = self.open(url)
        self.click(page)
        drawn(page)
        return page


def drawn(page: Page) -> None:
    """Waits until the reader page shows an article or a state other than reading.

    It does not wait for the address, because that fails if the previous page fails to load.
    """
    page.wait_for_selector(
        "header:has([data-action=why]) ~ main :is(article, [data-state]:not([data-state=reading]))", timeout=PATIENT
    )


def state(page: Page) -> str:
    """``article``, or the state that the reader page shows."""
    drawn(page)
    screen = page.query_selector("main [data-state]")
    return (screen.get_attribute("data-state") or "") if screen else "article"


def background(context: BrowserContext, extension_id: str = ID) -> Worker:
    """Waits for the service worker of an extension."""
    ours = f"chrome-extension://{extension_id}/"
    found = next((worker for worker in context.service_workers if worker.url.startswith(ours)), None)
    return found or context.wait_for_event("serviceworker", lambda worker: worker.url.startswith(ours))


def first_page(context: BrowserContext) -> Page:
    """Waits for the page that opens after the installation of the extension."""
    address = f"chrome-extension://{ID}/onboarding/onboarding.html"
    found = next((page for page in context.pages if page.url == address), None)
    if not found:
        found = context.wait_for_event("page", lambda page: page.url in (address, "about:blank"), timeout=PATIENT)
        found.wait_for_url(address, timeout=PATIENT)
    return found


def until_listening(worker: Worker) -> None:
    """Waits until the worker handles clicks; earlier clicks are lost."""
    worker.evaluate(
        "async () => { while (!chrome.action.onClicked.hasListeners()) await new Promise((go) => setTimeout(go, 20)) }"
    )


def cdp(context: BrowserContext) -> CDPSession:
    """A DevTools session with the browser."""
    assert context.browser
    return context.browser.new_browser_cdp_session()


def press(session: CDPSession, extension_id: str, tab: str) -> None:
    """Clicks an extension's toolbar button on a tab."""
    session.send("Extensions.triggerAction", {"id": extension_id, "targetId": tab})


def tab_of(session: CDPSession, page: Page) -> str:
    """The DevTools id of a page's tab: the active tab, or, in older Chromiums, the tab with its address."""
    page.bring_to_front()
    tabs = session.send("Target.getTargets", {"filter": [{"type": "tab"}]})["targetInfos"]
    shown = [tab for tab in tabs if tab.get("embedderData", {}).get("tabActive")]
    if len(shown) != 1:  # each window has an active tab
        shown = [tab for tab in tabs if tab["url"] == page.url]
    assert len(shown) == 1, f"which tab shows {page.url}? {[tab['url'] for tab in tabs]}"
    return str(shown[0]["targetId"])


def executable(playwright: Playwright) -> str:
    """The configured or installed Chromium, else that of Playwright."""
    return str(installed("Chromium") or playwright.chromium.executable_path)


def launch(
    playwright: Playwright,
    profile: Path,
    *extensions: Path,
    language: str = "en",
    args: tuple[str, ...] = (),
    **more: Any,
) -> BrowserContext:
    """Launches a Chromium with our extension, or the given ones, and generous timeouts."""
    folders = ",".join(map(str, extensions or (EXTENSION,)))
    context = playwright.chromium.launch_persistent_context(
        str(profile),
        executable_path=executable(playwright),
        headless=True,
        timeout=PATIENT,
        args=[f"--disable-extensions-except={folders}", f"--load-extension={folders}", f"--lang={language}", *args],
        **{"env": {**os.environ, "LANGUAGE": language.replace("-", "_")}, **more},
    )
    context.set_default_timeout(PATIENT)
    return context


@contextmanager
def jingdu(
    playwright: Playwright, profile: Path, command: tuple[str, ...] | None = REAL_HOST, *others: Path, **more: Any
) -> Iterator[Jingdu]:
    """Runs a Chromium with our extension; ``command`` starts the registered host, None registers none.

    ``others`` are folders of other extensions; ``more`` is passed to `launch`.
    """
    if command:
        register(profile, command)
    context = launch(playwright, profile, EXTENSION, *others, **more)
    try:
        background(context)
        first_page(context).close()
        yield Jingdu(context, profile, data_of(profile))
    finally:
        context.close()


def register(profile: Path, command: tuple[str, ...], extension_id: str = ID, home: Path | None = None) -> None:
    """Writes a launcher and a host manifest for the Chromium with this profile."""
    write_manifest(data_of(profile), command, home, allowed_origins=[f"chrome-extension://{extension_id}/"])


def write_manifest(folder: Path, command: tuple[str, ...], home: Path | None = None, **allowed: list[str]) -> None:
    """Writes a launcher, to ``home`` or the same folder, and its host manifest."""
    folder.mkdir(parents=True, exist_ok=True)
    launcher = str(write_launcher(home or folder, command))
    manifest = {"name": HOST_NAME, "description": "Jingdu, under test", "path": launcher, "type": "stdio", **allowed}
    (folder / f"{HOST_NAME}.json").write_text(json.dumps(manifest), encoding="utf-8")


def data_of(profile: Path) -> Path:
    """The folder of the profile's host manifests, by default also of the host's state and data."""
    return profile / "NativeMessagingHosts"


def write_launcher(folder: Path, command: tuple[str, ...]) -> Path:
    """Writes a script that starts the command with state, data and library in the same folder."""
    quoted = " ".join(f"'{word}'" for word in command)
    launcher = folder / "launcher"
    homes = f"XDG_STATE_HOME='{folder}' XDG_DATA_HOME='{folder}' JINGDU_LIBRARY='{folder}/library'"
    launcher.write_text(f'#!/bin/sh\n{homes} exec {quoted} "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    return launcher
