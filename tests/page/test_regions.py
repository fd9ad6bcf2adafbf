"""Rows of equals and sections, against a reading box by box; what a page declares of its text."""

from hypothesis import given
from hypothesis import strategies as st

from jingdu.features import Around, plain_groups
from jingdu.features.columns import Columns
from jingdu.features.regions import MIN_ITEMS
from jingdu.page.model import Box, Page
from jingdu.page.parse import parse
from tests.support.grown_pages import bodies

NO_ITEMS = "html head body main p h1 h2 h3 h4 h5 h6 td th thead tbody tfoot caption pre".split()


def plain(page: Page) -> Columns:
    return {name: column for group in plain_groups(page, Around.of(page)) for name, column in group.items()}


def row_of(page: Page, box: Box) -> list[Box]:
    """The siblings alike of a box, itself too; none where it can be no item."""
    if box.parent is None or box.tag in NO_ITEMS:
        return []
    kind = box.element.get("class", "")
    alike = [
        one
        for one in page.boxes
        if one.parent is box.parent and (one.tag, one.element.get("class", "")) == (box.tag, kind)
    ]
    return [one for one in alike if one.first < one.last]


def rows_around(page: Page, box: Box | None) -> list[list[Box]]:
    """From the inside."""
    found = []
    while box is not None:
        row = row_of(page, box)
        if len(row) >= MIN_ITEMS:
            found.append(row)
        box = box.parent
    return found


@given(st.lists(bodies(), min_size=1, max_size=8))
def test_every_block_is_in_the_rows_that_one_would_find(parts: list[str]) -> None:
    page = parse("".join(parts))
    if not page.blocks:
        return
    regions, table = Around.of(page).regions, plain(page)
    for at, block in enumerate(page.blocks):
        found = rows_around(page, block.box)
        for row, name, place in ((regions.inner, "row", 0), (regions.outer, "outer", -1)):
            assert table[f"{name}_items"][at] == (len(found[place]) if found else 0)
            if found:
                assert (row.first[at], row.last[at]) == (found[place][0].first, found[place][-1].last)
                item = next(one for one in found[place] if one.first <= at < one.last)
                assert (row.item_first[at], row.item_last[at]) == (item.first, item.last)
                assert table[f"{name}_rank"][at] == found[place].index(item)


def test_what_came_before_by_hand() -> None:
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


def test_what_a_page_declares_is_found_in_its_text() -> None:
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


def test_where_a_link_leads() -> None:
    links = ["/story", "#top", "https://www.gazette.example/b", "https://other.example/", "mailto:a@b", ""]
    page = parse("".join(f"<p><a href='{link}'>link</a></p>" for link in links), "https://gazette.example/a")
    assert plain(page)["leads"] == ["site", "here", "site", "away", "outside", "none"]
    unknown = parse("<p><a href='https://other.example/'>link</a></p>")
    assert plain(unknown)["leads"] == ["address"]
