"""The default: paper W's form with a second look.

Idea: score every block as ``support`` does; then look again, with the first scores of the
blocks around, of the boxes around and of the blocks of the same shape as features beside
the old ones, in small trees that know which features only speak together; keep the blocks
that raise the expected F-score of this page. All of it is a sum that a person can read.

Reference: the form is paper W's (see ``jingdu.extractors.support``); paper D's descent and
paper T's relevance are among its features. Looking again at neighbours' classes goes back to
jusText and to stacked sequential learning (Cohen and Carvalho 2005); the trees are gradient
boosted (``jingdu.extractors.trees``), the cut is ``jingdu.extractors.cut``.

Departures from W: the second look; its terms are of up to three features; in place of one
threshold ε each page has its own cut, whose calibration (scale, shift, floor) a swarm finds on
the document metric; the first scores that the second look learns from are of a first look
that has not seen the page's site, so that it learns how far to trust them.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import log
from typing import TYPE_CHECKING, Any, Final

from jingdu.extractors import additive
from jingdu.extractors.additive import Bins, Grid, Profile, as_lines, bins_of_json
from jingdu.extractors.cut import best_cut
from jingdu.extractors.layout import chances, second_groups
from jingdu.extractors.revise import incomplete, with_code
from jingdu.extractors.trees import QUESTIONS, Trees
from jingdu.faults import Fault
from jingdu.features import Around, groups
from jingdu.features.columns import Columns
from jingdu.page.model import Page, Reason, Verdict

if TYPE_CHECKING:
    from jingdu.sites.profile import SiteProfile

FORMAT: Final = 2


@dataclass(frozen=True)
class Calibration:
    """Odds to chances of content: σ(scale·odds + shift); blocks under ``floor`` are never kept."""

    scale: float
    shift: float
    floor: float


@dataclass(frozen=True)
class Fused:
    """The weights of the second look. ``first`` is the digest of the first look's that they were learned with."""

    extractor: str
    first: str
    bins: Mapping[str, Bins]
    trees: Trees
    calibration: Calibration
    provenance: Mapping[str, Any]

    def as_json(self) -> str:
        """The weights as their file holds them: a line a tree (questions, bins, means, leaves), stable order."""
        trees = self.trees
        rows = zip(trees.asked, trees.bins, trees.means, trees.leaves, strict=True)
        return as_lines(
            {
                "format": FORMAT,
                "extractor": self.extractor,
                "first": self.first,
                "base": trees.base,
                "calibration": vars(self.calibration),
                "provenance": self.provenance,
                "features": [_name(*feature) for feature in trees.features],
            },
            {
                "bins": {name: bins.as_json() for name, bins in self.bins.items()},
                "trees": {f"{at}": [n for row in parts for n in row.tolist()] for at, parts in enumerate(rows)},
            },
        )


def from_json(text: str) -> Fused:
    """The weights from their file's text. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    try:
        data = json.loads(text, parse_constant=additive.no_number)
        if data["format"] != FORMAT:
            raise Fault("bad_weights")
        q = QUESTIONS
        rows = list(data["trees"].values())
        parts = ([row[:q] for row in rows], [row[q : 2 * q] for row in rows], [row[2 * q : 3 * q] for row in rows])
        leaves = [row[3 * q :] for row in rows]
        features = [(name.partition("@")[0], int(name.partition("@")[2] or 0)) for name in data["features"]]
        return Fused(
            data["extractor"],
            data["first"],
            {name: bins_of_json(row) for name, row in data["bins"].items()},
            Trees(features, *parts, leaves, data["base"]),
            _calibration(**data["calibration"]),
            data["provenance"],
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        raise Fault("bad_weights") from error


def _calibration(scale: float, shift: float, floor: float) -> Calibration:
    if not 0 < float(floor) < 1:
        raise Fault("bad_weights")
    return Calibration(float(scale), float(shift), float(floor))


@cache
def load(name: str) -> Fused:
    """The packaged weights ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(additive.read(name))


def judge(
    page: Page, profile: str | Fused = "fused", first: str | Profile = "support", site: SiteProfile | None = None
) -> Verdict:
    """Scores every block twice; keeps those over the page's cut, and code that goes with them.

    A score is the block's log-odds of content less those of the cut: above 0 it is kept.
    Raises ``Fault`` ``bad_weights`` where the two looks were not learned together.
    """
    second = load(profile) if isinstance(profile, str) else profile
    look = additive.load(first) if isinstance(first, str) else first
    if not page.blocks:
        return Verdict(second.extractor, [], [])
    if second.first != look.digest:
        raise Fault("bad_weights")
    held: Columns = {}
    around = Around.of(page)
    grid = look.grid(_holding(held, groups(page, look.lexicon, around, site)), len(page.blocks), second.bins)
    odds = look.odds(look.scores(grid))
    grid.fill(second.bins, second_groups(odds, held["size"], around))
    scale, shift = second.calibration.scale, second.calibration.shift
    calibrated = scale * second.trees.odds(grid) + shift
    chance = chances(calibrated)
    floor = second.calibration.floor
    kept = chance >= max(best_cut(chance, held["tokens"]), floor)
    edge = float(calibrated[kept].min()) if kept.any() else log(floor / (1 - floor))
    scores, keep = (calibrated - edge).tolist(), with_code(page, kept.tolist())
    changes = _changes(page, scores, keep)
    for block, change in changes.items():
        keep[block] = True
        scores[block] += change.contribution
    return Verdict(second.extractor, scores, keep, _explanation(second, look, grid, edge, changes))


def _changes(page: Page, scores: list[float], keep: list[bool]) -> dict[int, Reason]:
    """Block → why it is kept whatever it scored by itself."""
    changed = {}
    for at in incomplete(page, keep):
        changed[at] = Reason("whole", "part of a table or list that is kept", 1 - min(scores[at], 0.0))
    return changed


def _holding(held: Columns, found: Iterable[Columns]) -> Iterator[Columns]:
    """Passes the groups of columns on, and keeps hold of the two that are needed afterwards."""
    for group in found:
        held.update((name, group[name]) for name in ("size", "tokens") if name in group)
        yield group
        del group


def _explanation(
    second: Fused, first: Profile, grid: Grid, edge: float, changes: Mapping[int, Reason]
) -> Callable[[int], list[Reason]]:
    """The reasons of a block: for each feature what all trees add at its questions, the weightiest first."""
    bins = {**first.bins, **second.bins}
    trees, scale = second.trees, second.calibration.scale

    def explain(block: int) -> list[Reason]:
        places = [grid.bin(column, offset, block) for column, offset in trees.features]
        added: defaultdict[int, float] = defaultdict(float)
        for tree in range(len(trees.leaves)):
            for feature, step in trees.path(tree, places):
                added[feature] += step
        start = trees.base + added.pop(-1, 0.0)
        rows = [
            Reason(_name(*trees.features[at]), bins[trees.features[at][0]].label(places[at]), scale * step)
            for at, step in added.items()
        ]
        rows += [changes[block]] if block in changes else []
        rows.sort(key=lambda reason: -abs(reason.contribution))
        return [Reason("page", "the page's own cut", scale * start + second.calibration.shift - edge), *rows]

    return explain


def _name(column: str, offset: int) -> str:
    return f"{column}@{offset}" if offset else column
