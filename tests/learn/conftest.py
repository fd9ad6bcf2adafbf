"""A generated corpus and weights trained on it, once for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.learn.running import run
from tests.support.made_corpus import write


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("corpus") / "made.jsonl")


@pytest.fixture(scope="session")
def weights(corpus: Path) -> Path:
    """The folder of weights trained on the corpus with two generations of the swarm."""
    run("train", corpus, "--out", corpus.parent / "first", "--generations", "2")
    return corpus.parent / "first"
