"""Monitors a Chromium: executed scripts, requests, navigations, new windows and policy violations."""

import re
import time
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Frame, Page, Request

from tests.hostile.pages.acting import HIT, LOADED, PICTURES, TOUCH
from tests.hostile.pages.canary import Canary
from tests.support.waiting import PATIENCE


@dataclass
class Seen:
    """The events since the last call of `Watch.take`."""

    ran: list[str] = field(default_factory=list)
    requested: list[str] = field(default_factory=list)
    navigated: list[str] = field(default_factory=list)
    blocked: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether there were no events but errors."""
        return not (self.ran or self.requested or self.navigated or self.blocked)


class Watch:
    """Monitors all tabs of a browser; ``ours`` are prefixes of addresses that the test itself may request."""

    def __init__(self, context: BrowserContext, canary: Canary, *ours: str) -> None:
        self.context, self.canary, self._ours = context, canary, ours
        self._seen = Seen()
        self._expected: set[str] = set()
        self._announced: set[str] = set()
        self.canary_only = False
        """Count only requests that reach the canary: blocked ones of a hostile page may be reported late."""
        context.add_init_script(HIT)
        context.on("console", self._on_console)
        context.on("dialog", self._on_dialog)
        context.on("request", self._on_request)
        context.on("page", self._on_page)
        context.on("weberror", lambda error: self._seen.errors.append(str(error.error)))
        for page in context.pages:
            page.on("framenavigated", self._on_navigated)

    def show(self, page: Page, address: str) -> None:
        """Opens an address; this navigation is not counted."""
        self._expected.add(address)
        self._announced.clear()
        page.goto(address, wait_until="load")

    def announce(self, addresses: list[str]) -> None:
        """Allows requests for these pictures, which the reader may show and remove again."""
        self._announced.update(addresses)

    def new_page(self) -> Page:
        """A new tab, which is not counted."""
        self._expected.add("")
        page = self.context.new_page()
        self._expected.discard("")
        return page

    def touched(self, page: Page, root: str = "body", *, pictures: bool = True, also: str = "") -> Seen:
        """Triggers the handlers of all elements, waits, and returns the events since the last call.

        ``pictures`` allows requests for the pictures of the page and for ``also``.
        """
        self._announced |= set(page.evaluate(PICTURES))
        page.evaluate(TOUCH, root)
        announced = {also, *self._announced, *page.evaluate(PICTURES)} if pictures else set()
        page.evaluate(LOADED)
        page.wait_for_timeout(150)  # for timers and animations
        return self.take(announced)

    def wait_for(self, page: Page, kind: str, *, touch: bool = True) -> None:
        """Waits for an event of a kind (``ran``, ``requested``, ``navigated``)."""
        found = getattr(self.touched(page) if touch else self.take(), kind)
        deadline = time.monotonic() + PATIENCE
        while not found:
            assert time.monotonic() < deadline, f"no {kind} event"
            page.wait_for_timeout(50)
            found = getattr(self.take(), kind)

    def take(self, announced: set[str] = frozenset()) -> Seen:  # type: ignore[assignment]
        """Returns and discards the events since the last call, without requests for ``announced`` addresses."""
        seen, self._seen = self._seen, Seen()
        if self.canary_only:
            seen.requested.clear()
        heard = [address for address in self.canary.requested if address not in seen.requested]
        self.canary.requested.clear()
        plain = {bare(address) for address in announced}
        seen.requested = [address for address in [*seen.requested, *heard] if bare(address) not in plain]
        return seen

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.text.startswith("hit "):
            self._seen.ran.append(message.text)
        elif re.search("Content Security Policy|TrustedHTML", message.text):
            self._on_violation(message)

    def _on_violation(self, message: ConsoleMessage) -> None:
        if not self._is_page(message.location["url"]):
            self._seen.blocked.append(message.text[:300])

    def _is_page(self, address: str) -> bool:
        """Whether the address is that of a hostile page itself, whose own activity is not counted."""
        return address.startswith(f"{self.canary.origin}/page/")

    def _on_dialog(self, dialog: Dialog) -> None:
        self._seen.ran.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _on_request(self, request: Request) -> None:
        ours = request.url in self._expected or request.url.startswith((*self._ours, "data:", "blob:"))
        if not ours and (request.is_navigation_request() or not self._is_page(request.frame.url)):
            self._seen.requested.append(request.url)

    def _on_page(self, page: Page) -> None:
        page.on("framenavigated", self._on_navigated)
        if "" not in self._expected:
            self._seen.navigated.append(f"a new window: {page.url}")

    def _on_navigated(self, frame: Frame) -> None:
        if frame.url not in self._expected and frame.url != "about:blank":
            self._seen.navigated.append(frame.url)


def bare(address: str) -> str:
    """The address without credentials and fragment, as browsers request it."""
    scheme, mark, rest = address.partition("#")[0].partition("://")
    name, slash, path = rest.partition("/")
    return f"{scheme}{mark}{name.rpartition('@')[2]}{slash}{path}"


def summary(seen: Seen) -> dict[str, Any]:
    """The events by kind, for the message of a failed assertion."""
    return {name: result[:20] for name, result in vars(seen).items() if result and name != "errors"}
