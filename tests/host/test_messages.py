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
    "text": ("hello", "bad_message", None),
    "a number": (1, "bad_message", None),
    "true": (True, "bad_message", None),
    "no field": ({}, "bad_message", None),
    "no action": ({"id": 1}, "bad_message", 1),
    "action no text": (HELLO | {"action": 1}, "bad_message", 1),
    "action a list": (HELLO | {"action": ["hello"]}, "bad_message", 1),
    "action unknown": (HELLO | {"action": "erase"}, "unknown_action", 1),
    "action with a path": (HELLO | {"action": "os.system"}, "unknown_action", 1),
    "action unknown, no id": ({"action": "erase"}, "unknown_action", None),
    "no id": ({"action": "hello", "protocol": 1, "extension": "1"}, "bad_message", None),
    "id null": (HELLO | {"id": None}, "bad_message", None),
    "id text": (HELLO | {"id": "1"}, "bad_message", None),
    "id below zero": (HELLO | {"id": -1}, "bad_message", None),
    "id with a fraction": (HELLO | {"id": 1.0}, "bad_message", None),
    "id true": (HELLO | {"id": True}, "bad_message", None),
    "id inexact in JavaScript": (HELLO | {"id": 2**53}, "bad_message", None),
    "protocol text": (HELLO | {"protocol": "1"}, "bad_message", 1),
    "protocol infinite": (HELLO | {"protocol": json.loads("1e999")}, "bad_message", 1),
    "extension a number": (HELLO | {"extension": 1}, "bad_message", 1),
    "html missing": ({"id": 2, "action": "extract"}, "bad_message", 2),
    "html null": (EXTRACT | {"html": None}, "bad_message", 2),
    "url a number": (EXTRACT | {"url": 1}, "bad_message", 2),
    "extractor a list": (EXTRACT | {"extractor": []}, "bad_message", 2),
    "everything null": (EXTRACT | {"everything": None}, "bad_message", 2),
    "everything a number": (EXTRACT | {"everything": 1}, "bad_message", 2),
    "private null": (EXTRACT | {"private": None}, "bad_message", 2),
    "private text": (EXTRACT | {"private": "no"}, "bad_message", 2),
    "selection an object": (EXTRACT | {"selection": {}}, "bad_message", 2),
}


@pytest.mark.parametrize(("message", "code", "identity"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_shape_is_refused_by_its_code_and_to_its_id(message: Any, code: str, identity: int | None) -> None:
    with pytest.raises(Fault) as refused:
        protocol.asked(message)
    assert (refused.value.code, protocol.identity(message)) == (code, identity)


def test_a_refusal_names_the_field() -> None:
    with pytest.raises(Fault, match="html should be text"):
        protocol.asked(EXTRACT | {"html": 1})


@pytest.mark.parametrize(("kind", "identity", "code"), [("failure", 2, "no_article"), ("unread", None, "bad_json")])
def test_a_failure_reads_as_its_golden(kind: str, identity: int | None, code: str) -> None:
    assert json.loads(protocol.failure(identity, Fault(code))) == golden(f"{kind}.reply")


def test_the_golden_parts_join_to_a_reply() -> None:
    parts = golden("part.reply")
    assert [part["part"] for part in parts] == list(range(parts[0]["parts"]))
    assert json.loads("".join(part["json"] for part in parts)).keys() == {"id", "ok", "result"}


def test_a_reply_keeps_chinese_unescaped() -> None:
    assert "净读" in protocol.failure(1, Fault("internal", "净读"))
