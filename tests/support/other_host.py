"""A stub of the host with a chosen behaviour: ``python other_host.py KIND`` or ``FILE``.

The file contains the reply to the next page: a name in `MALFORMED` or `HARMLESS`, or ``article``. The kinds:

old     does not know hello, like hosts before versions of the protocol
older   speaks protocol 0; newer speaks protocol 2
dies    answers hello, then exits at the first page
prints  writes text to stdout
notes   writes each request to the file of the next argument
"""

import json
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

ARTICLE: Final[dict[str, Any]] = {
    "title": "From another host", "byline": None, "published": None, "site": None, "lang": "en", "dir": "ltr",
    "image": None, "url": None, "excerpt": None, "html": "<p>A paragraph from another host.</p>",
    "reading_time": 1, "truncated": False, "extractor": "other",
}  # fmt: skip
UNKNOWN: Final = {"code": "unknown_action", "blame": "browser", "message": "This host does not know that action."}


def _ok(result: Any) -> Callable[[int], Any]:
    return lambda identity: {"id": identity, "ok": True, "result": result}


def _article(**fields: Any) -> Callable[[int], Any]:
    return _ok({"article": ARTICLE | fields})


def _fault(fault: Any) -> Callable[[int], Any]:
    return lambda identity: {"id": identity, "ok": False, "fault": fault}


def _part(**fields: Any) -> Callable[[int], Any]:
    return lambda identity: {"id": identity, "part": 0, "parts": 1, "json": "{}"} | fields


MALFORMED: Final[dict[str, Callable[[int], Any]]] = {
    "no result": _ok(None),
    "a string": _ok("article"),
    "a list": _ok([]),
    "no article": _ok({"article": None}),
    "a number": _ok({"article": 5}),
    "an empty article": _ok({"article": {}}),
    "html is a number": _article(html=5),
    "html is null": _article(html=None),
    "title is an object": _article(title={"toString": 1}),
    "time is a string": _article(reading_time="<b>"),
    "ok is a string": lambda identity: {"id": identity, "ok": "yes", "result": {"article": ARTICLE}},
    "a fault that is a number": _fault(5),
    "a fault without a code": _fault({}),
    "code constructor": _fault({"code": "constructor", "message": "x"}),
    "code __proto__": _fault({"code": "__proto__", "message": {"a": 1}}),
    "a code that is a number": _fault({"code": 7}),
    "an unknown code": _fault({"code": "no_such_code", "message": "x" * 100_000}),
    "a million parts": _part(parts=1_000_000),
    "a part out of range": _part(part=7),
    "a part that is a number": _part(json=5),
    "parts is a string": _part(parts="1"),
    "parts of invalid JSON": _part(json="{"),
    "parts of null": _part(json="null"),
    "a frame that is a number": lambda _: [5],
    "no id": lambda _: {"ok": False},
    "an oversized frame": lambda identity: {"id": identity, "ok": True, "result": "x" * 1_100_000},
    "a frame that is not JSON": lambda _: b"\x05\x00\x00\x00hello",
    "truncated frame": lambda _: b"\xff\x00\x00\x00{",
    "text without a frame": lambda _: b"Traceback (most recent call last):\n",
}
"""Name → reply to a page: a value that is sent as JSON, or raw bytes, after which the process exits."""

HARMLESS: Final[dict[str, Callable[[int], Any]]] = {
    "another id first": lambda identity: [{"id": identity + 1000, "ok": True, "result": 1}, _article()(identity)],
    "null first": lambda identity: [None, None, _article()(identity)],
    "javascript addresses": _article(url="javascript:alert(1)", image="javascript:alert(2)"),
    "an invalid language and date": _article(lang="x-" * 5000, published="9" * 5000, dir="up"),
    "a byline of 100,000 characters": _article(byline="净" * 100_000),
}
"""Unexpected replies that contain an article, which the reader shows."""


PROTOCOLS: Final = {"older": 0, "newer": 2}


def main() -> None:
    """Answers hello and pages according to the kind or the file."""
    kind = sys.argv[1]
    if kind == "prints":
        print("hello, world of 4-byte lengths", flush=True)
    answers = MALFORMED | HARMLESS | {"article": _article(), "dies": lambda _: b""}
    while length := sys.stdin.buffer.read(4):
        request = json.loads(sys.stdin.buffer.read(struct.unpack("=I", length)[0]))
        if request["action"] == "hello" and kind == "old":
            _send(_fault(UNKNOWN)(request["id"]))
        elif request["action"] == "hello":
            _send(_ok({"protocol": PROTOCOLS.get(kind, 1), "host": "?", "actions": "rubbish"})(request["id"]))
        elif request["action"] == "extract":
            if kind == "notes":
                Path(sys.argv[2]).write_text(json.dumps(request), "utf-8")
            wanted = Path(kind).read_text("utf-8") if Path(kind).is_file() else kind
            _answer(answers.get(wanted, _article())(request["id"]))


def _answer(answer: Any) -> None:
    if isinstance(answer, bytes):
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
        sys.exit(3)
    for one in answer if isinstance(answer, list) else [answer]:
        _send(one)


def _send(reply: Any) -> None:
    data = json.dumps(reply).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(data)) + data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
