"""The save notice on a page, inspected and clicked through DevTools."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.support.chromium import Jingdu

PRESS_DELAY = 1200
"""Milliseconds after which a click on the notice counts, with a margin."""


def questions(browser: Jingdu) -> list[Page]:
    """The tabs that show a question of ours."""
    browser.context.pages[0].wait_for_timeout(20)  # Playwright processes events of new tabs while it waits
    return [page for page in browser.context.pages if "/save/question.html#" in page.url]


@dataclass
class Notice:
    """A page with the save notice."""

    page: Page
    tools: CDPSession

    def buttons(self) -> dict[str, tuple[float, float]]:
        """Text → position of each visible button of the notice."""
        root = self.tools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        found = [node for node in below(root, closed=False) if node.get("nodeName") == "BUTTON"]
        return {words_of(node): place for node in found if (place := self._place(node))}

    def _place(self, node: dict[str, Any]) -> tuple[float, float] | None:
        try:
            x1, y1, _, _, x2, y2, *_ = self.tools.send("DOM.getBoxModel", {"nodeId": node["nodeId"]})["model"]["border"]
        except Exception:  # not visible
            return None
        return (x1 + x2) / 2, (y1 + y2) / 2

    def words(self) -> str:
        """The text of the notice, its buttons included."""
        root = self.tools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        return " ".join(words_of(node) for node in below(root, closed=False))

    def press(self, place: tuple[float, float]) -> None:
        """Clicks at a position with the mouse."""
        self.page.mouse.click(*place)

    def press_button(self, words: str) -> None:
        """Clicks the button with this text, after the delay."""
        self.page.wait_for_timeout(PRESS_DELAY)
        self.press(self.buttons()[words])

    def screenshot(self, place: tuple[float, float]) -> bytes:
        """A screenshot of the area around a position; equal bytes mean an equal appearance."""
        x, y = place
        return self.page.screenshot(clip={"x": x - 40, "y": y - 12, "width": 80, "height": 24}, animations="allow")


def below(node: dict[str, Any], *, closed: bool) -> Iterator[dict[str, Any]]:
    """The nodes below ``node`` that are in closed shadow trees."""
    if closed:
        yield node
    for child in node.get("children", []):
        yield from below(child, closed=closed)
    for tree in node.get("shadowRoots", []):
        yield from below(tree, closed=closed or tree["shadowRootType"] == "closed")


def words_of(node: dict[str, Any]) -> str:
    return "".join(child.get("nodeValue", "") for child in node.get("children", []))
