"""``hello`` and ``extract``: who is there, and the article of a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from jingdu.protocol.fields import Fields


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
    """Whether the page is in a private window, of which nothing may be kept; true where the message lacks it."""
    put_in: Sequence[int] = ()
    """Numbers of blocks that are kept whatever the extractor says; see ``explain``."""
    left_out: Sequence[int] = ()
    """Numbers of blocks that are not."""
    numbered: bool = False
    """Whether an anchor marks where each block begins, so that the reader knows which block it shows."""


class HelloResult(NamedTuple):
    protocol: int
    host: str
    actions: list[str]


class ArticleFields(NamedTuple):
    """What the reader page shows; the fields of `jingdu.render.article.Article` without text and markdown."""

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
        put_in=tuple(fields.wholes("put_in")),
        left_out=tuple(fields.wholes("left_out")),
        numbered=fields.flag("numbered"),
    )


READERS: Final[Mapping[str, Callable[[Fields], Hello | Extract]]] = {"extract": _extract, "hello": _hello}
"""Action → what reads its request."""
