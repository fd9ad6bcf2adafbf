"""Markdown of hostile pages is inert, even if a renderer allows raw HTML and any link."""

import re
from html import escape
from itertools import product

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from playwright.sync_api import Page

from jingdu.render.clean import clean
from jingdu.render.markdown import markdown
from tests.hostile.corpus import WORDS, live
from tests.hostile.pages.canary import Canary
from tests.hostile.pages.chain import Read, batched, sections
from tests.hostile.pages.watching import Watch, summary

pytestmark = [pytest.mark.browser, pytest.mark.timeout(3600)]

ALLOWED_HTML = re.compile(r"</?(?:su[bp]|del|ul|ol|li)>|<br>")
"""The only HTML that Jingdu writes into Markdown."""


def renderer() -> MarkdownIt:
    """CommonMark with tables, strikethrough and raw HTML, without a check of addresses."""
    parser = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable(["table", "strikethrough"])
    parser.validateLink = lambda address: True  # type: ignore[method-assign, assignment]
    return parser


def renderers() -> list[MarkdownIt]:
    """CommonMark, GitHub's dialect with footnotes, and `renderer`, without a check of addresses."""
    parsers = [MarkdownIt("commonmark"), MarkdownIt("gfm-like", {"linkify": False}).use(footnote_plugin), renderer()]
    for parser in parsers:
        parser.validateLink = lambda address: True  # type: ignore[method-assign, assignment]
    return parsers


def active(text: str) -> list[str]:
    """Raw HTML and unsafe addresses that any renderer finds in the Markdown."""
    return [odd for one in renderers() for odd in _active(one, text)]


def _active(parser: MarkdownIt, text: str) -> list[str]:
    odd: list[str] = []
    blocks = parser.parse(text)
    for token in [*blocks, *(child for block in blocks for child in block.children or ())]:
        if token.type in ("html_block", "html_inline") and not ALLOWED_HTML.fullmatch(token.content):
            odd.append(f"{token.type} {token.content[:100]}")
        for name in ("href", "src"):
            address = str(token.attrs.get(name, "https://"))
            if not re.match(r"https?://|mailto:|tel:|#", address, re.I):
                odd.append(f"{name} {address[:100]}")
    return odd


def test_markdown_contains_no_raw_html_or_unsafe_address(articles: list[Read]) -> None:
    assert {read.page.number: found for read in articles if (found := active(read.article.markdown))} == {}


def test_rendered_markdown_is_inert(watch: Watch, tab: Page, canary: Canary, articles: list[Read]) -> None:
    for number, some in enumerate(batched(articles, 400)):
        parts = sections((read.page.number, renderer().render(read.article.markdown)) for read in some)
        watch.show(tab, canary.put(f"/markdown/{number}", f"<!doctype html><meta charset=utf-8><body>{parts}"))
        seen = watch.touched(tab)
        assert seen.is_empty, summary(seen)


AROUND = (
    "{}", "<h1>{}", "<li>{}", "<table><tr><th>a<th>b<tr><td>{}<td>{}</table>", "<a href='https://a.example/'>{}</a>",
    "<pre>{}", "a<sup><a href='#jd-n'>1</a></sup><ol><li><a id='jd-n'></a>{}</ol>",
)  # fmt: skip


def test_hostile_words_stay_text_in_markdown() -> None:
    """Hostile text in each kind of block, also split into several elements."""
    acting = []
    for (name, words), around in product(WORDS.items(), AROUND):
        html = around.replace("{}", escape(live(words, 1, "http://127.0.0.1:1")))
        pieces = [html.replace(one, f"<small>{one}</small>") for one in " []"]
        acting += [(name, one) for one in [html, *pieces] if active(markdown(clean(f"<p>{one}</p>")))]
    assert acting == []
