"""Frames in and out: each broken one has one outcome, and long replies arrive whole."""

from __future__ import annotations

import io
import json
import struct
import subprocess
import sys
from typing import Any

import pytest

from jingdu.faults import Fault
from jingdu.protocol import wire
from tests.support.host_process import frame

MIB = 1024 * 1024


def received(data: bytes) -> list[str]:
    """What comes of a stream of bytes: texts, codes of faults, and how it ends."""
    codec = wire.Wire(io.BufferedReader(io.BytesIO(data)), io.BytesIO())
    outcomes: list[Any] = []
    while True:
        try:
            message = codec.receive()
        except (EOFError, wire.SyncError) as end:
            return [*outcomes, type(end).__name__]
        outcomes.append(message.code if isinstance(message, Fault) else message)


NEXT = frame(b'"next"')

INPUTS = {
    "nothing": (b"", ["EOFError"]),
    "three bytes of length": (NEXT + b"\x01\x00\x00", ['"next"', "SyncError"]),
    "body cut short": (frame(b"12345")[:-1], ["SyncError"]),
    "length zero": (frame(b"") + NEXT, ["", '"next"', "EOFError"]),
    "Chinese": (frame("净读".encode()) + NEXT, ["净读", '"next"', "EOFError"]),
    "not UTF-8": (frame(b"\xff\xfe") + NEXT, ["bad_utf8", '"next"', "EOFError"]),
    "cut UTF-8": (frame("净".encode()[:2]) + NEXT, ["bad_utf8", '"next"', "EOFError"]),
    "too large, then a good one": (
        frame(b" " * (64 * MIB + 1)) + NEXT,
        ["message_too_large", '"next"', "EOFError"],
    ),
    "larger than any browser sends": (struct.pack("=I", 256 * MIB + 1) + NEXT, ["SyncError"]),
}


@pytest.mark.parametrize(("data", "outcomes"), INPUTS.values(), ids=INPUTS.keys())
def test_each_stream_of_bytes_has_its_outcome(data: bytes, outcomes: list[str]) -> None:
    assert received(data) == outcomes


REPLIES = {
    "as long as a frame": "a" * (MIB - 2),
    "one byte longer": "a" * (MIB - 1),
    "10 MB of Chinese": "净读把网页变成文章。" * 350_000,
    "quotes": '"' * MIB,
    "backslashes": "\\" * MIB,
    "control characters": "".join(map(chr, range(32))) * 50_000,
    "escapes that look cut": "\\u00" * 400_000,
}


@pytest.mark.parametrize("text", REPLIES.values(), ids=REPLIES.keys())
def test_a_reply_arrives_whole_in_frames_below_the_limit(text: str) -> None:
    reply = json.dumps(text, ensure_ascii=False)
    bodies = [body.encode() for body in wire.frames(reply, 7)]
    assert max(map(len, bodies)) <= MIB
    assert joined(bodies) == text


def joined(bodies: list[bytes]) -> object:
    """A reply put together as the extension does it."""
    if len(bodies) == 1:
        return json.loads(bodies[0])
    parts = [json.loads(body) for body in bodies]
    assert [(part["id"], part["part"], part["parts"]) for part in parts] == [
        (7, number, len(bodies)) for number in range(len(bodies))
    ]
    return json.loads("".join(part["json"] for part in parts))


SURROGATES = {
    "high": ("a\ud83db", "a\ufffdb"),
    "low": ("\ude00", "\ufffd"),
    "two high": ("\ud83d\ud83d", "\ufffd\ufffd"),
    "at the end": ("净\ud83d", "净\ufffd"),
    "a pair in two halves": ("\ud83d\ude00", "😀"),
    "none": ("净\ufffd😀", "净\ufffd😀"),
}


@pytest.mark.parametrize(("text", "well_formed"), SURROGATES.values(), ids=SURROGATES.keys())
def test_lone_surrogates_become_replacement_characters(text: str, well_formed: str) -> None:
    assert wire.well_formed(text) == well_formed
    assert [json.loads(body) for body in wire.frames(json.dumps(text, ensure_ascii=False), 1)] == [well_formed]


MESSAGE = {"id": 3, "text": '净读 "quoted" \\ \n 🧹'}


def test_nativemessaging_reads_our_frames() -> None:
    ours = io.BytesIO()
    wire.Wire(io.BytesIO(), ours).send(json.dumps(MESSAGE, ensure_ascii=False), 3)
    theirs = "import nativemessaging; print(ascii(nativemessaging.get_message()))"
    read = subprocess.run([sys.executable, "-c", theirs], input=ours.getvalue(), capture_output=True, check=True)
    assert read.stdout.decode().strip() == ascii(MESSAGE)


def test_we_read_nativemessagings_frames() -> None:
    theirs = f"import nativemessaging; nativemessaging.send_message({MESSAGE!a})"
    written = subprocess.run([sys.executable, "-c", theirs], capture_output=True, check=True)
    text, end = received(written.stdout)
    assert wire.parse(text) == MESSAGE
    assert end == "EOFError"
