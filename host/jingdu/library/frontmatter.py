"""The front matter of ``article.md``: YAML, one field per line.

Each value is written as JSON, which YAML contains, so that no title can become another field. What another program
wrote (Obsidian lists tags below each other, without quotes) is read by PyYAML; of such a front matter only the lines
of changed fields are replaced, so that other fields, order, quotes and comments stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from jingdu.protocol.items import Item

FENCE: Final = "---"
MAX_SIZE: Final = 256 * 1024
"""Characters of front matter; more is no front matter."""
_MAX_VALUES: Final = 50_000
"""Values in a front matter, its aliases written out."""
NAMES: Final = {
    "words": "word_count",
    "url": "address",
    "lang": "language",
    "dir": "direction",
    "text_hash": "content_hash",
}
"""Fields of `Item` that have another name in the file."""
_NOT_WRITTEN: Final = frozenset({"folder", "trashed"})
"""The folder's path has these."""
_ONLY_IF_SO: Final = frozenset({"truncated"})
"""Flags that are not written while they are false."""
_FIELDS: Final = {NAMES.get(name, name): name for name in Item._fields if name not in _NOT_WRITTEN}
_HEAD: Final = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.DOTALL | re.MULTILINE)
_OPENING: Final = re.compile(r"\ufeff?---[ \t]*\r?\n")
_LINE: Final = re.compile(r"([A-Za-z_][\w-]*): (.+)")
_ODD: Final = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufffe\uffff]")
"""What YAML forbids, or no editor shows: written as \\uXXXX."""
_BOOLS: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def write(item: Item, others: Mapping[str, Any] | None = None) -> str:
    """The front matter of an item, with its fences; ``others`` are fields that are not ours."""
    fields = {**_written(item), **(others or {})}
    return "\n".join([FENCE, *(_line(name, value) for name, value in fields.items()), FENCE, ""])


def rewrite(file: str, now: Item, others: Mapping[str, Any]) -> str:
    """The front matter of ``file`` for the item as it is ``now``, with its fences.

    What another program or the user wrote stays, except the lines of changed fields. If that does not read back as
    it should, the whole front matter is written anew.
    """
    head = _HEAD.match(file[:MAX_SIZE])
    if head is None or _ours(head[1]) is not None:
        return write(now, others)
    before = item(split(file)[0], now.folder)
    old, new = _written(before[0]) if before else {}, _written(now)
    changed = {name: new.get(name) for name in (old | new) if old.get(name) != new.get(name)}
    written = {name: None if value is None else _line(name, value) for name, value in changed.items()}
    again = f"{FENCE}\n{_exchanged(head[1], written)}{FENCE}\n"
    is_same = item(split(again)[0], now.folder) == (now._replace(trashed=None), dict(others))
    return again if is_same else write(now, others)


def _exchanged(head: str, written: Mapping[str, str | None]) -> str:
    """``head`` with these lines in place of those of their fields, comments kept; new ones last, None removes one."""
    import yaml

    lines = head.splitlines(keepends=True)
    node = yaml.compose(head, Loader=_loader())
    fields = {key.value: (key, value) for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}
    for name in reversed([one for one in fields if one in written]):
        first, after, comments = _place(lines, *fields[name])
        line = written[name]
        within = [one.lstrip() for one in lines[first + 1 : after] if one.lstrip(" \t").startswith("#")]
        lines[first:after] = within if line is None else [*within, f"{line}{comments}\n"]
    new = [f"{line}\n" for name, line in written.items() if name not in fields and line is not None]
    return "".join([*lines, *new])


def _place(lines: list[str], key: Any, value: Any) -> tuple[int, int, str]:
    """A field's first line, the one after its last, and the comment at the end of the first."""
    first, end = key.start_mark.line, value.end_mark
    after = end.line + (end.column > 0)
    while after > first + 1 and (not lines[after - 1].strip() or lines[after - 1].startswith("#")):
        after -= 1
    rest = lines[first][end.column if end.line == first else key.end_mark.column + 1 :].strip()
    return first, after, f"  {rest}" if rest.startswith("#") else ""


def _written(item: Item) -> dict[str, Any]:
    """The fields that are written of an item, by their names in the file."""
    ours = {name: getattr(item, field) for name, field in _FIELDS.items()}
    unset = (None, ())
    return {name: value for name, value in ours.items() if value not in unset and (value or name not in _ONLY_IF_SO)}


