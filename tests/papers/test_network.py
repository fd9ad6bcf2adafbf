"""Paper N: row features, the network and its training by back-propagation."""

from __future__ import annotations

import json
from math import exp, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from jingdu.extractors.network import (
    HIDDEN,
    INPUTS,
    Network,
    Row,
    as_json,
    features,
    from_json,
    judge,
    logistic,
    rows,
    title_of,
    windows,
)
from jingdu.extractors.weight_files import loaded
from jingdu.faults import Fault
from jingdu.learn.corpus import Example, load as load_corpus
from jingdu.learn.corpus.labelled import Labels
from jingdu.learn.train import network as learning
from jingdu.page.model import Page
from jingdu.page.parse import parse
from tests.support import grown_pages, made_corpus as made_pages
from tests.support.grown_pages import unexplained

PAGE = """<title>The otter mill - Gazette</title><body><div id="m"><p>Otter news</p>
<p class="k">By <a href="/x"><b>Ann</b></a> today.</p></div>"""


def test_row_features_worked_example() -> None:
    """First row: 10 characters, 17 with <p></p>; one word of the title, of weight 1.

    Second: "By Ann today." 13; p 7, class="k" 10, a 7, href="/x" 10, b 7: 54 in all; no word of the title.
    """
    assert rows(parse(PAGE)) == [Row(10, 17, 10 / 17, 1), Row(13, 54, 13 / 54, 0)]


@pytest.mark.parametrize(
    ("title", "cut"),
    [
        ("The otter mill - Gazette", "The otter mill"),
        ("古桥_新闻_日报", "古桥_新闻"),
        ("A half-day - Gazette", "A half-day"),
        ("- x", "- x"),
        ("plain", "plain"),
    ],
)
def test_the_title_ends_before_its_last_separator(title: str, cut: str) -> None:
    assert title_of(title) == cut


def network_of(at: int, weight: float) -> Network:
    """A network with one weight, of an input of the first hidden unit; the output unit adds all five, minus 2.5."""
    hidden = [[0.0] * 13 for _ in range(HIDDEN)]
    hidden[0][at] = weight
    return Network((0.0,) * 4, (1.0,) * 4, hidden, (1.0,) * 5 + (-2.5,), 0.55)


def test_inputs_include_neighbouring_rows_padded_with_zeros() -> None:
    """Density of the previous row (input 2): 0 for the first row, 10/17 for the second."""
    page = parse(PAGE)
    inputs = windows(features(rows(page)), (0.0,) * 4, (1.0,) * 4).tolist()
    assert [vector[2] for vector in inputs] == [0.0, 10 / 17]
    assert [vector[10] for vector in inputs] == [13 / 54, 0.0]
    assert judge(page, network_of(2, 1.0)).scores == pytest.approx([0.5, logistic(logistic(np.float64(10 / 17)) - 0.5)])


def reference_scores(page: Page, network: Network) -> list[float]:
    """Steps 3 and 4: twelve inputs, five hidden units, one output unit."""
    known = rows(page)
    scores = []
    for at in range(len(known)):
        inputs = []
        for row in (at - 1, at, at + 1):
            y, z, p, s = known[row] if 0 <= row < len(known) else (0, 0, 0.0, 0)
            for feature, value in enumerate((log(1 + y), log(1 + z), p, log(1 + s))):
                inputs.append((value - network.mean[feature]) / network.scale[feature])
        net = network.output[5]
        for unit in range(5):
            inside = network.hidden[unit][12]
            for number in range(12):
                inside += network.hidden[unit][number] * inputs[number]
            net += network.output[unit] / (1 + exp(-inside))
        scores.append(1 / (1 + exp(-net)))
    return scores


def check_agreement(page: Page) -> None:
    network = loaded("network", from_json)
    verdict = judge(page)
    assert verdict.extractor == "network"
    assert verdict.scores == pytest.approx(reference_scores(page, network))
    assert [score > network.threshold for score in verdict.scores] == verdict.keep
    learned = np.array([[log(1 + y), log(1 + z), p, log(1 + s)] for y, z, p, s in rows(page)]).reshape(-1, 4)
    assert network.of(windows(learned, network.mean, network.scale)) == pytest.approx(verdict.scores)
    assert unexplained(verdict) == []


