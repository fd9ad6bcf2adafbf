"""Paper N: back-propagation network over lines.

Idea: article text comes in long lines with little markup, next to lines of the same kind. A small neural network sees
a line, its neighbours, and their relevance to the title, which excludes copyright notices and other dense text.

Reference: An Zengwen, Wang Chao, Xu Jiefeng: Web content extraction method based on machine
learning. Microcomputer & Its Applications 2010(12).

Symbols: line → a block (a tidied page has one line for each container or run of text beside
containers, as our segmentation has one block); y, z, p, s → ``Row``; the network →
``Network``, its training → ``jingdu.learn.train.network``.

Departures. (1) z is the sum over tags and attributes in the tree, not over a tidied file (``totals``). (2) y, z and s
enter as log(1 + x), and all four are standardised over the training rows, because characters in thousands would
saturate logistic units. Rows before the first and after the last are empty: y = z = p = s = 0. (3) A row is kept if
the output exceeds a threshold learned with the network for word F1; the paper does not mention one. (4) Trained on news
in several languages and on pages of every kind, not on news portals alone.
"""

from collections.abc import Mapping, Sequence
from math import log1p
from typing import Any, Final, NamedTuple

import numpy as np

from jingdu.extractors.relevance import Relevance
from jingdu.extractors.weight_files import as_lines, bad_weights, fields, loaded
from jingdu.faults import Fault
from jingdu.features.columns import Numbers
from jingdu.page.model import Element, Page, Reason, Verdict

FORMAT: Final = 1
HIDDEN: Final = 5
"""Hidden units."""
FEATURES: Final = ("text length", "length with markup", "density", "relevance to the title")
INPUTS: Final = tuple(f"{feature}{of}" for of in (" of the row before", "", " of the next row") for feature in FEATURES)

Vector = Sequence[float] | Numbers


class Row(NamedTuple):
    """The features of a line: y, z, p = y/z and s."""

    chars: int
    total: int
    density: float
    relevance: int


class Network(NamedTuple):
    """A network with one hidden layer; a unit's last weight is its bias."""

    mean: Vector
    """Means of the features, (4,)."""
    scale: Vector
    """Standard deviations of the features, (4,)."""
    hidden: Sequence[Vector] | Numbers
    """Weights of the hidden units, (5, 12 + 1)."""
    output: Vector
    """Weights of the output unit, (5 + 1,)."""
    threshold: float

    def of(self, inputs: Numbers) -> Numbers:
        """The output for ``inputs`` (rows, 12), with logistic units (step 4)."""
        hidden, output = np.array(self.hidden), np.array(self.output)
        activation = logistic(inputs @ hidden[:, :-1].T + hidden[:, -1])
        return logistic(activation @ output[:-1] + output[-1])


def logistic(x: Numbers) -> Numbers:
    """1 / (1 + e⁻ˣ), without overflow."""
    return 1 / (1 + np.exp(-np.maximum(x, -700)))


def judge(page: Page, profile: str | Network = "network") -> Verdict:
    """Scores each block by the output of the network; keeps those above its threshold."""
    network = loaded(profile, from_json)
    inputs = windows(features(rows(page)), network.mean, network.scale)
    scores = network.of(inputs)
    name = profile if isinstance(profile, str) else "network"
    keep = (scores > network.threshold).tolist()
    return Verdict(name, scores.tolist(), keep, lambda block: reasons(network, inputs[block]))


def title_of(title: str) -> str:
    """Step 2: ``<title>`` up to the last ``-`` or ``_``, or all of it if that is empty."""
    cut = max(title.rfind("-"), title.rfind("_"))
    return (title[:cut] if cut >= 0 else title).strip() or title


def rows(page: Page) -> list[Row]:
    """Step 3: the row of each block."""
    relevance = Relevance(title_of(page.title))
    measured = zip(page.blocks.texts, totals(page), strict=True)
    return [Row(len(text), total, len(text) / total, relevance.of(text)) for text, total in measured]


def totals(page: Page) -> list[int]:
    """z of each block: characters of its text, of the tags in it, and of the container's tags in its first block.

    An element counts as ``<tag></tag>``. Attributes count once, for the elements around the row's text nodes, up to the
    container.
    """
    blocks, containers = page.blocks, page.containers
    counted: set[Element] = set()
    sizes = []
    for block, (text, container) in enumerate(zip(blocks.texts, blocks.container_of, strict=True)):
        outer = containers.elements[container]
        total = len(text) + sum([2 * len(tag) + 5 for tag in blocks.inline_tags(block)])
        if containers.firsts[container] == block:
            total += 2 * len(containers.tags[container]) + 5 + attributes(outer)
        for element, tail in blocks.text_nodes(block):
            node = element.getparent() if tail else element
            while node is not None and node is not outer and node not in counted:
                counted.add(node)
                total += attributes(node)
                node = node.getparent()
        sizes.append(total)
    return sizes


def attributes(element: Element) -> int:
    """Characters of an element's attributes: for each a space, the name, ``=``, two quotes and the value."""
    return sum([len(name) + len(value) + 4 for name, value in element.items()])


def features(rows: Sequence[Row]) -> Numbers:
    """The unscaled features, (rows, 4)."""
    values = [(log1p(row.chars), log1p(row.total), row.density, log1p(row.relevance)) for row in rows]
    return np.array(values).reshape(-1, len(FEATURES))


def windows(page: Numbers, mean: Vector, scale: Vector) -> Numbers:
    """The inputs, (rows, 12): the scaled features of the previous, the current and the next row."""
    empty = np.zeros((1, len(FEATURES)))
    scaled = (np.concatenate([empty, page, empty]) - np.array(mean)) / np.array(scale)
    return np.hstack([scaled[:-2], scaled[1:-1], scaled[2:]])


def reasons(network: Network, inputs: Numbers) -> list[Reason]:
    """The output for an average row, and the contribution of each input; their sum is the output.

    Starting from an average row, the inputs are set to their values one by one; a contribution is the change of the
    output, averaged over both orders (first to last, last to first).
    """
    known = np.tril(np.ones((len(INPUTS) + 1, len(INPUTS))), -1)
    forward, backward = network.of(known * inputs), network.of(known[:, ::-1] * inputs)
    changes = (np.diff(forward) + np.diff(backward)[::-1]) / 2
    contributions = zip(INPUTS, inputs.tolist(), changes.tolist(), strict=True)
    return [
        Reason("average row", "", float(forward[0])),
        *(Reason(name, f"{value:+.1f} deviations", change) for name, value, change in contributions),
    ]


def from_json(text: str) -> Network:
    """Parses a network; raises ``Fault`` ``bad_weights``."""
    with bad_weights():
        data = fields(text, FORMAT, "network")
        shapes = [(len(FEATURES),), (len(FEATURES),), (HIDDEN, len(INPUTS) + 1), (HIDDEN + 1,), ()]
        values = [np.array(data[name], dtype=float) for name in Network._fields]
        if data["inputs"] != list(INPUTS) or [value.shape for value in values] != shapes:
            raise Fault("bad_weights")
        mean, scale, hidden, output, threshold = values
        return Network(mean, scale, hidden, output, float(threshold))


def as_json(network: Network, provenance: Mapping[str, Any]) -> str:
    """The network as JSON."""
    head = {"format": FORMAT, "extractor": "network", "provenance": provenance, "inputs": INPUTS}
    return as_lines({**head, **network._asdict()}, {})
