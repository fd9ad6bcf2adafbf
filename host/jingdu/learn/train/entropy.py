"""What paper E leaves to be learned: its thresholds, and the second form's general words.

``general`` is 1 − the mean, over the sites of the corpora, of a term's entropy over the site's
pages; each page's own thresholds are tried with the words of other sites (parts by site), and
with one to ten other pages of its own site. TA has no labels: a block of links counts as the
site's own furniture where its texts stand on half of the pages that were held back, as related
links where they stand on none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, product
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.extractors.entropy import FORMAT, HALF, Settings, information_blocks
from jingdu.extractors.information import Weighed, weigh
from jingdu.extractors.weight_files import as_lines
from jingdu.learn.corpus import Example, part
from jingdu.learn.corpus.labelled import Bits, Labels, by_site, known, labels, others, parsed
from jingdu.learn.work import Report
from jingdu.page.model import Page
from jingdu.sites.learning import learned_from
from jingdu.sites.spread import entropy
from jingdu.text.words import terms

PARTS: Final = 3
NUMBERS: Final = (1, 2, 5, 10)
"""Other pages of the site that a page is judged with, in turn."""
MAX_OF_A_SITE: Final = 20
MIN_SITES: Final = 2
"""Sites that a general word is on."""
EVEN: Final = 0.3
"""Mean entropy under which a word is no general word."""
MAX_WORDS: Final = 4000
STRUCTURES: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
CONTENTS: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
SHARES: Final = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0)
LEASTS: Final = (0.0, 1.0, 2.0, 3.0, 5.0, 8.0)
TIE: Final = 0.002
"""F1 that a coarser structure may cost: SII hardly matters for articles, but lists of links are one block by it."""
LINKS: Final = tuple(np.round(np.arange(0.2, 0.96, 0.05), 2).tolist())
MIN_ANCHORS: Final = 5
"""Anchor terms of a block of links that is learned from."""

Entropies = dict[str, dict[str, float]]
"""Site → term → EN over the site's pages."""


