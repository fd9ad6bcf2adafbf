"""The rendered article: its header, its text, and its layout at every width."""

import json
import re
from collections.abc import Callable
from itertools import pairwise, product

import pytest
from playwright.sync_api import Locator, Page, expect

from jingdu.library import document
from jingdu.library.exporters.epub import STYLE
from jingdu.protocol.items import Item
from tests.support.reader_page import draw
from tests.support.samples import PAGE, article_answer
from tests.support.waiting import until

Opener = Callable[..., Page]
Still = Callable[..., Page]
Drawn = Callable[..., Page]

MARKUP = '<img src=x onerror="globalThis.ran=1"><b>bold</b> {{1+1}} &amp; ${x} $1'


def test_header_shows_the_fields(still: Still) -> None:
    """Site, title, byline, date and reading time, the last two in the article's language; the site is a link."""
    page = still("zh")
    expect(page.locator("article > header .site")).to_have_text("江岸周刊")
    expect(page.locator("article h1")).to_have_text("替河流写日记的人")
    expect(page.locator(".facts")).to_have_text("陈一帆2024年4月18日5分钟")
    assert page.locator(".site a").get_attribute("href") == "https://pages.example/"
    assert page.locator("time").get_attribute("datetime") == "2024-04-18T09:30:00+08:00"
    assert page.title() == "替河流写日记的人"


def test_markup_in_fields_is_escaped(drawn: Drawn) -> None:
    page = drawn("en", title=MARKUP, byline=f"Ann {MARKUP}", site=MARKUP)
    for place, words in {"article h1": MARKUP, ".byline": f"Ann {MARKUP}", ".site": MARKUP}.items():
        assert page.locator(place).text_content() == words
    assert page.title() == MARKUP
    assert page.locator("article > header :is(img, b)").count() == 0
    assert page.evaluate("globalThis.ran") is None


def test_byline_that_repeats_the_site_is_omitted(drawn: Drawn) -> None:
    page = drawn("en", byline="the crumb", site="The-Crumb")
    expect(page.locator("article > header .site")).to_have_text("The-Crumb")
    expect(page.locator(".byline")).to_have_count(0)


