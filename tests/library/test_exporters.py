"""Ways out: each format holds everything, nothing remote, and never takes the place of something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jingdu.library.exporters import FORMATS, exporter, labels
from tests.library.pieces import pictures, piece


def export(form: str, folder: Path, *pieces: object) -> Path:
    made = exporter(form, folder, "My library")
    for one in pieces:
        made.add(one)  # type: ignore[arg-type]
    return made.end()


def test_each_format_has_a_label_of_its_own_in_every_language_of_the_extension() -> None:
    locales = Path(__file__).resolve().parents[2] / "extension" / "_locales"
    messages = [json.loads(path.read_text("utf-8")) for path in locales.glob("*/messages.json")]
    for found in labels().values():
        assert set(found) == {one["uiLanguage"]["message"] for one in messages}
        assert len(set(found.values())) == len(messages)


@pytest.mark.parametrize("form", FORMATS)
def test_an_export_never_takes_the_place_of_something(form: str, tmp_path: Path) -> None:
    paths = [export(form, tmp_path, piece()) for _ in range(3)]
    names = ["My library", "My library (2)", "My library (3)"]
    assert [path.stem for path in paths] == names
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in paths)


def test_markdown_is_a_file_for_each_and_the_pictures_beside(tmp_path: Path) -> None:
    assets = pictures(tmp_path / "kept")
    titles = ["A ferry", "a FERRY", "../../etc/passwd", "CON", "净读：一个标题？", "x" * 300, "", "a\u202eb\u200bc"]
    folder = export("markdown", tmp_path, *(piece(assets=assets, id=str(n), title=t) for n, t in enumerate(titles)))
    assert {path.name for path in (folder / "assets").iterdir()} == set(assets)
    names = {path.name for path in folder.glob("*.md")}
    assert names >= {
        "A ferry.md",
        "a FERRY (2).md",
        "_CON.md",
        "净读：一个标题？.md",
        "Untitled.md",
        "abc.md",
        "etc - passwd.md",
    }
    assert len(names) == len(titles)
    assert (folder / "A ferry.md").read_text("utf-8").startswith("---\ntitle: A ferry\n---\n")


def test_one_html_file_holds_all_and_asks_for_nothing(tmp_path: Path) -> None:
    assets = pictures(tmp_path / "kept")
    shown = "".join(f'<img src="assets/{name}" alt="x">' for name in assets)
    first = f'<p><a id="n"></a><a href="#jd-n">1</a>{shown}<img src="https://example.org/remote.png" alt="far"></p>'
    second = '<p><a id="n"></a><a href="#jd-n">2</a></p>'
    page = export("html", tmp_path, piece(first, assets), piece(second, title="<script>alert(1)</script>", lang="zh"))
    text = page.read_text("utf-8")
    assert text.count('src="data:image/') == len(assets)
    assert "remote.png" not in text and "far</p>" in text
    assert "<script" not in text and "default-src 'none'" in text
    assert 'id="a1-jd-n"' in text and 'href="#a1-jd-n"' in text and 'id="a2-jd-n"' in text
    assert text.index("<nav>") < text.index("<article")


def test_json_is_json_and_an_article_is_a_line(tmp_path: Path) -> None:
    assets = pictures(tmp_path / "kept")
    path = export("json", tmp_path, piece("<p>a</p>", assets), piece("<p>b\u2028c</p>", title="净"))
    text = json.loads(path.read_text("utf-8"))
    assert (text["format"], text["version"], [item["fields"]["title"] for item in text["items"]]) == (
        "jingdu-library", 1, ["A ferry", "净"],
    )  # fmt: skip
    assert len(path.read_bytes().split(b"\n")) == 5
    assert set(text["items"][0]["assets"]) == set(assets)
