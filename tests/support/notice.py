"""The notice of a save on a page: what it says and where its buttons are, as the browser draws them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.support.chromium import Jingdu

RESTED = 1200
"""Milliseconds after which a press on the notice counts, and somewhat more."""


def questions(browser: Jingdu) -> list[Page]:
    """The tabs in which we ask."""
    browser.context.pages[0].wait_for_timeout(20)  # Playwright hears of new tabs while it waits
    return [page for page in browser.context.pages if "/save/question.html#" in page.url]


@dataclass
class Asked:
    """A page whose save was asked about, and the notice's buttons as the browser draws them."""

    page: Page
    tools: CDPSession

    def buttons(self) -> dict[str, tuple[float, float]]:
        """The places of the notice's buttons, by their words; empty where they are not drawn."""
        root = self.tools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        found = [node for node in below(root, closed=False) if node.get("nodeName") == "BUTTON"]
        return {words_of(node): place for node in found if (place := self._place(node))}

    def _place(self, node: dict[str, Any]) -> tuple[float, float] | None:
        try:
            x1, y1, _, _, x2, y2, *_ = self.tools.send("DOM.getBoxModel", {"nodeId": node["nodeId"]})["model"]["border"]
        except Exception:  # it is not drawn
            return None
        return (x1 + x2) / 2, (y1 + y2) / 2

    def words(self) -> str:
        """What the notice says, its buttons too."""
        root = self.tools.send("DOM.getDocument", {"depth": -1, "pierce": True})["root"]
        return " ".join(words_of(node) for node in below(root, closed=False))

    def press(self, place: tuple[float, float]) -> None:
        """A real press of the mouse."""
        self.page.mouse.click(*place)

    def press_button(self, words: str) -> None:
        """A press that counts, on the button with these words."""
        self.page.wait_for_timeout(RESTED)
        self.press(self.buttons()[words])

    def looks(self, place: tuple[float, float]) -> bytes:
        """What is seen around a button, as a picture whose bytes are the same where it is."""
        x, y = place
        return self.page.screenshot(clip={"x": x - 40, "y": y - 12, "width": 80, "height": 24}, animations="allow")


def below(node: dict[str, Any], *, closed: bool) -> Iterator[dict[str, Any]]:
    """The nodes in closed shadow trees."""
    if closed:
        yield node
    for child in node.get("children", []):
        yield from below(child, closed=closed)
    for tree in node.get("shadowRoots", []):
        yield from below(tree, closed=closed or tree["shadowRootType"] == "closed")


def words_of(node: dict[str, Any]) -> str:
    return "".join(child.get("nodeValue", "") for child in node.get("children", []))
