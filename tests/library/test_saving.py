"""Saving a page to the library and reading it back, through the handlers and the command line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu import service
from jingdu.__main__ import main
from jingdu.library import fetching as job, item_files, repository
from jingdu.net.address_policy import AddressPolicy
from jingdu.page import parse as parsing
from tests.library.asking import ask
from tests.support import picture_sites
from tests.support.library_items import PNG
from tests.support.pictures import embedded

SENTENCE = "<p>Sentence number {0} of a text, which has commas, and goes on for a while. 第{0}句。</p>"
PROSE = "".join(map(SENTENCE.format, range(8)))


def page(title: str = "A text", more: str = "") -> str:
    link = '<link rel=canonical href="https://example.org/text">'
    return f"<title>{title}</title>{link}<article><h1>{title}</h1>{PROSE}{more}</article>"


def save(**fields: Any) -> Any:
    usual = {"html": page(), "url": "https://example.org/text?from=mail", "private": False, "fetch_pictures": False}
    return ask("save", **{**usual, **fields})


def test_a_saved_page_is_found_by_its_address_and_opened(library: Path) -> None:
    item = save()["item"]
    for url in ("https://example.org/text?from=mail", "https://example.org/text", "https://example.org/text#part"):
        assert ask("saved", url=url)["item"]["id"] == item["id"]
    assert ask("saved", url="https://example.org/other")["item"] is None
    opened = ask("open_item", item=item["id"])
    assert opened["item"] == item
    assert "第3句" in opened["article"]["html"]


def test_a_duplicate_is_reported_before_anything_is_written(library: Path) -> None:
    html = page(more='<img src="https://example.org/harbour.png" width=600 height=400 alt="The harbour at low tide">')
    first = save(html=html)["item"]
    again = save(html=html)
    assert again["item"] is None
    assert (again["duplicate"]["item"]["id"], again["duplicate"]["likeness"]) == (first["id"], 1.0)
    assert len(list(repository.items())) == 1
    assert save(if_duplicate="replace", instead=first["id"], html=page("A better text"))["item"]["id"] == first["id"]
    assert [found.title for found in repository.items()] == ["A better text"]
    assert save(if_duplicate="keep_both")["item"]["id"] != first["id"]
    assert len(list(repository.items())) == 2


def test_the_reported_duplicate_is_replaced_even_if_a_closer_one_exists(library: Path) -> None:
    """Another browser saves the same page between the question and its answer."""
    reported = save()["item"]["id"]
    assert save(html=page("A text, corrected"))["duplicate"]["item"]["id"] == reported
    closer = save(if_duplicate="keep_both")["item"]["id"]
    assert save()["duplicate"]["item"]["id"] == closer
    assert save(if_duplicate="replace", instead=reported, html=page("A text, corrected"))["item"]["id"] == reported
    assert {item.id: item.title for item in repository.items()} == {reported: "A text, corrected", closer: "A text"}


@pytest.mark.parametrize("by", ["trash_items", "delete_items"])
def test_a_replacement_of_a_missing_article_is_saved_beside_it(library: Path, by: str) -> None:
    reported = save()["item"]["id"]
    ask("trash_items", items=[reported])
    if by == "delete_items":
        ask("delete_items", items=[reported])
    result = save(if_duplicate="replace", instead=reported, html=page("A text, corrected"))
    assert [item.title for item in repository.items()] == ["A text, corrected"]
    assert result["item"]["id"] != reported
    assert [item.id for item in repository.items(trashed=True)] == ([reported] if by == "trash_items" else [])


def test_replacing_needs_the_id_of_the_duplicate(library: Path) -> None:
    save()
    assert save(if_duplicate="replace") == "bad_message"


def test_a_private_page_is_saved_only_after_consent(library: Path) -> None:
    assert save(private=True) == "private_page"
    assert ask("save", html=page(), url=None) == "private_page"  # not stated means private
    assert not library.exists()
    assert save(private=True, private_ok=True)["item"]


def test_uploaded_pictures_are_stored_and_missing_ones_listed(library: Path) -> None:
    import base64

    here, away = "https://example.org/a.png", "https://example.org/b.png"
    pictures = f'<p><img src="{here}" alt="here"></p><p><img src="{away}" alt="away"></p><p>{"end " * 20}</p>'
    sent = {"token": "token-1234", "url": here, "type": "image/png", "part": 0, "parts": 1}
    assert ask("picture", **sent, data=base64.b64encode(PNG).decode())["received"] is True
    saved = save(html=page(more=pictures), pictures="token-1234")
    assert saved["missing_pictures"] == [away]
    html = ask("open_item", item=saved["item"]["id"])["article"]["html"]
    (name,) = repository.read(saved["item"]["id"], item_files.sources).values()
    assert f'src="jd-asset:{name}"' in html and f'href="{away}"' in html
    assert base64.b64decode(ask("asset", item=saved["item"]["id"], name=name)["data"]) == PNG


def test_data_uri_pictures_are_stored_as_files(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, broken = f'<img src="{embedded(PNG)}" alt="A plot">', f'<img src="{embedded(PNG[4:])}" alt="Not one">'
    item = save(html=page(more=f"<p>{plot}</p>{PROSE}<p>{broken}</p>{PROSE}"))["item"]
    (name,), markdown = repository.read(item["id"], item_files.sources).values(), repository.markdown(item["id"])
    assert (repository.folder_of(item["id"]) / "assets" / name).read_bytes().startswith(PNG)
    assert f"![A plot](assets/{name})" in markdown and "🖼 Not one" in markdown and "data:" not in markdown
    assert "unchanged" in run(capsys, "re-read", "--all")[1]


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server with one picture, which the host may reach."""
    monkeypatch.setattr(job, "PUBLIC", AddressPolicy(permits=lambda _address, _port: True))
    with picture_sites.site({"/a.png": picture_sites.page(PNG)}) as served:
        yield served.url


