"""Standfirst: the description of the page, shown between headline and text, is part of the article."""

import pytest

from jingdu import reading
from jingdu.render.article import Article
from tests.support.prose import CHINESE, ENGLISH, page, paragraphs

DECK = "A boat, a schoolteacher, and one morning of ordinary weather."
HEADER = '<header class="post-header"><p>Harbour</p><h1>{}</h1>{}<p class="meta">12 comments</p></header>'


def article(
    deck: str, declared: str = DECK, title: str = "Before dawn", text: str = ENGLISH, more: str = ""
) -> Article:
    """An article with its headline in a separate header."""
    html = page(title, more + paragraphs(text, 8), head=f'<meta property="og:description" content="{declared}">')
    html = html.replace(f"<h1>{title}</h1>", HEADER.format(title, deck))
    return reading.read(html, "https://harbour.example/story")


@pytest.mark.parametrize(
    ("deck", "declared"),
    [
        (f'<p class="a1">{DECK}</p>', DECK),
        (f'<h2 class="a1">{DECK}</h2>', DECK),
        (f"<div><div>{DECK}</div></div>", f"The Harbour Post: {DECK} Read on."),
    ],
    ids=["paragraph", "heading", "part of the description"],
)
def test_the_description_below_the_headline_comes_first(deck: str, declared: str) -> None:
    text = article(deck, declared).text
    assert text.startswith(DECK) and text.count(DECK) == 1
    assert text[len(DECK) :].lstrip().startswith("[0]")


@pytest.mark.parametrize("before", ["Bergen. ", "HARBOUR — ", "12 May 2026, 9:30 | Bergen – "])
def test_a_place_or_date_may_be_before_the_description(before: str) -> None:
    assert article(f"<p>{before}{DECK}</p>").text.startswith(before + DECK)


def test_a_line_that_only_ends_like_a_short_description_is_none() -> None:
    assert "company" not in article("<p>Published by the ferry company of Bergen</p>", "Bergen").text


@pytest.mark.parametrize(
    "declaration",
    [
        f'<meta name="twitter:description" content="{DECK}">',
        f'<script type="application/ld+json">{{"@graph":[{{"headline":"Dawn","description":"{DECK}"}}]}}</script>',
    ],
    ids=["twitter", "JSON-LD"],
)
def test_other_declarations_of_the_description_count(declaration: str) -> None:
    assert article(f"<p>{DECK}</p>", "All the news of the harbour.", more=declaration).text.startswith(DECK)


def test_the_name_of_the_site_as_the_articles_description_is_no_standfirst() -> None:
    declared = '<script type="application/ld+json">{"headline":"Before dawn","description":"The Harbour Post"}</script>'
    html = page("Before dawn - The Harbour Post", declared + paragraphs(ENGLISH, 8))
    html = html.replace(
        "<h1>Before dawn - The Harbour Post</h1>", HEADER.format("Before dawn", "<p>The Harbour Post</p>")
    )
    assert not reading.read(html, "https://harbour.example/story").text.startswith("The Harbour Post")


def test_a_heading_that_is_the_description_is_a_paragraph() -> None:
    assert article(f"<h3>{DECK}</h3>").html.startswith(f"<p>{DECK}</p><p>[0]")
    assert "<h2>A boat</h2>" in article("", more="<h2>A boat</h2>").html


def test_a_chinese_description_comes_first() -> None:
    for deck in ("老人在河边卖了四十年豆腐，如今他的担子由孙女接了过去。", "四十年的豆腐"):
        assert article(f"<p>{deck}</p>", deck, "河边的早市", CHINESE).text.startswith(deck)


def test_an_opening_paragraph_that_is_the_description_is_not_repeated() -> None:
    preview = f"{ENGLISH[:60]}…"
    text = article(f"<p>{preview}</p>", ENGLISH, more=f"<p>{ENGLISH}</p>").text
    assert text.startswith(ENGLISH) and preview not in text


def test_a_description_precedes_another_that_begins_the_text() -> None:
    more = f'<meta name="description" content="{ENGLISH}"><p>{ENGLISH}</p>'
    assert article(f"<h2>{DECK}</h2>", more=more).text.startswith(f"{DECK}\n\n{ENGLISH}")


def test_an_undeclared_line_below_the_headline_is_judged_by_its_score() -> None:
    assert "12 comments" not in article(f"<p>{DECK}</p>").text
    assert article(f"<p class=sub-title>{DECK}</p>", "").text.startswith(DECK)
    assert "Lamps" not in article("<p class=sub-title>Lamps</p>", "").text


def test_the_description_of_an_interview_comes_first() -> None:
    deck = "Vera Lindt baut seit vierzig Jahren Geigen. Ein Gespräch über Holz und Geduld, und ob man Stradivari hört."
    html = f"""<html lang=de><title>„Eine Geige merkt sich, wer sie spielt“ - Kultur - Post</title>
        <meta name=description content="{deck}"><header><a href=/>Post</a><nav><a href=/k>Kultur</a></nav></header>
        <main><article><header><span>Interview</span><h1>„Eine Geige merkt sich, wer sie spielt“</h1><p>{deck}</p>
        <div><span>22. Mai 2026</span><span>Lesezeit: 3 Min.</span><div>Interview von <a href=/jr>Jonas Reuter</a></div>
        </div></header><div itemprop=articleBody><p>In der Werkstatt riecht es nach Leim und Kaffee. An der Wand hängen
        elf Geigen, keine zwei haben dieselbe Farbe.</p><p><b>Post: Frau Lindt, wie lange dauert eine Geige?</b></p>
        <p><b>Vera Lindt:</b> Zwei Monate Arbeit und zwanzig Jahre Warten. Das Holz muss liegen.</p>
        <p><b>Warum so lange?</b></p><p>Weil es sich bewegt. Jedes Brett will zurück in den Baum, und es dauert, bis es
        aufgibt.</p><p><b>Hört man den Unterschied zu einer Stradivari?</b></p><p>Wer es vorher weiß, hört ihn immer.
        Wer es nicht weiß, nie. Ich habe den Versuch drei Mal gemacht.</p><p><b>Und wer hat gewonnen?</b></p>
        <p>Eine Geige aus meinem zweiten Lehrjahr. Ich war sehr beleidigt.</p></div><section><h2>Zur Startseite</h2>
        <h3>Lesen Sie mehr zum Thema</h3><a href=/m>Musik</a><a href=/h>Handwerk</a></section></article></main>
        <footer>Alle Rechte bei der Post.</footer>"""
    assert reading.read(html, "https://harbour.example/geige").text.startswith(deck)
