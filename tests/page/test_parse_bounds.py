"""Pages that attack the parser are parsed in linear time and without silent loss of text."""

import re
import time

import pytest
from hypothesis import given, strategies as st
from lxml import etree

from jingdu.faults import Fault
from jingdu.page import parse as parsing
from jingdu.page.parse import parse

MAX_SECONDS = 20.0
"""Linear time takes hundredths of a second, quadratic time minutes."""


def words(html: str) -> list[str]:
    """The words in a page's blocks."""
    return " ".join(block.text for block in parse(html).blocks).split()


def growth(before: str, piece: str) -> float:
    """The time for 20,000 repetitions of ``piece`` after ``before``, relative to 2,000 (at least 5 ms)."""

    def seconds(count: int) -> float:
        html = before + piece * count
        start = time.process_time()
        parse(html)
        return time.process_time() - start

    seconds(100)
    small = max(0.005, min(seconds(2000) for _ in range(2)))
    return min(seconds(20_000) for _ in range(2)) / small


@pytest.mark.parametrize(
    "html", ["", "   \n", "<!-- only a comment -->", "<?xml version='1.0'?>"], ids=["empty", "space", "comment", "xml"]
)
def test_an_empty_page_is_a_fault(html: str) -> None:
    with pytest.raises(Fault) as raised:
        parse(html)
    assert raised.value.code == "page_unreadable"


@pytest.mark.parametrize(("limit", "most"), [("MAX_CHARS", 20), ("MAX_TAGS", 2)])
def test_pages_over_a_limit_are_truncated(monkeypatch: pytest.MonkeyPatch, limit: str, most: int) -> None:
    monkeypatch.setattr(parsing, limit, most)
    assert not parse("<p>one</p><p>two</p>").truncated
    page = parse("<p>one</p><p>two</p><p>three</p>")
    assert ([block.text for block in page.blocks], page.truncated) == (["one", "two"], True)


def test_text_after_an_embed_is_not_lost() -> None:
    """Browsers treat ``embed`` as void; libxml2 nests the following content in it."""
    page = parse("<p>before <embed src=x>after <b>bold</b> text</p><p>more</p>")
    assert [block.text for block in page.blocks] == ["before after bold text", "more"]


@given(
    st.lists(st.sampled_from("<p> </p> <div> </div> <b> </b> a b <br><br> <pre> </pre>".split())), st.integers(1, 12)
)
def test_truncation_removes_only_the_end(parts: list[str], limit: int) -> None:
    html = "<p>start</p>" + "".join(parts)
    complete = parse(html)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parsing, "MAX_TAGS", limit)
        page = parse(html)
    letters, kept = ("".join("".join(one.blocks.texts).split()) for one in (complete, page))
    assert letters.startswith(kept)
    assert page.truncated or kept == letters


@pytest.mark.sample("div", "b", "table")
@pytest.mark.parametrize("tag", ["div", "b", "span", "table", "my-box", "blockquote"])
def test_100_000_levels_keep_their_text(tag: str) -> None:
    html = f"<p>before</p>{f'<{tag}>' * 100_000}deep words{f'</{tag}>' * 100_000}<p>after</p>"
    assert words(html) == ["before", "deep", "words", "after"]


def test_unbalanced_levels_keep_their_text() -> None:
    assert words("</div>" * 5000 + "<div>" * 6000 + "deep" + "</div>" * 6000 + "<p>after") == ["deep", "after"]


@pytest.mark.sample("text")
@pytest.mark.parametrize(
    "html",
    ["<p>{0}</p><p>after</p>", "<p title='{0}'>in</p><p>after</p>", "<script>{0}</script><p>after</p>"],
    ids=["text", "attribute", "script"],
)
def test_text_after_eleven_million_characters_is_kept(html: str) -> None:
    page = parse(html.format("x" * 11_000_000))
    assert page.blocks[-1].text == "after"
    assert not page.truncated


@pytest.mark.sample("<a", "<!--", "<script>", "<template><div>", '<a x="', "<svg><p>a")
@pytest.mark.parametrize(
    "piece",
    [
        "<a", '<a "', "<a '\"", '<a x="', "</b x=\"", "<!--", "<!", "<!<!----", "<!-->", "<!--[if ", "<?", "</",
        "<script>", "<script><!--", "<title>", "<table><tr><td>", "<b><p>", "<li><ul>", "<br>", "<a href=x>t",
        "<p>&amp", "=", "&#x", "<div style=\"a\"\">t</div>", "<form><input>", "<svg>", "<select>",
        "<template>", "<template><div>", "<template></template>", "<noscript><div>", "<svg><p>a", "<p><canvas><p>",
        "<section><div></section>", "<section><li></h1>", "<table></ul>",
    ],
)  # fmt: skip
def test_parsing_takes_linear_time(piece: str) -> None:
    assert growth("<p>text</p>", piece) < 25


