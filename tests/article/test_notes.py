# ruff: noqa: E501 - one case per line
"""Footnotes: references and notes link to each other. Other output formats: tests/library/test_same_everywhere.py."""

import re

import pytest
from lxml import html as parser

from tests.article.test_parts import composed, inner

PAGES = {
    "Wikipedia": "<p>Text<sup class=reference id=cite_ref-1><a href='#cite_note-1'>[1]</a></sup></p><ol class=references><li id=cite_note-1><b><a href='#cite_ref-1'>^</a></b> The note.</ol>",
    "Pandoc": "<p>Text<a href='#fn1' id=fnref1 role=doc-noteref><sup>1</sup></a></p><section role=doc-endnotes><hr><ol><li id=fn1><p>The note.<a href='#fnref1' role=doc-backlink>↩︎</a></p></li></ol></section>",
    "Word": "<p>Text<a href='#_ftn1' name=_ftnref1><span>[1]</span></a></p><div id=ftn1><p><a href='#_ftnref1' name=_ftn1><span>[1]</span></a> The note.</p></div>",
    "Word, saved as a web page": "<p>Text<a href='#_ftn1' name=_ftnref1><span><span><![if !supportFootnotes]><span><span>[1]</span></span><![endif]></span></span></a></p><div id=ftn1><p><a href='#_ftnref1' name=_ftn1><span><span><![if !supportFootnotes]><span><span>[1]</span></span><![endif]></span></span></a> The note.</p></div>",
    "aside": "<p>Text<a href='#n1' role=doc-noteref>1</a>.</p><aside id=n1 role=doc-footnote><p>The note.</p></aside><p>More.</p>",
    "Sphinx": "<p>Text<a id=id1 class=footnote-reference href='#id2' role=doc-noteref><span>[</span>1<span>]</span></a></p><aside class='footnote brackets' id=id2 role=doc-footnote><span class=label><span>[</span><a href='#id1'>1</a><span>]</span></span><p>The note.</p></aside>",
    "Substack": "<p>Text<a id=footnote-anchor-1 href='#footnote-1' class=footnote-anchor>1</a></p><div class=footnote><a id=footnote-1 href='#footnote-anchor-1' class=footnote-number>1</a><div><p>The note.</p></div></div>",
    "Hatena": "<p>Text<a href='#f-1' id=fn-1>*1</a>.</p><div class=footnote><p class=footnote><a href='#fn-1' id=f-1>*1</a>: The note.</p></div>",
    "superscript number": "<p>Text<sup>[1]</sup> of 5 m<sup>2</sup></p><p>[1] The note.</p>",
    "superscript numbers": "<p>Text<sup>1</sup></p><p><sup>1</sup> The note.</p>",
    "superscript number with a back link": "<p>Text<sup>[1]</sup><a name=r1></a> goes on.</p><ul><li>1. <a href='#r1'>↑</a> The note.</ul>",
    "list of sources": "<p>Text<sup>[1]</sup></p><h2>Sources</h2><ol><li>The note.</ol>",
    "note beside its reference": "<p>Text<sup><a href='javascript:void(0)'>1</a></sup><span class=modern-footnotes-footnote__note>The note.</span> goes on.</p>",
    "side note": "<p>Text<label for=s class='margin-toggle sidenote-number'></label><input type=checkbox id=s><span class=sidenote>The note.</span> goes on.</p>",
    "LaTeXML": "<p>Text<span class=ltx_note><sup class=ltx_note_mark>1</sup><span class=ltx_note_outer><span><sup>1</sup><span class=ltx_tag>1</span>The note.</span></span></span></p>",
    "no back link": "<p>Text<sup><a href='#n'>1</a></sup></p><ul><li id=n>The <b>note</b>.</ul>",
}


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_references_and_notes_link_to_each_other(page: str) -> None:
    article = composed(page)
    tree = parser.fragment_fromstring(article.html, create_parent="div")
    there, back = re.findall('<a href="#jd-([^"]+)"', article.html)
    (target,), (mark,) = (tree.xpath(f"//a[@id='jd-{name}']") for name in (there, back))
    (link,) = tree.xpath(f"//a[@href='#jd-{there}']")
    note = next(step for step in target.iterancestors() if step.tag in ("li", "p"))
    assert re.sub(r"\W|1", "", note.text_content()) == "Thenote"
    assert note.getroottree().getpath(note) != link.getroottree().getpath(next(link.iterancestors("p")))
    assert "Text" in next(mark.iterancestors("p")).text_content()
    assert link.text_content().startswith("[") or link.getparent().tag == "sup" or link.find("sup") is not None
    assert "The note" not in next(link.iterancestors("p")).text_content()


@pytest.mark.parametrize("here", ["page.html", "./page.html", "../dir/page.html", "/dir/page.html"])
def test_links_to_notes_may_name_the_page_that_they_are_in(here: str) -> None:
    note = f"<p><a name=n href='{here}#r'>*1</a> The note.</p>"
    html = inner(f"<p>Text<span class=footnote><a name=r href='{here}#n'>*1</a></span>.</p>{note}")
    assert '<a href="#jd-n">*1</a>' in html and "The note." in html and '<a href="#jd-r">' in html


