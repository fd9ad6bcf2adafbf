"""Faulty hosts, each a real process: ``python other_host.py KIND [FOLDER]``.

old     knows no hello, as a host from before the protocol had versions
older   speaks protocol 0; newer speaks protocol 2
dies    says hello, then ends at the first page
prints  pollutes its stream
notes   writes its last request, without the id, into FOLDER/asked
"""

from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import Any

ARTICLE: dict[str, Any] = {
    "title": "From another host", "byline": None, "published": None, "site": None, "lang": "en", "dir": "ltr",
    "image": None, "url": None, "excerpt": None, "html": "<p>A paragraph from another host.</p>",
    "reading_time": 1, "truncated": False, "extractor": "other",
}  # fmt: skip
UNKNOWN = {"code": "unknown_action", "blame": "browser", "message": "This host does not know that action."}


def main() -> None:
    """Answer requests as the kind says."""
    kind = sys.argv[1]
    if kind == "prints":
        print("hello, world of 4-byte lengths")
    while length := sys.stdin.buffer.read(4):
        request = json.loads(sys.stdin.buffer.read(struct.unpack("=I", length)[0]))
        if request["action"] == "hello":
            send(hello(kind, request["id"]))
        else:
            send(extract(kind, request))


def hello(kind: str, identity: int) -> dict[str, Any]:
    """The answer to a hello."""
    if kind == "old":
        return {"id": identity, "ok": False, "fault": UNKNOWN}
    protocol = {"older": 0, "newer": 2}.get(kind, 1)
    return {"id": identity, "ok": True, "result": {"protocol": protocol, "host": "?", "actions": []}}


def extract(kind: str, request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a page, if any."""
    if kind == "dies":
        sys.exit(3)
    if kind == "notes":
        (Path(sys.argv[2]) / "asked").write_text(json.dumps(request | {"id": None}), "utf-8")
    return {"id": request["id"], "ok": True, "result": {"article": ARTICLE}}


def send(reply: dict[str, Any]) -> None:
    """Write one frame."""
    data = json.dumps(reply).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(data)) + data)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
