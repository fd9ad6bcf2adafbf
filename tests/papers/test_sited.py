"""The default extractor with a given, a stored or no site profile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from jingdu import extractors
from jingdu.extractors import fused, sited
from jingdu.page.model import Page, Verdict
from jingdu.page.parse import parse
from jingdu.sites import profile_of
from jingdu.sites.codec import profiles as store
from jingdu.sites.learning import learn, learned_from
from jingdu.sites.profile import SiteProfile
from tests.papers.test_fused import random_stages
from tests.support.small_site import address, html, page, pages

SITE = "en.gazette.example"


pytestmark = pytest.mark.usefixtures("own_home")  # without stored profiles


def verdict_of(by: Callable[..., Verdict], site: SiteProfile | None = None, of: Page | None = None) -> Verdict:
    """The verdict with weights that use the site profile."""
    return by(of or page("en", 0), *random_stages(1), site=site)


def same(one: Verdict, other: Verdict) -> bool:
    return (one.scores, one.keep) == (other.scores, other.keep)


def read_pages(count: int) -> None:
    """Updates the stored profile as the reader does after each page."""
    for at in range(1, 1 + count):
        store.change(SITE, partial(learn, page=page("en", at)))


def test_without_a_profile_sited_equals_fused() -> None:
    for one in [*pages("en"), *pages("zh"), replace(page("en", 0), url=None)]:
        found, plain = verdict_of(sited.judge, of=one), verdict_of(fused.judge, of=one)
        assert same(found, plain)
        assert found.explain and plain.explain
        assert found.explain(0) == plain.explain(0)


def test_only_the_stored_profile_of_the_same_site_is_used() -> None:
    read_pages(3)
    stored = profile_of(f"https://{SITE}/")
    assert stored is not None and stored.count == 3
    assert same(verdict_of(sited.judge), verdict_of(fused.judge, stored))
    assert not same(verdict_of(sited.judge), verdict_of(fused.judge))
    elsewhere = replace(page("en", 0), url="https://other.example/0.html")
    assert same(verdict_of(sited.judge, of=elsewhere), verdict_of(fused.judge, of=elsewhere))


def test_a_sentence_on_nearly_all_pages_of_the_site_is_dropped() -> None:
    notice = "This paper is printed at the harbour, and whoever reads it agrees to bring it back before the evening."
    shown = [parse(html("en", at).replace("<p>", f"<p>{notice}</p><p>", 1), address("en", at)) for at in range(4)]
    block = shown[0].blocks.texts.index(notice)
    verdicts = [fused.judge(shown[0], site=learned_from(SITE, shown[1 : 1 + known])) for known in (1, 2, 3)]
    reasons = [{reason.feature for reason in found.explain(block)} for found in verdicts if found.explain]
    assert [found.keep[block] for found in verdicts] == [True, False, False]
    assert ["notice" in features for features in reasons] == [False, True, True]


def test_judging_does_not_learn(own_home: Path) -> None:
    verdict_of(sited.judge)
    assert list(own_home.iterdir()) == []


def test_sited_is_registered() -> None:
    assert verdict_of(sited.judge).extractor == "sited"
    assert "sited" in extractors.names()
    verdict = extractors.get("sited")(page("zh", 0))
    assert verdict.extractor == "sited"
    assert same(verdict, extractors.get("fused")(page("zh", 0)))
