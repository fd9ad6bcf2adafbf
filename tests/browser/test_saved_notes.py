"""Saved and exported pages, which have no scripts: a note opens over the text, which does not scroll."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import jingdu
from jingdu.library import document
from jingdu.library.exporters import exporter
from tests.library.pieces import highlight_of, piece
from tests.support.chromium import Jingdu
from tests.support.firefox import SPECIAL, Firefox
from tests.support.waiting import until

pytestmark = pytest.mark.browser

WORDS = {
    "en": "The ferry leaves at nine and comes back before noon. ",
    "zh": "渡船上午九点开，中午以前回来，下午不开。",
}
SHEET = """JSON.stringify((() => {
  const isFixed = (one) => getComputedStyle(one).position === "fixed";
  const [sheet, ...others] = [...document.querySelectorAll("*")].filter(isFixed);
  if (!sheet || others.length) return others.length;
  const { top, left, right, bottom } = sheet.getBoundingClientRect();
  const inside = top > 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight;
  return [sheet.textContent.slice(0, 7), inside, sheet.scrollHeight > sheet.clientHeight, sheet.scrollTop, scrollY];
})())"""
"""Start of the note in the sheet; whether it is in the viewport and scrolls; scroll positions of sheet and page."""


def article_file(folder: Path, lang: str, form: str) -> Path:
    """A saved or exported article with eight notes at the end; the third is long."""
    marks = "".join(f"<p>{WORDS[lang] * 9}<sup id=r{n}><a href='#fn{n}'>{n}</a></sup></p>" for n in range(1, 9))
    notes = "".join(
        f"<li id=fn{n}>Note {n}. {WORDS[lang] * (950 // len(WORDS[lang]) if n == 3 else 1)}<a href='#r{n}'>↩</a></li>"
        for n in range(1, 9)
    )
    text = f"<!doctype html><html lang={lang}><title>A ferry</title><article><h1>A ferry</h1>{marks}<ol>{notes}</ol>"
    html = jingdu.read(text.encode(), "https://example.org/ferry").html
    if form == "exported":
        made = exporter("html", folder, "My library")
        made.add(piece(html, lang=lang))
        return made.finish()
    path = folder / "article.html"
    path.write_text(document.write(piece(html, lang=lang).item, html), "utf-8")
    return path


def sheet(run: Callable[[str], Any]) -> Any:
    return json.loads(run(SHEET))


def check_notes(run: Callable[[str], Any], press: Callable[[str], None]) -> None:
    """Follows two references and a link back with the keyboard."""
    mark = "document.querySelector('a[href$=jd-fn{}]')".format
    run(f"{mark(3)}.scrollIntoView({{ block: 'center', behavior: 'instant' }})")
    place = run("scrollY")
    assert place > 0 and sheet(run) == 0
    for number, scrolls in ((3, True), (4, False)):
        run(f"{mark(number)}.focus({{ preventScroll: true }})")
        press("Enter")
        until(lambda: run("location.hash").endswith(f"jd-fn{number}"))  # noqa: B023
        assert sheet(run) == [f"Note {number}.", True, scrolls, 0, place]
    press("Tab")
    press("Enter")
    until(lambda: run("location.hash").endswith("jd-r4"))
    assert sheet(run) == 0
    assert 0.2 < run(f"{mark(4)}.getBoundingClientRect().top / innerHeight") < 0.8


@pytest.mark.parametrize(("form", "lang", "width"), [("saved", "en", 1280), ("exported", "zh", 390)])
def test_a_note_opens_over_the_text_in_chromium(
    reader: Jingdu, tmp_path: Path, form: str, lang: str, width: int
) -> None:
    page = reader.context.new_page()
    page.set_viewport_size({"width": width, "height": 450})
    page.goto(article_file(tmp_path, lang, form).as_uri())
    check_notes(page.evaluate, page.keyboard.press)


@pytest.mark.sample("exported")
@pytest.mark.parametrize("form", ["saved", "exported"])
def test_a_note_opens_over_the_text_in_firefox(fox: Firefox, tmp_path: Path, form: str) -> None:
    fox.open(article_file(tmp_path, "zh", form).as_uri())
    fox.focus_page()
    check_notes(fox.run, lambda key: fox.keys(SPECIAL[key]))


def test_notes_do_not_open_over_the_text_in_print(reader: Jingdu, tmp_path: Path) -> None:
    page = reader.open(f"{article_file(tmp_path, 'en', 'saved').as_uri()}#jd-fn3")
    assert sheet(page.evaluate)[0] == "Note 3."
    page.emulate_media(media="print")
    assert sheet(page.evaluate) == 0


def test_opening_a_note_at_the_end_of_the_page_does_not_scroll(reader: Jingdu, tmp_path: Path) -> None:
    page = reader.open(article_file(tmp_path, "en", "saved").as_uri())
    page.set_viewport_size({"width": 1280, "height": 1100})
    mark = "document.querySelector('a[href$=jd-fn8]')"
    page.evaluate("scrollTo({ top: 1e6, behavior: 'instant' })")
    before = page.evaluate(f"{mark}.getBoundingClientRect().top")
    assert 0 < before < 1100
    page.evaluate(f"{mark}.click()")
    assert sheet(page.evaluate)[0] == "Note 8."
    assert page.evaluate(f"{mark}.getBoundingClientRect().top") == before


def open_note(page: Page, path: Path, name: str) -> Any:
    page.goto(f"{path.as_uri()}#{name}")
    return sheet(page.evaluate)


def test_only_notes_open_over_the_text(reader: Jingdu, tmp_path: Path) -> None:
    """This includes the reader's own notes, but no linked paragraph and no list item with a reference."""
    marked = f"<ul><li>An item<sup id=r1><a href='#n1'>1</a></sup>. {WORDS['en']}</li></ul>"
    link = f"<p><a href='#place'>Further on</a> {WORDS['en'] * 3}</p><p id=place>{WORDS['en'] * 3}</p>"
    text = f"<article><h1>A ferry</h1>{link}{marked}{link}<ol><li id=n1>Note 1. <a href='#r1'>↩</a></li></ol></article>"
    html = jingdu.read(text.encode(), "https://example.org/ferry").html
    made = exporter("html", tmp_path, "My library")
    made.add(piece(html, highlights=[highlight_of(html, "Further on", note="Where?")]))
    path, page = made.finish(), reader.context.new_page()
    assert [bool(open_note(page, path, f"a1-jd-{name}")) for name in ("n1", "mark-1", "place", "r1", "marked-1")] == [
        True, True, False, False, False,
    ]  # fmt: skip
