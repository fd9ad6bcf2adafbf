"""Paper P: pre-pruned tree templates of a site.

Idea: pages of a site whose ``body`` has the same direct children come from one template,
and on all of them the article stands at the end of the same path, found once.

Reference: *Web text extraction based on tree pre-pruning*: simple tree matching (Yang 1991)
over the direct children of ``body`` clusters the pages of a site; the extraction path of a
cluster is found on a sample page and reused for all its pages.

Symbols: Tₐ, T_b → the labels of two pages' ``body`` children (``labels_of``); matches →
``matches``; similarity = matches / ((|Tₐ|+|T_b|)/2) → ``similarity``, ≥ ``SAME`` → one cluster;
variance of the children's shares → ``variance``, under ``EVEN`` the descent stops;
extraction path → ``Cluster.path``, made by ``extraction_path``.

Departures. (1) Children are the page model's boxes, which never hold scripts and the like:
the pruning of tags without prose is done by segmentation; a node of zero width or height
cannot be told from HTML alone, a node without text is skipped. (2) "Same attributes" is
compared by a checksum of tag and attributes in which digits count as one, since numbers of
slots and of articles change from page to page. (3) A node with one child has no variance:
the descent goes on. (4) The published bound of the variance, 0.1 (``PUBLISHED``), stops at
``body`` of most pages: one child with all the text among ten has a variance of 0.09. ``EVEN``
was chosen by the mean word F1 on daniel-en, -ru, -el and -pl. (5) A child's share counts the text that
stands in the node itself, outside of its children, as one more child. (6) Where the
page's cluster is not known (no profile of the site, a new template, a path that leads
nowhere), the path is found on the page itself, and the reasons say so. (7) Each page of a cluster
is a sample page: the path found on most of them is the cluster's, since the mistake of one sample
would be made on all pages.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from jingdu.page.model import Block, Box, Page, Reason, Verdict
from jingdu.sites import profile_of
from jingdu.sites.profile import Cluster, Path, SiteProfile, Step

SAME: Final = 0.8
"""Similarity from which two pages are of one cluster (published)."""
PUBLISHED: Final = 0.1
"""Variance of the shares under which the descent stops in the paper."""
EVEN: Final = 0.025
"""The same, learned (see departure 4)."""
LARGEST: Final = 200
"""Children of ``body`` that are compared."""
_DIGITS: Final = re.compile(r"\d+")


def judge(page: Page, profile: str = "template", site: SiteProfile | None = None) -> Verdict:
    """Keeps the blocks at the end of the extraction path of the page's cluster.

    ``site`` is the profile of the page's site; without it the stored one of the page's address.
    The score is the share of the path's steps that lead to the block; whole paths are kept.
    """
    site = site or profile_of(page.url)
    way, source = way_of(page, site)
    blocks = range(len(page.blocks))
    steps = [[box.first <= block < box.last for box in way] for block in blocks]
    part = 1 / (len(way) or 1)

    def explain(block: int) -> list[Reason]:
        inside = [
            Reason(f"step {number}", f"{'in' if hit else 'outside of'} {named(box)}", part if hit else 0.0)
            for number, (box, hit) in enumerate(zip(way, steps[block], strict=True), 1)
        ]
        return [Reason("path", source, 0.0), *inside]

    scores = [sum(part if hit else 0.0 for hit in hits) for hits in steps]
    return Verdict(profile, scores, [all(hits) for hits in steps], explain)


def way_of(page: Page, site: SiteProfile | None) -> tuple[list[Box], str]:
    """The boxes from ``body``'s child to the article, and where the path comes from, in words."""
    way = cluster_way(page, site) if site else None
    if way is not None and site is not None:
        return way, f"of a template learned from {site.count:g} pages of the site"
    why = "this template, or its path, is not known" if site else "no profile of the site"
    return descend(page), f"found on this page alone: {why}"


def cluster_way(page: Page, site: SiteProfile) -> list[Box] | None:
    """The extraction path of the page's cluster on this page; None where there is none to follow."""
    cluster = cluster_of(labels_of(page), site.clusters)
    return follow(page, cluster.path) if cluster is not None else None


class _Tree(NamedTuple):
    """The boxes with text by parent, and the prefix sums of the blocks' text outside links."""

    children: dict[int, list[Box]]
    plain: list[int]
    body: Box | None

    def text(self, box: Box) -> int:
        return self.plain[box.last] - self.plain[box.first]


def _tree(page: Page) -> _Tree:
    children: dict[int, list[Box]] = {}
    for box in page.boxes:
        if box.parent is not None:
            children.setdefault(box.parent.index, []).append(box)
    return _Tree(children, [0, *accumulate(map(_plain, page.blocks))], body_of(page))


