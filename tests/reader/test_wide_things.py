"""Tables, formulas and code that are wider than the column: they scroll in themselves, stack or break their lines."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.reader_page import draw, until
from tests.support.samples import article_answer

ROWS = "".join(f"<tr><td>Alphabet-{n}</td><td>Unbreakable{n}{'x' * 24}</td><td>{n}</td></tr>" for n in range(3))
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
SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


def _show(page: Page, html: str, width: int, **more: Any) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    draw(page, article_answer("rich", html=f"<p>First.</p>{html}", truncated=False, **more), theme="light")
    page.wait_for_selector(".progress-line", state="attached")


def test_a_table_of_few_columns_becomes_labelled_rows_on_a_phone(page: Page) -> None:
    """And is a table again where there is room; its words are the same, its caption is above them."""
    _show(page, FEW, 390)
    page.wait_for_selector(".wide.stacked")
    cell = page.locator("td").nth(1)
    assert cell.evaluate("cell => getComputedStyle(cell, '::before').content") == '"Value"'
    assert not page.evaluate(SIDEWAYS)
    expect(page.locator(".wide")).not_to_have_attribute("tabindex", "0")
    caption, name = page.locator("caption").bounding_box(), page.locator("td").first.bounding_box()
    assert caption and name and caption["y"] < name["y"]
    assert page.locator("tr").first.inner_text().split() == ["Name", "Value", "Count"]
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector(".wide:not(.stacked)")


def test_a_table_of_many_columns_scrolls_with_its_edge_in_shadow(page: Page) -> None:
    _show(page, MANY, 390)
    page.wait_for_selector(".wide.scrolls")
    assert "radial-gradient" in page.locator(".wide").evaluate("frame => getComputedStyle(frame).backgroundImage")
    assert not page.evaluate(SIDEWAYS)


def test_a_table_with_merged_cells_scrolls_on_a_phone(page: Page) -> None:
    """Rows stacked by label would lack the cells that are merged."""
    row = f"<tr><td rowspan=2>Alphabet</td><td>{'x' * 40}</td><td>1</td></tr><tr><td>Unbreakable</td><td>2</td></tr>"
    _show(page, f"<table><tbody>{HEADS}{row}</tbody></table>", 390)
    page.wait_for_selector(".wide.scrolls")
    assert "radial-gradient" in page.locator(".wide").evaluate("frame => getComputedStyle(frame).backgroundImage")
    assert page.locator(".wide.stacked").count() == 0
    assert not page.evaluate(SIDEWAYS)


def test_a_table_whose_cells_can_break_their_lines_stays_one_on_a_phone(page: Page) -> None:
    rows = "<tr><td>Two positives</td><td>Alabaster peak</td><td>Kingfisher 2024</td></tr>" * 2
    _show(
        page, f"<table><tbody><tr><th>Same signs</th><th>Product name</th><th>Another one</th></tr>{rows}</table>", 390
    )
    assert page.locator(".wide.stacked, .wide.scrolls").count() == 0
    assert not page.evaluate(SIDEWAYS)


def test_a_table_that_scrolls_is_no_wider_than_its_words_need(page: Page) -> None:
    rows = f"<tr><td rowspan=2>Two words</td>{'<td>some words of a cell</td>' * 5}</tr><tr>{'<td>1</td>' * 5}</tr>"
    _show(page, f"<table><tbody>{rows}</tbody></table>", 390)
    page.wait_for_selector(".wide.scrolls")
    frame, table = page.locator(".wide").bounding_box(), page.locator("table").bounding_box()
    assert frame and table and table["width"] < 1.7 * frame["width"]


@pytest.mark.parametrize("headings", [0, 3])
@pytest.mark.parametrize("wide", [MANY, f"<pre><code>{'long ' * 20}</code></pre>"], ids=["table", "code"])
def test_what_is_too_wide_uses_the_room_beside_the_text(page: Page, wide: str, headings: int) -> None:
    """But not the outline's; it begins where the text does if that is enough."""
    _show(page, wide + "<h2>Heading</h2>" * headings, 1280)
    page.wait_for_selector(".outline.beside" if headings else ".text", state="attached")
    frame = page.locator(".wide, .code-frame")
    until(page, "getComputedStyle(document.querySelector('.wide, .code-frame')).marginRight.startsWith('-')")
    text, wide_box = page.locator(".text p").first.bounding_box(), frame.bounding_box()
    assert text and wide_box and wide_box["width"] > text["width"]
    assert 80 <= wide_box["x"] <= text["x"]
    assert wide_box["x"] + wide_box["width"] <= (1280 - 250 if headings else 1280 - 80)
    expect(page.locator(".scrolls")).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_selector(".scrolls")
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.long
def test_no_row_is_squeezed_until_it_fills_the_window(page: Page) -> None:
    _show(page, SQUEEZED, 390)
    page.wait_for_selector(".wide.scrolls")
    assert page.locator("tr").first.evaluate("row => row.offsetHeight") < 1200