FIRST_PART = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".text p")) return;
  observer.disconnect();
  globalThis.firstPart = [document.querySelectorAll(".text p").length, document.body.scrollHeight / innerHeight];
}).observe(document, { childList: true, subtree: true })"""


def test_the_first_screen_of_a_long_article_is_shown_before_the_rest(page: Page) -> None:
    page.add_init_script(FIRST_PART)
    draw(page, article_answer("en", html="".join(f"<p>{number} {'word ' * 40}</p>" for number in range(400))))
    expect(page.locator(".text p")).to_have_count(400)
    assert [int(text.split()[0]) for text in page.locator(".text p").all_text_contents()] == list(range(400))
    paragraphs, screens = page.evaluate("firstPart")
    assert paragraphs < 400
    assert screens > 1


LINES = """() => {
  const lines = {};
  const walker = document.createTreeWalker(document.querySelector("h1 bdi"), NodeFilter.SHOW_TEXT);
  for (const range = document.createRange(); walker.nextNode(); )
    [...walker.currentNode.data].forEach((letter, at) => {
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + 1);
      const line = Math.round(range.getBoundingClientRect().bottom);
      lines[line] = (lines[line] ?? "") + letter;
    });
  return Object.values(lines).map((line) => line.trim());
}"""


@pytest.mark.sample("comma")
@pytest.mark.parametrize(
    "title",
    ["人民币中间价创逾五年新低 做市商称符合预期", "外媒：姚明护送大熊猫野放，最关心如何理性保护"],
    ids=["space", "comma"],
)
def test_a_chinese_title_breaks_between_its_clauses(drawn: Drawn, title: str) -> None:
    lines = drawn("zh", title=title, width=390).evaluate(LINES)
    clauses = re.split(r"(?<=[：，])| ", title)
    assert len(lines) > 1 and all(line[-1] in "：，" or line in clauses for line in lines[:-1])


def test_long_clause_after_short_ones_starts_a_new_line(drawn: Drawn) -> None:
    clauses = ["船队沿江而下考察", "记录水鸟种类", "在入海口的湿地公园为越冬候鸟安放巢箱"]
    lines = drawn("zh", title=" ".join(clauses), width=390).evaluate(LINES)
    assert any(lines[:at] == clauses[:2] or " ".join(lines[:at]) == " ".join(clauses[:2]) for at in (1, 2))


def test_a_long_chinese_clause_is_balanced(drawn: Drawn) -> None:
    lines = drawn("zh", title="京港澳高速公路湖南段车流量井喷", width=390).evaluate(LINES)
    assert [len(line) >= 7 for line in lines] == [True, True]


def test_long_title_is_smaller_on_phones(drawn: Drawn) -> None:
    size = "(h1) => parseFloat(getComputedStyle(h1).fontSize)"
    large, small = (drawn("zh", title="河流" * times, width=390).locator("h1").evaluate(size) for times in (17, 18))
    assert small < 0.9 * large


@pytest.mark.parametrize(
    ("lang", "title", "whole"),
    [
        ("fr", "La mer monte-t-elle ? Elle répond : « C’est vous ! »", "elle ?|répond :|« C|vous ! »"),
        ("zh", "一位退休水文工作者与长江的二十六年河道演变", "退休|水文|工作者|长江的|河道|演变"),
    ],
)
def test_title_does_not_break_in_a_word_or_before_punctuation(drawn: Drawn, lang: str, title: str, whole: str) -> None:
    page = drawn("zh", lang=lang, title=title)
    for width in range(320, 800, 60):
        page.set_viewport_size({"width": width, "height": 900})
        lines = page.evaluate(LINES)
        assert all(any(piece in line for line in lines) for piece in whole.split("|")), lines


@pytest.mark.sample("zh-Hans")
@pytest.mark.parametrize("lang", ["zh-Hans", "ja"])
def test_opening_quotation_mark_of_a_title_is_not_indented(drawn: Drawn, lang: str) -> None:
    page = drawn("zh", lang=lang, title="「河」の「日記」")
    widths = page.evaluate(
        """() => [0, 4].map((at) => {
          const text = document.querySelector("h1 bdi").firstChild;
          getSelection().setBaseAndExtent(text, at, text, at + 1);
          return getSelection().getRangeAt(0).getBoundingClientRect().width;
        })"""
    )
    assert widths[0] < 0.6 * widths[1]


LINES_OF_CHINESE = (
    "<ul><li><h3>图片的标题</h3><p>文字</p></li></ul>"
    + "".join(f"<p>江水{word}很静。</p>" for word in ("", " Mississippi ", " www.theriver.example "))
    + '<p>江水<img src="https://pages.example/a.png" alt="">很静。</p>'
    + '<p><img src="https://pages.example/a.png" alt=""></p><p>A post in English beside the 江水.</p>'
)
SIDES = "all => all.map((one) => getComputedStyle(one).textAlign)"


def test_headings_and_lines_with_long_words_are_not_justified(still: Still) -> None:
    """A long word matters only on phones, an address or picture at every width. English is not justified either."""
    assert still("zh", LINES_OF_CHINESE).locator(".text li > *").evaluate_all(SIDES) == ["start", "justify"]
    for width, second in ((390, "start"), (1280, "justify")):
        page = still("zh", LINES_OF_CHINESE, width)
        assert page.locator(".text > p").evaluate_all(SIDES) == ["justify", second, "start", "start", "center", "start"]


@pytest.mark.sample("javascript:globalThis.ran=1-url")
@pytest.mark.parametrize("field", ["url", "image"])
@pytest.mark.parametrize("address", ["javascript:globalThis.ran=1", "data:text/html,x", "chrome://version", "not one"])
def test_addresses_that_are_not_http_are_ignored(drawn: Drawn, field: str, address: str) -> None:
    page = drawn("ar", **{field: address})
    assert page.locator(f'[href="{address}"], [src="{address}"]').count() == 0
    assert page.locator("footer a").get_attribute("href") == PAGE["url"]


@pytest.mark.parametrize(
    ("name", "lang", "direction"), [("zh", "zh-Hans", "ltr"), ("en", "en-GB", "ltr"), ("ar", "ar", "rtl")]
)
def test_language_and_direction(still: Still, name: str, lang: str, direction: str) -> None:
    page = still(name)
    article = page.locator("article")
    assert (article.get_attribute("lang"), article.get_attribute("dir")) == (lang, direction)
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]


@pytest.mark.sample("2024-05-en-May 2024")
@pytest.mark.parametrize(
    ("published", "lang", "shown"),
    [
        ("2024-01-02", "en-US", "January 2, 2024"),
        ("2024-01-02", "en-GB", "2 January 2024"),
        ("2024-01-02T23:59:00-10:00", "en-GB", "2 January 2024"),
        ("2024-01-02", "ja", "2024年1月2日"),
        ("2024-01-02", "de", "2. Januar 2024"),
        ("2024-05", "en", "May 2024"),
        ("2024", "en", "2024"),
        ("2024-01-02", "not a tag!", "January 2, 2024"),
    ],
)
def test_dates_are_written_in_the_articles_language(drawn: Drawn, published: str, lang: str, shown: str) -> None:
    expect(drawn("en", published=published, lang=lang).locator("time")).to_have_text(shown)


@pytest.mark.sample("2024-13-45")
@pytest.mark.parametrize("published", [None, "", "yesterday", "2024-13-45"])
def test_missing_and_invalid_dates_are_left_out(drawn: Drawn, published: str | None) -> None:
    page = drawn("en", published=published, byline=None, site=None)
    assert "Invalid" not in page.locator("article > header").inner_text()
    expect(page.locator("article h1")).to_be_visible()


@pytest.mark.long
def test_a_social_card_is_not_shown(drawn: Drawn) -> None:
    expect(drawn("ar", image="https://pictures.example/card.png").locator("article img")).to_have_count(0)


def test_messages_fall_back_to_the_locale_file(page: Page) -> None:
    page.add_init_script("chrome.i18n.getMessage = () => ''")
    draw(page, article_answer("en"))
    expect(page.locator(".reading-time")).to_have_text("4 min read")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.sample("en-zh-4 minutes")
@pytest.mark.parametrize(
    ("name", "language", "shown"), [("en", "en", "4 min read"), ("ar", "en", "دقيقتان"), ("en", "zh", "4 minutes")]
)
def test_reading_time_matches_the_script_of_the_article(
    open_page: Opener, name: str, language: str, shown: str
) -> None:
    """In the interface's language if it has the article's script, else in the article's; on a single line."""
    page = open_page(language, width=320)
    draw(page, article_answer(name))
    time = page.locator(".reading-time")
    expect(time).to_have_text(shown)
    assert time.evaluate("(one) => one.getClientRects().length") == 1


