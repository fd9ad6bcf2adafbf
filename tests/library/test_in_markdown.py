"""Pictures in article.md: nothing remote is shown, and what comes later takes its place."""

from __future__ import annotations

import time

import pytest

from jingdu.library.images import in_markdown

NAME = "0a1b.png"
ODD = "https://example.org/a (1) [x].png?a=1&amp;b=(2"


@pytest.mark.parametrize("address", ["https://example.org/a.png?x=1&y=2", ODD], ids=["plain", "odd"])
@pytest.mark.parametrize(
    ("picture", "link", "kept"),
    [
        ("![A \\[b\\] c]({})", "[🖼 A \\[b\\] c]({})", "![A \\[b\\] c](assets/0a1b.png)"),
        ("[![a]({})](https://e.org/f(1))", "[🖼 a]({}) [↗](https://e.org/f(1))", "[![a](assets/0a1b.png)](https://e.org/f(1))"),
        ("[![a]({}) b \\] **c**](https://e.org/)",
         "[🖼 a]({}) [↗ b \\] **c**](https://e.org/)",
         "[![a](assets/0a1b.png) b \\] **c**](https://e.org/)"),
        ("[![a]({}) `b[0]` ![d](https://f.org/d)](https://e.org/)",
         "[🖼 a]({}) [↗ `b[0]` ![d](https://f.org/d)](https://e.org/)",
         "[![a](assets/0a1b.png) `b[0]` ![d](https://f.org/d)](https://e.org/)"),
    ],
    ids=["alone", "within a link", "with words in a link", "with another in a link"],
)  # fmt: skip
def test_a_picture_is_a_link_until_it_comes(picture: str, link: str, kept: str, address: str) -> None:
    """By the very address that the Markdown's writer writes, which is encoded."""
    from jingdu.render import literal

    written = f"x {picture.format(literal.address(address))} y"
    missing = in_markdown.placed(written, {}, [address], "en")
    assert missing == f"x {link.format(literal.address(address))} y"
    assert in_markdown.placed(missing, {}, [address], "en") == missing
    assert in_markdown.placed(missing, {address: NAME}, [], "en") == f"x {kept} y"
    assert in_markdown.placed(written, {address: NAME}, [], "en") == f"x {kept} y"


def test_several_pictures_in_a_link_leave_it_a_link() -> None:
    one, other = "https://e.org/1.png", "https://e.org/2.png"
    placed = in_markdown.placed(f"[![a]({one}) b ![c]({other})](https://e.org/)", {}, [one, other], "en")
    assert placed == f"[🖼 a]({one}) [🖼 c]({other}) [↗ b](https://e.org/)"
    placed = in_markdown.placed(placed, {other: NAME}, [one], "en")
    assert placed == f"[🖼 a]({one}) [![c](assets/{NAME}) b](https://e.org/)"


def test_another_address_that_begins_alike_stays() -> None:
    text = "![a](https://e.org/a.png) ![b](https://e.org/a.png.jpg) [c](https://e.org/a.png)"
    placed = in_markdown.placed(text, {"https://e.org/a.png": NAME}, [], "en")
    assert placed == f"![a](assets/{NAME}) ![b](https://e.org/a.png.jpg) [c](https://e.org/a.png)"


@pytest.mark.parametrize("text", ["![[" * 20_000, "[![a](https://e.org/a)](" * 20_000, "![" + "\\" * 100_000,
                                  "[a" * 100_000, "[![a](b)" * 20_000, "[![a](https://e.org/a) " * 9_000,
                                  "[" + "![a](b) c" * 20_000,
                                  "[🖼 a](https://e.org/b) [↗ " * 9_000, "[`a" * 50_000])  # fmt: skip
def test_hostile_texts_take_no_time(text: str) -> None:
    begun = time.process_time()
    in_markdown.placed(text, {"https://e.org/b": NAME}, ["https://e.org/a"], "en")
    assert time.process_time() - begun < 5
