"""Templates of a site's pages: paper P's clusters and extraction paths (see ``jingdu.extractors.template``)."""

import re
import zlib
from collections.abc import Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from jingdu.page.model import Container, Page
from jingdu.sites.profile import Cluster, Path, SiteProfile, Step

SAME: Final = 0.8
"""Similarity from which two pages are of one cluster (published)."""
EVEN: Final = 0.025
"""Variance of the shares below which the descent stops; 0.1 in the paper, tuned here (departure 4)."""
MAX_CHILDREN: Final = 200
"""Children of ``body`` that are compared."""
_DIGITS: Final = re.compile(r"\d+")


def cluster_way(page: Page, site: SiteProfile) -> list[Container] | None:
    """The containers on the extraction path of the page's cluster; None if there is none on this page."""
    cluster = cluster_of(labels_of(page), site.clusters)
    return follow(page, cluster.path) if cluster is not None else None


class _Tree(NamedTuple):
    """The containers with text by parent, and the prefix sums of the blocks' text outside links."""

    children: dict[int, list[Container]]
    plain: list[int]
    body: Container | None

    def text(self, container: Container) -> int:
        return self.plain[container.last] - self.plain[container.first]


def _tree(page: Page) -> _Tree:
    children: dict[int, list[Container]] = {}
    for container in page.containers:
        if container.parent is not None:
            children.setdefault(container.parent.index, []).append(container)
    return _Tree(children, [0, *accumulate(len(block.text) - block.link_chars for block in page.blocks)], body_of(page))


def body_of(page: Page) -> Container | None:
    """The container of ``body``."""
    first = page.containers[:8]
    return next((container for container in first if container.tag == "body"), first[0] if first else None)


def label(container: Container) -> str:
    """The tag of a container and a checksum of its attributes, ignoring digits."""
    attributes = _DIGITS.sub("0", "\n".join(sorted(f"{name!s}={value!s}" for name, value in container.element.items())))
    return f"{container.tag}:{zlib.crc32(attributes.encode()):x}" if attributes else container.tag


def labels_of(page: Page) -> tuple[str, ...]:
    """The labels of ``body``'s children, by which pages are compared."""
    body = body_of(page)
    return (
        tuple(label(container) for container in page.containers if container.parent is body)[:MAX_CHILDREN]
        if body
        else ()
    )


def matches(one: Sequence[str], other: Sequence[str]) -> int:
    """Simple tree matching of the children: the longest common subsequence of labels.

    Common prefixes and suffixes are matched first, as the rest takes quadratic time.
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
    row = [0] * (len(other) + 1)
    for left in one:
        above, row = row, [0]
        for at, right in enumerate(other, 1):
            row.append(above[at - 1] + 1 if left == right else max(row[-1], above[at]))
    return row[-1]


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


def descend(page: Page) -> list[Container]:
    """From ``body`` repeatedly to the child with most text outside links, as long as the shares are uneven."""
    tree = _tree(page)
    path: list[Container] = []
    at = tree.body
    while at is not None and (child := heaviest(tree, at)) is not None:
        path.append(child)
        at = child
    return path


def heaviest(tree: _Tree, at: Container) -> Container | None:
    """The child to descend to; None if the descent stops."""
    weights = {container.index: text for container in tree.children.get(at.index, ()) if (text := tree.text(container))}
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
    """The descent on a page as steps that can be followed on another page."""
    children = _tree(page).children
    steps = []
    for container in descend(page):
        name = label(container)
        siblings = children[container.parent.index] if container.parent else []  # ``html`` is on no path
        steps.append(Step(name, sum(label(other) == name for other in siblings if other.index < container.index)))
    return tuple(steps)


def follow(page: Page, path: Path) -> list[Container] | None:
    """The containers along a path; None if a step or the text at its end is missing."""
    tree = _tree(page)
    containers: list[Container] = []
    at = tree.body
    for step in path:
        children = tree.children.get(at.index, ()) if at else ()
        matching = [container for container in children if label(container) == step.label]
        if len(matching) <= step.nth:
            return None
        at = matching[step.nth]
        containers.append(at)
    return containers if at is not None and tree.text(at) else None