@pytest.mark.parametrize(
    ("language", "minutes", "shown"), [("en", 120, "120 min read"), ("en", 8106, "135 hr read"), ("zh", 150, "3 hours")]
)
def test_reading_times_above_two_hours_are_in_hours(open_page: Opener, language: str, minutes: int, shown: str) -> None:
    page = open_page(language)
    draw(page, article_answer("en", reading_time=minutes))
    expect(page.locator(".reading-time")).to_have_text(shown)


def test_header_fields_have_their_own_direction(drawn: Drawn) -> None:
    """In an Arabic article, punctuation at the end of a Latin or an Arabic name stays there."""
    page = drawn("ar", site="Example!", byline="Ann (Reuters)", title="Why?")
    ends = page.evaluate(
        """() => [".site bdi", "h1 bdi", ".byline"].map((place) => {
          const text = document.querySelector(`header ${place}`).firstChild;
          const at = (index) => { const range = document.createRange(); range.setStart(text, index);
            range.setEnd(text, index + 1); return range.getBoundingClientRect().left; };
          return at(text.length - 1) > at(text.length - 2);
        })"""
    )
    assert ends == [True, True, True]


def test_truncated_article_has_a_notice(drawn: Drawn) -> None:
    notice = drawn("en", truncated=True).locator(".notice")
    expect(notice).to_contain_text("part of the text may be missing")
    assert notice.locator("a").get_attribute("href") == PAGE["url"]
    expect(drawn("en").locator(".notice")).to_have_count(0)


