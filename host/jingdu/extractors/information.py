"""Paper E, step 2: information of plain text and of anchors (see ``entropy``)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple
from urllib.parse import urljoin

from jingdu.page.model import Block, Element, Page, TextNode
from jingdu.sites.learning import knows
from jingdu.sites.profile import SiteProfile, term_weights
from jingdu.text.addresses import without_fragment
from jingdu.text.words import terms


class Anchor(NamedTuple):
    """A link's text and address."""

    text: str
    href: str


class Parts(NamedTuple):
    """A block's text outside links, and its links."""

    plain: str
    anchors: list[Anchor]


class Weighed(NamedTuple):
    """Prefix sums over the blocks, and the source of the weights."""

    weight: list[float]
    """Weight of the terms outside links."""
    terms: list[int]
    """Number of terms outside links."""
    anchor_weight: list[float]
    """Weight of the terms in links, times AP."""
    anchor_terms: list[int]
    """Number of terms in links."""
    plain: list[int]
    """Characters outside links."""
    anchor: list[int]
    """Characters in links."""
    source: str
    """The pages from which the weights are learned, in words."""

    def cii(self, first: int, last: int) -> float:
        """Content information index: mean weight of the terms outside links; 0 without any."""
        count = self.terms[last] - self.terms[first]
        return (self.weight[last] - self.weight[first]) / count if count else 0.0

    def ati(self, first: int, last: int) -> float:
        """Anchor text index: mean weight of the terms in links, times AP; 0 without any."""
        count = self.anchor_terms[last] - self.anchor_terms[first]
        return (self.anchor_weight[last] - self.anchor_weight[first]) / count if count else 0.0

    def linked(self, first: int, last: int) -> float:
        """Share of the text in links."""
        anchor = self.anchor[last] - self.anchor[first]
        return anchor / (self.plain[last] - self.plain[first] + anchor or 1)


def weigh(page: Page, site: SiteProfile | None, general: Mapping[str, float]) -> Weighed:
    """Weighs the terms of a page; a term has the lower of its weights in the site's profile and in ``general``."""
    parts = [split(block) for block in page.blocks]
    plain = [terms(part.plain) for part in parts]
    anchors = [[terms(anchor.text) for anchor in part.anchors] for part in parts]
    own = Counter(chain(chain.from_iterable(plain), *chain.from_iterable(anchors)))
    known = site is not None and knows(site, page, map(site.checksum, page.blocks.texts))
    others = site.count - known if site is not None else 0
    weights = term_weights(own, site, known) if site is not None else {}
    weight_of = {term: min(weights.get(term, 1.0), general.get(term, 1.0)) for term in own}

    def anchor_weight(anchor: Anchor, words: Sequence[str]) -> float:
        return sum(map(weight_of.__getitem__, words)) * precision(anchor, words, page, site)

    linked = [sum(map(anchor_weight, part.anchors, lists)) for part, lists in zip(parts, anchors, strict=True)]
    source = f"{others:g} other pages of the site" if others else "no other page of the site is known: general words"
    return Weighed(
        _sums(sum(map(weight_of.__getitem__, words)) for words in plain),
        _sums(map(len, plain)),
        _sums(linked),
        _sums(sum(map(len, words)) for words in anchors),
        _sums(len(block.text) - block.link_chars for block in page.blocks),
        _sums(block.link_chars for block in page.blocks),
        source,
    )


def _sums(values: Any) -> list[Any]:
    return [0, *accumulate(values)]


def precision(anchor: Anchor, words: Sequence[str], page: Page, site: SiteProfile | None) -> float:
    """AP: share of the anchor's terms that are in the title of its target; 1 if the title is unknown."""
    if site is None or not page.url or not words or not anchor.href:
        return 1.0
    try:
        target = without_fragment(urljoin(page.url, anchor.href))
    except ValueError:
        return 1.0
    title = site.pages.get(site.checksum(target))
    if not title or target == without_fragment(page.url):
        return 1.0
    return sum(site.bucket(word) in title for word in words) / len(words)


def split(block: Block) -> Parts:
    """Splits a block's text into plain text and links."""
    if not block.links:
        return Parts(block.text, [])
    plain: list[str] = []
    linked: dict[Element, list[str]] = {}
    for node in block.blocks.text_nodes(block.index):
        link = link_of(node)
        (plain if link is None else linked.setdefault(link, [])).append(node.string)
    return Parts(" ".join(plain), [Anchor(" ".join(text), link.get("href", "")) for link, text in linked.items()])


def link_of(node: TextNode) -> Element | None:
    """The link around a text node, or None."""
    element = node.element.getparent() if node.tail else node.element
    while element is not None and element.tag != "a":
        element = element.getparent()
    return element
