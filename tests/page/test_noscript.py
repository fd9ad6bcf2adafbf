"""Text in ``noscript`` is read where it is the page's content, and only there."""

from __future__ import annotations

from jingdu.page.parse import parse

POST = "<p>A forum that is drawn by scripts serves its posts here, for those who have none. </p>" * 12


def test_a_page_whose_posts_stand_in_noscript_gives_their_text() -> None:
    page = parse(f"<body><div id=app></div><noscript>{POST}</noscript></body>")
    assert sum("drawn by scripts" in block.text for block in page.blocks) == 12


def test_a_noscript_beside_the_article_stays_out() -> None:
    page = parse(f"<body><article>{POST}</article><noscript>{POST}</noscript></body>")
    assert sum("drawn by scripts" in block.text for block in page.blocks) == 12


def test_an_apology_in_noscript_is_not_the_page() -> None:
    assert not parse("<body><noscript>Please switch on scripts.</noscript></body>").blocks
