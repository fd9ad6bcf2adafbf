"""Paper E: entropy over the pages of a site.

Idea: a term that stands evenly on all pages of a site belongs to its template, one that
stands on few is what the page is about; walking down from the root, a node whose
children are alike is one block of information, and its mean term weight separates article from
template. (The paper also separates related links from navigation, which no reader needs.)

References: Zhu Hongcan, Long Zhaoyang: Entropy-based news article extraction from web
pages; Kao, Ho, Chen: WISDOM: Web intrapage informative structure mining based on document
object model. IEEE TKDE 17(5), 2005.

Symbols: EN(tⱼ) → ``jingdu.sites.spread.entropy``; 1 − EN → term weight; n → ``SiteProfile.count``
and the page at hand; CII → ``Weighed.cii``; SII(f, N) → ``likeness``; ST, TC →
``Settings.structure``, ``.content``; k → ``Settings.share``; the second form → ``Settings.general``.

Departures. (1) Terms are words and pairs of Chinese characters (``jingdu.text.words``); means are
over occurrences. (2) The decisive feature is the length of anchor text where most text is in
links, else the total weight of the plain terms; an only child has no likeness and is gone
through. (3) In place of the k best: blocks with at least ``share`` of the best one's total weight.
(4) Inside an article block what is under TC by itself, mostly links, or lighter than ``least``, is
dropped, since a node that is one block of information still holds captions and share buttons.
(5) The second form, the mean EN of a term over the sites of a corpus, is learned and packaged
(``general``); a term weighs the lower of both forms. With no other page of the site it is all
there is: the *prior*, and the reasons say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate, chain
from math import log
from typing import Final, NamedTuple

from jingdu.extractors.weight_files import fields, fitting, read
from jingdu.page.model import Block, Box, Page, Reason, Verdict
from jingdu.sites import profile_of
from jingdu.sites.learning import knows
from jingdu.sites.profile import SiteProfile
from jingdu.sites.spread import term_weights
from jingdu.text.words import terms

FORMAT: Final = 1
HALF: Final = 0.5
"""Share of the text in links over which a block is one of links."""


class Settings(NamedTuple):
    """Learned thresholds: ST, TC, the share of the best block's weight, the least weight of a block.

    ``general`` is the second form: term → 1 − mean EN over several sites.
    """

    structure: float
    content: float
    share: float
    least: float
    general: dict[str, float]


class Node(NamedTuple):
    """A node of the walk: a box, or a run of text that stands in a box beside other boxes."""

    first: int
    last: int
    box: Box | None


class Weighed(NamedTuple):
    """Prefix sums over the blocks: of plain terms their ``weight`` and ``terms`` (their number), and the lengths
    in characters outside links and in them.

    ``source`` says what the weights rest on.
    """

    weight: list[float]
    terms: list[int]
    plain: list[int]
    anchor: list[int]
    source: str

    def cii(self, first: int, last: int) -> float:
        """Content information index: mean weight of the plain terms of the blocks; 0 without any."""
        count = self.terms[last] - self.terms[first]
        return (self.weight[last] - self.weight[first]) / count if count else 0.0

    def linked(self, first: int, last: int) -> float:
        """Share of the text in links."""
        anchor = self.anchor[last] - self.anchor[first]
        return anchor / (self.plain[last] - self.plain[first] + anchor or 1)


def judge(page: Page, profile: str | Settings = "entropy", site: SiteProfile | None = None) -> Verdict:
    """Keeps the article blocks. ``site`` is the profile of the page's site; else the stored one is asked.

    The score is CII − TC, less 1 for each thing that speaks against a block; over 0 it is kept.
    """
    settings = load(profile) if isinstance(profile, str) else profile
    return verdict(page, weigh(page, site or profile_of(page.url), settings.general), settings)


def verdict(page: Page, weighed: Weighed, settings: Settings) -> Verdict:
    """``judge`` of a page whose terms were weighed."""
    article = [False] * len(page.blocks)
    for node in articles(page, weighed, settings):
        article[node.first : node.last] = [True] * (node.last - node.first)

    def explain(block: int) -> list[Reason]:
        return _reasons(weighed, settings, block, article[block])

    scores = [sum(reason.contribution for reason in explain(block)) for block in range(len(page.blocks))]
    return Verdict("entropy", scores, [score > 0 for score in scores], explain)


def _reasons(weighed: Weighed, settings: Settings, block: int, article: bool) -> list[Reason]:
    count = weighed.terms[block + 1] - weighed.terms[block]
    cii = weighed.cii(block, block + 1)
    weight = weighed.weight[block + 1] - weighed.weight[block]
    linked = weighed.linked(block, block + 1)
    reasons = [
        Reason("content information", f"CII {cii:.2f} of {count} terms; {weighed.source}", cii),
        Reason("threshold", f"TC {settings.content:g}", -settings.content),
    ]
    if not article:
        reasons.append(Reason("information block", "no article: its block is not among the best", -1.0))
    if linked > HALF:
        reasons.append(Reason("links", f"{linked:.0%} of the text", -1.0))
    if weight < settings.least:
        reasons.append(Reason("weight", f"{weight:.1f} under {settings.least:g}", -1.0))
    return reasons


def likeness(values: Sequence[float]) -> float | None:
    """SII = −Σ wᵢ·logₘ wᵢ over the children that have any of the feature; None for fewer than two."""
    shares = [value for value in values if value > 0]
    if len(shares) < 2:
        return None
    total = sum(shares)
    return min(1.0, -sum(value / total * log(value / total) for value in shares) / log(len(shares)))


def weigh(page: Page, site: SiteProfile | None, general: Mapping[str, float]) -> Weighed:
    """Step 2: the weights of all terms of the page, summed up by block: the lower of the site's and ``general``'s."""
    parts = [parted(block) for block in page.blocks]
    plain = [terms(text) for text, _ in parts]
    own = Counter(chain(chain.from_iterable(plain), *(terms(linked) for _, linked in parts)))
    known = site is not None and knows(site, page)
    others = site.count - known if site is not None else 0
    weights = term_weights(own, site, known) if site is not None else {}
    of = {term: min(weights.get(term, 1.0), general.get(term, 1.0)) for term in own}
    source = f"{others:g} other pages of the site" if others else "no other page of the site is known: general words"
    blocks = page.blocks
    return Weighed(
        [0.0, *accumulate(sum(map(of.__getitem__, words)) for words in plain)],
        [0, *accumulate(map(len, plain))],
        [0, *accumulate(len(text) - linked for text, linked in zip(blocks.texts, blocks.link_chars, strict=True))],
        [0, *accumulate(blocks.link_chars)],
        source,
    )


def parted(block: Block) -> tuple[str, str]:
    """The block's text outside links, and in them."""
    if not block.links:
        return block.text, ""
    plain: list[str] = []
    linked: list[str] = []
    for slot in block.slots:
        outer = slot.element.getparent() if slot.tail else slot.element
        while outer is not None and outer.tag != "a":
            outer = outer.getparent()
        (plain if outer is None else linked).append(slot.string)
    return " ".join(plain), " ".join(linked)


