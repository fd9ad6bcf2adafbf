"""Paper D, step 2: the descent to the child with the most text, as features."""

from __future__ import annotations

import pytest

from jingdu.features import Around, plain_groups
from jingdu.features.columns import Sums
from jingdu.features.place import decay_columns, descent
from jingdu.page.model import Page
from jingdu.page.parse import parse


def sums_of(page: Page) -> Sums:
    text, inline, *_ = plain_groups(page, Around.of(page))
    return Sums(text["size"], inline["link_density"], text["stops"])


TREE = f"""<body>
<ul><li><a href=x>{"n" * 200}</a></li></ul>
<div id=outer>{"o" * 10}
  <div id=main><p>{"a" * 36}</p><p>{"b" * 30}</p><p>{"c" * 15}</p></div>
  <div id=side>{"s" * 9}</div>
</div>
<p>{"f" * 11}</p>"""
"""Characters outside links: html and body 111, outer 100, main 81, its first paragraph 36."""


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
