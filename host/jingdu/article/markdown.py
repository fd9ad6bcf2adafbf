"""Article HTML → GitHub-flavoured Markdown, by markdownify; footnotes and math are ours.

Imported only when Markdown is asked for: markdownify and what it stands on take 150 ms.
"""

from __future__ import annotations

import re
from typing import Any, Final

from bs4 import BeautifulSoup, Tag
from markdownify import BACKSLASH, MarkdownConverter

from jingdu.article import literal

MAX_MARK: Final = 8
"""Characters of a footnote's mark in the text."""
_MARK: Final = re.compile(r"[\[(]?\s*([\w*†‡§]{1,8})\s*[\])]?")
_BACK: Final = re.compile(r"[\s↩↑^⏎←\ufe0e\ufe0f\[\]]*|back|返回|jump up", re.I)
_TEX: Final = re.compile(
    r"\$\$(?P<dollars>.+?)\$\$|\\\[(?P<bracket>.+?)\\\]|(?P<block>\\begin\{(?P<name>[a-z]+\*?)\}.+?\\end\{(?P=name)\})"
    r"|\\\((?P<paren>.+?)\\\)|(?<![\\$\w])\$(?=\S)(?P<dollar>[^$\n]*[\\^_{][^$\n]*)(?<=\S)\$(?![\d$])",
    re.DOTALL,
)
"""TeX that stands in the text, for a script of the page to draw."""
_ESCAPE: Final = "\ufdd0"
"""Stands for a backslash that makes a word of the next sign; no character by itself."""
_EMPTY_LINES: Final = re.compile(r"[ \n]*\n")
_LANGUAGE: Final = re.compile(r"language-(\S+)")


def markdown(html: str) -> str:
    """The Markdown of an article's ``html``, which is allow-listed already."""
    soup = BeautifulSoup(html.replace(_ESCAPE, ""), "lxml")
    _footnotes(soup)
    _square(soup)
    _calm(soup)
    text = _Converter(
        heading_style="atx", bullets="-", newline_style=BACKSLASH, table_infer_header=True,
        escape_misc=False, sub_symbol="<sub>", sup_symbol="<sup>",
    ).convert_soup(soup)  # fmt: skip
    return re.sub(r"\n{3,}", "\n\n", str(text).replace(_ESCAPE, "\\")).strip() + "\n"


