"""Enhancements: code, formulas, pictures, notes, the outline, progress, vertical text; by mouse and keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.reader_page import draw, perform, until
from tests.support.samples import article_answer

FORMULAS = (
    '<p>Euler wrote <code class="math">e^{i\\pi}+1=0</code> and</p>'
    '<p><code class="math display">\\sum_{k=1}^n k = \\frac{n(n+1)}{2}</code></p>'
    '<p>Broken: <code class="math">\\frac{1</code>; '
    'hostile: <code class="math">\\href{javascript:alert(1)}{x}</code></p>'
)

HEADINGS = ["The definition", "In one pass", "Cost by window", "Choosing a window"]


@pytest.fixture
def rich(still: Callable[..., Page]) -> Page:
    """An article with code, notes and pictures, for tests that close what they open."""
    page = still("rich")
    page.wait_for_selector(".progress-line", state="attached")
    return page


def _ready(page: Page, **more: Any) -> None:
    draw(page, article_answer("rich", **more), theme="light")
    page.wait_for_selector(".progress-line", state="attached")


def test_code_is_coloured_and_copied_exactly(rich: Page) -> None:
    rich.wait_for_selector("pre .code-key")
    assert rich.locator("pre .code-str").count() >= 1
    text = rich.locator("pre code").first.text_content()
    assert text.startswith("from collections import deque\n\n\ndef moving_average")
    rich.context.grant_permissions(["clipboard-read", "clipboard-write"])
    rich.get_by_role("button", name="Copy the code").press("Enter")
    rich.wait_for_selector(".code-copy[data-done]")
    assert rich.evaluate("navigator.clipboard.readText()") == text.rstrip("\n")


def test_code_buttons_are_above_the_code_on_touch_screens(rich: Page) -> None:
    touch = rich.context.new_cdp_session(rich)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    rich.set_viewport_size({"width": 390, "height": 844})
    expect(rich.locator(".code-copy").first).to_have_css("opacity", "1")
    boxes = [button.bounding_box() for button in rich.locator(".code-copy, .code-wrap").all()]
    first_line = rich.locator("pre .code-key").first.bounding_box()
    assert len(boxes) == 2 and first_line
    assert all(box and box["y"] + box["height"] <= first_line["y"] for box in boxes)
    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": False})


def test_code_is_coloured_only_if_its_language_is_certain(drawn: Callable[..., Page]) -> None:
    """Decorators resemble Less; the short words of a letter resemble Visual Basic."""
    route = (
        "@app.route('/')\ndef index():\n    return 'Index'\n\n@app.route('/hello')\ndef hello():\n    return 'Hello'"
    )
    letter = (
        "To: Ada\n\nThe lamps of the quay are lit when the ferry leaves. If one is not on by then,\ntell the keeper "
        "and end your round at his house; the book and the next key hang there."
    )
    code = "".join(f"<pre><code>{text}</code></pre>" for text in (letter, route))
    page = drawn("rich", html=f"<p>Text.</p>{code}")
    page.wait_for_selector("pre .code-key")
    coloured = page.locator("pre").evaluate_all("pres => pres.map((pre) => Boolean(pre.querySelector('code span')))")
    assert coloured == [False, True]
    assert page.locator(".code-key", has_text="def").count() == 2


def test_code_and_formula_modules_are_loaded_on_demand(page: Page) -> None:
    draw(page, article_answer("en"), theme="light")
    page.wait_for_selector(".progress-line", state="attached")
    names = page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    assert [name for name in names if "highlight" in name or "temml" in name] == []


def test_tex_is_converted_to_mathml(page: Page) -> None:
    """A display formula within a paragraph has equal space above and below."""
    formula = '<math display="block"><mi>x</mi><mo>=</mo><mn>1</mn></math>'
    within = f'<p id="jd-within"><i>Above</i>{formula}<i>below</i></p>'
    draw(page, article_answer("rich", html=FORMULAS + within), theme="light")
    assert page.locator(".text math").count() >= 3
    assert page.locator(".text math mfrac").count() == 1
    expect(page.locator("code.math").first).to_have_text("\\frac{1")
    assert page.locator(".text a[href^='javascript']").count() == 0
    assert page.locator(".wide > math[display=block]").count() == 2
    edges = "parts => parts.map((part) => part.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    (_, above), (top, bottom), (below, _) = page.locator("#jd-within > *").evaluate_all(edges)
    assert abs((top - above) - (below - bottom)) < 1 < top - above


def test_note_opens_in_place_and_returns_the_focus(rich: Page) -> None:
    rich.evaluate("import('/reader/enhancements/footnotes.js').then(() => new Promise(requestAnimationFrame))")
    mark = rich.locator("a[href='#jd-n1']")
    mark.press("Enter")
    box = rich.get_by_role("dialog", name="Note 1")
    expect(box).to_contain_text("Measured with readings between")
    expect(box).to_be_focused()
    bounds = box.bounding_box()
    assert bounds and bounds["y"] >= 0 and bounds["y"] + bounds["height"] <= 900
    rich.keyboard.press("Escape")
    expect(rich.locator(".footnote-box")).to_have_count(0)
    expect(mark).to_be_focused()
    mark.click()
    rich.get_by_role("link", name="Go to the note").click()
    expect(rich.locator(".footnote-box")).to_have_count(0)
    until(rich, "document.activeElement.textContent.includes('Measured with')")


def test_note_popup_omits_the_back_links(page: Page) -> None:
    note = "<li><a id='jd-n'></a>^ <a href='#jd-r'><sup>a</sup></a> <a href='#jd-r'><sup>b</sup></a> The note.</li>"
    _ready(page, html=f"<p>Text<a id='jd-r'></a><sup><a href='#jd-n'>[1]</a></sup></p><ol>{note}</ol>")
    page.evaluate("import('/reader/enhancements/footnotes.js').then(() => new Promise(requestAnimationFrame))")
    page.locator("sup a[href='#jd-n']").click()
    expect(page.locator(".footnote-text")).to_have_text("The note.")
    expect(page.locator("li")).to_have_text("^ a b The note.")
    page.keyboard.press("Escape")
    page.locator("li a", has_text="b").click()
    until(page, "document.activeElement.textContent.startsWith('Text')")
    expect(page.locator(".footnote-box")).to_have_count(0)


def test_back_link_of_a_note_restores_the_scroll_position(page: Page) -> None:
    lines = "<p>Some words of a paragraph that fills a few lines of the page.</p>" * 40
    note = "<li><a id='jd-n'></a><a href='#jd-r'>^</a> The note.</li>"
    _ready(page, html=f"{lines}<p>Text<a id='jd-r'></a><sup><a href='#jd-n'>[1]</a></sup></p>{lines}<ol>{note}</ol>")
    page.evaluate("import('/reader/enhancements/footnotes.js').then(() => new Promise(requestAnimationFrame))")
    mark = page.locator("sup a[href='#jd-n']")
    mark.evaluate("mark => scrollBy(0, mark.getBoundingClientRect().top - 500)")
    before = page.evaluate("scrollY")
    mark.click()
    page.get_by_role("link", name="Go to the note").click()
    assert page.evaluate("scrollY") > before
    page.locator("li a[href='#jd-r']").click()
    expect(mark).to_be_focused()
    assert page.evaluate("scrollY") == before


def test_a_picture_opens_large(rich: Page) -> None:
    picture = rich.locator("article img").first
    picture.scroll_into_view_if_needed()
    rich.wait_for_selector("article img[data-large]")
    picture.press("Enter")
    box = rich.get_by_role("dialog", name="Image")
    expect(box).to_be_visible()
    expect(box.locator(".picture-caption")).to_contain_text("Readings and their average")
    rich.keyboard.press("+")
    until(rich, "/scale\\(1\\.4\\)/.test(document.querySelector('.picture-stage img').style.transform)")
    rich.keyboard.press("-")
    until(rich, "/scale\\(1\\)/.test(document.querySelector('.picture-stage img').style.transform)")
    rich.keyboard.press("Escape")
    expect(box).to_be_hidden()
    expect(picture).to_be_focused()
    picture.click()
    rich.get_by_role("button", name="Close").click()
    expect(box).to_be_hidden()
    picture.evaluate("one => { delete one.dataset.large; one.src = one.src; }")  # as if it loaded late
    expect(picture).to_have_attribute("data-large", "")


def test_outline_is_beside_the_text_in_wide_windows(page: Page) -> None:
    page.set_viewport_size({"width": 1500, "height": 500})
    _ready(page)
    nav = page.get_by_role("navigation", name="Contents")
    assert nav.get_by_role("link").all_inner_texts() == HEADINGS
    nav.get_by_role("link", name="Cost by window").click()
    until(page, "document.activeElement.textContent === 'Cost by window'")
    until(page, "document.querySelector('.outline [aria-current]').textContent === 'Cost by window'")
    page.get_by_role("button", name="Contents").click()
    expect(nav).to_be_hidden()
    page.get_by_role("heading", name="Cost by window").press("o")
    expect(nav.get_by_role("link", name="Cost by window")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Cost by window")).to_be_focused()


def test_heading_with_a_line_break_is_one_outline_entry(drawn: Callable[..., Page]) -> None:
    page = drawn("rich", html="<h2>Two<br>lines</h2><h2>B</h2><h2>C</h2>")
    expect(page.get_by_role("link", name="Two lines", exact=True)).to_have_count(1)


def test_outline_becomes_a_drawer_with_larger_text(page: Page) -> None:
    """Firefox's “Zoom text only” enlarges the text without resizing the window."""
    _ready(page)
    expect(page.locator(".outline.beside")).to_be_visible()
    page.evaluate("""() => {
      const larger = new CSSStyleSheet();
      larger.replaceSync("html { font-size: 200% }");
      document.adoptedStyleSheets.push(larger);
    }""")
    expect(page.locator(".outline")).to_have_attribute("popover", "auto")