def _plain(block: Block) -> int:
    return len(block.text) - block.link_chars


def body_of(page: Page) -> Box | None:
    """The box of ``body``."""
    return next((box for box in page.boxes[:8] if box.tag == "body"), page.boxes[0] if page.boxes else None)


def label(box: Box) -> str:
    """Tag and attributes of a box: the tag as it is, the attributes as a checksum without their digits."""
    attributes = _DIGITS.sub("0", "\n".join(sorted(f"{name!s}={value!s}" for name, value in box.element.items())))
    return f"{box.tag}:{zlib.crc32(attributes.encode()):x}" if attributes else box.tag


def labels_of(page: Page) -> tuple[str, ...]:
    """The labels of ``body``'s direct children: what pages are compared by."""
    body = body_of(page)
    return tuple(label(box) for box in page.boxes if box.parent is body)[:LARGEST] if body else ()


def matches(one: Sequence[str], other: Sequence[str]) -> int:
    """Simple tree matching of the children: the most pairs of equal labels in the order of both.

    Equal labels at both ends are always such pairs; only what lies between is compared all with all.
    """
    ends = 0
    shorter = min(len(one), len(other))
    while ends < shorter and one[ends] == other[ends]:
        ends += 1
    one, other = one[ends:], other[ends:]
    tail = 0
    while tail < min(len(one), len(other)) and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return ends + tail + _common(one[: len(one) - tail], other[: len(other) - tail])


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest common subsequence."""
    row = [0] * (len(other) + 1)
    for left in one:
        above, row = row, [0]
        for at, right in enumerate(other, 1):
            row.append(above[at - 1] + 1 if left == right else max(row[-1], above[at]))
    return row[-1]


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """matches / ((|Tₐ| + |T_b|) / 2); two empty bodies are alike."""
    sizes = len(one) + len(other)
    return 2 * matches(one, other) / sizes if sizes else 1.0


def cluster_of(labels: Sequence[str], clusters: Sequence[Cluster]) -> Cluster | None:
    """The most similar cluster of at least ``SAME``."""
    alike = [(similarity(labels, cluster.children), cluster) for cluster in clusters]
    best = max(alike, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] >= SAME else None


def variance(shares: Sequence[float]) -> float:
    """Mean squared deviation of the shares from their mean."""
    mean = sum(shares) / len(shares)
    return sum((share - mean) ** 2 for share in shares) / len(shares)


def descend(page: Page) -> list[Box]:
    """From ``body`` to the child with most text outside links, as long as the shares are uneven."""
    tree = _tree(page)
    way: list[Box] = []
    at = tree.body
    while at is not None and (below := heaviest(tree, at)) is not None:
        way.append(below)
        at = below
    return way


def heaviest(tree: _Tree, at: Box) -> Box | None:
    """The child to go to; None where the descent stops."""
    weights = {box.index: text for box in tree.children.get(at.index, ()) if (text := tree.text(box))}
    total = tree.text(at)
    if not weights or not total:
        return None
    loose = total - sum(weights.values())
    shares = [text / total for text in (*weights.values(), loose) if text]
    if len(shares) > 1 and variance(shares) < EVEN:
        return None
    best = max(tree.children[at.index], key=tree.text)
    return best if tree.text(best) >= loose else None


def extraction_path(page: Page) -> Path:
    """The descent of a sample page as steps that can be followed on another page."""
    children = _tree(page).children
    steps = []
    for box in descend(page):
        name = label(box)
        before = [other for other in children[_parent(box).index] if other.index < box.index]
        steps.append(Step(name, sum(label(other) == name for other in before)))
    return tuple(steps)


def _parent(box: Box) -> Box:
    assert box.parent is not None  # only ``html`` has none, and no path leads to it
    return box.parent


def follow(page: Page, path: Path) -> list[Box] | None:
    """The boxes along a path; None where a step is missing or there is no text at its end."""
    tree = _tree(page)
    way: list[Box] = []
    at = tree.body
    for step in path:
        alike = [box for box in tree.children.get(at.index, ()) if label(box) == step.label] if at else []
        if len(alike) <= step.nth:
            return None
        at = alike[step.nth]
        way.append(at)
    return way if at is not None and tree.text(at) else None


def named(box: Box) -> str:
    """A box in words: ``div#main.story``."""
    names = [*(f"#{name}" for name in box.element.get("id", "").split()[:1])]
    names += [f".{name}" for name in box.element.get("class", "").split()[:2]]
    return box.tag + "".join(names)
