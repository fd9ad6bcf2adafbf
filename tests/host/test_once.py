"""Every action that changes data takes effect once, even if it is repeated because its reply was lost.

The worker or the host is killed after the change is on the disk and before the reply is sent. The supervisor then sends
the message to another worker, or the browser to another host.
"""

import base64
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.host_process import Port, golden
from tests.support.library_items import highlight
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
HELLO = golden("hello.request")
PROGRAM = """
import os, signal, sys
from jingdu import handlers, host

handle = handlers.handle

def kill_before_reply(asked):
    result = handle(asked)
    armed = sys.argv[1]
    if os.path.exists(armed) and asked.action == open(armed).read():
        os.unlink(armed)
        if sys.argv[2] == "host":
            os.kill(os.getppid(), signal.SIGKILL)
        os._exit(3)
    return result

handlers.handle = kill_before_reply
host.main()
"""
URL = "https://example.org/text"
MARK = highlight("h1")


def html(words: str) -> str:
    paragraph = f"<p>The {words} is long enough to be read, with several sentences. It goes on for a while.</p>"
    return f"<title>A {words}</title><body><article><h1>A {words}</h1>{paragraph * 5}</article>"


def save(words: str = "text", **how: Any) -> dict[str, Any]:
    private = {"private": False, "everything": False, "fetch_pictures": False}
    return {"action": "save", "html": html(words), "url": URL, **private, **how}


class Browser:
    """Sends requests to one host after another, as the extension does."""

    def __init__(self, start: Callable[..., Port], home: Path, killed: str) -> None:
        self._start = lambda: start(sys.executable, "-P", "-c", PROGRAM, str(home / "armed"), killed)
        self.home = home
        self._port = self._start()
        assert self._port.ask(HELLO)["ok"]

    def ask(self, **request: Any) -> Any:
        """The result of a request, which is sent to another host if this one dies."""
        self._port.send(request | {"id": 5})
        body = self._port.frame()
        if not body:
            self._port = self._start()
            return self.ask(**request)
        reply = json.loads(body)
        assert reply["ok"], reply
        return reply["result"]

    def ask_with_kill(self, **request: Any) -> Any:
        """The result of a request whose first reply is lost."""
        armed = self.home / "armed"
        armed.write_text(request["action"])
        result = self.ask(**request)
        assert not armed.exists()
        return result

    def articles(self) -> list[str]:
        """The title of each article, with a leading dash if it is in the trash."""
        listed = self.ask(action="library", sort="saved")["items"]
        trashed = self.ask(action="library", sort="saved", filters={"trashed": True})["items"]
        return sorted([one["title"] for one in listed] + [f"-{one['title']}" for one in trashed])

    def files(self) -> dict[str, bytes]:
        """All of the user's files except those that can be rebuilt."""
        kept = [
            path for path in self.home.rglob("*") if (path.is_file() and "Jingdu" in str(path)) or ".json" in path.name
        ]
        return {str(path): path.read_bytes() for path in kept if "index" not in path.name and path.name != "saves.json"}


def nothing(_: Browser) -> dict[str, Any]:
    return {}


def kept(browser: Browser) -> dict[str, Any]:
    return {"items": [browser.ask(**save())["item"]["id"]]}


def two_saved(browser: Browser) -> dict[str, Any]:
    text, poem = kept(browser), browser.ask(**save("poem", url=f"{URL}/2", if_duplicate="keep_both"))
    return {"items": [*text["items"], poem["item"]["id"]]}


def trashed(browser: Browser) -> dict[str, Any]:
    ids = two_saved(browser)
    browser.ask(action="trash_items", **ids)
    return ids


def read_later(browser: Browser) -> dict[str, Any]:
    """A read-later item, which becomes an article when its page is saved."""
    wait_for_job(browser, browser.ask(action="start_job", kind="import", **upload(browser)))
    return {}


def upload(browser: Browser) -> dict[str, Any]:
    bookmarks = f'<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="{URL}">Later</A></DL>'
    data = base64.b64encode(bookmarks.encode()).decode()
    browser.ask(action="upload", token="token-12345", name="bookmarks.html", offset=0, data=data)
    return {"options": {"token": "token-12345"}}


def highlighted(browser: Browser) -> dict[str, Any]:
    item = kept(browser)["items"][0]
    browser.ask(action="highlights", item=item, url=URL, put=[MARK], removed=[], private=False)
    return {"item": item}


