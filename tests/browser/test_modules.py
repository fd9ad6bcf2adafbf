"""Unit tests of background and capture modules: joining partial replies, and finding an article's next page."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.chromium import EXTENSION, READER, Jingdu

pytestmark = pytest.mark.browser

JOIN = """async (messages) => {
  const { PartJoiner } = await import("/background/replies.js");
  const joiner = new PartJoiner();
  return messages.map((message) => joiner.add(message));
}"""

WHOLE = {"id": 7, "ok": True, "result": {"text": "净读 🙂"}}
JSON = '{"id":7,"ok":true,"result":{"text":"净读 🙂"}}'


def parts(*slices: str) -> list[dict[str, Any]]:
    """The frames of a reply that is split like this."""
    return [{"id": 7, "part": n, "parts": len(slices), "json": text} for n, text in enumerate(slices)]


@pytest.fixture(scope="module")
def page(shared: Jingdu) -> Iterator[Page]:
    """An extension page, in which modules can be imported."""
    opened = shared.open(READER)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("messages", "replies"),
    [
        ([WHOLE], [WHOLE]),
        (parts(JSON[:5], JSON[5:30], JSON[30:]), [None, None, WHOLE]),
        (parts(JSON[:9], JSON[9:]) * 2, [None, WHOLE, None, WHOLE]),
    ],
    ids=["one message", "three parts", "two replies in parts"],
)
def test_parts_are_joined_once_complete(page: Page, messages: list[Any], replies: list[Any]) -> None:
    assert page.evaluate(JOIN, messages) == replies


SCRIPT = (EXTENSION / "capture" / "next_page.js").read_text("utf-8")
FIND_NEXT = "([html, url]) => nextPageOf(new DOMParser().parseFromString(html, 'text/html'), url)"
STORY = "<h1>The lamps</h1><p>The keeper counts the lamps along the quay every evening.</p>"
ENTRY = (
    "<article class=post><h2><a href=/posts/{n}>Post {n}</a></h2><p>How it begins, and goes on elsewhere.</p></article>"
)
LISTED = "".join(ENTRY.format(n=n) for n in range(6))
ROW = "".join(f"<a href='{{0}}{n}'>{n}</a> " for n in range(2, 6))

FOLLOWED = {
    "rel=next in the head": (
        "<link rel=next href='/lamps_2.html'>", "/lamps.html", "/lamps_2.html"),
    "Chinese news, next page": (
        "<div class=pages><span>1</span> <a href='1001_2.html'>2</a> <a href='1001_3.html'>3</a> "
        "<a href='1001_2.html'>下一页</a></div>", "/2026/05/1001.html", "/2026/05/1001_2.html"),
    "Chinese news, from its second page": (
        "<a href='1001.html'>上一页</a> <a href='1001.html'>1</a> <b>2</b> <a href='1001_3.html'>3</a> "
        "<a href='1001_3.html'>下一页 &gt;</a>", "/1001_2.html", "/1001_3.html"),
    "numbered from zero": ("<a href='8_1.shtml'>下一页</a>", "/a/8.shtml", "/a/8_1.shtml"),
    "traditional Chinese": ("<a href='?page=2'>下一頁</a>", "/story/77", "/story/77?page=2"),
    "Japanese": ("<a href='/news/77?page=2'>次のページへ</a>", "/news/77", "/news/77?page=2"),
    "Japanese, next": ("<p>1 <a href='?p=2'>2</a> <a href='?p=2'>次へ</a></p>", "/n/7", "/n/7?p=2"),
    "next page in English": ("<a href='/long-read?page=2'>Next page »</a>", "/long-read", "/long-read?page=2"),
    "paginated WordPress post": (
        "<div class=page-links>Pages: <span>1</span> <a href='/2026/05/lamps/2/'>2</a> "
        "<a href='/2026/05/lamps/3/'>3</a></div>", "/2026/05/lamps/", "/2026/05/lamps/2/"),
    "page numbers only": (
        f"<div>1 {ROW.format('/review?page=')}</div>", "/review", "/review?page=2"),
    "page numbers on page three": (
        "<nav><a href='/r?page=1'>1</a> <a href='/r?page=2'>2</a> <em>3</em> <a href='/r?page=4'>4</a></nav>",
        "/r?page=3", "/r?page=4"),
    "Discuz thread": (
        "<div class=pg><strong>1</strong><a href='thread-5501-2-1.html'>2</a><a href='thread-5501-3-1.html'>3</a>"
        "<a href='thread-5501-2-1.html' class=nxt>下一页</a></div>", "/thread-5501-1-1.html", "/thread-5501-2-1.html"),
    "Discuz query string": (
        "<a href='forum.php?mod=viewthread&amp;tid=55&amp;page=2'>下一页</a>", "/forum.php?mod=viewthread&tid=55",
        "/forum.php?mod=viewthread&tid=55&page=2"),
    "Tieba": ("<a href='/p/880?pn=2'>下一页</a> <a href='/p/880?pn=9'>尾页</a>", "/p/880", "/p/880?pn=2"),
    "phpBB": (
        "<ul><li class=active><span>1</span></li><li><a href='?t=9&amp;start=15'>2</a></li>"
        "<li><a rel=next href='?t=9&amp;start=15'>Next</a></li></ul>", "/viewtopic.php?t=9",
        "/viewtopic.php?t=9&start=15"),
    "XenForo": (
        "<a href='/threads/sails.81/page-2'>2</a> <a rel=next href='/threads/sails.81/page-2'>Next</a>",
        "/threads/sails.81/", "/threads/sails.81/page-2"),
    "article beside other stories": (
        f"<aside>{LISTED}</aside><a href='/lamps?page=2'>Next page</a>", "/lamps", "/lamps?page=2"),
}  # fmt: skip

NOT_FOLLOWED = {
    "no link": ("", "/lamps.html"),
    "the next article by its number": ("<a href='1002.html'>下一页</a>", "/1001.html"),
    "the next article in words": ("<a href='/lamps_2.html'>下一篇：灯塔</a>", "/lamps.html"),
    "the next chapter of a novel": ("<a href='/book/9/13.html'>下一章</a>", "/book/9/12.html"),
    "the next chapter of documentation": (
        "<link rel=next href='chapter-2.html'><a rel=next href='chapter-2.html'>Next</a>", "/docs/chapter-1.html"),
    "documentation by name": (
        "<link rel=next href='install.html'><a rel=next href='install.html' title='Installing'>Next »</a>",
        "/docs/intro.html"),
    "documentation, named next": ("<a rel=next href='/guide/part2'>Next: Sails</a>", "/guide/part1"),
    "older posts of a blog": (f"{LISTED}<a rel=next href='/page/2/'>Older posts</a>", "/"),
    "next page of a blog": (f"{LISTED}<a rel=next href='/page/2/'>Next page</a>", "/"),
    "next page of a blog in a folder": (f"{LISTED}<a href='/blog/page/2/'>Next page</a>", "/blog/"),
    "next page of a category": ("<a rel=next href='/category/sea/page/2/'>Next page</a>", "/category/sea/"),
    "next page of results": ("<a href='/search?q=sea&amp;page=2'>下一页</a>", "/search?q=sea"),
    "more comments": (
        "<div class=comments><a href='/lamps/comment-page-2'>Next page</a></div>", "/lamps/"),
    "comments by a query": ("<div id=comments><a href='?page=2'>下一页</a></div>", "/lamps"),
    "next story of a paper": ("<a rel=next href='/story/ferry'>Next story</a>", "/story/lamps"),
    "the previous page": ("<a href='/lamps_2.html'>上一页</a>", "/lamps_3.html"),
    "the last page": ("<a href='/lamps.html'>1</a> <a href='/lamps_2.html'>2</a> <b>3</b>", "/lamps_3.html"),
    "another site": ("<a href='https://other.example/lamps_2.html'>Next page</a>", "/lamps.html"),
    "a script": ("<a href='javascript:turn(2)'>下一页</a>", "/lamps.html"),
    "a year": ("<a href='/2027'>Next</a>", "/2026"),
    "a footnote's number": ("<p>As told.<a href='/lamps/2'>2</a></p>", "/lamps"),
    "a sort order": ("<a rel=next href='?sort=2'>Next page</a>", "/lamps"),
    "a link to the page after next": ("<a href='/lamps_3.html'>下一页</a>", "/lamps.html"),
}  # fmt: skip


@pytest.fixture(scope="module")
def script_page(shared: Jingdu) -> Page:
    """A page in which the capture script is loaded."""
    page = shared.context.new_page()
    page.add_script_tag(content=SCRIPT)
    return page


def find_next(page: Page, html: str, path: str) -> str | None:
    found = page.evaluate(FIND_NEXT, [f"<html>{STORY}{html}</html>", f"https://example.org{path}"])
    return found["url"].removeprefix("https://example.org") if found else None


@pytest.mark.parametrize(("html", "path", "expected"), FOLLOWED.values(), ids=FOLLOWED)
def test_the_next_page_is_found(script_page: Page, html: str, path: str, expected: str) -> None:
    assert find_next(script_page, html, path) == expected


@pytest.mark.parametrize(("html", "path"), NOT_FOLLOWED.values(), ids=NOT_FOLLOWED)
def test_other_links_are_ignored(script_page: Page, html: str, path: str) -> None:
    assert find_next(script_page, html, path) is None


def test_finding_the_next_page_among_thousands_of_links_is_fast(script_page: Page) -> None:
    """Measured relative to reading the text of all links once, which any search has to do."""
    ratio = script_page.evaluate(
        """([html, url]) => {
          const page = new DOMParser().parseFromString(html, "text/html");
          const times = (work) => Math.min(...Array.from({ length: 9 }, () => {
            const start = performance.now(); work(); return performance.now() - start; }));
          const links = () => Array.from(page.querySelectorAll("a[href]"));
          const text = times(() => links().map((link) => link.textContent.length + link.relList.length));
          return times(() => nextPageOf(page, url)) / text;
        }""",
        [
            "".join(f"<p><a href='/story/{n}'>Story number {n}, of the sea</a>" for n in range(5000)),
            "https://example.org/s",
        ],
    )
    assert ratio < 10