class Sample(NamedTuple):
    """A page that was weighed, its labels, and how much it counts."""

    page: Page
    weighed: Weighed
    labels: Labels
    weight: float
    held_back: Counter[str]
    """Texts of the site's pages that were not used to weigh it, each with its number of pages."""
    back: int


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``entropy.json``."""
    labelled = [example for example in examples if example.text]
    pages = [parsed(example) for example in labelled]
    entropies = {
        site: entropies_of([page for at in places[:MAX_OF_A_SITE] if (page := pages[at])])
        for site, places in by_site(labelled, pages).items()
        if len(places) > 1
    }
    samples = _samples(labelled, pages, entropies, report)
    report(f"{len(samples)} pages of {len(entropies)} sites with more than one page")
    settings, value = search(samples, report)
    settings = settings._replace(links=anchor_threshold(samples, settings), general=general_words(entropies))
    metric = "mean word F1 by blocks, general words from other sites, on the pages learned from"
    return {"entropy.json": as_json(settings, known(provenance, len(samples), value, metric))}


def entropies_of(pages: Sequence[Page]) -> dict[str, float]:
    """EN of each term over the pages of one site."""
    counts = [Counter(chain.from_iterable(terms(block.text) for block in page.blocks)) for page in pages]
    total: Counter[str] = Counter()
    logs: Counter[str] = Counter()
    for count in counts:
        total.update(count)
        logs.update({term: float(number * np.log(number)) for term, number in count.items()})
    return {term: entropy(number, logs[term], len(pages)) for term, number in total.items()}


def general_words(entropies: Entropies) -> dict[str, float]:
    """The second form: 1 − mean EN of the terms that stand evenly on the pages of several sites."""
    sums: dict[str, list[float]] = {}
    for term, value in chain.from_iterable(of_site.items() for of_site in entropies.values()):
        sums.setdefault(term, []).append(value)
    even = {
        term: (sum(values) / len(values), len(values))
        for term, values in sums.items()
        if len(values) >= MIN_SITES and sum(values) >= EVEN * len(values)
    }
    first = sorted(even, key=lambda term: (-even[term][0] * even[term][1], term))[:MAX_WORDS]
    return {term: round(1 - even[term][0], 2) for term in sorted(first)}


def _samples(examples: list[Example], pages: list[Page | None], entropies: Entropies, report: Report) -> list[Sample]:
    words = [
        general_words({site: values for site, values in entropies.items() if part(site, PARTS) != number})
        for number in range(PARTS)
    ]
    samples = []
    for site, places in by_site(examples, pages).items():
        own = [page for at in places if (page := pages[at])]
        for at, (page, place) in enumerate(zip(own, places, strict=True) if site in entropies else ()):
            near = others(own, at, NUMBERS[at % len(NUMBERS)])
            back = [one for one in own if one is not page and one not in near]
            held_back = Counter(chain.from_iterable({block.text for block in one.blocks} for one in back))
            weighed = weigh(page, learned_from(site, near), words[part(site, PARTS)])
            truth = labels(page, examples[place].text)
            samples.append(Sample(page, weighed, truth, len(own) ** -0.5, held_back, len(back)))
        report(f"pages {len(samples)}/{len(examples)}")
    return samples


def search(samples: Sequence[Sample], report: Report) -> tuple[Settings, float]:
    """Every combination of thresholds: the best by mean F1, each page with its weight, and that mean.

    Of structures that come within ``TIE`` of the best the coarsest is taken.
    """
    weights = np.array([one.weight for one in samples])
    found = []
    for level in STRUCTURES:
        drafts = [Draft(one, level) for one in samples]
        means = {
            limits: float(np.average([draft.f1(*limits) for draft in drafts], weights=weights))
            for limits in product(CONTENTS, SHARES, LEASTS)
        }
        limits = max(means, key=means.__getitem__)
        found.append((means[limits], level, limits))
        report(f"structure {level:g}: F1 {means[limits]:.4f} at content, share, least {limits}")
    top = max(mean for mean, *_ in found)
    value, level, (content, share, least) = next(one for one in found if one[0] >= top - TIE)
    return Settings(level, content, LINKS[0], share, least, {}), value


class Draft:
    """A page's walk at one ST as arrays, so that the other thresholds can be tried by the thousand."""

    def __init__(self, one: Sample, level: float) -> None:
        weighed = one.weighed
        nodes = information_blocks(one.page, weighed, level)
        self.labels = one.labels
        self.weight = np.diff(weighed.weight)
        self.cii = self.weight / np.maximum(1, np.diff(weighed.terms))
        self.plain = np.array([weighed.linked(at, at + 1) <= HALF for at in range(len(one.page.blocks))])
        self.node = np.repeat(np.arange(len(nodes)), [node.last - node.first for node in nodes])
        self.mass = np.array([weighed.weight[node.last] - weighed.weight[node.first] for node in nodes])
        self.mean = np.array([weighed.cii(*node[:2]) for node in nodes])

    def keep(self, content: float, share: float, least: float) -> Bits:
        """What ``verdict`` keeps."""
        article = self.mean > content
        article &= self.mass >= share * self.mass.max(where=article, initial=0.0)
        keep: Bits = article[self.node] & self.plain & (self.weight >= least) & (self.cii > content)
        return keep

    def f1(self, content: float, share: float, least: float) -> float:
        """Word F1 when the kept blocks are the page's text."""
        return self.labels.f1(self.keep(content, share, least))


def anchor_threshold(samples: Sequence[Sample], settings: Settings) -> float:
    """TA: of the blocks of links, the best mean of the shares that are right, of both kinds."""
    found = [pair for one in samples if one.back > 1 for pair in anchor_labels(one, settings)]
    related = np.array([ati for ati, own in found if own])
    furniture = np.array([ati for ati, own in found if not own])
    if not len(related) or not len(furniture):
        return settings.links
    return float(max(LINKS, key=lambda edge: (related > edge).mean() + (furniture <= edge).mean()))


def anchor_labels(one: Sample, settings: Settings) -> list[tuple[float, bool]]:
    """ATI of the page's blocks of links, and whether they are related links by the pages held back."""
    pairs = []
    for node in information_blocks(one.page, one.weighed, settings.structure):
        first, last = node[:2]
        if one.weighed.linked(first, last) <= HALF:
            continue
        if one.weighed.anchor_terms[last] - one.weighed.anchor_terms[first] < MIN_ANCHORS:
            continue
        shares = [one.held_back[block.text] / one.back for block in one.page.blocks[first:last]]
        share = sum(shares) / len(shares)
        if share >= 0.5 or share == 0:
            pairs.append((one.weighed.ati(first, last), share == 0))
    return pairs


def as_json(settings: Settings, provenance: dict[str, Any]) -> str:
    thresholds = {name: value for name, value in settings._asdict().items() if name != "general"}
    head = {"format": FORMAT, "extractor": "entropy", "settings": thresholds, "provenance": provenance}
    return as_lines(head, {"general": settings.general})
