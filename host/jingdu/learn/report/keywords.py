"""How well keywords are found, beside TF-IDF and TextRank: ``python -m jingdu.learn.report.keywords CORPUS …``.

Two truths. *given*: the author's keywords (``jingdu.learn.train.keywords``); the method sees title and
text; a keyword is right where its words are those of a given one. *title*: the method sees
the text alone; the truth is the words of the title that occur in the text; a keyword is right where
all of its words are in the title, and the words of the right ones are what was found. Precision
and recall are means over pages, F1 is of these two. What is learned is learned on the other two parts of
the sites (``part(site, 3)``), so that every page is measured by what never saw its site.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from jingdu.learn.corpus import Example, load, part
from jingdu.learn.train.keywords import Labelled, labelled, learn, words_of
from jingdu.library.topics import bayes, network
from jingdu.library.topics.bayes import FEATURES
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.phrases import Candidates, Key, candidates, merged
from jingdu.library.topics.terms import Idf, Sentence, counts, keys, sentences

PARTS: Final = 3
NUMBERS: Final = (5, 10)
"""Of keywords, at which precision and recall are measured."""
FOUR: Final = FEATURES[:4]

Ranker = Callable[[list[Sentence], Candidates], list[Key]]


class Score(NamedTuple):
    """Precision and recall at a number of keywords."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / max(self.precision + self.recall, 1e-9)


def rankers(pages: Sequence[Labelled]) -> dict[str, Ranker]:
    """Method → ranker, all that is learned learned from these pages."""
    idf = words_of(pages)
    model, four = learn(pages, idf), learn(pages, idf, FOUR)
    return {
        "frequency": lambda found, choices: by_frequency(choices),
        "TF-IDF": lambda found, choices: by_tfidf(choices, idf),
        "TextRank": by_textrank,
        "K1 plain": lambda found, choices: network.rank(found, choices, idf, network.PLAIN),
        "K1 network": lambda found, choices: network.rank(found, choices, idf),
        "K2 T O L C": lambda found, choices: bayes.rank(choices, idf, four),
        "K2 bayes": lambda found, choices: bayes.rank(choices, idf, model),
    }


def by_frequency(choices: Candidates) -> list[Key]:
    return sorted(choices, key=lambda key: (-len(choices[key]), choices[key][0].at))


def by_tfidf(choices: Candidates, idf: Idf) -> list[Key]:
    """Every occurrence alike; a phrase has the mean IDF of its words."""
    score = {key: len(places) * sum(map(idf.of, key)) / len(key) for key, places in choices.items()}
    return sorted(score, key=lambda key: (-score[key], choices[key][0].at))


def by_textrank(found: Sequence[Sentence], choices: Candidates) -> list[Key]:
    """Mihalcea and Tarau 2004: PageRank (0.85) on words within two of each other; phrases by their words' mean."""
    made = network.network(found, 2)
    names = sorted(made.places)
    at = {key: number for number, key in enumerate(names)}
    joined = np.zeros((len(names), len(names)))
    for (one, other), weight in made.edges.items():
        joined[at[one], at[other]] += weight
        joined[at[other], at[one]] += weight
    flow = joined / np.maximum(joined.sum(axis=1, keepdims=True), 1e-12)
    rank = np.ones(len(names))
    for _ in range(30):
        rank = 0.15 + 0.85 * flow.T @ rank
    leading = {names[which] for which in np.argsort(-rank)[: max(10, len(names) // 3)]}
    score = {key: sum(rank[at[word]] for word in key) / len(key) for key in choices if leading.issuperset(key)}
    return sorted(score, key=lambda key: (-score[key], key))


def measured(pages: Sequence[Labelled]) -> dict[tuple[str, str, str, int], list[Score]]:
    """(truth, language, method, number of keywords) → the score of each page."""
    table: dict[tuple[str, str, str, int], list[Score]] = defaultdict(list)
    for fold in range(PARTS):
        methods = rankers([page for page in pages if part(page.example.site, PARTS) != fold])
        for page in pages:
            if part(page.example.site, PARTS) == fold:
                for truth, found, right in _tasks(page):
                    _measure(table, truth, found, right, methods)
    return table


def _measure(
    table: dict[tuple[str, str, str, int], list[Score]], truth: str, found: list[Sentence],
    right: Callable[[list[Key]], Score], methods: dict[str, Ranker],
) -> None:  # fmt: skip
    choices = merged(candidates(found))
    if choices:
        language = "Chinese" if bayes.script_of(choices) == "chinese" else "other"
        for name, rank in methods.items():
            order = distinct(rank(found, choices))
            for number in NUMBERS:
                table[truth, language, name, number].append(right(order[:number]))


def distinct(order: Sequence[Key]) -> list[Key]:
    """As ``jingdu.library.topics.bayes`` chooses."""
    taken: list[Key] = []
    for key in order:
        if len(taken) < max(NUMBERS) and not any(set(key) <= set(one) or set(one) <= set(key) for one in taken):
            taken.append(key)
    return taken


def _tasks(page: Labelled) -> Iterator[tuple[str, list[Sentence], Callable[[list[Key]], Score]]]:
    if page.given:
        yield "given", sentences(of_text(page.example.text, page.title)), lambda order: _given(order, page.given)
    text = _without_title(page)
    found = sentences(of_text(text))
    words = set(keys(page.title)) & set(counts(found))
    if len(words) >= 2:
        yield "title", found, lambda order: _title(order, words)


def _given(order: Sequence[Key], given: frozenset[Key]) -> Score:
    right = len(given.intersection(order))
    return Score(right / max(len(order), 1), right / len(given))


def _title(order: Sequence[Key], words: set[str]) -> Score:
    right = [key for key in order if words.issuperset(key)]
    return Score(len(right) / max(len(order), 1), len({word for key in right for word in key}) / len(words))


def _without_title(page: Labelled) -> str:
    lines = page.example.text.splitlines()
    title = "".join(filter(str.isalnum, page.title.lower()))
    return "\n".join(line for line in lines[:3] if "".join(filter(str.isalnum, line.lower())) not in title) + "\n".join(
        ["", *lines[3:]]
    )


def mean(scores: Sequence[Score]) -> Score:
    return Score(*(float(np.mean(column)) for column in zip(*scores, strict=True)))


def show(table: dict[tuple[str, str, str, int], list[Score]]) -> Iterator[str]:
    methods = list(dict.fromkeys(name for _, _, name, _ in table))
    for truth, language in sorted({key[:2] for key in table}):
        pages = len(table[truth, language, methods[0], 5])
        yield (
            f"\n{truth}, {language}, {pages} pages\n\n| method | P@5 | R@5 | F1@5 | P@10 | R@10 | F1@10 |\n|"
            + "---|" * 7
        )
        for name in methods:
            found = [mean(table[truth, language, name, number]) for number in NUMBERS]
            yield f"| {name} | " + " | ".join(f"{v:.3f}" for one in found for v in (*one, one.f1)) + " |"


def main(paths: Sequence[str]) -> None:
    """Measures on these corpora and prints the tables."""
    examples: list[Example] = [example for path in paths for example in load(Path(path))]
    for line in show(measured(labelled(examples))):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
