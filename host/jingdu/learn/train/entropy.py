"""Training for paper E: grid search for its thresholds, and the general words of its second form.

``general`` is 1 − a term's entropy over the pages of a site, averaged over sites. Thresholds are evaluated with general
words of other folds, and with one to ten other pages of the site. TA has no labels: a block of links is site navigation
if its texts are on at least half of the held-out pages, and related links if they are on none.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain, product
from operator import itemgetter
from statistics import fmean
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.extractors.entropy import HALF, Settings, information_blocks
from jingdu.extractors.information import Weighed, weigh
from jingdu.extractors.weight_files import settings_to_json
from jingdu.learn.corpus import Example, fold_of, grouped
from jingdu.learn.corpus.labelled import Labels, labels, other_pages, parse_example, with_result
from jingdu.learn.train.additive import balanced_weights
from jingdu.learn.work import Report
from jingdu.page.model import Page
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import entropy
from jingdu.text.words import terms

FOLDS: Final = 3
NUMBERS: Final = (1, 2, 5, 10)
"""Numbers of other pages of the site with which successive pages are weighed, in turn."""
MAX_PAGES: Final = 20
"""Maximum pages of a site from which entropies are computed."""
MIN_SITES: Final = 2
"""Minimum number of sites with a general word."""
MIN_ENTROPY: Final = 0.3
"""Minimum mean entropy of a general word."""
MAX_WORDS: Final = 4000
STRUCTURES: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
CONTENTS: Final = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
SHARES: Final = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0)
LEASTS: Final = (0.0, 1.0, 2.0, 3.0, 5.0, 8.0)
TIE: Final = 0.002
"""F1 that a coarser structure may cost: SII hardly affects articles, but merges lists of links into one block."""
LINKS: Final = tuple(np.round(np.arange(0.2, 0.96, 0.05), 2).tolist())
MIN_ANCHORS: Final = 5
"""Minimum anchor terms of a block of links used in training."""

Entropies = dict[str, dict[str, float]]
"""Site → term → EN over the site's pages."""
Sites = dict[str, list[tuple[Example, Page]]]


