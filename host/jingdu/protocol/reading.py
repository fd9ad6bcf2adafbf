"""``extract``, ``following`` and ``explain``: the article of a page and of its further pages, and why it is so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jingdu.protocol.fields import STORED


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
    title_at: int | None = STORED
    """Number of the block that is the title; None: the reader's own choice."""
    byline_at: int | None = STORED
    uncorrected: bool = False
    """As if the user had corrected nothing."""


class CorrectedFields(NamedTuple):
    page: bool
    """A correction of this very page was applied."""
    site: int
    """Corrected pages of the site whose evidence moved a block."""


class ArticleFields(NamedTuple):
    """What the reader page shows; the fields of `jingdu.render.article.Article` without text and markdown, and
    ``corrected``."""

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
    corrected: CorrectedFields | None = None
    """What of the user's corrections was used; None where nothing was."""


class ExtractResult(NamedTuple):
    article: ArticleFields


class Following(NamedTuple):
    """A further page of the article that is being read."""

    id: int
    html: str
    url: str | None
    number: int
    """Which page of the article it is."""
    titles: Sequence[str]
    """Those that the first page has: the article's and the page's own."""
    shown: Sequence[str]
    """The articles' HTML of the first page and of the one before this."""


class FollowingResult(NamedTuple):
    same: bool
    """False where the page is another article; then there is no ``html``."""
    html: str
    reading_time: int
    truncated: bool
    """The page was too large: part of its text may be missing."""


class Explain(NamedTuple):
    """Asks for the reasons; the fields are those of ``extract``."""

    id: int
    html: str
    url: str | None
    extractor: str | None
    """None: the default of a click."""
    uncorrected: bool = False
    """As if the user had corrected nothing."""


class ReasonFields(NamedTuple):
    phrase: str
    """One of `jingdu.explain.phrases.PHRASES`."""
    weight: float
    """What it adds to the score: below 0 it speaks against the block."""


class BlockFields(NamedTuple):
    """A block; its number is its place in the list."""

    text: str
    """Its beginning."""
    chars: int
    """Characters in all."""
    tag: str
    score: float
    """Above 0 the extractor keeps it."""
    kept: bool
    reasons: list[ReasonFields]
    """Those that weigh most, the weightiest first."""
    region: str
    """One of `jingdu.explain.regions.REGIONS`."""
    corrected: str | None
    """``page`` or ``site``, where a correction of this page, or of others of its site, moved the block."""
    pages: int | None
    """Corrected pages that say so."""


class ExplainResult(NamedTuple):
    extractor: str
    blocks: list[BlockFields]
    truncated: bool
    """The page was too large: what follows the last block was not read."""
    title_at: int | None
    """The block that is the title by a correction of the page."""
    byline_at: int | None
    corrects: bool
    """Whether the host keeps corrections: the user may have switched that off."""
