"""Features are columns: a name, and one value for each block."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jingdu.extractors.layout import layout_of, second_columns
from jingdu.page.decode import decode
from jingdu.page.features import columns, plain_columns
from jingdu.page.features.columns import Columns, Sums
from jingdu.page.lexicon import Lexicon, cue_words, name_words, naming
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.text.terms import MAX_TERMS, ideographs, title_terms

PAGES = sorted((Path(__file__).parent.parent / "pages").glob("*/page.html"))
LEXICON = Lexicon({"post": 900, "nav": -800, "post+body": 50}, {"nav": -700, "main": 400}, {"home": -500, "^今天": 300})


def table_of(page: Page) -> Columns:
    """All columns of both looks."""
    table = columns(page, LEXICON)
    odds = [float(at % 7 - 3) for at in range(len(page.blocks))]
    return {**table, **(second_columns(odds, layout_of(page, table["size"])) if page.blocks else {})}


def only(text: str) -> dict[str, object]:
    """The features of a page's one paragraph."""
    return {name: column[0] for name, column in plain_columns(parse(f"<p>{text}</p>")).items()}


@pytest.mark.parametrize(
    "html",
    [
        "<p></p>",
        "<p>one</p>",
        "<a href=x>link</a>",
        "<div>a<p>b</p>c</div>",
        "<ul>" + "<li><a href=x>link</a>" * 5000,
        "<title>x</title>" + "<div>" * 900 + "deep",
        *[decode(path.read_bytes()) for path in PAGES],
    ],
    ids=["empty", "one", "only-a-link", "mixed", "huge", "deep", *[path.parent.name for path in PAGES]],
)
def test_every_column_has_one_number_or_word_a_block(html: str) -> None:
    page = parse(html)
    table = table_of(page)
    assert len(table) > 50
    for name, column in table.items():
        assert len(column) == len(page.blocks), name
        kinds = {type(value) for value in column}
        assert kinds <= {str} or (kinds <= {int, float} and all(map(isfinite, column))), name


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["p", "h1", "li", "td", "a href=x", "div hidden", "b", "nav class=nav", "my-x"]),
            st.text("ab ,.。，中1\xa0\ufeff", max_size=30),
        )
    )
)
def test_shares_and_densities_are_between_nothing_and_all(parts: list[tuple[str, str]]) -> None:
    table = table_of(parse("<title>a 中</title><p>x</p>" + "".join(f"<{tag}>{text}" for tag, text in parts)))
    fractions = [name for name in table if name.endswith(("_share", "_pure", "density", "place", "read", "_mass"))]
    assert len(fractions) > 15
    for name in fractions:
        assert all(-1e-9 <= value <= 1 + 1e-9 for value in table[name]), name


CHINESE = "今天天气很好，我们去公园、湖边。"
"""13 characters of Chinese script, two commas, one full stop."""
ENGLISH = "Hello, World: it is 5. Really? Yes; it is."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            CHINESE,
            {
                "chars": 16,
                "size": 16 + 2 * 13,
                "commas": 2,
                "stops": 1,
                "marks": 0,
                "punctuation": 3,
                "punctuation_rate": 3 / 42,
                "digits": 0.0,
                "first": "ideograph",
                "last": "。",
                "case": "plain",
                "word_length": 16 / (1 + 13 / 2),
            },
        ),
        (
            ENGLISH,
            {
                "chars": 42,
                "size": 42,
                "commas": 2,  # the comma and the semicolon
                "stops": 3,  # ". " and "?" and the last "."
                "marks": 1,
                "punctuation": 6,
                "punctuation_rate": 5 / 42,
                "digits": 1 / 42,
                "first": "upper",
                "last": ".",
                "word_length": 42 / 9,
            },
        ),
        ("COPYRIGHT © 2024", {"case": "upper", "digits": 4 / 16, "marks": 1, "last": "digit", "stops": 0}),
        ("Terms Of Use", {"case": "title", "first": "upper", "last": "lower"}),
        ("“quoted”", {"first": "“", "last": "”"}),
        ("한국어 テスト", {"size": 7 + 2 * 6}),
        ("a <a href=x>bcd</a>", {"link_density": 3 / 5, "links": 1}),
        ("a&nbsp;<b>b</b><strong>c</strong><em>d</em><br>e", {"nbsp": 1, "b": 2, "i": 1, "br": 1, "inline": "b"}),
    ],
    ids="chinese english upper title quoted korean-japanese link inline".split(),
)
def test_the_text_of_a_block_gives_these_values(text: str, expected: Mapping[str, object]) -> None:
    found = only(text)
    assert {name: found[name] for name in expected} == pytest.approx(expected)