def test_notes_keep_their_numbers_if_others_are_dropped() -> None:
    marks = "".join(f"<sup><a href='#n{number}'>[{number}]</a></sup>" for number in (1, 3, 4))
    items = "".join(f"<li id=n{number}>Note {number}." for number in (1, 2, 3, 4))
    article = composed(f"<p>Text{marks}</p><ol>{items.replace('Note 2', 'DROP')}</ol>")
    assert [item.get("value") for item in parser.fromstring(article.html).iter("li")] == [None, "3", None]
    notes = [line for line in article.markdown.splitlines() if "Note" in line]
    assert notes == [f"[^{n}]: Note {n}." for n in (1, 3, 4)]


def test_only_declared_references_become_superscript() -> None:
    assert re.search('<sup><a href="#jd-id2"[^>]*>\\[1\\]</a></sup>', composed(PAGES["Sphinx"]).html)
    term = "<p>Text<a class=footnote-reference href='#n'>1</a></p><dl><dt id=n>1<dd>The note.</dl>"
    assert '<sup><a href="#jd-n">1</a></sup>' in inner(term)
    assert "<sup>" not in inner("<p>As in <a href='#r1'>[1]</a></p><ul><li id=r1>The source.</ul>")


def test_notes_are_lettered_like_their_references() -> None:
    def page(*labels: str) -> str:
        marks = (f"<sup><a href='#n{at}'>[{label}]</a></sup>" for at, label in enumerate(labels))
        return f"<p>Text{''.join(marks)}</p><ol>{''.join(f'<li id=n{at}>Note.' for at, _ in enumerate(labels))}</ol>"

    lists = [
        re.findall("<ol[^>]*>", inner(page(*labels))) for labels in ("ab", "AB", ["i", "ii"], "12", "xy", ["note 1"])
    ]
    assert lists == [['<ol type="a">'], ['<ol type="A">'], ['<ol type="i">'], ["<ol>"], ["<ol>"], ["<ol>"]]


@pytest.mark.parametrize("heading", ["<h2>DROP Sources</h2>", "<dl><dt>DROP Sources</dt>"])
@pytest.mark.parametrize("item", ["<li id=n>", "<li><p id=n>"])
def test_the_heading_of_notes_is_kept_with_them(item: str, heading: str) -> None:
    page = f"<p>Text<sup><a href='#n'>[1]</a></sup></p><h2>DROP More</h2><p>DROP it</p>{{}}<ul>{item}DROP note."
    text = composed(page.format(heading)).text
    assert "DROP Sources" in text and "DROP More" not in text
    assert "DROP" not in composed(page.format(heading).replace("DROP note", "Note")).text


def test_a_note_within_the_text_moves_to_the_end() -> None:
    article = composed(PAGES["aside"])
    assert article.text.split("\n\n") == ["First.", "Text1.", "More.", "Last.", "The note. ↩"]
    assert article.html.index("More.") < article.html.index("The note.")
    assert composed(PAGES["LaTeXML"]).text.endswith("\n\nThe note. ↩")


@pytest.mark.parametrize(
    "page",
    [
        "<p>5 m<sup>2</sup>, 10<sup>3</sup></p><ol><li>a<li>b<li>c</ol>",
        "<p>5 m<sup>2</sup></p><p>1. One</p><p>2. Two</p>",
        "<p>See<sup>[3]</sup></p><p>[1] One</p><p>[2] Two</p>",
        "<p>Section <a href='#s2'>2</a></p><p id=s2>Two</p>",
        "<p>Text <sup>1</sup> of</p><p>2<sup>nd</sup></p>",
    ],
)
def test_a_number_without_a_note_stays_a_number(page: str) -> None:
    assert "↩" not in inner(page) and "jingdu-note" not in inner(page)


LETTERS = (
    "<p>One<sup id=r1><a href='#n'>[1]</a></sup>, two<sup id=r2><a href='#n'>[1]</a></sup> and three<sup id=r3><a href='#m'>[2]</a></sup></p>"
    "<ol><li id=n>^ <a href='#r1'><sup><b>a</b></sup></a> <a href='#r2'><sup><b>b</b></sup></a> The note.<li id=m>{} See <a href='#n'>[1]</a>.</ol>"
)


@pytest.mark.parametrize("label", ["<a href='#r3'>^</a>", "<sup>2</sup>", "[2]", "2."])
def test_markdown_notes_have_no_number_or_back_links(label: str) -> None:
    """Renderers add both."""
    written = composed(LETTERS.format(label)).markdown
    assert "[^1]: The note.\n\n[^2]: See [" in written and "^ " not in written


@pytest.mark.parametrize("text", ["2.5 of them", "[1] of them", "2 of them", "a) of them", "1. Of them"])
def test_markdown_notes_keep_other_numbers(text: str) -> None:
    assert composed(LETTERS.format(text)).markdown.partition("[^2]: ")[2].replace("\\", "").startswith(text)


def test_two_references_can_share_a_note() -> None:
    """The back link points to the first."""
    page = "<p>One<sup><a href='#n'>1</a></sup></p><p>Two<sup><a href='#n'>1</a></sup></p><ol><li id=n>The note.</ol>"
    html = inner(page)
    assert html.count('<a href="#jd-n">1</a>') == 2 and html.count("↩") == 1
    assert html.index("jd-jingdu-note-ref-1") < html.index("Two")


def test_a_back_link_is_not_a_reference() -> None:
    """Even if the note is too long to be recognized."""
    note = f"<li id=n>↑ <sup><a href='#r1'>1.0</a></sup> <sup><a href='#r2'>1.1</a></sup> {'words ' * 300}</li>"
    marks = "".join(f"<p>Text<sup id=r{n}><a href='#n'>[1]</a></sup></p>" for n in (1, 2))
    assert "↩" not in inner(f"{marks}<ol>{note}</ol>")
