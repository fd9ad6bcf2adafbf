"""Paper W: block scoring with optimised weights.

Idea: each feature of a block falls into a bin; the bin's *support* says how surely such a
block is content; a weighted mean of the supports over a threshold keeps the block. The
supports come from labelled blocks by Bayes, the weights and the threshold from a particle
swarm that maximises the F-score of whole pages (``jingdu.learn.train.fused``).

Reference: Wu Qi, Chen Xingshu, Tan Jun: Content Extraction Algorithm of HTML Pages Based
on Optimized Weight. Journal of South China University of Technology (Natural Science)
39(4), 2011, 32-37. doi 10.3969/j.issn.1000-565X.2011.04.006

Symbols: B → block; S → content; tᵢ → the bin of feature i; P(B=S | tᵢ) → ``Term.support``;
δᵢ → ``Term.weight``; ε → ``Profile.threshold``; Score(B) → ``Profile.scores``.

Departures. The profile ``wu2011`` is the published table as printed; with its ε almost
every block of today's pages is kept. The profile ``support`` keeps the form and differs
in that (1) supports are log-odds, whose sum is the log-odds of independent features,
where probabilities have no such reading; (2) weights may be negative, because features
overlap: of two that say the same, one may have to take back what the other said twice;
(3) the swarm starts around the weights of a logistic regression on the supports, since
from random weights it finds no way through some two hundred dimensions; (4) features also
look at the blocks before and after, at ancestors, and at paper D's descent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jingdu.extractors.additive import Profile, load
from jingdu.features import Around, groups
from jingdu.page.model import Page, Verdict

if TYPE_CHECKING:
    from jingdu.sites.profile import SiteProfile


def judge(page: Page, profile: str | Profile = "support", site: SiteProfile | None = None) -> Verdict:
    """Scores every block of the page; keeps those over the profile's threshold (W, step 5)."""
    weights = load(profile) if isinstance(profile, str) else profile
    if not page.blocks:
        return Verdict(weights.extractor, [], [])
    grid = weights.grid(groups(page, weights.lexicon, Around.of(page), site), len(page.blocks))
    scores = weights.scores(grid)
    keep = (scores > weights.threshold).tolist()
    return Verdict(weights.extractor, scores.tolist(), keep, lambda block: weights.reasons(grid, block))
