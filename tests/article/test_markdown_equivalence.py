"""Rendered Markdown has the same content as the article's HTML, with every renderer."""

import html as markup
import json
import lzma
import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, strategies as st

import jingdu
from jingdu.faults import Fault
from jingdu.render.clean import clean
from jingdu.render.markdown import markdown
from tests.article.equivalence import KINDS, RENDERERS, differences, rendered

ROOT = Path(__file__).parent.parent.parent
CORPORA = Path(os.environ.get("JINGDU_CORPORA") or ROOT.parent / "shared" / "corpora")
SEED = 12
SAMPLE = 6
"""Pages per corpus in a default run."""
MAX_SIZE = 1_200_000
"""Maximum bytes of a packed corpus in a default run."""
MIN_EQUAL = 0.995
"""Minimum share of pages without differences, per renderer."""

IMAGE = '<img src="https://e.org/i.png" alt="a [b]">'
NOTE = '<p>a<sup><a href="#jd-n">1</a></sup> b</p><ol><li><a id="jd-n"></a>{}</li></ol>'
CASES = {
    "punctuation at the end of emphasis": "<p><strong>李金泽：</strong>我们</p><p>他说<em>“好。”</em>然后</p>",
    "emphasized punctuation": "<p>Obviously<strong>,</strong> worth <b>!</b> <i>.</i>x</p>",
    "emphasis within a word": "<p>Game D<b>a</b><b></b>y, un<em>frigging</em>believable, a<b>b<i>c</i></b>d</p>",
    "spaces at the ends of emphasis": "<p>a<b> b </b>c <i>\xa0d\u3000</i>e</p>",
    "adjacent emphasis": "<p><b>a</b><b>b</b> <b>c</b><i>d</i><b>e</b> <i><b>f</b>g</i><b>h</b> <b><i>i</i></b>j</p>",
    "emphasis at the start of emphasis": "<p><b><i>“a</i> b c<i>.</i></b> <b><i>a</i> b<i>c</i>d</b></p>",
    "emphasis around punctuation": "<p>x<b>*a*</b>y <i>_b_</i> <b>`c`</b>d <b>😀e</b>f <b>$5</b>g</p>",
    "emphasis around other elements": f"<p>x<b><a href='https://e.org/'>a</a></b>y x<i>"
        f"<code>b</code></i>y <b>{IMAGE}</b>z</p>",
    "super- and subscript": "<p>10<sup>6</sup>H<sub>2</sub>O <b>a<sup>2</sup></b>b <del>c <b>d</b></del>e <s>f</s></p>",
    "line breaks": "<p><b>a<br>b</b><br>- c<br># d<br>1. e<br>+<br>===<br>&gt; f<br></p><p><br>g</p>",
    "block markers at line starts": "<p># a</p><p>- b</p><p>+ c</p><p>2. d</p><p>3) e</p>"
        "<p>&gt; f</p><p>---</p><p>~~~</p><p>| g |</p>",
    "escapes": r"<p>\a \* * _b_ `c` [d](e) [f]: g ![h](i) &amp;amp; &amp;lt; &lt;b&gt; a~b~c ~~d~~ !</p><p>[^1]: x</p>",
    "escapes between elements": "<p>!<a href='https://e.org/'>a</a> &lt;<b>b</b> [<i>c"
        "</i>](d) \\<i>e</i> &amp;<b>lt;</b> `<b>f</b>`</p>",
    "dollars": "<p>A$B and C$D, US$5 and US$ 6, $x$, $$ y $$</p>",
    "inline code": "<p>a<code>b</code><code>`c`</code> <code> </code><code>"
        "<a href='https://e.org/'>d</a>e</code> <kbd>f g</kbd></p>",
    "code blocks": "<pre><code class='language-python'># a\n\n```\n- b\n    c\n"
        "</code></pre><ul><li>d<pre>\n# e\n\n f</pre></li></ul>",
    "headings": f"<h1>a #</h1><h2>1. <b>b:</b>c {IMAGE}</h2><h3># d</h3><h6>e<br>f</h6>",
    "adjacent lists": "<ul><li>a</li></ul><ul><li>b</li></ul><ol><li>c</li>"
        "</ol><ol start=7><li>d</li><li>e</li></ol>",
    "nested lists": "<ul><li>a<ul><li>b<ol start=3><li>c</li></ol></li></ul>"
        "</li><li><ol><li>d</li></ol><p>e</p></li></ul>",
    "blocks in items": "<ol><li><p>a</p><p>b</p><pre>\nc</pre></li><li><blockquote>"
        "<p>d</p></blockquote></li><li><h3>e</h3></li></ol>",
    "long list numbers": "<ol start=999999999><li>a</li><li>b</li></ol><ol start=98>"
        "<li>c</li><li>d</li><li><p>e</p><p>f</p></li></ol>",
    "horizontal rules": "<p>a</p><hr><ul><li><hr>b</li></ul><blockquote><hr><p>c</p></blockquote>",
    "quotes": "<blockquote><p>a</p><ul><li>b</li></ul><pre>\n# c</pre></blockquote><blockquote><p>d</p></blockquote>",
    "definitions": "<dl><dt>a:</dt><dd>b</dd><dd><p>c</p><p>d</p></dd></dl>"
        "<details><summary>e</summary><p>f</p></details>",
    "figures": f"<figure><a href='https://e.org/'>{IMAGE}</a><figcaption>a <b>b</b></figcaption></figure>",
    "tables": "<table><caption>t</caption><tr><th rowspan=2>a|b</th><th colspan=2><code>c</code>d</th></tr>"
              f"<tr><td>\\|e</td><td><b>f|</b>g</td></tr><tr><td>{IMAGE}<a href='https://e.org/a|b'>h</a></td></tr></table>",
    "rows longer than the header": "<table><tr><td>a</td></tr><tr><td>b</td><td>c<br>d</td><td>e</td></tr></table>",
    "lists in cells": "<table><tr><td>a</td><td><ul><li>b <b>c</b></li><li>d</li></ul></td></tr></table>",
    "links": "<p><a href='https://e.org/a(b'>a]</a> <a href='https://e.org/c d'>c[</a> <a href='https://e.org/?a=1&amp;copy=2'>e</a>"
             " <a href='https://e.org/f_g*h*'>https://e.org/f_g*h*</a>"
             " <a href='https://e.org/%20'>https://e.org/%20</a> <a href='https://e.org/i'> j </a>k</p>",
    "link with a picture and text": f"<p><a href='https://e.org/'>{IMAGE} a <b>b</b></a></p>",
    "footnotes": NOTE.format("c <b>d</b>") + "<p>e</p>",
    "footnote reference before a bracket": "<p>a<sup><a href='#jd-n'>1</a></sup>: b<sup><a href='#jd-n'>1</a>"
        "</sup>(c)</p><ol><li><a id='jd-n'></a>d e</li></ol>",
    "ruby and quotes": "<p><ruby>東<rt>とう</rt></ruby><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby> <q>a</q></p>",
}  # fmt: skip


