"""Web pages, frames and other extensions cannot access the extension's pages, its messages or the host."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright

from tests.support import paged_site as paged, prose
from tests.support.chromium import EXTENSION, HOST_NAME, ID, READER, REAL_HOST, Jingdu, background, drawn, jingdu
from tests.support.firefox import ADDON, Firefox
from tests.support.web_site import Site

MANIFEST = json.loads((EXTENSION / "manifest.json").read_text("utf-8"))
OURS = f"chrome-extension://{ID}/"
FILES = sorted(path.relative_to(EXTENSION).as_posix() for path in EXTENSION.rglob("*") if path.is_file())
POLICY = {
    rule.split()[0]: rule.split()[1:] for rule in MANIFEST["content_security_policy"]["extension_pages"].split(";")
}


def test_the_manifest_exposes_nothing() -> None:
    assert not {"externally_connectable", "web_accessible_resources", "host_permissions", "content_scripts"} & set(
        MANIFEST
    )
    assert set(MANIFEST["permissions"]) == {"activeTab", "scripting", "nativeMessaging", "storage", "contextMenus"}


def test_the_csp_of_our_pages_allows_only_our_own_files_and_pictures() -> None:
    assert POLICY["default-src"] == ["'none'"]
    assert POLICY["script-src"] == POLICY["style-src"] == ["'self'"]
    closed = ("connect-src", "object-src", "frame-src", "base-uri", "form-action", "frame-ancestors")
    assert all(POLICY[name] == ["'none'"] for name in closed)
    assert POLICY["require-trusted-types-for"] == ["'script'"]


ATTEMPTS = """async ([ours, files, reader]) => {
  const results = {};
  const tried = async (name, attempt) => {
    try { results[name] = await attempt(); } catch { results[name] = "refused"; }
  };
  const loads = (tag, set) => new Promise((go) => {
    const element = Object.assign(document.createElement(tag), set);
    element.onload = () => go("loaded");
    element.onerror = () => go("refused");
    document.body.append(element);
    setTimeout(() => go("refused"), 3000);
  });
  await tried("sendMessage", () => chrome.runtime.sendMessage(new URL(ours).hostname, { kind: "status" }));
  await tried("connect", () => chrome.runtime.connect(new URL(ours).hostname).name);
  await tried("browser", () => browser.runtime.sendMessage({ kind: "status" }));
  for (const file of files) await tried(`fetch ${file}`, async () => (await fetch(ours + file)).status);
  await tried("fetch opaque", async () => (await fetch(ours + files[0], { mode: "no-cors" })).type);
  await tried("import", () => import(ours + "background/main.js"));
  await tried("worker", () => new Promise((_, no) => {
    new Worker(ours + "background/main.js").onerror = no;
    setTimeout(no, 500);
  }));
  await tried("script", () => loads("script", { src: ours + "reader/boot.js" }));
  await tried("style", () => loads("link", { rel: "stylesheet", href: ours + "reader/page.css" }));
  await tried("image", () => loads("img", { src: ours + "icons/128.png" }));
  await tried("object", () => loads("object", { data: ours + "icons/128.png" }));
  for (const address of [reader, ours + "library/library.html", ours + "options/options.html"]) {
    const frame = document.createElement("iframe");
    frame.src = address;
    document.body.append(frame);
    await new Promise((go) => { frame.onload = go; setTimeout(go, 1500); });
    await tried("frame", () => frame.contentWindow.document.title || "refused");
    frame.contentWindow.postMessage({ kind: "open", key: "item=1" }, "*");
  }
  postMessage({ kind: "ask", request: { action: "library" } }, "*");
  new BroadcastChannel("library").postMessage("changed");
  return results;
}"""


def attempted(page: Page) -> dict[str, Any]:
    """The access attempts of a hostile page that succeed; none should."""
    shown: dict[str, Any] = page.evaluate(ATTEMPTS, [OURS, FILES, f"{READER}#item=3f9a1c5b7d2e4f608192"])
    return {name: what for name, what in shown.items() if what != "refused"}


@pytest.mark.browser
def test_a_page_cannot_access_the_extension(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    assert attempted(page) == {}
    assert not [frame.url for frame in page.frames if frame.url.startswith(OURS)]


NAVIGATIONS = {
    "location": "(to) => { location = to }",
    "a link": "(to) => { const a = document.createElement('a'); a.href = to; document.body.append(a); a.click() }",
    "a new window": "(to) => { open(to) }",
    "a form": "(to) => { const f = document.createElement('form'); f.action = to;"
    " document.body.append(f); f.submit() }",
    "refresh": "(to) => { const m = document.createElement('meta'); m.httpEquiv = 'refresh';"
    " m.content = '0;url=' + to; document.head.append(m) }",
    "history": "(to) => { history.pushState(null, '', to) }",
}


@pytest.mark.sample("a new window")
@pytest.mark.browser
@pytest.mark.parametrize("way", NAVIGATIONS)
def test_a_page_cannot_navigate_to_the_extension(reader: Jingdu, site: Site, way: str) -> None:
    """The extension's pages are not web-accessible, so the browser blocks them."""
    for address in (f"{READER}#item=3f9a1c5b7d2e4f608192", f"{READER}?x#<script>", f"{OURS}library/library.html"):
        page = reader.open(site.put(prose.english()))
        try:
            page.evaluate(NAVIGATIONS[way], address)
        except Exception as refused:  # the navigation is blocked, or leads to an error page of the browser
            assert "rror" in str(refused)
        page.wait_for_timeout(400)
        assert not [one.url for one in reader.context.pages if one.url.startswith(OURS)]
        page.close()