@pytest.mark.long
def test_save_messages_report_a_truncated_article(page: Page) -> None:
    """On saving, while pictures are fetched, and when the saved article is looked up."""
    words = "part of its text is missing."
    draw(page, article_answer("en"))
    details = page.evaluate(
        """async () => {
            const { progressNotice, savedNotice, saveNotice } = await import("/shared/save_notices.js");
            const going = { done: 1, total: 2 };
            const of = (item) => [saveNotice({ item }), progressNotice({ item }, going), savedNotice(item, true)];
            const saved = "2026-01-01T00:00:00Z";
            return [true, false].map((truncated) => of({ saved, truncated }).map(({ detail }) => detail ?? ""));
        }"""
    )
    assert all(words in detail for detail in details[0])
    assert not any(words in detail for detail in details[1])


def test_external_links_open_in_the_same_tab(page: Page) -> None:
    """They send no referrer."""
    page.context.route("https://example.org/**", lambda route: route.fulfill(body="<title>there</title>"))
    draw(page, article_answer("en"))
    with page.expect_request("https://example.org/papers/conventions") as request:
        page.get_by_text("smoothest migration").click()
    page.wait_for_url("https://example.org/papers/conventions")
    assert request.value.headers.get("referer") is None


@pytest.mark.sample("rich-5", "zh-0")
@pytest.mark.parametrize("size", ["-2", "0", "5"])
@pytest.mark.parametrize("name", ["rich", "ar", "zh"])
def test_the_page_never_scrolls_sideways(page: Page, name: str, size: str) -> None:
    """From 320 pixels to 4K and at every text size; wide content scrolls in a frame of its own."""
    draw(page, article_answer(name), size=size)
    for width in (320, 390, 768, 1280, 3840):
        page.set_viewport_size({"width": width, "height": 900})
        scrolls = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert scrolls <= 0, f"{scrolls} pixels too wide at {width}"


def test_wide_content_scrolls_by_keyboard(drawn: Drawn) -> None:
    page = drawn("rich", width=390)
    table = page.locator(".wide:has(table)")
    expect(table).to_have_attribute("tabindex", "0")
    expect(table).to_have_attribute("aria-label", "Wide content, scrolls sideways")
    table.focus()
    until(lambda: page.keyboard.press("ArrowRight") or table.evaluate("table => table.scrollLeft > 0"))
    expect(page.locator("pre")).to_have_attribute("tabindex", "0")
    page.set_viewport_size({"width": 3840, "height": 900})
    expect(page.locator("pre")).not_to_have_attribute("tabindex", "0")


@pytest.mark.parametrize(("name", "low", "high"), [("zh", 30, 36), ("en", 30, 34)])
def test_line_length_is_readable(still: Still, name: str, low: int, high: int) -> None:
    """In em of the text size, which is 18 pixels for Chinese characters and 20 for letters."""
    look = "p => ['width', 'fontSize', 'lineHeight'].map((name) => parseFloat(getComputedStyle(p)[name]))"
    width, size, line = still(name).locator(".text p").first.evaluate(look)
    assert low <= round(width / size, 1) <= high
    assert size == (18 if name == "zh" else 20)
    assert round(line / size, 2) == (1.8 if name == "zh" else 1.6)


@pytest.mark.sample("ja-JP")
@pytest.mark.parametrize(
    ("lang", "face"),
    [*{"zh-Hans": "SC", "zh-CN": "SC", "zh-Hant": "TC", "zh-TW": "TC", "zh-HK": "HK", "ja": "JP", "ko": "KR"}.items()],
)
def test_each_script_has_its_typeface(drawn: Drawn, lang: str, face: str) -> None:
    faces = drawn("zh", lang=lang).evaluate("getComputedStyle(document.querySelector('.text')).fontFamily")
    assert next(name for name in faces.split(", ") if "CJK" in name) == f'"Noto Sans CJK {face}"'


@pytest.mark.parametrize(("name", "slanted", "dots"), [("en", "italic", "none"), ("zh", "normal", "dot")])
def test_emphasis_style_depends_on_the_language(still: Still, name: str, slanted: str, dots: str) -> None:
    look = "em => [getComputedStyle(em).fontStyle, getComputedStyle(em).textEmphasisStyle]"
    assert still(name).locator(".text em").first.evaluate(look) == [slanted, dots]


