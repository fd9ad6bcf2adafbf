"""The article is made of what the user sees: after scripts, in shadow trees and frames, or selected."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.support import prose
from tests.support.chromium import Jingdu, drawn, state
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

STORY = "<h1>A ferry before dawn</h1>" + prose.paragraphs(prose.ENGLISH, 12)


def shown(page: Page) -> None:
    """Expect the whole article on the screen."""
    assert state(page) == "article"
    expect(page.locator("main article")).to_contain_text("[0] The ferry")
    expect(page.locator("main article")).to_contain_text("[11] The ferry")


def test_a_page_built_by_scripts(reader: Jingdu, site: Site) -> None:
    build = f"<div id=app></div><script>document.getElementById('app').innerHTML = {json.dumps(STORY)}</script>"
    shown(reader.read(site.put(prose.page("Built", build))))


def test_an_article_in_a_shadow_tree(reader: Jingdu, site: Site) -> None:
    host = "<x-story></x-story><script>document.querySelector('x-story').attachShadow({ mode: 'open' })"
    shown(reader.read(site.put(prose.page("In the shadow", f"{host}.innerHTML = {json.dumps(STORY)}</script>"))))


def test_an_article_in_a_frame_of_the_same_origin(reader: Jingdu, site: Site) -> None:
    frame = site.put(f"<!doctype html><meta charset=utf-8><article>{STORY}</article>")
    shown(reader.read(site.put(prose.page("Framed", f'<iframe src="{frame}" width="800" height="600"></iframe>'))))


SELECT = """([first, last]) => {
  const paragraphs = document.querySelectorAll("article p");
  const range = document.createRange();
  range.setStart(paragraphs[first].firstChild, 0);
  range.setEnd(paragraphs[last].firstChild, paragraphs[last].firstChild.length);
  getSelection().addRange(range);
}"""


def test_a_selection_is_the_article(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    page.evaluate(SELECT, [3, 4])
    reader.click(page)
    assert state(page) == "article"
    expect(page.locator("main article")).to_contain_text("[4] The ferry")
    text = page.locator("main article .text").text_content() or ""
    assert [n for n in range(12) if f"[{n}]" in text] == [3, 4]
    expect(page.locator("main article h1").first).to_contain_text("A ferry before dawn")


@pytest.mark.long
def test_a_stray_word_that_is_selected_does_not_hide_the_article(reader: Jingdu, site: Site) -> None:
    page = reader.open(site.put(prose.english()))
    page.locator("article p").first.dblclick()
    assert page.evaluate("getSelection().toString().trim().length") > 0
    reader.click(page)
    drawn(page)
    shown(page)