def test_facts_are_beside_the_text_where_there_is_room(page: Page) -> None:
    _show(page, INFOBOX, 1280)
    facts, words = (page.locator(name).bounding_box() for name in (".infobox", ".text p:nth-of-type(2)"))
    assert facts and words and facts["x"] > words["x"] + 200 and facts["y"] < words["y"] + words["height"]
    page.set_viewport_size({"width": 390, "height": 800})
    facts, words = (page.locator(name).bounding_box() for name in (".infobox", ".text p:nth-of-type(2)"))
    assert facts and words and facts["y"] + facts["height"] <= words["y"]


def test_facts_reach_into_the_margin_as_far_as_the_outline(page: Page) -> None:
    _show(page, f"<h2>One</h2><h2>Two</h2><h2>Three</h2>{INFOBOX}", 1280)
    page.wait_for_selector(".outline")
    boxes = (page.locator(name).first.bounding_box() for name in (".infobox", ".text", ".outline", "h2"))
    facts, text, outline, heading = boxes
    assert facts and text and outline and heading
    assert text["x"] + text["width"] + 30 < facts["x"] + facts["width"] < outline["x"]
    assert facts["x"] - text["x"] > 340


@pytest.mark.parametrize("width", [390, 1280])
def test_a_long_address_does_not_widen_the_facts(page: Page, width: int) -> None:
    address = f"https://example.org/{'a-long-name' * 8}"
    row = f'<tr><th scope="row">Website</th><td><a href="{address}">{address}</a></td></tr></tbody>'
    _show(page, INFOBOX.replace("</tbody>", row), width)
    frame = page.locator(".wide:has(> .infobox)")
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")


def test_a_long_formula_in_a_line_scrolls_in_itself(page: Page) -> None:
    _show(page, FORMULA, 390)
    page.wait_for_selector("p > .wide.in-line.scrolls")
    assert not page.evaluate(SIDEWAYS)
    until(page, "[...document.fonts].some(font => font.family.includes('STIX Two Math') && font.status === 'loaded')")
    assert "Before" in page.locator(".text p").nth(1).inner_text()


@pytest.mark.long
def test_a_formula_is_in_its_line_again_when_there_is_room(page: Page) -> None:
    _show(page, f"<p>Before <math>{'<mi>xyz</mi><mo>+</mo>' * 9}</math> after.</p>", 320)
    page.wait_for_selector("p > .wide.in-line > math")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.wait_for_selector("p > math")


def test_no_line_begins_with_the_sign_after_a_formula(page: Page) -> None:
    """Nor ends with the bracket before one; the words are the same."""
    formula = '<math display="inline"><mi>xyz</mi></math>'
    _show(page, f"<p id='jd-f'>{f'one of ({formula}), or ' * 40}</p>", 390)
    assert page.locator("#jd-f").evaluate("p => p.textContent") == "one of (xyz), or " * 40
    heights = """p => [...p.querySelectorAll(".joined")].map((one) => one.getClientRects().length)"""
    assert page.locator("#jd-f").evaluate(heights) == [1] * 40


