"""Every message gets exactly one reply, whatever its handler does; invalid messages are rejected.

The log is rotated, and its errors are ignored. tests/hostile checks that it contains no text of pages.
"""

import json
import re
from pathlib import Path
from typing import Any, NoReturn, get_type_hints

import pytest

from jingdu import handlers, logs, protocol as messages, service
from jingdu.faults import Fault
from jingdu.handlers import reading
from jingdu.protocol import Call
from jingdu.protocol.reading import Extract
from tests.support.host_process import Port, golden, shape

pytestmark = pytest.mark.usefixtures("own_home")  # do not write to the user's log


def answer(message: object) -> Any:
    return json.loads(service.answer(json.dumps(message))[0])


class Panic(BaseException):
    """Like a panic in Rust code: not an Exception."""


RAISED = {
    "fault": (Fault("no_article"), "no_article"),
    "error": (ValueError("secret text of a page"), "internal"),
    "out of memory": (MemoryError(), "page_too_large"),
    "panic": (Panic(), "internal"),
}


@pytest.mark.parametrize(("error", "code"), RAISED.values(), ids=RAISED.keys())
def test_handler_errors_become_faults_and_the_service_continues(
    error: BaseException, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error is logged by type and location, without its message."""

    def fail(call: Call) -> NoReturn:
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(handlers, "handle", fail)
        reply = answer(golden("extract.request"))
    assert (reply["id"], reply["fault"]["code"]) == (2, code)
    log = Path(logs.path()).read_text()
    assert "secret" not in json.dumps(reply) + capsys.readouterr().err + log
    assert f"error {type(error).__name__} at test_service.py:" in log or code == "no_article"
    assert answer(golden("hello.request"))["ok"]


def test_each_action_has_a_type_a_handler_and_goldens() -> None:
    for action in messages.ACTIONS:
        call = messages.call_of(golden(f"{action}.request"))
        assert get_type_hints(getattr(handlers.module_of(action), action))["request"] is type(call.request)
        assert golden(f"{action}.reply")["ok"]


def test_the_host_runs_the_doctor() -> None:
    result = answer(golden("doctor.request"))["result"]
    assert shape(result["links"][0]) == shape(golden("doctor.reply")["result"]["links"][0])
    assert [link["state"] for link in result["links"] if link["name"] == "setup"] == ["fault"]
    assert "setup" in result["setup"]


def test_the_doctor_uses_the_language_of_the_extension() -> None:
    for language, message in (("zh-CN", "没有为此用户安装净读"), ("xx", "Jingdu is not set up for this user")):
        links = answer(golden("doctor.request") | {"language": language})["result"]["links"]
        (setup,) = [link for link in links if link["name"] == "setup"]
        assert setup["said"] == message
        assert re.match("Run: .*(setup|setup.py)$", setup["cure"])


HELLO = golden("hello.request")
EXTRACT = golden("extract.request")


def test_a_page_counts_as_private_unless_stated() -> None:
    read = messages.call_of({name: value for name, value in EXTRACT.items() if name != "private"}).request
    assert isinstance(read, Extract) and read.private


@pytest.mark.parametrize("action", ["extract", "save"])
def test_the_last_pages_stay_in_memory_once_the_host_is_idle(action: str) -> None:
    urls = [f"https://example.org/{number}" for number in range(reading.MAX_PAGES + 2)]
    for url in urls:
        assert answer(golden(f"{action}.request") | {"private": False, "url": url})["ok"]
        list(service.background_work())
    assert [url for _, url, _ in reading._recent] == urls[2:]


@pytest.mark.parametrize("html", [EXTRACT["html"], "<p>No article.</p>"])
def test_requests_without_a_pause_keep_one_more_page(html: str) -> None:
    for number in range(reading.MAX_PAGES + 3):
        answer(EXTRACT | {"private": False, "html": html, "url": f"https://example.org/{number}"})
    assert len(reading._recent) == reading.MAX_PAGES + 1


def test_a_page_larger_than_the_cache_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_CHARS", len(EXTRACT["html"]) - 1)
    assert answer(EXTRACT | {"private": False})["ok"]
    assert not reading._recent


def test_fields_of_a_newer_extension_are_ignored() -> None:
    assert messages.call_of(HELLO | {"platform": ["new"]}) == messages.call_of(HELLO)


def test_lone_surrogates_in_a_page_are_replaced() -> None:
    read = messages.call_of(json.loads('{"id": 1, "action": "extract", "html": "a\\ud83db"}')).request
    assert isinstance(read, Extract) and read.html == "a\ufffdb"


INVALID: dict[str, tuple[Any, str, int | None]] = {
    "null": (None, "bad_message", None),
    "list": ([HELLO], "bad_message", None),
    "no action": ({"id": 1}, "bad_message", 1),
    "action not a string": (HELLO | {"action": 1}, "bad_message", 1),
    "unknown action": (HELLO | {"action": "erase"}, "unknown_action", 1),
    "no id": ({"action": "hello", "protocol": 1, "extension": "1"}, "bad_message", None),
    "id a string": (HELLO | {"id": "1"}, "bad_message", None),
    "negative id": (HELLO | {"id": -1}, "bad_message", None),
    "id too large for JavaScript": (HELLO | {"id": 2**53}, "bad_message", None),
    "protocol a string": (HELLO | {"protocol": "1"}, "bad_message", 1),
    "html null": (EXTRACT | {"html": None}, "bad_message", 2),
    "everything a number": (EXTRACT | {"everything": 1}, "bad_message", 2),
    "selection an object": (EXTRACT | {"selection": {}}, "bad_message", 2),
}


@pytest.mark.parametrize(("message", "code", "identity"), INVALID.values(), ids=INVALID.keys())
def test_invalid_messages_are_rejected_with_code_and_id(message: Any, code: str, identity: int | None) -> None:
    with pytest.raises(Fault) as rejected:
        messages.call_of(message)
    assert (rejected.value.code, messages.identity(message)) == (code, identity)


def test_golden_parts_join_to_a_reply() -> None:
    parts = golden("part.reply")
    assert [part["part"] for part in parts] == list(range(parts[0]["parts"]))
    assert json.loads("".join(part["json"] for part in parts)).keys() == {"id", "ok", "result"}


def test_the_log_is_rotated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_SIZE", 100)
    for number in range(20):
        logs.note(f"event {number:02} " + "x" * 100)
    state = Path(logs.folder())
    assert sorted(path.name for path in state.iterdir()) == ["host.log", "host.log.1", "host.log.2"]
    newest = [(state / name).read_text().split()[3] for name in ("host.log", "host.log.1", "host.log.2")]
    assert newest == ["19", "18", "17"]


def test_the_host_works_without_a_writable_log(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the home should be")
    with Port(blocked) as port:
        assert port.ask(golden("hello.request")) == golden("hello.reply")
        assert port.close() == (0, b"", b"")
