"""Simulates users who correct pages of a site, and measures the site's other pages.

N pages are corrected one after the other, each as the reader shows it by then, with the fewest clicks: one per region
or run of blocks, including "the article ends here" and "starts here". Error is 1 − word F1.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from statistics import fmean, median
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.corrections import record, verdicts
from jingdu.corrections.keys import Keys, keys_of
from jingdu.corrections.page import Choice, correction
from jingdu.extractors import sited
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import Labels, labels, parse_example
from jingdu.learn.work import parallel_map
from jingdu.page.model import Verdict

MIN_PAGES: Final = 3
"""Minimum pages of a simulated site."""
REPEATS: Final = 3
"""Number of random orders of each site's pages."""
MAX_LEAST: Final = 0.5
"""Maximum error of the best choice of blocks; users do not correct pages that lack the true text."""
LOSS: Final = 0.01
"""Rise of a site's error above which it counts as worse."""


class LabelledPage(NamedTuple):
    """A page with its verdict before any correction."""

    corpus: str
    site: str
    verdict: Verdict
    labels: Labels
    keys: Keys

    def target(self) -> list[bool]:
        """The blocks that the user wants; those without words stay as judged."""
        target: list[bool] = np.where(self.labels.tokens > 0, self.labels.content, np.array(self.verdict.keep)).tolist()
        return target

    def error(self, keep: Sequence[bool]) -> float:
        """1 − word F1 if the page keeps these blocks."""
        return 1 - self.labels.f1(np.array(keep, dtype=bool))


class Simulation(NamedTuple):
    """The result for one order of a site's pages."""

    corpus: str
    site: str
    errors: list[float]
    """Mean error of the other pages after 0, 1, … corrected pages."""
    clicks: list[int]
    """Clicks on each corrected page."""
    least: float
    """Mean error of the other pages if they were corrected themselves."""


def read(examples: Sequence[Example], arguments: Mapping[str, Any]) -> list[LabelledPage]:
    """Judges pages with ``sited.judge(**arguments)``; drops pages of small sites, and those that lack the true text."""
    counts = Counter((example.corpus, example.site) for example in examples if example.text)
    enough = [example for example in examples if example.text and counts[example.corpus, example.site] >= MIN_PAGES]
    pages = parallel_map(_read, enough, arguments)
    return [page for page in pages if page is not None and page.error(page.target()) < MAX_LEAST]


def _read(example: Example, arguments: Mapping[str, Any]) -> LabelledPage | None:
    page = parse_example(example)
    if page is None:
        return None
    verdict = replace(sited.judge(page, adjusted=False, **arguments), explain=None)  # a closure cannot be pickled
    return LabelledPage(example.corpus, example.site, verdict, labels(page, example.text), keys_of(page))


def clicks(keep: Sequence[bool], target: Sequence[bool]) -> int:
    """The number of runs of equal ``target`` in which ``keep`` differs."""
    runs = groupby(zip(target, keep, strict=True), key=itemgetter(0))
    return sum(any(want != now for want, now in run) for _, run in runs)


def simulate(pages: Sequence[LabelledPage], number: int, rng: np.random.Generator) -> Iterator[Simulation]:
    """Corrects ``number`` pages of each site that has more, and at least `MIN_PAGES`."""
    for site in grouped(pages, lambda page: (page.corpus, page.site)).values():
        if len(site) >= max(MIN_PAGES, number + 1):
            for _ in range(REPEATS):
                yield simulate_site([site[at] for at in rng.permutation(len(site))], number)


def simulate_site(pages: Sequence[LabelledPage], number: int) -> Simulation:
    """Corrects the first ``number`` pages, and measures the others."""
    made = record.SiteCorrections(pages[0].site, salt=1)
    others = pages[number:]
    errors, counts = [_mean_error(others, made)], []
    for at, page in enumerate(pages[:number]):
        url = f"https://corrected.example/{at}"
        shown = verdicts.inferred(page.verdict, page.keys, made, url).keep
        counts.append(clicks(shown, page.target()))
        choice = Choice(page.target(), page.verdict.keep, shown, None, None)
        if new := correction(url, page.keys, choice, made):
            made.replace(new.page, new)
        errors.append(_mean_error(others, made))
    least = fmean(page.error(page.target()) for page in others)
    return Simulation(pages[0].corpus, pages[0].site, errors, counts, least)


def _mean_error(pages: Sequence[LabelledPage], made: record.SiteCorrections) -> float:
    return fmean(page.error(verdicts.inferred(page.verdict, page.keys, made, "").keep) for page in pages)


def lines(simulations: Sequence[Simulation]) -> Iterator[str]:
    """A table with a row for each corpus and one for all."""
    yield f"{'corpus':16} {'sites':>6} {'clicks':>7}  error after 0, 1, … corrected pages; least; sites that got worse"
    for name in [*dict.fromkeys(one.corpus for one in simulations), "all"]:
        members = [one for one in simulations if name in (one.corpus, "all")]
        sites = [list(group) for _, group in groupby(members, key=lambda one: (one.corpus, one.site))]
        of_sites = np.array([np.mean([one.errors for one in site], axis=0) for site in sites])
        errors = of_sites.mean(axis=0)
        worse = ", ".join(map(str, np.sum(of_sites[:, 1:] - of_sites[:, :1] > LOSS, axis=0)))
        steps = "  ".join(f"{error:.4f} ({error / max(errors[0], 1e-9):.2f})" for error in errors)
        least = fmean(fmean(one.least for one in site) for site in sites)
        count = median(count for one in members for count in one.clicks)
        yield f"{name:16} {len(sites):6} {count:7.1f}  {steps}  {least:.4f}  {worse}"
