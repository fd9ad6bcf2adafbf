"""A real Firefox with the extension and a host, driven by WebDriver BiDi without a helper program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.support.chromium import EXTENSION, HOST_NAME, write_launcher

ADDON = "jingdu@jingdu.org"
PATIENT = 300.0
"""Seconds."""

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

KEYS = f"#ext-keyset-id-{re.sub('[@.]', '_', ADDON)}"


MIDDLE = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return width ? [x + width / 2, y + height / 2] : null;
}"""


class Firefox:
    """One running browser with one tab."""

    def __init__(self, socket: ClientConnection, extension: Path) -> None:
        self._socket = socket
        self._numbers = count(1)
        self.events: list[dict[str, Any]] = []
        """What the browser told of by itself; only what `subscribe` named."""
        self._call("session.new", capabilities={})
        self._call("webExtension.install", extensionData=_extension_data(extension))
        self._tab = self._call("browsingContext.getTree")["contexts"][0]["context"]
        self.close(self._first_page())
        chrome = self._call("browsingContext.getTree", **{"moz:scope": "chrome"})
        self._chrome = chrome["contexts"][0]["context"]

    def _first_page(self) -> str:
        """The tab that greets who has just installed the extension, waited for."""
        ending = time.monotonic() + PATIENT
        while time.monotonic() < ending:
            for tab in self._call("browsingContext.getTree")["contexts"]:
                if tab["url"].endswith("/onboarding/onboarding.html"):
                    return str(tab["context"])
            time.sleep(0.05)
        raise AssertionError("the first page never came")

    def allow_private(self) -> None:
        """Lets the extension run in private windows, as the switch on the page of add-ons does."""
        self.run_in_chrome(_ALLOW_PRIVATE)

    def window(self) -> tuple[str, str]:
        """The window and tab in use, for `use`."""
        return self._chrome, self._tab

    def use(self, window: str, tab: str) -> None:
        """Goes on in a window and tab of before."""
        self._chrome, self._tab = window, tab

    def private_window(self, url: str, title: str) -> None:
        """Goes on in the tab of a new private window, which shows an address; waits for the tab's title."""
        normal = set(self.tabs())
        self.run_in_chrome("void OpenBrowserWindow({ private: true })")
        ending = time.monotonic() + PATIENT
        while not self.run_in_chrome(_PRIVATE_IS_SHOWN):  # asked of our window: while it loads it would not answer
            assert time.monotonic() < ending, "the private window was never ready"
            time.sleep(0.05)
        window = self._new(lambda: self._call("browsingContext.getTree", **{"moz:scope": "chrome"}), {self._chrome})
        tab = self._new(lambda: self._call("browsingContext.getTree"), normal)
        self._chrome, self._tab = window, tab
        self.show(url, title)

    def _new(self, tree: Callable[[], Any], known: set[str]) -> str:
        """The first context that is in a tree now and was not known."""
        ending = time.monotonic() + PATIENT
        while time.monotonic() < ending:
            if found := [str(one["context"]) for one in tree()["contexts"] if one["context"] not in known]:
                return found[0]
            time.sleep(0.05)
        raise AssertionError("no window was opened")

    def tabs(self) -> list[str]:
        """All tabs, ours first."""
        found = [str(tab["context"]) for tab in self._call("browsingContext.getTree")["contexts"]]
        return [self._tab, *(tab for tab in found if tab != self._tab)]

    def close(self, tab: str) -> None:
        """Closes another tab than ours."""
        self._call("browsingContext.close", context=tab)
        self._call("browsingContext.activate", context=self._tab)

    def subscribe(self, *names: str) -> None:
        """Lets the browser tell of events of these names."""
        self._call("session.subscribe", events=list(names))

    def preload(self, code: str) -> None:
        """Runs a function in every page before its own scripts."""
        self._call("script.addPreloadScript", functionDeclaration=code)

    def call(self, function: str, *values: Any) -> Any:
        """What a function of the page makes of values, and the promise of it."""
        return self.run(f"({function})(...{json.dumps(values)})")

    def open(self, url: str) -> None:
        """Show an address in the tab."""
        self._call("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def show(self, url: str, title: str) -> None:
        """Show an address without WebDriver in the page, whose prototypes may be traps; waits for the tab's title."""
        asked = "{ triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() }"
        self._evaluate(self._chrome, f"gBrowser.selectedBrowser.fixupAndLoadURIString({json.dumps(url)}, {asked})")
        ending = time.monotonic() + PATIENT
        while title not in str(self.run_in_chrome("gBrowser.selectedTab.label")):
            assert time.monotonic() < ending, f"{url} was never shown"
            time.sleep(0.05)
        while self.run_in_chrome("gBrowser.selectedTab.hasAttribute('busy')"):
            assert time.monotonic() < ending, f"{url} was never loaded"
            time.sleep(0.05)

    def click(self) -> None:
        """Click the toolbar button as a person would."""
        self._evaluate(self._chrome, CLICK)

    def press(self, x: int, y: int) -> None:
        """Press the mouse's button at a place of the page, in CSS pixels."""
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            *({"type": f"pointer{to}", "button": 0} for to in ("Down", "Up")),
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self._call("input.performActions", context=self._tab, actions=[mouse])

    def to_tab(self, start: str) -> None:
        """Go on in the tab whose address begins so, as soon as there is one."""
        ending = time.monotonic() + PATIENT
        while time.monotonic() < ending:
            contexts = self._call("browsingContext.getTree")["contexts"]
            if found := [one["context"] for one in contexts if one["url"].startswith(start)]:
                self._tab = found[-1]
                return
            time.sleep(0.05)
        raise AssertionError(f"no tab at {start}")

    def shortcut(self, letter: str) -> None:
        """Give the command of Alt and a letter, as the browser's window does when they are pressed."""
        self._evaluate(self._chrome, f"document.querySelector('{KEYS} key[modifiers=alt][key={letter}]').doCommand()")

    def shown_in(self, code: str) -> str:
        """What an element of the page holds, its closed shadow trees too, as one string of JSON."""
        depths = {"maxDomDepth": 9, "includeShadowTree": "all"}
        target = {"context": self._tab}
        found = self._call(
            "script.evaluate", expression=code, target=target, awaitPromise=False, serializationOptions=depths
        )
        return json.dumps(found.get("result"), ensure_ascii=False)

    def places(self, code: str, tag: str) -> dict[str, tuple[float, float]]:
        """Words → middle of each element of a tag below an element, in its closed shadow trees, that is drawn."""
        depths = {"maxDomDepth": 9, "includeShadowTree": "all"}
        target = {"context": self._tab}
        found = self._call(
            "script.evaluate", expression=code, target=target, awaitPromise=False, serializationOptions=depths
        )
        middles = {}
        for words, shared in _elements(found.get("result", {}), tag):
            answer = self._call(
                "script.callFunction", functionDeclaration=MIDDLE, arguments=[{"sharedId": shared}],
                target=target, awaitPromise=False,
            )  # fmt: skip
            if told := [one["value"] for one in answer["result"].get("value") or []]:
                middles[words] = (told[0], told[1])
        return middles

    def picture(self, x: float, y: float, width: float, height: float) -> str:
        """What is seen in a box of the page, as base64 that is the same where it looks the same."""
        clip = {"type": "box", "x": x, "y": y, "width": width, "height": height}
        return str(self._call("browsingContext.captureScreenshot", context=self._tab, clip=clip)["data"])

    def addresses(self) -> dict[str, str]:
        """Tab → address of each tab."""
        return {str(tab["context"]): str(tab["url"]) for tab in self._call("browsingContext.getTree")["contexts"]}

    def run_in_chrome(self, code: str) -> Any:
        """The value of an expression in the browser's own window."""
        return self._evaluate(self._chrome, code)

    def run(self, code: str) -> Any:
        """The value of an expression in the tab's page."""
        return self._evaluate(self._tab, code)

    def wait_for(self, code: str) -> Any:
        """The value of an expression in the page, as soon as it is a true one."""
        ending = time.monotonic() + PATIENT
        while time.monotonic() < ending:
            if value := self.run(code):
                return value
            time.sleep(0.05)
        raise AssertionError(f"never true: {code}; the page says: {self.run('document.body.innerText')}")

    def _evaluate(self, context: str, code: str) -> Any:
        target = {"context": context}
        try:
            answer = self._call("script.evaluate", expression=code, target=target, awaitPromise=True)
        except RuntimeError:  # the page has just gone, the next one is not there yet
            return None
        return answer.get("result", {}).get("value")

    def _call(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=PATIENT))
            if answer.get("id") == number:
                break
            if answer.get("type") == "event":
                self.events.append(answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['message']}")
        return answer["result"]


