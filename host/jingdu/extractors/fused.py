"""The default: paper W's form with a second look.

Idea: score every block as ``support`` does; then look again, with the first scores of the
blocks around, of the boxes around and of the blocks of the same shape as features beside
the old ones. Both looks are sums of binned supports that a person can read.

Reference: the form is paper W's (see ``jingdu.extractors.support``); looking again at
neighbours' classes goes back to jusText and to stacked sequential learning (Cohen and
Carvalho 2005).

Departures from W: the second look, and that the first scores it learns from are of a first
look that has not seen the page's site, so that it learns how far to trust them.
"""

from __future__ import annotations

from jingdu.extractors.additive import Binned, Profile, load
from jingdu.extractors.layout import layout_of, second_columns
from jingdu.extractors.revise import with_code
from jingdu.page.features import columns
from jingdu.page.model import Page, Reason, Verdict


def judge(page: Page, profile: str | Profile = "fused", first: str | Profile = "support") -> Verdict:
    """Scores every block twice; keeps those over the second profile's threshold, and code that goes with them."""
    second = load(profile) if isinstance(profile, str) else profile
    look = load(first) if isinstance(first, str) else first
    if not page.blocks:
        return Verdict(second.extractor, [], [])
    table, binned = columns(page, look.lexicon), Binned()
    table.update(second_columns(look.odds(table, binned), layout_of(page, table["size"])))
    scores = second.scores(table, binned)
    keep = with_code(page, [score > second.threshold for score in scores])
    return Verdict(
        second.extractor, scores, keep, lambda block: [Reason(*row) for row in second.contributions(table, block)]
    )
