"""Gaps in tables, lists and citations, found in plain text."""

from __future__ import annotations

from jingdu.learn.corpus import Example
from jingdu.learn.report.structure import gaps, wanted

TABLE = "<table><tr><th>Harbour</th><th>Ships</th></tr><tr><td>Northport</td><td>thirty-one</td></tr></table>"
LIST = "<ul><li>The first lamp of the pier</li><li>The second lamp of the pier</li><li>The third lamp</li></ul>"
TERMS = "<dl><dt>Lantern</dt><dd>What is lit every evening</dd><dt>Keeper</dt><dd>Who lights it</dd></dl>"
CITED = (
    "<p>The harbour was dark for more than sixty years<a href='#n1'>[1]</a> until the lamps came back.</p>"
    "<ol><li id=n1>Gazette of the Harbour, 1901, second volume</li></ol>"
)


def found(html: str, text: str) -> dict[str, tuple[int, int]]:
    example = Example("1", "made", html, "", None, "site", "en", "made", None, (), ())
    return gaps(text, wanted(example))


def test_what_came_out_whole_has_no_gap() -> None:
    text = "Harbour Ships Northport thirty-one The first lamp of the pier The second lamp of the pier The third lamp"
    assert found(TABLE * 2 + LIST, f"{text} What is lit") == {"list": (0, 1)}


def test_a_cell_an_item_and_a_term_are_missed() -> None:
    wide = TABLE.replace("Northport", "The port of the far north")
    assert found(wide, "Harbour The port of the far north thirty-one")["table"] == (1, 1)
    assert found(LIST, "The first lamp of the pier, The second lamp of the pier") == {"list": (1, 1)}
    assert found(TERMS, "What is lit every evening. Who lights it. Keeper") == {"definitions": (1, 1)}


def test_what_mostly_stayed_out_is_not_counted() -> None:
    assert found(LIST, "The third lamp") == {}


def test_a_citation_wants_its_note() -> None:
    before = "The harbour was dark for more than sixty years[1] until the lamps came back."
    assert found(CITED, before) == {"citation": (1, 1)}
    assert found(CITED, f"{before} Gazette of the Harbour, 1901, second volume") == {"citation": (0, 1)}


def test_permalinks_and_the_numbers_of_lines_are_no_parts() -> None:
    linked = TERMS.replace("Lantern", "Lantern<a>[source]</a><a>¶</a>")
    assert found(linked, "Lantern What is lit every evening Keeper Who lights it") == {"definitions": (0, 1)}
    code = "light the lamps of the whole pier", "put them out in the morning"
    cells = "<td>1\n2\n3\n4</td>" + "".join(f"<td>{line}</td>" for line in code)
    assert found(f"<table><tr>{cells}</tr></table>", " ".join(code)) == {"table": (0, 1)}
