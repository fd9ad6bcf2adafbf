"""Highlights and notes: the request and its reply."""

from __future__ import annotations

from typing import Final, NamedTuple

from jingdu.protocol.fields import Fields, wrong

COLOURS: Final = ("yellow", "green", "blue", "pink")
MAX_HIGHLIGHTS: Final = 5_000
"""Highlights of one article."""
MAX_QUOTE: Final = 100_000
"""Characters."""
MAX_NOTE: Final = 100_000


class Quote(NamedTuple):
    """The highlighted words, and the text before and after them."""

    exact: str
    prefix: str
    suffix: str


class Position(NamedTuple):
    """Places in the article's text, in UTF-16 units, as the reader counts them."""

    start: int
    end: int


class Highlight(NamedTuple):
    id: str
    quote: Quote
    position: Position
    colour: str
    note: str
    made: str
    """ISO 8601, like ``changed``."""
    changed: str


class Highlights(NamedTuple):
    """Asks for an article's highlights; ``put`` and ``removed`` are done first.

    Each highlight is put by its id, and the one that was changed last stays, so that two tabs, or the same
    request twice, do no harm.
    """

    id: int
    item: str | None
    url: str | None
    put: list[Highlight]
    removed: list[str]
    private: bool

    @classmethod
    def of(cls, fields: Fields) -> Highlights:
        put = fields.objects("put")
        if len(put) > MAX_HIGHLIGHTS:
            raise wrong("put", f"at most {MAX_HIGHLIGHTS} highlights")
        return cls(
            id=fields.whole("id"),
            item=fields.text_or_none("item"),
            url=fields.text_or_none("url"),
            put=[_highlight(one) for one in put],
            removed=fields.texts("removed"),
            private=fields.flag("private", absent=True),
        )


class HighlightsResult(NamedTuple):
    highlights: list[Highlight]
    item: str | None
    """The article of the library that has them; None where they are kept beside it."""


def _highlight(fields: Fields) -> Highlight:
    quote, position = fields.object("quote"), fields.object("position")
    return Highlight(
        id=_short(fields, "id", 100),
        quote=Quote(*(_short(quote, name, MAX_QUOTE) for name in Quote._fields)),
        position=Position(position.whole("start"), position.whole("end")),
        colour=fields.choice("colour", COLOURS),
        note=_short(fields, "note", MAX_NOTE) if fields.has("note") else "",
        made=_short(fields, "made", 40),
        changed=_short(fields, "changed", 40),
    )


def _short(fields: Fields, name: str, longest: int) -> str:
    text = fields.text(name)
    if len(text) > longest:
        raise wrong(name, f"no longer than {longest} characters")
    return text
