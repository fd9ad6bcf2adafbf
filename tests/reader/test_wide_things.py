"""Tables, formulas and code that are wider than the column: they scroll, stack or wrap."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.reader_page import until

OPTION = "<tr><td><code>--no-cache-dir</code></td>"
ROWS = "".join(f"{OPTION}<td>Unbreakable{n}{'x' * 24}</td><td>{n}</td></tr>" for n in range(3))
HEADS = "<tr><th>Name</th><th>Value</th><th>Count</th></tr>"
FEW = f"<table><tbody>{HEADS}{ROWS}</tbody><caption>Words</caption></table>"
MANY = f"<table><tbody><tr>{'<th>Column heading</th>' * 9}</tr><tr>{'<td>value</td>' * 9}</tr></tbody></table>"
LONG, SHORT = "some words of a long cell " * 25, "<td>one two three</td>" * 4
SQUEEZED = f"<table><tbody><tr><td>{LONG}</td>{SHORT}</tr></tbody></table>"
INFOBOX = (
    '<table class="infobox"><tbody><tr><th colspan="2">River</th></tr><tr><th scope="row">Length</th><td>50 km</td>'
    f"</tr></tbody></table>{'<p>Words beside the facts, enough of them for several lines.</p>' * 4}"
)
TERMS = "<mo>+</mo>".join(f"<msub><mi>x</mi><mn>{n}</mn></msub>" for n in range(60))
FORMULA = f'<p>Before <math display="inline" alttext="sum">{TERMS}</math> after.</p>'
CODE = f'<pre><code class="language-python">value = "{"long " * 60}"</code></pre><pre><code>short</code></pre>'
MERGED = f"<tr><td rowspan=2>Alphabet</td><td>{'x' * 40}</td><td>1</td></tr><tr><td>Unbreakable</td><td>2</td></tr>"
BREAKABLE = "<tr><td>Two positives</td><td>Alabaster peak</td><td>Kingfisher 2024</td></tr>" * 2
WORDS = f"<tr><td rowspan=2>Two words</td>{'<td>some words of a cell</td>' * 5}</tr><tr>{'<td>1</td>' * 5}</tr>"
ADDRESS = f"https://example.org/{'a-long-name' * 8}"
WEBSITE = f'<tr><th scope="row">Website</th><td><a href="{ADDRESS}">{ADDRESS}</a></td></tr></tbody>'
PARTS = {
    "few": FEW,
    "many": MANY,
    "merged": f"<table><tbody>{HEADS}{MERGED}</tbody></table>",
    "breakable": f"<table><tbody>{HEADS}{BREAKABLE}</tbody></table>",
    "words": f"<table><tbody>{WORDS}</tbody></table>",
    "address": INFOBOX.replace("</tbody>", WEBSITE),
    "formula": FORMULA,
    "signs": f"<p>{'one of (<math><mi>xyz</mi></math>), or ' * 40}</p>",
    "sign": f"<p>One of <math>{'<mi>xyz</mi><mo>+</mo>' * 30}</math>.</p>",
    "time": f"<table><tr><td>12:30 PM<td>金沙江<td>{'Walks to the saloon. ' * 20}</table>",
    "post": "<section><header><b>A name</b>&nbsp;· 2013-08-02&nbsp;· +17</header><p>Words</p></section>",
    "numbers": "<table><tr><th>A<th>Share<th>Year<tr><td>B<td>−3.5%<td>—<tr><td>C<td>$1,200<td>none</table>",
    "list": "<ol start=98><li>A</li><li>B</li></ol><ol start=98><li>A</li><li>B</li><li>C</li></ol>",
    "own": '<p>Table <code class="math">\\PageIndex{7}</code></p>',
    "equations": '<p><code class="math display">\\begin{equation}x\\end{equation}</code></p>' * 10,
}
ARTICLE = "".join(f'<section id="jd-{name}"><p>First.</p>{html}</section>' for name, html in PARTS.items())
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


Drawn = Callable[..., Page]


def _show(drawn: Drawn, html: str, width: int, **more: Any) -> Page:
    return drawn("rich", width, html=f"<p>First.</p>{html}", truncated=False, **more)


Part = Callable[..., Locator]


@pytest.fixture
def part(still: Callable[..., Page]) -> Part:
    """Finds a selector in one part of `ARTICLE`, on a phone unless a width is given."""

    def find(name: str, inner: str, width: int = 390) -> Locator:
        return still("rich", ARTICLE, width).locator(f"#jd-{name} {inner}")

    return find


def test_table_with_few_columns_becomes_labelled_rows_on_phones(part: Part) -> None:
    """In a wide window it is a table again. Its text is unchanged, and its caption is above it."""
    part("few", ".wide.stacked").wait_for()
    cell = part("few", "td").nth(1)
    assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Value"'
    assert not cell.page.evaluate(SIDEWAYS)
    expect(part("few", ".wide")).not_to_have_attribute("tabindex", "0")
    caption, name = part("few", "caption").bounding_box(), part("few", "td").first.bounding_box()
    assert caption and name and caption["y"] < name["y"]
    assert part("few", "tr").first.inner_text().split() == ["Name", "Value", "Count"]
    expect(part("few", "code").first).to_have_css("white-space", "nowrap")
    part("few", ".wide:not(.stacked)", 1280).wait_for()


def test_numbers_are_end_aligned_and_list_numbers_have_space(part: Part) -> None:
    expect(part("numbers", ".number")).to_have_text(["Share", "−3.5%", "$1,200"])
    expect(part("numbers", "td.number").first).to_have_css("text-align", "end")
    room = "cells => cells.map((one) => parseFloat(getComputedStyle(one).paddingLeft))"
    first, number, words = part("numbers", "tr:last-child td").evaluate_all(room)
    assert first == number and words > 1.9 * number
    items = part("list", "li").evaluate_all("items => items.map((item) => item.getBoundingClientRect().x)")
    assert items[2] > items[1] + 8


@pytest.mark.parametrize("name", ["many", "merged"])
def test_table_with_many_columns_or_merged_cells_scrolls(part: Part, name: str) -> None:
    """The edge has a shadow. Labelled rows would lack merged cells."""
    frame = part(name, ".wide.scrolls")
    assert "radial-gradient" in frame.evaluate("frame => getComputedStyle(frame).backgroundImage")
    assert part(name, ".wide.stacked").count() == 0
    assert not frame.page.evaluate(SIDEWAYS)


def test_table_with_breakable_cells_stays_a_table_on_phones(part: Part) -> None:
    part("merged", ".wide.scrolls").wait_for()
    assert part("breakable", ".wide").count() == 1
    assert part("breakable", ".wide:is(.stacked, .scrolls)").count() == 0


def test_scrolling_table_is_no_wider_than_its_text(part: Part) -> None:
    frame, table = part("words", ".wide.scrolls").bounding_box(), part("words", "table").bounding_box()
    assert frame and table and table["width"] < 1.7 * frame["width"]


@pytest.mark.parametrize("headings", [0, 3])
def test_wide_content_extends_into_the_margins(drawn: Drawn, headings: int) -> None:
    """But not into the outline; it starts at the edge of the text if there is enough space."""
    page = _show(drawn, f"{MANY}<pre><code>{'long ' * 20}</code></pre>{'<h2>Heading</h2>' * headings}", 1280)
    page.wait_for_selector(".outline.beside" if headings else ".text", state="attached")
    until(
        page,
        "[...document.querySelectorAll('.wide, .code-frame')]"
        ".filter((frame) => getComputedStyle(frame).marginRight.startsWith('-')).length === 2",
    )
    text = page.locator(".text p").first.bounding_box()
    for frame in (".wide", ".code-frame"):
        wide = page.locator(frame).bounding_box()
        assert text and wide and wide["width"] > text["width"]
        assert 80 <= wide["x"] <= text["x"]
        assert wide["x"] + wide["width"] <= (1280 - 250 if headings else 1280 - 80)
    expect(page.locator(".scrolls")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 800})
    expect(page.locator(".scrolls")).to_have_count(2)
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.long
def test_squeezed_table_scrolls_instead_of_growing_tall(drawn: Drawn) -> None:
    page = _show(drawn, SQUEEZED, 390)
    page.wait_for_selector(".wide.scrolls")
    assert page.locator("tr").first.evaluate("row => row.offsetHeight") < 1200


def test_infobox_is_beside_the_text_in_wide_windows(drawn: Drawn) -> None:
    page = _show(drawn, INFOBOX, 1280)
    facts, words = (page.locator(name).bounding_box() for name in (".infobox", ".text p:nth-of-type(2)"))
    assert facts and words and facts["x"] > words["x"] + 200 and facts["y"] < words["y"] + words["height"]
    page.set_viewport_size({"width": 390, "height": 800})
    facts, words = (page.locator(name).bounding_box() for name in (".infobox", ".text p:nth-of-type(2)"))
    assert facts and words and facts["y"] + facts["height"] <= words["y"]


def test_infobox_extends_into_the_margin_up_to_the_outline(drawn: Drawn) -> None:
    page = _show(drawn, f"<h2>One</h2><h2>Two</h2><h2>Three</h2>{INFOBOX}", 1280)
    page.wait_for_selector(".outline")
    boxes = (page.locator(name).first.bounding_box() for name in (".infobox", ".text", ".outline", "h2"))
    facts, text, outline, heading = boxes
    assert facts and text and outline and heading
    assert text["x"] + text["width"] + 30 < facts["x"] + facts["width"] < outline["x"]
    assert facts["x"] - text["x"] > 340


@pytest.mark.parametrize("width", [390, 1280])
def test_long_address_does_not_widen_the_infobox(part: Part, width: int) -> None:
    assert part("address", ".wide:has(> .infobox)", width).evaluate("frame => frame.scrollWidth <= frame.clientWidth")


def test_long_inline_formula_scrolls_in_its_frame(part: Part) -> None:
    page = part("formula", "p > .wide.in-line.scrolls").page
    part("formula", "p > .wide.in-line.scrolls").wait_for()
    assert not page.evaluate(SIDEWAYS)
    until(page, "[...document.fonts].some(font => font.family.includes('STIX Two Math') && font.status === 'loaded')")
    assert "Before" in part("formula", "p").nth(1).inner_text()


@pytest.mark.long
def test_formula_is_unframed_again_in_wide_windows(drawn: Drawn) -> None:
    page = _show(drawn, f"<p>Before <math>{'<mi>xyz</mi><mo>+</mo>' * 9}</math> after.</p>", 320)
    page.wait_for_selector("p > .wide.in-line > math")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector("p > math")


def test_punctuation_stays_with_its_formula(part: Part) -> None:
    """No line starts with punctuation after a formula or ends with a bracket before one; the text is unchanged."""
    paragraph = part("signs", "p").nth(1)
    assert paragraph.evaluate("p => p.textContent") == "one of (xyz), or " * 40
    heights = """p => [...p.querySelectorAll(".joined")].map((one) => one.getClientRects().length)"""
    assert paragraph.evaluate(heights) == [1] * 40


def test_punctuation_is_beside_a_scrolling_formula(part: Part) -> None:
    part("sign", ".joined > .in-line.scrolls").wait_for()
    formula, joined = part("sign", ".in-line").bounding_box(), part("sign", ".joined").bounding_box()
    assert formula and joined and joined["height"] < 1.5 * formula["height"]
    assert formula["width"] < joined["width"] <= 390


def test_lines_may_break_between_note_references(drawn: Drawn) -> None:
    """Otherwise justified Chinese lines before several references would have wide gaps; the text is unchanged."""
    marks = "".join(f'<a id="jd-m{n}"></a><sup><a href="#jd-n{n}">[{n}]</a></sup>' for n in range(10, 16))
    page = _show(drawn, "".join(f"<p>{'灯' * length}{marks}。</p>" for length in range(8, 28)), 390, lang="zh")
    paragraphs = page.locator(".text p:has(sup)")
    assert paragraphs.first.evaluate("p => p.textContent") == "灯" * 8 + "[10][11][12][13][14][15]。"
    lines = "all => all.map((p) => new Set([...p.querySelectorAll('sup')].map((mark) => mark.offsetTop)).size)"
    assert set(paragraphs.evaluate_all(lines)) == {1, 2}


def test_inline_code_breaks_only_if_it_is_longer_than_a_line(drawn: Drawn) -> None:
    """Its text is unchanged, so that it can be copied."""
    options = ["--no-verify", "-n", "Content-Type", "Ctrl-Shift-C"]
    words = [f"<p>Commit{' so' * n} with <code>{option}</code>.</p>" for option in options for n in range(12)]
    page = _show(drawn, f"{''.join(words)}<p><code>--{'long-' * 30}</code></p>", 390)
    codes = page.locator(".text p:not(:last-child) > code")
    assert {*codes.all_text_contents()} == {*options}
    assert {*codes.evaluate_all("all => all.map((code) => code.getClientRects().length)")} == {1}
    assert not page.evaluate(SIDEWAYS)


def test_title_renders_formulas_but_keeps_prices(drawn: Drawn) -> None:
    page = _show(drawn, "", 1280, title="Is $2^{27}+1$ a prime, for $5 or $6?")
    page.wait_for_selector("h1 msup")
    assert page.locator("h1").inner_text().endswith("a prime, for $5 or $6?")


def test_argument_of_an_unknown_tex_command_is_shown(part: Part) -> None:
    expect(part("own", "p").nth(1)).to_have_text("Table 7")


def test_times_and_chinese_names_do_not_wrap_in_narrow_columns(part: Part) -> None:
    spaces = part("time", "td", 1280).evaluate_all("all => all.map((cell) => getComputedStyle(cell).whiteSpace)")
    assert [space.startswith("nowrap") for space in spaces] == [True, True, False]
    expect(part("post", "header span")).to_have_css("white-space", "nowrap")


def test_equations_are_numbered(part: Part) -> None:
    numbers = part("equations", ".tml-eqn", 1280)
    expect(numbers).to_have_count(10)
    widths = numbers.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert widths[9] > widths[0]  # the value of a counter can't be read, but (10) is wider than (1)


def test_many_formulas_are_all_rendered(drawn: Drawn, long_run: bool) -> None:
    number = 1500 if long_run else 400
    formulas = "".join(f'<p>So <code class="math">\\frac{{a_{n}}}{{b^{n}}}</code> is.</p>' for n in range(number))
    page = _show(drawn, formulas, 1280)
    until(page, f"document.querySelectorAll('.text math').length === {number}")
    assert page.locator("code.math").count() == 0


def test_long_code_lines_can_be_wrapped(drawn: Drawn) -> None:
    page = _show(drawn, CODE, 800)
    wrap = page.get_by_role("button", name="Wrap long lines")
    expect(wrap).to_have_count(1)
    page.wait_for_selector("pre.scrolls")
    wrap.press("Enter")
    page.wait_for_selector("pre:not(.scrolls) >> nth=0")
    expect(wrap.first).to_have_attribute("aria-pressed", "true")
    until(page, "document.querySelector('pre').scrollWidth <= document.querySelector('pre').clientWidth")
    wrap.first.press("Enter")
    page.wait_for_selector("pre.scrolls")