def _extension_data(extension: Path) -> dict[str, str]:
    return {"type": "path" if extension.is_dir() else "archivePath", "path": str(extension)}


def _elements(node: dict[str, Any], tag: str) -> Iterator[tuple[str, str]]:
    """The words and the id of each element of a tag in what the browser told of a tree."""
    told = node.get("value") or {}
    if told.get("localName") == tag:
        yield _words(node), node["sharedId"]
    for child in (*told.get("children", []), *([told["shadowRoot"]] if told.get("shadowRoot") else [])):
        yield from _elements(child, tag)


def _words(node: dict[str, Any]) -> str:
    told = node.get("value") or {}
    return told.get("nodeValue", "") + "".join(map(_words, told.get("children", [])))


@contextmanager
def firefox(
    program: str, home: Path, command: tuple[str, ...] | None, extension: Path = EXTENSION
) -> Iterator[Firefox]:
    """Firefox with an empty home folder and the extension, a folder or a zip.

    ``command`` starts the registered host, None registers none.
    """
    if command:
        register(home, command)
    (home / "profile").mkdir()
    words = ["--headless", "--no-remote", "--profile", str(home / "profile")]
    remote = ["--remote-debugging-port", "0", "--remote-allow-system-access"]
    env = {**os.environ, "HOME": str(home)}
    said = home / "stderr"
    with said.open("w") as stderr:
        process = subprocess.Popen([program, *words, *remote], env=env, stderr=stderr)
    try:
        with connect(f"{_address(process, said)}/session", max_size=None, open_timeout=PATIENT) as socket:
            yield Firefox(socket, extension)
    finally:
        process.terminate()
        process.wait(timeout=PATIENT)


def register(home: Path, command: tuple[str, ...]) -> None:
    """Write a launcher and a host manifest where a Firefox with this home looks for it."""
    folder = home / ".mozilla" / "native-messaging-hosts"
    folder.mkdir(parents=True, exist_ok=True)
    launcher = str(write_launcher(folder, command))
    manifest = {"name": HOST_NAME, "description": "Jingdu, under test", "path": launcher, "type": "stdio"}
    (folder / f"{HOST_NAME}.json").write_text(json.dumps({**manifest, "allowed_extensions": [ADDON]}), "utf-8")


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    """Where Firefox listens, as it says on stderr after a second or more."""
    ending = time.monotonic() + PATIENT
    while time.monotonic() < ending and process.poll() is None:
        if found := re.search(r"ws://\S+", said.read_text("utf-8", "replace")):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(f"Firefox did not say where it listens: {said.read_text('utf-8', 'replace')}")
