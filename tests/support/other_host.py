"""Other programs in place of the host, each a real process: ``python other_host.py KIND`` or ``FILE``.

A file names one of `RUBBISH` and `HARMLESS`, or ``article``, as the answer to the next page. The kinds:

old     knows no hello, as a host from before the protocol had versions
older   speaks protocol 0; newer speaks protocol 2
dies    says hello, then ends at the first page
prints  pollutes its stream
notes   writes its last request into the file that is named next
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


RUBBISH: Final[dict[str, Callable[[int], Any]]] = {
    "no result": _ok(None),
    "a text": _ok("article"),
    "a list": _ok([]),
    "no article": _ok({"article": None}),
    "a number": _ok({"article": 5}),
    "an empty article": _ok({"article": {}}),
    "html a number": _article(html=5),
    "html null": _article(html=None),
    "title an object": _article(title={"toString": 1}),
    "time a text": _article(reading_time="<b>"),
    "ok a text": lambda identity: {"id": identity, "ok": "yes", "result": {"article": ARTICLE}},
    "a fault of no shape": _fault(5),
    "a fault without a code": _fault({}),
    "a code that objects have": _fault({"code": "constructor", "message": "x"}),
    "a code of their prototype": _fault({"code": "__proto__", "message": {"a": 1}}),
    "a code that is a number": _fault({"code": 7}),
    "a code that nobody knows": _fault({"code": "no_such_code", "message": "x" * 100_000}),
    "a part of a million": _part(parts=1_000_000),
    "a part beyond": _part(part=7),
    "a part that is no text": _part(json=5),
    "parts that are no number": _part(parts="1"),
    "parts that make no JSON": _part(json="{"),
    "parts that make null": _part(json="null"),
    "a frame that is a number": lambda _: [5],
    "no id": lambda _: {"ok": False},
    "a frame too large": lambda identity: {"id": identity, "ok": True, "result": "x" * 1_100_000},
    "no JSON": lambda _: b"\x05\x00\x00\x00hello",
    "half a frame": lambda _: b"\xff\x00\x00\x00{",
    "text, not frames": lambda _: b"Traceback (most recent call last):\n",
}
"""What is sent in answer to a page: a value as JSON, or bytes as they are, after which the process ends."""

HARMLESS: Final[dict[str, Callable[[int], Any]]] = {
    "another's id first": lambda identity: [{"id": identity + 1000, "ok": True, "result": 1}, _article()(identity)],
    "nothing first": lambda identity: [None, None, _article()(identity)],
    "an address that acts": _article(url="javascript:alert(1)", image="javascript:alert(2)"),
    "a language and a day that are none": _article(lang="x-" * 5000, published="9" * 5000, dir="up"),
    "a byline of 100,000": _article(byline="净" * 100_000),
}
"""Rubbish beside an article, which is shown."""


PROTOCOLS: Final = {"older": 0, "newer": 2}


def main() -> None:
    """Answers hellos and pages as the kind, or the file, says."""
    kind = sys.argv[1]
    if kind == "prints":
        print("hello, world of 4-byte lengths", flush=True)
    answers = RUBBISH | HARMLESS | {"article": _article(), "dies": lambda _: b""}
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
