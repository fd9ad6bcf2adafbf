"""Where to cut: the chance from which keeping a block raises the page's expected F-score.

A block of chance 0.3 is worth keeping on a page where little is certain, and not in an
article whose other blocks are certain: with the F-measure the best cut of a page depends on
all its blocks. Of blocks sorted by their chance, those to keep are the first k with the
highest expected F = 2·Σ(kept) p·t / (Σ(kept) t + Σ(all) p·t), t the tokens of a block.

Reference: Lewis: Evaluating and optimizing autonomous text classification systems. SIGIR
1995; Ye, Chai, Lee, Chieu: Optimizing F-measure: a tale of two approaches. ICML 2012. It
stands in for the one threshold ε of paper W.
"""

from __future__ import annotations

from jingdu.features.columns import Numbers


def best_cut(chance: Numbers, tokens: Numbers) -> float:
    """The chance of the last block that is to be kept; 1 where there is no block."""
    if not len(chance):
        return 1.0
    order = (-chance).argsort(kind="stable")
    right = (chance * tokens)[order].cumsum()
    expected = right / (tokens[order].cumsum() + right[-1])
    return float(chance[order[expected.argmax()]])
