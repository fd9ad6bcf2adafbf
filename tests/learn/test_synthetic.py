"""Synthetic pages: articles with distractors from other pages of the same fold."""

from __future__ import annotations

from pathlib import Path

import pytest

from jingdu.learn.corpus import Example, fold_of, load
from jingdu.learn.corpus.dataset import build
from jingdu.learn.corpus.synthetic import FOLDS, SYNTHETIC, synthetic_pages
from jingdu.page.parse import parse
from tests.support.made_corpus import write


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> list[Example]:
    return load(write(tmp_path_factory.mktemp("corpus") / "made.jsonl", sites=8, each=3))


@pytest.fixture(scope="module")
def made(examples: list[Example]) -> list[Example]:
    return list(synthetic_pages(examples, 1))


def test_synthetic_pages_keep_the_article_and_add_text(examples: list[Example], made: list[Example]) -> None:
    originals = {one.id + SYNTHETIC: one for one in examples}
    assert made
    for one in made:
        page, original = parse(one.html), parse(originals[one.id].html)
        assert (one.text, one.site, one.url) == tuple(getattr(originals[one.id], at) for at in ("text", "site", "url"))
        texts = [block.text for block in page.blocks]
        assert {block.text for block in original.blocks} <= set(texts)
        assert len(texts) > len(original.blocks)


def test_added_text_is_from_the_same_fold(examples: list[Example], made: list[Example]) -> None:
    fold = {one.site: fold_of(one.site, FOLDS) for one in examples}
    titles = {one.title: one.site for one in examples if one.title}
    for one in made:
        sources = {site for title, site in titles.items() if title in one.html and title != one.title}
        assert {fold[site] for site in sources} <= {fold[one.site]}


def test_synthetic_pages_do_not_vote_on_words(tmp_path: Path, examples: list[Example]) -> None:
    data = build(examples, 1)
    assert any(one.id.endswith(SYNTHETIC) for one in data.examples)
    assert set(data.word_shares) == {one.site for one in examples}
    assert len(data.starts) == len(data.examples) == len(data.around) == len(data.truth)
    assert data.page[-1] == len(data.examples) - 1
