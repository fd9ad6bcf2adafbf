"""A Firefox with the extension and a host, driven by WebDriver BiDi without geckodriver."""

import json
import os
import re
import subprocess
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.runner.browsers import installed
from tests.support.chromium import EXTENSION, write_manifest
from tests.support.waiting import PATIENCE, until

PROGRAM = str(installed("Firefox") or "")
needs_firefox = pytest.mark.skipif(not PROGRAM, reason="no Firefox; install firefox-esr or set JINGDU_FIREFOX")
ADDON = "jingdu@jingdu.org"

CLICK = f"""(() => {{
  const id = "{re.sub("[@.]", "_", ADDON)}-browser-action";
  CustomizableUI.addWidgetToArea(id, "nav-bar");
  document.getElementById(id).querySelector(".unified-extensions-item-action-button").click();
}})()"""

_ALLOW_PRIVATE = f"""(async () => {{
  const {{ ExtensionPermissions }} = ChromeUtils.importESModule("resource://gre/modules/ExtensionPermissions.sys.mjs");
  const allowed = {{ permissions: ["internal:privateBrowsingAllowed"], origins: [] }};
  await ExtensionPermissions.add("{ADDON}", allowed);
  await (await AddonManager.getAddonByID("{ADDON}")).reload();
}})()"""

_PRIVATE_IS_SHOWN = """[...Services.wm.getEnumerator("navigator:browser")].some((window) =>
  window.gBrowserInit?.delayedStartupFinished && PrivateBrowsingUtils.isWindowPrivate(window)
  && window.gBrowser.selectedBrowser.currentURI.spec === "about:privatebrowsing"
  && !window.gBrowser.selectedTab.hasAttribute("busy"))"""

SPECIAL = {
    "Tab": "\ue004", "Enter": "\ue006", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011", "ArrowRight": "\ue014",
}  # fmt: skip
"""Special keys as WebDriver code points, for `Firefox.keys`."""
KEYS = f"#ext-keyset-id-{re.sub('[@.]', '_', ADDON)}"


_SWITCHED_OFF = """
    app.normandy.enabled browser.aboutwelcome.enabled browser.newtabpage.activity-stream.feeds.system.topsites
    browser.newtabpage.activity-stream.feeds.system.topstories browser.preonboarding.enabled
    datareporting.policy.dataSubmissionEnabled dom.ipc.processPrelaunch.enabled
    messaging-system.rsexperimentloader.enabled
""".split()
PREFERENCES = "".join(f"user_pref('{name}', false);\n" for name in _SWITCHED_OFF)
PREFERENCES += "user_pref('browser.startup.page', 0);\n"
"""Preferences that disable the browser's own first pages and surveys, which slow down its start."""


