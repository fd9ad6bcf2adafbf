"""The writer makes flat, well-formed HTML of whatever order it is told things in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from jingdu.render.writer import MAX_FRAMES, MAX_INLINES, Writer


def two_paragraphs(writer: Writer) -> None:
    writer.text("one")
    writer.line_break()
    writer.line_break()
    writer.text("two")


def bold_across_paragraphs(writer: Writer) -> None:
    writer.open_inline("b", "<b>")
    two_paragraphs(writer)
    writer.close_inline()


def spaces_between(writer: Writer) -> None:
    writer.text("  one ")
    writer.open_inline("b", "<b>")
    writer.text(" two ")
    writer.close_inline()
    writer.text("three\n four ")


def text_in_a_list(writer: Writer) -> None:
    writer.open_frame("ul")
    writer.text("stray")
    writer.end_run()
    writer.open_frame("li")
    writer.text("item")
    writer.end_run()
    writer.text("more")
    writer.close_frame()
    writer.close_frame()


def empty_things(writer: Writer) -> None:
    writer.open_frame("ul")
    writer.open_frame("li")
    writer.text(" \u3000\xa0 ")
    writer.close_frame()
    writer.close_frame()
    writer.open_inline("b", "<b>")
    writer.close_inline()
    writer.rule()
    writer.open_paragraph("h2")
    writer.close_paragraph()


def divided_cell(writer: Writer) -> None:
    writer.open_frame("table")
    writer.open_frame("tr")
    writer.open_frame("td", empty=True)
    writer.close_frame()
    writer.open_frame("td", empty=True)
    for text in ("one", "two"):
        writer.open_paragraph("p")
        writer.text(text)
        writer.close_paragraph()
    writer.close_frame()
    writer.close_frame()
    writer.close_frame()


def list_in_a_paragraph(writer: Writer) -> None:
    writer.open_paragraph("p")
    writer.text("before")
    writer.open_frame("ol")
    writer.open_frame("li")
    writer.text("item")
    writer.close_frame()
    writer.close_frame()
    writer.text("after")
    writer.close_paragraph()


def rule_between(writer: Writer) -> None:
    writer.rule()
    writer.text("one")
    writer.rule()
    writer.text("two")
    writer.rule()


@pytest.mark.parametrize(
    ("tell", "html"),
    [
        (two_paragraphs, "<p>one</p><p>two</p>"),
        (bold_across_paragraphs, "<p><b>one</b></p><p><b>two</b></p>"),
        (spaces_between, "<p>one <b>two</b> three four</p>"),
        (text_in_a_list, "<ul><li>stray</li><li>item<p>more</p></li></ul>"),
        (empty_things, ""),
        (divided_cell, "<table><tr><td></td><td>one<br>two</td></tr></table>"),
        (list_in_a_paragraph, "<p>before</p><ol><li>item</li></ol><p>after</p>"),
        (rule_between, "<p>one</p><hr><p>two</p>"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_what_is_told_is_written_flat(tell: Callable[[Writer], None], html: str) -> None:
    writer = Writer()
    tell(writer)
    assert writer.html() == html


def test_the_title_at_the_top_is_left_out_and_later_stays() -> None:
    writer = Writer("The Title!")
    writer.inline_media("<img>")
    writer.end_run()
    for tag, text in (("h1", "the  title"), ("p", "words"), ("h2", "The Title")):
        writer.open_paragraph(tag)
        writer.text(text)
        writer.close_paragraph()
    assert writer.html() == "<p><img></p><p>words</p><h2>The Title</h2>"


def test_a_link_to_a_place_that_was_not_kept_leads_to_the_page() -> None:
    writer = Writer()
    for name in ("here", "gone"):
        writer.open_inline("a", f'<a href="#jd-{name}">', name)
        writer.text(name)
        writer.close_inline()
    writer.anchor("here")
    writer.text("!")
    html = writer.html("https://a.example/p")
    assert '<a href="#jd-here">here</a>' in html
    assert '<a href="https://a.example/p#gone">gone</a>' in html
    assert '<a id="jd-here"></a>' in html


def test_nesting_is_bounded() -> None:
    writer = Writer()
    opened = [writer.open_frame("blockquote") for _ in range(MAX_FRAMES + 10)]
    assert opened.count(True) == MAX_FRAMES
    inlines = [writer.open_inline("b", "<b>") for _ in range(MAX_INLINES + 10)]
    assert inlines.count(True) == MAX_INLINES
