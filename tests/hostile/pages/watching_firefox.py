"""A watched Firefox: scripts that ran, requests, navigations."""

import json
from typing import Any

from tests.hostile.pages.acting import HIT, LOADED, PICTURES, STIR
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.watching import bare
from tests.support.firefox import Firefox

EVENTS = (
    "log.entryAdded", "network.beforeRequestSent", "browsingContext.contextCreated",
    "browsingContext.navigationStarted", "browsingContext.userPromptOpened",
)  # fmt: skip


class Watched:
    """A Firefox, its events sorted into scripts that ran, requests and navigations."""

    def __init__(self, browser: Firefox, canary: Canary) -> None:
        self.browser, self.canary = browser, canary
        browser.preload(f"() => {{ {HIT} }}")
        browser.subscribe(*EVENTS)

    def show(self, address: str) -> None:
        """Opens an address, and watches from there."""
        self.browser.open(address)
        self.here = address

    def seen(self, root: str = "body", *, pictures: bool = True, also: str = "") -> dict[str, list[str]]:
        """Touches the page; what happened since `start`, but for the pictures that it announces."""
        self.browser.run(f"(({STIR})({json.dumps(root)}), 1)")
        announced = {bare(address) for address in [also, *json.loads(self.browser.run(f"JSON.stringify({PICTURES})"))]}
        announced |= {address.replace("http:", "https:", 1) for address in announced}  # as Firefox asks
        self.browser.run(f"({LOADED})()")
        self.browser.run("new Promise((rest) => setTimeout(rest, 200))")
        events, self.browser.events = self.browser.events, []
        noticed: dict[str, list[str]] = {"ran": [], "asked": [], "went": []}
        for event in events:
            self._sort(event["method"], event["params"], noticed)
        noticed["asked"] += [address for address in self.canary.asked if address not in noticed["asked"]]
        self.canary.asked.clear()
        allowed = announced if pictures else set()
        noticed["asked"] = [address for address in noticed["asked"] if bare(address) not in allowed]
        return {name: found for name, found in noticed.items() if found}

    def start(self) -> None:
        """What was noticed before does not count."""
        self.browser.run("1")
        self.browser.events.clear()
        self.canary.asked.clear()

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
                result["asked"].append(address)
        elif method in ("browsingContext.contextCreated", "browsingContext.navigationStarted"):
            address = params.get("url", "")
            if address not in ("about:blank", self.here):
                result["went"].append(address)
