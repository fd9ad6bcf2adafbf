"""Paper D: information decay.

Idea: going down from the root to the child with most text, hardly anything is lost as long
as the child still holds the article; where much would be lost at once, the node is the
article, and what is mostly links in it is cut away.

Reference: Chen Yang, Chen Xingshu, Wu Qi: Content extraction of Web pages based on decay
amplitude of information quantity. Computer Engineering and Design 33(7), 2012.

Symbols: C, M → text outside links of a node and of its heaviest child; r = (C − M)/C → ``Step.lost``;
T → ``Settings.decay``; the bound of LD → ``Settings.density``; subject subtree → ``subtree``;
link node → ``Cut``.

Departures. (1) Nodes are the page model's boxes (containers), so text is measured in blocks: what
the paper removes first (no text, comments, script, style, select, iframe, textarea, object, input)
is in no block. (2) The subject subtree is the node where the descent stops, not its best child: the
paper's pseudo-code returns the child, its definition and figure mean the node. (3) An only child is
not gone to blindly: with all of the text in it r is 0 anyway, and where the node has text of its own
beside it, the paper's rule would lose that. (4) What is cut away is a box or a run of text beside
boxes (a block), never a link in the middle of a sentence. (5) ``decay2012`` has the published
T = 0.34 and 0.65; ``decay`` has both learned from labelled pages (``jingdu train --extractor decay``).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from jingdu.extractors import thresholds
from jingdu.page.model import Page, Reason, Verdict
from jingdu.page.query import named


class Settings(NamedTuple):
    """T, and the link density over which a node is cut away."""

    decay: float
    density: float


class Step(NamedTuple):
    """A box (its index) on the way down, and the share r of its text that is not in its heaviest child."""

    box: int
    lost: float


class Cut(NamedTuple):
    """A link node: why a block inside of the subject subtree is dropped."""

    density: float
    box: int | None
    """Its box; None where the block alone is meant."""


class Sums:
    """Prefix sums over the blocks: ``plain`` of text outside links, ``text`` of all text, in characters."""

    __slots__ = ("plain", "text")

    def __init__(self, page: Page) -> None:
        self.text = [0, *accumulate(map(len, page.blocks.texts))]
        links = accumulate(page.blocks.link_chars, initial=0)
        self.plain = [text - link for text, link in zip(self.text, links, strict=True)]

    def density(self, first: int, last: int) -> float:
        """LD(n) = link text length / text length (step 3) of the blocks ``first`` to ``last``; they have some text."""
        return 1 - (self.plain[last] - self.plain[first]) / (self.text[last] - self.text[first])


def judge(page: Page, profile: str | Settings = "decay") -> Verdict:
    """Keeps what is in the subject subtree and in no link node.

    The score is the share of the way down on which the block is still there, less 1 where it is cut away.
    """
    settings = thresholds.load(Settings, profile) if isinstance(profile, str) else profile
    sums = Sums(page)
    way = subtree(descent(page, sums), settings.decay)
    cuts = pruned(page, sums, way[-1].box, settings.density) if way else []
    held = [0] * len(page.blocks)
    firsts, lasts = page.boxes.firsts, page.boxes.lasts
    for number, step in enumerate(way, 1):
        span = lasts[step.box] - firsts[step.box]
        held[firsts[step.box] : lasts[step.box]] = [number] * span
    scores = [number / len(way) - (cut is not None) for number, cut in zip(held, cuts, strict=True)]

    def explain(block: int) -> Sequence[Reason]:
        return _reasons(page, way, held[block], cuts[block])

    name = profile if isinstance(profile, str) else "decay"
    return Verdict(name, scores, [score >= 1 for score in scores], explain)


def descent(page: Page, sums: Sums) -> list[Step]:
    """Step 2 without its end: from the root always to the child with most text outside links, down to a leaf."""
    plain, boxes = sums.plain, page.boxes
    heaviest = [-1] * len(boxes)
    most = [0] * len(boxes)
    for box, (parent, first, last) in enumerate(zip(boxes.parents, boxes.firsts, boxes.lasts, strict=True)):
        weight = plain[last] - plain[first]
        if parent >= 0 and weight > most[parent]:
            most[parent], heaviest[parent] = weight, box
    way = []
    at = 0 if len(boxes) else -1
    while at >= 0:
        here = plain[boxes.lasts[at]] - plain[boxes.firsts[at]]
        way.append(Step(at, decay(here, most[at])))
        at = heaviest[at]
    return way


def decay(here: int, child: int) -> float:
    """r = (C − M)/C (step 2); a node without text outside links loses all of it."""
    return (here - child) / here if here else 1.0


def subtree(way: Sequence[Step], threshold: float) -> Sequence[Step]:
    """The way as far as the first node with r > T, the subject subtree."""
    return way[: next((at for at, step in enumerate(way, 1) if step.lost > threshold), len(way))]


def pruned(page: Page, sums: Sums, root: int, bound: float) -> list[Cut | None]:
    """Step 3: for each block the outermost node inside box ``root``, but not root itself, with LD over the bound."""
    boxes = page.boxes
    cuts: list[Cut | None] = [None] * len(page.blocks)
    at, end = boxes.firsts[root], boxes.lasts[root]
    box = root + 1
    while box < len(boxes) and boxes.depths[box] > boxes.depths[root]:
        first, last = boxes.firsts[box], boxes.lasts[box]
        if first >= at and last > first and (density := sums.density(first, last)) > bound:
            cuts[first:last] = [Cut(density, box)] * (last - first)
            at = last
        box += 1
    for block in range(boxes.firsts[root], end):
        if cuts[block] is None and (density := sums.density(block, block + 1)) > bound:
            cuts[block] = Cut(density, None)
    return cuts


def _reasons(page: Page, way: Sequence[Step], held: int, cut: Cut | None) -> list[Reason]:
    step = way[held - 1]
    where = f"{named(page.boxes.elements[step.box])}, r = {step.lost:.2f}"
    value = f"in the subject subtree {where}" if held == len(way) else f"left at step {held} of {len(way)}, {where}"
    reasons = [Reason("descent", value, held / len(way))]
    if cut is not None:
        node = named(page.boxes.elements[cut.box]) if cut.box is not None else "the block"
        reasons.append(Reason("link density", f"{cut.density:.2f} of {node}", -1.0))
    return reasons


def from_json(text: str) -> Settings:
    """Settings from the text of a ``decay.json``. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    return thresholds.from_json(Settings, "decay", text)