def test_a_long_passage_has_no_emphasis_dots(drawn: Drawn) -> None:
    page = drawn("ja", html=f"<p><em>重要</em>なのは</p><p><em>{'「長い引用の文章」' * 4}</em></p>")
    dots = "(all) => all.map((one) => getComputedStyle(one).textEmphasisStyle)"
    assert page.locator(".text em").evaluate_all(dots) == ["dot", "none"]


def test_saved_file_has_typeface_and_emphasis_of_its_language(page: Page) -> None:
    shown = {}
    for lang in ("en", "zh-Hans", "zh-Hant", "ja", "ko", "ar"):
        item = Item(id="j1", folder="one", title="One", lang=lang, saved="2026-01-01T00:00:00Z")
        page.set_content(document.write(item, "<p><em>word</em></p>"))
        family, style = page.evaluate(
            """() => [getComputedStyle(document.body).fontFamily,
                getComputedStyle(document.querySelector("em")).fontStyle]"""
        )
        shown[lang] = (family.split(",")[0].strip('"'), style)
    assert shown == {
        "en": ("Georgia", "italic"),
        "zh-Hans": ("Songti SC", "normal"),
        "zh-Hant": ("Songti TC", "normal"),
        "ja": ("Hiragino Mincho ProN", "normal"),
        "ko": ("AppleMyungjo", "normal"),
        "ar": ("Georgia", "normal"),
    }


def test_long_words_do_not_widen_saved_files_and_e_books(page: Page) -> None:
    item = Item(id="j1", folder="one", title="One", lang="en", saved="2026-01-01T00:00:00Z")
    address = f"https://example.org/{'long' * 30}"
    html = (
        f'<table class="infobox"><tr><th>Site</th><td><a href="{address}">{address}</a></td></tr></table>'
        f'<p><code class="math">{"x+" * 150}x</code></p>'
    )
    book = f"<!doctype html><style>{STYLE}</style>{html}"
    for width, written in product((390, 1280), (document.write(item, html), book)):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto("about:blank")
        page.set_content(written)
        table, root = (f"document.querySelector('{name}')" for name in (".infobox", "html"))
        assert page.evaluate(f"[{table}, {root}].every((box) => box.scrollWidth <= box.clientWidth + 1)")


def test_nothing_of_the_article_is_stored(page: Page) -> None:
    draw(page, article_answer("zh"))
    words = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    look = json.loads(page.evaluate("localStorage.look"))
    assert words == ["look"]
    assert look["theme"] == "system"
    assert all(len(value) <= len("contrast") for value in look.values())


PICTURE = '<img src="https://pictures.example/a.png" alt="" width="600" height="400">'
FIGURE = f"<figure>{PICTURE}<figcaption>Words</figcaption></figure>"
ITEM = PICTURE.replace("600", "300").replace("400", "200")
PARTS = {
    "above": f"<p>{PICTURE}</p>" * 5,
    "paragraphs": f"<p>First.</p>{f'<p>{PICTURE}</p>' * 5}",
    "links": f"<p>First.</p>{f'<p><a>{PICTURE}</a></p>' * 4}",
    "figures": f"<p>First.</p>{FIGURE * 4}",
    "lines": f"<p>First.</p><p>{'<br>'.join([PICTURE] * 4)}</p>",
    "figure": f"<p>First.</p><figure>{PICTURE * 4}</figure>",
    "three": f"<p>First.</p>{f'<p>{PICTURE}</p>' * 3}",
    "words": f"<p>First.</p>{f'<p>{PICTURE}</p><p>Words.</p>' * 4}",
    "below": f"<p>First.</p><figure>{PICTURE}<p>Words.</p></figure>",
    "own line": f"<p>Words<br>{PICTURE}</p><p>Words<br><a>{PICTURE}</a></p>",
    "caption": f"<figure>{PICTURE}<figcaption><i>The harbour in the last light of a long day of June</i></figcaption>",
    "marks": (
        "<ul><li>1. One<ul><li>1.1. Two</li></ul></li><li>3. Three<ul><li>Inner</li></ul></li></ul>"
        "<ol><li>1.5 miles</li><li>2 miles</li></ol>"
        f"<ul><li>{ITEM} 1</li><li><p><a>{ITEM}</a></p>2</li><li>3 <p>{ITEM}</p></li></ul><ol><li>{ITEM} 1</li></ol>"
    ),
    "item": "<ul><li>One line.<p>Another.</p></li></ul>",
    "inner list": "<ul><li>One<ul><li>Inner</li><li>Inner</li></ul></li><li>Two</li></ul>",
    "admonition": (
        '<blockquote class="admonition"><p><strong>Note</strong></p><p>Words and <code>code</code>.</p></blockquote>'
    ),
    "code": "<p>Say <code>FROM <em><code>name</code></em></code> <em><code>it</code></em>.</p>",
    "notes": "".join(f"<p>{'x' * n} word.<sup>[1]</sup></p>" for n in range(2, 40)),
}
ARTICLE = "".join(
    html if name == "above" else f'<section id="jd-{at}">{html}<p>Last.</p></section>'
    for at, (name, html) in enumerate(PARTS.items())
)


