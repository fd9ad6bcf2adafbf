"""The door: what comes in has the right shape or is refused, and goldens stand for both languages."""

from __future__ import annotations

import json
from typing import Any

import pytest

from jingdu import protocol
from jingdu.faults import Fault
from jingdu.protocol.reading import Extract
from tests.support.host_process import golden

HELLO = golden("hello.request")
EXTRACT = golden("extract.request")


def test_a_page_of_which_it_is_not_said_counts_as_private() -> None:
    read = protocol.asked({name: value for name, value in EXTRACT.items() if name != "private"}).request
    assert isinstance(read, Extract) and read.private


def test_fields_of_a_newer_extension_are_ignored() -> None:
    assert protocol.asked(HELLO | {"platform": ["new"]}) == protocol.asked(HELLO)


def test_lone_surrogates_in_a_page_are_replaced() -> None:
    read = protocol.asked(json.loads('{"id": 1, "action": "extract", "html": "a\\ud83db"}')).request
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
        protocol.asked(message)
    assert (refused.value.code, protocol.identity(message)) == (code, identity)


def test_the_golden_parts_join_to_a_reply() -> None:
    parts = golden("part.reply")
    assert [part["part"] for part in parts] == list(range(parts[0]["parts"]))
    assert json.loads("".join(part["json"] for part in parts)).keys() == {"id", "ok", "result"}
