"""Every message gets one reply, whatever its handler does; messages of a wrong shape are refused.

The log is rotated, and its errors stop nothing; that it has no word of any page is tried in tests/hostile."""

import json
import re
from pathlib import Path
from typing import Any, NoReturn, get_type_hints

import pytest

from jingdu import handlers, logs, protocol as messages, service
from jingdu.faults import Fault
from jingdu.protocol import Call
from jingdu.protocol.reading import Extract
from tests.support.host_process import Port, golden, shape

pytestmark = pytest.mark.usefixtures("own_home")  # nothing is logged in the user's


def answer(message: object) -> Any:
    return json.loads(service.answer(json.dumps(message))[0])


class Panic(BaseException):
    """Like a panic of Rust code: not an Exception."""


RAISED = {
    "a fault": (Fault("no_article"), "no_article"),
    "an error": (ValueError("secret text of a page"), "internal"),
    "no memory": (MemoryError(), "page_too_large"),
    "a panic": (Panic(), "internal"),
}


@pytest.mark.parametrize(("error", "code"), RAISED.values(), ids=RAISED.keys())
def test_whatever_a_handler_raises_is_a_fault_and_the_next_request_is_answered(
    error: BaseException, code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An error is logged by its type and place, without its message."""

    def fail(asked: Call) -> NoReturn:
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(handlers, "handle", fail)
        reply = answer(golden("extract.request"))
    assert (reply["id"], reply["fault"]["code"]) == (2, code)
    log = Path(logs.path()).read_text()
    assert "secret" not in json.dumps(reply) + capsys.readouterr().err + log
    assert f"error {type(error).__name__} at test_service.py:" in log or code == "no_article"
    assert answer(golden("hello.request"))["ok"]


def test_each_action_has_a_type_a_handler_and_two_goldens() -> None:
    for action in messages.ACTIONS:
        asked = messages.call_of(golden(f"{action}.request"))
        assert get_type_hints(getattr(handlers.module_of(action), action))["request"] is type(asked.request)
        assert golden(f"{action}.reply")["ok"]


def test_the_doctor_answers_within_the_host() -> None:
    result = answer(golden("doctor.request"))["result"]
    assert shape(result["links"][0]) == shape(golden("doctor.reply")["result"]["links"][0])
    assert [link["state"] for link in result["links"] if link["name"] == "setup"] == ["fault"]
    assert "setup" in result["setup"]


def test_the_doctor_answers_in_the_language_of_the_extension() -> None:
    for language, said in (("zh-CN", "没有为此用户安装净读"), ("xx", "Jingdu is not set up for this user")):
        links = answer(golden("doctor.request") | {"language": language})["result"]["links"]
        (setup,) = [link for link in links if link["name"] == "setup"]
        assert setup["said"] == said
        assert re.match("Run: .*(setup|setup.py)$", setup["cure"])


HELLO = golden("hello.request")
EXTRACT = golden("extract.request")


def test_a_page_counts_as_private_unless_stated() -> None:
    read = messages.call_of({name: value for name, value in EXTRACT.items() if name != "private"}).request
    assert isinstance(read, Extract) and read.private


def test_fields_of_a_newer_extension_are_ignored() -> None:
    assert messages.call_of(HELLO | {"platform": ["new"]}) == messages.call_of(HELLO)


def test_lone_surrogates_in_a_page_are_replaced() -> None:
    read = messages.call_of(json.loads('{"id": 1, "action": "extract", "html": "a\\ud83db"}')).request
    assert isinstance(read, Extract) and read.html == "a\ufffdb"


WRONG: dict[str, tuple[Any, str, int | None]] = {
    "null": (None, "bad_message", None),
    "a list": ([HELLO], "bad_message", None),
    "no action": ({"id": 1}, "bad_message", 1),
    "action no text": (HELLO | {"action": 1}, "bad_message", 1),
    "action unknown": (HELLO | {"action": "erase"}, "unknown_action", 1),
    "no id": ({"action": "hello", "protocol": 1, "extension": "1"}, "bad_message", None),
    "id text": (HELLO | {"id": "1"}, "bad_message", None),
    "id below zero": (HELLO | {"id": -1}, "bad_message", None),
    "id inexact in JavaScript": (HELLO | {"id": 2**53}, "bad_message", None),
    "protocol text": (HELLO | {"protocol": "1"}, "bad_message", 1),
    "html null": (EXTRACT | {"html": None}, "bad_message", 2),
    "everything a number": (EXTRACT | {"everything": 1}, "bad_message", 2),
    "selection an object": (EXTRACT | {"selection": {}}, "bad_message", 2),
}


@pytest.mark.parametrize(("message", "code", "identity"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_shape_is_refused_by_its_code_and_to_its_id(message: Any, code: str, identity: int | None) -> None:
    with pytest.raises(Fault) as refused:
        messages.call_of(message)
    assert (refused.value.code, messages.identity(message)) == (code, identity)


def test_the_golden_parts_join_to_a_reply() -> None:
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


def test_a_host_that_cannot_write_a_log_answers(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the home should be")
    with Port(blocked) as port:
        assert port.ask(golden("hello.request")) == golden("hello.reply")
        assert port.close() == (0, b"", b"")