def part(still: Still, name: str, inner: str, width: int = 1280) -> Locator:
    """Finds a selector in one part of `ARTICLE`."""
    return still("rich", ARTICLE, width).locator(f"#jd-{[*PARTS].index(name)} {inner}")


def test_numbered_items_and_picture_items_have_no_list_marker(still: Still) -> None:
    marks = part(still, "marks", "li").evaluate_all("all => all.map((one) => getComputedStyle(one).listStyleType)")
    assert marks == ["none", "none", "none", "circle", "decimal", "decimal", "none", "none", "disc", "decimal"]


@pytest.mark.parametrize(
    ("name", "width", "rows"),
    [
        ("paragraphs", 1280, 3),
        ("links", 390, 2),
        ("figures", 1280, 2),
        ("figures", 390, 4),
        ("lines", 1280, 2),
        ("figure", 390, 2),
        ("three", 1280, 3),
        ("words", 1280, 4),
    ],
)
def test_many_pictures_are_in_two_columns(still: Still, name: str, width: int, rows: int) -> None:
    pictures = part(still, name, "img", width)
    boxes = pictures.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert len({round(box["top"]) for box in boxes}) == rows
    assert [(box["top"], box["left"]) for box in boxes] == sorted((box["top"], box["left"]) for box in boxes)
    assert not pictures.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_broken_picture_takes_no_space(drawn: Drawn) -> None:
    missing = "".join(
        f'<p><img src="https://pictures.invalid/a.png" alt="{alt}" width=600 height=900></p>' for alt in ("", "A lamp")
    )
    pictures = drawn("en", html=f"<p>Before.</p>{missing}<p>After.</p>").locator(".text img")
    expect(pictures).to_have_count(2)
    is_small = "one => !one.hasAttribute('height') && one.getBoundingClientRect().height < 60"
    until(lambda: all(picture.evaluate(is_small) for picture in pictures.all()))


def test_lead_picture_is_large(still: Still) -> None:
    pictures = still("rich", ARTICLE).locator(".text > p img")
    widths = pictures.evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert widths[0] > 1.9 * widths[1] and len(set(widths[1:])) == 1


def test_text_below_a_picture_in_a_figure_has_space_above(still: Still) -> None:
    picture, words = (part(still, "below", f"figure {name}").bounding_box() for name in ("img", "p"))
    assert picture and words and words["y"] > picture["y"] + picture["height"] + 5


def test_an_admonition_is_a_box_in_each_theme(still: Still) -> None:
    page = still("rich", ARTICLE)
    color = "one => getComputedStyle(one).backgroundColor"
    grounds = set()
    for theme in ("light", "sepia", "dark"):
        page.evaluate("theme => chrome.storage.local.set({ look: { theme } })", theme)
        page.wait_for_selector(f'html[data-theme="{theme}"]')
        boxed, code = (part(still, "admonition", name).evaluate(color) for name in (".admonition", ".admonition code"))
        ground = page.locator("html").evaluate(color)
        assert code == ground != boxed
        grounds.add(ground)
    assert len(grounds) == 3
    page.evaluate("chrome.storage.local.clear()")