def test_outline_is_a_drawer_in_narrow_windows(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 700})
    _ready(page)
    nav, button = page.locator(".outline"), page.get_by_role("button", name="Contents")
    expect(nav).to_be_hidden()
    button.press("Enter")
    expect(nav).to_be_visible()
    until(page, "!!document.activeElement.closest('.outline')")
    nav.get_by_role("link").last.press("Tab")
    expect(nav).to_be_hidden()
    button.press("Enter")
    nav.get_by_role("link", name="Choosing a window").press("Enter")
    expect(nav).to_be_hidden()
    until(page, "document.activeElement.textContent === 'Choosing a window'")
    page.evaluate("scrollBy(0, -300)")
    for close in (lambda: page.mouse.click(10, 400), nav.get_by_role("button", name="Close").click):
        button.click()
        expect(nav).to_be_visible()
        close()
        expect(nav).to_be_hidden()


def test_progress_line_follows_the_scroll_position(rich: Page) -> None:
    passed = "Number(document.querySelector('.progress-line').style.getPropertyValue('--passed'))"
    rich.evaluate("scrollTo(0, 0)")  # smooth scrolling may stop in a tab that has just been activated
    until(rich, f"{passed} === 0")
    rich.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    until(rich, f"{passed} > 0.98")


def test_vertical_text(page: Page) -> None:
    """Chinese text runs down and leftwards; wheel and keys scroll along it; the toolbar and English stay horizontal."""
    look = {"theme": "light", "vertical": "on"}
    perform(page, {"open": article_answer("zh")})
    expect(page.locator(".upright")).to_have_count(0)
    page.evaluate("look => chrome.storage.local.set({ look })", look)
    page.wait_for_selector('html[data-vertical="on"]')
    page.wait_for_selector(".progress-line", state="attached")
    assert page.evaluate("getComputedStyle(document.querySelector('article')).writingMode") == "vertical-rl"
    expect(page.locator("time .upright")).to_have_text(["4", "18"])  # not 2024
    expect(page.locator(".upright").last).to_have_css("text-combine-upright", "all")
    for part in (".toolbar", ".toast", ".save-panel", ".outline"):
        expect(page.locator(part)).to_have_css("writing-mode", "horizontal-tb")
    assert page.evaluate("document.documentElement.scrollWidth > innerWidth * 1.5")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.mouse.move(640, 450)
    page.mouse.wheel(0, 400)
    until(page, "scrollX < -200")
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    until(page, "scrollX < -600")
    other = page.context.new_page()
    perform(other, {"open": article_answer("en")})
    assert other.evaluate("getComputedStyle(document.querySelector('article')).writingMode") == "horizontal-tb"
    other.close()


