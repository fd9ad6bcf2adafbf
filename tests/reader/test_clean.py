"""The markup that the reader's allow-list keeps; hostile markup is tested in tests/hostile/pages."""

from typing import Any

import pytest
from playwright.sync_api import Page

from jingdu.render import clean as host_clean
from tests.support.reader_page import ORIGIN, perform
from tests.support.samples import state_answer

CLEANED = """async ([html, origin]) => {
  const { clean } = await import(origin + "/reader/article/clean.js");
  const place = document.createElement("div");
  place.append(clean(html));
  return place.innerHTML;
}"""


@pytest.fixture(scope="module")
def cleaner(contexts: Any) -> Any:
    """An empty reader page, shared by the tests of this module."""
    page = contexts("en").new_page()
    perform(page, {"open": state_answer("gone")})
    yield page
    page.close()


def cleaned(page: Page, html: str) -> str:
    return str(page.evaluate(CLEANED, [html, ORIGIN]))


KEPT = {
    "paragraph with marks": "<p>a <em>b</em> <strong>c</strong> <mark>d</mark> H<sub>2</sub>O</p>",
    "link": '<a href="https://a.example/b?c=d#e">x</a>',
    "mail and telephone": '<a href="mailto:a@b.example">x</a> <a href="tel:+1">y</a>',
    "footnote": '<sup><a href="#jd-n1" id="jd-r1">1</a></sup><p><a id="jd-n1"></a>n</p>',
    "picture": '<figure><img src="https://a.example/b.png" alt="c" width="4" height="3">'
    "<figcaption>d</figcaption></figure>",
    "table": '<table><caption>c</caption><thead><tr><th colspan="2">h</th></tr></thead>'
    '<tbody><tr><td rowspan="2">a</td><td>b</td></tr></tbody></table>',
    "code": '<pre><code class="language-c++">a  &lt; b\n\tc</code></pre>',
    "lists": '<ol start="3" type="a"><li>a<ul><li>b</li></ul></li></ol><dl><dt>t</dt><dd>d</dd></dl>',
    "ruby": "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>",
    "direction": '<p dir="rtl">س <bdi>x</bdi></p>',
    "details": '<details open=""><summary>s</summary><p>t</p></details>',
    "math": '<math display="block" alttext="x"><mfrac><mn>1</mn>'
    '<msub><mi mathvariant="normal">x</mi><mn>2</mn></msub></mfrac></math>',
    "math as TeX": '<code class="math display">\\frac{1}{x}</code>',
}


@pytest.mark.parametrize("html", KEPT.values(), ids=KEPT.keys())
def test_markup_of_articles_is_kept(cleaner: Page, html: str) -> None:
    assert cleaned(cleaner, html) == html


def test_only_dompurify_may_parse_html(cleaner: Page) -> None:
    """The Trusted Types policy of the extension's pages rejects everything else."""
    assign = """() => {
      try { document.createElement("p").innerHTML = "<b>x</b>"; } catch (error) { return error.name; }
    }"""
    assert cleaner.evaluate(assign) == "TypeError"


def test_allow_lists_of_host_and_reader_match(cleaner: Page) -> None:
    """The reader shows everything that the host keeps, and nothing more."""
    lists = cleaner.evaluate(
        """async (origin) => {
          const { ELEMENTS, MATH, ATTRIBUTES } = await import(origin + "/reader/article/clean.js");
          return [ELEMENTS, MATH, ATTRIBUTES];
        }""",
        ORIGIN,
    )
    elements, math, attributes = map(set, lists)
    assert elements | math == host_clean.TAGS
    assert attributes == set().union(*host_clean.ATTRIBUTES.values())


def test_text_of_unknown_elements_is_kept(cleaner: Page) -> None:
    assert cleaned(cleaner, "<main><font color=red>red</font> <x-y>words</x-y></main>") == "red words"
