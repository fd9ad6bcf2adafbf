"""The page's cut, and the blocks for which it is lower.

The cut is the probability above which keeping a block raises the page's expected F-score. It depends on all blocks: a
block of probability 0.3 is worth keeping on a page where little is certain, but not in an article whose other blocks
are certain. Of the blocks sorted by probability p, those kept are the first k with the highest expected
F = 2·Σ(kept) p·t / (Σ(kept) t + Σ(all) p·t), where t is the number of tokens. The cut replaces paper W's threshold ε.
Reference: Lewis: Evaluating and optimizing autonomous text classification systems. SIGIR 1995;
Ye, Chai, Lee, Chieu: Optimizing F-measure: a tale of two approaches. ICML 2012.

The cut is lower in containers with kept text and, if the page is no article, for blocks of the same shape as kept text.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from jingdu.features.columns import Numbers
from jingdu.features.containers import Around

LOWER: Final = 0.5
"""Log-odds by which the cut is lower in a container with kept text."""
ALIKE: Final = 1.0
"""Log-odds by which the cut is lower for blocks of the same shape as kept text, on a page that is no article."""
POSTS: Final = 4.0
"""Log-odds by which the cut is lower for such blocks in a thread, since its posts are of one shape."""
MIN_KEPT: Final = 0.2
"""Minimum kept share of the text of a container or shape in which the cut is lower."""
LEVEL: Final = 2
"""The container of a block in which text must be kept: its grandparent (index of ``containers.LEVELS``)."""


def best_cut(chance: Numbers, tokens: Numbers) -> float:
    """The lowest probability to keep for the highest expected F-score; there must be at least one block."""
    order = (-chance).argsort(kind="stable")
    right = (chance * tokens)[order].cumsum()
    expected = right / (tokens[order].cumsum() + right[-1])
    return float(chance[order[expected.argmax()]])


def lowered(around: Around, tokens: Numbers, keep: NDArray[np.bool_], alike: float) -> Numbers:
    """Log-odds by which each block's cut is lower: ``LOWER`` in a container with kept text, ``alike`` for its shape."""
    lower = np.zeros(len(tokens))
    for group, by in ((around.containers[LEVEL], LOWER), (around.shapes, alike)):
        is_kept = np.bincount(group, tokens * keep) >= np.maximum(MIN_KEPT * np.bincount(group, tokens), 1)
        lower = np.maximum(lower, by * is_kept[group])
    return lower
