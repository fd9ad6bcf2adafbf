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
    "one byte of length": (b"\x01", ["SyncError"]),
    "three bytes of length": (NEXT + b"\x01\x00\x00", ['"next"', "SyncError"]),
    "length without a body": (struct.pack("=I", 5), ["SyncError"]),
    "body cut short": (frame(b"12345")[:-1], ["SyncError"]),
    "length zero": (frame(b"") + NEXT, ["", '"next"', "EOFError"]),
    "null": (frame(b"null") + NEXT, ["null", '"next"', "EOFError"]),
    "Chinese": (frame("净读".encode()) + NEXT, ["净读", '"next"', "EOFError"]),
    "not UTF-8": (frame(b"\xff\xfe") + NEXT, ["bad_utf8", '"next"', "EOFError"]),
    "a surrogate in UTF-8": (frame(b'"\xed\xa0\xbd"') + NEXT, ["bad_utf8", '"next"', "EOFError"]),
    "cut UTF-8": (frame("净".encode()[:2]) + NEXT, ["bad_utf8", '"next"', "EOFError"]),
    "too large, then a good one": (
        frame(b" " * (64 * MIB + 1)) + NEXT,
        ["message_too_large", '"next"', "EOFError"],
    ),
    "too large and cut short": (struct.pack("=I", 100 * MIB) + b" " * MIB, ["SyncError"]),
    "larger than any browser sends": (struct.pack("=I", 256 * MIB + 1) + NEXT, ["SyncError"]),
    "text where a length should be": (b"Warning: stray\n" + NEXT, ["SyncError"]),
}


@pytest.mark.parametrize(("data", "outcomes"), INPUTS.values(), ids=INPUTS.keys())
def test_each_stream_of_bytes_has_its_outcome(data: bytes, outcomes: list[str]) -> None:
    assert received(data) == outcomes


def test_the_largest_request_is_taken() -> None:
    assert len(received(frame(b" " * 64 * MIB))[0]) == 64 * MIB


def test_an_absurd_length_is_refused_without_memory_for_it() -> None:
    limited = (
        "import io, resource, struct; from jingdu.protocol.wire import *;"
        "codec = Wire(io.BufferedReader(io.BytesIO(struct.pack('=I', 2**32 - 1))), io.BytesIO());"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30));"
        "codec.receive()"
    )
    pytest.importorskip("resource")
    ended = subprocess.run([sys.executable, "-c", limited], check=False, capture_output=True, text=True)
    assert "SyncError: a length of 4294967295 bytes" in ended.stderr


REPLIES = {
    "short": "a",
    "as long as a frame": "a" * (MIB - 2),
    "one byte longer": "a" * (MIB - 1),
    "10 MB of Chinese": "净读把网页变成文章。" * 350_000,
    "quotes": '"' * MIB,
    "backslashes": "\\" * MIB,
    "a backslash, then backslashes": "a" + "\\" * MIB,
    "control characters": "".join(map(chr, range(32))) * 50_000,
    "escapes that look cut": "\\u00" * 400_000,
    "emoji": "🧹x" * 300_000,
    "line and paragraph separators": "\u2028\u2029" * 200_000,
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


TOLD = {"id": 3, "text": '净读 "quoted" \\ \n 🧹'}


def test_nativemessaging_reads_our_frames() -> None:
    ours = io.BytesIO()
    wire.Wire(io.BytesIO(), ours).send(json.dumps(TOLD, ensure_ascii=False), 3)
    theirs = "import nativemessaging; print(ascii(nativemessaging.get_message()))"
    read = subprocess.run([sys.executable, "-c", theirs], input=ours.getvalue(), capture_output=True, check=True)
    assert read.stdout.decode().strip() == ascii(TOLD)


@pytest.mark.parametrize("writer", ["send_message(TOLD)", "send_message_raw(json.dumps(TOLD, ensure_ascii=False))"])
def test_we_read_nativemessagings_frames(writer: str) -> None:
    theirs = f"import json, nativemessaging; TOLD = {TOLD!a}; nativemessaging.{writer}"
    written = subprocess.run([sys.executable, "-c", theirs], capture_output=True, check=True)
    text, end = received(written.stdout)
    assert wire.parse(text) == TOLD
    assert end == "EOFError"
