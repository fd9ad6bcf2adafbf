"""Paper N: back-propagation network over lines.

Idea: article text comes in long lines with little markup between lines of the same kind; a small
neural network sees a line and its neighbours, and their relevance to the title, by which a
copyright notice, dense text too, gives itself away.

Reference: An Zengwen, Wang Chao, Xu Jiefeng: Web content extraction method based on machine
learning. Microcomputer & Its Applications 2010(12).

Symbols: line → a block (a tidied page has one row for each container or run of text beside
containers, and so has our segmentation); y, z, p, s → ``Row``; the network →
``Network``, its training → ``jingdu.learn.train.network``.

Departures. (1) z is added up from tags and attributes in the tree rather than from a tidied file
(``totals``). (2) y, z and s enter as log(1 + x), and all four are brought to mean 0 and deviation 1
over the training rows: characters by the thousand would leave logistic units no slope. A row
before the first or after the last is empty: y = z = p = s = 0. (3) A row is kept where the output is
over a threshold that was learned with the network by word F1; the paper is silent on it.
(4) Trained on news in several languages and on pages of every kind, not on news portals alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import log1p
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors.relevance import Relevance
from jingdu.extractors.weight_files import fields, fitting, read
from jingdu.faults import Fault
from jingdu.page.model import Element, Page, Reason, Verdict

FORMAT: Final = 1
HIDDEN: Final = 5
"""Hidden units."""
FEATURES: Final = ("text length", "length with markup", "density", "relevance to the title")
INPUTS: Final = tuple(f"{feature}{of}" for of in (" of the row before", "", " of the next row") for feature in FEATURES)

Numbers = NDArray[np.float64]
Vector = Sequence[float] | Numbers


class Row(NamedTuple):
    """A line of the paper: y, z, p = y/z and s."""

    chars: int
    total: int
    density: float
    relevance: int


class Network(NamedTuple):
    """The weights of 5 hidden units, each with 12 inputs and a bias, and of the output: 5 and a bias.

    ``mean`` and ``scale`` belong to the four features of a row, ``threshold`` to the output.
    """

    mean: Vector
    scale: Vector
    hidden: Sequence[Vector] | Numbers
    output: Vector
    threshold: float

    def of(self, inputs: Numbers) -> Numbers:
        """The output for each row of ``inputs``, of which there are 12: logistic units throughout (step 4)."""
        hidden, output = np.array(self.hidden), np.array(self.output)
        inside = logistic(inputs @ hidden[:, :-1].T + hidden[:, -1])
        return logistic(inside @ output[:-1] + output[-1])


def logistic(x: Numbers) -> Numbers:
    """1 / (1 + e⁻ˣ), for any x."""
    result: Numbers = 1 / (1 + np.exp(-np.maximum(x, -700)))
    return result


def judge(page: Page, profile: str | Network = "network") -> Verdict:
    """Scores each block by the output of the network; keeps those over its threshold."""
    network = load(profile) if isinstance(profile, str) else profile
    inputs = windows(features(rows(page)), network.mean, network.scale)
    scores = network.of(inputs)
    name = profile if isinstance(profile, str) else "network"
    keep = (scores > network.threshold).tolist()
    return Verdict(name, scores.tolist(), keep, lambda block: reasons(network, inputs[block]))


def title_of(title: str) -> str:
    """Step 2: ``<title>`` cut before its last ``-`` or ``_``; all of it where that is nothing."""
    cut = max(title.rfind("-"), title.rfind("_"))
    return (title[:cut] if cut >= 0 else title).strip() or title


def rows(page: Page) -> list[Row]:
    """Step 3, for each block of the page."""
    relevance = Relevance(title_of(page.title))
    texts = page.blocks.texts
    return [
        Row(len(text), total, len(text) / total, relevance.of(text))
        for text, total in zip(texts, totals(page), strict=True)
    ]


def totals(page: Page) -> list[int]:
    """z for each block: its text, the tags in it, and the tags of its container in the row that this begins.

    A tag counts as ``<tag></tag>``. Attributes count for the elements that hold text of the row and for
    those around them, up to the container.
    """
    blocks, boxes = page.blocks, page.boxes
    size: dict[Element, int] = {}
    found = []
    for block, (text, box) in enumerate(zip(blocks.texts, blocks.box_of, strict=True)):
        container = boxes.elements[box]
        total = len(text) + sum([2 * len(tag) + 5 for tag in blocks.inline_tags(block)])
        if boxes.firsts[box] == block:
            total += 2 * len(boxes.tags[box]) + 5 + attributes(container)
        for element, tail in blocks.spots(block):
            at = element.getparent() if tail else element
            while at is not None and at is not container and at not in size:
                size[at] = attributes(at)
                total += size[at]
                at = at.getparent()
        found.append(total)
    return found


def attributes(element: Element) -> int:
    """Characters of an element's attributes as they are written: a space, the name, ``=``, quotes and the value."""
    return sum([len(name) + len(value) + 4 for name, value in element.items()])


