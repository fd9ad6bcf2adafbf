"""Saved files, exports and explanations of hostile pages, checked in the browser itself."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from jingdu import extractors
from jingdu.explain.document import document
from jingdu.library.exporters import epub, xhtml
from jingdu.page.parse import parse
from jingdu.protocol.items import Item
from tests.hostile.pages.chain import ADDRESS, batched, wrap
from tests.hostile.pages.generator import Hostile
from tests.hostile.pages.watching import Watch, summary

pytestmark = [pytest.mark.browser, pytest.mark.timeout(7200)]

POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


def check_inert(watch: Watch, tab: Page, path: Path, folder: Path | None = None) -> None:
    """Opens a file: only files of its folder, or of ``folder``, are requested, and nothing runs or navigates."""
    watch.show(tab, path.as_uri())
    seen = watch.touched(tab, pictures=False)
    ours = (folder or path.parent).as_uri()
    seen.requested = [address for address in seen.requested if not address.startswith(ours)]
    assert seen.is_empty, (path, summary(seen))


@pytest.mark.sample("without policy")
@pytest.mark.parametrize("is_guarded", [True, False], ids=["with policy", "without policy"])
def test_saved_articles_and_the_html_export_are_inert(
    watch: Watch, tab: Page, exported: Path, tmp_path: Path, is_guarded: bool, long_run: bool
) -> None:
    """With and without their content security policies; every ``article.html`` with ``--long``."""
    files = sorted(exported.glob("library/*/article.html"))
    assert len(files) > 22
    some = files if long_run else files[:: 8 if is_guarded else 4]
    for number, path in enumerate([*some, exported / "out.html"]):
        text = path.read_text("utf-8")
        assert len(POLICY.findall(text)) == 1
        if not is_guarded:
            (tmp_path / f"{number}.html").write_text(POLICY.sub("", text), "utf-8")
        check_inert(watch, tab, path if is_guarded else tmp_path / f"{number}.html")


def test_the_epub_export_is_inert(watch: Watch, tab: Page, exported: Path, long_run: bool) -> None:
    """Each document of the book, parsed as XML."""
    files = sorted((exported / "book").rglob("text/*.xhtml"))
    assert len(files) > 22
    for path in files if long_run else files[::8]:
        check_inert(watch, tab, path, exported / "book")
        assert tab.locator("parsererror").count() == 0


def test_the_xhtml_conversion_sanitizes(watch: Watch, tab: Page, hostile: list[Hostile], tmp_path: Path) -> None:
    """The conversion to EPUB chapters, applied to hostile HTML that is not sanitized."""
    for number, some in enumerate(batched(hostile, 400)):
        inside = "".join(f"<div>{xhtml.convert(page.text, lambda source: None).markup}</div>" for page in some)
        chapter = epub.Chapter(Item("a", "", "t", ""), "t", "en", "ltr", "a.xhtml", True)
        path = tmp_path / f"{number}.xhtml"
        path.write_text(epub.document(chapter, inside).replace("../style.css", "style.css"), "utf-8")
        check_inert(watch, tab, path)


def test_explanations_are_inert(watch: Watch, tab: Page, hostile: list[Hostile], tmp_path: Path) -> None:
    """``jingdu explain --html``, with and without its content security policy."""
    judge = extractors.get(extractors.DEFAULT)
    for number, some in enumerate(batched(hostile[:600], 400)):
        page = parse("".join(wrap(one.text) for one in some), ADDRESS)
        text = document(page, judge(page))
        for name, guarded in (("guarded", text), ("bare", POLICY.sub("", text))):
            path = tmp_path / f"{number}-{name}.html"
            path.write_text(guarded, "utf-8", errors="replace")
            check_inert(watch, tab, path)
