"""Further pages of an article: they are recognized and joined without repeating earlier text."""

import pytest

from jingdu import extractors, reading
from jingdu.page.parse import parse
from jingdu.render.pagination import Part, is_same, part, unnumbered

TITLE = "The lamps of the harbour"
SENTENCE = "The keeper counts the lamps along the quay every evening, and writes the number into a book."
LEAD = "A walk with the last keeper of the harbour lamps, who counts them every evening, as his mother did before him."
NOTICE = "The Harbour Post is printed on Thursdays, and may be had at the ferry office and in both shops."


def page(number: int, title: str = TITLE, more: str = "") -> str:
    body = "".join(f"<p>[{number}.{n}] {SENTENCE} {SENTENCE}</p>" for n in range(6))
    return (
        f"<html lang=en><title>{title} - The Harbour Post</title><nav><a href=/>Home</a> <a href=/a>News</a></nav>"
        f"<article><h1>{title}</h1><p>By Ada Lindgren, 3 May 2026</p><p>{LEAD}</p>{more}{body}<p>{NOTICE}</p>"
        f"<p>Page {number} of 3</p></article><footer><a href=/terms>Terms</a></footer></html>"
    )


def joined(html: str, titles: tuple[str, ...] = (TITLE, f"{TITLE} - The Harbour Post"), number: int = 2) -> Part:
    parsed = parse(html, f"https://example.org/lamps_{number}.html")
    shown = [reading.read(page(1), "https://example.org/lamps.html").html]
    return part(parsed, extractors.get("fused")(parsed), number, titles, shown)


def test_the_second_page_adds_only_new_text() -> None:
    second = joined(page(2))
    assert second.same
    assert [f"[2.{n}]" in second.html for n in range(6)] == [True] * 6
    for repeated in (TITLE, "Ada Lindgren", LEAD, NOTICE, "Page 2 of 3"):
        assert repeated not in second.html


def test_a_repeated_text_in_the_middle_of_a_page_is_kept() -> None:
    around = ["".join(f"<p>[2.{n}] {SENTENCE} {SENTENCE}</p>" for n in numbers) for numbers in (range(9), range(9, 18))]
    assert "[1.3]" in joined(page(2, more=f"<p>[1.3] {SENTENCE} {SENTENCE}</p>".join(around))).html


def test_a_page_with_the_number_in_its_title_is_the_same_article() -> None:
    assert joined(page(2, f"{TITLE} (2)")).same


def test_another_article_adds_nothing() -> None:
    assert joined(page(2, "The ferry before dawn")) == Part(False, "", 0)


def test_a_page_without_text_adds_nothing() -> None:
    assert joined("<title>The lamps of the harbour</title><p>2</p>") == Part(False, "", 0)


@pytest.mark.parametrize(
    ("title", "bare"),
    [
        ("古城墙（2） - 示例网", "古城墙- 示例网"),
        ("城墙_第2页_示例网", "城墙_示例网"),
        ("城牆（第二頁）", "城牆"),
        ("記事 (2/3ページ)", "記事"),
        ("The lamps - Page 2 of 5 | The Post", "The lamps| The Post"),
        ("The lamps, page 2", "The lamps"),
        ("The lamps (3)", "The lamps"),
        *(
            (title, title)
            for title in ("Windows 10", "Top 10 - The Post", "第一章", "Chapter 1", "2020", "Homepage 2 you")
        ),
    ],
)
def test_only_the_page_number_is_removed_from_the_title(title: str, bare: str) -> None:
    assert unnumbered(title) == bare


@pytest.mark.parametrize(
    ("one", "other"),
    [("Chapter 1", "Chapter 2"), ("Introduction", "Introduction to sails"), ("第一章", "第二章"), ("", "")],
)
def test_chapters_are_not_the_same_article(one: str, other: str) -> None:
    assert not is_same([one], [other])
