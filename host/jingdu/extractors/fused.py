"""The default: paper W's form in three stacked stages.

Idea: score every block as ``support`` does; then twice again, with the scores so far of the blocks
around, of the containers and regions around and of the blocks of the same shape as features
beside the old ones, in small trees that find which features only count together. The last stage also has
the page's kind (``kinds``) and where the block lies beside the article's stretch (``layout``). Keep the
blocks that raise the expected F-score of this page. All of it is a sum that a person can read.

Reference: the form is paper W's (see ``jingdu.extractors.support``); paper D's descent and paper T's relevance
are among its features; regions are judged as paper E judges subtrees and paper P templates, as wholes.
Neighbours' classes as features go back to jusText and to stacked sequential learning (Cohen and
Carvalho 2005); the trees are gradient boosted (``trees``), the cut is in ``revise``.

Departures from W: the stages; terms are of up to three features; in place of one threshold ε each page
has its own cut, whose calibration (scale, shift, floor) a swarm finds on the document metric; the scores
that a stage learns from are of an earlier stage that has not seen the page's site, so that it learns how
far to trust them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache
from math import log
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from jingdu.extractors import additive
from jingdu.extractors.additive import Bins, Grid, Profile, bins_of_json
from jingdu.extractors.kinds import KINDS, Kinds
from jingdu.extractors.layout import chances, layout_groups
from jingdu.extractors.revise import LOWER, best_cut, copies, in_company, incomplete, notices, with_code
from jingdu.extractors.trees import Trees
from jingdu.extractors.weight_files import as_lines, fields, fitting, read
from jingdu.faults import Fault
from jingdu.features import Around, groups
from jingdu.features.columns import Columns, Numbers
from jingdu.features.evidence import declares_thread
from jingdu.page.model import Page, Reason, Verdict

if TYPE_CHECKING:
    from jingdu.sites.profile import SiteProfile

FORMAT: Final = 3
ARTICLE: Final = 0.7
"""Chance of being an article from which a page has no text twice; posts of a thread quote each other."""
THREAD: Final = 0.2
"""Chance of being a thread from which posts are looked for; of 1,384 other pages of wcxb-dev two have it."""
NOTHING: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType({})
PERSONAL: Final = "adjustment"
"""The reason that is what the user's corrections have taught."""
HELD: Final = ("size", "tokens", "site_share", "site_repeats")
"""Columns that the later stages and the last step need themselves."""
AGAIN: Final = "again_"
"""Begins the names of the last stage's layout columns, which rest on the scores of the stage before."""


@dataclass(frozen=True)
class Calibration:
    """Odds to chances of content: σ(scale·odds + shift); blocks under ``floor`` are never kept."""

    scale: float
    shift: float
    floor: float


@dataclass(frozen=True)
class Fused:
    """The weights of the stacked stages. ``first`` is the digest of the first stage's that they were learned with.

    ``draft`` are the trees of the second stage, ``kinds`` those of the page's kind, ``trees`` those of the last
    stage; ``bins`` are the columns of all three.
    """

    extractor: str
    first: str
    bins: Mapping[str, Bins]
    draft: Trees
    kinds: Kinds
    trees: Trees
    calibration: Calibration
    provenance: Mapping[str, Any]

    def as_json(self) -> str:
        """The weights as their file holds them: a line a tree (questions, bins, means, leaves), stable order."""
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
    """The weights from their file's text. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    with fitting():
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


@cache
def load(name: str) -> Fused:
    """The packaged weights ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(read(name))


