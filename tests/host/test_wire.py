"""Long replies arrive whole, in frames that a browser takes."""

from __future__ import annotations

import json

import pytest

from jingdu.protocol import wire

MIB = 1024 * 1024


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
