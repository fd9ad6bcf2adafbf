"""Paper E: entropy over the pages of a site, for articles and related links.

Idea: a term spread evenly over the pages of a site belongs to its template; a term on few pages says what these are
about.
Descending from the root, a node whose children are similar is one information block; its mean term weight separates
the article from the template, and related links from navigation.

References: Zhu Hongcan, Long Zhaoyang: Entropy-based news article extraction from web
pages; Kao, Ho, Chen: WISDOM: Web intrapage informative structure mining based on document
object model. IEEE TKDE 17(5), 2005.

Symbols: EN(tⱼ) → ``jingdu.sites.profile.entropy``; 1 − EN → term weight; n → ``SiteProfile.count``
plus the page itself; CII, ATI, AP → ``cii``, ``ati`` and ``precision`` of ``information``;
SII(f, N) → ``similarity``; ST, TC, TA → ``Settings.structure``, ``.content``, ``.links``;
k → ``Settings.share``; the second form → ``Settings.general``.

Departures. (1) Terms are words and pairs of Chinese characters (``jingdu.text.words``); means are
over occurrences. (2) The decisive feature is the length of anchor text where most text is in
links, else the total weight of the terms outside links; SII of an only child is undefined, and the descent goes on.
(3) Instead of the k best: blocks with at least ``share`` of the best one's total weight.
(4) Within an article block, blocks with CII under TC, mostly links, or a weight under ``least`` are dropped, since
one information block may still contain captions and share buttons. (5) The second form, the mean EN of a term over
the sites of a corpus, is learned and packaged (``general``); the weight of a term is the lower of both forms. Without
another page of the site, only the second one is used, and the reasons say so. (6) AP is the share of the anchor's
terms in the title of its target, where that page was read; the target's text is not stored.
"""

from collections.abc import Sequence
from math import log
from typing import Final, NamedTuple

from jingdu.extractors.information import Weighed, weigh
from jingdu.extractors.weight_files import SETTINGS_FORMAT, bad_weights, fields, loaded
from jingdu.page.model import Page, Reason, Verdict
from jingdu.sites import profile_of
from jingdu.sites.profile import SiteProfile

HALF: Final = 0.5
"""Share of the text in links above which a block is a block of links."""


class Settings(NamedTuple):
    """Learned thresholds and general term weights."""

    structure: float
    """ST."""
    content: float
    """TC."""
    links: float
    """TA."""
    share: float
    """Minimum weight of an article block, as a share of the best one's."""
    least: float
    """Minimum weight of a block inside an article block."""
    general: dict[str, float]
    """The second form: term → 1 − mean EN over several sites."""


class Node(NamedTuple):
    """A node of the descent: a container, or a single block if ``container`` is None; ``last`` is exclusive."""

    first: int
    last: int
    container: int | None


class Structure(NamedTuple):
    """The information blocks of a page: articles in descending order of weight, and related links."""

    articles: list[Node]
    links: list[Node]


def judge(page: Page, profile: str | Settings = "entropy", site: SiteProfile | None = None) -> Verdict:
    """Keeps the article blocks; ``site`` is the profile of the page's site, by default the stored one.

    A block's score is CII − TC, less 1 for each failed test (see ``_reasons``); it is kept if its score is above 0.
    """
    settings = loaded(profile, from_json)
    return verdict(page, weigh(page, site or profile_of(page.url), settings.general), settings)


def verdict(page: Page, weighed: Weighed, settings: Settings) -> Verdict:
    """The verdict of `judge` for a page with weighed terms."""
    article = [False] * len(page.blocks)
    for node in structure(page, weighed, settings).articles:
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


def similarity(values: Sequence[float]) -> float | None:
    """SII = −Σ wᵢ·logₘ wᵢ over the m children with a positive value; None if m < 2."""
    shares = [value for value in values if value > 0]
    if len(shares) < 2:
        return None
    total = sum(shares)
    return min(1.0, -sum(value / total * log(value / total) for value in shares) / log(len(shares)))


def structure(page: Page, weighed: Weighed, settings: Settings) -> Structure:
    """Step 4: the information blocks above the thresholds, of the articles only the best."""
    nodes = information_blocks(page, weighed, settings.structure)
    weight = weighed.weight
    articles = [node for node in nodes if weighed.cii(*node[:2]) > settings.content]
    articles.sort(key=lambda node: weight[node.first] - weight[node.last])
    best = weight[articles[0].last] - weight[articles[0].first] if articles else 0.0
    links = [node for node in nodes if weighed.linked(*node[:2]) > HALF and weighed.ati(*node[:2]) > settings.links]
    return Structure([n for n in articles if weight[n.last] - weight[n.first] >= settings.share * best], links)


def information_blocks(page: Page, weighed: Weighed, threshold: float) -> list[Node]:
    """The nodes at which the descent stops, in document order: leaves, and nodes with similar children."""
    if not page.blocks:
        return []
    children = _children(page)
    found = []
    stack = [Node(0, len(page.blocks), 0)]
    while stack:
        node = stack.pop()
        if node.container is None or node.last - node.first == 1:
            found.append(node)
            continue
        inner = children[node.container]
        sums = weighed.anchor if weighed.linked(node.first, node.last) > HALF else weighed.weight
        sii = similarity([sums[child.last] - sums[child.first] for child in inner])
        if sii is not None and sii > threshold:
            found.append(node)
        else:
            stack += reversed(inner)
    return found


def _children(page: Page) -> dict[int, list[Node]]:
    """The nodes with text in each container, in document order."""
    children: dict[int, list[Node]] = {}
    containers = page.containers
    for container, (parent, (first, last)) in enumerate(zip(containers.parents, containers.spans(), strict=True)):
        if parent >= 0 and last > first:
            children.setdefault(parent, []).append(Node(first, last, container))
    for block, container in enumerate(page.blocks.container_of):
        children.setdefault(container, []).append(Node(block, block + 1, None))
    for nodes in children.values():
        nodes.sort(key=lambda node: node.first)
    return children


def from_json(text: str) -> Settings:
    """Parses settings; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        data = fields(text, SETTINGS_FORMAT, "entropy")
        return Settings(**data["settings"], general=data["general"])
