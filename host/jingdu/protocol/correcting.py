"""Actions on the user's corrections of pages."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from jingdu.protocol.fields import STORED, Fields, wrong


def _not_private(fields: Fields, name: str) -> bool:
    if fields.flag(name, absent=True):
        raise wrong(name, "false, as nothing of a private window is stored")
    return False


class Correct(NamedTuple):
    """Stores the user's choice of blocks of a page; its fields have the same meaning as in ``extract``."""

    id: int
    html: str
    url: str
    put_in: Sequence[int]
    left_out: Sequence[int]
    title_at: int | None = STORED
    byline_at: int | None = STORED
    private: Annotated[bool, _not_private] = False


class Uncorrect(NamedTuple):
    """Removes the correction of one page."""

    id: int
    url: str


class CorrectedPages(NamedTuple):
    site: str
    pages: int
    """Number of corrected pages of the site."""


class Corrections(NamedTuple):
    """Lists the corrected sites."""

    id: int


class ForgetCorrections(NamedTuple):
    """Removes the corrections of a site, all corrections, or the adjustment learned from them."""

    id: int
    site: str | None
    everything: bool = False
    adjustment: bool = False


class LearnFromCorrections(NamedTuple):
    """Switches corrections on or off."""

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
    """Number of corrected pages from which it was learned or, before that, can be learned."""
    needed: int
    """Minimum number of corrected pages."""
    when: str | None
    """The day of the last correction from which it was learned, ISO 8601."""
    terms: int
    """Number of adjusted terms."""


class CorrectionsResult(NamedTuple):
    on: bool
    sites: list[CorrectedSite]
    adjustment: AdjustmentState
    damaged: int
    """Number of damaged files that were renamed."""
