"""Files written from hostile pages, opened from the disk without any other protection."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from jingdu import extractors
from jingdu.explain.document import document
from jingdu.library.exporters import epub, xhtml
from jingdu.page.parse import parse
from jingdu.protocol.items import Item
from tests.hostile.pages.chain import ADDRESS, batched, whole
from tests.hostile.pages.generator import Hostile
from tests.hostile.pages.watching import Watch, found

pytestmark = [pytest.mark.browser, pytest.mark.timeout(7200)]

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


def opened(watch: Watch, tab: Page, path: Path) -> None:
    """Opens a file and touches all of it: nothing runs, is requested or leads away, except its own pictures."""
    watch.show(tab, path.as_uri())
    seen = watch.stirred(tab, pictures=False)
    seen.asked = [address for address in seen.asked if not address.startswith(path.parent.as_uri())]
    assert seen.nothing, (path, found(seen))


@pytest.mark.sample("without its policy")
@pytest.mark.parametrize("is_guarded", [True, False], ids=["as written", "without its policy"])
def test_saved_articles_are_inert(
    watch: Watch, tab: Page, kept: Path, tmp_path: Path, is_guarded: bool, long_run: bool
) -> None:
    """``article.html``, also where a program has removed its policy; all of them in the long run."""
    files = sorted(kept.glob("library/*/article.html"))
    assert len(files) > 22
    for number, path in enumerate(files if long_run else files[:: 8 if is_guarded else 4]):
        text = path.read_text("utf-8")
        assert len(POLICY.findall(text)) == 1
        if not is_guarded:
            (tmp_path / f"{number}.html").write_text(POLICY.sub("", text), "utf-8")
        opened(watch, tab, path if is_guarded else tmp_path / f"{number}.html")


@pytest.mark.sample("without its policy")
@pytest.mark.parametrize("is_guarded", [True, False], ids=["as written", "without its policy"])
def test_the_html_export_is_inert(watch: Watch, tab: Page, kept: Path, tmp_path: Path, is_guarded: bool) -> None:
    path = kept / "out.html"
    assert len(POLICY.findall(path.read_text("utf-8"))) == 1
    if not is_guarded:
        bare = tmp_path / "bare.html"
        bare.write_text(POLICY.sub("", path.read_text("utf-8")), "utf-8")
        path = bare
    opened(watch, tab, path)


def test_the_e_book_is_inert(watch: Watch, tab: Page, kept: Path, long_run: bool) -> None:
    """Each of its documents, parsed as XML as e-book readers do."""
    files = sorted((kept / "book").rglob("text/*.xhtml"))
    assert len(files) > 22
    for path in files if long_run else files[::8]:
        watch.show(tab, path.as_uri())
        assert tab.locator("parsererror").count() == 0
        seen = watch.stirred(tab, "body", pictures=False)
        seen.asked = [address for address in seen.asked if not address.startswith((kept / "book").as_uri())]
        assert seen.nothing, (path, found(seen))


def test_the_e_books_own_conversion_is_enough(watch: Watch, tab: Page, hostile: list[Hostile], tmp_path: Path) -> None:
    """Hostile pages that no allow-list has seen, as chapters: the tree is rebuilt from what a book may hold."""
    for number, some in enumerate(batched(hostile, 400)):
        inside = "".join(f"<div>{xhtml.convert(page.text, lambda source: None).markup}</div>" for page in some)
        chapter = epub.Chapter(Item("a", "", "t", ""), "t", "en", "ltr", "a.xhtml", True)
        path = tmp_path / f"{number}.xhtml"
        path.write_text(epub.document(chapter, inside).replace("../style.css", "style.css"), "utf-8")
        opened(watch, tab, path)


def test_explanations_are_inert(watch: Watch, tab: Page, hostile: list[Hostile], tmp_path: Path) -> None:
    """``jingdu explain --html``: its own script runs, the page's doesn't, with and without its policy."""
    judge = extractors.get(extractors.DEFAULT)
    for number, some in enumerate(batched(hostile[:600], 400)):
        page = parse("".join(whole(one.text) for one in some), ADDRESS)
        text = document(page, judge(page))
        for name, guarded in (("guarded", text), ("bare", POLICY.sub("", text))):
            path = tmp_path / f"{number}-{name}.html"
            path.write_text(guarded, "utf-8", errors="replace")
            opened(watch, tab, path)
