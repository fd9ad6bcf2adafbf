"""What the user corrects on pages in the reader: kept, listed, forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jingdu.protocol.fields import STORED, Fields, read, wrong


class Correct(NamedTuple):
    """Keeps the choice of blocks that the user leaves a page with; the fields are those of ``extract``."""

    id: int
    html: str
    url: str
    put_in: Sequence[int]
    left_out: Sequence[int]
    title_at: int | None = STORED
    byline_at: int | None = STORED

    @classmethod
    def of(cls, fields: Fields) -> Correct:
        if fields.flag("private", absent=True):
            raise wrong("private", "false, as nothing of a private window is kept")
        return read(cls, fields)


class Uncorrect(NamedTuple):
    """Removes the correction of one page."""

    id: int
    url: str


class CorrectedPages(NamedTuple):
    site: str
    pages: int
    """Corrected pages of the site that are kept."""


class Corrections(NamedTuple):
    """Asks for all that is kept."""

    id: int


class ForgetCorrections(NamedTuple):
    """Removes the corrections of a site, all of them, or the adjustment that was learned from them."""

    id: int
    site: str | None
    everything: bool = False
    adjustment: bool = False


class LearnFromCorrections(NamedTuple):
    """Whether corrections are kept and used."""

    id: int
    on: bool


class CorrectedSite(NamedTuple):
    site: str
    pages: int
    blocks: int
    """Blocks included or excluded by the user."""
    last: str
    """The day of the last correction, ISO 8601."""


class AdjustmentState(NamedTuple):
    """The adjustment of the weights: ``state`` is none, learning, active or rejected."""

    state: str
    pages: int
    """Corrected pages that there are to learn from, or were learned from."""
    needed: int
    when: str | None
    terms: int


class CorrectionsResult(NamedTuple):
    on: bool
    sites: list[CorrectedSite]
    adjustment: AdjustmentState
    damaged: int
    """Files that were damaged and set aside."""
