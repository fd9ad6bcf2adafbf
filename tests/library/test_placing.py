"""Pictures in the article: kept ones by their file, the others as links, and the way back."""

from __future__ import annotations

import pytest

from jingdu.library import wording
from jingdu.library.images import placing
from jingdu.library.images.placing import addresses, missing, place, reopen, sources
from jingdu.render.clean import clean

A, B = "https://example.org/a.png", "https://example.org/b.png?x=1&y=2"
HTML = clean(
    f'<p>One <img src="{A}" alt="A &quot;ferry&quot; &lt;b&gt;" width="3" height="2"> two.</p>'
    f'<figure><a href="https://example.org/"><img src="{B}" alt="B"></a><figcaption>C</figcaption></figure>'
    f'<p><abbr title="&lt;img src=https://example.org/no.png&gt;">x</abbr> 1 &lt; 2 <img src="{A}"></p>'
)


def test_what_is_missing_is_a_link_and_is_listed() -> None:
    placed = place(HTML, {B: "b.png"}, "en")
    assert f'<p>One <a href="{A}" rel="noopener noreferrer">🖼 A "ferry" &lt;b&gt;</a> two.</p>' in placed
    listed = f'<ul><li><a href="{A}" rel="noopener noreferrer">{A}</a></li></ul>'
    assert placed.endswith(f"<hr><p>🖼 Pictures that could not be saved:</p>{listed}")
    assert addresses(placed) == []


def test_in_a_link_there_is_no_second_link() -> None:
    placed = place(HTML, {A: "a.png"})
    shown = B.replace("&", "&amp;")
    assert f'<a href="https://example.org/" rel="noopener noreferrer"><abbr title="{shown}">🖼 B</abbr></a>' in placed


@pytest.mark.parametrize("first", [{}, {A: "a.png"}, {B: "b.png"}], ids=["none", "A", "B"])
def test_what_was_missing_can_be_placed_once_more(first: dict[str, str]) -> None:
    once = place(HTML, first)
    assert set(missing(once)) == {A, B} - set(first)
    known = {f"assets/{name}": name for name in first.values()}
    again = place(reopen(once, missing(once)), {**known, A: "a.png", B: "b.png"})
    assert sources(again) == ["assets/a.png", "assets/b.png"]
    assert again.count("<img") == 3 and "🖼" not in again


@pytest.mark.parametrize("html", ["<p>1 &lt; 2 <img", '<img src="', "<img " + "a " * 50_000, "<" * 100_000])
def test_odd_text_is_left_as_it_is_and_quickly(html: str) -> None:
    assert place(html, {}) == html


@pytest.mark.parametrize("lang", ["en", "fr", "zh-CN", "zh-TW", "ja"])
def test_every_reason_is_in_the_articles_language_and_leads_back_to_its_code(lang: str) -> None:
    html = "".join(f'<p><img src="https://example.org/{why}.png?a=1&amp;b=2" alt="a"></p>' for why in wording.reasons())
    reasons: dict[str, str | None] = {f"https://example.org/{why}.png?a=1&b=2": why for why in wording.reasons()}
    listed = placing.place(html, {}, lang, why=reasons)
    assert placing.missing(listed) == reasons
    noted = placing.note("text\n", reasons, lang)
    assert placing.noted(noted) == reasons
    assert placing.note(noted, reasons, lang) == noted and placing.note(noted, {}, lang) == "text\n"
    assert (wording.reason("status") in listed) == (lang in ("en", "fr"))
