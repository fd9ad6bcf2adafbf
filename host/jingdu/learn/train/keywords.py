"""Training for paper K2: supports of keywords, from the keywords that authors assigned to their pages.

A page's own keywords are the ``<meta name=keywords>`` that occur in its title or text, except keywords on more than a
third of the site's pages.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import parse_example
from jingdu.learn.work import Report
from jingdu.library.topics import bayes
from jingdu.library.topics.bayes import FEATURES, SCRIPTS, Bins, Model, Table
from jingdu.library.topics.passages import of_text
from jingdu.library.topics.phrases import Key, candidates, merged
from jingdu.library.topics.terms import Idf, counts, is_east_asian, keys, sentences
from jingdu.page.metadata.head import Head

DEPTH: Final = 20
"""Maximum number of equal-depth bins of a feature."""
MIN_PAGES: Final = 4
"""Minimum document frequency of a word in the IDF table."""
_SEPARATORS: Final = re.compile(r"[,，;；、|]")
_SITE_NAME: Final = re.compile(r"\s*(?:[_|–—]|\s-\s|-(?=[\u4e00-\u9fff]))")


class Labelled(NamedTuple):
    """A page with its own keywords."""

    example: Example
    title: str
    keywords: frozenset[Key]


def labelled(examples: Iterable[Example]) -> list[Labelled]:
    """Labels the pages that have a true text."""
    pages = [example for example in examples if example.text]
    declared = [_declared(page) for page in pages]
    site_wide = _site_wide(pages, [keywords for _, keywords in declared])
    return [Labelled(page, title, _own(page.text, title, keywords - site_wide[page.site]))
            for page, (title, keywords) in zip(pages, declared, strict=True)]  # fmt: skip


def _declared(example: Example) -> tuple[str, frozenset[Key]]:
    """The title without the site's name, and ``<meta name=keywords>``.

    Keywords are separated by commas, or by spaces in Chinese without commas.
    """
    page = parse_example(example)
    if page is None:
        return example.title or "", frozenset()
    text = next(iter(Head(page).metas.get("keywords", ())), "")
    parts = _SEPARATORS.split(text)
    if len(parts) == 1 and re.search("[\u4e00-\u9fff]", text):
        parts = text.split()
    title = example.title or max(_SITE_NAME.split(page.title), key=len)
    return title, frozenset(filter(None, (tuple(keys(part)) for part in parts)))


def fit(pages: Sequence[Labelled], idf: Idf, names: Sequence[str] = FEATURES) -> Model:
    """Fits the features ``names``, separately for each script."""
    rows: dict[str, list[list[float]]] = {script: [] for script in SCRIPTS}
    for page in pages:
        if page.keywords:
            choices = merged(candidates(sentences(of_text(page.example.text, page.title))))
            rows[bayes.script_of(choices)] += [
                [*(values[name] for name in names), float(key in page.keywords)]
                for key, values in bayes.features(choices, idf).items()
            ]
    return Model({script: _table(np.array(of_script, dtype=np.float64).reshape(-1, len(names) + 1), names)
                  for script, of_script in rows.items()})  # fmt: skip


def fit_idf(pages: Sequence[Labelled]) -> Idf:
    """Document frequencies of words, except in East Asian scripts."""
    frequencies: Counter[str] = Counter()
    number = 0
    for page in pages:
        words = counts(sentences(of_text(page.example.text, page.title)))
        number += not is_east_asian(next(iter(words), "\u4e00"))
        frequencies.update(key for key in words if not is_east_asian(key) and len(key) < 30)
    return Idf(number, MIN_PAGES, {key: n for key, n in frequencies.items() if n >= MIN_PAGES})


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``keywords.json`` and ``words.json``."""
    pages = labelled(examples)
    idf = fit_idf(pages)
    report(f"{len(idf.held)} words on {idf.pages} pages")
    model = fit(pages, idf)
    sources = {**provenance, "pages": len(pages), "pages with keywords": sum(bool(page.keywords) for page in pages)}
    return {
        "keywords.json": replace(model, provenance=sources).as_json(),
        "words.json": replace(idf, provenance=sources).as_json(),
    }


def _table(rows: np.ndarray[Any, np.dtype[np.float64]], names: Sequence[str]) -> Table:
    is_keyword = rows[:, -1] == 1
    prior = (is_keyword.sum() + 1) / (len(rows) + 2)
    return Table(float(f"{prior:.6g}"), {name: _bins(rows[:, at], is_keyword) for at, name in enumerate(names)})


def _bins(values: np.ndarray[Any, Any], is_keyword: np.ndarray[Any, Any]) -> Bins:
    """Bins at quantiles of the keywords' values, with add-one smoothed shares of keywords and of other candidates."""
    if not len(values):
        return Bins((), (1.0,), (1.0,))
    quantiles = np.quantile(values[is_keyword] if is_keyword.any() else values, np.linspace(0, 1, DEPTH + 1)[1:-1])
    edges = np.array(sorted({float(f"{edge:.5g}") for edge in quantiles}))
    at = np.searchsorted(edges, values, side="right")
    smoothed = [np.bincount(at[mask], minlength=len(edges) + 1) + 1.0 for mask in (is_keyword, ~is_keyword)]
    shares = [tuple(float(f"{share:.5g}") for share in count / count.sum()) for count in smoothed]
    return Bins(tuple(map(float, edges)), *shares)


def _site_wide(pages: Sequence[Example], declared: Sequence[frozenset[Key]]) -> dict[str, set[Key]]:
    """Site → keywords on more than a third of its pages; none for sites of fewer than three pages."""
    sites = grouped(zip(pages, declared, strict=True), lambda pair: pair[0].site)
    counts = {site: Counter(key for _, keywords in of_site for key in keywords) for site, of_site in sites.items()}
    return {
        site: {key for key, n in counts[site].items() if n > len(of_site) / 3 and len(of_site) >= 3}
        for site, of_site in sites.items()
    }


def _own(text: str, title: str, keywords: frozenset[Key]) -> frozenset[Key]:
    """The keywords that are n-grams of the title or text, up to n = 4, except the whole title."""
    ngrams = set()
    for sentence in sentences(of_text(text, title)):
        for run in sentence.runs:
            word = [term.key for term in run]
            ngrams |= {tuple(word[a:b]) for a in range(len(word)) for b in range(a + 1, min(a + 4, len(word)) + 1)}
    return (keywords & ngrams) - {tuple(keys(title))}
