"""Paper D: the descent by information decay, the subject subtree, pruning of link nodes."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from jingdu import extractors
from jingdu.extractors import weight_files
from jingdu.extractors.decay import Settings, Sums, from_json, judge, subtree
from jingdu.faults import Fault
from jingdu.features.place import descent
from jingdu.learn.train import decay as learning
from jingdu.page.model import Block, Page
from jingdu.page.parse import parse
from tests.support import grown_pages
from tests.support.containers import Container, container_of, containers
from tests.support.grown_pages import kept, unexplained

PUBLISHED = Settings(0.34, 0.65)

NEWS = f"""<body>
<ul><li><a href=x>{"n" * 200}</a></li></ul>
<div id=outer>{"o" * 10}
  <div id=main>
    <p>{"a" * 36}</p><p>{"b" * 30}<a href=y>{"k" * 20}</a></p><p>{"c" * 15}</p>
    <ul><li><a href=1>{"r" * 30}</a></li><li>{"t" * 4}</li></ul>
  </div>
</div>
<p>{"f" * 11}</p>"""
"""Characters outside links: html and body 106, outer 95, main 85, its paragraphs 36, 30 and 15, its list 4."""


def ids(page: Page, path: list[int]) -> list[str]:
    elements = [page.containers.elements[container] for container in path]
    return [element.get("id") or str(element.tag) for element in elements]


def test_descent_and_pruning_worked_example() -> None:
    """r: html 0, body (106−95)/106 = .104, outer (95−85)/95 = .105, main (85−36)/85 = .576 > .34: stop.

    LD: list 30/34 = .88 > .65, pruned; second paragraph 20/50 = .4, kept.
    """
    page = parse(NEWS)
    path = subtree(descent(page, Sums(page).plain), 0.34)
    assert ids(page, [step.container for step in path]) == ["html", "body", "outer", "main"]
    assert [step.lost for step in path] == pytest.approx([0, 11 / 106, 10 / 95, 49 / 85])
    verdict = judge(page, PUBLISHED)
    assert [text[0] for text in kept(page, verdict)] == ["a", "b", "c"]
    assert [block.text[0] for block in page.blocks] == list("noabcrtf")
    assert verdict.scores == pytest.approx([2 / 4, 3 / 4, 1, 1, 1, 0, 0, 2 / 4])


def test_known_failure_of_the_paper_one_long_paragraph() -> None:
    """Lengths 40, 300, 60: r = 100/400 = .25 < .34, so the descent enters the long paragraph and loses the others."""
    page = parse(f"<div><p>{'a' * 40}</p><p>{'b' * 300}</p><p>{'c' * 60}</p></div>")
    assert [text[0] for text in kept(page, judge(page, PUBLISHED))] == ["b"]
    assert [text[0] for text in kept(page, judge(page, Settings(0.24, 0.65)))] == ["a", "b", "c"]


class Reference:
    """Reference implementation of steps 2 and 3: recomputes every length from the blocks under a node."""

    def __init__(self, page: Page, profile: Settings) -> None:
        self.page, self.profile = page, profile
        self.keep = [False] * len(page.blocks)
        node = containers(page)[0]
        while best := self.next_node(node):
            node = best
        self.prune(node)

    def under(self, node: Container) -> list[Block]:
        def is_under(block: Block) -> bool:
            return block.element is node.element or node.element in block.element.iterancestors()

        return [block for block in self.page.blocks if is_under(block)]

    def children(self, node: Container) -> list[Container]:
        return [container for container in containers(self.page) if container.parent is node and self.under(container)]

    def without_links(self, node: Container) -> int:
        return sum(len(block.text) - block.link_chars for block in self.under(node))

    def next_node(self, node: Container) -> Container | None:
        best = max(self.children(node), key=self.without_links, default=None)
        if best is None or self.without_links(best) == 0:
            return None
        lost = (self.without_links(node) - self.without_links(best)) / self.without_links(node)
        return None if lost > self.profile.decay else best

    def prune(self, node: Container) -> None:
        for child in self.children(node):
            if link_density(self.under(child)) <= self.profile.density:
                self.prune(child)
        for block in self.page.blocks:
            if container_of(block) is node and link_density([block]) <= self.profile.density:
                self.keep[block.index] = True


def link_density(blocks: list[Block]) -> float:
    return sum(block.link_chars for block in blocks) / sum(len(block.text) for block in blocks)


def check_agreement(page: Page, settings: Settings) -> None:
    verdict = judge(page, settings)
    assert verdict.keep == Reference(page, settings).keep
    assert unexplained(verdict) == []


@given(grown_pages.pages(), st.sampled_from([0.2, 0.34, 0.6]), st.sampled_from([0.4, 0.65, 1.0]))
def test_matches_the_reference_implementation(page: Page, decay: float, density: float) -> None:
    check_agreement(page, Settings(decay, density))


@pytest.mark.parametrize("slug", ["zh-news", "en-blog"])
def test_matches_the_reference_implementation_on_fixtures(slug: str) -> None:
    check_agreement(grown_pages.fixture(slug), PUBLISHED)


def test_reasons_name_the_nodes() -> None:
    verdict = judge(parse(NEWS), PUBLISHED)
    assert verdict.explain is not None
    values = [[reason.value for reason in verdict.explain(block)] for block in range(8)]
    assert values[0] == ["left at step 2 of 4, body, r = 0.10"]
    assert values[5] == ["in the subject subtree div#main, r = 0.58", "0.88 of ul"]


def test_packaged_profiles() -> None:
    assert weight_files.loaded("decay2012", from_json) == PUBLISHED
    learned = weight_files.loaded("decay", from_json)
    assert learned.decay in learning.DECAYS and learned.density in learning.DENSITIES
    assert [extractors.get(name)(parse(NEWS)).extractor for name in ("decay", "decay2012")] == ["decay", "decay2012"]


GOOD = '{"format": 1, "extractor": "decay", "settings": {"decay": 0.3, "density": 0.6}, "provenance": {}}'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format": 1', '"format": 2'),
        ('"extractor": "decay"', '"extractor": "title"'),
        ('"density"', '"links"'),
        (', "density": 0.6', ""),
        ("0.3", "NaN"),
        ("}}", "}"),
    ],
)
def test_invalid_settings_are_rejected(old: str, new: str) -> None:
    assert from_json(GOOD) == Settings(0.3, 0.6)
    assert old in GOOD
    with pytest.raises(Fault, match="bad_weights"):
        from_json(GOOD.replace(old, new))