@pytest.mark.parametrize("inside", ["<b ", "</b ", '<b x="', "<a'"])
def test_deep_pages_with_unclosed_tags_take_linear_time(inside: str) -> None:
    html = "<div>" * 3000 + "deep" + "</div>" * 3000 + "<script>" + inside * 40_000 + '"</script><p>after</p>'
    start = time.process_time()
    assert words(html) == ["deep", "after"]
    assert time.process_time() - start < MAX_SECONDS


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>a</p><!-- never ends <p>b</p>", ["a", "never ends", "b"]),
        ("<!--[if lt IE 9]><p>a</p><p>b</p>", ["a", "b"]),
        ("<!--[if !IE]><p>a</p><!--[if IE]><p>b</p><![endif]--><p>c</p>", ["a", "c"]),
        ("<!--[if IE]><p>a</p><!-- b --><!--[if IE]><p>c</p><![endif]--><p>d</p>", ["d"]),
        ("<!--[if !IE]><!--><p>a</p><!--<![endif]--><!--[if IE]><p>b</p><![endif]-->", ["a"]),
        ("<!-- one --><p>a</p><!-- two --><p>b</p>", ["a", "b"]),
        ("<p>a</p><!--!><p>b</p>", ["a", "!>", "b"]),
        ("<p>a</p><!--> <!---> <!-- x --!><p>b</p>", ["a", "b"]),
        ("<p>a<p title='x'", ["a"]),
        ("<p>1 < 2 and 2 <3", ["1 < 2 and 2 <3"]),
        ('<div style="a""><p>one</p><p class="x">two</p></div>', ["one", "two"]),
        ("<p>a\x00b</p>", ["a\ufffdb"]),
        ("<p>a\ud83db \U0001f600</p>", ["a\ufffdb \U0001f600"]),
        ("<title>t</title><article><p>text</p></article>", ["text"]),
        ("<p>a</p></body></html><p>b</p>", ["a", "b"]),
        ("a</html>b<html><body><p>c</p>", ["a", "b", "c"]),
        ("<meta charset=gbk><p>中文</p>", ["中文"]),
        ("<p>a</p><template><div><b>x</template><p>b</p>", ["a", "b"]),
        ("<p>a</p><TEMPLATE id=x><div><template><div></template>x</div></template><p>b</p>", ["a", "b"]),
        ("<script>t = '<template>'</script><p>a</p><template>x</template>", ["a"]),
        ("<p>a&nbsp;b&hellip;&#20013;&bogus;</p>", ["a b…中&bogus;"]),
    ],
    ids="open-comment open-condition lost-end comment-in-condition revealed comments bang-comment short-comments "
    "endless-tag less-than stray-quote nul surrogate no-body after-html two-pages wrong-meta template nested-templates "
    "template-in-script entities".split(),
)
def test_damaged_html_keeps_its_text(html: str, texts: list[str]) -> None:
    assert [block.text for block in parse(html).blocks] == texts


@pytest.mark.parametrize(
    ("html", "outer"),
    [
        ("<header><div>a</header><p>z", "body"),
        ("<main><UL><li><div><div>a</UL><p>z</main>", "main"),
        ("<section><table><tr><td><div></section><p>z", "div"),
        ("<nav><script>'</nav>'</script><!-- </nav> --><div><p>z</nav>", "div"),
        ("<ul><li>a<li><div>b</div><li>c</ul></div><p>z", "body"),
    ],
)
def test_end_tags_close_open_descendants(html: str, outer: str) -> None:
    assert parse(html).blocks[-1].element.xpath("name(..)") == outer


def test_text_after_stray_quotes_is_kept() -> None:
    assert len(words('<div style="a"">' + '<p class="x">two three</p>' * 2000)) == 4000


@given(
    st.lists(
        st.one_of(
            st.integers(0, 99).map(lambda n: f"word{n} "),
            st.sampled_from("p div b td ul li table h1 a pre article my-tag".split()).map(lambda tag: f"<{tag}>"),
            st.sampled_from("p div b td ul li table h1 a pre article body html".split()).map(lambda tag: f"</{tag}>"),
            st.sampled_from(["<br>", "<!-- c -->", "&nbsp;", '<i x="">', "< ", "\n"]),
        )
    )
)
def test_every_word_is_kept_or_the_page_is_truncated(parts: list[str]) -> None:
    html = "<p>start " + "".join(parts)
    page = parse(html)
    expected = sorted(re.findall(r"word\d+", html))
    assert page.truncated or sorted(re.findall(r"word\d+", " ".join(block.text for block in page.blocks))) == expected


def test_whitespace_in_the_title_is_collapsed() -> None:
    page = parse("<title> A &amp;\n B <b>c </title><p>x", "https://a.example/")
    assert (page.title, page.url) == ("A & B <b>c", "https://a.example/")
    assert parse("<p>x", "").url is None


def test_comments_and_instructions_are_removed() -> None:
    root = parse("<!-- a --><?php b ?><p>c<!-- d --></p>").root
    assert not list(root.iter(etree.Comment, etree.ProcessingInstruction))


POST = "<p>A forum that is drawn by scripts serves its posts here, for those who have none. </p>" * 12


@pytest.mark.parametrize("beside", ["<div id=app></div>", f"<article>{POST}</article>"], ids=["alone", "repeated"])
def test_posts_in_noscript_are_read_unless_repeated_in_the_page(beside: str) -> None:
    page = parse(f"<body>{beside}<noscript>{POST}</noscript></body>")
    assert sum("drawn by scripts" in block.text for block in page.blocks) == 12


def test_a_noscript_message_is_not_the_article() -> None:
    assert not parse("<body><noscript>Please switch on scripts.</noscript></body>").blocks
