"""Mutated requests: golden ones with fields of wrong types, hostile values and corrupt frames.

All randomness comes from one `random.Random`, so that a seed reproduces a stream.
"""

import json
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.support.host_process import frame

MESSAGES: Final = Path(__file__).parents[1] / "messages"
GOLDEN: Final = [json.loads(path.read_text("utf-8")) for path in sorted(MESSAGES.glob("*.request.json"))]
MAX_CHARS: Final = 60_000
"""Maximum characters of one value; larger values have their own tests."""

_DEEP: Final = "[" * 900 + "]" * 900
TEXTS: Final = (
    "", " ", "a", "净读", "\0", "a\0b", "\ud83d", "\udc00\ud83d", "\u202e", "\ufeff", "\n---\nid: x\n", "../../../x",
    "/", "/dev/null", "/proc/self/mem", "C:\\x", "con", ".", "..", "~", "file:///etc/passwd", "javascript:alert(1)",
    "http://[", "http://[::1", "http://a:99999999/", "http://\x00", "http://" + "a" * 300 + "/", "//", "http:",
    "data:,x",
    "http://127.0.0.1:9/x.png", "https://exa\u3002mple.org/\u2100", "http://xn--\ud83d/", "1970-01-01", "9999-12-31",
    "2026-02-30", "0000-00-00", "-1", "1e999", "NaN", "%", "%s%n", "{}", "'; DROP TABLE items; --", '" OR ""="',
    "a NEAR/0 b", 'tag:" site:( -', "(" * 300, "*", "AND OR NOT", '"', "yellow", "x" * 5_000, "字" * 5_000,
    "&#0;&#xD800;",
    "<p>" * 500, "<p " + "a " * 400 + ">", "<!--", "<![CDATA[", "<title>", "<svg><script>x</script>", "]]>",
    "<p>a</p>" * 50,
    "AAAA", "A===", "iVBORw0KGgo=", "épub", "epub", "html", "markdown", "json", "import", "export", "reindex",
    "fetch_pictures", "library", "Documents/Jingdu",
)  # fmt: skip
NUMBERS: Final = (
    0, 1, -1, 2, 63, 64, 65, 199, 1000, 2**31 - 1, 2**31, 2**53 - 1, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**300,
    0.0, -0.0, 0.5, 1e308, 5e-324,
)  # fmt: skip
OTHERS: Final[tuple[Any, ...]] = (None, True, False, [], {}, [[]], [None], {"": None}, ["x"] * 300, [0] * 3000)
RAW: Final = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1" * 5000,
    _DEEP,
    '{"a":' * 400 + "1" + "}" * 400,
    "1e99999",
    "\\u0000",
    "'x'",
)
"""Inserted verbatim into the JSON."""
_HOLE: Final = "\x01hole\x01"


def stream(random: Random, known: tuple[str, ...] = ()) -> bytes:
    """One to three frames, most of them well-formed; ``known`` are ids of existing articles."""
    whole = b"".join(frame(body(random, known)) for _ in range(random.choice((1, 1, 1, 2, 3))))
    return corrupted(random, whole) if random.random() < 0.1 else whole


def body(random: Random, known: tuple[str, ...] = ()) -> bytes:
    """The body of a frame: a golden request with up to four mutations."""
    request = _copy(random.choice(GOLDEN))
    request["id"] = random.randrange(1000)
    if known and random.random() < 0.7:
        request.update(_with_known(random, request, known))
    holes: list[str] = []
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 4))):
        request = mutated(random, request, known, holes)
    return written(request, holes)


def mutated(random: Random, request: Any, known: tuple[str, ...], holes: list[str]) -> Any:
    """The request with one mutation."""
    there = [(parent, key) for parent, key in places(request) if key != "action" or random.random() < 0.1]
    if not there:
        return value(random, known, holes)
    parent, key = random.choice(there)
    choice = random.random()
    if choice < 0.1 and isinstance(parent, dict):
        del parent[key]
    elif choice < 0.2 and isinstance(parent, dict):
        parent[random.choice(fields()) if random.random() < 0.7 else text(random)] = value(random, known, holes)
    elif choice < 0.25 and isinstance(parent, list):
        parent.extend([parent[key]] * random.choice((1, 3, 300)))
    elif choice < 0.8:
        parent[key] = same_type(random, parent[key])
    else:
        parent[key] = value(random, known, holes)
    return request


