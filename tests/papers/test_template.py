"""Paper P: clusters by simple tree matching of ``body``'s children, and the extraction path of each cluster."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from jingdu.extractors import template
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites import templates
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile
from jingdu.sites.templates import descend, matches, similarity, variance
from tests.support import small_site
from tests.support.containers import Container, container_of, containers

SAMPLE = f"""<body>
<div id=top><p>{"t" * 10}</p></div>
<div id=main>
  <div class=story><p>{"a" * 30}</p><p>{"b" * 30}</p><p>{"c" * 20}</p></div>
  <div class=side><p>{"s" * 8}</p><a href=x>{"l" * 90}</a></div>
</div>
<div id=foot>{"f" * 2}</div>"""
"""Characters outside links: top 10, main 88 (story 80, side 8), foot 2."""


def named(page: Page) -> list[str]:
    elements = [page.containers.elements[container] for container in descend(page)]
    return [element.get("id") or element.get("class") or str(element.tag) for element in elements]


def kept(page: Page, site: SiteProfile | None = None) -> list[str]:
    return [block.text for block, keep in zip(page.blocks, template.judge(page, site=site).keep, strict=True) if keep]


def test_descent_worked_example() -> None:
    """Variance of the shares: body .10 .88 .02, .1505; main .909 .091, .1674; story 30 30 20 of 80, .0035 < .025."""
    assert variance([0.10, 0.88, 0.02]) == pytest.approx(0.15048889)
    assert variance([80 / 88, 8 / 88]) == pytest.approx(0.16735537)
    assert variance([30 / 80, 30 / 80, 20 / 80]) == pytest.approx(0.00347222)
    assert named(parse(SAMPLE)) == ["main", "story"]
    assert [text[0] for text in kept(parse(SAMPLE))] == ["a", "b", "c"]


def test_similarity_worked_example() -> None:
    """a b c d and a c d e: three matches in order, 3 / ((4 + 4) / 2)."""
    assert matches("abcd", "acde") == 3
    assert similarity("abcd", "acde") == 0.75
    assert similarity("abcde", "abcdx") == 0.8
    assert similarity("", "") == 1.0


def brute_force_matches(one: str, other: str) -> int:
    """Simple tree matching (Yang) of trees with matching roots: tries all order-preserving pairings of children."""
    best = 0
    for size in range(1, min(len(one), len(other)) + 1):
        lefts = {"".join(chosen) for chosen in combinations(one, size)}
        if lefts & {"".join(chosen) for chosen in combinations(other, size)}:
            best = size
    return best


@given(st.text("abcd", max_size=8), st.text("abcd", max_size=8))
def test_matches_agree_with_brute_force(one: str, other: str) -> None:
    assert matches(one, other) == brute_force_matches(one, other)


def trees() -> st.SearchStrategy[str]:
    leaf = st.builds(lambda n: f"<p>{'w' * n}</p>", st.integers(1, 60))
    link = st.builds(lambda n: f"<p><a href=x>{'k' * n}</a></p>", st.integers(1, 60))
    return st.recursive(
        leaf | link,
        lambda inner: st.builds(lambda loose, kids: f"<div>{'v' * loose}{''.join(kids)}</div>", st.integers(0, 30),
                                st.lists(inner, min_size=1, max_size=5)),
        max_leaves=15,
    )  # fmt: skip


def reference_descent(page: Page) -> list[Container]:
    """The paper's descent, with every text length recomputed."""

    @cache
    def text(container: Container) -> int:
        return sum(len(b.text) - b.link_chars for b in page.blocks if container in ancestors(container_of(b)))

    def ancestors(container: Container | None) -> list[Container]:
        return [container, *ancestors(container.parent)] if container else []

    path: list[Container] = []
    at = next(container for container in containers(page) if container.tag == "body")
    while True:
        kids = [container for container in containers(page) if container.parent is at and text(container) > 0]
        own = sum(len(b.text) - b.link_chars for b in page.blocks if container_of(b) is at)
        weights = [text(container) for container in kids] + ([own] if own else [])
        if not kids or not sum(weights):
            return path
        shares = [weight / sum(weights) for weight in weights]
        mean = 1 / len(shares)
        if len(shares) > 1 and sum((share - mean) ** 2 for share in shares) / len(shares) < templates.EVEN:
            return path
        best = max(kids, key=text)
        if text(best) < own:
            return path
        path.append(best)
        at = best


@given(st.lists(trees(), min_size=1, max_size=4))
def test_descent_matches_the_reference_implementation(parts: list[str]) -> None:
    page = parse("<body>" + "".join(parts))
    assert descend(page) == [container.index for container in reference_descent(page)]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_pages_of_a_site_are_one_cluster_and_share_its_path(lang: str) -> None:
    pages = small_site.pages(lang)
    profile = learned_from(lang, pages)
    assert [cluster.pages for cluster in profile.clusters] == [4]
    for number, page in enumerate(pages):
        _, first, second, _ = (small_site.ENGLISH if lang == "en" else small_site.CHINESE)[number]
        assert kept(page, profile) == [first, second]


def test_the_path_of_the_cluster_corrects_a_misleading_page() -> None:
    """A short article beside long comments is found only by the cluster's path."""

    def of(article: str, comments: str) -> Page:
        return parse(f"<body><div id=a><p>{article}</p></div><div id=b><p>{comments}</p></div>")

    profile = learned_from("x", [of("A long story, told at length. " * 20, "Nice.")])
    short = of("A short one.", "I do not agree at all with that. " * 20)
    assert kept(short) != ["A short one."]
    assert kept(short, profile) == ["A short one."]


@pytest.mark.parametrize(
    ("profile", "source"),
    [
        (None, "no profile of the site"),
        (SiteProfile("x"), "not known"),
        (learned_from("x", small_site.pages("en")), "learned from 4 pages"),
    ],
    ids=["none", "empty", "learned"],
)
def test_reasons_sum_to_the_score_and_name_the_source_of_the_path(profile: SiteProfile | None, source: str) -> None:
    page = small_site.page("en", 0)
    verdict = template.judge(page, site=profile)
    assert verdict.explain is not None
    for block in range(len(page.blocks)):
        reasons = verdict.explain(block)
        assert sum(reason.contribution for reason in reasons) == pytest.approx(verdict.scores[block])
        assert source in reasons[0].value


def test_the_path_of_a_cluster_is_the_most_common_one() -> None:
    def of(number: int, article: int, comments: int) -> Page:
        html = f"<body><div id=a><p>{'x' * article}</p></div><div id=b><p>{'y' * comments}</p></div>"
        return parse(html, f"https://e.example/{number}")

    misled = [of(0, 40, 900)]
    profile = learned_from("x", [*misled, of(1, 900, 40), of(2, 800, 20)])
    assert kept(misled[0])[0][0] == "y"
    assert kept(misled[0], profile)[0][0] == "x"