@pytest.mark.parametrize("renderer", RENDERERS)
@pytest.mark.parametrize("html", CASES.values(), ids=CASES.keys())
def test_rendered_markdown_matches_the_html(html: str, renderer: str) -> None:
    html = clean(html)
    assert differences(html, markdown(html), renderer) == {}


def test_emphasis_is_kept_as_far_as_markdown_allows() -> None:
    wanted = {
        "<b>李金泽：</b>我们": "**李金泽**：我们",
        "<b>Note:</b> text": "**Note:** text",
        "Obviously<b>,</b> worth": "Obviously, worth",
        "Game D<b></b>a<b>y</b>": "Game Da**y**",
        "<b>a</b><b>b</b> <i> c</i>": "**ab** *c*",
        "x<b><a href='https://e.org/'>a</a></b>y": "x[**a**](https://e.org/)y",
        "a <b>b <i>c</i></b>": "a **b *c***",
        "<i>“好。”</i>他说": "*“好*。”他说",
        "a <del>b</del>": "a <del>b</del>",
        "<img src='data:image/png;base64,AA' alt='A plot'>": "A plot",
    }
    assert {html: markdown(clean(f"<p>{html}</p>")).strip() for html in wanted} == wanted


@pytest.mark.parametrize(
    ("alt", "caption", "shown"),
    [
        ("A man", "A man", ""),
        ("A  man", "<b>A</b>\nman walks. Getty", ""),
        ("A man", "A woman", "A man"),
        ("A man", "", "A man"),
    ],
    ids=["equal", "start of the caption", "different", "no caption"],
)
def test_alt_text_repeated_in_the_caption_is_omitted(alt: str, caption: str, shown: str) -> None:
    html = f'<figure><img src="https://site.example/a.jpg" alt="{alt}"><figcaption>{caption}</figcaption></figure>'
    assert markdown(html).startswith(f"![{shown}](https://site.example/a.jpg)")


def test_code_in_a_table_cell_keeps_its_lines() -> None:
    code = "<pre><code>if a | b:\n    c()\n\nd()</code></pre>"
    html = clean(f"<table><tr><th>Name</th><th>Code</th></tr><tr><td>Ada</td><td><p>x</p>{code}</td></tr></table>")
    assert markdown(html).split("\n")[2] == "| Ada | x `if a \\| b:`<br>`\xa0\xa0\xa0\xa0c()`<br> <br>`d()` |"


