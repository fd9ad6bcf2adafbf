"""Highlights and notes in exports for reading: marks where the words stand, notes at the end, nothing lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from jingdu.library.exporters import exporter, marking
from tests.library.pieces import check, highlighted, noted, read


def marks(html: str) -> list[str]:
    return re.findall(r"<mark[^>]*>(.*?)</mark>", html)


@pytest.mark.parametrize(
    ("html", "highlight", "expected"),
    [
        ("<p>the ferry crosses</p>", highlighted("ferry", "the ", " crosses", 4), ["ferry"]),
        ("<p>a ferry</p><p>a ferry</p>", highlighted("ferry", "a ferry\na ", "", 10), ["", "ferry"]),
        ("<p>Tom &amp; Ann &lt;here&gt;</p>", highlighted("& Ann <h", "Tom ", "ere>", 4), ["&amp; Ann &lt;h"]),
        ("<p>😀😀 渡船过河，渡船回来</p>", highlighted("渡船", "河，", "回来", 10), ["", "渡船"]),
        ("<p>one <b>two</b> three</p>", highlighted("one two three"), ["one ", "two", " three"]),
        ("<p>first end</p>\n<p>next start</p>", highlighted("end\nnext", "first ", " start", 6), ["end", "next"]),
        ("<p><ruby>渡<rt>わたし</rt></ruby>船が来た日のこと</p>", highlighted("渡船が来た日"), ["渡", "船が来た日"]),
        ("<p>The  Ferry, that crosses.</p>", highlighted("the ferry that crosses"), ["The  Ferry, that crosses"]),
        ("<ul>\n<li>aa bb</li>\n<li>cc dd</li>\n</ul>", highlighted("bb\ncc", "aa ", " dd", 3), ["bb", "cc"]),
    ],
    ids="words|the second|entities|beyond UTF-16|across elements|across blocks|ruby|folded|list".split("|"),
)  # fmt: skip
def test_a_highlight_is_marked_where_its_words_stand(html: str, highlight: dict[str, Any], expected: list[str]) -> None:
    done = marking.marked(html, [highlight], "en")
    assert marks(done) == [one for one in expected if one]
    if expected[0] == "":
        assert done.index("<mark") > html.index(expected[1]) + 1
    assert re.sub(r"</?mark[^>]*>", "", done) == html


def test_overlapping_highlights_never_cross() -> None:
    html = "<p>one two three four</p>"
    one, other = read(html, "two three", colour="blue"), read(html, "three four", colour="pink")
    blue, pink, end = '<mark class="hl-blue">', '<mark class="hl-pink">', "</mark>"
    expected = f"<p>one {blue}two {end}{pink}three{end}{pink} four{end}</p>"
    assert marking.marked(html, [one, other], "en") == expected


def test_a_note_is_a_footnote_with_a_way_back_outside_of_a_link() -> None:
    html = '<p><a href="https://e.org/">a long link</a> here</p>'
    done = marking.marked(html, [read(html, "long", note="<Why>?")], "en")
    assert '</a><sup id="jd-marked-1"><a href="#jd-mark-1">[1]</a></sup> here' in done
    assert '<li id="jd-mark-1"><p>&lt;Why&gt;? <a href="#jd-marked-1">↩</a></p></li>' in done


def test_what_is_gone_from_the_text_is_listed_at_the_end() -> None:
    done = marking.marked("<p>Text.</p>", [highlighted("words that were here", note="mine"), {"no": "highlight"}], "zh")
    assert done.startswith("<p>Text.</p><aside><h2>高亮与笔记</h2>")
    assert "<blockquote><p>words that were here</p></blockquote><p>mine</p>" in done


@pytest.mark.parametrize("form", ["html", "epub"])
def test_marks_and_notes_are_in_the_exports(form: str, tmp_path: Path) -> None:
    made = exporter(form, tmp_path, "Marked")
    for _ in range(2):
        made.add(noted())
    path = made.end()
    if form == "epub":
        check(path)
        return
    html = path.read_text("utf-8")
    assert html.count("<mark") == 2 * 9
    for article in (1, 2):
        for note in range(1, 8):
            assert (
                html.count(f'id="a{article}-jd-mark-{note}"') == html.count(f'href="#a{article}-jd-mark-{note}"') == 1
            )
