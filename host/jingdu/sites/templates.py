"""Templates of a site's pages: paper P's clusters and extraction paths (see ``jingdu.extractors.template``)."""

import re
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, compress, islice
from typing import Final, NamedTuple

from jingdu.page.model import Containers, Element, Page
from jingdu.sites.profile import Cluster, Path, SiteProfile, Step
from jingdu.text.subsequence import lcs_rows

SAME: Final = 0.8
"""Minimum similarity of two pages of one cluster (as published)."""
EVEN: Final = 0.025
"""Variance of the shares below which the descent stops; the paper has 0.1 (departure 4)."""
MAX_CHILDREN: Final = 200
"""Maximum children of ``body`` that are compared."""
_DIGITS: Final = re.compile(r"\d+")


def path_of_cluster(page: Page, site: SiteProfile) -> list[int] | None:
    """The containers on the extraction path of the page's cluster; None without a cluster or if the path is missing."""
    cluster = cluster_of(labels_of(page), site.clusters)
    return follow(page, cluster.path) if cluster is not None else None


class _Tree(NamedTuple):
    """The containers of a page, their indexes by parent, prefix sums of text outside links, and ``body``'s index."""

    of: Containers
    children: Mapping[int, list[int]]
    plain: list[int]
    body: int

    def text(self, container: int) -> int:
        return self.of.total(self.plain, container)


def _tree(page: Page) -> _Tree:
    children: defaultdict[int, list[int]] = defaultdict(list)
    for container, parent in enumerate(page.containers.parents):
        children[parent].append(container)
    plain = [0, *accumulate(len(block.text) - block.link_chars for block in page.blocks)]
    return _Tree(page.containers, children, plain, _body(page))


def _body(page: Page) -> int:
    """The index of ``body``'s container, or of the root's if there is none."""
    tags = page.containers.tags
    return tags.index("body") if "body" in tags[:8] else 0


def label(element: Element) -> str:
    """The tag of an element and a checksum of its attributes, ignoring digits."""
    attributes = _DIGITS.sub("0", "\n".join(sorted(f"{name!s}={value!s}" for name, value in element.items())))
    return f"{element.tag!s}:{zlib.crc32(attributes.encode()):x}" if attributes else str(element.tag)


def labels_of(page: Page) -> tuple[str, ...]:
    """The labels of ``body``'s children, by which pages are compared."""
    containers, body = page.containers, _body(page)
    children = compress(containers.elements, (parent == body for parent in containers.parents))
    return tuple(map(label, islice(children, MAX_CHILDREN)))


def matches(one: Sequence[str], other: Sequence[str]) -> int:
    """Simple tree matching of the children: the length of the longest common subsequence of labels."""
    *_, last = lcs_rows(one, other)
    return len(other) - last.bit_count()


def similarity(one: Sequence[str], other: Sequence[str]) -> float:
    """matches / ((|Tₐ| + |T_b|) / 2); 1 for two empty bodies."""
    sizes = len(one) + len(other)
    return 2 * matches(one, other) / sizes if sizes else 1.0


def cluster_of(labels: Sequence[str], clusters: Sequence[Cluster]) -> Cluster | None:
    """The most similar cluster, if its similarity is at least ``SAME``."""
    scored = [(similarity(labels, cluster.children), cluster) for cluster in clusters]
    best = max(scored, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] >= SAME else None


def variance(shares: Sequence[float]) -> float:
    """Mean squared deviation of the shares from their mean."""
    mean = sum(shares) / len(shares)
    return sum((share - mean) ** 2 for share in shares) / len(shares)


def descend(page: Page) -> list[int]:
    """The containers from ``body`` down, always to the child with most text outside links, while shares are uneven."""
    tree = _tree(page)
    path: list[int] = []
    at = heaviest(tree, tree.body)
    while at is not None:
        path.append(at)
        at = heaviest(tree, at)
    return path


def heaviest(tree: _Tree, at: int) -> int | None:
    """The child to descend to; None if the descent stops."""
    texts = list(filter(None, map(tree.text, tree.children[at])))
    total = tree.text(at)
    if not texts or not total:
        return None
    loose = total - sum(texts)
    shares = [text / total for text in (*texts, loose) if text]
    if len(shares) > 1 and variance(shares) < EVEN:
        return None
    best = max(tree.children[at], key=tree.text)
    return best if tree.text(best) >= loose else None


def extraction_path(page: Page) -> Path:
    """The descent on a page as steps that can be followed on another page."""
    containers, children = page.containers, _tree(page).children
    steps = []
    for container in descend(page):
        name = label(containers.elements[container])
        before = (containers.elements[other] for other in children[containers.parents[container]] if other < container)
        steps.append(Step(name, sum(label(other) == name for other in before)))
    return tuple(steps)


def follow(page: Page, path: Path) -> list[int] | None:
    """The containers along a path; None if the page lacks a step, or text at the end."""
    tree = _tree(page)
    containers: list[int] = []
    at = tree.body
    for step in path:
        matching = [child for child in tree.children[at] if label(tree.of.elements[child]) == step.label]
        if len(matching) <= step.nth:
            return None
        at = matching[step.nth]
        containers.append(at)
    return containers if tree.text(at) else None