def test_the_sign_after_a_long_formula_is_beside_it(page: Page) -> None:
    _show(page, f"<p>One of <math>{'<mi>xyz</mi><mo>+</mo>' * 30}</math>.</p>", 390)
    page.wait_for_selector(".joined > .in-line.scrolls")
    formula, joined = page.locator(".in-line").bounding_box(), page.locator(".joined").bounding_box()
    assert formula and joined and joined["height"] < 1.5 * formula["height"]
    assert formula["width"] < joined["width"] <= 390 and not page.evaluate(SIDEWAYS)


def test_a_line_may_end_between_the_marks_of_notes(page: Page) -> None:
    """Else the line before many marks has wide gaps, as Chinese is justified; the words are the same."""
    marks = "".join(f'<a id="jd-m{n}"></a><sup><a href="#jd-n{n}">[{n}]</a></sup>' for n in range(10, 16))
    _show(page, "".join(f"<p>{'灯' * length}{marks}。</p>" for length in range(8, 28)), 390, lang="zh")
    paragraphs = page.locator(".text p:has(sup)")
    assert paragraphs.first.evaluate("p => p.textContent") == "灯" * 8 + "[10][11][12][13][14][15]。"
    lines = "all => all.map((p) => new Set([...p.querySelectorAll('sup')].map((mark) => mark.offsetTop)).size)"
    assert set(paragraphs.evaluate_all(lines)) == {1, 2}


def test_formulas_of_a_title_are_drawn_and_prices_stay(page: Page) -> None:
    """Also a command of the site's own, of which what it is given is shown."""
    own = '<p id="jd-t">Table <code class="math">\\PageIndex{7}</code></p>'
    _show(page, own, 1280, title="Is $2^{27}+1$ a prime, for $5 or $6?")
    page.wait_for_selector("h1 msup")
    assert page.locator("h1").inner_text().endswith("a prime, for $5 or $6?")
    expect(page.locator("#jd-t")).to_have_text("Table 7")


def test_a_time_is_not_broken_in_a_narrow_column(page: Page) -> None:
    _show(page, f"<table><tr><td>12:30 PM</td><td>{'Walks to the saloon. ' * 20}</td></tr></table>", 1280)
    assert page.locator("td").first.evaluate("cell => getComputedStyle(cell).whiteSpace").startswith("nowrap")


def test_equations_are_numbered(page: Page) -> None:
    equation = '<p><code class="math display">\\begin{equation}x\\end{equation}</code></p>'
    _show(page, equation * 10, 1280)
    until(page, "document.querySelectorAll('.tml-eqn').length === 10")
    widths = page.locator(".tml-eqn").evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert widths[9] > widths[0]  # the value of a counter can't be read, but (10) is wider than (1)


def test_many_formulas_do_not_keep_the_article_waiting(page: Page, long_run: bool) -> None:
    number = 1500 if long_run else 400
    formulas = "".join(f'<p>So <code class="math">\\frac{{a_{n}}}{{b^{n}}}</code> is.</p>' for n in range(number))
    _show(page, formulas, 1280)
    until(page, f"document.querySelectorAll('.text math').length === {number}")
    assert page.locator("code.math").count() == 0


def test_long_lines_of_code_can_be_broken(page: Page) -> None:
    _show(page, CODE, 800)
    wrap = page.get_by_role("button", name="Wrap long lines")
    expect(wrap).to_have_count(1)
    page.wait_for_selector("pre.scrolls")
    wrap.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("pre:not(.scrolls) >> nth=0")
    expect(wrap.first).to_have_attribute("aria-pressed", "true")
    until(page, "document.querySelector('pre').scrollWidth <= document.querySelector('pre').clientWidth")
    wrap.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("pre.scrolls")
