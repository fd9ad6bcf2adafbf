"""The front matter of ``article.md``: YAML, one field per line.

Each value is written as JSON, a subset of YAML, so that no title can inject another field. Front matter of other
programs (Obsidian writes unquoted block lists) is parsed by PyYAML; there only the lines of changed fields are
replaced, which preserves order, quotes, comments and unknown fields.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from jingdu.protocol.items import Item
from jingdu.protocol.wire import well_formed

FENCE: Final = "---"
MAX_SIZE: Final = 256 * 1024
"""Maximum length of front matter, in characters."""
_MAX_VALUES: Final = 50_000
"""Maximum number of values, with aliases expanded."""
NAMES: Final = {
    "words": "word_count",
    "url": "address",
    "lang": "language",
    "dir": "direction",
    "text_hash": "content_hash",
}
"""Fields of `Item` → their names in the file, where these differ."""
_NOT_WRITTEN: Final = frozenset({"folder", "trashed"})
"""Derived from the folder's path."""
_ONLY_IF_TRUE: Final = frozenset({"truncated"})
_FIELDS: Final = {NAMES.get(name, name): name for name in Item._fields if name not in _NOT_WRITTEN}
_HEAD: Final = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)^---[ \t]*(?:\r?\n|\Z)", re.S | re.M)
_OPENING: Final = re.compile(r"\ufeff?---[ \t]*\r?\n")
_LINE: Final = re.compile(r"([A-Za-z_][\w-]*): (.+)")
_ESCAPED: Final = re.compile("[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufffe\uffff]")
"""Characters that YAML forbids or editors do not show; written as \\uXXXX."""


def write(item: Item, others: Mapping[str, Any] | None = None) -> str:
    """The front matter of an item, including the fences; ``others`` are fields of other programs."""
    fields = {**_written(item), **(others or {})}
    return "\n".join([FENCE, *(_line(name, value) for name, value in fields.items()), FENCE, ""])


def rewrite(file: str, now: Item, others: Mapping[str, Any]) -> str:
    """The front matter of ``file`` updated to ``now``, including the fences.

    Only the lines of changed fields are replaced. If the result does not parse as expected, everything is rewritten.
    """
    head = _HEAD.match(file[:MAX_SIZE])
    if head is None or _ours(head[1]) is not None:
        return write(now, others)
    before = item(split(file)[0], now.folder)
    old, new = _written(before[0]) if before else {}, _written(now)
    changed = {name: new.get(name) for name in (old | new) if old.get(name) != new.get(name)}
    written = {name: None if value is None else _line(name, value) for name, value in changed.items()}
    updated = f"{FENCE}\n{_update(head[1], written)}{FENCE}\n"
    is_same = item(split(updated)[0], now.folder) == (now._replace(trashed=None), dict(others))
    return updated if is_same else write(now, others)


def _update(head: str, written: Mapping[str, str | None]) -> str:
    """Replaces the lines of fields, but keeps their comments; None removes a field, new ones are appended."""
    import yaml

    lines = head.splitlines(keepends=True)
    node = yaml.compose(head, Loader=_loader())
    fields = {key.value: (key, value) for key, value in node.value} if isinstance(node, yaml.MappingNode) else {}
    for name in reversed([field for field in fields if field in written]):
        first, after, comment = _extent(lines, *fields[name])
        line = written[name]
        within = [inner.lstrip() for inner in lines[first + 1 : after] if inner.lstrip(" \t").startswith("#")]
        lines[first:after] = within if line is None else [*within, f"{line}{comment}\n"]
    new = [f"{line}\n" for name, line in written.items() if name not in fields and line is not None]
    return "".join([*lines, *new])


def _extent(lines: list[str], key: Any, value: Any) -> tuple[int, int, str]:
    """A field's first line, the line after its last, and the trailing comment of the first."""
    first, end = key.start_mark.line, value.end_mark
    after = end.line + (end.column > 0)
    while after > first + 1 and (not lines[after - 1].strip() or lines[after - 1].startswith("#")):
        after -= 1
    rest = lines[first][end.column if end.line == first else key.end_mark.column + 1 :].strip()
    return first, after, f"  {rest}" if rest.startswith("#") else ""


def _written(item: Item) -> dict[str, Any]:
    """The fields to write, by their names in the file."""
    ours = {name: getattr(item, field) for name, field in _FIELDS.items()}
    unset = (None, ())
    return {name: value for name, value in ours.items() if value not in unset and (value or name not in _ONLY_IF_TRUE)}


