"""Code stays with the text that explains it: the last step of ``fused``."""

from __future__ import annotations

import pytest

from jingdu.extractors.revise import with_code
from jingdu.page.parse import parse

PAGE = """<body><main><p>one</p><p>two</p><pre>code</pre><pre>more</pre><p>three</p></main>
<aside><pre>advertised</pre></aside></body>"""
"""Blocks: one, two, code, more, three, advertised."""


@pytest.mark.parametrize(
    ("keep", "expected"),
    [
        ([1, 1, 0, 0, 1, 0], [1, 1, 1, 1, 1, 0]),
        ([1, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0]),
        ([0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 0]),
        ([0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]),
    ],
    ids=["between kept text", "after the last kept text", "before the first kept text", "nothing kept"],
)
def test_code_is_kept_where_it_follows_kept_text_in_the_same_box(keep: list[int], expected: list[int]) -> None:
    page = parse(PAGE)
    assert [block.text for block in page.blocks] == ["one", "two", "code", "more", "three", "advertised"]
    assert with_code(page, [bool(bit) for bit in keep]) == [bool(bit) for bit in expected]


def test_code_far_from_kept_text_is_not_drawn_in() -> None:
    page = parse("<body><p>kept</p>" + "<p>not</p>" * 5 + "<pre>code</pre><p>kept</p></body>")
    keep = [block.text == "kept" for block in page.blocks]
    assert with_code(page, keep) == keep
