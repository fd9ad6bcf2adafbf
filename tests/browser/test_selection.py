"""A selection, as the capture scripts cut it out of a page."""

from __future__ import annotations

import pytest

from tests.browser.capturing import captured
from tests.support.chromium import Jingdu
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

SELECT = """([start, end]) => {
  const find = (text) => {
    const walk = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const place = walk.currentNode.data.indexOf(text);
      if (place >= 0) return [walk.currentNode, place];
    }
  };
  const range = document.createRange();
  range.setStart(...find(start)); const [node, at] = find(end); range.setEnd(node, at + end.length);
  getSelection().removeAllRanges(); getSelection().addRange(range);
}"""
SELECTED = {
    "over paragraphs": ("<p>one two</p><p>three four</p>", "two", "three", "<p>two</p><p>three</p>"),
    "inside a paragraph": ("<p>one <b>two three</b> four</p>", "two", "three", "<p>two three</p>"),
    "inside code": ("<pre>a = 1\nb = 2\nc = 3</pre>", "b", "2", "<pre>b = 2</pre>"),
    "items of a list": ("<ul><li>one</li><li>two</li><li>three</li></ul>", "two", "three",
                        "<ul><li>two</li><li>three</li></ul>"),
    "without scripts": ("<p>one<script>x()</script></p><p>two</p>", "one", "two", "<p>one</p><p>two</p>"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "start", "end", "expected"), SELECTED.values(), ids=SELECTED)
def test_a_selection_comes_as_html(reader: Jingdu, site: Site, body: str, start: str, end: str, expected: str) -> None:
    page = reader.open(site.put(f"<!doctype html><body>{body}"))
    page.evaluate(SELECT, [start, end])
    assert captured(page)["selection"] == expected


def test_a_selection_in_a_frame_of_the_same_origin_comes_too(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put('<!doctype html><iframe srcdoc="<p>in the frame</p>"></iframe>'))
    page.frames[1].evaluate("getSelection().selectAllChildren(document.body)")
    assert "in the frame" in captured(page)["selection"]
