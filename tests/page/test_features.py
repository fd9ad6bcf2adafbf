"""Features are columns: a name, and one value per block."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from jingdu.extractors.layout import layout_columns
from jingdu.features import Around, lexical_groups, words as lexicons
from jingdu.features.columns import Columns
from jingdu.features.words import Lexicon, cue_words, name_words
from jingdu.page.model import Page
from jingdu.page.parse import parse
from tests.support.containers import Container, container_of, containers
from tests.support.grown_pages import bodies, columns, pages, plain

NEWS = Path(__file__).parents[1] / "pages" / "zh-news" / "page.html"
LEXICON = Lexicon({"post": 900, "nav": -800, "x": 70}, {"nav": -700, "main": 400}, {"home": -500, "^今天": 300})


def table_of(page: Page) -> Columns:
    """All columns of both stages."""
    if not page.blocks:
        return {}
    table = columns(page, LEXICON)
    odds = np.array([float(at % 7 - 3) for at in range(len(page.blocks))])
    return {**table, **layout_columns(odds, table["size"], Around.of(page))}


def only(text: str) -> dict[str, Any]:
    """The features of the page's only paragraph."""
    return {name: column[0] for name, column in plain(parse(f"<p>{text}</p>")).items()}


def is_words(column: Any) -> bool:
    return isinstance(column, list) and {type(value) for value in column} == {str}


@pytest.mark.parametrize(
    "html",
    [
        "<p>one</p>",
        "<a href=x>link</a>",
        "<div>a<p>b</p>c</div>",
        "<ul>" + "<li><a href=x>link</a>" * 5000,
        "<title>x</title>" + "<div>" * 900 + "deep",
        NEWS.read_text("utf-8"),
    ],
    ids=["one", "only-a-link", "mixed", "huge", "deep", "news"],
)
def test_every_column_has_one_value_per_block(html: str) -> None:
    page = parse(html)
    table = table_of(page)
    assert len(table) > 100
    for name, column in table.items():
        assert len(column) == len(page.blocks), name
        if not is_words(column):
            assert isinstance(column, np.ndarray), name
            assert column.dtype == np.float64, name
            assert np.isfinite(column).all(), name
    assert {name for name, column in table.items() if is_words(column)} == {
        *("tag", "parent_tag", "grand_tag", "landmark", "holder", "first", "last", "case", "inline", "leads")
    }


# --- The text --------------------------------------------------------------------------------------------------------

CHINESE = "今天天气很好，我们去公园、湖边。"
"""13 Chinese characters, two commas, one full stop."""
ENGLISH = "Hello, World: it is 5. Really? Yes; it is."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CHINESE, {
            "chars": 16, "size": 16 + 2 * 13, "tokens": 1 + 13, "commas": 2, "stops": 1, "marks": 0, "punctuation": 3,
            "punctuation_rate": 3 / 42, "digits": 0.0, "first": "caseless", "last": "。", "case": "plain",
            "word_length": 16 / (1 + 13 / 2),
        }),
        (ENGLISH, {  # a comma and a semicolon; two full stops and a question mark end sentences
            "chars": 42, "size": 42, "tokens": 9, "commas": 2, "stops": 3, "marks": 1, "punctuation": 6,
            "punctuation_rate": 5 / 42, "digits": 1 / 42, "first": "upper", "last": ".", "word_length": 42 / 9,
        }),
        ("COPYRIGHT © 2024", {"case": "upper", "digits": 4 / 16, "marks": 1, "last": "digit", "stops": 0}),
        ("Terms Of Use", {"case": "title", "first": "upper", "last": "lower"}),
        ("“quoted”", {"first": "“", "last": "”"}),
        ("한국어 テスト", {"size": 7 + 2 * 6, "tokens": 2 + 6}),
        ("v1.2.3 is out...", {"stops": 1}),
        ("\U0001f600 a. \U00020000.", {"chars": 7, "size": 7, "stops": 2, "first": "other"}),
        ("a <a href=x>bcd</a>", {"link_density": 3 / 5, "links": 1, "density": 5 / (5 + 2 + 5)}),
        ("a&nbsp;<b>b</b><strong>c</strong><em>d</em><br>e", {"nbsp": 1, "b": 2, "i": 1, "br": 1, "inline": "b"}),
    ],
    ids="chinese english upper title quoted korean-japanese inner-stops astral link inline".split(),
)  # fmt: skip
def test_text_features_of_a_block(text: str, expected: Mapping[str, object]) -> None:
    found = only(text)
    assert {name: found[name] for name in expected} == pytest.approx(expected)


# --- The place -------------------------------------------------------------------------------------------------------

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
        ("title_filled", [0.0, 3 * 8 / 21, 0.0, 2 * 8 / (BIG + 8), 0.0, 0.0]),
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
        ("pure_1", [14 / 22, 20 / 28, 1, 1, 1, 1]),
        ("box_blocks", [1, 1, 1, 1, 1, 1]),
        ("parent_blocks", [6, 3, 2, 2, 2, 2]),
        ("parent_rank", [0, 0, 0, 1, 0, 1]),
        ("parent_share", [1, 1, 1, 1, 0, 0]),
        ("parent_mean", [(22 + BIG) / 6, (19 + BIG) / 3, (6 + BIG) / 2, (6 + BIG) / 2, 1, 1]),
        ("parent_pure", [(22 + BIG) / (30 + BIG), 1, 1, 1, 1, 1]),
        ("alike", [1, 1, 2, 2, 2, 2]),
        ("alike_size", [9, 13, (6 + BIG) / 2, (6 + BIG) / 2, 1, 1]),
        ("alike_links", [8 / 9, 0, 0, 0, 0, 0]),
        ("alike_share", [n / (30 + BIG) for n in (9, 13, 6 + BIG, 6 + BIG, 2, 2)]),
        ("names", [-800, 0, 0, 0, 0, 0]),  # "lead" is in no lexicon
        ("names_low", [-800, 0, 0, 0, 0, 0]),
        ("parent_names", [0, 0, 900, 900, 0, 0]),
        ("grand_names", [0, 0, 0, 0, 0, 0]),
        ("around", [-700, 0, 0, 0, 0, 0]),
        ("cues", [-500, 0, 0, 0, 0, 0]),
        ("cue_low", [-500, 0, 0, 0, 0, 0]),
        ("site_weight", [-1, -1, -1, -1, -1, -1]),
    ],
)
def test_columns_of_a_small_page(name: str, expected: list[object]) -> None:
    assert list(columns(PAGE, LEXICON)[name]) == pytest.approx(expected)


