"""Paper D: information decay.

Idea: descending from the root to the child with most text loses hardly any text as long as the child contains the
article. The node below which much text would be lost at once is the article; in it, nodes of mostly links are pruned.

Reference: Chen Yang, Chen Xingshu, Wu Qi: Content extraction of Web pages based on decay
amplitude of information quantity. Computer Engineering and Design 33(7), 2012.

Symbols: C, M → text outside links of a node and of its heaviest child; r = (C − M)/C → ``Step.lost``
of ``descent``; T → ``Settings.decay``; the threshold of LD → ``Settings.density``; subject subtree → ``subtree``;
link node → ``Cut``.

Departures. (1) Nodes are the page's containers with the text of their blocks; no block has what the paper removes
first (elements without text, comments, script, style, select, iframe, textarea, object, input). (2) The subject subtree
is the node where the descent stops, not its best child: the paper's pseudo-code returns the child, but its definition
and figure mean the node. (3) The paper always descends to an only child; here the descent stops if r > T, because text
of the node itself would be lost. (4) Containers and blocks are pruned, never a link within a sentence.
(5) ``decay2012`` has the published T = 0.34 and 0.65; ``decay`` has thresholds learned from labelled pages
(``jingdu train --extractor decay``).

The descent is in ``jingdu.features.place``, because the learned extractors use it as a feature.
"""

from collections.abc import Sequence
from itertools import accumulate, takewhile
from typing import NamedTuple

from jingdu.extractors import weight_files
from jingdu.features.place import Step, descent
from jingdu.page.model import Page, Reason, Verdict
from jingdu.page.query import named


class Settings(NamedTuple):
    """T, and the link density above which a node is pruned."""

    decay: float
    density: float


class Cut(NamedTuple):
    """A pruned link node with its link density: a container, or a single block if ``container`` is None."""

    density: float
    container: int | None


class Sums:
    """Prefix sums over the blocks, in characters: ``plain`` text outside links, and all ``text``."""

    def __init__(self, page: Page) -> None:
        self.text = [0, *accumulate(map(len, page.blocks.texts))]
        links = accumulate(page.blocks.link_chars, initial=0)
        self.plain = [text - link for text, link in zip(self.text, links, strict=True)]

    def density(self, first: int, last: int) -> float:
        """LD(n) = link text length / text length (step 3) of the blocks ``first`` to ``last`` (exclusive)."""
        return 1 - (self.plain[last] - self.plain[first]) / (self.text[last] - self.text[first])


def judge(page: Page, profile: str | Settings = "decay") -> Verdict:
    """Keeps the blocks of the subject subtree that are in no link node.

    A block's score is the share of the descent's containers that contain it, less 1 if it is pruned.
    """
    settings = weight_files.loaded(profile, from_json)
    sums = Sums(page)
    steps = subtree(descent(page, sums.plain), settings.decay)
    cuts = pruned(page, sums, steps[-1].container, settings.density)
    depths = [0] * len(page.blocks)
    for number, step in enumerate(steps, 1):
        inside = page.containers.blocks(step.container)
        depths[inside.start : inside.stop] = [number] * len(inside)
    scores = [depth / len(steps) - (cut is not None) for depth, cut in zip(depths, cuts, strict=True)]

    def explain(block: int) -> Sequence[Reason]:
        return _reasons(page, steps, depths[block], cuts[block])

    name = profile if isinstance(profile, str) else "decay"
    return Verdict(name, scores, [score >= 1 for score in scores], explain)


def subtree(steps: Sequence[Step], threshold: float) -> Sequence[Step]:
    """The steps up to the subject subtree, which is the first node with r > T, else the last one."""
    return steps[: next((at for at, step in enumerate(steps, 1) if step.lost > threshold), len(steps))]


def pruned(page: Page, sums: Sums, root: int, threshold: float) -> list[Cut | None]:
    """Step 3: for each block, the outermost node around it below container ``root`` with LD above the threshold."""
    containers, depth = page.containers, page.containers.depths[root]
    cuts: list[Cut | None] = [None] * len(page.blocks)
    at = containers.firsts[root]
    for container in takewhile(lambda inner: containers.depths[inner] > depth, range(root + 1, len(containers))):
        first, last = containers.firsts[container], containers.lasts[container]
        if first >= at and last > first and (density := sums.density(first, last)) > threshold:
            cuts[first:last] = [Cut(density, container)] * (last - first)
            at = last
    for block in containers.blocks(root):
        if cuts[block] is None and (density := sums.density(block, block + 1)) > threshold:
            cuts[block] = Cut(density, None)
    return cuts


def _reasons(page: Page, steps: Sequence[Step], depth: int, cut: Cut | None) -> list[Reason]:
    step = steps[depth - 1]
    where = f"{named(page.containers.elements[step.container])}, r = {step.lost:.2f}"
    is_inside = depth == len(steps)
    value = f"in the subject subtree {where}" if is_inside else f"left at step {depth} of {len(steps)}, {where}"
    reasons = [Reason("descent", value, depth / len(steps))]
    if cut is not None:
        node = named(page.containers.elements[cut.container]) if cut.container is not None else "the block"
        reasons.append(Reason("link density", f"{cut.density:.2f} of {node}", -1.0))
    return reasons


def from_json(text: str) -> Settings:
    """Parses ``decay.json``; raises ``Fault`` ``bad_weights``."""
    return weight_files.settings_from_json(Settings, "decay", text)
