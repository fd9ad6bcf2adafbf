"""Learning anew for each part of the sites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jingdu.extractors import entropy, fused, sited, support
from jingdu.learn.corpus import Example, load, part
from jingdu.learn.train.swarm import Swarm
from jingdu.learn.train.trainers import Folds
from jingdu.page.parse import parse
from tests.support.made_corpus import write


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    return load(write(tmp_path_factory.mktemp("corpus") / "made.jsonl"))


@pytest.mark.long
def test_what_is_learned_can_judge(examples: list[Example]) -> None:
    folds = Folds(examples, ["fused", "entropy", "wu2011"], 2, 1, Swarm(generations=0), lambda text: None)
    learned = folds.learn(0)
    assert set(learned) == {"support", "fused", "sited", "entropy"}
    page = parse(next(example.html for example in examples if part(example.site, 2) == 0))
    first = support.judge(page, **learned["support"])
    assert len(set(first.scores)) > 1
    assert list(first.scores) != list(support.judge(page).scores)
    assert any(fused.judge(page, **learned["fused"]).keep)
    assert learned["sited"] == learned["fused"]
    assert sited.judge(page, **learned["sited"]).scores == fused.judge(page, **learned["fused"]).scores
    assert isinstance(learned["entropy"]["profile"], entropy.Settings)


@pytest.mark.long
def test_a_fold_is_learned_without_its_sites(examples: list[Example]) -> None:
    """A word that stands on the sites of one part alone is known only where that part was learned from."""
    animals = ("zebra", "antelope")
    marked = [replace(one, html=one.html.replace("Privacy", animals[part(one.site, 2)])) for one in examples]
    folds = Folds(marked, ["support"], 2, 1, Swarm(generations=0), lambda text: None)
    lexicon = folds.learn(0)["support"]["profile"].lexicon
    assert animals[1] in lexicon.cues
    assert animals[0] not in lexicon.cues
