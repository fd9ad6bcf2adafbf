"""A Chromium with the extension, the real host and a library, and helpers for the library page."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, Playwright, expect

from tests.support.chromium import (
    EXTENSION,
    ID,
    PATIENT,
    REAL_HOST,
    Jingdu,
    background,
    data_of,
    drawn,
    first_page,
    launch,
    register,
)
from tests.support.forked import run_forked
from tests.support.waiting import until

SET_THEME = "(theme) => chrome.storage.local.set({ look: { theme, size: '0' } })"

LIBRARY = f"chrome-extension://{ID}/library/library.html"

PRESS = """async ([name, url]) => {
  while (!chrome.commands.onCommand.hasListeners()) await new Promise((go) => setTimeout(go, 20));
  const tabs = await chrome.tabs.query({});
  const tab = tabs.find((one) => one.url === url) ?? tabs.find((one) => one.active && !one.url?.startsWith("http"));
  chrome.commands.onCommand.dispatch(name, tab);
  return tab.id;
}"""
"""Dispatches a shortcut's command to the extension; a headless browser has no keys for shortcuts."""

SIGN = "(tabId) => chrome.action.getBadgeText({ tabId })"
TOOLTIP = "(tabId) => chrome.action.getTitle({ tabId })"


@dataclass(frozen=True)
class Shelf(Jingdu):
    """A running browser and its library."""

    @property
    def folder(self) -> Path:
        """The folder of the library."""
        return self.home / "library"

    def articles(self) -> list[Path]:
        """The folders of the saved articles; names of unfinished ones start with a dot."""
        return sorted(path.parent for path in self.folder.glob("[!.]*/article.md"))

    def article(self) -> Path:
        """The folder of the only article; it is missing for a moment while its pictures are added."""
        (folder,) = until(self.articles)
        return Path(folder)

    def show(self, fragment: str = "") -> Page:
        """Opens the library page and waits for its content."""
        page = self.open(LIBRARY + fragment)
        settled(page)
        return page

    def save_read(self, url: str) -> Page:
        """Reads a page and saves it with the reader's button."""
        page = self.read(url)
        press_save(page)
        expect(panel(page)).to_have_attribute("data-tone", "done")
        return page

    def press(self, page: Page, command: str = "save") -> int:
        """Presses a shortcut on a page; returns the id of its tab."""
        page.bring_to_front()
        return int(self.worker.evaluate(PRESS, [command, page.url]))

    def sign(self, tab: int) -> str:
        """The badge of the toolbar button for a tab; waits while a save is in progress."""
        return str(until(lambda: self.worker.evaluate(SIGN, tab).replace("…", "")))

    def run_jingdu(self, *arguments: str | Path) -> None:
        """Runs ``jingdu`` on this library."""
        data = {name: str(self.home) for name in ("XDG_DATA_HOME", "XDG_STATE_HOME")}
        ended = run_forked(self.home, *arguments, JINGDU_LIBRARY=str(self.folder), **data)
        assert ended.returncode == 0, ended.stderr

    def tooltip(self, tab: int) -> str:
        return str(self.worker.evaluate(TOOLTIP, tab))


def press_save(page: Page) -> None:
    """Clicks the reader's save button, once the save panel is ready."""
    page.locator(".save-panel").wait_for(state="attached")
    page.locator('.toolbar [data-action="save"]').click()


def panel(page: Page) -> Locator:
    """The panel beside the save button."""
    return page.locator(".save-panel:not([hidden])")


def rows(page: Page) -> Locator:
    """The rows of the listed articles."""
    return page.locator(".row[data-id]")


def settled(page: Page) -> None:
    """Waits until the library page shows articles, groups, or a state other than loading."""
    page.wait_for_selector(".row[data-id], .group, main [data-state]:not([data-state=loading])", timeout=PATIENT)


def titles(page: Page) -> list[str]:
    """The titles of the listed articles."""
    return rows(page).locator(".title").all_inner_texts()


def found(page: Page, number: int) -> None:
    """Waits until the page reports ``number`` articles."""
    expect(page.locator(".found")).to_have_text(re.compile(rf"\b{number:,}\b"))


def complaints(page: Page) -> list[str]:
    """The axe-core violations of a page in the dark and the light theme; leaves the page in the light theme."""
    found = []
    for theme in ("dark", "light"):
        page.evaluate(SET_THEME, theme)
        page.wait_for_selector(f'html[data-theme="{theme}"]')
        rules = Axe().run(page).response["violations"]
        found += [f"{theme}: {rule['id']}: {node['html'][:120]}" for rule in rules for node in rule["nodes"]]
    return found


def kept(page: Page) -> None:
    """Waits until a saved article is drawn."""
    drawn(page)
    expect(page.locator("article h1").first).to_be_visible()


@contextmanager
def shelf(
    playwright: Playwright,
    profile: Path,
    command: tuple[str, ...] | None = REAL_HOST,
    *,
    language: str = "en",
    extension: Path | None = None,
    remembers: bool = False,
) -> Iterator[Shelf]:
    """Runs a Chromium with a fresh profile and library in a language.

    ``remembers`` enables the back/forward cache, as in users' browsers.
    """
    folder = extension or allowed(profile.with_name(f"{profile.name}-extension"))
    if command:
        register(profile, command)
    ignored = ["--disable-back-forward-cache"] if remembers else None
    context = launch(playwright, profile, folder, language=language, ignore_default_args=ignored)
    try:
        background(context)
        first_page(context).close()  # opened late, it would take the focus from a clicked page
        yield Shelf(context, profile, data_of(profile))
    finally:
        context.close()


def allowed(folder: Path) -> Path:
    """A copy of the extension with host permissions for all pages, in place of activeTab."""
    shutil.copytree(EXTENSION, folder)
    manifest = folder / "manifest.json"
    fields = json.loads(manifest.read_text("utf-8"))
    manifest.write_text(json.dumps(fields | {"host_permissions": ["<all_urls>"]}), "utf-8")
    return folder