def _line(name: str, value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"{name}: " + _ODD.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def split(text: str) -> tuple[dict[str, Any], str]:
    """The fields of a file's front matter, and its body; no fields where there is none that can be read."""
    head = _HEAD.match(text[:MAX_SIZE])
    if head is None:
        return {}, text
    fields = _fields(head[1])
    return {} if isinstance(fields, Mistake) else fields, text[head.end() :]


def item(fields: Mapping[str, Any], folder: str) -> tuple[Item, dict[str, Any]] | None:
    """The item of the fields, and the fields that are not ours; None where there is no ``id``."""
    ours = {_FIELDS[name]: value for name, value in fields.items() if name in _FIELDS}
    others = {name: value for name, value in fields.items() if name not in _FIELDS}
    if not isinstance(ours.get("id"), str) or not ours["id"]:
        return None
    known = {name: _READERS[name](value) for name, value in ours.items()}
    kept: dict[str, Any] = {name: value for name, value in known.items() if value is not None}
    return Item(**{"title": folder, "saved": "", **kept, "folder": folder}), others


class Mistake(NamedTuple):
    """Why a front matter describes no article."""

    code: str
    """One of `item_files.WORDS`."""
    line: int
    """In the file, from 1."""
    detail: str = ""
    """The YAML parser's words, in English."""


def mistake(text: str) -> Mistake | None:
    """What is wrong with the front matter of a file; None where it describes an article."""
    if not text.strip("\ufeff\0 \t\r\n"):
        return Mistake("empty", 1)
    head = _HEAD.match(text[:MAX_SIZE])
    if head is None:
        return Mistake("unclosed" if _OPENING.match(text) else "no_front_matter", 1)
    fields = _fields(head[1])
    if isinstance(fields, Mistake):
        return fields
    return None if item(fields, "") else Mistake("no_id", 1)


def _fields(head: str) -> dict[str, Any] | Mistake:
    """The fields of a front matter, which is ours or another program's YAML; else what is wrong with it."""
    ours = _ours(head)
    if ours is not None:
        return ours
    import yaml

    try:
        fields = _load(head)
    except yaml.MarkedYAMLError as error:
        return Mistake("front_matter", _line_of(error, head.split("\n")) + 2, error.problem or "")
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return Mistake("front_matter", 1, str(error).partition("\n")[0])
    is_usable = isinstance(fields, dict) and _is_small(fields)
    return {str(name): value for name, value in fields.items()} if is_usable else Mistake("front_matter", 1)


def _line_of(error: Any, lines: list[str]) -> int:
    """The line, from 0, of a mistake: the first that is no field by itself, up to where the parser stops.

    A quote or bracket that stays open makes the parser go on until it meets another one.
    """
    last = error.problem_mark.line if error.problem_mark else 0
    return next((at for at, line in enumerate(lines[: last + 1]) if not _is_field(line)), last)


def _is_field(line: str) -> bool:
    """Whether a line may be in a head: a field, or a blank line, comment, indented line or item of a list."""
    import yaml

    if not line.strip() or line[0] in " \t#-":
        return True
    try:
        return isinstance(_load(line), dict)
    except (yaml.YAMLError, ValueError, RecursionError):
        return False


def _load(head: str) -> Any:
    import yaml

    return yaml.load(head, Loader=_loader())


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _ours(head: str) -> dict[str, Any] | None:
    """The fields as we write them; None where a line is not ours."""
    fields: dict[str, Any] = {}
    for line in head.split("\n"):
        if not line:
            continue
        match = _LINE.fullmatch(line)
        try:
            fields[match[1] if match else ""] = json.loads(match[2] if match else "")
        except (ValueError, RecursionError):
            return None
    return fields


def _is_small(value: object) -> bool:
    """Whether a value stays small when its aliases are written out: a few of them can expand to gigabytes."""
    left, waiting = _MAX_VALUES, [value]
    while waiting and left:
        left -= 1
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set):
            waiting += one
    return not waiting


def _text(value: object) -> str | None:
    """Text; YAML reads dates and numbers out of what has no quotes."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return None
    return str(value)


def _texts(value: object) -> tuple[str, ...]:
    """A list of texts; a lone one, as people write it, may hold several with commas."""
    if isinstance(value, str):
        value = value.split(",")
    found = [_text(one) for one in value] if isinstance(value, list) else []
    return tuple(dict.fromkeys(one.strip() for one in found if one and one.strip()))


_BY_TYPE: Final[dict[type, Callable[[object], object]]] = {
    tuple: _texts,
    int: lambda value: value if type(value) is int and value >= 0 else None,
    bool: lambda value: value if isinstance(value, bool) else _BOOLS.get(str(value).lower()),
}
_READERS: Final = {name: _BY_TYPE.get(type(Item._field_defaults.get(name)), _text) for name in _FIELDS.values()} | {
    "dir": lambda value: "rtl" if value == "rtl" else None
}
"""Field → what makes its value of whatever the file says, by the type of its default; None leaves the default."""
