"""Import in the library page: choosing and dropping files, progress, reloads, cancellation and failures."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.support.library_page import LIBRARY, Shelf, complaints, found, rows, settled
from tests.support.pictures import png
from tests.support.waiting import until

pytestmark = pytest.mark.browser

PROSE = "<p>The ferry crosses the river many times a day, and nobody looked up at it once, not even the dogs.</p>" * 9
POCKET = "title,url,time_added,tags,status\nA ferry,https://example.org/ferry,1700000000,ships,unread\nX,ftp://x,,,\n"
BOOKMARKS = '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://example.org/b">净读</A></DL>'

PDF_FAILURE = "x.pdf is a PDF, not a web page. If its text is also on the web, save that page instead."


def addresses(number: int) -> FilePayload:
    """A CSV file with ``number`` addresses."""
    lines = "".join(f"Title {one},https://example.org/{one}\n" for one in range(number))
    return FilePayload(name="list.csv", mimeType="text/csv", buffer=("title,url\n" + lines).encode())


def text(name: str, content: str) -> FilePayload:
    return FilePayload(name=name, mimeType="", buffer=content.encode())


@pytest.fixture
def empty(shelf_with: Callable[..., Shelf]) -> Shelf:
    return shelf_with()


def open_dialog(page: Page) -> Locator:
    """Opens the import dialog with its shortcut."""
    settled(page)
    page.keyboard.press("Shift+I")
    dialog = page.get_by_role("dialog", name="Import")
    expect(dialog).to_be_visible()
    return dialog


def choose(dialog: Locator, *files: FilePayload) -> None:
    """Chooses files with the dialog's button."""
    with dialog.page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="Choose files…").click()
    chooser.value.set_files(files)


def expect_status(place: Locator, words: str) -> None:
    expect(place.locator("p[role=status]")).to_contain_text(words)


def test_import_of_several_files_reports_each_failure(empty: Shelf) -> None:
    page = empty.show()
    page.get_by_role("button", name="Import…").click()
    dialog = page.get_by_role("dialog", name="Import")
    lists = text("pocket.csv", POCKET), text("bookmarks.html", BOOKMARKS)
    choose(dialog, *lists, text("x.pdf", "%PDF"), text("a.md", "#"))
    expect_status(dialog, "The import is finished. New: 2. Already there: 0. Failed: 3.")
    assert dialog.locator(".report li").all_inner_texts() == [
        PDF_FAILURE,
        "a.md is Markdown, but not an article exported by Jingdu. Import its web page (HTML) instead.",
        "pocket.csv, line 3 has no web address. Add one that begins with https:// and import it again.",
    ]
    assert complaints(page) == []
    page.keyboard.press("Escape")
    expect(rows(page)).to_have_count(2)
    expect(page.locator(".importing-line")).to_be_hidden()
    until(lambda: not list((empty.home / "jingdu" / "chosen").glob("*")))


def saved_pages(folder: Path) -> Path:
    (folder / "story_files").mkdir(parents=True)
    (folder / "story.html").write_text(
        "<!-- saved from url=(0026)https://example.org/story --><title>Story</title><h1>A story of a ferry</h1>"
        f"{PROSE}<img src='story_files/boat.png' width='600' height='400'>{PROSE}"
    )
    (folder / "story_files" / "boat.png").write_bytes(png(600, 400))
    (folder / "film.mp4").write_bytes(b"x" * 1000)
    return folder


def test_files_of_a_chosen_folder_are_filtered(library: Shelf) -> None:
    """Names include the folder; other file types are ignored; duplicate names are made unique."""
    script = """async (names) => {
      const { filesOfInput, filterFiles } = await import("../library/chosen_files.js");
      const file = (name) => new File(["x"], name.split("/").pop());
      const at = (name) => Object.defineProperty(file(name), "webkitRelativePath", { value: name });
      const files = names.map(at);
      const { files: sent, refused } = filterFiles(filesOfInput(files));
      return [sent.map(({ name }) => name), refused];
    }"""
    names = ["s/a.html", "s/a_files/x.PNG", "s/film.mp4", "s/.git/a.json", "s/b/page.html.gz", "", "s/a.html"]
    assert library.show().evaluate(script, names) == [
        ["s/a.html", "s/a_files/x.PNG", "s/b/page.html.gz", "2/s/a.html"],
        [{"title": "", "code": "unknown"}],
    ]


