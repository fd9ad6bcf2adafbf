"""Runs the capture scripts as the background does: in an isolated world of the page."""

from typing import Any

from playwright.sync_api import Page

from tests.support.chromium import EXTENSION

NAMES = ("copy.js", "next_page.js", "page.js")
SCRIPTS = "\n".join((EXTENSION / "capture" / name).read_text("utf-8") for name in NAMES)


def captured(page: Page) -> dict[str, Any]:
    """The result of the capture scripts."""
    session = page.context.new_cdp_session(page)
    frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    world = session.send("Page.createIsolatedWorld", {"frameId": frame})["executionContextId"]
    answer = session.send("Runtime.evaluate", {"expression": SCRIPTS, "contextId": world, "returnByValue": True})
    assert "exceptionDetails" not in answer, answer
    return dict(answer["result"]["value"])
