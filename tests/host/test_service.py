"""The service: every message gets one reply, whatever its handler does."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NoReturn, get_type_hints

import pytest

from jingdu import handlers, service
from jingdu import protocol as messages
from jingdu.faults import Fault
from jingdu.protocol import Asked
from tests.support.host_process import golden, shape

pytestmark = pytest.mark.usefixtures("own_home")  # nothing is logged in the user's


def answer(message: object) -> Any:
    return json.loads(service.answer(json.dumps(message))[0])


class Panic(BaseException):
    """As Rust's panics arrive: no Exception."""


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
    def fail(asked: Asked) -> NoReturn:
        raise error

    with monkeypatch.context() as failing:
        failing.setattr(handlers, "handle", fail)
        reply = answer(golden("extract.request"))
    assert (reply["id"], reply["fault"]["code"]) == (2, code)
    assert "secret" not in json.dumps(reply) + capsys.readouterr().err
    assert answer(golden("hello.request"))["ok"]


def test_each_action_has_a_type_a_handler_and_two_goldens() -> None:
    for action in messages.ACTIONS:
        asked = messages.asked(golden(f"{action}.request"))
        assert get_type_hints(handlers.handler_of(action))["request"] is type(asked.request)
        assert golden(f"{action}.reply")["ok"]


IMPORTED = """
import json, sys
from jingdu import service
from jingdu.host import worker
for kind in sys.argv[1:]:
    reply, _ = service.answer(open(kind, encoding="utf-8").read())
    assert json.loads(reply)["ok"], reply
print(*(name for name in sys.modules if "." not in name or name.startswith("jingdu.")))
"""


def imported(*kinds: str) -> set[str]:
    """The modules of a host after it has answered the golden requests."""
    from tests.support.host_process import MESSAGES

    paths = [str(MESSAGES / f"{kind}.request.json") for kind in kinds]
    ended = subprocess.run([sys.executable, "-c", IMPORTED, *paths], capture_output=True, text=True, check=True)
    return set(ended.stdout.split())


def test_an_article_is_answered_without_importing_jieba_or_what_learns() -> None:
    names = imported("hello", "extract")
    assert {"lxml", "numpy"} <= names
    assert not names & {"jieba", "sklearn", "scipy", "joblib", "charset_normalizer", "urllib3", "argparse"}
    assert not [name for name in names if name.startswith("jingdu.learn")]


def test_the_doctor_answers_within_the_host() -> None:
    result = answer(golden("doctor.request"))["result"]
    assert shape(result["links"][0]) == shape(golden("doctor.reply")["result"]["links"][0])
    assert [link["state"] for link in result["links"] if link["name"] == "setup"] == ["fault"]
    assert "setup" in result["setup"]
