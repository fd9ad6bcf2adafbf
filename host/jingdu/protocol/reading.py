"""``extract``, ``following`` and ``explain``."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from jingdu.protocol.fields import STORED

ARTICLE: Final = "title byline published site lang dir image url excerpt html reading_time truncated extractor".split()
"""The fields of `jingdu.render.article.Article` that the reader page shows."""


class Extract(NamedTuple):
    """The article of a page; ``everything`` keeps all text."""

    id: int
    html: str
    url: str | None
    extractor: str | None
    """Name of the extractor; None for the reader's default."""
    everything: bool
    selection: str | None
    """HTML of the user's selection, which becomes the article's body."""
    private: bool = True
    """Whether the page is in a private window, so that nothing of it may be stored."""
    put_in: Sequence[int] = ()
    """Numbers of blocks that the user included; see ``explain``."""
    left_out: Sequence[int] = ()
    """Numbers of blocks that the user excluded."""
    numbered: bool = False
    """Whether to mark the start of each block by an anchor."""
    title_at: int | None = STORED
    """Number of the title's block; None for automatic detection."""
    byline_at: int | None = STORED
    uncorrected: bool = False
    """Whether to ignore the user's corrections."""


class CorrectedFields(NamedTuple):
    """The user's corrections that were applied."""

    page: bool
    """Whether a correction of this page was applied."""
    site: int
    """The most corrected pages of the site that agree on a block that they changed; 0 if they changed none."""


class ExtractResult(NamedTuple):
    article: Mapping[str, Any]
    """The fields `ARTICLE`, and ``corrected``: `CorrectedFields`, or None if no correction was applied."""


class Following(NamedTuple):
    """Extracts a further page of a paginated article."""

    id: int
    html: str
    url: str | None
    number: int
    """Number of the page within the article."""
    titles: Sequence[str]
    """Titles of the article and the document on the first page."""
    shown: Sequence[str]
    """Article HTML of the first and of the preceding page."""


class FollowingResult(NamedTuple):
    same: bool
    """False if the page is another article; then ``html`` is empty."""
    html: str
    reading_time: int
    truncated: bool
    """Whether the page was too large and text may be missing."""


class Explain(NamedTuple):
    """Explains the verdict; its fields have the same meaning as in ``extract``."""

    id: int
    html: str
    url: str | None
    extractor: str | None
    uncorrected: bool = False


class ReasonFields(NamedTuple):
    phrase: str
    """One of `jingdu.explain.phrases.PHRASES`."""
    weight: float
    """Contribution to the score; negative if it speaks against the block."""


class BlockFields(NamedTuple):
    """A block; its number is its index in the list."""

    text: str
    """The start of its text."""
    chars: int
    """Length of its whole text."""
    tag: str
    score: float
    """Positive if the extractor keeps it."""
    kept: bool
    reasons: list[ReasonFields]
    """The strongest reasons in descending order."""
    region: str
    """One of `jingdu.explain.phrases.REGIONS`."""
    corrected: str | None
    """``page`` or ``site`` if corrections of the page or of its site changed the block."""
    pages: int | None
    """Number of corrected pages that are evidence for this."""


class ExplainResult(NamedTuple):
    extractor: str
    blocks: list[BlockFields]
    truncated: bool
    """Whether the page was too large and text after the last block was ignored."""
    title_at: int | None
    """The title's block in the user's correction."""
    byline_at: int | None
    corrects: bool
    """Whether corrections are switched on."""
