"""Paper W: block scoring with optimised weights.

Idea: each feature of a block falls into a bin, whose *support* is the evidence that such a block is content; a block
is kept if the weighted mean of its supports exceeds a threshold. Supports are computed from labelled blocks by Bayes'
rule; a particle swarm optimises weights and threshold for the F-measure of whole pages
(``jingdu.learn.train.additive``).

Reference: Wu Qi, Chen Xingshu, Tan Jun: Content Extraction Algorithm of HTML Pages Based
on Optimized Weight. Journal of South China University of Technology (Natural Science)
39(4), 2011, 32-37. doi 10.3969/j.issn.1000-565X.2011.04.006

Symbols: B → block; S → content; tᵢ → the bin of feature i; P(B=S | tᵢ) → ``Term.support``;
δᵢ → ``Term.weight``; ε → ``Profile.threshold``; Score(B) → ``Profile.scores``.

Departures. The profile ``wu2011`` is the published table as printed; with its ε almost every block of today's pages
is kept. The profile ``support`` differs in that (1) supports are log-odds, whose sum, unlike that of probabilities,
is the log-odds of content if features are independent; (2) weights may be negative, because features are correlated;
(3) the swarm starts around the weights of a logistic regression on the supports, since from random weights it does not
converge in some two hundred dimensions; (4) features include those of neighbouring blocks and ancestors, and paper D's
descent.
"""

from jingdu.extractors.additive import Profile, load
from jingdu.features import Around, groups
from jingdu.page.model import Page, Verdict
from jingdu.sites.profile import SiteProfile


def judge(page: Page, profile: str | Profile = "support", site: SiteProfile | None = None) -> Verdict:
    """Scores every block and keeps those above the threshold (W, step 5)."""
    weights = load(profile)
    if not page.blocks:
        return Verdict(weights.extractor, [], [])
    grid = weights.grid(groups(page, weights.lexicon, Around.of(page), site), len(page.blocks))
    scores = weights.scores(grid)
    keep = (scores > weights.threshold).tolist()
    return Verdict(weights.extractor, scores.tolist(), keep, lambda block: weights.reasons(grid, block))
