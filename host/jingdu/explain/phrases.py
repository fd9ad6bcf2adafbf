"""The reasons of a block in a reader's words: many features, few phrases.

A feature's code means nothing to a reader, and a dozen features measure the same thing (``plain_1``,
``plain_3``, ``pure_3`` …: how much running text is around). Features are gathered into phrases,
and what those of a phrase add is summed; the three sums that weigh most are shown. The extension has
the words of each phrase.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from jingdu.extractors.fused import AGAIN
from jingdu.page.model import Reason

MAX_PHRASES: Final = 3
"""Phrases of a block."""

_FEATURES: Final = {
    "length": "chars size tokens",
    "links": "link_density links",
    "sentences": "commas stops marks punctuation punctuation_rate",
    "writing": "digits first last case word_length density inline nbsp b i br img code span time",
    "words": "cues cue_low",
    "kind": "tag parent_tag grand_tag holder depth",
    "landmark": "landmark",
    "hidden": "hidden",
    "names": "names names_low parent_names grand_names around around_low around_high heading_names",
    "title": "title title_filled after_title after_h1",
    "place": "index from_end place read unread text_before box_rank parent_rank grand_rank",
    "prose": "since_prose to_prose plain_1 plain_3 plain_10 pure_1 pure_3 pure_10",
    "heading": "since_heading heading_cues heading_odds section_plain section_links section_blocks section_share "
    "section_cues section_text section_mass",
    "row": " ".join(
        f"{row}_{what}"
        for row in ("row", "outer")
        for what in "items rank blocks plain pure share own text mass item".split()
    )
    + " row_cues",
    "story": "h1_before dates_before dated since_date linked_headings_before under_link article_number core_words "
    "earlier_words leads",
    "stretch": "stretch stretch_blocks stretch_text stretch_part "
    + " ".join(f"{level}_stretch" for level in ("box", "parent", "grand", "great", "ancestor")),
    "page_kind": "kind_article kind_thread kind_listing kind_documentation kind_product kind_service kind_collection",
    "declared": "in_body described marked",
    "alike": "alike alike_size alike_links alike_share alike_odds alike_chance alike_others",
    "repeats": "repeats copies copy",
    "whole": "whole",
    "site": "site_weight site_known site_repeats site_share site_path",
    "itself": "first_look adjustment",
    "neighbours": "company near_3 near_text_3 above_3 below_3 near_8 near_text_8 above_8 below_8 near_20 near_text_20 "
    "above_20 below_20 mass_before mass_after below_best",
    "section": "decay decay_lost decay_share "
    + " ".join(
        f"{level}_{what}"
        for level in ("box", "parent", "grand", "great", "ancestor")
        for what in ("share", "pure", "mean", "blocks", "odds", "text", "mass")
    ),
}
_OF: Final = {feature: phrase for phrase, features in _FEATURES.items() for feature in features.split()}
CORRECTED: Final = "corrected"
"""The reason that is a correction of the user's (`jingdu.corrections.verdicts`), for which a block has a field."""
_OF_THE_PAGE: Final = "page"
"""What is the same for all blocks of a page: where its cut lies. It is a block's reason only where no other one is."""
PHRASES: Final = (*_FEATURES, _OF_THE_PAGE)


def phrase(feature: str) -> str:
    """The phrase of a feature; a feature of another block (``stops@-1``) is about the neighbours."""
    column, _, offset = feature.partition("@")
    return "neighbours" if offset else _OF.get(column.removeprefix(AGAIN), "writing")


def strongest(reasons: Iterable[Reason]) -> list[tuple[str, float]]:
    """The phrases that weigh most, with the sum of what their features add; below 0 it speaks against.

    Where all of them speak for a block that was left out, the page's own cut takes the last one's place.
    """
    sums: defaultdict[str, float] = defaultdict(float)
    for reason in reasons:
        if reason.feature == CORRECTED:  # said in words of its own
            continue
        sums[_OF_THE_PAGE if reason.feature == _OF_THE_PAGE else phrase(reason.feature)] += reason.contribution
    is_for = sum(sums.values()) >= 0
    cut = sums.pop(_OF_THE_PAGE, 0.0)
    shown = sorted(sums.items(), key=lambda entry: -abs(entry[1]))[:MAX_PHRASES]
    if cut and not any((weight > 0) == is_for for _, weight in shown):
        shown = [*shown[: MAX_PHRASES - 1], (_OF_THE_PAGE, cut)]
    return [(name, total) for name, total in shown if total]