PAGE = parse(
    """<title>Otters return - The Daily Otter</title><body class=home>
<nav class="nav top"><a href=/>Home</a> <a href=/n>News</a></nav>
<main><h1>Otters return</h1><div class="postBody"><p class=lead>Short.</p>
<p class=lead>%s</p></div></main>
<footer hidden><ul><li>a</li><li>b</li></ul></footer>"""
    % ("Some prose, about otters. " * 8)
)
"""Blocks: 0 navigation, 1 heading, 2 and 3 paragraphs, 4 and 5 list items."""
BIG = len(PAGE.blocks[3].text)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tag", ["nav", "h1", "p", "p", "li", "li"]),
        ("parent_tag", ["body", "main", "div", "div", "ul", "ul"]),
        ("grand_tag", ["html", "body", "main", "main", "footer", "footer"]),
        ("depth", [2, 3, 4, 4, 4, 4]),
        ("landmark", ["nav", "main", "main", "main", "footer", "footer"]),
        ("holder", ["none", "none", "none", "none", "ul", "ul"]),
        ("hidden", [0, 0, 0, 0, 1, 1]),
        ("links", [2, 0, 0, 0, 0, 0]),
        ("title", [0.0, 3 / 4, 0.0, 2 / 4, 0.0, 0.0]),  # terms: otters return daily otter
        ("after_title", [-1, 0, 1, 2, 3, 4]),
        ("after_h1", [-1, 0, 1, 2, 3, 4]),
        ("index", [0, 1, 2, 3, 4, 5]),
        ("from_end", [6, 5, 4, 3, 2, 1]),
        ("place", [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6]),
        ("read", [0, 0, 0, 0, 1, 1]),
        ("unread", [1, 1, 1, 0, 0, 0]),
        ("text_before", [n / (9 + 13 + 6 + BIG + 2) for n in (0, 9, 22, 28, 28 + BIG, 29 + BIG)]),
        ("since_heading", [99, 0, 1, 2, 3, 4]),
        ("since_prose", [99, 99, 99, 99, 0, 1]),
        ("to_prose", [2, 1, 0, 99, 99, 99]),
        ("repeats", [1, 1, 1, 1, 1, 1]),
        ("plain_1", [14 / 2, 20 / 3, (19 + BIG) / 3, (7 + BIG) / 3, (2 + BIG) / 3, 2 / 2]),
        ("box_blocks", [1, 1, 1, 1, 1, 1]),
        ("parent_blocks", [6, 3, 2, 2, 2, 2]),
        ("parent_rank", [0, 0, 0, 1, 0, 1]),
        ("parent_share", [1, 1, 1, 1, 0, 0]),
        ("parent_mean", [(22 + BIG) / 6, (19 + BIG) / 3, (6 + BIG) / 2, (6 + BIG) / 2, 1, 1]),
        ("alike", [1, 1, 2, 2, 2, 2]),
        ("alike_size", [9, 13, (6 + BIG) / 2, (6 + BIG) / 2, 1, 1]),
        ("alike_links", [8 / 9, 0, 0, 0, 0, 0]),
        ("names", [-800, 0, 0, 0, 0, 0]),  # "lead" is in no lexicon
        ("names_low", [-800, 0, 0, 0, 0, 0]),
        ("parent_names", [0, 0, 950, 950, 0, 0]),  # postBody: post, and post followed by body
        ("around", [-700, 0, 0, 0, 0, 0]),
        ("cues", [-500, 0, 0, 0, 0, 0]),
        ("cue_low", [-500, 0, 0, 0, 0, 0]),
    ],
)
def test_a_small_page_gives_these_columns(name: str, expected: list[object]) -> None:
    assert columns(PAGE, LEXICON)[name] == pytest.approx(expected)


def test_a_small_pages_tags_are_these() -> None:
    table = columns(PAGE, LEXICON)
    assert [block.text[:5] for block in PAGE.blocks] == ["Home ", "Otter", "Short", "Some ", "a", "b"]
    assert table["size"] == [9, 13, 6, BIG, 1, 1]


def test_sums_know_what_reads_like_prose() -> None:
    sums = Sums({"size": [61, 60, 121, 120, 200], "link_density": [0, 0, 0, 0, 0.5], "stops": [1, 1, 0, 0, 0]})
    assert sums.is_prose == [True, False, True, False, False]
    assert (sums.total, sums.total_plain, sums.total_prose) == (562, 462, 182)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("postBody sidebar-2", {"post", "body", "sidebar", "post+body", "body+sidebar"}),
        ("HTMLContent", {"html", "content", "html+content"}),
        ("nav nav", {"nav", "nav+nav"}),
        ("a_b-c x9", {"a+b", "b+c", "c+x"}),
        ("正文", set()),
    ],
)
def test_names_are_taken_apart(names: str, words: set[str]) -> None:
    assert name_words(names) == words


def test_a_box_is_named_by_class_id_role_and_itemprop() -> None:
    box = parse("<p class='a b' id=c role=d itemprop=e title=f>x").blocks[0].box
    assert naming(box) == "a b c d e"


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("Read More", ["read", "more"]),
        ("责任编辑：林", ["责任", "任编", "编辑", "林"]),
        ("word " * 30, ["^word", "^word", "^word", "word$", "word$", "word$"]),
    ],
    ids=["short", "chinese", "long"],
)
def test_cues_of_a_text(text: str, cues: list[str]) -> None:
    assert list(cue_words(parse(f"<p>{text}").blocks[0])) == cues


@pytest.mark.parametrize(
    ("title", "terms"),
    [
        ("The Return of the Otters", ["return", "otters"]),
        ("山城小镇", ["山城", "城小", "小镇"]),
        ("iPhone 15发布", ["iphone", "15", "发布"]),
        ("书", ["书"]),
        ("", []),
    ],
)
def test_terms_of_a_title(title: str, terms: list[str]) -> None:
    assert title_terms(title) == terms


def test_terms_of_a_title_are_bounded_and_ideographs_counted() -> None:
    assert len(title_terms(" ".join(f"word{n}" for n in range(100)))) == MAX_TERMS
    assert ideographs("中文 and 日本語、カナ 한글.") == 2 + 3 + 2 + 2
