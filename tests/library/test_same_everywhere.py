# ruff: noqa: E501 - one case a line
"""References and formulas are the same in the reader, a saved article, HTML, e-books and Markdown."""

import re
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lxml import html as parser

from jingdu import reading
from jingdu.__main__ import main
from jingdu.render.clean import clean
from jingdu.render.rendering import html as rendered
from tests.article.test_notes import PAGES
from tests.support import prose

FORMULAS = {
    "MathML": "<p>Where <math><mi>a</mi><mo>=</mo><mn>0</mn></math> and <math><mtext>if&nbsp;b</mtext></math>, so:</p><math display=block><mfrac><mi>x</mi><mn>2</mn></mfrac></math>",
    "MathJax": "<p>Where <script type='math/tex'>a = 0</script> and they are <script type='math/tex'>b</script>.</p><p><script type='math/tex; mode=display'>\\frac{x}{2}</script></p>",
    "image": "<p>For <img class=mwe-math-fallback-image-inline alt='{\\displaystyle x_{i}}' src=x.svg>, it holds.</p>",
}
START = "The harbour lamps."
BLOCKS = ("li", "p", "aside", "dd", "td", "section", "div")
SEPARATE = (*BLOCKS, *"h1 h2 h3 h4 h5 h6 dt th caption figcaption figure pre blockquote header ol ul table br".split())


class Content(NamedTuple):
    """Text with ``◆`` for note references and ``◇`` for formulas; the notes in order; the formulas."""

    text: str
    notes: list[str]
    formulas: list[bool]
    """Whether each is a display formula."""


def content(html: str) -> Content:
    """Extracts what must be the same in all formats."""
    tree = parser.fragment_fromstring(re.sub(r"<\?xml.*?\?>", "", html), create_parent="div")
    for element in tree.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2]
    shown = [bool(math.get("display") == "block" or "display" in (math.get("class") or "")) for math in _formulas(tree)]
    for formula in _formulas(tree):
        _replace_with(formula, "◇")
    notes = []
    for mark, note in _marks(tree):
        notes.append(note)
        _replace_with(mark, "◆")
    found = {note: _note(note) for note in notes}
    for note in found:
        _replace_with(note, "")
    for element in tree.iter(SEPARATE):
        element.tail = f" {element.tail or ''}"
    text = " ".join(tree.text_content().replace("↩︎", "").replace("↩", "").split())
    return Content(text[max(0, text.find(START)) :], [found[note] for note in notes], shown)


def _formulas(tree: Any) -> list[Any]:
    return tree.xpath(".//math | .//code[contains(concat(' ', @class, ' '), ' math ')]")


def _marks(tree: Any) -> list[tuple[Any, Any]]:
    """Links to later places that link back, and the blocks of those places."""
    order = {element: number for number, element in enumerate(tree.iter())}
    places = {element.get("id"): element for element in order if element.get("id")}
    found = []
    for link in tree.xpath(".//a[starts-with(@href, '#')]"):
        target = places.get(link.get("href")[1:])
        if target is None or order[target] < order[link]:
            continue
        block = next((one for one in (target, *target.iterancestors()) if one.tag in BLOCKS), target)
        block = next((one for one in block.iterancestors() if one.tag == "li"), block)
        back = (places.get(one.get("href")[1:]) for one in block.xpath(".//a[starts-with(@href, '#')]"))
        if any(place is not None and order[place] < order[block] for place in back):
            found.append((link, block))
    return found


def _note(block: Any) -> str:
    for link in block.xpath(".//a[starts-with(@href, '#')]"):
        _replace_with(link, "")
    return re.sub(r"^[\W\d_a-z]{0,4}(?=[A-Z])|[\W_]+", "", block.text_content())


def _replace_with(element: Any, text: str) -> None:
    parent = element.getparent()
    for child in list(element):
        element.remove(child)
    element.text, element.tag = text, "span"
    if parent.tag == "sup" and not parent.text:
        parent.text = None


def forms(page: Path, out: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Content]:
    """Format → its content of ``page``, after saving and exporting on the command line."""
    assert main(["save", str(page), "--no-pictures", "--keep-both"]) == 0
    saved, folder = capsys.readouterr().out.split("\n")[:2]
    item = saved.split()[0]
    kept = (Path(folder) / "article.html").read_text("utf-8")
    markdown = (Path(folder) / "article.md").read_text("utf-8").partition("\n---\n")[2]
    assert "](#" not in markdown and "]: :" not in markdown  # renderers generate the backlinks
    found = {
        "reader": reading.read(page.read_text("utf-8")).html,
        "saved": kept.partition("<!--article-->")[2].partition("<!--/article-->")[0],
        "Markdown": clean(rendered(markdown)),
    }
    for form in ("html", "epub"):
        assert main(["export", "--format", form, "--out", str(out / form), item]) == 0
        (exported,) = (out / form).iterdir()
        found[form] = _chapter(exported) if form == "epub" else exported.read_text("utf-8")
        exported.unlink()
    capsys.readouterr()
    found["html"] = found["html"].partition("<article")[2].partition(">")[2].rpartition("</article>")[0]
    return {form: content(html) for form, html in found.items()}


def _chapter(book: Path) -> str:
    with zipfile.ZipFile(book) as parts:
        (name,) = (name for name in parts.namelist() if re.search(r"\d\.xhtml$", name))
        return parts.read(name).decode().partition("<body")[2].partition(">")[2].rpartition("</body>")[0]


@pytest.mark.parametrize("body", [*PAGES.values(), *FORMULAS.values()], ids=[*PAGES, *FORMULAS])
def test_references_and_formulas_are_the_same_in_every_form(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], body: str
) -> None:
    page = tmp_path / "page.html"
    text = prose.paragraphs(prose.ENGLISH, 3)
    page.write_text(f"<title>Lamps</title><article><p>{START}</p>{text}{body}{text}</article>", "utf-8")
    found = forms(page, tmp_path, capsys)
    assert found == dict.fromkeys(found, found["reader"])
    assert ("◆" in found["reader"].text) == bool(found["reader"].notes) == (body in PAGES.values())
    drawn = len(re.findall(r"<math|<script|<img", body)) if body in FORMULAS.values() else 0
    assert found["reader"].text.count("◇") == len(found["reader"].formulas) == drawn
