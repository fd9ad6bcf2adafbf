"""Pictures in article.md: nothing remote is shown, and what comes later takes its place."""

from __future__ import annotations

import time

import pytest

from jingdu.library.pictures import in_markdown

NAME = "0a1b.png"
ODD = "https://example.org/a (1) [x].png?a=1&amp;b=(2"


@pytest.mark.parametrize("address", ["https://example.org/a.png?x=1&y=2", ODD], ids=["plain", "odd"])
@pytest.mark.parametrize(
    ("picture", "link", "kept"),
    [
        ("![A \\[b\\] c]({})", "[🖼 A \\[b\\] c]({})", "![A \\[b\\] c](assets/0a1b.png)"),
        ("[![a]({})](https://e.org/f(1))", "[🖼 a]({}) [↗](https://e.org/f(1))", "[![a](assets/0a1b.png)](https://e.org/f(1))"),
    ],
    ids=["alone", "within a link"],
)  # fmt: skip
def test_a_picture_is_a_link_until_it_comes(picture: str, link: str, kept: str, address: str) -> None:
    """By the very address that the Markdown's writer writes, which is encoded."""
    from jingdu.article import literal

    written = f"x {picture.format(literal.address(address))} y"
    missing = in_markdown.placed(written, {}, [address], "en")
    assert missing == f"x {link.format(literal.address(address))} y"
    assert in_markdown.placed(missing, {}, [address], "en") == missing
    assert in_markdown.placed(missing, {address: NAME}, [], "en") == f"x {kept} y"
    assert in_markdown.placed(written, {address: NAME}, [], "en") == f"x {kept} y"


def test_a_picture_without_words_has_the_languages_word() -> None:
    assert in_markdown.placed("![](https://e.org/a)", {}, ["https://e.org/a"], "zh") == "[🖼 图片](https://e.org/a)"


def test_another_address_that_begins_alike_stays() -> None:
    text = "![a](https://e.org/a.png) ![b](https://e.org/a.png.jpg) [c](https://e.org/a.png)"
    placed = in_markdown.placed(text, {"https://e.org/a.png": NAME}, [], "en")
    assert placed == f"![a](assets/{NAME}) ![b](https://e.org/a.png.jpg) [c](https://e.org/a.png)"


@pytest.mark.parametrize("text", ["![[" * 20_000, "[![a](https://e.org/a)](" * 20_000, "![" + "\\" * 100_000])
def test_hostile_texts_take_no_time(text: str) -> None:
    begun = time.process_time()
    in_markdown.placed(text, {"https://e.org/b": NAME}, ["https://e.org/a"], "en")
    assert time.process_time() - begun < 5
