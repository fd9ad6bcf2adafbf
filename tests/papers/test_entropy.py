"""Paper E: term entropy over a site's pages, information blocks, article and related-link blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log

import pytest
from hypothesis import assume, given, strategies as st

from jingdu.extractors.entropy import (
    Settings,
    from_json,
    information_blocks,
    judge,
    similarity,
    structure,
)  # fmt: skip
from jingdu.extractors.information import Weighed, weigh
from jingdu.faults import Fault
from jingdu.features.evidence import ABSENT, SITE, site_columns
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.sites.learning import learned_from
from jingdu.sites.profile import SiteProfile, entropy, term_weights
from jingdu.text.words import terms
from tests.support import small_site
from tests.support.containers import container_of, containers

PLAIN = Settings(structure=0.9, content=0.3, links=0.4, share=0.02, least=1.0, general={})


def published_entropy(counts: list[int]) -> float:
    """EN as published: w = count / sum, −Σ w·logₙ w."""
    total = sum(counts)
    return -sum(c / total * log(c / total, len(counts)) for c in counts if c)


def entropy_of_counts(counts: list[int]) -> float:
    return entropy(sum(counts), sum(c * log(c) for c in counts if c), len(counts))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [([1, 1, 1, 1], 1.0), ([5, 5], 1.0), ([3, 0, 0], 0.0), ([1, 1, 0, 0], 0.5), ([2, 1, 1, 0], 0.75)],
    ids=["even", "even over two pages", "on one page", "on half the pages", "2 1 1 0: ½·½ + 2·¼·1"],
)
def test_entropy_worked_examples(counts: list[int], expected: float) -> None:
    assert entropy_of_counts(counts) == pytest.approx(expected)


@given(st.lists(st.integers(0, 30), min_size=2, max_size=20).filter(any))
def test_entropy_from_two_sums_matches_the_published_formula(counts: list[int]) -> None:
    assert entropy_of_counts(counts) == pytest.approx(published_entropy(counts), abs=1e-9)


def test_sii_worked_example() -> None:
    """SII of 2, 1, 1: ½·log₃2 + 2·¼·log₃4 = 1.5·log₃2; zeros are ignored; undefined for one child."""
    assert similarity([2, 1, 0, 1]) == pytest.approx(1.5 * log(2, 3))
    assert similarity([7, 7, 7]) == pytest.approx(1.0)
    assert similarity([7, 0]) is None


def reference_weights(page: Page, others: list[Page]) -> dict[str, float]:
    """1 − EN of each term of a page, from the counts of all pages."""
    counts = [Counter(term for b in one.blocks for term in terms(b.text)) for one in [page, *others]]
    return {term: 1 - published_entropy([count[term] for count in counts]) for term in counts[0]}


@pytest.mark.parametrize("known", [False, True], ids=["new page", "page already learned"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_term_weights_match_the_reference_implementation(lang: str, known: bool) -> None:
    page, *others = small_site.pages(lang)
    site = learned_from(lang, [page, *others] if known else others)
    found = term_weights(Counter(term for block in page.blocks for term in terms(block.text)), site, known)
    for term, weight in reference_weights(page, others).items():
        assert found.get(term, 1.0) == pytest.approx(weight, abs=1e-4), term


def reference_blocks(page: Page, weighed: Weighed, threshold: float) -> list[tuple[int, int]]:
    """Step 4 by recursion over containers, with every sum recomputed."""

    def total(values: Sequence[float], first: int, last: int) -> float:
        return sum(b - a for a, b in list(pairwise(values))[first:last])

    def visit(container: object, first: int, last: int) -> list[tuple[int, int]]:
        if last - first == 1:
            return [(first, last)]
        kids = [(b.first, b.last, b) for b in containers(page) if b.parent is container and b.last > b.first]
        kids += [(b.index, b.index + 1, None) for b in page.blocks if container_of(b) is container]
        kids.sort(key=lambda kid: kid[0])
        feature: Sequence[float] = (
            weighed.anchor if total(weighed.anchor, first, last) > total(weighed.plain, first, last) else weighed.weight
        )
        shares = [share for a, b, _ in kids if (share := total(feature, a, b)) > 1e-12]
        if len(shares) > 1:
            whole = sum(shares)
            alike = -sum(s / whole * log(s / whole, len(shares)) for s in shares)
            assume(abs(alike - threshold) > 1e-9 or threshold == 1)  # rounding decides
            if alike > threshold + 1e-9:
                return [(first, last)]
        return [span for a, b, kid in kids for span in ([(a, b)] if kid is None else visit(kid, a, b))]

    return visit(containers(page)[0], 0, len(page.blocks)) if page.blocks else []


WORDS = st.sampled_from("lamp barge wool prism chapel barn keeper harbour news home subscribe rights".split())
TEXTS = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
LEAVES = st.builds("<p>{}</p>".format, TEXTS) | st.builds("<p><a href=x>{}</a></p>".format, TEXTS)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        lambda loose, kids: f"<div>{loose}{''.join(kids)}</div>",
        st.just("") | TEXTS,
        st.lists(inner, min_size=1, max_size=4),
    ),
    max_leaves=14,
)


@given(st.lists(TREES, min_size=1, max_size=3), st.lists(TREES, max_size=3), st.sampled_from([0.5, 0.8, 0.95, 1.0]))
def test_blocks_match_the_reference_implementation(one: list[str], other: list[str], threshold: float) -> None:
    page = parse("".join(one))
    weighed = weigh(page, learned_from("x", [parse("".join(other))] if other else []), {})
    found = [(node.first, node.last) for node in information_blocks(page, weighed, threshold)]
    assert found == reference_blocks(page, weighed, threshold)


@pytest.mark.parametrize(("lang", "number"), [("en", 0), ("zh", 3)])
def test_three_pages_of_the_site_separate_article_and_related_links(lang: str, number: int) -> None:
    pages = small_site.pages(lang)
    page = pages.pop(number)
    site = learned_from(lang, pages)
    title, first, second, related = (small_site.ENGLISH if lang == "en" else small_site.CHINESE)[number]
    keep = judge(page, PLAIN, site).keep
    assert [block.text for block, kept in zip(page.blocks, keep, strict=True) if kept] == [title, first, second]
    links = structure(page, weigh(page, site, {}), PLAIN).links
    assert [block.text for node in links for block in page.blocks[node.first : node.last]] == [t for _, t in related]


def test_a_single_page_uses_general_weights_and_reports_it() -> None:
    page = small_site.page("en", 0)
    prior = PLAIN._replace(general=dict.fromkeys(terms("All rights reserved by the publishing house"), 0.0))
    verdict = judge(page, prior)
    texts = [block.text for block, kept in zip(page.blocks, verdict.keep, strict=True) if kept]
    assert not any("rights" in text for text in texts)
    assert any("newsletter" in text for text in texts)  # indistinguishable without other pages
    assert verdict.explain and "no other page" in verdict.explain(0)[0].value


def test_ati_is_discounted_by_anchor_precision() -> None:
    """AP: the target of the first link was read; two of the anchor's four terms are in its title."""
    behind = parse("<title>Herring boats</title><p>x", "https://e.example/h")
    elsewhere = [parse(f"<p>{word}", f"https://e.example/{word}") for word in ("a", "b")]
    page = parse(
        "<p><a href=h#top>Herring boats stay home</a></p><p><a href=k>Kelp lines</a></p>", "https://e.example/"
    )
    weighed = weigh(page, learned_from("e", [behind, *elsewhere]), {})
    assert weighed.ati(0, 1) == pytest.approx(0.5)
    assert weighed.ati(1, 2) == 1.0