@pytest.mark.long
def test_files_dropped_on_the_page_are_imported(empty: Shelf, tmp_path: Path) -> None:
    page = empty.show()
    saved = saved_pages(tmp_path / "saved")
    (tmp_path / "pocket.csv").write_text(POCKET)
    client = page.context.new_cdp_session(page)
    data = {"items": [], "files": [str(saved), str(tmp_path / "pocket.csv")], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver"):
        client.send("Input.dispatchDragEvent", {"type": kind, "x": 300, "y": 300, "data": data})
    expect(page.get_by_text("Drop to import")).to_be_visible()
    client.send("Input.dispatchDragEvent", {"type": "drop", "x": 300, "y": 300, "data": data})
    expect_status(page.get_by_role("dialog", name="Import"), "New: 2. Already there: 0. Failed: 1.")
    (article,) = [folder for folder in empty.articles() if "story" in folder.name]
    assert len(list((article / "assets").glob("*.png"))) == 1
    expect(page.get_by_text("Drop to import")).to_be_hidden()
    assert page.url.startswith(LIBRARY)


@pytest.mark.long
def test_import_continues_after_the_page_is_reloaded(empty: Shelf) -> None:
    page = empty.show()
    dialog = open_dialog(page)
    choose(dialog, addresses(100), text("x.pdf", ""))
    expect(dialog.locator("p[role=status]")).to_contain_text(re.compile("Importing: |The import is finished"))
    page.reload()
    line = page.get_by_role("region", name="Import")
    expect_status(line, "New: 100. Already there: 0. Failed: 1.")
    found(page, 100)
    page.reload()
    expect_status(line, "New: 100. Already there: 0. Failed: 1.")
    line.get_by_role("button", name="Show").click()
    expect(page.get_by_role("dialog").locator(".report li")).to_have_text(PDF_FAILURE)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(line).to_be_hidden()
    until(lambda: page.evaluate("chrome.storage.local.get('import').then((kept) => !kept.import)"))
    page.reload()
    settled(page)
    expect(line).to_be_hidden()


def start_import(shelf: Shelf, number: int) -> tuple[Page, Locator]:
    """Imports ``number`` addresses; returns the library page and its dialog."""
    dialog = open_dialog(page := shelf.show())
    choose(dialog, addresses(number))
    expect(dialog.locator("p[role=status]")).to_contain_text("Importing: ")
    return page, dialog


@pytest.mark.long
def test_import_is_cancelled_and_keeps_imported_articles(empty: Shelf) -> None:
    page, dialog = start_import(empty, 2000)
    dialog.get_by_role("button", name="Cancel").press("Enter")
    expect_status(dialog, "The import was cancelled. New: ")
    expect(dialog.get_by_role("button", name="Close").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert 0 < len(empty.articles()) < 2000


@pytest.mark.long
def test_interrupted_import_can_be_resumed(empty: Shelf) -> None:
    page, dialog = start_import(empty, 600)
    page.evaluate("chrome.runtime.sendMessage({ kind: 'host_again' })")
    expect_status(dialog, "The import was interrupted.")
    page.reload()
    line = page.get_by_role("region", name="Import")
    expect_status(line, "The import was interrupted.")
    line.get_by_role("button", name="Resume").click()
    expect_status(line, "The import is finished.")
    expect(line.locator("p[role=status]")).to_contain_text(re.compile(r"Already there: [1-9]\d*\. Failed: 0"))
    found(page, 600)
