"""Keywords of an article: fuses the rankings of papers K1 and K2 and the ranking by frequency.

``jingdu/library/PAPERS.md`` compares the fused ranking with each of them.

Reference for the fusion: Cormack, Clarke and Büttcher, Reciprocal rank fusion outperforms Condorcet and individual rank
learning methods, SIGIR 2009, 758-759.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from jingdu.extractors import weight_files
from jingdu.library.topics import bayes, word_network
from jingdu.library.topics.bayes import Model
from jingdu.library.topics.passages import Passage
from jingdu.library.topics.phrases import Candidates, Key, candidates, merged, shown
from jingdu.library.topics.terms import Idf, Sentence, non_nouns, packaged_idf, sentences

MAX_KEYWORDS: Final = 10
WIDESPREAD: Final = 0.25
"""Share of the library's articles above which a word is a poor keyword."""
K: Final = 60
"""The paper's k: the larger, the less the first ranks count. 5 and 10 give the same F1."""


def keywords(
    passages: Iterable[Passage], shares: Callable[[Sequence[str]], Mapping[str, float]] | None = None
) -> list[str]:
    """The best keywords as written in the article, nouns first.

    ``shares`` returns the share of the library's articles with each word, 0 … 1; widespread words are demoted.
    """
    passages = list(passages)
    found = sentences(passages)
    choices = merged(candidates(found))
    order = rank(found, choices, packaged_idf(), weight_files.loaded("keywords", bayes.from_json))
    best = distinct(choices, order, MAX_KEYWORDS * (2 if shares else 1))
    share = shares(list(best.values())) if shares else {}
    keys = sorted(best, key=lambda key: share.get(best[key], 0.0) > WIDESPREAD)[:MAX_KEYWORDS]
    verbs = non_nouns([key[-1] for key in keys], passages)
    return [best[key] for key in sorted(keys, key=lambda key: key[-1] in verbs)]


def rank(found: Sequence[Sentence], choices: Candidates, idf: Idf, model: Model) -> list[Key]:
    """Candidates by the fused ranking, best first."""
    return fused(word_network.rank(found, choices, idf), bayes.rank(choices, idf, model), by_frequency(choices))


def by_frequency(choices: Candidates) -> list[Key]:
    """Candidates by descending number of occurrences, then by first occurrence."""
    return sorted(choices, key=lambda key: (-len(choices[key]), choices[key][0].at))


def fused(*rankings: Sequence[Key]) -> list[Key]:
    """Candidates by descending Σ 1 / (k + rank), the sum over the rankings (reciprocal rank fusion)."""
    scores: defaultdict[Key, float] = defaultdict(float)
    for ranking in rankings:
        for at, key in enumerate(ranking, 1):
            scores[key] += 1 / (K + at)
    return sorted(scores, key=lambda key: (-scores[key], key))


def distinct(choices: Candidates, order: list[Key], most: int) -> dict[Key, str]:
    """The best ``most`` candidates, as written, without sub- and supersets of the words of a better one."""
    taken: dict[Key, str] = {}
    better: list[set[str]] = []
    for key in order:
        if len(taken) == most:
            break
        words = {re.sub("ie$", "y", word) for word in key}  # "movies" has the key "movy"
        if not any(words <= others or others <= words for others in better):
            better.append(words)
            taken[key] = shown(choices[key])
    return taken