def judge(
    page: Page,
    profile: str | Fused = "fused",
    first: str | Profile = "support",
    site: SiteProfile | None = None,
    adjust: Mapping[str, Mapping[str, float]] = NOTHING,
) -> Verdict:
    """Scores every block in three stages; keeps those over the page's cut, and what goes with them.

    ``adjust`` has supports of the first stage's columns that are added once the page's cut is found.
    A score is the block's log-odds of content less those of the cut: above 0 it is kept.
    Raises ``Fault`` ``bad_weights`` where the stages were not learned together.
    """
    weights = load(profile) if isinstance(profile, str) else profile
    look = additive.load(first) if isinstance(first, str) else first
    if not page.blocks:
        return Verdict(weights.extractor, [], [])
    if weights.first != look.digest:
        raise Fault("bad_weights")
    held: Columns = {}
    around = Around.of(page)
    found = _holding(held, groups(page, look.lexicon, around, site))
    grid = look.grid(found, len(page.blocks), weights.bins)
    odds, kinds = stacked(weights, look, grid, held, around)
    grid.require(weights.bins)
    calibrated = weights.calibration.scale * odds + weights.calibration.shift
    chance = chances(calibrated)
    floor = weights.calibration.floor
    kept = chance >= max(best_cut(chance, held["tokens"]), floor)
    edge = float(calibrated[kept].min()) if kept.any() else log(floor / (1 - floor))
    added = look.added(grid, adjust) if adjust else None
    if added is not None:
        calibrated = calibrated + added
        kept = calibrated >= edge
    company = in_company(around, calibrated - edge, held["tokens"], kept)
    calibrated[company] += LOWER
    kept[company] = True
    scores, keep = (calibrated - edge).tolist(), with_code(page, kept.tolist())
    changes = _changes(page, held, scores, keep, kinds["article"] > ARTICLE)
    for block, change in changes.items():
        keep[block] = change.contribution > 0
        scores[block] += change.contribution
    explain = _explanation(weights, grid, edge, changes, {*company.tolist()}, added)
    thread = kinds["thread"] > THREAD or declares_thread(page)
    return Verdict(weights.extractor, scores, keep, explain, thread, max(kinds, key=kinds.__getitem__))


def _changes(page: Page, held: Columns, scores: list[float], keep: list[bool], is_article: bool) -> dict[int, Reason]:
    """Block → why it is kept or dropped whatever it scored by itself."""
    kept = keep.copy()
    changed = {}
    for at in notices(page, held):
        if keep[at]:
            changed[at] = Reason("notice", "the same text on nearly all pages of the site", -1 - scores[at])
            kept[at] = False
    for at in incomplete(page, kept):
        changed[at] = Reason("whole", "part of a table or list that is kept", 1 - min(scores[at], 0.0))
        kept[at] = True
    if is_article:
        for at in copies(page, kept):
            changed[at] = Reason("copy", "the same text as a kept block before it", -1 - max(scores[at], 0.0))
    return changed


def stacked(
    weights: Fused, look: Profile, grid: Grid, held: Columns, around: Around
) -> tuple[Numbers, dict[str, float]]:
    """The odds of the last stage, and the chance of each kind of page.

    Fills the grid with the columns of the stages on the way.
    """
    size, tokens = held["size"], held["tokens"]
    grid.fill(layout_groups(look.odds(look.scores(grid)), size, around))
    odds = weights.draft.odds(grid)
    kinds = weights.kinds.columns(grid, odds, tokens)
    grid.fill([kinds])
    grid.fill(layout_groups(odds, size, around, AGAIN))
    return weights.trees.odds(grid), {kind: float(kinds[f"kind_{kind}"][0]) for kind in KINDS}


def _holding(held: Columns, found: Iterable[Columns]) -> Iterator[Columns]:
    """Passes the groups of columns on, and keeps hold of those that are needed afterwards."""
    for group in found:
        held.update((name, group[name]) for name in HELD if name in group)
        yield group
        del group


def _explanation(
    weights: Fused, grid: Grid, edge: float, changes: Mapping[int, Reason], company: Set[int], personal: Numbers | None
) -> Callable[[int], list[Reason]]:
    """The reasons of a block: for each feature what all trees add at its questions, the weightiest first."""
    trees, scale = weights.trees, weights.calibration.scale

    def explain(block: int) -> list[Reason]:
        places = [grid.bin(column, offset, block) for column, offset in trees.features]
        added: defaultdict[int, float] = defaultdict(float)
        for tree in range(len(trees.leaves)):
            for feature, step in trees.path(tree, places):
                added[feature] += step
        start = trees.base + added.pop(-1, 0.0)
        names = trees.names
        rows = [
            Reason(names[at], grid.bins[trees.features[at][0]].label(places[at]), scale * step)
            for at, step in added.items()
        ]
        rows += [Reason("company", "much of the text around it is kept", LOWER)] if block in company else []
        rows += [changes[block]] if block in changes else []
        rows += (
            [Reason(PERSONAL, "what you corrected on other pages", float(personal[block]))]
            if personal is not None
            else []
        )
        rows.sort(key=lambda reason: -abs(reason.contribution))
        return [Reason("page", "the page's own cut", scale * start + weights.calibration.shift - edge), *rows]

    return explain