# --- The containers around -------------------------------------------------------------------------------------------

LANDMARKS = set("nav footer header aside main article section form dialog".split())
HOLDERS = set("table ul ol dl blockquote figure form details pre menu".split())


def ancestry(container: Container | None) -> Iterator[Container]:
    while container is not None:
        yield container
        container = container.parent


def nearest(container: Container, tags: set[str]) -> str:
    return next((one.tag for one in ancestry(container) if one.tag in tags), "none")


HIDDEN_ATTRIBUTES = {
    "hidden": True,
    "aria-hidden=true": True,
    "aria-hidden=false": False,
    "data-jingdu-hidden": True,
    "style='Display: none'": True,
    "style='color: red; display:none!important'": True,
    "style='list-style: none'": False,
    "class=hidden": False,
}


@pytest.mark.parametrize(("attribute", "hides"), HIDDEN_ATTRIBUTES.items())
def test_a_hidden_container_hides_its_content(attribute: str, hides: bool) -> None:
    page = parse(f"<p>a</p><div {attribute}><div><p>b</p></div>c</div><p>d</p>")
    assert plain(page)["hidden"].tolist() == [0, hides, hides, 0]


@given(st.lists(bodies(), min_size=1, max_size=4))
def test_containers_of_a_block_are_its_ancestors(parts: list[str]) -> None:
    page = parse("".join(parts))
    around, table = Around.of(page), plain(page)
    for at, block in enumerate(page.blocks):
        chain = list(ancestry(container_of(block)))
        chain += [containers(page)[0]] * 5
        assert [level[at] for level in around.containers] == [container.index for container in chain[:5]]
        assert [first[at] for first in around.firsts] == [container.first for container in chain[:5]]
        assert [last[at] for last in around.lasts] == [container.last for container in chain[:5]]
        assert [table[name][at] for name in ("tag", "parent_tag", "grand_tag")] == [
            container.tag for container in chain[:3]
        ]
        assert table["depth"][at] == container_of(block).depth
        assert table["landmark"][at] == nearest(container_of(block), LANDMARKS)
        assert table["holder"][at] == nearest(container_of(block), HOLDERS)
        assert table["parent_rank"][at] == min(at - chain[1].first, 30)
        assert table["grand_blocks"][at] == chain[2].last - chain[2].first
    for container in containers(page):
        assert dict(page.containers.attributes[container.index]) == (
            dict(container.element.items()) if container.first < container.last else {}
        )


# --- The lexicon -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ("postBody sidebar-2", {"post", "body", "sidebar"}),
        ("HTMLContent", {"html", "content"}),
        ("nav nav", {"nav"}),
        ("a_b-c x9", {"a", "b", "c", "x"}),
        ("XMLHttpRequest2", {"xml", "http", "request"}),
        ("été-x", {"t", "x"}),
        ("正文", set()),
        ("", set()),
        ("123 _", set()),
    ],
)
def test_class_names_are_split_into_words(names: str, words: set[str]) -> None:
    assert name_words(names) == words


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("Read More", ["read", "more"]),
        ("责任编辑：林", ["责任", "任编", "编辑", "林"]),
        ("word " * 29 + "word", ["^word", "^word", "^word", "word$", "word$", "word$"]),
        ("x" * lexicons.SHORT, ["x" * lexicons.SHORT]),
        ("x" * (lexicons.SHORT + 1), ["^" + "x" * 24, "x" * 24 + "$"]),
    ],
    ids=["short", "chinese", "long", "just-short", "just-long"],
)
def test_cue_words_of_a_text(text: str, cues: list[str]) -> None:
    assert cue_words(text) == cues


@given(pages())
def test_lexical_columns_match_direct_lookups(page: Page) -> None:
    lexicon = Lexicon({"x": 70, "k": -30, "y": -20}, {"x": 5, "hl": 9, "y": -40}, {"otter": 60, "the": -7, "古桥": 11})
    table = {name: column for group in lexical_groups(page, lexicon, Around.of(page)) for name, column in group.items()}
    for at, block in enumerate(page.blocks):
        cues = [lexicon.cues.get(word, 0) for word in cue_words(block.text)]
        assert (table["cues"][at], table["cue_low"][at]) == (sum(cues), min([c for c in cues if c], default=0))
        named = [name_words(container.element.get("class", "")) for container in ancestry(container_of(block))]
        own = [lexicon.own[word] for word in named[0] if word in lexicon.own]
        around = [sum(lexicon.around.get(word, 0) for word in words) for words in named]
        assert (table["names"][at], table["names_low"][at]) == (sum(own), min(own, default=0))
        assert table["around"][at] == sum(around)
        assert (table["around_low"][at], table["around_high"][at]) == (min(0, *around, 0), max(0, *around, 0))


# --- The title -------------------------------------------------------------------------------------------------------
