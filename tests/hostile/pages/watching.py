"""A watched Chromium: scripts that ran, requests, navigations, opened windows, policy violations."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Frame, Page, Request

from tests.hostile.pages.acting import HIT, LOADED, PICTURES, STIR
from tests.hostile.pages.canary import Canary
from tests.support.waiting import PATIENCE


@dataclass
class Seen:
    """What was noticed since the last time."""

    ran: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    went: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def nothing(self) -> bool:
        """Whether nothing happened at all."""
        return not (self.ran or self.asked or self.went or self.refused)


class Watch:
    """Watches all tabs of a browser; ``ours`` are the beginnings of addresses that the test itself asks for."""

    def __init__(self, context: BrowserContext, canary: Canary, *ours: str) -> None:
        self.context, self.canary, self._ours = context, canary, ours
        self._seen = Seen()
        self._expected: set[str] = set()
        self._announced: set[str] = set()
        self.heard_only = False
        """Only what reached the canary counts: a hostile page's own vain attempts may be reported late."""
        context.add_init_script(HIT)
        context.on("console", self._said)
        context.on("dialog", self._asks)
        context.on("request", self._requested)
        context.on("page", self._opened)
        context.on("weberror", lambda error: self._seen.errors.append(str(error.error)))
        for page in context.pages:
            page.on("framenavigated", self._moved)

    def show(self, page: Page, address: str) -> None:
        """Opens an address, which does not count as a navigation of the page."""
        self._expected.add(address)
        self._announced.clear()
        page.goto(address, wait_until="load")

    def announce(self, addresses: list[str]) -> None:
        """Pictures of the host's answer, which the reader may show and remove again."""
        self._announced.update(addresses)

    def new_page(self) -> Page:
        """A tab of the test's own."""
        self._expected.add("")
        page = self.context.new_page()
        self._expected.discard("")
        return page

    def stirred(self, page: Page, root: str = "body", *, pictures: bool = True, also: str = "") -> Seen:
        """Touches all of the page, lets it come to rest, and returns what was noticed since the last time.

        With ``pictures`` the pictures that the page announces, and ``also``, may be asked for, and nothing else.
        """
        self._announced |= set(page.evaluate(PICTURES))  # before it is drawn again
        page.evaluate(STIR, root)
        announced = {also, *self._announced, *page.evaluate(PICTURES)} if pictures else set()
        page.evaluate(LOADED)
        page.wait_for_timeout(150)  # what was begun by a timer or an animation
        return self.take(announced)

    def wait_for(self, page: Page, kind: str, *, touch: bool = True) -> None:
        """Waits until something of a kind (``ran``, ``asked``, ``went``) is noticed, on a page that it touches."""
        found = getattr(self.stirred(page) if touch else self.take(), kind)
        deadline = time.monotonic() + PATIENCE
        while not found:
            assert time.monotonic() < deadline, f"nothing {kind}"
            page.wait_for_timeout(50)
            found = getattr(self.take(), kind)

    def take(self, announced: set[str] = frozenset()) -> Seen:  # type: ignore[assignment]
        """What was noticed since the last time."""
        seen, self._seen = self._seen, Seen()
        if self.heard_only:
            seen.asked.clear()
        heard = [address for address in self.canary.asked if address not in seen.asked]
        self.canary.asked.clear()
        plain = {bare(address) for address in announced}
        seen.asked = [address for address in [*seen.asked, *heard] if bare(address) not in plain]
        return seen

    def _said(self, message: ConsoleMessage) -> None:
        if message.text.startswith("hit "):
            self._seen.ran.append(message.text)
        elif re.search("Content Security Policy|TrustedHTML", message.text):
            self._refused(message)

    def _refused(self, message: ConsoleMessage) -> None:
        if not self._is_page(message.location["url"]):
            self._seen.refused.append(message.text[:300])

    def _is_page(self, address: str) -> bool:
        """Whether it is the hostile page itself, in a tab of its own, where it may try what it likes."""
        return address.startswith(f"{self.canary.origin}/page/")

    def _asks(self, dialog: Dialog) -> None:
        self._seen.ran.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _requested(self, request: Request) -> None:
        ours = request.url in self._expected or request.url.startswith((*self._ours, "data:", "blob:"))
        if not ours and (request.is_navigation_request() or not self._is_page(request.frame.url)):
            self._seen.asked.append(request.url)

    def _opened(self, page: Page) -> None:
        page.on("framenavigated", self._moved)
        if "" not in self._expected:
            self._seen.went.append(f"a new window: {page.url}")

    def _moved(self, frame: Frame) -> None:
        if frame.url not in self._expected and frame.url != "about:blank":
            self._seen.went.append(frame.url)


def bare(address: str) -> str:
    """An address as in browsers' requests: without password and fragment."""
    scheme, mark, rest = address.partition("#")[0].partition("://")
    name, slash, path = rest.partition("/")
    return f"{scheme}{mark}{name.rpartition('@')[2]}{slash}{path}"


def found(seen: Seen) -> dict[str, Any]:
    """What was found, for an assertion that it is empty."""
    return {name: result[:20] for name, result in vars(seen).items() if result and name != "errors"}
