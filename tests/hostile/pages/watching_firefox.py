"""Monitors a Firefox: executed scripts, requests and navigations."""

import json
from typing import Any

from tests.hostile.pages.acting import HIT, LOADED, PICTURES, TOUCH
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.watching import bare
from tests.support.firefox import Firefox

EVENTS = (
    "log.entryAdded", "network.beforeRequestSent", "browsingContext.contextCreated",
    "browsingContext.navigationStarted", "browsingContext.userPromptOpened",
)  # fmt: skip


class Watched:
    """A Firefox and its events by kind."""

    def __init__(self, browser: Firefox, canary: Canary) -> None:
        self.browser, self.canary = browser, canary
        browser.preload(f"() => {{ {HIT} }}")
        browser.subscribe(*EVENTS)

    def show(self, address: str) -> None:
        """Opens an address; this navigation is not counted."""
        self.browser.open(address)
        self.here = address

    def seen(self, root: str = "body", *, pictures: bool = True, also: str = "") -> dict[str, list[str]]:
        """Triggers the handlers of all elements; returns the events since `start` by kind.

        ``pictures`` allows requests for the pictures of the page and for ``also``.
        """
        self.browser.run(f"(({TOUCH})({json.dumps(root)}), 1)")
        announced = {bare(address) for address in [also, *json.loads(self.browser.run(f"JSON.stringify({PICTURES})"))]}
        announced |= {address.replace("http:", "https:", 1) for address in announced}  # Firefox upgrades requests
        self.browser.run(f"({LOADED})()")
        self.browser.run("new Promise((rest) => setTimeout(rest, 200))")
        events, self.browser.events = self.browser.events, []
        noticed: dict[str, list[str]] = {"ran": [], "requested": [], "navigated": []}
        for event in events:
            self._sort(event["method"], event["params"], noticed)
        noticed["requested"] += [address for address in self.canary.requested if address not in noticed["requested"]]
        self.canary.requested.clear()
        allowed = announced if pictures else set()
        noticed["requested"] = [address for address in noticed["requested"] if bare(address) not in allowed]
        return {name: found for name, found in noticed.items() if found}

    def start(self) -> None:
        """Discards earlier events."""
        self.browser.run("1")
        self.browser.events.clear()
        self.canary.requested.clear()

    def _sort(self, method: str, params: dict[str, Any], result: dict[str, list[str]]) -> None:
        if method == "log.entryAdded" and str(params.get("text", "")).startswith("hit "):
            result["ran"].append(params["text"])
        elif method == "browsingContext.userPromptOpened":
            result["ran"].append(f"dialog: {params.get('message')}")
        elif method == "network.beforeRequestSent":
            address = params["request"]["url"]
            ours = (
                self.canary.origin + "/extension/",
                f"{self.canary.origin}/favicon.ico",
                "data:",
                "blob:",
                "moz-extension:",
            )
            if not address.startswith(ours) and address not in (self.here, f"{self.here}/"):
                result["requested"].append(address)
        elif method in ("browsingContext.contextCreated", "browsingContext.navigationStarted"):
            address = params.get("url", "")
            if address not in ("about:blank", self.here):
                result["navigated"].append(address)