def test_missing_pictures_are_fetched_when_the_host_is_idle(library: Path, pictures: str) -> None:
    images = "".join(f'<p><img src="{pictures}/{name}.png" alt="{name}"></p>{PROSE}' for name in ("a", "gone"))
    saved = save(html=page(more=images), fetch_pictures=True)
    assert ask("job", job=saved["job"])["state"] == "running"
    list(service.background_work())
    job = ask("job", job=saved["job"])
    assert (job["state"], job["done"], job["total"]) == ("done", 2, 2)
    assert job["report"] == [{"address": f"{pictures}/gone.png", "why": "status"}]
    kept = ask("open_item", item=saved["item"]["id"])
    assert kept["missing_pictures"] == job["report"]
    html = kept["article"]["html"]
    assert html.count("jd-asset:") == 1 and f'href="{pictures}/gone.png"' in html


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    return main(arguments), capsys.readouterr().out


def test_blocks_chosen_by_the_user_are_saved(library: Path) -> None:
    blocks = ask("explain", html=page(), url=None)["blocks"]
    (third,) = (number for number, block in enumerate(blocks) if "第3句" in block["text"])
    item = save(left_out=[third])["item"]
    assert "第4句" in repository.body(item["id"]) and "第3句" not in repository.body(item["id"])


def test_further_pages_are_appended_and_sanitised(library: Path) -> None:
    item = save(further=["<p>The second page. 第二页。</p><script>alert(1)</script>", "<p>The third.</p>"])["item"]
    kept = repository.body(item["id"])
    assert kept.index("第7句") < kept.index("第二页") < kept.index("The third") and "script" not in kept
    assert "第二页" in repository.markdown(item["id"]) and "第二页" in repository.read(item["id"], item_files.text)


USER_CHOICES: dict[str, dict[str, Any]] = {
    "selection": {"selection": SENTENCE.format("of the selection")},
    "chosen blocks": {"left_out": [3]},
    "several pages": {"further": ["<p>The second page.</p>"]},
}


@pytest.mark.parametrize("chosen", USER_CHOICES.values(), ids=USER_CHOICES.keys())
def test_chosen_content_is_not_re_read(
    library: Path, capsys: pytest.CaptureFixture[str], chosen: dict[str, Any]
) -> None:
    before = repository.body(save(**chosen)["item"]["id"])
    code, result = run(capsys, "re-read", "--all")
    assert code == 1 and result.startswith("not changed: ") and "chosen or edited by hand" in result
    assert [repository.body(item.id) for item in repository.items()] == [before]


def test_re_read_updates_unedited_articles(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {f"https://example.org/{n}": page(f"Text {n}").replace("/text", f"/{n}") for n in "12"}
    kept, edited = (save(url=url, html=html, if_duplicate="keep_both")["item"] for url, html in pages.items())
    repository.edit([kept["id"]], {"add_tags": ["mine"]})
    assert "unchanged" in run(capsys, "re-read", "--all")[1]
    path = repository.folder_of(edited["id"]) / "article.md"
    path.write_text(path.read_text("utf-8") + "my remark\n", "utf-8")
    for item in (kept, edited):  # as if an older extractor had dropped the last paragraph
        file = repository.folder_of(item["id"]) / "article.html"
        file.write_text(file.read_text("utf-8").replace("第7句。", ""), "utf-8")
    code, result = run(capsys, "re-read", "--all")
    assert code == 1 and "changed" in result and "chosen or edited by hand" in result
    assert "第7句" in repository.body(kept["id"])
    assert repository.load(kept["id"]).tags == ("mine",)
    assert "my remark" in path.read_text("utf-8")


def test_a_truncated_article_is_marked_everywhere(
    library: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the front matter, article.html, the index, the reader and exports; the command reports it."""
    whole = save()["item"]
    monkeypatch.setattr(parsing, "MAX_TAGS", 9)
    cut = save(html=page("Cut short"), if_duplicate="keep_both")["item"]
    for item, is_truncated in ((whole, False), (cut, True)):
        folder = library / item["folder"]
        text = (folder / "article.md").read_text("utf-8")
        assert ask("open_item", item=item["id"])["article"]["truncated"] is is_truncated
        assert item["truncated"] is is_truncated
        assert ("\ntruncated: true\n" in text) is is_truncated
        assert ("truncated" in text) is is_truncated
        assert ("part of its text is missing" in (folder / "article.html").read_text("utf-8")) is is_truncated
        assert ask("edit_items", items=[item["id"]], changes={"read": True})["items"][0]["truncated"] is is_truncated
    assert {item["id"]: item["truncated"] for item in ask("library")["items"]} == {whole["id"]: False, cut["id"]: True}
    main(["export", cut["id"], "--format", "html", "--out", str(tmp_path)])
    assert "part of its text is missing" in next(tmp_path.glob("*.html")).read_text("utf-8")
    capsys.readouterr()
    (tmp_path / "page.html").write_text(page("Another one, which is cut", "<p>" * 20), "utf-8")
    assert main(["save", str(tmp_path / "page.html"), "--keep-both"]) == 0
    assert "part of its text is missing" in capsys.readouterr().err