NOTES = {
    "script URL": "javascript:alert(1)",
    "URL": "https://e.org/",
    "URL and title": 'data:text/html,x "title"',
    "word": "word",
    "script URL and another line": "javascript:alert(1)<br>b",
    "title in parentheses": "a (b)",
    "list item": "- a",
    "list number": "2. b",
}


@pytest.mark.parametrize("note", NOTES.values(), ids=NOTES.keys())
def test_a_footnote_never_becomes_a_link_definition(note: str) -> None:
    html = clean(NOTE.format(note))
    written = markdown(html)
    assert "[^1]: " in written
    for renderer in RENDERERS:
        shown = rendered(written, renderer)
        assert differences(html, written, renderer) == {}
        assert not [link for link in re.findall(r'href="([^"]*)', shown) if not link.startswith("#")]


def test_differences_of_each_kind_are_detected() -> None:
    html = "<h2>a</h2><ul><li>b</li></ul><pre>c</pre><table><tr><td>d</td></tr></table><p><a href='https://e.org/'>e</a></p>"
    fine = "## a\n\n- b\n\n```\nc\n```\n\n| d |\n| --- |\n\n[e](https://e.org/)\n"
    wrong = {
        "## a": "# a", "- b": "b", "```\nc\n```": "c", "| d |\n| --- |": "d", "[e](https://e.org/)": "e",
        "[e]": "**[e]x**y", "d |": "d f |", "/e.org": "/f.org",
    }  # fmt: skip
    for renderer in ("commonmark", "gfm"):
        assert differences(html, fine, renderer) == {}
        for part, other in wrong.items():
            assert differences(html, fine.replace(part, other), renderer), other


SIGNS = "ab中。，“”!*_`~[]()<>&\\$#|-+=:.1 \xa0😀"
LETTERS = st.text(st.sampled_from(SIGNS), min_size=1, max_size=6).map(markup.escape)
TAGS = ["b", "i", "strong", "em", "sup", "del", "code", "a", "span"]
LINES = st.recursive(
    LETTERS | st.sampled_from(["<br>", " ", IMAGE]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}{' href=https://e.org/' if tag == 'a' else ''}>{''.join(parts)}</{tag}>",
        st.sampled_from(TAGS),
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


@given(st.lists(LINES, min_size=1, max_size=5).map("".join))
@example("a<b>b<i>c</i></b><i>d</i>e")
@example("<b><i>a</i>b<i>c</i>d</b>")
@example("<b>$\\$</b>")
def test_nested_inline_elements_keep_words_and_links(line: str) -> None:
    for around in ("<p>{}</p>", "<h2>{}</h2>", "<ul><li>{}</li></ul>"):
        html = clean(around.format(line))
        written = markdown(html)
        for renderer in ("commonmark", "gfm"):
            differing = differences(html, written, renderer)
            assert not differing.keys() & {"words", "signs", "headings", "links"}, (written, differing)


@pytest.mark.timeout(7200)
def test_pages_of_the_corpora(long_run: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """Checks a sample; with ``--long`` all pages, and prints the figures of each renderer."""
    if not CORPORA.is_dir():
        pytest.skip(f"no corpora in {CORPORA}; set JINGDU_CORPORA")
    pages = 0
    unlike: Counter[str] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    found: list[str] = []
    for name, html in _articles(long_run):
        pages += 1
        written = markdown(html)
        for renderer in RENDERERS:
            differing = differences(html, written, renderer)
            unlike[renderer] += bool(differing)
            kinds.update((renderer, kind) for kind in differing)
            found += [f"{name} {renderer} {kind}" for kind in differing]
    with capsys.disabled():
        for renderer in RENDERERS if long_run else ():
            result = ", ".join(f"{kind} {kinds[renderer, kind]}" for kind in KINDS)
            print(f"\n{renderer}: {pages - unlike[renderer]} of {pages} pages are equal; differences: {result}")
    assert pages
    assert all(unlike[renderer] <= (1 - MIN_EQUAL) * pages for renderer in RENDERERS), found


def _articles(long_run: bool) -> Iterator[tuple[str, str]]:
    """Names and cleaned HTML of the articles in the corpora."""
    for path in sorted(CORPORA.glob("*.jsonl.xz")):
        if not long_run and path.stat().st_size > MAX_SIZE:
            continue
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            rows = list(lines)
        chosen = range(len(rows)) if long_run else random.Random(SEED).sample(range(len(rows)), SAMPLE)
        for number in chosen:
            page = json.loads(rows[number])
            try:
                yield f"{path.name} {number}", jingdu.read(page["html"], page.get("url")).html
            except Fault:
                continue