@pytest.fixture
def with_stranger(playwright: Playwright, tmp_path: Path) -> Iterator[tuple[Jingdu, str]]:
    """A browser with another extension beside ours, and the id of that extension."""
    folder = tmp_path / "stranger"
    folder.mkdir()
    manifest = {
        "manifest_version": 3, "name": "Stranger", "version": "1",
        "permissions": ["nativeMessaging", "tabs", "scripting", "management"], "host_permissions": ["<all_urls>"],
        "background": {"service_worker": "worker.js"},
    }  # fmt: skip
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    (folder / "worker.js").write_text("chrome.runtime.onInstalled.addListener(() => {})", "utf-8")
    with jingdu(playwright, tmp_path / "profile", REAL_HOST, folder) as running:
        others = (one.url.split("/")[2] for one in running.context.service_workers if not one.url.startswith(OURS))
        yield running, next(others)


ATTEMPTS_OF_EXTENSION = """async ([id, host, pages]) => {
  const results = {};
  const tried = async (name, attempt) => {
    try { results[name] = (await attempt()) ?? "nothing"; } catch (error) {
      results[name] = `refused: ${error.message}`;
    }
  };
  const ended = (port) => new Promise((go) => {
    port.onMessage.addListener((message) => go(`answered ${JSON.stringify(message)}`));
    port.onDisconnect.addListener(() => go(`refused: ${chrome.runtime.lastError?.message}`));
    try {
      port.postMessage({ id: 1, action: "hello", protocol: 1, extension: "0.1.0" });
    } catch (error) {
      go(`refused: ${error.message}`);
    }
  });
  const asked = [{ kind: "status" }, { kind: "ask", request: { action: "library" } }, { kind: "open", key: "item=1" }];
  for (const message of asked)
    await tried(`message ${message.kind}`, () => chrome.runtime.sendMessage(id, message));
  await tried("connect", () => ended(chrome.runtime.connect(id)));
  await tried("host", () => ended(chrome.runtime.connectNative(host)));
  await tried("native message", () => chrome.runtime.sendNativeMessage(host, { id: 1, action: "hello" }));
  await tried("fetch", async () => (await fetch(`chrome-extension://${id}/manifest.json`)).status);
  for (const url of pages) {
    const tab = await chrome.tabs.create({ url });
    await new Promise((go) => setTimeout(go, 800));
    await tried(`script in ${url.split("/").pop()}`, () =>
      chrome.scripting.executeScript({ target: { tabId: tab.id }, func: () => document.title }));
    await tried(`message to ${url.split("/").pop()}`, () =>
      chrome.tabs.sendMessage(tab.id, { kind: "press_save", tab: tab.id }));
    await chrome.tabs.remove(tab.id);
  }
  return results;
}"""


@pytest.mark.browser
def test_another_extension_cannot_access_ours_or_the_host(with_stranger: tuple[Jingdu, str]) -> None:
    running, stranger = with_stranger
    pages = [f"{OURS}library/library.html", f"{OURS}reader/reader.html#item=1"]
    shown = background(running.context, stranger).evaluate(ATTEMPTS_OF_EXTENSION, [ID, HOST_NAME, pages])
    assert {name: what for name, what in shown.items() if not str(what).startswith("refused")} == {}
    assert "forbidden" in shown["host"]


SEND = """async (messages) => {
  const results = [];
  for (const message of messages)
    results.push(await chrome.runtime.sendMessage(message).then((reply) => reply ?? "no answer", () => "no answer"));
  return results;
}"""


