"""``explain``: why each block of a page was kept or left out."""

from __future__ import annotations

from typing import NamedTuple


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
    """One of `jingdu.explain.phrases.REGIONS`."""
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