class _Converter(MarkdownConverter):
    """markdownify with math as ``$…$`` and marks of footnotes as they are."""

    def escape(self, text: str, parent_tags: set[str]) -> str:
        """The page's words stay words; TeX stays as it is."""
        parts: list[str] = []
        start = 0
        for found in _TEX.finditer(text):
            parts += [self._escaped(text[start : found.start()], parent_tags), _in_text(found)]
            start = found.end()
        return "".join([*parts, self._escaped(text[start:], parent_tags)])

    def _escaped(self, text: str, parent_tags: set[str]) -> str:
        base = super().escape  # type: ignore[misc]
        return literal.words(text, lambda part: str(base(part, parent_tags)), in_link="a" in parent_tags)

    def convert_a(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        if href := el.get("href"):
            el["href"] = literal.address(str(href))
        return str(super().convert_a(el, text, parent_tags))  # type: ignore[misc]

    def convert_img(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        alt = self._escaped(str(el.get("alt") or "").replace("|", " "), {*parent_tags, "a"})
        return f"![{alt}]({literal.address(str(el['src']))})" if self._is_shown(el, parent_tags) else alt

    def _is_shown(self, image: Tag, parent_tags: set[str]) -> bool:
        """Whether a picture stands where Markdown has pictures: not in headings and cells."""
        kept = self.options["keep_inline_images_in"]  # type: ignore[attr-defined]
        outer = image.parent
        return bool(image.get("src")) and ("_inline" not in parent_tags or (outer is not None and outer.name in kept))

    def convert_pre(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """markdownify's fence is always of three backticks, which the code may hold itself."""
        fence = literal.fence(text)
        empty = _EMPTY_LINES.match(text)
        code = text[empty.end() if empty else 0 :].rstrip(" \n")
        return f"\n\n{fence}{_language(el) or ''}\n{code}\n{fence}\n\n" if text else ""

    def convert_math(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return _dollars(str(el.get("alttext") or el.get_text()), el.get("display") == "block")

    def convert_code(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        names = list(el.get("class") or ())
        if "math" in names:
            return _dollars(el.get_text(), "display" in names)
        text = text if "_noformat" in parent_tags else literal.one_line(text)
        return str(super().convert_code(el, text, parent_tags))  # type: ignore[misc]

    def convert_rt(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """The reading of a character, in brackets where the page sets none."""
        before = el.find_previous_sibling()
        return text if before is not None and before.name == "rp" else f"({text.strip()})"

    def convert_var(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        return str(self.convert_em(el, text, parent_tags))  # type: ignore[attr-defined]

    def convert_footnote(self, el: Tag, text: str, parent_tags: set[str]) -> str:
        """A note, or its mark in the text, as ``_footnotes`` renamed them."""
        mark = f"[^{el['data-mark']}]"
        return mark if el.get("data-ref") else f"\n\n{mark}: " + text.strip().replace("\n", "\n    ") + "\n\n"


def _dollars(source: str, display: bool) -> str:
    source = literal.tex(source)
    return f"\n\n$$\n{source}\n$$\n\n" if display else f"${source}$"


def _in_text(found: re.Match[str]) -> str:
    """TeX in the text between dollars, whatever stood around it."""
    inline = found["paren"] or found["dollar"]
    if inline:
        return f"${literal.tex(inline.strip())}$"
    return f"$${literal.tex((found['dollars'] or found['bracket'] or found['block']).strip())}$$"


def _language(pre: Tag) -> str | None:
    code = pre.find("code")
    names = code.get("class") if isinstance(code, Tag) else None
    found = _LANGUAGE.fullmatch(" ".join(names)) if names else None
    return literal.language(found[1]) if found else None


def _calm(soup: BeautifulSoup) -> None:
    """An exclamation mark before a link would make a picture of it, a bracket after a note's mark a link."""
    for link in soup.find_all("a", href=True):
        before = link.find_previous(string=True)
        if before is not None and before.endswith("!") and before.find_parent(["code", "pre"]) is None:
            before.replace_with(f"{before[:-1]}{_ESCAPE}!")
    for mark in soup.find_all("footnote", {"data-ref": "1"}):
        after = mark.find_next(string=True)
        if after is not None and after.startswith(("(", ":")) and after.find_parent(["code", "pre"]) is None:
            after.replace_with(f"{_ESCAPE}{after}")


def _square(soup: BeautifulSoup) -> None:
    """Sets empty cells where a cell spans rows, as Markdown knows no such cells, and a ``|`` of the text aside."""
    for table in soup.find_all("table"):
        below: dict[int, int] = {}
        for row in table.find_all("tr"):
            at = 0
            for cell in row.find_all(["td", "th"], recursive=False):
                at = _fill(soup, cell, below, at)
                wide, high = int(str(cell.get("colspan") or 1)), int(str(cell.get("rowspan") or 1))
                for place in range(at, at + wide):
                    below[place] = high - 1
                at += wide
            for place in [place for place, left in below.items() if place >= at and left > 0]:
                below[place] -= 1
        for text in table.find_all(string=re.compile(r"\|")):
            text.replace_with(text.replace("|", f"{_ESCAPE}|"))


def _fill(soup: BeautifulSoup, cell: Tag, below: dict[int, int], at: int) -> int:
    """Sets empty cells before ``cell`` where one from a row above reaches down; returns the cell's column."""
    while below.get(at, 0) > 0:
        below[at] -= 1
        cell.insert_before(soup.new_tag("td"))
        at += 1
    return at


def _footnotes(soup: BeautifulSoup) -> None:
    """Renames notes and their marks to ``footnote`` elements.

    A mark is a short link in ``sup`` (or in brackets) to an anchor at the start of a list
    item or paragraph.
    """
    anchors = {str(a["id"]): a for a in soup.find_all("a", id=True)}
    marks: dict[str, str] = {}
    for link in soup.find_all("a", href=re.compile("^#jd-")):
        target = str(link["href"])[1:]
        text = link.get_text().strip()
        found = _MARK.fullmatch(text)
        note = _note(anchors.get(target))
        if (
            not found
            or note is None
            or not (link.find_parent("sup") or text.startswith(("[", "(")))
            or note in link.parents
        ):
            continue
        mark = marks.setdefault(target, found[1] if found[1] not in marks.values() else f"{found[1]}-{len(marks)}")
        _rename(link.find_parent("sup") or link, mark, ref=True)
    for target, mark in marks.items():
        note = _note(anchors[target])
        if note is not None:
            _unlink(note)
            _rename(note, mark, ref=False)


def _note(anchor: Tag | None) -> Tag | None:
    found = anchor.find_parent(["li", "dd", "p"]) if anchor is not None else None
    return found.find_parent("li") or found if found is not None else None


def _unlink(note: Tag) -> None:
    """Takes out the links back to the text, and the note's list."""
    for link in note.find_all("a", href=re.compile("^#jd-")):
        if _BACK.fullmatch(link.get_text()):
            link.decompose()
    if note.parent is not None and note.parent.name in ("ol", "ul"):
        note.parent.name = "div"


def _rename(element: Tag, mark: str, ref: bool) -> None:
    attributes: dict[str, Any] = {"data-mark": mark, **({"data-ref": "1"} if ref else {})}
    if ref:
        element.clear()
    element.name = "footnote"
    element.attrs = attributes
