"""Paper D, step 2: the descent to the child with the most text, as features."""

from __future__ import annotations

import pytest
from lxml import etree

from jingdu.features import Around, plain_groups
from jingdu.features.columns import Sums
from jingdu.features.place import STEEPEST, decay_columns, descent
from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Page
from jingdu.page.parse import parse
from tests.support.containers import Container, containers


def sums_of(page: Page) -> Sums:
    text, inline, *_ = plain_groups(page, Around.of(page))
    return Sums(text["size"], inline["link_density"], text["stops"])


def chain_of(page: Page) -> list[tuple[Container, float]]:
    return [(containers(page)[container], lost) for container, lost in descent(page, sums_of(page).plain)]


TREE = f"""<body>
<ul><li><a href=x>{"n" * 200}</a></li></ul>
<div id=outer>{"o" * 10}
  <div id=main><p>{"a" * 36}</p><p>{"b" * 30}</p><p>{"c" * 15}</p></div>
  <div id=side>{"s" * 9}</div>
</div>
<p>{"f" * 11}</p>"""
"""Characters outside links: html and body 111, outer 100, main 81, its first paragraph 36."""


def test_descent_worked_example() -> None:
    """r = (C − M)/C: html 0, body (111−100)/111, outer (100−81)/100, main (81−36)/81; 1 for a leaf."""
    chain = chain_of(parse(TREE))
    names = [container.element.get("id") or container.tag for container, _ in chain]
    assert names == ["html", "body", "outer", "main", "p"]
    assert [lost for _, lost in chain] == pytest.approx([0, 11 / 111, 19 / 100, 45 / 81, 1])


def test_columns_worked_example() -> None:
    """For the innermost path container around a block: containers to the end of the path, r and share of the text."""
    page = parse(TREE)
    sums = sums_of(page)
    table = decay_columns(page, sums, descent(page, sums.plain))
    assert [block.text[0] for block in page.blocks] == list("noabcsf")
    assert table["decay"].tolist() == [4, 3, 1, 2, 2, 3, 4]
    out, body, main = 19 / 100, 11 / 111, 45 / 81
    assert table["decay_lost"] == pytest.approx([body, out, 1, main, main, out, body])
    assert table["decay_share"] == pytest.approx([1, 100 / 111, 36 / 111, 81 / 111, 81 / 111, 100 / 111, 1])


def plain_of(element: etree._Element) -> float:
    """C: characters outside links under an element, recomputed for each element, white space folded."""
    if element.tag == "a" or element.tag in SKIPPED:
        return 0
    parts = [element.text or ""]
    total = 0.0
    for child in element:
        total += plain_of(child)
        parts.append(child.tail or "")
    return total + sum(len("".join(part.split())) for part in parts)


def nearest(element: etree._Element) -> list[etree._Element]:
    """The nearest containers below an element."""
    found = []
    for child in element:
        if child.tag in SKIPPED:
            continue
        found += [child] if child.tag in CONTAINERS or "-" in child.tag else nearest(child)
    return found


def reference_descent(root: etree._Element) -> list[etree._Element]:
    """Reference implementation: the paper's descent over the element tree."""
    chain = [root]
    while below := nearest(chain[-1]):
        heaviest = max(below, key=plain_of)
        whole = plain_of(chain[-1])
        if not whole or (whole - plain_of(heaviest)) / whole >= STEEPEST:
            break
        chain.append(heaviest)
    return chain


TREES = [
    TREE,
    "<div><section><p>aaaa</p><p>bbb</p></section></div><aside>cc</aside>",
    "<div>ab<b>cd</b><div>efghi<a href=x>long long long link</a></div></div><div>abcde</div>",
    "<table><tr><td>" + "x" * 50 + "<td>" + "y" * 49 + "</table>",
]


@pytest.mark.parametrize("html", TREES, ids=["worked example", "sections", "links", "cells"])
def test_descent_matches_the_reference_implementation(html: str) -> None:
    page = parse(html)
    assert [container.element for container, _ in chain_of(page)] == reference_descent(page.root)
