"""The default extractor: paper W's additive scores in three stacked stages.

Idea: the first stage is ``support``. The second and third stages score the blocks again, with boosted trees that also
see the previous stage's scores of neighbours, containers, regions and blocks of the same shape (``layout``). The third
also sees the page's kind (``kinds``). The blocks kept are those that maximise the page's expected F-score
(``revise.cut``), revised by rules (``revise``). Every score is a sum of readable terms.

Reference: additive scores are paper W's (``jingdu.extractors.support``); paper D's descent and paper T's relevance
are features; regions are scored as a whole, as subtrees are in paper E and templates in paper P. Neighbours' classes
as features: jusText, and stacked sequential learning (Cohen and Carvalho 2005).

Departures from W. (1) There are three stages. (2) Terms have up to three features. (3) Instead of one threshold ε, each
page has its own cut; a particle swarm optimises its calibration (scale, shift, floor) for the document metric. Each
stage is trained on out-of-fold scores of the previous one (folds by site), so that it learns how far to trust them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from types import MappingProxyType
from typing import Any, Final, Literal

from jingdu.extractors import additive
from jingdu.extractors.additive import Bins, Grid, Profile, bins_of_json
from jingdu.extractors.kinds import KINDS, Kinds
from jingdu.extractors.layout import layout_groups, probabilities
from jingdu.extractors.revise import changes_of
from jingdu.extractors.revise.belonging import with_code
from jingdu.extractors.revise.cut import ALIKE, LOWER, POSTS, best_cut, lowered
from jingdu.extractors.trees import Trees
from jingdu.extractors.weight_files import as_lines, bad_weights, fields, loaded
from jingdu.faults import Fault
from jingdu.features import Around, groups
from jingdu.features.columns import Columns, Numbers
from jingdu.features.evidence import declares_thread, has_comments, names_thread
from jingdu.page.model import Page, Reason, Verdict
from jingdu.page.query import declares_manual
from jingdu.sites.profile import SiteProfile

FORMAT: Final = 3
ARTICLE: Final = 0.7
"""Probability of ``article`` above which copies are dropped; posts of a thread quote each other."""
THREAD: Final = 0.2
"""Probability of ``thread`` above which a page is rendered as one; of 1,384 other pages of wcxb-dev two exceed it."""
NAMED_THREAD: Final = 0.02
"""The same if the address names a thread."""
NOTHING: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType({})
"""An adjustment without terms."""
PERSONAL: Final = "adjustment"
"""Name of the reason for the adjustment learned from the user's corrections."""
RAW: Final = frozenset({"size", "tokens", "site_share", "site_repeats", "described", "after_h1"})
"""Columns of which the values, not only the bins, are needed after the first stage."""
AGAIN: Final = "again_"
"""Prefix of the layout columns from the second stage's scores."""


@dataclass(frozen=True)
class Calibration:
    """Maps log-odds to probabilities, σ(scale·odds + shift); ``floor`` is the minimum cut, a probability."""

    scale: float
    shift: float
    floor: float


@dataclass(frozen=True)
class Fused:
    """The weights of the second and third stage."""

    extractor: str
    first: str
    """Digest of the first stage's profile."""
    bins: Mapping[str, Bins]
    draft: Trees
    """The second stage."""
    kinds: Kinds
    trees: Trees
    """The third stage."""
    calibration: Calibration
    provenance: Mapping[str, Any]

    def as_json(self) -> str:
        """The weights as JSON, one line per tree."""
        kinds = self.kinds.trees
        return as_lines(
            {
                "format": FORMAT,
                "extractor": self.extractor,
                "first": self.first,
                "base": {"draft": self.draft.base, "last": self.trees.base, **{k: t.base for k, t in kinds.items()}},
                "calibration": vars(self.calibration),
                "provenance": self.provenance,
                "draft_features": self.draft.names,
                "kind_features": {kind: trees.names for kind, trees in kinds.items()},
                "features": self.trees.names,
            },
            {
                "bins": {name: bins.as_json() for name, bins in self.bins.items()},
                "kind_bins": {name: bins.as_json() for name, bins in self.kinds.bins.items()},
                "draft": self.draft.as_rows(),
                "trees": self.trees.as_rows(),
                **{kind: trees.as_rows() for kind, trees in kinds.items()},
            },
        )


