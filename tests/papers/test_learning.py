"""Paper W's training: supports by Bayes (step 4), the particle swarm (step 6), the metrics (step 7)."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from jingdu.learn.corpus import load
from jingdu.learn.corpus.labelled import tokens
from jingdu.learn.report.metrics import snippets, word_f1
from jingdu.learn.train import supports
from jingdu.learn.train.swarm import Swarm, search
from jingdu.learn.train.trainers import load_trainer
from jingdu.page.parse import parse
from tests.support import made_corpus
from tests.support.grown_pages import kept

Vectors = NDArray[np.float64]

# --- Step 4: 400 blocks, 100 of them content: 20 of 300 in the first bin, 80 of 100 in the second --------------------

BINS = np.array([0] * 300 + [1] * 100)
CONTENT = np.array([True] * 20 + [False] * 280 + [True] * 80 + [False] * 20)
WEIGHTS = np.ones(400)


def test_support_worked_example(monkeypatch: pytest.MonkeyPatch) -> None:
    """P(S)·P(t|S)/P(t): 0.25·0.2/0.75 = 1/15 and 0.25·0.8/0.25 = 0.8; the empty third bin has the prior."""
    monkeypatch.setattr(supports, "PRIOR", 1e-9)
    assert supports.support(BINS, 3, CONTENT, WEIGHTS) == pytest.approx([1 / 15, 0.8, 0.25])


def test_smoothing_adds_fifty_blocks_of_the_prior_to_each_bin() -> None:
    assert supports.support(BINS, 3, CONTENT, WEIGHTS) == pytest.approx([(20 + 12.5) / 350, (80 + 12.5) / 150, 0.25])


def test_support_of_weighted_blocks() -> None:
    """Content blocks of the second bin have weight 2: prior 180/480, support (160 + 50·prior) / (180 + 50)."""
    weight = np.where(CONTENT & (BINS == 1), 2.0, 1.0)
    assert supports.support(BINS, 2, CONTENT, weight)[1] == pytest.approx((160 + 50 * 180 / 480) / 230)


# --- Step 6 ----------------------------------------------------------------------------------------------------------

LOW, HIGH = np.full(4, -3.0), np.full(4, 3.0)
OPTIMUM = np.array([1.5, -2.0, 0.5, 2.5])


def rastrigin(x: Vectors) -> Vectors:
    """Rastrigin function, negated and shifted: local maxima about one unit apart, the global one at ``OPTIMUM``."""
    z = x - OPTIMUM
    return -(10 * z.shape[1] + (z**2 - 10 * np.cos(2 * np.pi * z)).sum(axis=1))


def test_swarm_with_published_settings_finds_a_known_optimum() -> None:
    assert (Swarm().particles, Swarm().generations) == (100, 1000)
    position, history = searched(1, Swarm())
    assert position == pytest.approx(OPTIMUM, abs=1e-2)
    assert rastrigin(position[None])[0] == history[-1]
    assert history == sorted(history)


def searched(seed: int, settings: Swarm) -> tuple[Vectors, list[float]]:
    """The best position, and the best fitness after each generation."""
    history: list[float] = []
    rng = np.random.default_rng(seed)
    position = search(rastrigin, LOW, HIGH, rng, settings, report=lambda _, fitness: history.append(fitness))
    return position, history


def reference_search(seed: int, settings: Swarm) -> tuple[list[float], list[float]]:
    """Step 6 for one particle and one dimension at a time, with the random numbers that ``search`` draws."""
    rng = np.random.default_rng(seed)
    count, width = settings.particles, len(LOW)
    x = rng.uniform(LOW, HIGH, (count, width)).tolist()
    v = (rng.uniform(-1, 1, (count, width)) * (HIGH - LOW) * 0.1).tolist()
    fit = [float(rastrigin(np.array([place]))[0]) for place in x]
    own, own_fit = [list(place) for place in x], list(fit)
    history = []
    for t in range(settings.generations):
        w = 0.9 - (0.9 - 0.4) * t / (settings.generations - 1)
        leader = list(own[own_fit.index(max(own_fit))])
        r1, r2 = rng.random((count, width)), rng.random((count, width))
        for h in range(count):
            for d in range(width):
                v[h][d] = w * v[h][d] + 2 * r1[h, d] * (own[h][d] - x[h][d]) + 2 * r2[h, d] * (leader[d] - x[h][d])
                fastest = 0.5 * (HIGH[d] - LOW[d])
                v[h][d] = min(fastest, max(-fastest, v[h][d]))
                x[h][d] += v[h][d]
                if not LOW[d] <= x[h][d] <= HIGH[d]:
                    x[h][d] = min(HIGH[d], max(LOW[d], x[h][d]))
                    v[h][d] = -v[h][d]
            now = float(rastrigin(np.array([x[h]]))[0])
            if now > own_fit[h]:
                own[h], own_fit[h] = list(x[h]), now
        history.append(max(own_fit))
    return own[own_fit.index(max(own_fit))], history


def test_swarm_matches_the_reference_implementation() -> None:
    settings = Swarm(particles=7, generations=30)
    position, history = searched(5, settings)
    place, expected = reference_search(5, settings)
    assert position == pytest.approx(place)
    assert history == pytest.approx(expected)


# --- Step 7 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "truth", "precision", "recall", "f1"),
    [
        ("a b c x", "a b c d e", 3 / 4, 3 / 5, 2 / 3),
        ("a a a", "a b", 1 / 3, 1 / 2, 0.4),
        ("The CAT", "the cat", 1, 1, 1),
        ("今天好", "今天很好。", 1, 3 / 4, 6 / 7),
        ("x", "a", 0, 0, 0),
        ("", "a", 0, 0, 0),
        ("a", "", 0, 0, 0),
        ("…", "", 1, 1, 1),
    ],
    ids="partial repeated case chinese nothing-right nothing-found nothing-expected both-empty".split(),
)
def test_word_f1_worked_examples(found: str, truth: str, precision: float, recall: float, f1: float) -> None:
    assert word_f1(found, truth) == pytest.approx((precision, recall, f1))


def test_tokens_are_words_and_single_ideographs() -> None:
    assert tokens("Don't stop2 中文abc カナ 한국 don_t") == [
        *("don", "t", "stop2", "中", "文", "abc", "カ", "ナ", "한국", "don_t")
    ]


def test_snippets_are_found_with_white_space_folded() -> None:
    text = "One  two\nthree. Four five"
    assert snippets(text, ["two three", "Four", "six"], ["five", "seven\n eight"]) == (2, 1, 1, 1)


# --- The trainers of papers D and T ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["decay", "title"])
def test_training_finds_the_article_and_is_reproducible(name: str, tmp_path: Path) -> None:
    examples = load(made_corpus.write(tmp_path / "made.jsonl", sites=4))
    one, other = (load_trainer(name)(examples, 1, lambda text: None, {"seed": 1}) for _ in range(2))
    assert one == other and '"pages": 8' in one[f"{name}.json"]
    page, module = parse(examples[0].html), import_module(f"jingdu.extractors.{name}")
    assert kept(page, module.judge(page, module.from_json(one[f"{name}.json"]))) == examples[0].text.split("\n")