def _line(name: str, value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"{name}: " + _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def split(text: str) -> tuple[dict[str, Any], str]:
    """Splits a file into fields and body; without readable front matter there are no fields."""
    head = _HEAD.match(text[:MAX_SIZE])
    if head is None:
        return {}, text
    fields = _fields(head[1])
    return {} if isinstance(fields, Mistake) else fields, text[head.end() :]


def item(fields: Mapping[str, Any], folder: str) -> tuple[Item, dict[str, Any]] | None:
    """The item, and the fields of other programs; None without an ``id``."""
    ours = {_FIELDS[name]: value for name, value in fields.items() if name in _FIELDS}
    others = {name: value for name, value in fields.items() if name not in _FIELDS}
    if not isinstance(ours.get("id"), str) or not ours["id"]:
        return None
    values = {name: _READERS[name](value) for name, value in ours.items()}
    valid: dict[str, Any] = {name: value for name, value in values.items() if value is not None}
    return Item(**{"title": folder, "saved": "", **valid, "folder": folder}), others


class Mistake(NamedTuple):
    code: str
    """One of `item_files.REASONS`."""
    line: int
    """Line number in the file, from 1."""
    detail: str = ""
    """The YAML parser's message."""


def mistake(text: str) -> Mistake | None:
    """The first mistake in a file's front matter; None if it is valid."""
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
    """Parses front matter, as we write it or as YAML; returns a `Mistake` if it is invalid."""
    ours = _ours(head)
    if ours is not None:
        return ours
    import yaml

    try:
        fields = yaml.load(head, Loader=_loader())
    except yaml.MarkedYAMLError as error:
        last = error.problem_mark.line if error.problem_mark else 0
        wrong = (number for number, line in enumerate(head.split("\n")[:last]) if not _is_valid(line))
        return Mistake("front_matter", next(wrong, last) + 2, error.problem or "")
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return Mistake("front_matter", 1, str(error).partition("\n")[0])
    is_usable = isinstance(fields, dict) and _is_small(fields)
    return {str(name): value for name, value in fields.items()} if is_usable else Mistake("front_matter", 1)


def _is_valid(line: str) -> bool:
    """Whether a line is a field, a comment, a list item, indented or blank.

    After an unclosed quote the parser reads on and stops at a later line.
    """
    import yaml

    try:
        return not line.strip() or line[0] in " \t#-" or isinstance(yaml.load(line, Loader=_loader()), dict)
    except (yaml.YAMLError, ValueError, RecursionError):
        return False


def _loader() -> Any:
    import yaml

    return getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _ours(head: str) -> dict[str, Any] | None:
    """Parses front matter as we write it; None if another program wrote a line."""
    fields: dict[str, Any] = {}
    for line in filter(None, head.split("\n")):
        match = _LINE.fullmatch(line)
        if not match:
            return None
        try:
            fields[match[1]] = json.loads(match[2])
        except (ValueError, RecursionError):
            return None
    return fields


def _is_small(value: object) -> bool:
    """Whether a value stays small with its aliases expanded: a few aliases can expand to gigabytes."""
    left, stack = _MAX_VALUES, [value]
    while stack and left:
        left -= 1
        top = stack.pop()
        if isinstance(top, dict):
            stack += [*top.keys(), *top.values()]
        elif isinstance(top, list | tuple | set):
            stack += top
    return not stack


def _text(value: object) -> str | None:
    """A string, number or date, as YAML parses unquoted ones, as well-formed text; None for other values."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bool) or value is None or isinstance(value, dict | list):
        return None
    return well_formed(str(value))


def _texts(value: object) -> tuple[str, ...]:
    """A list, or one string separated by commas, as distinct texts."""
    if isinstance(value, str):
        value = value.split(",")
    texts = [_text(element) for element in value] if isinstance(value, list) else []
    return tuple(dict.fromkeys(text.strip() for text in texts if text and text.strip()))


_BY_TYPE: Final[dict[type, Callable[[object], object]]] = {
    tuple: _texts,
    int: lambda value: value if type(value) is int and value >= 0 else None,
    bool: lambda value: value if isinstance(value, bool) else None,
}
_READERS: Final = {name: _BY_TYPE.get(type(Item._field_defaults.get(name)), _text) for name in _FIELDS.values()} | {
    "dir": lambda value: "rtl" if value == "rtl" else None
}
"""Field → converter of the parsed value, by the type of its default; None stands for the default."""
