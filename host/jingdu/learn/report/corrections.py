"""Simulated users: pages of a site are corrected as the truth says; its other pages are measured.

A user corrects N pages of a site one after the other, each as the reader shows it by then, with as few clicks as it
takes: one for a region or run of blocks, "the article ends here" and "starts here" included. Error is 1 − word F1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from statistics import fmean, median
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.corrections import verdicts
from jingdu.corrections.keys import Keys, keys_of
from jingdu.corrections.page import Choice, correction
from jingdu.corrections.record import SiteCorrections
from jingdu.extractors import sited
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import Labels, labels, parsed
from jingdu.learn.work import spread
from jingdu.page.model import Verdict

MIN_PAGES: Final = 3
"""Pages of a site that is measured."""
DRAWS: Final = 3
"""Orders in which the pages of a site are corrected."""
HOPELESS: Final = 0.5
"""Error that no choice of blocks gets under: the truth is not on the page as it is kept, and nobody corrects that."""
LOSS: Final = 0.01
"""Of a site's F1 from which it counts as worse."""


class Labelled(NamedTuple):
    """A page as the reader has it alone, and the truth about its blocks."""

    corpus: str
    site: str
    verdict: Verdict
    labels: Labels
    keys: Keys

    def wanted(self) -> list[bool]:
        """What a user leaves the page with; blocks without a word stay as they are."""
        alone = np.array(self.verdict.keep)
        right: list[bool] = np.where(self.labels.tokens > 0, self.labels.content, alone).tolist()
        return right

    def error(self, keep: Sequence[bool]) -> float:
        return 1 - self.labels.f1(np.array(keep, dtype=bool))


class Course(NamedTuple):
    """One order of one site: the mean error of the other pages after 0, 1, … corrected pages; clicks of each of those;
    the error that correcting the other pages themselves would leave."""

    corpus: str
    site: str
    errors: list[float]
    clicks: list[int]
    least: float


def read(examples: Sequence[Example], judging: Mapping[str, Any]) -> list[Labelled]:
    """The pages as ``sited.judge`` with ``judging`` has them; without those that have no block."""
    counts = Counter((one.corpus, one.site) for one in examples if one.text)
    enough = [one for one in examples if one.text and counts[one.corpus, one.site] >= MIN_PAGES]
    found = spread(_read, enough, judging)
    return [page for page in found if page is not None and page.error(page.wanted()) < HOPELESS]


def _read(example: Example, judging: Mapping[str, Any]) -> Labelled | None:
    page = parsed(example)
    if page is None:
        return None
    judged = sited.judge(page, corrected=False, **judging)
    verdict = replace(judged, explain=None)  # without what explains it: it goes to another process
    return Labelled(example.corpus, example.site, verdict, labels(page, example.text), keys_of(page))


def clicks(keep: Sequence[bool], wanted: Sequence[bool]) -> int:
    """Runs of blocks wanted alike in which some are not so yet."""
    runs = groupby(zip(wanted, keep, strict=True), key=lambda pair: pair[0])
    return sum(any(want != now for want, now in run) for _, run in runs)


def courses(pages: Sequence[Labelled], most: int, rng: np.random.Generator) -> Iterator[Course]:
    """The courses of all sites with more pages than are corrected, and `MIN_PAGES` at least."""
    for site in grouped(pages, lambda page: (page.corpus, page.site)).values():
        if len(site) >= max(MIN_PAGES, most + 1):
            for _ in range(DRAWS):
                yield course([site[at] for at in rng.permutation(len(site))], most)


def course(pages: Sequence[Labelled], most: int) -> Course:
    """The first ``most`` pages are corrected, the others measured."""
    kept = SiteCorrections(pages[0].site, salt=1)
    others = pages[most:]
    errors, counts = [_mean_error(others, kept)], []
    for number, page in enumerate(pages[:most]):
        url = f"https://corrected.example/{number}"
        shown = verdicts.inferred(page.verdict, page.keys, kept, url).keep
        counts.append(clicks(shown, page.wanted()))
        choice = Choice(page.wanted(), page.verdict.keep, shown, None, None)
        if made := correction(url, page.keys, choice, kept):
            kept.replace(made.page, made)
        errors.append(_mean_error(others, kept))
    return Course(pages[0].corpus, pages[0].site, errors, counts, fmean(page.error(page.wanted()) for page in others))


def _mean_error(pages: Sequence[Labelled], kept: SiteCorrections) -> float:
    return fmean(page.error(verdicts.inferred(page.verdict, page.keys, kept, "").keep) for page in pages)


def lines(found: Sequence[Course]) -> Iterator[str]:
    """A row for each corpus, and one for all."""
    most = len(found[0].clicks) if found else 0
    yield f"{'corpus':16} {'sites':>6} {'clicks':>7}  error after 0, 1, … corrected pages; least; sites that got worse"
    for name in [*dict.fromkeys(one.corpus for one in found), "all"]:
        some = [one for one in found if name in (one.corpus, "all")]
        sites = [list(group) for _, group in groupby(some, key=lambda one: (one.corpus, one.site))]
        errors = [fmean(fmean(one.errors[n] for one in site) for site in sites) for n in range(most + 1)]
        worst = [sum(_rise(site, n) > LOSS for site in sites) for n in range(1, most + 1)]
        steps = "  ".join(f"{error:.4f} ({error / max(errors[0], 1e-9):.2f})" for error in errors)
        least = fmean(fmean(one.least for one in site) for site in sites)
        count = median([number for one in some for number in one.clicks] or [0])
        yield f"{name:16} {len(sites):6} {count:7.1f}  {steps}  {least:.4f}  {', '.join(map(str, worst))}"


def _rise(site: Sequence[Course], number: int) -> float:
    return fmean(one.errors[number] - one.errors[0] for one in site)
