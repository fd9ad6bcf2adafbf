"""What paper K2 leaves to be learned: the supports of keywords, from the keywords that authors gave their pages.

A page's own keywords are those of ``<meta name=keywords>`` that occur in its title or text
and are not on a third of the pages of its site: those are the site's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import parsed
from jingdu.learn.work import Report
from jingdu.library.topics import bayes
from jingdu.library.topics.bayes import FEATURES, SCRIPTS, Bins, Model, Table
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.phrases import Candidates, Key, candidates, merged
from jingdu.library.topics.terms import Idf, counts, is_east_asian, keys, sentences
from jingdu.page.metadata.head import Head

DEPTH: Final = 20
"""Bins of equal depth for a feature, at most."""
MIN_PAGES: Final = 4
"""Pages a word must be on to be in the table of words."""
_PARTS: Final = re.compile(r"[,，;；、|]")
_SITE_NAME: Final = re.compile(r"\s*(?:[_|–—]|\s-\s|-(?=[\u4e00-\u9fff]))")


class Labelled(NamedTuple):
    """A page with the keywords its author gave it (as keys); none where it has none of its own."""

    example: Example
    title: str
    given: frozenset[Key]


def labelled(examples: Iterable[Example]) -> list[Labelled]:
    """The pages with a true text, with their titles and their own keywords."""
    pages = [example for example in examples if example.text]
    found = [_declared(page) for page in pages]
    site_wide = _site_wide(pages, [given for _, given in found])
    return [Labelled(page, title, _own(page.text, title, given - site_wide[page.site]))
            for page, (title, given) in zip(pages, found, strict=True)]  # fmt: skip


def _declared(example: Example) -> tuple[str, frozenset[Key]]:
    """The title, without the name of the site, and the page's ``<meta name=keywords>``.

    Those are parted at commas, or at spaces where Chinese has no comma.
    """
    page = parsed(example)
    if page is None:
        return example.title or "", frozenset()
    text = next(iter(Head(page).metas.get("keywords", ())), "")
    parts = _PARTS.split(text)
    if len(parts) == 1 and re.search("[\u4e00-\u9fff]", text):
        parts = text.split()
    title = example.title or max(_SITE_NAME.split(page.title), key=len)
    return title, frozenset(filter(None, (tuple(keys(part)) for part in parts)))


def learn(pages: Sequence[Labelled], idf: Idf, names: Sequence[str] = FEATURES) -> Model:
    """The supports: for each script from the pages that are written in it."""
    rows: dict[str, list[list[float]]] = {script: [] for script in SCRIPTS}
    for page in pages:
        if page.given:
            choices = choices_of(page)
            rows[bayes.script_of(choices)] += _rows(choices, page.given, idf, names)
    return Model({script: _table(np.array(found, dtype=np.float64).reshape(-1, len(names) + 1), names)
                  for script, found in rows.items()})  # fmt: skip


def words_of(pages: Sequence[Labelled]) -> Idf:
    """How many pages each word is on, for scripts other than Chinese."""
    held: Counter[str] = Counter()
    number = 0
    for page in pages:
        found = counts(sentences(of_text(page.example.text, page.title)))
        number += not is_east_asian(next(iter(found), "\u4e00"))
        held.update(key for key in found if not is_east_asian(key) and len(key) < 30)
    return Idf(number, MIN_PAGES, {key: n for key, n in held.items() if n >= MIN_PAGES})


def choices_of(page: Labelled) -> Candidates:
    return merged(candidates(sentences(of_text(page.example.text, page.title))))


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``keywords.json`` and ``words.json``."""
    pages = labelled(examples)
    idf = words_of(pages)
    report(f"{len(idf.held)} words on {idf.pages} pages")
    model = learn(pages, idf)
    known = {**provenance, "pages": len(pages), "pages with keywords": sum(bool(page.given) for page in pages)}
    return {
        "keywords.json": replace(model, provenance=known).as_json(),
        "words.json": replace(idf, provenance=known).as_json(),
    }


def _rows(choices: Candidates, given: frozenset[Key], idf: Idf, names: Sequence[str]) -> list[list[float]]:
    measured = bayes.features(choices, idf)
    return [[*(values[name] for name in names), float(key in given)] for key, values in measured.items()]


def _table(rows: np.ndarray[Any, np.dtype[np.float64]], names: Sequence[str]) -> Table:
    yes = rows[:, -1] == 1
    prior = (yes.sum() + 1) / (len(rows) + 2)
    return Table(float(f"{prior:.6g}"), {name: _bins(rows[:, at], yes) for at, name in enumerate(names)})


def _bins(values: np.ndarray[Any, Any], yes: np.ndarray[Any, Any]) -> Bins:
    """Equal depth: edges at the quantiles of the keywords' values and of all; each bin's share, one more in each."""
    if not len(values):
        return Bins((), (1.0,), (1.0,))
    cuts = np.linspace(0, 1, DEPTH + 1)[1:-1]
    depths = np.quantile(values[yes] if yes.any() else values, cuts)
    edges = np.array(sorted({float(f"{edge:.5g}") for edge in depths}))
    at = np.searchsorted(edges, values, side="right")
    found = [np.bincount(at[which], minlength=len(edges) + 1) + 1.0 for which in (yes, ~yes)]
    shares = [tuple(float(f"{share:.5g}") for share in count / count.sum()) for count in found]
    return Bins(tuple(map(float, edges)), *shares)


def _site_wide(pages: Sequence[Example], keywords_of: Sequence[frozenset[Key]]) -> dict[str, frozenset[Key]]:
    number = Counter(page.site for page in pages)
    held = Counter((page.site, key) for page, given in zip(pages, keywords_of, strict=True) for key in given)
    found: dict[str, set[Key]] = {site: set() for site in number}
    for (site, key), n in held.items():
        if number[site] >= 3 and n > number[site] / 3:
            found[site].add(key)
    return {site: frozenset(given) for site, given in found.items()}


def _own(text: str, title: str, given: frozenset[Key]) -> frozenset[Key]:
    """Those that occur in the title or the text, as words that follow on each other, and are no whole title."""
    held = set()
    for sentence in sentences(of_text(text, title)):
        for run in sentence.runs:
            word = [term.key for term in run]
            held |= {tuple(word[a:b]) for a in range(len(word)) for b in range(a + 1, min(a + 4, len(word)) + 1)}
    return (given & held) - {tuple(keys(title))}
