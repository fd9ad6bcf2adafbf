"""Reads the fields of a message by name and type."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self, TypeVar, cast

from jingdu.faults import Fault
from jingdu.protocol.wire import well_formed

MAX_WHOLE: Final = 2**53 - 1
"""JavaScript's ``Number.MAX_SAFE_INTEGER``."""
STORED: Final = -1
"""Replaces a missing block number, and means the block in the user's stored correction, if any."""
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
Request = TypeVar("Request")


class Fields:
    """The fields of a message, or of an object in it; its methods raise ``bad_message`` for a value of another type."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def has(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def whole(self, name: str, absent: int | None = None) -> int:
        """A whole number; ``absent`` is the default."""
        value = self._fields.get(name)
        if value is None and absent is not None:
            return absent
        if not is_whole(value):
            raise wrong(name, "a whole number from 0 to 2**53 - 1")
        return cast(int, value)

    def block(self, name: str) -> int | None:
        """The number of a block; None if it is null, `STORED` if it is missing."""
        return (self.whole(name) if self.has(name) else None) if name in self._fields else STORED

    def text(self, name: str, most: int | None = None) -> str:
        """Text of at most ``most`` characters."""
        value = self._fields.get(name)
        if not isinstance(value, str):
            raise wrong(name, "text")
        if most is not None and len(value) > most:
            raise wrong(name, f"no longer than {most} characters")
        return well_formed(value)

    def text_or_none(self, name: str, most: int | None = None) -> str | None:
        return self.text(name, most) if self.has(name) else None

    def token(self, name: str) -> str:
        """A token of uploads, which must be safe as the name of a folder."""
        token = self.text(name)
        if not _TOKEN.fullmatch(token):
            raise wrong(name, "8 to 64 letters, digits, - and _")
        return token

    def base64(self, name: str) -> bytes:
        from base64 import b64decode  # lazily, since it would delay the first reply

        try:
            return b64decode(self.text(name), validate=True)
        except ValueError:
            raise wrong(name, "base64") from None

    def choice(self, name: str, choices: Sequence[str], *, absent: str | None = None) -> str:
        """One of ``choices``; ``absent`` is the default."""
        value = self._fields.get(name, absent)
        if not isinstance(value, str) or value not in choices:
            raise wrong(name, f"one of {', '.join(choices)}")
        return value

    def flag(self, name: str, *, absent: bool = False) -> bool:
        value = self._fields.get(name, absent)
        if not isinstance(value, bool):
            raise wrong(name, "true or false")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts, by default empty."""
        return [well_formed(text) for text in self._list(name, lambda value: isinstance(value, str), "a list of texts")]

    def wholes(self, name: str) -> list[int]:
        """A list of whole numbers, by default empty."""
        return self._list(name, is_whole, "a list of whole numbers")

    def object(self, name: str) -> Self:
        """The fields of an object; an absent one has none."""
        return type(self)(self.plain(name))

    def plain(self, name: str) -> dict[str, Any]:
        """An object as a dict that is not validated, by default empty."""
        value = self._fields.get(name)
        if value is not None and not isinstance(value, dict):
            raise wrong(name, "an object")
        return value or {}

    def objects(self, name: str) -> list[Self]:
        """A list of objects, by default empty."""
        return list(map(type(self), self._list(name, lambda value: isinstance(value, dict), "a list of objects")))

    def _list(self, name: str, is_valid: Callable[[Any], bool], kind: str) -> list[Any]:
        value = self._fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(map(is_valid, value)):
            raise wrong(name, kind)
        return value


Reader = Callable[[Fields, str], Any]
"""Reads the field with a given name."""
_BY_TYPE: Final[Mapping[object, Callable[..., object]]] = {
    int: Fields.whole,
    int | None: Fields.block,
    str: Fields.text,
    str | None: Fields.text_or_none,
    bool: Fields.flag,
    bool | None: lambda fields, name: fields.flag(name) if fields.has(name) else None,
    bytes: Fields.base64,
    bytes | None: lambda fields, name: fields.base64(name) if fields.has(name) else None,
    Sequence[int]: lambda fields, name: tuple(fields.wholes(name)),
    Sequence[str]: lambda fields, name: tuple(fields.texts(name)),
    Mapping[str, Any]: Fields.plain,
}
"""Type of a request's field → method that reads it."""


def read(kind: type[Request], fields: Fields) -> Request:
    """Reads a named tuple of type ``kind``, each field by its type or by the `Reader` in its annotation.

    For a missing flag or number the field's default is used; a flag without a default is false.
    """
    defaults = kind._field_defaults  # type: ignore[attr-defined]
    values = {}
    for name, hint in kind.__annotations__.items():
        metadata = getattr(hint, "__metadata__", None)
        reader = metadata[0] if metadata else _BY_TYPE[hint]
        absent = {"absent": defaults[name]} if name in defaults and hint in (bool, int) else {}
        values[name] = reader(fields, name, **absent)
    return kind(**values)


def changes(readers: Mapping[str, Reader]) -> Reader:
    """A reader of an object as a dict of these fields; missing fields are omitted."""

    def read_changes(fields: Fields, name: str) -> dict[str, Any]:
        inner = fields.object(name)
        return {field: reader(inner, field) for field, reader in readers.items() if inner.has(field)}

    return read_changes


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_WHOLE


def wrong(name: str, kind: str) -> Fault:
    """The fault for a field that is not of its ``kind``."""
    return Fault("bad_message", f"The message is malformed: {name} should be {kind}; update the extension.")