def features(found: Sequence[Row]) -> Numbers:
    """The four features of each row (a row of the array) as they are learned from, before scaling."""
    logs = [(log1p(row.chars), log1p(row.total), row.density, log1p(row.relevance)) for row in found]
    return np.array(logs).reshape(-1, len(FEATURES))


def windows(page: Numbers, mean: Vector, scale: Vector) -> Numbers:
    """The 12 inputs for each row: the scaled features of the row before, of the row, of the next."""
    empty = np.zeros((1, len(FEATURES)))
    scaled = (np.concatenate([empty, page, empty]) - np.array(mean)) / np.array(scale)
    return np.hstack([scaled[:-2], scaled[1:-1], scaled[2:]])


def reasons(network: Network, inputs: Numbers) -> list[Reason]:
    """What each input adds to the output, from an average row on.

    A network has no terms to add up: inputs are set to the row's one after the other, and what the
    output gains is the input's; the mean of first to last and last to first. The sum is the output.
    """
    known = np.tril(np.ones((len(INPUTS) + 1, len(INPUTS))), -1)
    there, back = network.of(known * inputs), network.of(known[:, ::-1] * inputs)
    gains = (np.diff(there) + np.diff(back)[::-1]) / 2
    found = zip(INPUTS, inputs.tolist(), gains.tolist(), strict=True)
    return [
        Reason("average row", "", float(there[0])),
        *(Reason(name, f"{value:+.1f} deviations", gain) for name, value, gain in found),
    ]


@cache
def load(name: str = "network") -> Network:
    """The packaged network ``weights/<name>.json``. Raises ``Fault`` ``bad_weights``."""
    return from_json(read(name))


def from_json(text: str) -> Network:
    """A network from its file's text. Raises ``Fault`` ``bad_weights`` where it does not fit."""
    with fitting():
        data = fields(text, FORMAT, "network")
        shapes = [(len(FEATURES),), (len(FEATURES),), (HIDDEN, len(INPUTS) + 1), (HIDDEN + 1,), ()]
        values = [np.array(data[name], dtype=float) for name in Network._fields]
        if data["inputs"] != list(INPUTS) or [value.shape for value in values] != shapes:
            raise Fault("bad_weights")
        mean, scale, hidden, output, threshold = values
        return Network(mean, scale, hidden, output, float(threshold))


def as_json(network: Network, provenance: Mapping[str, Any]) -> str:
    """The network as its file holds it: a line for each unit."""
    parts: dict[str, Any] = {"format": FORMAT, "extractor": "network", "threshold": network.threshold}
    parts |= {"provenance": provenance, "inputs": INPUTS, "mean": network.mean, "scale": network.scale}
    lines = [f"{json.dumps(key)}: {json.dumps(part, ensure_ascii=False)}" for key, part in parts.items()]
    units = ",\n  ".join(json.dumps(unit) for unit in network.hidden)
    lines += [f'"hidden": [\n  {units}\n]', f'"output": {json.dumps(network.output)}']
    return "{\n" + ",\n".join(lines) + "\n}\n"
