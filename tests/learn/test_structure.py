"""Structure measured beside the page's own markup."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jingdu.learn.corpus import Example, load
from jingdu.learn.report.structure import expected, kept
from jingdu.page.parse import parse
from jingdu.reading import everything_of

PAGE = """<html><head><title>Counting sheep</title></head><body><nav><h2>Menu</h2><ul><li>A very long list of links that
lead away</ul></nav><h1>Counting sheep</h1><p>Sheep are counted at night, one after the other, until one sleeps.</p>
<h2>A program</h2><pre><code>for sheep in flock:
    count  += 1
</code></pre><ul><li>The first sheep jumps over the fence.<li>The second one waits for the first.</ul>
<table><tr><th>Name<th>Age<tr><td>Dolly<td>6</table><p>The sum is \\(x_1 + x_2\\) and
<math><semantics><mi>y</mi><annotation encoding="application/x-tex">y^{2}</annotation></semantics></math>.</p></body>"""
TRUTH = """Sheep are counted at night, one after the other, until one sleeps.
A program
for sheep in flock:
count += 1
The first sheep jumps over the fence.
The second one waits for the first.
Name Age
Dolly 6
The sum is x_1 + x_2 and y^{2} ."""


@pytest.fixture
def example(tmp_path: Path) -> Example:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"id": "1", "html": PAGE, "text": TRUTH}), "utf-8")
    return load(path)[0]


def test_what_is_expected_is_in_the_truth_and_marked_up_in_the_page(example: Example) -> None:
    assert set(expected(example)) == {
        ("heading", "2 Aprogram"),
        ("code", "for sheep in flock:"),
        ("code", "    count  += 1"),
        ("item", "Thefirstsheepjumpsoverthefence."),
        ("item", "Thesecondonewaitsforthefirst."),
        ("row", "Name\tAge"),
        ("row", "Dolly\t6"),
        ("formula", "x_1+x_2"),
        ("formula", "y^{2}"),
    }


def test_a_whole_article_keeps_what_jingdu_keeps(example: Example) -> None:
    counts = kept(everything_of(parse(example.html)), example)
    assert counts["heading"] == (1, 1)
    assert counts["item"] == (2, 2)
    assert counts["row"] == (2, 2)
    assert counts["code"] == (2, 2)
    assert counts["formula"][1] == 2


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("<h2>A program</h2>", "<h3>A program</h3>", "heading"),
        ("<ul><li>The first sheep jumps over the fence.", "<p>The first sheep jumps over the fence.</p><ul>", "item"),
        ("<td>Dolly<td>6", "<td>Dolly 6", "row"),
        ("    count  +=", "  count  +=", "code"),
        ("count  += 1", "count += 1", "code"),
    ],
)
def test_what_comes_out_as_something_else_is_not_counted(example: Example, old: str, new: str, kind: str) -> None:
    whole = kept(everything_of(parse(example.html)), example)[kind]
    assert old in example.html
    other = kept(everything_of(parse(example.html.replace(old, new))), example)[kind]
    assert other == (whole[0] - 1, whole[1])