@pytest.mark.browser
def test_a_reader_page_can_only_act_on_its_own_article(reader: Jingdu, site: Site) -> None:
    first, second = (reader.read(site.put(prose.english())) for _ in range(2))
    theirs, own = (page.url.partition("#")[2] for page in (first, second))
    others = [{"kind": kind, "key": theirs} for kind in ("open", "everything", "explain", "leave", "save")]
    wrong = [
        {"kind": "open"},
        {"kind": "open", "key": 5},
        {"kind": "__proto__", "key": own},
        {"kind": "toString", "key": own},
    ]
    assert second.evaluate(SEND, [*others, *wrong]) == ["no answer"] * 9
    assert second.evaluate(SEND, [{"kind": "open", "key": own}])[0]["state"] == "article"


SEND_FROM_CONTENT_SCRIPT = """async ([url, messages]) => {
  const [tab] = (await chrome.tabs.query({})).filter((one) => one.url === url);
  const send = (messages) => Promise.all(messages.map((one) =>
    chrome.runtime.sendMessage(one).then((reply) => reply ?? "no answer", () => "no answer")));
  const injection = { target: { tabId: tab.id }, func: send, args: [messages] };
  const [{ result }] = await chrome.scripting.executeScript(injection);
  return result;
}"""


@pytest.mark.browser
def test_messages_of_a_content_script_are_ignored(reader: Jingdu) -> None:
    """A content script may only send the messages that the background expects from it.

    The article has several pages, so that its tab stays open beside the reader and scripts can still run in it.
    """
    with paged.serving() as several:
        page = reader.open(several.put("script", 3))
        with reader.context.expect_page() as beside:
            reader.click(page)
        drawn(beside.value)
        own = beside.value.url.partition("#")[2]
        messages = [
            {"kind": "ask", "request": {"action": "library"}}, {"kind": "open", "key": "item=1"}, {"kind": "status"},
            {"kind": "doctor", "fix": True}, {"kind": "save", "key": own}, {"kind": "host_again"}, {"kind": "leave"},
            {"kind": "open", "key": own}, {"kind": "show_library"}, {"kind": "sample", "language": "en"},
            {"kind": "picture", "token": "a" * 36, "url": "x", "part": 0, "parts": 1, "data": ""},
            {"kind": "notice", "choice": "replace"}, {"kind": "choose", "key": own, "put_in": [], "left_out": []},
        ]  # fmt: skip
        assert reader.worker.evaluate(SEND_FROM_CONTENT_SCRIPT, [page.url, messages]) == ["no answer"] * len(messages)


@pytest.mark.long
@pytest.mark.browser
def test_a_page_cannot_access_the_extension_in_firefox(fox: Firefox, site: Site) -> None:
    """Even if it knows the random origin of the extension in this profile."""
    name = fox.run_in_chrome(f'WebExtensionPolicy.getByID("{ADDON}").mozExtensionHostname')
    ours = f"moz-extension://{name}/"
    address = site.put(prose.english())
    fox.open(address)
    argument = json.dumps([ours, FILES[:20], f"{ours}reader/reader.html#item=1"])
    result = json.loads(fox.run(f"({ATTEMPTS})({argument}).then(JSON.stringify)"))
    assert {name: what for name, what in result.items() if what != "refused"} == {}
    for way in ("location", "a form"):
        fox.open(address)
        fox.run(f"try {{ ({NAVIGATIONS[way]})({json.dumps(ours + 'reader/reader.html#item=1')}) }} catch {{}}")
        assert str(fox.run("new Promise((go) => setTimeout(() => go(location.href), 700))")).startswith("http"), way


def test_our_code_accepts_no_external_or_window_messages() -> None:
    code = {
        path: (EXTENSION / path).read_text("utf-8") for path in FILES if path.endswith(".js") and "vendor" not in path
    }
    for word in ("onMessageExternal", "onConnectExternal", "onConnect.", "onUserScriptMessage", "window.postMessage"):
        assert not [path for path, text in code.items() if word in text], word
    listening = [path for path, text in code.items() if "onMessage.addListener" in text]
    unchecked = [path for path in listening if "sender.id !== browser.runtime.id" not in code[path]]
    assert unchecked == ["background/link.js"]  # the port of the host
    heard = [path for path, text in code.items() if 'addEventListener("message"' in text]
    assert heard == ["shared/ask.js"]  # a BroadcastChannel, which is limited to our origin