def test_nested_code_has_the_size_of_the_outer_code(still: Still) -> None:
    look = "all => all.map((one) => [getComputedStyle(one).fontSize, getComputedStyle(one).paddingLeft])"
    outer, inner, single = part(still, "code", "code").evaluate_all(look)
    assert outer == single and inner == [outer[0], "0px"]


def test_paragraphs_of_a_list_item_have_space_between(still: Still) -> None:
    item, inner = part(still, "item", "li").bounding_box(), part(still, "item", "li p").bounding_box()
    assert item and inner and inner["y"] - item["y"] > 1.3 * inner["height"]


def test_items_after_a_nested_list_have_equal_spacing(still: Still) -> None:
    tops = part(still, "inner list", "li").evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    gaps = [after - before for before, after in pairwise(tops)]
    assert max(gaps) - min(gaps) < 1


def test_picture_on_a_line_of_its_own_has_space_above(still: Still) -> None:
    top = "one => one.querySelector('img').offsetTop - one.offsetTop"
    tops = [picture.evaluate(top) for picture in part(still, "own line", "p:has(img)").all()]
    line = still("rich", ARTICLE).locator(".text").evaluate("text => parseFloat(getComputedStyle(text).lineHeight)")
    assert min(tops) > line + 8


def test_caption_lines_are_balanced(still: Still) -> None:
    caption = part(still, "caption", "figcaption i", 390)
    widths = caption.evaluate("text => [...text.getClientRects()].map((line) => line.width)")
    assert len(widths) > 1 and min(widths) > 0.6 * max(widths)


def test_note_reference_stays_with_its_word(still: Still) -> None:
    left = "all => all.map((one) => one.getBoundingClientRect().left - one.parentElement.getBoundingClientRect().left)"
    assert min(part(still, "notes", "sup", 390).evaluate_all(left)) > 10


@pytest.mark.parametrize("name", ["zh", "ar"])
def test_lines_of_facts_do_not_start_with_a_separator(drawn: Drawn, name: str) -> None:
    """The separator before the first fact of a line is outside of the line, where it is clipped."""
    page = drawn(name, byline="A name that fills the line, and another one beside it, and more", width=390)
    facts = page.locator(".facts")
    assert facts.evaluate("line => getComputedStyle(line).overflow") == "clip"
    side = "right" if name == "ar" else "left"
    edge, *starts = facts.evaluate(f"line => [line, ...line.children].map((one) => one.getBoundingClientRect().{side})")
    assert starts[0] == starts[1] == edge != starts[2]


def test_a_list_at_the_end_of_a_cell_or_definition_adds_no_space(drawn: Drawn) -> None:
    """Table rows have equal heights, and terms have equal space above."""
    rows = "".join(f"<tr><td>{part}</td></tr>" for part in ("<ul><li>One</li></ul>", "<p>One</p>", "One"))
    parts = "".join(f"<dt>Term</dt><dd>{part}</dd>" for part in ("<ul><li>One</li></ul>", "One", "One<p>Two</p>"))
    page = drawn("rich", html=f"<p>Text.</p><table>{rows}</table><dl>{parts}<dt>Last</dt></dl>")
    heights = page.locator(".text tr").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    gap = "(one) => one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom"
    gaps = [term.evaluate(gap) for term in page.locator(".text dt ~ dt").all()]
    assert max(heights) - min(heights) < 10 and max(gaps) - min(gaps) < 1, (heights, gaps)


def test_reference_does_not_wrap(drawn: Drawn) -> None:
    note = '<sup><a href="https://example.org/#5">[5-6]</a></sup>'
    page = drawn("zh", html="".join(f"<p>{'字' * count}{note}。</p>" for count in range(24, 48)))
    lines = page.locator(".text sup a").evaluate_all("all => all.map((one) => one.getClientRects().length)")
    assert lines == [1] * 24


def test_footer_is_aligned_with_the_text(still: Still) -> None:
    edges = "all => all.map((one) => one.getBoundingClientRect().left)"
    text, foot = still("zh").locator("article, footer").evaluate_all(edges)
    assert text == foot