def from_json(text: str) -> Fused:
    """Parses weights; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        data = fields(text, FORMAT)
        base = data["base"]
        kinds = {kind: Trees.of_rows(data["kind_features"][kind], data[kind], base[kind]) for kind in KINDS}
        return Fused(
            data["extractor"],
            data["first"],
            {name: bins_of_json(row) for name, row in data["bins"].items()},
            Trees.of_rows(data["draft_features"], data["draft"], base["draft"]),
            Kinds({name: bins_of_json(row) for name, row in data["kind_bins"].items()}, kinds),
            Trees.of_rows(data["features"], data["trees"], base["last"]),
            _calibration(**data["calibration"]),
            data["provenance"],
        )


def _calibration(scale: float, shift: float, floor: float) -> Calibration:
    if not 0 < float(floor) < 1:
        raise Fault("bad_weights")
    return Calibration(float(scale), float(shift), float(floor))


def load(profile: str | Fused) -> Fused:
    """``profile``, or the packaged ``weights/<profile>.json``; raises ``Fault`` ``bad_weights``."""
    return loaded(profile, from_json)


def judge(
    page: Page,
    profile: str | Fused = "fused",
    first: str | Profile = "support",
    site: SiteProfile | None = None,
    adjust: Mapping[str, Mapping[str, float]] = NOTHING,
) -> Verdict:
    """Scores every block in three stages, keeps those above the page's cut, and revises the result.

    ``adjust`` (column of the first stage → bin label → support) is added to the scores after the cut is computed. A
    score is the log-odds of content less those of the cut; blocks above 0 are kept. Raises ``Fault`` ``bad_weights`` if
    the stages were not trained together.
    """
    weights, support = load(profile), additive.load(first)
    if not page.blocks:
        return Verdict(weights.extractor, [], [])
    if weights.first != support.digest:
        raise Fault("bad_weights")
    raw: Columns = {}
    around = Around.of(page)
    grid = support.grid(_storing(raw, groups(page, support.lexicon, around, site)), len(page.blocks), weights.bins)
    odds, kinds = stacked(weights, support, grid, raw, around)
    calibrated = weights.calibration.scale * odds + weights.calibration.shift
    chance = probabilities(calibrated)
    floor = weights.calibration.floor
    kept = chance >= max(best_cut(chance, raw["tokens"]), floor)
    edge = float(calibrated[kept].min()) if kept.any() else log(floor / (1 - floor))
    personal = support.adjustment(grid, adjust) if adjust else None
    if personal is not None:
        calibrated = calibrated + personal
        kept = calibrated >= edge
    kind, declared = max(kinds, key=kinds.__getitem__), declares_thread(page)
    thread = _thread(page, kinds["thread"], declared=declared)
    alike = 0.0 if kind == "article" and not declared else POSTS if thread else ALIKE
    lower = lowered(around, raw["tokens"], kept, alike)
    raised: Numbers = lower * (~kept & (calibrated + lower > edge))
    calibrated += raised
    kept |= raised > 0
    scores, keep = (calibrated - edge).tolist(), with_code(page, kept.tolist())
    changes = changes_of(page, raw, scores, keep, thread=bool(thread), is_article=kinds["article"] > ARTICLE)
    for block, change in changes.items():
        keep[block] = change.contribution > 0
        scores[block] += change.contribution
    explain = _explanation(weights, grid, edge, changes, raised, personal)
    return Verdict(weights.extractor, scores, keep, explain, thread, kind)


def stacked(
    weights: Fused, first: Profile, grid: Grid, raw: Columns, around: Around
) -> tuple[Numbers, dict[str, float]]:
    """Returns the third stage's log-odds of content, and the probability of each kind of page.

    Fills the grid with the columns of each stage.
    """
    size, tokens = raw["size"], raw["tokens"]
    grid.fill(layout_groups(first.odds(first.scores(grid)), size, around))
    odds = weights.draft.odds(grid)
    kinds = weights.kinds.columns(grid, odds, tokens)
    grid.fill([kinds])
    grid.fill(layout_groups(odds, size, around, AGAIN))
    return weights.trees.odds(grid), {kind: float(kinds[f"kind_{kind}"][0]) for kind in KINDS}


def _thread(page: Page, chance: float, *, declared: bool) -> Literal["", "likely", "declared"]:
    """Whether the page is a thread: as its markup or its address declares, or only likely; else empty."""
    is_named = names_thread(page) and not declares_manual(page)
    is_likely = chance > (NAMED_THREAD if is_named else THREAD)
    if declared or (is_likely and is_named):
        return "declared"
    return "likely" if is_likely and not has_comments(page) else ""


def _storing(raw: Columns, groups: Iterable[Columns]) -> Iterator[Columns]:
    """Yields ``groups``, and adds the columns of ``RAW`` to ``raw``."""
    for group in groups:
        raw.update((name, group[name]) for name in RAW & group.keys())
        yield group
        del group


def _explanation(
    weights: Fused, grid: Grid, edge: float, changes: Mapping[int, Reason], raised: Numbers, personal: Numbers | None
) -> Callable[[int], list[Reason]]:
    """Explains a block: for each feature the sum of its splits in all trees, the largest first."""
    trees, scale = weights.trees, weights.calibration.scale

    def explain(block: int) -> list[Reason]:
        bins = [grid.bin(column, offset, block) for column, offset in trees.features]
        sums: defaultdict[int, float] = defaultdict(float)
        for tree in range(len(trees.leaves)):
            for feature, step in trees.path(tree, bins):
                sums[feature] += step
        start = trees.base + sums.pop(-1, 0.0)
        names, columns = trees.names, [grid.bins[column] for column, _ in trees.features]
        rows = [Reason(names[at], columns[at].label(bins[at]), scale * step) for at, step in sums.items()]
        if raised[block] > LOWER:
            rows.append(Reason("alike_kept", "much of the text of its shape is kept", float(raised[block])))
        elif raised[block]:
            rows.append(Reason("company", "much of the text around it is kept", LOWER))
        if block in changes:
            rows.append(changes[block])
        if personal is not None:
            rows.append(Reason(PERSONAL, "what you corrected on other pages", float(personal[block])))
        rows.sort(key=lambda reason: -abs(reason.contribution))
        return [Reason("page", "the page's own cut", scale * start + weights.calibration.shift - edge), *rows]

    return explain
