"""Recall of structure against the page's markup, and gaps in tables, lists and citations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jingdu.learn.corpus import Example, load
from jingdu.learn.report.structure import expected, gaps, recall, wholes_and_citations
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


def test_expected_structure_is_in_the_truth_and_the_markup(example: Example) -> None:
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


def test_recall_of_everything_is_complete(example: Example) -> None:
    counts = recall(everything_of(parse(example.html)), example)
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
def test_changed_structure_lowers_the_recall(example: Example, old: str, new: str, kind: str) -> None:
    whole = recall(everything_of(parse(example.html)), example)[kind]
    assert old in example.html
    assert recall(everything_of(parse(example.html.replace(old, new))), example)[kind] == (whole[0] - 1, whole[1])


TABLE = "<table><tr><th>Harbour</th><th>Ships</th></tr><tr><td>Northport</td><td>thirty-one</td></tr></table>"
LIST = "<ul><li>The first lamp of the pier</li><li>The second lamp of the pier</li><li>The third lamp</li></ul>"
TERMS = "<dl><dt>Lantern</dt><dd>What is lit every evening</dd><dt>Keeper</dt><dd>Who lights it</dd></dl>"
CITED = (
    "<p>The harbour was dark for more than sixty years<a href='#n1'>[1]</a> until the lamps came back.</p>"
    "<ol><li id=n1>Gazette of the Harbour, 1901, second volume</li></ol>"
)


def found(html: str, text: str) -> dict[str, tuple[int, int]]:
    return gaps(text, wholes_and_citations(Example("1", "made", html, "", None, "site", "en", "made", None, (), ())))


def test_complete_structures_have_no_gap() -> None:
    text = "Harbour Ships Northport thirty-one The first lamp of the pier The second lamp of the pier The third lamp"
    assert found(TABLE * 2 + LIST, f"{text} What is lit") == {"list": (0, 1)}


def test_missing_cells_items_and_terms_are_gaps() -> None:
    wide = TABLE.replace("Northport", "The port of the far north")
    assert found(wide, "Harbour The port of the far north thirty-one")["table"] == (1, 1)
    assert found(LIST, "The first lamp of the pier, The second lamp of the pier") == {"list": (1, 1)}
    assert found(TERMS, "What is lit every evening. Keeper: Who lights it") == {"definitions": (1, 1)}


def test_mostly_excluded_structures_are_not_counted() -> None:
    assert found(LIST, "The third lamp") == {}


def test_tables_of_contents_are_not_counted() -> None:
    text = "The first lamp of the pier shines red. The second lamp of the pier shines green. It is dark."
    assert found(LIST, text) == {}
    assert found(LIST, "1. The first lamp of the pier 2. The second lamp of the pier") == {"list": (1, 1)}


def test_a_citation_without_its_note_is_a_gap() -> None:
    before = "The harbour was dark for more than sixty years[1] until the lamps came back."
    assert found(CITED, before) == {"citation": (1, 1)}
    assert found(CITED, f"{before} Gazette of the Harbour, 1901, second volume") == {"citation": (0, 1)}


def test_permalinks_and_line_numbers_are_ignored() -> None:
    linked = TERMS.replace("Lantern", "Lantern<a>[source]</a><a>¶</a>")
    assert found(linked, "Lantern What is lit every evening Keeper Who lights it") == {"definitions": (0, 1)}
    code = "light the lamps of the whole pier", "put them out in the morning"
    cells = "<td>1\n2\n3\n4</td>" + "".join(f"<td>{line}</td>" for line in code)
    assert found(f"<table><tr>{cells}</tr></table>", " ".join(code)) == {"table": (0, 1)}