def articles(page: Page, weighed: Weighed, settings: Settings) -> list[Node]:
    """Step 4: the information blocks over the thresholds, the weightiest first."""
    weight = weighed.weight
    nodes = information_blocks(page, weighed, settings.structure)
    found = [node for node in nodes if weighed.cii(*node[:2]) > settings.content]
    found.sort(key=lambda node: weight[node.first] - weight[node.last])
    best = weight[found[0].last] - weight[found[0].first] if found else 0.0
    return [node for node in found if weight[node.last] - weight[node.first] >= settings.share * best]


def information_blocks(page: Page, weighed: Weighed, threshold: float) -> list[Node]:
    """The walk from the root: nodes whose children are alike, and leaves, in document order."""
    if not page.boxes or not page.blocks:
        return []
    children = _children(page)
    found = []
    stack = [Node(0, len(page.blocks), page.boxes[0])]
    while stack:
        node = stack.pop()
        if node.box is None or node.last - node.first == 1:
            found.append(node)
            continue
        below = children[node.box.index]
        sums = weighed.anchor if weighed.linked(node.first, node.last) > HALF else weighed.weight
        alike = likeness([sums[child.last] - sums[child.first] for child in below])
        if alike is not None and alike > threshold:
            found.append(node)
        else:
            stack += reversed(below)
    return found


def _children(page: Page) -> dict[int, list[Node]]:
    """By box, the boxes with text and the runs of its own in it, in document order."""
    children: dict[int, list[Node]] = {}
    for box in page.boxes:
        if box.parent is not None and box.last > box.first:
            children.setdefault(box.parent.index, []).append(Node(box.first, box.last, box))
    for block in page.blocks:
        children.setdefault(block.box.index, []).append(Node(block.index, block.index + 1, None))
    for nodes in children.values():
        nodes.sort(key=lambda node: node.first)
    return children


@cache
def load(name: str = "entropy") -> Settings:
    """The packaged settings ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(read(name))


def from_json(text: str) -> Settings:
    """Settings from their file's text. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    with fitting():
        data = fields(text, FORMAT, "entropy")
        return Settings(**data["settings"], general=data["general"])