def test_site_columns_worked_example() -> None:
    """A site of two pages; counting the page itself, "home" is on all three, "news" on two of three."""
    site = learned_from("x", [parse("<p>home</p><p>news</p>"), parse("<p>home</p><p>other</p>")])
    table = site_columns(parse("<p>home</p><p>news today</p><p>lamp</p>"), site)
    assert table["site_weight"] == pytest.approx([0, (1 - log(2, 3) + 1) / 2, 1])
    assert table["site_known"].tolist() == [1, 0.5, 0]
    assert table["site_repeats"].tolist() == [2, 0, 0]
    assert table["site_share"].tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    "site", [None, SiteProfile("x"), learned_from("x", [small_site.page("en", 0)])], ids=["none", "empty", "same page"]
)
def test_site_columns_are_absent_without_another_page(site: SiteProfile | None) -> None:
    page = small_site.page("en", 0)
    columns = {name: column.tolist() for name, column in site_columns(page, site).items()}
    assert columns == {name: [ABSENT] * len(page.blocks) for name in SITE}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": 2, "extractor": "entropy", "settings": {}, "general": {}}',
        '{"format": 1, "extractor": "entropy", "settings": {"structure": 1}, "general": {}}',
    ],
    ids=["empty", "list", "unknown format", "missing settings"],
)
def test_invalid_settings_are_rejected(text: str) -> None:
    with pytest.raises(Fault, match="bad_weights"):
        from_json(text)


def test_an_article_at_another_url_is_not_template() -> None:
    page, *others = small_site.pages("en")
    again = parse(small_site.html("en", 0), "https://en.gazette.example/0.html?from=letter")
    for site in (learned_from("x", [page, *others]), learned_from("x", [page])):
        story = next(block.index for block in again.blocks if "barge" in block.text)
        assert judge(again, PLAIN, site).keep[story]
        weight = site_columns(again, site)["site_weight"][story]
        assert weight == ABSENT if site.count == 1 else weight > 0.5
