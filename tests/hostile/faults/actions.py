"""The actions under fault injection: requests of the extension and commands.

Ids and times are deterministic, so that the resulting files can be compared.
"""

import contextlib
import io
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from jingdu import service
from jingdu.__main__ import main
from jingdu.faults import FAULTS, Fault
from jingdu.library import names, repository, saving
from tests.support.library_items import PNG, highlight

URL: Final = "https://example.org/ferry"
NEW_URL: Final = "https://example.org/rope"
READ_URL: Final = "https://example.net/read"
NEW_ID: Final = "jnew0000000000000000"
KEPT, OTHER, THIRD = "jkept000000000000000", "jother00000000000000", "jthird00000000000000"
TOKEN: Final = "0b5f8f62-6e3c-4a53-9f0e-2f1c8f4ad7aa"
_PARAGRAPH: Final = "There is no engine on the {0}, and there never has been one. {0} 渡船没有发动机，两百年来都这样。"


def page(words: str, number: int = 5, *, picture: bool = True) -> str:
    """A small page about ``words``."""
    text = "".join(f"<p>{_PARAGRAPH.format(f'{words} {one}')}</p>" for one in range(number))
    image = '<p><img src="https://example.org/ferry.png" alt="a ferry" width="640" height="480"></p>' if picture else ""
    return f"<title>{words}</title><body><article><h1>{words}</h1>{text}{image}</article></body>"


class Outcome(NamedTuple):
    """The outcome that was reported to the user."""

    codes: list[str]
    """``ok`` or the fault code of each reply."""
    acknowledged: bool


def ask(action: str, **fields: Any) -> dict[str, Any]:
    """The reply to a message."""
    mine = {"private": False} if action in ("save", "highlights", "extract") else {}
    answer: dict[str, Any] = json.loads(service.answer(json.dumps({"id": 1, "action": action, **mine, **fields}))[0])
    return answer


def run_deferred() -> None:
    """Runs all deferred work of the service."""
    list(service.background_work())


def _send(*messages: tuple[str, dict[str, Any]]) -> Outcome:
    codes: list[str] = []
    for action, fields in messages:
        reply = ask(action, **fields)
        codes.append("ok" if reply.get("ok") else reply["fault"]["code"])
        if action == "start_job" and reply.get("ok"):
            run_deferred()
            codes.append(_job_outcome(reply["result"]["job"]))
        if codes[-1] != "ok":
            break
    acknowledged = set(codes) == {"ok"}
    _notify(acknowledged)
    run_deferred()
    return Outcome(codes, acknowledged)


def _job_outcome(job: str) -> str:
    """``ok``, or the code of the fault whose message the job reports."""
    state = ask("job", job=job)["result"]
    if state["state"] == "done":
        return "ok"
    return next((code for code, (_, words) in FAULTS.items() if words == state["message"]), state["message"])


on_acknowledged: list[Callable[[], None]] = []
"""Callbacks that run as soon as an action is acknowledged."""


def _notify(acknowledged: bool) -> None:
    for call in on_acknowledged if acknowledged else ():
        call()


def _run(*words: str) -> Outcome:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            code = main(list(words))
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
    result, clear = said.getvalue(), not code and "jingdu: " not in said.getvalue()
    _notify(clear)
    bug = "Traceback" in result or FAULTS["internal"][1] in result
    return Outcome(["internal" if bug else "ok" if not code else f"exit {code}"], clear)


def actions(home: Path) -> dict[str, Callable[[], Outcome]]:
    """Name → action on the library of ``home``."""
    new = {"html": page("rope ferry"), "url": NEW_URL, "fetch_pictures": False, "pictures": TOKEN}
    exports, imports = str(home / "out"), home / "in"
    return {
        "save": lambda: _send(("save", new | {"key": "a save"})),
        "the first save": lambda: _send(("save", new)),
        "the first highlight": lambda: _send(("highlights", {"url": READ_URL, "put": [highlight("h3")]})),
        "save a page with highlights": lambda: _send(("save", {**new, "url": READ_URL})),
        "replace": lambda: _send(("save", {**new, "url": URL, "if_duplicate": "replace", "instead": KEPT, "key": "b"})),
        "edit": lambda: _send(("edit_items", {"items": [KEPT], "changes": {"add_tags": ["new"], "read": True}})),
        "edit the title": lambda: _send(("edit_items", {"items": [KEPT], "changes": {"title": "Another"}})),
        "late pictures": lambda: _call(lambda: repository.add_pictures(THIRD, {"https://example.org/ferry.png": PNG})),
        "trash": lambda: _send(("trash_items", {"items": [KEPT]})),
        "restore": lambda: _send(("restore_items", {"items": [OTHER]})),
        "delete": lambda: _send(("delete_items", {"items": [KEPT]})),
        "highlights": lambda: _send(("highlights", {"item": KEPT, "url": URL, "put": [highlight("h2")]})),
        "highlights of a page": lambda: _send(("highlights", {"url": READ_URL, "put": [highlight("h3")]})),
        "the last highlight": lambda: _send(("highlights", {"item": KEPT, "url": URL, "removed": ["h1"]})),
        "settings": lambda: _send(("library_settings", {"changes": {"fetch_pictures": False}})),
        "another folder": lambda: _send(("library_settings", {"changes": {"folder": str(home / "Other")}})),
        "read a page": lambda: _send(("extract", {"html": page("another page"), "url": f"{URL}/2"})),
        "re-read": lambda: _run("re-read", THIRD),
        "interests": lambda: _send(("library", {"query": "", "sort": "interest"}), ("interests", {"do": "show"})),
        "forget interests": lambda: _send(("interests", {"do": "reset"})),
        "a new index": lambda: _send(("library", {"query": "ferry"})),
        "reindex": lambda: _send(("start_job", {"kind": "reindex", "options": {}})),
        "empty the trash": lambda: _call(lambda: list(repository.empty_trash(datetime.now(UTC) + timedelta(days=31)))),
        "import ours": lambda: _run("import", str(imports / "o.json")),
        "import bookmarks": lambda: _run("import", str(imports / "bookmarks.html")),
        "import pages": lambda: _run("import", str(imports / "pages")),
        "export json": lambda: _run("export", "--format", "json", "--out", exports),
        "export markdown": lambda: _run("export", "--format", "markdown", "--out", exports),
        "export html": lambda: _run("export", "--format", "html", "--out", exports),
        "export epub": lambda: _run("export", "--format", "epub", "--out", exports),
    }


def _call(work: Callable[[], object]) -> Outcome:
    """The outcome of background work."""
    try:
        work()
    except Fault as fault:
        return Outcome([fault.code], False)
    _notify(True)
    return Outcome(["ok"], True)


@contextlib.contextmanager
def deterministic() -> Iterator[None]:
    """Makes ids and times deterministic."""
    before = names.secrets, saving.now
    ids = (f"{NEW_ID[1:-2]}{number:02}" for number in range(100))
    names.secrets = SimpleNamespace(token_hex=lambda size: next(ids))  # type: ignore[assignment]
    saving.now = lambda: "2026-11-22T10:00:00+00:00"
    try:
        yield
    finally:
        names.secrets, saving.now = before