@given(grown_pages.pages())
def test_matches_the_reference_implementation_and_the_training_code(page: Page) -> None:
    check_agreement(page)


@pytest.mark.parametrize("slug", ["zh-news", "forum"])
def test_matches_the_reference_implementation_on_fixtures(slug: str) -> None:
    check_agreement(grown_pages.fixture(slug))


def test_reasons_name_the_inputs_that_matter() -> None:
    verdict = judge(parse(PAGE), network_of(6, 9.0))
    assert verdict.explain is not None
    found = {reason.feature: reason.contribution for reason in verdict.explain(0)}
    assert set(found) == {"average row", *INPUTS}
    assert found["average row"] == 0.5
    assert found["density"] == pytest.approx(verdict.scores[0] - 0.5)
    assert sum(abs(value) for name, value in found.items() if name not in ("average row", "density")) == 0


def test_gradients_match_finite_differences() -> None:
    """For each of the 71 weights."""
    rng = np.random.default_rng(7)
    hidden, output = rng.normal(size=(HIDDEN, 13)), rng.normal(size=HIDDEN + 1)
    row, step = np.append(rng.normal(size=12), 1.0), 1e-6
    for target in (0.0, 1.0):
        _, hidden_slope, output_slope = learning.gradients(hidden, output, row, target)
        for weights, slopes in ((hidden, hidden_slope), (output, output_slope)):
            for at in np.ndindex(weights.shape):
                found = []
                for move in (step, -step):
                    weights[at] += move
                    found.append(learning.gradients(hidden, output, row, target)[0])
                    weights[at] -= move
                assert slopes[at] == pytest.approx((found[0] - found[1]) / (2 * step), abs=1e-8)


def neighbour_samples(seed: int) -> list[learning.Sample]:
    """Rows of random length: a row is content if the previous one is long; its own features carry no information."""
    rng = np.random.default_rng(seed)
    samples = []
    for _ in range(5):
        length = rng.integers(0, 2, 60)
        page = np.column_stack([2.0 + 3 * length, np.full(60, 4.0), np.full(60, 0.5), np.zeros(60)])
        content = np.append(0, length[:-1]).astype(float)
        samples.append((page, Labels(np.ones(60), content, int(content.sum()))))
    return samples


def test_training_reaches_the_target_error() -> None:
    samples = neighbour_samples(1)
    network, errors = learning.fit(samples, np.random.default_rng(1), 100, lambda text: None)
    assert errors[-1] <= learning.TARGET < errors[0]
    network, value = learning.with_threshold(network, samples)
    assert value == 1.0
    page, truth = neighbour_samples(2)[0]
    assert ((network.of(windows(page, network.mean, network.scale)) > network.threshold) == truth.content).all()


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    return load_corpus(made_pages.write(tmp_path_factory.mktemp("corpus") / "made.jsonl", sites=6, each=4))


def test_training_is_reproducible(examples: list[Example]) -> None:
    one, same, other = (learning.train(examples, seed, lambda text: None, {"seed": seed}) for seed in (1, 1, 2))
    assert one == same != other
    data = json.loads(one["network.json"])
    assert (data["provenance"]["pages"], data["provenance"]["rate"]) == (24, 0.2)
    network = from_json(one["network.json"])
    page = parse(examples[0].html)
    assert "Copyright" not in " ".join(
        block.text for block, keep in zip(page.blocks, judge(page, network).keep, strict=True) if keep
    )


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"extractor": "decay"},
        {"hidden": [[0.0] * 12] * 5},
        {"mean": [0, 0, 0, float("nan")]},
        {"mean": {}},
        {"output": None},
    ],
    ids=str,
)
def test_an_invalid_file_is_rejected(change: dict[str, Any]) -> None:
    text = as_json(network_of(6, 2.0), {})
    assert from_json(text).of(np.zeros((1, 12))) == 0.5
    with pytest.raises(Fault, match="bad_weights"):
        from_json(json.dumps(json.loads(text) | change))
