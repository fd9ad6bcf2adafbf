"""Keywords of an article, by naive Bayes (paper K2) or another ranking, such as the word network of paper K1.

Which is the better one was measured: see ``jingdu/library/PAPERS.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from jingdu.library.topics.idf import Idf
from jingdu.library.topics.idf import packaged as packaged_idf
from jingdu.library.topics.keywords import bayes
from jingdu.library.topics.keywords.phrases import Candidates, Key, candidates, merged, shown
from jingdu.library.topics.passages import Passage
from jingdu.library.topics.terms import Sentence, no_nouns, sentences

MAX_KEYWORDS: Final = 10
"""Keywords of an article, unless more are asked for."""
WIDESPREAD: Final = 0.25
"""Share of the library's articles from which a word says little of one of them."""


def keywords(
    passages: Iterable[Passage],
    most: int = MAX_KEYWORDS,
    shares: Callable[[Sequence[str]], Mapping[str, float]] | None = None,
    rank: Callable[[list[Sentence], Candidates, Idf], list[Key]] | None = None,
) -> list[str]:
    """The best keywords as they are written in the article, nouns first; ``rank`` sorts the candidates, best first.

    ``shares`` gives the share of the library's articles that each word is in, 0 … 1; widespread words give way.
    """
    found, idf = sentences(passages), packaged_idf()
    choices = merged(candidates(found))
    order = rank(found, choices, idf) if rank else bayes.rank(choices, idf, bayes.packaged())
    best = _distinct(choices, order, most * (2 if shares else 1))
    known = shares(list(best.values())) if shares else {}
    keys = sorted(best, key=lambda key: known.get(best[key], 0.0) > WIDESPREAD)[:most]
    verbs = no_nouns([key[-1] for key in keys])
    return [best[key] for key in sorted(keys, key=lambda key: key[-1] in verbs)]


def _distinct(choices: Candidates, order: list[Key], most: int) -> dict[Key, str]:
    """The first of the order that repeat nothing: neither part of a better one, nor a better one with more words."""
    taken: dict[Key, str] = {}
    for key in order:
        if len(taken) == most:
            break
        if not any(set(key) <= set(better) or set(better) <= set(key) for better in taken):
            taken[key] = shown(choices[key])
    return taken