def same_type(random: Random, old: Any) -> Any:
    """Another value of the same type."""
    if isinstance(old, str):
        return text(random) if random.random() < 0.6 else spliced(random, old)
    if isinstance(old, bool) or old is None:
        return random.choice((True, False, None))
    return random.choice((*NUMBERS[:12], random.randrange(1000))) if isinstance(old, int) else old


def _with_known(random: Random, request: dict[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    """The fields for article ids, with existing ids."""
    named = {"item": random.choice(known), "items": [random.choice(known)]}
    return {name: value for name, value in named.items() if name in request}


def value(random: Random, known: tuple[str, ...], holes: list[str]) -> Any:
    """A random value of any type; sometimes the id of an existing article."""
    choice = random.random()
    if choice < 0.15 and known:
        return random.choice((random.choice(known), list(known[:3])))
    if choice < 0.5:
        return text(random)
    if choice < 0.7:
        return random.choice(NUMBERS)
    if choice < 0.85:
        return _copy(random.choice(OTHERS))
    if choice < 0.95:
        other = random.choice(GOLDEN)
        return _copy(other[random.choice(list(other))])
    holes.append(random.choice(RAW))
    return f"{_HOLE}{len(holes) - 1}"


def text(random: Random) -> str:
    """A hostile string; sometimes a path in the current directory."""
    chosen = random.choice(TEXTS)
    return f"{os.getcwd()}/{chosen}"[:MAX_CHARS] if random.random() < 0.05 else chosen


def spliced(random: Random, text: str) -> str:
    """The string with a slice removed, doubled or replaced."""
    start = random.randrange(len(text) + 1)
    end = min(len(text), start + random.choice((0, 1, 5, 100)))
    piece = random.choice(("", text[start:end] * 2, random.choice(TEXTS), chr(random.randrange(0x110000))))
    return (text[:start] + piece + text[end:])[:MAX_CHARS]


def written(request: Any, holes: list[str]) -> bytes:
    """The request as JSON, with each placeholder replaced by raw text."""
    text = json.dumps(request, ensure_ascii=False)
    for number, hole in enumerate(holes):
        text = text.replace(json.dumps(f"{_HOLE}{number}"), hole)
    return _encoded(text)


def _encoded(text: str) -> bytes:
    """UTF-8 with lone surrogates escaped, as by a browser."""
    return "".join(f"\\u{ord(one):04x}" if "\ud800" <= one <= "\udfff" else one for one in text).encode()


def corrupted(random: Random, whole: bytes) -> bytes:
    """The stream truncated, with bytes changed, inserted or removed, or with a wrong length."""
    data = bytearray(whole)
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(data) + 1)
        choice = random.randrange(5)
        if choice == 0:
            del data[at:]
        elif choice == 1:
            data[at : at + 1] = bytes([random.randrange(256)])
        elif choice == 2:
            data[at:at] = random.choice((b"\xff", b"\x00" * 4, b'"', b"\xed\xa0\x80", b"\xf4\x90\x80\x80"))
        elif choice == 3:
            del data[at : at + random.choice((1, 4, 40))]
        else:
            data[0:4] = struct.pack(
                "=I", random.choice((0, 1, len(data), 2**20, 2**26, 2**26 + 1, 2**28 + 1, 2**32 - 1))
            )
    return bytes(data)


def fields() -> list[str]:
    """The names of request fields and job options."""
    return sorted({name for request in GOLDEN for name in request} | {"addresses", "format", "item", "items", "page"})


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """(container, key) of every nested value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in list(inner):
        yield value, key
        yield from places(one)


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))
