"""Evaluates keyword extraction against K1, K2, TF-IDF and TextRank: ``python -m tests.quality.keywords CORPUS …``.

There are two truths. *given*: the author's keywords (``jingdu.learn.train.keywords``); methods get title and text, and
a keyword is correct if it equals one of them. *title*: the words of the title that occur in the text; methods get the
text, a keyword is correct if all its words are in the title, and recall counts their words. Precision and recall are
averaged over pages; F1 is computed from the averages. Models are cross-validated by site.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from jingdu.learn.corpus import fold_of, load_all
from jingdu.learn.train.keywords import Labelled, fit, fit_idf, labelled
from jingdu.library.topics import bayes, keywords, word_network
from jingdu.library.topics.bayes import FEATURES
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.phrases import Candidates, Key, candidates, merged
from jingdu.library.topics.terms import Idf, Sentence, counts, keys, sentences
from jingdu.text.words import letters

FOLDS: Final = 3
NUMBERS: Final = (5, 10)
"""Numbers of keywords for which precision and recall are measured."""

Ranker = Callable[[list[Sentence], Candidates], list[Key]]


class Score(NamedTuple):
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(self.precision + self.recall, 1e-9)


def rankers(pages: Sequence[Labelled]) -> dict[str, Ranker]:
    """Method → ranker, trained on these pages."""
    idf = fit_idf(pages)
    model, four = fit(pages, idf), fit(pages, idf, FEATURES[:4])
    return {
        "frequency": lambda text, choices: keywords.by_frequency(choices),
        "TF-IDF": lambda text, choices: by_tfidf(choices, idf),
        "TextRank": by_textrank,
        "K1 plain": lambda text, choices: word_network.rank(text, choices, idf, word_network.PLAIN),
        "K1 network": lambda text, choices: word_network.rank(text, choices, idf),
        "K2 T O L C": lambda text, choices: bayes.rank(choices, idf, four),
        "K2 bayes": lambda text, choices: bayes.rank(choices, idf, model),
        "fused": lambda text, choices: keywords.rank(text, choices, idf, model),
    }


def by_tfidf(choices: Candidates, idf: Idf) -> list[Key]:
    """Frequency × mean IDF of the words."""
    score = {key: len(choices[key]) * sum(map(idf.of, key)) / len(key) for key in choices}
    return sorted(score, key=lambda key: (-score[key], choices[key][0].at))


def by_textrank(text: Sequence[Sentence], choices: Candidates) -> list[Key]:
    """Mihalcea and Tarau 2004: PageRank (d = 0.85) with a window of 2; a phrase has the mean rank of its words."""
    graph = word_network.network(text, 2)
    words = sorted(graph.places)
    index = {word: at for at, word in enumerate(words)}
    adjacency = np.zeros((len(words), len(words)))
    for (first, second), weight in graph.edges.items():
        adjacency[index[first], index[second]] += weight
    adjacency += adjacency.T
    transition = adjacency / np.maximum(adjacency.sum(axis=1, keepdims=True), 1e-12)
    rank = np.ones(len(words))
    for _ in range(30):
        rank = 0.15 + 0.85 * transition.T @ rank
    top = {words[at] for at in np.argsort(-rank)[: max(10, len(words) // 3)]}
    score = {key: sum(rank[index[word]] for word in key) / len(key) for key in choices if top.issuperset(key)}
    return sorted(score, key=lambda key: (-score[key], key))


def measured(pages: Sequence[Labelled]) -> dict[tuple[str, str, str, int], list[Score]]:
    """(truth, language, method, number of keywords) → scores of the pages."""
    table: dict[tuple[str, str, str, int], list[Score]] = defaultdict(list)
    for fold in range(FOLDS):
        methods = rankers([page for page in pages if fold_of(page.example.site, FOLDS) != fold])
        for page in (page for page in pages if fold_of(page.example.site, FOLDS) == fold):
            for truth, text, score in _tasks(page):
                choices = merged(candidates(text))
                language = "Chinese" if choices and bayes.script_of(choices) == "chinese" else "other"
                for name, rank in methods.items() if choices else ():
                    ranking = list(keywords.distinct(choices, rank(text, choices), max(NUMBERS)))
                    for number in NUMBERS:
                        table[truth, language, name, number].append(score(ranking[:number]))
    return table


def _tasks(page: Labelled) -> Iterator[tuple[str, list[Sentence], Callable[[list[Key]], Score]]]:
    """Yields (truth, text, function to score a ranking)."""
    if page.keywords:
        text = sentences(of_text(page.example.text, page.title))
        yield "given", text, lambda ranking: _score_given(ranking, page.keywords)
    text = sentences(of_text(_without_title(page)))
    words = set(keys(page.title)) & set(counts(text))
    if len(words) >= 2:
        yield "title", text, lambda ranking: _score_title(ranking, words)


def _score_given(ranking: Sequence[Key], keywords: frozenset[Key]) -> Score:
    correct = len(keywords.intersection(ranking))
    return Score(correct / max(len(ranking), 1), correct / len(keywords))


def _score_title(ranking: Sequence[Key], words: set[str]) -> Score:
    correct = [key for key in ranking if words.issuperset(key)]
    return Score(len(correct) / max(len(ranking), 1), len({word for key in correct for word in key}) / len(words))


def _without_title(page: Labelled) -> str:
    """The text without lines among the first three that repeat the title."""
    lines = page.example.text.splitlines()
    head = [line for line in lines[:3] if letters(line) not in letters(page.title)]
    return "\n".join([*(head or [""]), *lines[3:]])


def markdown(table: dict[tuple[str, str, str, int], list[Score]]) -> Iterator[str]:
    methods = list(dict.fromkeys(name for _, _, name, _ in table))
    for truth, language in sorted({key[:2] for key in table}):
        pages = len(table[truth, language, methods[0], 5])
        yield f"\n{truth}, {language}, {pages} pages\n\n| method | P@5 | R@5 | F1@5 | P@10 | R@10 | F1@10 |"
        yield "|" + "---|" * 7
        for name in methods:
            scores = [Score(*np.mean(table[truth, language, name, number], axis=0)) for number in NUMBERS]
            yield f"| {name} | " + " | ".join(f"{v:.3f}" for score in scores for v in (*score, score.f1)) + " |"


def main(paths: Sequence[str]) -> None:
    print("\n".join(markdown(measured(labelled(load_all(map(Path, paths)))))))


if __name__ == "__main__":
    main(sys.argv[1:])