class Sample(NamedTuple):
    page: Page
    weighed: Weighed
    labels: Labels
    site: str
    held_out: Counter[str]
    """Text of a block → number of held-out pages of the site."""
    number: int
    """Number of held-out pages, which were not used to weigh the page."""


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``entropy.json``."""
    parsed = [(example, page) for example in examples if example.text and (page := parse_example(example))]
    sites = {site: of_site for site, of_site in grouped(parsed, lambda pair: pair[0].site).items() if len(of_site) > 1}
    entropies = {site: entropies_of([page for _, page in of_site[:MAX_PAGES]]) for site, of_site in sites.items()}
    samples = _samples(sites, entropies, len(parsed), report)
    report(f"{len(samples)} pages of {len(entropies)} sites with more than one page")
    settings, value = search(samples, report)
    settings = settings._replace(links=anchor_threshold(samples, settings), general=general_words(entropies))
    metric = "mean word F1 by blocks, general words from other sites, on the pages learned from"
    thresholds = settings._asdict()
    general = thresholds.pop("general")
    sources = with_result(provenance, len(samples), value, metric)
    return {"entropy.json": settings_to_json("entropy", thresholds, sources, general=general)}


def entropies_of(pages: Sequence[Page]) -> dict[str, float]:
    """EN of each term over the pages of a site."""
    total, logs = Counter[str](), Counter[str]()
    for page in pages:
        count = Counter(chain.from_iterable(terms(block.text) for block in page.blocks))
        total.update(count)
        logs.update({term: float(number * np.log(number)) for term, number in count.items()})
    return {term: entropy(number, logs[term], len(pages)) for term, number in total.items()}


def general_words(entropies: Entropies) -> dict[str, float]:
    """Term → 1 − mean EN (E's second form), of terms that are evenly distributed on the pages of several sites."""
    values = grouped(chain.from_iterable(of_site.items() for of_site in entropies.values()), itemgetter(0))
    total = {term: sum(value for _, value in pairs) for term, pairs in values.items() if len(pairs) >= MIN_SITES}
    even = [term for term in total if total[term] >= MIN_ENTROPY * len(values[term])]
    first = sorted(even, key=lambda term: (-total[term], term))[:MAX_WORDS]
    return {term: round(1 - total[term] / len(values[term]), 2) for term in sorted(first)}


def _samples(sites: Sites, entropies: Entropies, total: int, report: Report) -> list[Sample]:
    words = [
        general_words({site: values for site, values in entropies.items() if fold_of(site, FOLDS) != fold})
        for fold in range(FOLDS)
    ]
    samples = []
    for site, of_site in sites.items():
        pages = [page for _, page in of_site]
        for at, (example, page) in enumerate(of_site):
            known = other_pages(pages, at, NUMBERS[at % len(NUMBERS)])
            others = [other for other in pages if other is not page and other not in known]
            held_out = Counter(chain.from_iterable({block.text for block in other.blocks} for other in others))
            weighed = weigh(page, learned_from(site, known), words[fold_of(site, FOLDS)])
            samples.append(Sample(page, weighed, labels(page, example.text), site, held_out, len(others)))
        report(f"pages {len(samples)}/{total}")
    return samples


def search(samples: Sequence[Sample], report: Report) -> tuple[Settings, float]:
    """The thresholds that maximise weighted mean F1, and that mean.

    Of structures within ``TIE`` of the best it takes the coarsest.
    """
    weights = balanced_weights(sample.site for sample in samples)
    maxima = []
    for level in STRUCTURES:
        candidates = [Candidate(sample, level) for sample in samples]
        means = {
            limits: float(np.average([candidate.f1(*limits) for candidate in candidates], weights=weights))
            for limits in product(CONTENTS, SHARES, LEASTS)
        }
        limits = max(means, key=means.__getitem__)
        maxima.append((means[limits], level, limits))
        report(f"structure {level:g}: F1 {means[limits]:.4f} at content, share, least {limits}")
    top = max(mean for mean, *_ in maxima)
    value, level, (content, share, least) = next(row for row in maxima if row[0] >= top - TIE)
    return Settings(level, content, LINKS[0], share, least, {}), value


class Candidate:
    """A page's information blocks at one ST as arrays, for fast evaluation of the other thresholds."""

    def __init__(self, sample: Sample, level: float) -> None:
        weighed = sample.weighed
        nodes = information_blocks(sample.page, weighed, level)
        self.labels = sample.labels
        self.weight = np.diff(weighed.weight)
        self.cii = self.weight / np.maximum(1, np.diff(weighed.terms))
        self.plain = np.array([weighed.linked(at, at + 1) <= HALF for at in range(len(sample.page.blocks))])
        self.node = np.repeat(np.arange(len(nodes)), [node.last - node.first for node in nodes])
        self.mass = np.array([weighed.weight[node.last] - weighed.weight[node.first] for node in nodes])
        self.mean = np.array([weighed.cii(*node[:2]) for node in nodes])

    def f1(self, content: float, share: float, least: float) -> float:
        """Word F1 of the blocks that ``verdict`` keeps."""
        article = self.mean > content
        article &= self.mass >= share * self.mass.max(where=article, initial=0.0)
        return self.labels.f1(article[self.node] & self.plain & (self.weight >= least) & (self.cii > content))


def anchor_threshold(samples: Sequence[Sample], settings: Settings) -> float:
    """TA: maximises the balanced accuracy on blocks of links."""
    labelled = [pair for sample in samples if sample.number > 1 for pair in anchor_labels(sample, settings)]
    related = np.array([ati for ati, is_related in labelled if is_related])
    navigation = np.array([ati for ati, is_related in labelled if not is_related])
    if not len(related) or not len(navigation):
        return settings.links
    return float(max(LINKS, key=lambda limit: (related > limit).mean() + (navigation <= limit).mean()))


def anchor_labels(sample: Sample, settings: Settings) -> list[tuple[float, bool]]:
    """ATI of the page's blocks of links, and whether they are related links."""
    weighed, pairs = sample.weighed, []
    for node in information_blocks(sample.page, weighed, settings.structure):
        first, last = node[:2]
        anchors = weighed.anchor_terms[last] - weighed.anchor_terms[first]
        if weighed.linked(first, last) <= HALF or anchors < MIN_ANCHORS:
            continue
        share = fmean(sample.held_out[block.text] / sample.number for block in sample.page.blocks[first:last])
        if share >= 0.5 or share == 0:
            pairs.append((weighed.ati(first, last), share == 0))
    return pairs
