"""The lines of a YAML head, field by field: some are exchanged, all others stay as their user wrote them.

A head is a mapping: a field begins in the first column, and goes on in lines that are indented or are items
of a list (``- ``). Blank lines and comments between two fields belong to neither.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

_FIELD: Final = re.compile(
    r"""(?:"([^"\\]+)"|'([^']+)'|([^\s#\-\[\]{}"'&*!|>%@`,?:][^:\n]*?))[ \t]*:(?=[ \t\r\n]|\Z)"""
)
_GOES_ON: Final = re.compile(r"[ \t]+\S|-(?:[ \t\r\n]|\Z)")
_LAST_COMMENT: Final = re.compile(r"[ \t]#")


class _Field(NamedTuple):
    name: str
    first: int
    after: int
    """The number of its first line, and of the one after its last."""


def changed(head: str, written: Mapping[str, str | None]) -> str:
    """``head`` with these fields' lines in place of theirs, new ones at the end; those that are None go."""
    lines = head.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    known = set()
    for field in reversed(_fields(lines)):
        if field.name in written:
            known.add(field.name)
            lines[field.first : field.after] = _exchanged(lines[field.first : field.after], written[field.name])
    new = [f"{line}\n" for name, line in written.items() if name not in known and line is not None]
    return "".join([*lines, *new])


def _fields(lines: list[str]) -> list[_Field]:
    found: list[_Field] = []
    for number, line in enumerate(lines):
        if field := _FIELD.match(line):
            found.append(_Field(field[1] or field[2] or field[3], number, number + 1))
        elif found and _GOES_ON.match(line):
            found[-1] = found[-1]._replace(after=number + 1)
    return found


def _exchanged(old: list[str], line: str | None) -> list[str]:
    """The new line of a field with the comments of its old ones."""
    within = [one.lstrip() for one in old[1:] if one.lstrip(" \t").startswith("#")]
    if line is None:
        return within
    return [*within, f"{line}{_comment(old[0])}\n"]


def _comment(line: str) -> str:
    """The comment at the end of a line, with what parts it from the value; empty where there is none."""
    import yaml

    for sign in _LAST_COMMENT.finditer(line):
        try:
            if yaml.safe_load(line[: sign.start()]) == yaml.safe_load(line):
                return "  " + line[sign.end() - 1 :].rstrip()
        except yaml.YAMLError:
            continue
    return ""
