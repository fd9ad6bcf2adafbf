"""Rules over several blocks: the last step of ``fused``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import given, strategies as st

from jingdu.extractors.revise import belonging
from jingdu.extractors.revise.belonging import NEAR, with_code
from jingdu.extractors.revise.cut import LOWER, MIN_KEPT, lowered
from jingdu.extractors.revise.outside import below, comments, controls, copies, reviews
from jingdu.extractors.revise.parts import incomplete
from jingdu.features import Around
from jingdu.page.model import Page
from jingdu.page.parse import parse
from tests.support.containers import container_of, containers

STORY = (
    "<div><section>"
    + "".join(f'<div><p class="{name}">t</p></div>' for name in "abcde")
    + "</section></div><aside><ul><li>t</li></ul></aside>"
)
"""Five blocks of different shapes whose grandparent is the same section, and one block elsewhere."""
ANNOUNCEMENT = "The keeper names the lamps that he counts every evening:"
POST = "<article><div><div><p>t</p></div></div></article>"


def cuts(html: str, tokens: list[int], alike: float = 0.0) -> list[float]:
    """How far the cut is lowered for each block if only the first one is kept."""
    keep = np.arange(len(tokens)) == 0
    lower = lowered(Around.of(parse(f"<body>{html}")), np.array(tokens, dtype=float), keep, alike)
    return [float(by) for by in lower]


def test_the_cut_is_lower_in_a_container_of_which_a_fifth_is_kept() -> None:
    assert MIN_KEPT == 1 / 5
    assert cuts(STORY, [10] * 6)[1:] == [LOWER] * 4 + [0]
    assert cuts(STORY, [10, 10, 10, 10, 11, 10])[1:] == [0] * 5
    assert cuts(STORY, [0, 0, 0, 0, 0, 10]) == [0] * 6


def test_the_cut_is_lower_for_blocks_of_a_shape_of_which_a_fifth_is_kept() -> None:
    assert cuts(POST * 5, [10] * 5, 3.0) == [3.0] * 5
    assert cuts(POST * 6, [10] * 6, 3.0)[1:] == [0] * 5


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
def test_code_is_kept_where_it_follows_kept_text_in_the_same_container(keep: list[int], expected: list[int]) -> None:
    page = parse(PAGE)
    assert [block.text for block in page.blocks] == ["one", "two", "code", "more", "three", "advertised"]
    assert with_code(page, [bool(bit) for bit in keep]) == [bool(bit) for bit in expected]


def reference(page: Page, keep: list[bool]) -> list[bool]:
    """Keeps code in the smallest container of all kept text, at most ``NEAR`` blocks after a kept block."""
    kept = [at for at, one in enumerate(keep) if one]
    holding = [one for one in containers(page) if kept and one.first <= kept[0] and kept[-1] < one.last]
    container = max(holding, key=lambda container: container.depth, default=None)
    revised = list(keep)
    for at, block in enumerate(page.blocks):
        if container and container.first <= at < container.last and container_of(block).tag == "pre":
            revised[at] = revised[at] or any(revised[max(container.first, at - NEAR) : at])
    return revised


PARTS = st.lists(st.sampled_from("<p>t</p> <pre>c</pre> <pre>c</pre> <div> </div> <ul> </ul>".split()), max_size=24)


@given(PARTS, st.randoms(use_true_random=False), st.sampled_from([0.1, 0.4]))
def test_with_code_matches_the_reference_implementation(parts: list[str], random: Random, share: float) -> None:
    page = parse("<body>" + "".join(parts))
    keep = [random.random() < share for _ in page.blocks]
    assert with_code(page, keep) == reference(page, keep)


# --- Documentation ---------------------------------------------------------------------------------------------------

LONG = "The lamp is lit before the ships come in and put out when the last of them has left the harbour."
"""The text that the extractor keeps."""


def added_to_manual(body: str, head: str = "<meta name=Generator content='Docutils 0.19'>") -> set[str]:
    """The texts that the rule adds on a page of documentation where only ``LONG`` is kept."""
    page = parse(f"<head>{head}</head><body>{body}</body>")
    return {page.blocks[at].text for at in belonging.manual(page, [block.text == LONG for block in page.blocks])}


def test_mostly_kept_documentation_is_completed() -> None:
    body = f"<div><p>{LONG}<div>lamp()</div><div><a href=/b>Beam</a></div><div><p>{LONG}</div><h3>See also</h3></div>"
    assert added_to_manual(body) == {"lamp()", "Beam", "See also"}
    assert added_to_manual(f"<p>{LONG}</p><div>{'other words ' * 15}</div><p>{LONG}</p>") == set()


@pytest.mark.parametrize(
    ("head", "is_manual"),
    [
        ("<script src=/_static/doctools.js?v=2></script>", True),
        ("<link href=../doxygen-awesome.css>", True),
        ("<meta name=generator content=DokuWiki>", True),
        ("<link href=../../stylesheet.css title=Style>", True),
        ("<meta name=generator content='Gallery 2'><link href=doc.css title=Style>", False),
    ],
)
def test_documentation_is_recognized_by_its_generator(head: str, is_manual: bool) -> None:
    assert ("lamp()" in added_to_manual(f"<div><p>{LONG}<div>lamp()</div><p>{LONG}</div>", head)) == is_manual


def test_menus_and_footers_of_documentation_are_dropped() -> None:
    around = "<div class={}><p>one</p></div>"
    text = f"<div><p>{LONG}</p><nav>two</nav><div class=toc-local>three</div><h2>Beam</h2><p>{LONG}</p></div>"
    assert added_to_manual(around.format("'doc menu'") + text + around.format("footer")) == {"Beam"}
    assert added_to_manual(f"<main><div>lamp()</div>{text}<div>since 2</div></main>") == {"lamp()", "Beam", "since 2"}
    assert added_to_manual(f"<main>{text}<footer>edit</footer><p>licence</p></main>") == {"Beam"}
    begin = "<div>lamp()</div><pre><a>use port</a></pre><h2>Port</h2><div>dock()</div>"
    expected = {"use port", "Port", "dock()", "Beam", "since 2"}
    assert added_to_manual(f"<section>{begin}{text}<p>since 2</p></section><p>end</p>") == expected
    source = "<div>2.0 · <a href=src/a>Source</a></div><div id=trait-implementations>b</div>"
    assert added_to_manual(f"<p>{LONG}{source}<p>{LONG}") == set()


# --- Complete tables and lists ---------------------------------------------------------------------------------------


def missing(html: str, dropped: str) -> set[str]:
    """The texts that complete tables and lists if all blocks are kept except the texts ``dropped``."""
    page = parse(html)
    keep = [block.text not in dropped.split() for block in page.blocks]
    return {page.blocks[at].text for at in incomplete(page, keep)}


TABLE = "<table><tr><th>Year</th><th>Ships</th></tr><tr><td>1901</td><td>forty</td></tr></table>"


def test_a_mostly_kept_table_is_completed() -> None:
    assert missing(TABLE, "1901") == {"1901"}
    assert missing(f"<p>text</p>{TABLE}<p>more</p>", "Year 1901 more") == {"Year", "1901"}
    assert missing(f"<div>{TABLE}</div>", "Year Ships") == {"Year", "Ships"}
    assert missing(TABLE, "Year Ships 1901") == set()


def test_a_table_with_a_kept_column_heading_is_completed() -> None:
    assert missing(TABLE.replace("forty", "fifty-two-in-all"), "1901 fifty-two-in-all") == {"1901", "fifty-two-in-all"}
    rows = "<table><caption>fleet<tr><th>Year<th>Ships<tr><th>1901<td>fifty-two-in-all</table>"
    assert missing(rows, "fleet 1901 fifty-two-in-all") == {"fleet", "1901", "fifty-two-in-all"}
    assert missing("<table><tr><th>Year<td>1901<tr><th>Ships<td>the_fleet</table>", "1901 the_fleet") == set()


def test_a_table_or_list_between_kept_texts_is_completed() -> None:
    assert missing(f"<p>text</p>{TABLE}<h2>more</h2>", "Year Ships 1901") == {"Year", "Ships", "1901"}
    items = "<p>text</p><ul><li>first</li><li>{}</li><li>{}</li></ul><p>more</p>"
    assert missing(items.format("second", "third-item"), "second third-item") == {"second", "third-item"}
    assert missing(items.format("<a href=/2>second</a>", "<a href=/3>third-item</a>"), "second third-item") == set()
    assert missing(f"<p>text</p>{TABLE}<div><p>more</p></div>", "Year Ships 1901") == set()


def test_list_items_and_definitions_are_completed() -> None:
    assert missing("<ul><li>first</li><li>second</li><li>third</li></ul>", "second") == {"second"}
    assert missing("<dl><dt>term</dt><dd>meaning</dd><dt>other</dt><dd>sense</dd></dl>", "term") == {"term"}
    assert incomplete(parse("<dl><dt>Answer</dt><dd>4</dd></dl>"), [False, True]) == [0]


@pytest.mark.parametrize("mark", ["style='display: none'", "hidden", "data-jingdu-hidden"])
def test_hidden_items_are_not_added_to_a_list(mark: str) -> None:
    html = f"<ul><li>first</li><li>second</li><li {mark}>menu</li><li>third</li><li>fourth</li></ul>"
    assert missing(html, "second menu") == {"second"}


def test_layout_tables_and_lists_are_not_completed() -> None:
    story = "".join(f"<p>A paragraph number {at} of the story in the first column.</p>" for at in range(9))
    assert missing(f"<table><tr><td>{story}</td><td>menu</td></tr></table>", "menu") == set()
    assert missing(f"<ul><li>{story}</li>{'<li>menu</li>' * 9}</ul>", "menu") == set()
    assert missing(f"<table><tr><td>{TABLE}</td><td>menu</td></tr></table>", "menu") == set()
    lines = "<br><br>".join(f"line-{at}-of-the-story-in-its-cell" for at in range(4))
    rows = "".join(f"<tr><td>{cell}</td></tr>" for cell in ("path", "title", lines, "editor", "previous", "print"))
    assert missing(f"<table>{rows}</table>", lines.replace("<br><br>", " ")) == set()


# --- Blocks between kept blocks --------------------------------------------------------------------------------------


Rule = Callable[[Page, Sequence[bool]], list[int]]


def added_by(rule: Rule, html: str) -> list[str]:
    """The texts that a rule adds if the blocks "text", "more", "more?" and announcements are kept."""
    page, kept = parse(html), ("text", "more", "more?", "Lamps:", ANNOUNCEMENT)
    return [page.blocks.texts[at] for at in rule(page, [text in kept for text in page.blocks.texts])]


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<div><p>text</p><h1>part</h1><p>more</p></div>", ["part"]),
        ("<div><p>text</p><h1><a href=/a>part</a></h1><p>more</p></div>", ["part"]),
        ("<div><p>text</p><ul><li>one</li><li>two</li></ul><p>more</p></div>", ["one", "two"]),
        ("<div><p>text</p><p>as</p><table><tr><td>one</td></tr></table><p>more</p></div>", ["as", "one"]),
        ("<div><p>text</p><ul><li><a href=/a>one</a></li></ul><p>more</p></div>", []),
        ("<div><p>text</p><p>as</p><div>box</div><p>more</p></div>", []),
        ("<div><p>text</p><p>text</p><p>as</p><ul><li>more</li></ul></div>", ["as"]),
        ("<div><div>text</div><div>as</div><div>box</div><div>more</div></div>", []),
        ("<div><div>text</div><div>text</div><div>as</div><div>box</div><div>more</div></div>", ["as", "box"]),
        ("<div><div>text</div><div><div>as</div></div><div>more</div></div>", []),
        ("<div><p>text</p>words<p>more</p></div>", []),
        ("<div><p>text</p><h2>part</h2><p>-</p></div>", []),
        ("<div><p>text<figure><img><p>box</figure><p>as<figure><blockquote>cd</figure><p>more</div>", ["as", "cd"]),
        ("<div><p>text</p></div><h2>part</h2><p>more</p>", []),
        ("<div><p>text</p><blockquote><p>part</p></blockquote><p>more</p></div>", ["part"]),
        ("<div><p>text</p><blockquote><p>part</p></blockquote><div>-</div><p>more</p></div>", []),
        ("<div><p>text</p><ul><li>one</ul><ul><li>two</ul><ul><li>more</ul></div>", ["one", "two"]),
        ("<div><blockquote><p>text</p><cite>who</cite></blockquote><p>more</p></div>", ["who"]),
        ("<ul><li><h4>text</h4><div>box</div><p>more</p></ul>", []),
    ],
)
def test_blocks_between_kept_blocks_are_kept(html: str, found: list[str]) -> None:
    assert added_by(belonging.enclosed, html) == found


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<div><p>text</p><h2>part</h2><ul><li>more</li></ul></div>", ["part"]),
        ("<div><div><p>text</p></div><p>-</p><h2>part</h2><div><p>more</p></div></div>", ["part"]),
        ("<div><p>text</p><h2><a href=/a>part</a></h2><ul><li>more</li></ul></div>", []),
        ("<div><p>text</p><h2>part</h2><p>-</p><ul><li>more</li></ul></div>", []),
        ("<div><p>text</p><h2><a href='#a'>part</a></h2><p>more</p></div>", ["part"]),
        ("<div><p>text</p><a href=/a><h2>part</h2></a><p>more</p></div>", []),
        ("<p>text</p><div><h2>part</h2><p>more</p></div>", []),
        ("<div><p>text</p><h2>part</h2></div><ul><li>more</li></ul>", []),
        ("<div><p>text</p></div><div><h2>part <a href='#part'>#</a></h2></div><div><p>more</p></div>", ["part #"]),
        ("<div><p>text</p></div><div><h2>part</h2><img src=/a.jpg></div><div><p>more</p></div>", []),
        ("<div><p>text</p></div><div><p>-</p></div><div><h2>part</h2></div><div><p>more</p></div>", []),
        ("<ul><li>text</ul><div><h3>part</h3><ol><li><p>more</p></ol></div>", ["part"]),
        ("<ul><li>text</ul><div><h3>part</h3><ol><li><a href=/a>more</a></ol></div>", []),
        ("<div><h2>part</h2></div><ul><li>more</ul><h3>-</h3><p>-</p>", []),
        ("<div><h2>part</h2><ul><li>more</ul></div><h3>as</h3>-<div><h3>is</h3></div><p>more?", ["part", "is"]),
        (f"<p>text</p><div><h2>part</h2>{25 * '<p>more</p>'}<h3>in it</h3><p>more</p></div>", ["part", "in it"]),
    ],
)
def test_headings_between_kept_texts_are_kept(html: str, found: list[str]) -> None:
    assert added_by(belonging.headings_within, html) == found


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<div><p>text</p><ul><li>one</li><li>two</li></ul></div>", ["one", "two"]),
        ("<div><p>text</p><ul><li>one</li></ul><p>-</p></div>", []),
        ("<div><p>text</p><ul><li><a href=/a>one</a></li><li>two</li></ul></div>", []),
        ("<div><p>text</p><ul><li><p>Ada</p><p>one</p></li><li>two</li></ul></div>", []),
        ("<div><p>text</p></div><ul><li>one</li><li>two</li></ul>", []),
        ("<div>text<ul><li>one</li><li>two</li></ul></div>", []),
        (f"<p>{ANNOUNCEMENT}</p><ul><li><a href=/a>one</a></ul><p>text</p>", ["one"]),
        (f"<p>{ANNOUNCEMENT}</p><p><a href=/a>lamps.example</a></p><p>-</p>", ["lamps.example"]),
        (f"<p>{ANNOUNCEMENT}</p><p><a href=/a>Buy a lamp</a></p>", []),
        ("<p>Lamps:</p><ul><li><a href=/a>one</a></li></ul>", []),
    ],
)
def test_a_list_after_the_last_paragraph_or_an_announcement_is_kept(html: str, found: list[str]) -> None:
    assert added_by(belonging.next_lines, html) == found


def test_different_headings_of_alike_entries_are_kept() -> None:
    for title, number in (("Lamp {}", 3), ("Details", 0)):
        entry = f"<li><h3><a href=/a>{title}</a></h3>-<p>text</p><p>more</p></li>"
        assert len(added_by(belonging.heads_of_entries, "".join(map(entry.format, range(3))))) == number


@pytest.mark.parametrize(("title", "times", "found"), [("Port", 5, [0]), ("Lamps - Port", 5, []), ("Port", 1, [])])
def test_the_first_heading_is_kept_unless_it_is_the_title(title: str, times: int, found: list[int]) -> None:
    page = parse(f"<title>{title}</title><div><h2>Lamps</h2><p>{times * 'They are lit at dusk. '}</p></div>")
    assert belonging.headings_within(page, [False, True]) == found


@pytest.mark.parametrize(
    ("last", "found"),
    [
        ("<p>{}</p>", True),
        ("<p>{} <a href=/a>{}</a></p>", False),
        ("<div>{}</div>", False),
        ("<blockquote><p>{}</p></blockquote>", False),
    ],
)
def test_a_long_paragraph_beside_kept_paragraphs_is_kept(last: str, found: bool) -> None:
    long = f"{SENTENCE} The bell was rung too."
    page = parse(f"<div><p>{SENTENCE}</p><p>menu</p>{last.format(long, SENTENCE)}</div>")
    assert belonging.paragraphs(page, [True, False, False]) == ([2] if found else [])
    assert belonging.paragraphs(page, [False, True, False]) == []


@pytest.mark.parametrize("around", ["{}", "<div class=row><div>{}</div></div>"])
@pytest.mark.parametrize(("last", "kept", "found"), [("part", 2, [2]), ("part", 1, []), ("teaser", 2, [])])
def test_a_long_paragraph_in_alike_containers_is_kept(around: str, last: str, kept: int, found: list[int]) -> None:
    long = f"{SENTENCE} The bell was rung too."
    page = parse("".join(around.format(f"<div class={name}><p>{long}</p></div>") for name in ("part", "part", last)))
    assert belonging.paragraphs(page, [number < kept for number in range(3)]) == found


def test_a_long_paragraph_without_a_paragraph_tag_is_kept() -> None:
    page = parse(f"<div>{f'<div>{SENTENCE} The bell was rung too.</div>' * 3}</div>")
    assert [belonging.paragraphs(page, [True, second, False]) for second in (True, False)] == [[2], []]


@pytest.mark.parametrize(("keep", "found"), [("kddk", [1, 2]), ("kkdd", [2]), ("kddd", []), ("dddk", [])])
def test_an_embedded_post_between_kept_texts_is_completed(keep: str, found: list[int]) -> None:
    page = parse("<p>t</p><div><blockquote class='twitter-tweet'><p>t</p>— Jing</blockquote></div><p>t</p>")
    assert belonging.boxes(page, [bit == "k" for bit in keep]) == found


def test_notes_and_poems_between_kept_texts_are_kept_without_icons() -> None:
    for name in ("msg message", "note info", "kg-card kg-toggle-card", "poem"):
        page = parse(f"<p>t</p><aside class='{name}'>!<p>The lamps are lit.</p></aside><p>t</p>")
        assert belonging.boxes(page, [True, False, False, True]) == [2]


@pytest.mark.parametrize(("link", "is_kept"), [("/list.docx", True), ("/list.pdf?v=2", True), ("/list.html", False)])
def test_attachments_below_kept_text_are_kept(link: str, is_kept: bool) -> None:
    page = parse(f"<div><p>text</p><p><a href={link}>The list</a></p></div><p><a href=/x.pdf>Terms</a></p>")
    assert belonging.attachments(page, [True, False, False]) == ([1] if is_kept else [])


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<div><p>text</p></div><ul><li>Annex: <a href=/get?id=4>The list.docx</a></li></ul>", [1]),
        ("<div><p>text</p></div><ul><li><a href=/list.docx>The list</a></li></ul>", []),
        ("<p>text<ul><li><a href=/1>One.docx</a>: 98 readers<li><a href=/2>Two.docx</a>: 7 readers</ul>", [1, 2]),
        ("<div><p>text</p></div><p>Seen by 120 readers</p><ul><li><a href=/get?id=4>The list.docx</a></li></ul>", []),
    ],
)
def test_attachments_named_right_below_kept_text_are_kept(html: str, found: list[int]) -> None:
    page = parse(f"<div>{html}</div>")
    assert belonging.attachments(page, [text == "text" for text in page.blocks.texts]) == found


def test_a_quotation_between_kept_texts_is_kept_unless_it_is_only_a_link() -> None:
    for quotation, found in (("<p>„<p>The lamps", [2]), ("<p>The lamps", [1]), ("<a href=/>The lamps</a>", [])):
        page = parse(f"<div><p>t</p></div><div><blockquote>{quotation}</blockquote></div><div><p>t</p></div>")
        assert belonging.boxes(page, [text == "t" for text in page.blocks.texts]) == found


def test_the_date_and_a_remark_below_an_official_letter_are_kept() -> None:
    for tag in ("p>", "/div><div>"):
        page = parse("<p>市办公厅<p>2026年3月1日<p>（公开发布）<p>书记员 林晓<p>编辑：王五".replace("p>", tag))
        assert belonging.last_sentences(page, [True, *[False] * 4], [1, *[-1] * 4]) == [1, 2, 3]


def test_a_last_sentence_near_the_cut_is_kept() -> None:
    def is_kept(last: str, score: float = -1) -> bool:
        page = parse(f"<div><p>{SENTENCE}</p>{last}</div><p>{SENTENCE}</p>")
        return belonging.last_sentences(page, [True, False, False], [1, score, score]) == [1]

    assert is_kept("<p>She put out the last lamp.</p>") and not is_kept("<p>She put out the last lamp.</p>", -2)
    assert not any(map(is_kept, ("<p>She put out the <a href=/>last lamp</a>.", "<p>Lamps of the harbour, by Ann")))
    assert not any(map(is_kept, ("<div>She put out the lamp.", "<p>Write to lamps@harbour.example, please.")))


# --- Blocks outside the text -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<article><h1>Lamps</h1><p>{long}</p></article><p>{more}</p>", [2]),
        ("<article><p>{long}</p></article><p>{short}</p>", [1]),
        ("<article><p>{long}</p></article><p>{more}</p>", []),
        ("<article><h1>Lamps</h1><p>{short}</p></article><p>{short}</p>", []),
        ("<article><h1>Lamps</h1><p>{long}</p></article><article><p>{more}</p></article>", []),
        ("<article></article><article><h1>Lamps</h1><p>{long}</p></article><p>{more}</p>", [2]),
        ("<article><h1>Lamp</h1><p>{long}<article><p>{short}</article></article>{more}", [3]),
        ("<p>{more}</p><article><h1>Lamps</h1><p>{long}</p></article>", []),
        ("<article><h1>Lamps</h1>{long}</article><article><h1>Oil</h1>{more}</article><p>{short}</p>", [2, 3, 4]),
        ("<article><h1>Wicks</h1><p>{long}</p></article><article><h1>Oil</h1>{more}</article>", []),
        ("<article><h1>Oil</h1><p>{long}</p></article><article><h1>Lamps</h1>{more}</article>", []),
    ],
)
def test_nothing_is_kept_after_the_article(html: str, found: list[int]) -> None:
    long = SENTENCE * 7
    page = parse(f"<title>Lamps - Post</title>{html.format(long=long, more=long[::-1], short=SENTENCE)}")
    assert below(page, [True] * len(page.blocks)) == found


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>{long}</p><div id=comments><p>{short}</p></div>", [1]),
        ("<p>{long}</p><ol class='post-comments commentlist'><li>{short}<li id=comment-12>{short}</ol>", [1, 2]),
        ("<p>{long}</p><div class=reader_comment_block><p>{short}</p></div><p>{more}</p>", [1]),
        ("<p>{long}</p><section id=respond-to-comments><p>{short}</p></section>", []),
        ("<p>{long}</p><div class=live-match-comment>{short}</div>", []),
        ("<p>{short}</p><div id=comments><p>{long}</p></div>", []),
        ("<div id=comment-1>{short}</div><div id=comment-2>{long}</div><div id=comment-3>{more}</div>", []),
    ],
)
def test_comments_below_the_text_are_left_out(html: str, found: list[int]) -> None:
    long = SENTENCE * 7
    page = parse(html.format(long=long, more=long[::-1], short=SENTENCE))
    assert comments(page, [True] * len(page.blocks)) == found
    assert comments(page, [True] + [False] * (len(page.blocks) - 1)) == []


PRODUCT = "<body itemscope itemtype='https://schema.org/Product'><p>{line}</p><p>{line}</p>"


@pytest.mark.parametrize(
    ("rule", "html", "found"),
    [
        (controls, "<nav>{line}</nav><p>{line}</p><p>{line}</p><footer>{line}</footer>", [0, 3]),
        (controls, "<blockquote>{line}<footer>{line}</footer></blockquote><li>{line}<nav>{line}</nav>", []),
        (controls, "<article><p>{line}<footer>{line}</footer></article>", []),
        (controls, "<nav>{line}</nav><p>{line}</p>", []),
        (controls, "<meta name=generator content=mdBook><nav>{line}</nav><p>{line}</p>", [0]),
        (controls, "<p>{line}</p><label><input>{line}</label><label>{line}</label>", [1]),
        (controls, "<p>{line}</p><button>Buy it now</button><p><button aria-expanded=false>Care</button>", [1]),
        (controls, "<button>Oak?</button><button>Its wood</button><p>{line}</p><button>Buy</button>", [3]),
        (reviews, f"{PRODUCT}<ul id=product-reviews><li>{{line}}</ul>", [2]),
        (reviews, f"{PRODUCT}{'<ul class=reviews><li>{line}</ul>' * 12}", []),
        (reviews, f"{PRODUCT}<ul class=preview><li>{{line}}</ul>", []),
        (reviews, "<p>{line}</p><p>{line}</p><ul id=reviews><li>{line}</ul>", []),
    ],
)
def test_controls_and_reviews_of_a_product_are_left_out(rule: Rule, html: str, found: list[int]) -> None:
    page = parse(html.format(line=SENTENCE))
    assert rule(page, [True] * len(page.blocks)) == found


# --- Copies ----------------------------------------------------------------------------------------------------------

SENTENCE = "The lamp of the harbour was lit again after sixty years in the dark, said the keeper."


def copied(html: str) -> list[int]:
    page = parse(html)
    return copies(page, [True] * len(page.blocks))


def test_a_copy_for_another_device_is_dropped() -> None:
    text = f"<p>{SENTENCE}</p><p>{SENTENCE[::-1]}</p>"
    assert copied(f"<div class=wide>{text}</div><div class=narrow>{text}</div>") == [2, 3]


def test_refrains_items_short_and_dropped_texts_are_not_copies() -> None:
    assert copied(f"<div><p>{SENTENCE}</p><p>Another verse.</p><p>{SENTENCE}</p></div>") == []
    assert copied(f"<ul><li>{SENTENCE}</ul><p>-</p><ul><li>{SENTENCE}</ul>") == []
    assert copied("<div><p>Yes.</p></div><div><p>Yes.</p></div>") == []
    assert copies(parse(f"<div><p>{SENTENCE}</p></div><div><p>{SENTENCE}</p></div>"), [False, True]) == []
