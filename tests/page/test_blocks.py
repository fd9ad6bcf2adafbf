"""Pages are segmented into blocks: runs of text in one container, in document order.

Rows of similar elements, sections and declared text are compared with a reference implementation.
"""

import gc

import pytest
from hypothesis import given, strategies as st

from jingdu.features import Around
from jingdu.features.containers import MIN_ITEMS
from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.model import Block, Blocks, Containers, Page
from jingdu.page.parse import parse
from tests.support.containers import Container, container_of, containers
from tests.support.grown_pages import bodies, plain


def texts(html: str) -> list[str]:
    return [block.text for block in parse(html).blocks]


def only(html: str) -> Block:
    """The only block of a page."""
    (block,) = parse(html).blocks
    return block


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<div>before<p>in</p>after</div>", ["before", "in", "after"]),
        ("<td>loose", ["loose"]),
        ("<table><tr><td>a<div>b</div>c</td><th>d</th></tr></table>", ["a", "b", "c", "d"]),
        ("<ul><li>a<ul><li>b</li></ul>c</li></ul>", ["a", "b", "c"]),
        ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
        ("<p>a <b>b</b> <i>c<u>d</u></i>e</p>", ["a b cde"]),
        ("<p>a<span>b</span>c</p>", ["abc"]),
        ("<p>a\n  b\t c&nbsp;d</p>", ["a b c d"]),
        ("<p>a<br>b</p>", ["a b"]),
        ("<p>a<br><br>b<br> <br>c<br/>\n<br/>\n<br/>d</p>", ["a", "b", "c", "d"]),
        ("<p>a<br><b></b><br>b", ["a", "b"]),
        ("<br><br>a", ["a"]),
        ("<b>a<br><br>b</b>", ["a", "b"]),
        ("<pre>  a\n\n    b <i>c</i>\n</pre>", ["  a\n\n    b c"]),
        ("<pre>a<div>b</div><br><br>c</pre>d", ["ab\n\nc", "d"]),
        ("<pre>  \n </pre><p>a", ["a"]),
        ("<p>a<script>x()</script>b<style>c</style>d</p>", ["abd"]),
        ("<p>a<noscript><p>n</p></noscript>b", ["ab"]),
        ("<p>a<select><option>1</select>b<textarea>t</textarea>c", ["abc"]),
        ("<p>a<svg><text>s</text></svg>b<math><mi>x</mi></math>c", ["abc"]),
        ("<div>a<my-card>b<x-y>c</x-y></my-card>d</div>", ["abcd"]),
        ("<div>a<my-card>b<p>c</p></my-card></div><x-y>d</x-y><p>\u200b</p>", ["a", "b", "c", "d"]),
        ("<p>a<unknown>b</unknown>c", ["abc"]),
        ("<a href=x>a<div>b</div>c</a>d", ["a", "b", "cd"]),
        ("<h1>a</h1>b<h2>c</h2>d", ["a", "b", "c", "d"]),
        ("<figure><img alt=no><figcaption>cap</figcaption></figure>", ["cap"]),
        ("<details><summary>s</summary>d</details>", ["s", "d"]),
        ("<button>press</button><label>name</label>", ["press", "name"]),
        ("<p> </p><p>&nbsp;</p><div>\n</div>", []),
        ("<head><title>t</title><style>s</style></head><p>a", ["a"]),
        ("<p>一段中文。<b>加粗</b>，完。</p>", ["一段中文。加粗，完。"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_pages_are_segmented_into_blocks(html: str, expected: list[str]) -> None:
    assert texts(html) == expected


@pytest.mark.parametrize(
    ("html", "links", "link_chars"),
    [
        ("<p>no link</p>", 0, 0),
        ("<p>a <a href=x>link</a> and <a href=y>two</a></p>", 2, 7),
        ("<p><a href=x> padded </a></p>", 1, 6),
        ("<p><a href=x>one <b>two</b> three</a></p>", 1, 11),
        ("<p>text <a href=x><img></a></p>", 1, 0),
        ("<p><a href=x><img></a> text</p>", 1, 0),
        ("<p><a href=x>\n<img>\n</a> text</p>", 1, 0),
        ("<p><a href=x></a> text</p>", 1, 0),
        ("<pre><a href=x>one</a> <a href=y>two</a></pre>", 2, 6),
        ("<li><a href=x><span>deep</span></a></li>", 1, 4),
    ],
)
def test_links_and_their_characters_are_counted(html: str, links: int, link_chars: int) -> None:
    block = only(html)
    assert (block.links, block.link_chars) == (links, link_chars)


def test_a_link_around_containers_counts_in_each_block() -> None:
    blocks = parse("<a href=x><div>one</div><div>two</div></a><p>three</p>").blocks
    counts = [(block.text, block.links, block.link_chars) for block in blocks]
    assert counts == [("one", 1, 3), ("two", 1, 3), ("three", 0, 0)]


@pytest.mark.parametrize("between", ["", "\n", "<p></p>\n"], ids=["nothing", "space", "container"])
def test_a_link_around_a_container_ends_before_the_next_text(between: str) -> None:
    _, after = parse(f"<div><a href=x><div>in the link</div>{between}</a>after it</div>").blocks
    assert (after.text, after.links, after.link_chars) == ("after it", 0, 0)


def test_inline_tags_and_no_break_spaces_are_counted() -> None:
    block = only("<p>a&nbsp;&nbsp;<b>b</b><br>c<img><strong>d<i>e</i></strong></p>")
    assert (block.blocks.inline_tags(block.index), block.nbsp) == (["b", "br", "img", "strong", "i"], 2)


TREES = st.recursive(
    st.one_of(st.sampled_from(["a", "bc", " ", "\n", "中文"]), st.sampled_from(["<br>", "<img>", "<a href=x>l</a>"])),
    lambda inner: st.builds(
        lambda tag, children: f"<{tag}>{''.join(children)}</{tag}>",
        st.sampled_from("div p ul li table tr td a b span pre section h2 my-tag script svg select noscript".split()),
        st.lists(inner, max_size=5),
    ),
    max_leaves=40,
)


def nodes_of(page: Page) -> list[tuple[object, bool]]:
    """Reference implementation: every text position outside skipped elements, in document order."""
    found: list[tuple[object, bool]] = []

    def visit(element) -> None:  # type: ignore[no-untyped-def]
        if element.tag not in SKIPPED:
            if (element.text or "").strip():
                found.append((element, False))
            for child in element:
                visit(child)
                if (child.tail or "").strip():
                    found.append((child, True))

    visit(page.root)
    return found


@given(st.lists(TREES, max_size=6).map("".join))
def test_every_text_is_in_exactly_one_block(html: str) -> None:
    page = parse("<p>start</p>" + html)
    of_blocks = list(map(page.blocks.text_nodes, range(len(page.blocks))))
    listed = [(node.element, node.tail) for nodes in of_blocks for node in nodes if node.string.strip()]
    assert listed == nodes_of(page)
    for at, block in enumerate(page.blocks):
        assert block.index == at
        assert block.text.strip()
        assert "".join("".join(node.string.split()) for node in of_blocks[at]) == "".join(block.text.split())
        assert 0 <= block.link_chars <= len(block.text)


@given(st.lists(TREES, max_size=6).map("".join))
def test_containers_span_their_blocks(html: str) -> None:
    page = parse("<p>start</p>" + html)
    assert (containers(page)[0].first, containers(page)[0].last) == (0, len(page.blocks))
    for at, container in enumerate(containers(page)):
        assert container.index == at
        assert container.tag in CONTAINERS or "-" in container.tag
        around = [{block.element, *block.element.iterancestors()} for block in page.blocks]
        inside = [index for index, elements in enumerate(around) if container.element in elements]
        assert inside == list(range(container.first, container.last))
        if container.parent:
            assert container.parent.first <= container.first <= container.last <= container.parent.last
            assert container.depth == container.parent.depth + 1
    for block in page.blocks:
        assert block.element is container_of(block).element


def count_live_blocks() -> int:
    return sum(isinstance(thing, Blocks | Containers | Block) for thing in gc.get_objects())


def test_a_page_is_freed_without_garbage_collection() -> None:
    gc.collect()
    gc.disable()
    try:
        before = count_live_blocks()
        page = parse("<div><p>text <a href=x>link</a>" * 50)
        assert page.blocks.text_nodes(0)
        assert count_live_blocks() > before
        del page
        assert count_live_blocks() == before
    finally:
        gc.enable()


NO_ITEMS = "html head body main p h1 h2 h3 h4 h5 h6 td th thead tbody tfoot caption pre".split()


def row_of(page: Page, container: Container) -> list[Container]:
    """The similar siblings of a container, including itself; none if it cannot be an item."""
    if container.parent is None or container.tag in NO_ITEMS:
        return []
    kind = container.element.get("class", "")
    similar = [
        one
        for one in containers(page)
        if one.parent is container.parent and (one.tag, one.element.get("class", "")) == (container.tag, kind)
    ]
    return [one for one in similar if one.first < one.last]


def rows_around(page: Page, container: Container | None) -> list[list[Container]]:
    """The rows that contain a container, innermost first."""
    found = []
    while container is not None:
        row = row_of(page, container)
        if len(row) >= MIN_ITEMS:
            found.append(row)
        container = container.parent
    return found


@given(st.lists(bodies(), min_size=1, max_size=8))
def test_rows_match_the_reference_implementation(parts: list[str]) -> None:
    page = parse("".join(parts))
    if not page.blocks:
        return
    regions, table = Around.of(page).regions, plain(page)
    for at, block in enumerate(page.blocks):
        found = rows_around(page, container_of(block))
        for row, name, place in ((regions.inner, "row", 0), (regions.outer, "outer", -1)):
            assert table[f"{name}_items"][at] == (len(found[place]) if found else 0)
            if found:
                assert (row.first[at], row.last[at]) == (found[place][0].first, found[place][-1].last)
                item = next(one for one in found[place] if one.first <= at < one.last)
                assert (row.item_first[at], row.item_last[at]) == (item.first, item.last)
                assert table[f"{name}_rank"][at] == found[place].index(item)


def test_columns_of_preceding_blocks() -> None:
    page = parse(
        "<article><h1>One story</h1><p>12 May 2024</p><p>Text.</p></article>"
        "<article><h2><a href=/next>Another story</a></h2><p>Text.</p></article>"
    )
    table = plain(page)
    assert table["h1_before"].tolist() == [0, 1, 1, 1, 1]
    assert table["dates_before"].tolist() == [0, 0, 1, 1, 1]
    assert table["article_number"].tolist() == [1, 1, 1, 2, 2]
    assert table["under_link"].tolist() == [0, 0, 0, 1, 1]
    assert table["linked_headings_before"].tolist() == [0, 0, 0, 0, 1]


def test_declared_text_is_found_in_blocks() -> None:
    body = "The lamp of the harbour was lit again."
    page = parse(
        f"""<head><meta property="og:description" content="{body}">
        <script type="application/ld+json">{{"@type": "NewsArticle", "articleBody": "{body} And more."}}</script>
        <body><div itemprop=articleBody><p>{body}</p></div><p>Another text that is not declared.</p>""",
        "https://gazette.example/a",
    )
    table = plain(page)
    assert table["in_body"].tolist() == [1, 0]
    assert table["described"].tolist() == [1, 0]
    assert table["marked"].tolist() == [1, 0]
    assert table["page_article"].tolist() == [1, 1]


def test_link_targets_are_classified() -> None:
    links = ["/story", "#top", "https://www.gazette.example/b", "https://other.example/", "mailto:a@b", ""]
    page = parse("".join(f"<p><a href='{link}'>link</a></p>" for link in links), "https://gazette.example/a")
    assert plain(page)["leads"] == ["site", "here", "site", "away", "outside", "none"]
    assert plain(parse("<p><a href='https://other.example/'>link</a></p>"))["leads"] == ["address"]
