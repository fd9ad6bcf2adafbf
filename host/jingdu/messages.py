"""One type for each request and each reply; what comes in is validated here and nowhere else.

Fields a type does not know are ignored, so that a newer extension can say more. ``hello``
keeps its fields for ever: it is how two versions find out that they differ. The types are
named tuples because the first answer is on its way before ``dataclasses`` is imported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, cast

from jingdu.faults import Fault
from jingdu.wire import well_formed

PROTOCOL: Final = 1
"""Version of the protocol; raised when an older peer would misunderstand a message."""
LARGEST_WHOLE: Final = 2**53 - 1
"""The largest whole number that JavaScript holds exactly."""


class Hello(NamedTuple):
    """Asks who is there; ``extension`` is the version of the extension."""

    id: int
    protocol: int
    extension: str


class Extract(NamedTuple):
    """Asks for the article of a page. ``everything`` keeps all of it, judged or not."""

    id: int
    html: str
    url: str | None
    extractor: str | None
    """None: the host's default."""
    everything: bool
    selection: str | None
    """HTML of what the reader selected, which then is the article's body."""
    private: bool = True
    """Whether the page stands in a private window, of which nothing may be kept; true where it is not said."""


Request = Hello | Extract


class HelloResult(NamedTuple):
    protocol: int
    host: str
    actions: list[str]


class ArticleFields(NamedTuple):
    """What the reader page shows; the fields of `jingdu.page.model.Article` without text and markdown."""

    title: str
    byline: str | None
    published: str | None
    site: str | None
    lang: str | None
    dir: str
    image: str | None
    url: str | None
    excerpt: str | None
    html: str
    reading_time: int
    truncated: bool
    extractor: str


class ExtractResult(NamedTuple):
    article: ArticleFields


Result = HelloResult | ExtractResult


def identity(message: object) -> int | None:
    """The id of a message of any shape, so that a refusal reaches who asked."""
    value = message.get("id") if isinstance(message, dict) else None
    return value if _is_whole(value) else None


def request(message: object) -> Request:
    """The request in a parsed message; raises ``bad_message`` or ``unknown_action``."""
    if not isinstance(message, dict):
        raise _wrong("the message", "an object")
    fields = Fields(message)
    read = ACTIONS.get(fields.text("action"))
    if read is None:
        raise Fault("unknown_action")
    return read(fields)


def success(identity: int, result: Result) -> str:
    return _dump({"id": identity, "ok": True, "result": _plain(result)})


def failure(identity: int | None, fault: Fault) -> str:
    told = {"code": fault.code, "blame": fault.blame, "message": fault.message}
    return _dump({"id": identity, "ok": False, "fault": told})


class Fields:
    """The fields of a message, each asked for by name and type; raises ``bad_message``."""

    def __init__(self, fields: Mapping[str, object]) -> None:
        self._fields = fields

    def whole(self, name: str) -> int:
        value = self._fields.get(name)
        if not _is_whole(value):
            raise _wrong(name, "a whole number from 0 to 2**53 - 1")
        return cast(int, value)

    def text(self, name: str) -> str:
        value = self._fields.get(name)
        if not isinstance(value, str):
            raise _wrong(name, "text")
        return well_formed(value)

    def text_or_none(self, name: str) -> str | None:
        return None if self._fields.get(name) is None else self.text(name)

    def flag(self, name: str, *, absent: bool = False) -> bool:
        value = self._fields.get(name, absent)
        if not isinstance(value, bool):
            raise _wrong(name, "true or false")
        return value


def _hello(fields: Fields) -> Hello:
    return Hello(fields.whole("id"), fields.whole("protocol"), fields.text("extension"))


def _extract(fields: Fields) -> Extract:
    return Extract(
        id=fields.whole("id"),
        html=fields.text("html"),
        url=fields.text_or_none("url"),
        extractor=fields.text_or_none("extractor"),
        everything=fields.flag("everything"),
        selection=fields.text_or_none("selection"),
        private=fields.flag("private", absent=True),
    )


ACTIONS: Final[Mapping[str, Callable[[Fields], Request]]] = {"extract": _extract, "hello": _hello}
"""The name of each action → what reads its request."""


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_WHOLE


def _wrong(name: str, kind: str) -> Fault:
    wrong = f"The message has the wrong shape: {name} should be {kind}; update the extension."
    return Fault("bad_message", wrong)


def _plain(value: Any) -> Any:
    """``value`` with every named tuple as an object, as JSON has it."""
    if hasattr(value, "_asdict"):
        return {name: _plain(field) for name, field in value._asdict().items()}
    return value


def _dump(reply: Mapping[str, object]) -> str:
    """Not escaped to ASCII: a Chinese character would take 6 bytes of the frame, not 3."""
    return json.dumps(reply, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
