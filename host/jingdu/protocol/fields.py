"""The fields of a message, read by name and type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from jingdu.faults import Fault
from jingdu.protocol.wire import well_formed

MAX_WHOLE: Final = 2**53 - 1
"""The largest whole number that JavaScript holds exactly."""
STORED: Final = -1
"""A block's number that is not in a message: that of the user's stored correction, if there is one."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
Request = TypeVar("Request")


class Fields:
    """The fields of a message or of an object in it; whatever has another type raises ``bad_message``."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def has(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def whole(self, name: str, absent: int | None = None) -> int:
        """A whole number; ``absent`` is the value of a missing field."""
        value = self._fields.get(name)
        if value is None and absent is not None:
            return absent
        if not is_whole(value):
            raise wrong(name, "a whole number from 0 to 2**53 - 1")
        return cast(int, value)

    def block(self, name: str) -> int | None:
        """The number of a block; None where the field is null, `STORED` where it is not there."""
        return (self.whole(name) if self.has(name) else None) if name in self._fields else STORED

    def text(self, name: str, most: int | None = None) -> str:
        """Text of at most so many characters."""
        value = self._fields.get(name)
        if not isinstance(value, str):
            raise wrong(name, "text")
        if most is not None and len(value) > most:
            raise wrong(name, f"no longer than {most} characters")
        return well_formed(value)

    def text_or_none(self, name: str, most: int | None = None) -> str | None:
        return self.text(name, most) if self.has(name) else None

    def token(self, name: str) -> str:
        """A token under which parts of files are sent."""
        token = self.text(name)
        if not is_token(token):
            raise wrong(name, "8 to 64 letters, digits, - and _")
        return token

    def base64(self, name: str) -> bytes:
        from base64 import b64decode  # not imported before the first answer

        try:
            return b64decode(self.text(name), validate=True)
        except ValueError:
            raise wrong(name, "base64") from None

    def choice(self, name: str, choices: Sequence[str], *, absent: str | None = None) -> str:
        """One of ``choices``; ``absent`` is the value of a missing field."""
        value = self._fields.get(name, absent)
        if not isinstance(value, str) or value not in choices:
            raise wrong(name, f"one of {', '.join(choices)}")
        return value

    def flag(self, name: str, *, absent: bool = False) -> bool:
        value = self._fields.get(name, absent)
        if not isinstance(value, bool):
            raise wrong(name, "true or false")
        return value

    def flag_or_none(self, name: str) -> bool | None:
        return self.flag(name) if self.has(name) else None

    def texts(self, name: str) -> list[str]:
        """A list of texts; empty where the field is not there."""
        return [well_formed(one) for one in self._list(name, lambda one: isinstance(one, str), "a list of texts")]

    def wholes(self, name: str) -> list[int]:
        """A list of whole numbers; empty where the field is not there."""
        return self._list(name, is_whole, "a list of whole numbers")

    def object(self, name: str) -> Fields:
        """The fields of an object; none where the field is not there."""
        return Fields(self.plain(name))

    def plain(self, name: str) -> dict[str, Any]:
        """An object as it came, for what reads it itself; empty where the field is not there."""
        value = self._fields.get(name)
        if value is not None and not isinstance(value, dict):
            raise wrong(name, "an object")
        return value or {}

    def objects(self, name: str) -> list[Fields]:
        """A list of objects; empty where the field is not there."""
        return list(map(Fields, self._list(name, lambda one: isinstance(one, dict), "a list of objects")))

    def changes(self, name: str, kinds: Mapping[str, Callable[[Fields, str], Any]]) -> dict[str, Any]:
        """Of an object the fields that are there, each read by its kind: a method of this class."""
        inner = self.object(name)
        return {field: kind(inner, field) for field, kind in kinds.items() if inner.has(field)}

    def _list(self, name: str, fits: Callable[[Any], bool], kind: str) -> list[Any]:
        value = self._fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(map(fits, value)):
            raise wrong(name, kind)
        return value


_BY_TYPE: Final[Mapping[str, Callable[[Fields, str], object]]] = {
    "int": Fields.whole,
    "int | None": Fields.block,
    "str": Fields.text,
    "str | None": Fields.text_or_none,
    "bool": Fields.flag,
    "bool | None": Fields.flag_or_none,
    "bytes": Fields.base64,
    "Sequence[int]": lambda fields, name: tuple(fields.wholes(name)),
    "Sequence[str]": lambda fields, name: tuple(fields.texts(name)),
    "Mapping[str, Any]": Fields.plain,
}
"""Type of a request's field → what reads it."""


def read(kind: type[Request], fields: Fields, **known: object) -> Request:
    """A request, a named tuple, whose fields are read by their types, those that are ``known`` aside.

    A flag or number that is not there has the default of its field, if that has one; a flag is else false.
    """
    defaults = kind._field_defaults  # type: ignore[attr-defined]
    for name, hint in kind.__annotations__.items():
        if name not in known:
            absent = {"absent": defaults[name]} if name in defaults and hint.__forward_arg__ in ("bool", "int") else {}
            known[name] = _BY_TYPE[hint.__forward_arg__](fields, name, **absent)
    return kind(**known)


def is_token(text: str) -> bool:
    """Whether a text is a token, which is safe as the name of a folder."""
    return _TOKEN.fullmatch(text) is not None


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_WHOLE


def wrong(name: str, kind: str) -> Fault:
    """The fault of a field that is not of its ``kind``."""
    return Fault("bad_message", f"The message has the wrong shape: {name} should be {kind}; update the extension.")