SHIFTS = """new PerformanceObserver((list) => {
  globalThis.shifts ??= [];
  for (const { value, sources } of list.getEntries())
    globalThis.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 80))]);
}).observe({ type: "layout-shift", buffered: true });"""


@pytest.mark.sample("rich-1280")
@pytest.mark.parametrize("width", [390, 1280, 1800])
@pytest.mark.parametrize("name", ["zh", "en", "ar", "rich"])
def test_layout_does_not_shift_after_the_first_paint(page: Page, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.add_init_script(SHIFTS)
    perform(page, {"open": article_answer(name, html=FORMULAS * 2) if name == "rich" else article_answer(name)})
    page.wait_for_selector(".progress-line", state="attached")
    page.wait_for_load_state("networkidle")
    assert [shift for shift in page.evaluate("globalThis.shifts ?? []") if shift[0] > 0.0005] == []


def test_print_shows_addresses_and_hides_controls(page: Page) -> None:
    draw(page, article_answer("rich"), theme="dark")
    page.wait_for_selector(".progress-line", state="attached")
    page.evaluate("document.querySelector('.code-wrap').ariaPressed = 'true'")
    page.emulate_media(media="print")
    after = page.evaluate("getComputedStyle(document.querySelector('.text a[href^=http]'), '::after').content")
    assert "https://example.org/guide/series" in after
    expect(page.get_by_text("It needs one more parameter")).to_be_visible()
    for part in (".progress-line", ".code-copy", ".code-wrap", ".toolbar", ".always"):
        expect(page.locator(part).first).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.querySelector('article')).color") == "rgb(0, 0, 0)"
