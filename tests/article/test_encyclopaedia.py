"""Articles of encyclopaedias: facts about the subject, citations in them, contents."""

from __future__ import annotations

from jingdu.reading import read
from tests.article.test_parts import inner

_TEXT = "<p>The river rises in the hills and runs past the old town, by its mill, to the sea, {}.</p>"
_ROWS = "".join(f"<tr><th scope=row>Fact {n}<td>Value {n}" for n in range(6))


def test_facts_beside_the_text_are_kept_whole() -> None:
    text = "".join(_TEXT.format(f"in bend {n}") for n in range(5))
    page = f"""<html lang=en><title>The river</title><body><div><h1>The river</h1>
<table class="infobox vcard">{_ROWS}</table>{text}</div>"""
    html = read(page, "https://wiki.example/river").html
    assert '<table class="infobox">' in html
    assert all(f"Value {number}" in html for number in range(6))


def test_what_cites_a_note_is_no_note_itself() -> None:
    """The note's way back leads into a sentence that was left out, which does not begin there."""
    left_out = "<p>DROP a sentence<sup id=ref-1><a href='#note-1'>[1]</a></sup></p>"
    html = inner(left_out + "<ol><li id=note-1><sup><a href='#ref-1'>1.0</a></sup> A map.</ol>")
    assert "DROP" not in html
    assert "↩" not in html


def test_the_heading_of_the_contents_is_left_out() -> None:
    assert inner("<div id=toc><h2>Contents</h2><ul><li>DROP</ul></div><h2>Course</h2>") == "<h2>Course</h2>"
