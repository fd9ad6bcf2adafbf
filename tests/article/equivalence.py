"""Compares rendered Markdown with the article's HTML: words, signs, structure, code and links.

The same walk extracts the content of both. Only limits of a renderer are allowed for: CommonMark has neither tables
(their rows are read from the paragraph that they become) nor footnotes.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import unquote

from lxml import etree
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from jingdu.page.model import Element
from jingdu.render import rendering

KINDS: Final = ("words", "signs", "headings", "items", "rows", "code", "links")
RENDERERS: Final = ("commonmark", "gfm", "jingdu")
_BLOCKS: Final = frozenset(
    "p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption table caption thead tbody tr td th "
    "details summary hr br div section".split()
)
_WORD: Final = re.compile(r"[^\W_]+")
_HEADING: Final = re.compile("h([1-6])")
_LABEL: Final = re.compile(r"[\[(]?\s*(?:[\w*†‡§]{1,8}|[\s↩↑^⏎←\ufe0e\ufe0f\[\]]*|back|返回|jump up)\s*[\])]?", re.I)
_NOTE: Final = re.compile(r"^\[\^[\w-]+\]: |\[\^[\w-]+\]")
_TEX: Final = re.compile(r"\\[A-Za-z(\[]")
"""TeX, whose punctuation a renderer without formulas may interpret."""
_TEX_SIGNS: Final = re.compile(r"\\[()\[\]]|[\\_*]")
_SPACE: Final = re.compile(r"\s+")
_PIPES: Final = re.compile(r"<p>(\|.*?)</p>", re.DOTALL)
"""A table in CommonMark: a paragraph, which becomes a ``div`` so that lists in its cells stay inside."""
_DELIMITER: Final = re.compile(r"\|(?: -+ \|)+")
_INVISIBLE: Final = re.compile("[\u200b\ufeff]")


@dataclass
class Content:
    """The compared content; all texts without white space."""

    text: list[str] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    items: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def words(self) -> list[str]:
        return _WORD.findall("".join(self.text))

    @property
    def signs(self) -> list[str]:
        """All characters except white space and pipes."""
        return list(_SPACE.sub("", "".join(self.text)))


def differences(html: str, markdown: str, renderer: str) -> dict[str, tuple[object, object]]:
    """Kind of content → what only the HTML and what only the Markdown contains, for the kinds that differ."""
    wanted, found = content_of(html), content_of(rendered(markdown, renderer), tables=renderer == "commonmark")
    if _TEX.search("".join(wanted.text)):
        wanted, found = _without_tex(wanted), _without_tex(found)
    differing: dict[str, tuple[object, object]] = {}
    for kind in KINDS:
        left, right = getattr(wanted, kind), getattr(found, kind)
        if kind == "rows" and renderer == "commonmark":
            left, right = ([row.replace("|", "") for row in rows] for rows in (left, right))
        if kind == "items" and (found.notes or "[^" in markdown):
            left, right = _without_notes(left, right, found.notes)
        if left != right and not ("[^" in markdown and Counter(left) == Counter(right)):
            differing[kind] = _surplus(left, right), _surplus(right, left)
    return differing


def _surplus(these: list[object], others: list[object]) -> list[tuple[object, int]]:
    """The items of ``these`` that are not in ``others``, with their counts."""
    return list((Counter(these) - Counter(others)).items())


def _without_tex(found: Content) -> Content:
    """The content without TeX punctuation, which a renderer without formulas may interpret."""

    def clear(text: str) -> str:
        return _TEX_SIGNS.sub("", text)

    return replace(
        found,
        text=[clear("".join(found.text))],
        headings=[(level, clear(text)) for level, text in found.headings],
        items=[clear(text) for text in found.items],
        rows=[clear(text) for text in found.rows],
        links=[(href, clear(text)) for href, text in found.links],
    )


def rendered(markdown: str, renderer: str) -> str:
    """The HTML of ``markdown``; bare URLs are not linked."""
    if renderer == "commonmark":
        return _PIPES.sub(r"<div>\1</div>", str(MarkdownIt("commonmark").render(markdown)))
    if renderer == "jingdu":
        return rendering.html(markdown)
    return str(MarkdownIt("gfm-like", {"linkify": False}).use(footnote_plugin).render(markdown))


def content_of(html: str, *, tables: bool = False) -> Content:
    """The content of ``html``; ``tables`` also reads paragraphs that contain Markdown tables."""
    root = etree.fromstring(
        f"<html><body>{html}</body></html>".encode(), etree.HTMLParser(huge_tree=True, encoding="utf-8")
    )
    if tables:
        for paragraph in list(root.iter("div")):
            _table(paragraph)
    _drop_note_links(root)
    found = Content()
    found.text = list(_texts(root))
    for element in root.iter():
        _add(found, element)
    return found


def _add(found: Content, element: Element) -> None:
    tag = element.tag
    if (heading := _HEADING.fullmatch(str(tag))) and _text(element):
        found.headings.append((int(heading[1]), _text(element)))
    elif tag == "li":
        first = element[0].get("id") or "" if len(element) else ""
        is_note = element.get("class") == "footnote-item" or first.startswith("jd-note-")
        (found.notes if is_note else found.items).append(_own_text(element))
    elif tag == "tr":
        cells = [text for cell in element if cell.tag in ("td", "th") and (text := _text(cell))]
        found.rows.append("|".join(cells) or _text(element))
    elif tag == "pre":
        lines = "".join(element.itertext()).strip("\n").rstrip().split("\n")
        found.code.append("\n".join(line.rstrip() for line in lines))
    elif tag == "a" and (href := element.get("href")) and (_text(element) or element.find(".//img") is not None):
        found.links.append((unquote(href).rstrip("/").casefold(), _text(element)))


def _without_notes(left: list[str], right: list[str], notes: list[str]) -> tuple[list[str], list[str]]:
    """The items of both, except those of the HTML that became footnotes."""
    spare = Counter(left) - Counter(right)
    moved = spare if not notes else spare & Counter(notes)
    return list((Counter(left) - moved).elements()), list(Counter(right).elements())


def _table(paragraph: Element) -> None:
    """Converts a paragraph that contains a Markdown table to a table."""
    lines = "".join(paragraph.itertext()).split("\n")
    at = next((n for n, line in enumerate(lines) if _DELIMITER.fullmatch(line)), None)
    if at is None or not all(line.startswith("|") for line in lines):
        return
    rows, row = [], etree.Element("tr")
    for node in _pieces(paragraph):
        if isinstance(node, str):
            first, *others = node.split("\n")
            _append(row, first)
            for other in others:
                rows.append(row)
                row = etree.Element("tr")
                _append(row, other)
        else:
            row.append(node)
    rows.append(row)
    paragraph.tag = "table"
    paragraph.text = None
    paragraph[:] = [one for number, one in enumerate(rows) if number != at]


def _pieces(paragraph: Element) -> list[str | Element]:
    pieces: list[str | Element] = [paragraph.text or ""]
    for child in list(paragraph):
        tail, child.tail = child.tail, None
        pieces += [child, tail or ""]
    return pieces


def _append(row: Element, text: str) -> None:
    if len(row):
        row[-1].tail = (row[-1].tail or "") + text
    else:
        row.text = (row.text or "") + text


def _drop_note_links(root: Element) -> None:
    """Removes footnote references and back links, which each renderer writes differently."""
    for link in list(root.iter("a")):
        outer = link.getparent()
        is_note = (link.get("class") or "").startswith("footnote-") or (
            outer is not None and outer.get("class") == "footnote-ref"
        )
        if is_note or ((link.get("href") or "").startswith("#") and _LABEL.fullmatch("".join(link.itertext()).strip())):
            for part in list(link):
                link.remove(part)
            link.text = None
            link.attrib.pop("href")


def _text(element: Element) -> str:
    return _plain(_texts(element))


def _own_text(item: Element) -> str:
    """The text of a list item without nested lists."""
    return _plain(_texts(item, without=("ul", "ol")))


def _plain(texts: Iterator[str]) -> str:
    return _SPACE.sub("", "".join(texts))


def _texts(element: Element, without: tuple[str, ...] = ()) -> Iterator[str]:
    """The visible text, with a line break at each end of a block."""
    for event, part in (walk := etree.iterwalk(element, events=("start", "end"))):
        tag = str(part.tag)
        if event == "start":
            if tag in ("math", "img") or (tag in without and part is not element):
                yield _clear(part.get("alttext") or "") if tag == "math" else ""
                walk.skip_subtree()
                continue
            yield _edge(part, tag, 0) + _clear(part.text or "")
        else:
            yield _edge(part, tag, 1)
            if part is not element:
                yield _clear(part.tail or "")


def _edge(part: Element, tag: str, end: int) -> str:
    """The visible text before (0) or after (1) the text of an element."""
    if tag == "rt" and (before := part.getprevious()) is not None and before.tag != "rp":
        return "()"[end]
    if tag == "rt" and part.getprevious() is None:
        return "()"[end]
    if tag == "q":
        return '"'
    return "\n" if tag in _BLOCKS else ""


def _clear(text: str) -> str:
    return _INVISIBLE.sub("", _NOTE.sub("", text)).replace("|", " ").replace("$", " ")