MIDDLE = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return width ? [x + width / 2, y + height / 2] : null;
}"""


class Firefox:
    """A running browser and its current tab."""

    def __init__(self, socket: ClientConnection, home: Path, extension: Path) -> None:
        self._socket = socket
        self.library = data_of(home) / "library"
        self._numbers = count(1)
        self.events: list[dict[str, Any]] = []
        """The received events of the kinds in `subscribe`."""
        self._call("session.new", capabilities={})
        data = {"type": "path" if extension.is_dir() else "archivePath", "path": str(extension)}
        self._call("webExtension.install", extensionData=data)
        self._tab = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self.close(self._first_page())
        self._chrome = self._call("browsingContext.getTree", **{"moz:scope": "chrome"})["contexts"][0]["context"]

    def _first_page(self) -> str:
        """The tab that opens after the installation of the extension."""
        return str(until(lambda: [tab for tab, url in self.addresses().items() if url.endswith("/onboarding.html")])[0])

    def reset(self) -> None:
        """Closes all tabs but one and empties it."""
        self._tab, *others = self.addresses()
        for tab in others:
            self._call("browsingContext.close", context=tab)
        until(self._emptied)

    def _emptied(self) -> bool:
        """Opens an empty page; False if a pending navigation of the tab interferes."""
        with suppress(RuntimeError):
            self.open("about:blank")
            return True
        return False

    def allow_private(self) -> None:
        """Permits the extension in private windows."""
        self.run_in_chrome(_ALLOW_PRIVATE)

    def window(self) -> tuple[str, str]:
        """The current window and tab, for `use`."""
        return self._chrome, self._tab

    def use(self, window: str, tab: str) -> None:
        """Switches to a window and tab."""
        self._chrome, self._tab = window, tab

    def private_window(self, url: str, title: str) -> None:
        """Opens an address in a new private window, switches to it and waits for the tab's title."""
        normal = set(self.tabs())
        self.run_in_chrome("void OpenBrowserWindow({ private: true })")
        # evaluated in this window, because the new one does not respond while it loads
        until(lambda: self.run_in_chrome(_PRIVATE_IS_SHOWN))
        window = self._new(lambda: self._call("browsingContext.getTree", **{"moz:scope": "chrome"}), {self._chrome})
        tab = self._new(lambda: self._call("browsingContext.getTree"), normal)
        self._chrome, self._tab = window, tab
        self.show(url, title)

    def _new(self, tree: Callable[[], Any], known: set[str]) -> str:
        """The first context of a tree that is not among the known ones."""
        found = until(lambda: {str(one["context"]) for one in tree()["contexts"]} - known)
        return next(iter(found))

    def tabs(self) -> list[str]:
        """All tabs, the current one first."""
        return [self._tab, *(tab for tab in self.addresses() if tab != self._tab)]

    def close(self, tab: str) -> None:
        """Closes a tab other than the current one."""
        self._call("browsingContext.close", context=tab)
        self._call("browsingContext.activate", context=self._tab)

    def subscribe(self, *names: str) -> None:
        """Subscribes to events of these names."""
        self._call("session.subscribe", events=list(names))

    def preload(self, code: str) -> None:
        """Runs a function in every new page before the scripts of the page."""
        self._call("script.addPreloadScript", functionDeclaration=code)

    def call(self, function: str, *values: Any) -> Any:
        """Calls a function in the page; awaits and returns its result."""
        return self.run(f"({function})(...{json.dumps(values)})")

    def open(self, url: str) -> None:
        """Opens an address in the tab."""
        self._call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def show(self, url: str, title: str) -> None:
        """Opens an address without WebDriver scripts in the page, and waits for the tab's title."""
        asked = "{ triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() }"
        self._evaluate(self._chrome, f"gBrowser.selectedBrowser.fixupAndLoadURIString({json.dumps(url)}, {asked})")
        until(lambda: title in str(self.run_in_chrome("gBrowser.selectedTab.label")))
        is_busy = "gBrowser.selectedTab.hasAttribute('busy')"
        until(lambda: self.run_in_chrome(is_busy) is False)

    def click(self) -> None:
        """Clicks the toolbar button."""
        self._evaluate(self._chrome, CLICK)

    def press(self, x: int, y: int) -> None:
        """Clicks at a position of the page in CSS pixels."""
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            *({"type": f"pointer{to}", "button": 0} for to in ("Down", "Up")),
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._call("input.performActions", context=self._tab, actions=[mouse])

    def focus_page(self) -> None:
        """Moves the focus to the page; without it, key events have no default action."""
        self._evaluate(self._chrome, "gBrowser.selectedBrowser.focus(), true")

    def keys(self, text: str) -> None:
        """Presses and releases each key in the page; see `SPECIAL`."""
        steps = [{"type": f"key{to}", "value": key} for key in text for to in ("Down", "Up")]
        source = {"type": "key", "id": "keyboard", "actions": steps}
        self._call("input.performActions", context=self._tab, actions=[source])

    def to_tab(self, start: str) -> None:
        """Waits for a tab whose address starts with ``start`` and switches to it."""
        self._tab = until(lambda: [tab for tab, url in self.addresses().items() if url.startswith(start)])[-1]

    def press_save(self) -> None:
        """Runs the command of the save shortcut (Alt+S)."""
        self._evaluate(self._chrome, f"document.querySelector('{KEYS} key[modifiers=alt][key=S]').doCommand()")

    def shown_in(self, code: str) -> str:
        """An element of the page, closed shadow trees included, as JSON."""
        return json.dumps(self._tree(code), ensure_ascii=False)

    def _tree(self, code: str) -> dict[str, Any]:
        """An element of the page, closed shadow trees included, as serialized by WebDriver."""
        depths = {"maxDomDepth": 9, "includeShadowTree": "all"}
        target = {"context": self._tab}
        found = self._call(
            "script.evaluate", expression=code, target=target, awaitPromise=False, serializationOptions=depths
        )
        return dict(found.get("result") or {})

    def places(self, code: str, tag: str) -> dict[str, tuple[float, float]]:
        """Text → centre of each visible element of a tag below an element, closed shadow trees included."""
        middles = {}
        for words, shared in _elements(self._tree(code), tag):
            answer = self._call(
                "script.callFunction", functionDeclaration=MIDDLE, arguments=[{"sharedId": shared}],
                target={"context": self._tab}, awaitPromise=False,
            )  # fmt: skip
            if place := [one["value"] for one in answer["result"].get("value") or []]:
                middles[words] = (place[0], place[1])
        return middles

    def picture(self, x: float, y: float, width: float, height: float) -> str:
        """A screenshot of an area of the page in base64."""
        clip = {"type": "box", "x": x, "y": y, "width": width, "height": height}
        return str(self._call("browsingContext.captureScreenshot", context=self._tab, clip=clip)["data"])

    def printed(self) -> bytes:
        """The page as PDF, with backgrounds."""
        return b64decode(self._call("browsingContext.print", context=self._tab, background=True)["data"])

    def addresses(self) -> dict[str, str]:
        """Tab → address."""
        return {str(tab["context"]): str(tab["url"]) for tab in self._call("browsingContext.getTree")["contexts"]}

    def run_in_chrome(self, code: str) -> Any:
        """The value of an expression in the browser window (chrome context)."""
        return self._evaluate(self._chrome, code)

    def run(self, code: str) -> Any:
        """The value of an expression in the page."""
        return self._evaluate(self._tab, code)

    def wait_for(self, code: str) -> Any:
        """Waits until an expression in the page is truthy and returns it; a failure contains the page's text."""
        try:
            return until(lambda: self.run(code), failure=f"never true: {code}")
        except AssertionError as failure:
            words = self.run("location.href + ': ' + document.body.innerText.slice(0, 500)")
            raise AssertionError(f"{failure}; the page contains {words}") from None

    def _evaluate(self, context: str, code: str) -> Any:
        target = {"context": context}
        try:
            answer = self._call("script.evaluate", expression=code, target=target, awaitPromise=True)
        except RuntimeError:  # during a navigation
            return None
        return answer.get("result", {}).get("value")

    def _call(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                break
            if answer.get("type") == "event":
                self.events.append(answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]


def _elements(node: dict[str, Any], tag: str) -> Iterator[tuple[str, str]]:
    """(text, id) of each element of a tag in a serialized tree."""
    value = node.get("value") or {}
    if value.get("localName") == tag:
        yield _words(node), node["sharedId"]
    for child in (*value.get("children", []), *([value["shadowRoot"]] if value.get("shadowRoot") else [])):
        yield from _elements(child, tag)


def _words(node: dict[str, Any]) -> str:
    value = node.get("value") or {}
    return value.get("nodeValue", "") + "".join(map(_words, value.get("children", [])))


@contextmanager
def firefox(
    program: str, home: Path, command: tuple[str, ...] | None, extension: Path = EXTENSION
) -> Iterator[Firefox]:
    """Runs a Firefox with an empty home and the extension, a folder or a zip file.

    ``command`` starts the registered host, None registers none.
    """
    if command:
        register(home, command)
    (home / "profile").mkdir()
    (home / "profile" / "user.js").write_text(PREFERENCES, "utf-8")
    words = ["--headless", "--no-remote", "--profile", str(home / "profile")]
    remote = ["--remote-debugging-port", "0", "--remote-allow-system-access"]
    env = {**os.environ, "HOME": str(home)}
    said = home / "stderr"
    with said.open("w") as stderr:
        process = subprocess.Popen([program, *words, *remote], env=env, stderr=stderr)
    try:
        with connect(f"{_address(process, said)}/session", max_size=None, open_timeout=PATIENCE) as socket:
            yield Firefox(socket, home, extension)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def data_of(home: Path) -> Path:
    """The folder of the host manifests and of the host's state, data and library."""
    return home / ".mozilla" / "native-messaging-hosts"


def register(home: Path, command: tuple[str, ...]) -> None:
    """Writes a launcher and a host manifest for the Firefox with this home."""
    write_manifest(data_of(home), command, allowed_extensions=[ADDON])


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    """Waits for the WebSocket address that Firefox prints on stderr."""

    def found() -> str | None:
        assert process.poll() is None, said.read_text("utf-8", "replace")
        match = re.search(r"ws://\S+", said.read_text("utf-8", "replace"))
        return match and match[0]

    return str(until(found))
