"""Edits of ``article.md`` are shown, searched, exported and preserved."""

import time
from pathlib import Path

import pytest

from jingdu.__main__ import main
from jingdu.library import item_files, repository
from jingdu.library.exporters import work as out
from jingdu.protocol.items import Item
from jingdu.render import rendering
from jingdu.render.article import plain_text
from jingdu.render.clean import clean
from tests.library.asking import call
from tests.library.test_export_and_import import run_job
from tests.support.library_items import PICTURE, PNG, keep

EDITED = """
A **wombat** took the *ferry*.[^1] It costs $5 and $6, $E = mc^2$.

![mine](assets/{name}) ![far](https://example.org/far.png) ![web](https://example.org/ferry.png?w=1&h=2)

<script>alert(1)</script><a href="javascript:alert(1)">x</a>

渡船没有**发动机**。**“重点。”**是它没有。

| a | b |
|---|---|
| 1 | 2 |

[^1]: At nine.
"""


def found(words: str) -> int:
    """The number of search results."""
    return int(call("library", query=words, filters={}, sort="relevance", offset=0, limit=9)["total"])


@pytest.fixture
def edited(library: Path) -> Item:
    """A saved article whose body was then changed in an editor."""
    kept = keep({PICTURE: PNG}, lang="en")
    path = repository.folder_of(kept.id) / "article.md"
    head = path.read_text("utf-8").partition("\n---\n")[0]
    path.write_text(f"{head}\n---\n" + EDITED.replace("{name}", str(kept.cover)), "utf-8")
    return kept


def test_the_reader_shows_edits(edited: Item) -> None:
    result = call("open_item", item=edited.id)
    html = result["article"]["html"]
    assert result["edited"] is True
    assert "<strong>wombat</strong>" in html and "<em>ferry</em>" in html and "<td>2</td>" in html
    assert html.count(f'src="jd-asset:{edited.cover}"') == 2
    assert '<code class="math">E = mc^2</code>' in html and "costs $5 and $6" in html
    assert 'href="#jd-note-1"' in html and 'id="jd-note-1"' in html
    assert not [word for word in ("script", "engine", "invalid", 'src="https') if word in html]
    assert '<a href="https://example.org/far.png" rel="noopener noreferrer">🖼 far</a>' in html


def test_reader_search_and_export_agree(edited: Item) -> None:
    """After the article is opened, its new words are found with or without markup, and removed words are not."""
    shown = plain_text(call("open_item", item=edited.id)["article"]["html"])
    for words in ('"a wombat took the ferry"', "没有发动机", "重点。”是它没有"):
        assert found(words) == 1 and words.strip('"') in shown.casefold(), words
    assert found('"no engine on the ferry"') == 0 and "no engine on the ferry" not in shown.casefold()
    assert repository.text(edited.id) == item_files.plain(repository.read(edited.id, item_files.current).html)
    html = Path(run_job(out.work, format="html", items=[edited.id]).path or "").read_text("utf-8")
    assert "<strong>wombat</strong>" in html and "no engine" not in html


@pytest.mark.parametrize("change", ["line ends", "front matter"])
def test_other_changes_are_not_treated_as_edits(library: Path, change: str) -> None:
    kept = keep()
    path = repository.folder_of(kept.id) / "article.md"
    text = path.read_text("utf-8")
    changed = text.replace("\n", "\r\n") if change == "line ends" else text.replace('title: "The', 'title: "Another')
    path.write_bytes(changed.encode())
    result = call("open_item", item=kept.id)
    assert result["edited"] is False and "<em>no</em> engine" in result["article"]["html"]


@pytest.mark.parametrize(
    "damaged", [b"", b"\x1f\x8b\x08" + bytes(7) + b"\xff" * 20, b"<p>"], ids=["truncated", "corrupt", "not gzip"]
)
def test_re_read_reports_a_damaged_saved_page(
    library: Path, damaged: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = keep()
    path = repository.folder_of(kept.id) / "page.html.gz"
    path.write_bytes(damaged or path.read_bytes()[:-12])
    assert main(["re-read", kept.id]) == 1
    assert "page.html.gz, is damaged" in capsys.readouterr().out


def test_an_edit_is_overwritten_only_on_request(edited: Item, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["re-read", edited.id]) == 1
    assert "chosen or edited by hand" in capsys.readouterr().out
    assert repository.read(edited.id, item_files.current).edited
    assert main(["re-read", "--edited", edited.id]) == 0
    assert not repository.read(edited.id, item_files.current).edited
    (replaced,) = repository.items(trashed=True)
    assert replaced.id != edited.id and "wombat" in repository.text(replaced.id)
    assert "no engine on the ferry" in repository.text(edited.id)


def test_pictures_added_later_do_not_undo_an_edit(edited: Item) -> None:
    repository.add_pictures(edited.id, {"https://example.org/far.png": PNG})
    result = call("open_item", item=edited.id)
    assert result["edited"] and result["article"]["html"].count("jd-asset:") == 3


SLOW_MARKDOWN = {
    "stars": "*a " * 8_000,
    "brackets": "[" * 8_000,
    "quotes": ">" * 30_000,
    "dollars": "$$a$" * 8_000,
    "marks": "[^1]" * 4_000 + "\n\n[^1]: x",
    "too long": "word *em*\n" * 90_000,
}


@pytest.mark.parametrize("text", SLOW_MARKDOWN.values(), ids=SLOW_MARKDOWN.keys())
def test_rendering_markdown_takes_linear_time(text: str) -> None:
    started = time.process_time()
    clean(rendering.html(text))
    assert time.process_time() - started < 20