CORRECT = {"action": "correct", "html": html("text"), "url": URL, "private": False}


def corrected(browser: Browser) -> dict[str, Any]:
    browser.ask(**CORRECT, put_in=[], left_out=[2])
    return {}


SAVED, TRASHED = ["A poem", "A text"], ["-A poem", "-A text"]
MARKING = {"action": "highlights", "url": URL, "private": False}
PICTURE = {"token": "token-12345", "url": "https://example.org/a.png", "type": "image/png", "part": 0, "parts": 1}
CASES: dict[str, tuple[Callable[[Browser], dict[str, Any]], dict[str, Any], list[str]]] = {
    "save": (nothing, save(key="k"), ["A text"]),
    "save both": (kept, save(key="k", if_duplicate="keep_both"), ["A text", "A text"]),
    "replace": (lambda browser: {"instead": kept(browser)["items"][0]},
                                 save("poem", key="k", if_duplicate="replace"), ["-A text", "A poem"]),
    "save a read-later item": (read_later, save(key="k"), ["A text"]),
    "edit": (kept, {"action": "edit_items", "changes": {"title": "A poem", "add_tags": ["one"], "read": True}},
             ["A poem"]),
    "trash": (two_saved, {"action": "trash_items"}, TRASHED),
    "restore": (trashed, {"action": "restore_items"}, SAVED),
    "delete": (trashed, {"action": "delete_items"}, []),
    "highlight": (lambda browser: {"item": kept(browser)["items"][0]}, {**MARKING, "put": [MARK]}, ["A text"]),
    "highlight an unsaved page": (nothing, {**MARKING, "put": [MARK]}, []),
    "remove a highlight": (highlighted, {**MARKING, "removed": ["h1"]}, ["A text"]),
    "settings": (nothing, {"action": "library_settings", "changes": {"fetch_pictures": False}}, []),
    "forget interests": (kept, {"action": "interests", "do": "reset"}, ["A text"]),
    "interests off": (kept, {"action": "interests", "do": "off"}, ["A text"]),
    "upload": (nothing, {"action": "upload", "token": "token-12345", "name": "a", "offset": 0, "data": "YQ=="}, []),
    "picture": (nothing, {"action": "picture", **PICTURE, "data": "YQ=="}, []),
    "import": (upload, {"action": "start_job", "kind": "import"}, ["Later"]),
    "reindex": (kept, {"action": "start_job", "kind": "reindex", "options": {}}, ["A text"]),
    "correct": (nothing, {**CORRECT, "put_in": [], "left_out": [2]}, []),
    "undo a correction": (corrected, {"action": "uncorrect", "url": URL}, []),
    "learn a site": (nothing, {"action": "extract", "html": html("text"), "url": URL, "private": False}, []),
}  # fmt: skip


@pytest.mark.sample(
    "save-worker", "save-host", "edit-worker", "highlight-worker", "import-worker", "learn a site-worker"
)
@pytest.mark.parametrize(
    ("case", "killed"), [(case, "worker") for case in CASES] + [(case, "host") for case in CASES if "save" in case]
)
def test_repeated_requests_take_effect_once(start: Callable[..., Port], tmp_path: Path, case: str, killed: str) -> None:
    before, request, expected = CASES[case]
    browser = Browser(start, tmp_path, killed)
    request = request | before(browser)
    first = browser.ask_with_kill(**request)
    wait_for_job(browser, first)
    files = browser.files()
    assert browser.articles() == expected
    again = browser.ask(**request)
    wait_for_job(browser, again)
    assert browser.files() == files
    if request["action"] == "save":
        assert again["item"]["id"] == first["item"]["id"]


def wait_for_job(browser: Browser, result: Any) -> None:
    """Waits for the job of a result, if any."""
    if job := result.get("job"):
        until(lambda: browser.ask(action="job", job=job)["state"] != "running")


def test_a_damaged_journal_does_not_stop_a_save(start: Callable[..., Port], tmp_path: Path) -> None:
    browser = Browser(start, tmp_path, "worker")
    browser.ask(**save(key="one"))
    (journal,) = tmp_path.rglob("saves.json")
    for damage in (b"", b"[[", b'[["one"]]', b'[["one",["x"],"never"]]', b"\xff", b'{"a":1}'):
        journal.write_bytes(damage)
        assert browser.ask(**save(key="two", if_duplicate="keep_both"))["item"]
