"""Renders article HTML as Markdown that all renderers parse alike: CommonMark, with GitHub's tables and footnotes.

Emphasis is moved to where CommonMark's flanking rules allow it; superscript, subscript and strikethrough are HTML.
`rendering` is the inverse.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Final, NamedTuple

from jingdu.page.model import Element
from jingdu.page.query import inner_text, number
from jingdu.render.markdown import literal
from jingdu.render.markdown.lines import BLOCKS, Context, contents, line, nodes_of
from jingdu.render.markdown.notes import LABEL, Notes
from jingdu.render.markup import tree
from jingdu.render.tables import MAX_SPAN, rows

MAX_LEVELS: Final = 70
"""Maximum nesting of blocks; deeper ones are paragraphs."""
MAX_REPLIES: Final = 3
"""Maximum nesting of replies as quotations; deeper ones follow in the innermost."""
MAX_CAPTION: Final = 2000
"""Maximum characters of a caption that is compared with the ``alt`` of its pictures."""
RULE: Final = "***"
_LANGUAGE: Final = re.compile(r"language-(\S+)")
_RUN: Final = re.compile(r"dataview(?:js)?|js-engine|meta-bind.*|templater.*|run-.*|exec.*|query|tasks|button", re.I)
"""Languages that plug-ins of note-taking programs execute."""
_DESTINATION: Final = re.compile(r"\A(\S+?)(?=\\?\n|\Z| +[\"'(])")
"""Text that CommonMark parses as the destination of a link reference definition."""


def markdown(html: str | Element) -> str:
    """Renders an article's clean ``html``, or its tree, which is modified, as Markdown that ends with a line break."""
    root = tree(html) if isinstance(html, str) else html
    for figure in root.iter("figure"):
        _clear_alts(figure)
    writer = _Writer()
    parts = [block.text for block in writer.blocks(root, Context(Notes(root)))]
    if writer.notes and parts and parts[-1] == RULE:  # renderers draw one before the notes
        parts.pop()
    return "\n\n".join([*parts, *writer.notes]).strip("\n") + "\n"


def _clear_alts(figure: Element) -> None:
    """Empties each ``alt`` that is part of the caption, because its words would be shown twice."""
    caption = figure.find("figcaption")
    words = " ".join(inner_text(caption).split()) if caption is not None else ""
    for image in figure.iter("img") if 0 < len(words) <= MAX_CAPTION else ():
        if " ".join((image.get("alt") or "").split()) in words:
            image.set("alt", "")


class Block(NamedTuple):
    """A block of Markdown; ``marker`` is a list's marker, ``tight`` whether the block may directly follow text."""

    text: str
    marker: str = ""
    tight: bool = False


class _Writer:
    """Writes the blocks of an article; ``notes`` are collected for its end."""

    def __init__(self) -> None:
        self.notes: list[str] = []
        self._level = 0

    def blocks(self, parent: Element, context: Context) -> list[Block]:
        """The blocks in ``parent``; text between them becomes paragraphs."""
        found: list[Block] = []
        run: list[str | Element] = [text] if (text := parent.text) else []
        for child in parent:
            if self._level < MAX_LEVELS and _has_blocks(child):
                if run:
                    found += _paragraphs(run, context)
                    run = []
                self._level += 1
                found += self._within(child, context, found[-1].marker if found else "")
                self._level -= 1
            else:
                run.append(child)
            if tail := child.tail:
                run.append(tail)
        return found + _paragraphs(run, context) if run else found

    def _within(self, element: Element, context: Context, before: str) -> list[Block]:
        """The blocks of a block element; ``before`` is the marker of a list directly before it."""
        if context.notes.labels and self._is_note(element, context):
            return []
        if element.tag in ("ul", "ol"):
            return self._list(element, context, before)
        if write := _WRITERS.get(str(element.tag)):
            return write(self, element, context)
        return self.blocks(element, context.within(element))

    def _is_note(self, element: Element, context: Context) -> bool:
        if (label := context.notes.labels.get(element)) is None:
            return False
        text = literal.lines(line(nodes_of(contents(element), Context(context.notes))).strip())
        if (own := LABEL.match(text)) and own[own.lastindex or 0].strip("^↑: ") in ("", label.partition("-")[0]):
            text = text[own.end() :]
        text = _DESTINATION.sub(r"\1 &nbsp;", text)  # else CommonMark parses a link reference definition
        self.notes.append(f"[^{label}]: " + text.replace("\n", "\n    "))
        return True

    def heading(self, element: Element, context: Context) -> list[Block]:
        text = _one_line(element, context)
        words = text.rstrip("#")
        if words != text:  # else they close the heading
            text = f"{words}\\{text[len(words) :]}"
        return [Block(f"{'#' * int(str(element.tag)[1])} {text}")] if text else []

    def strong(self, element: Element, context: Context) -> list[Block]:
        """A term or a summary: a paragraph in bold."""
        if any(map(_has_blocks, element)):
            return self.blocks(element, context)
        return _paragraphs(contents(element), context._replace(emphasis=context.emphasis | {"strong"}))

    def quote(self, element: Element, context: Context) -> list[Block]:
        text = _joined(self.blocks(element, context))
        return [Block("\n".join(f"> {one}".rstrip() for one in text.split("\n")))] if text else []

    def post(self, element: Element, context: Context) -> list[Block]:
        """A post of a thread: below a rule, or as a quotation if it is a reply."""
        level = sum(1 for _ in element.iterancestors("section"))
        if 0 < level <= MAX_REPLIES:
            return self.quote(element, context)
        rule = [Block("---")] if not level and element.getprevious() is not None else []
        return [*rule, *self.blocks(element, context)]

    def _list(self, element: Element, context: Context, before: str) -> list[Block]:
        """A list; directly after another of its kind it has other markers, so that they are not merged."""
        markers = "-+" if element.tag == "ul" else ".)"
        marker = markers[before == markers[0]]
        start = number(element.get("start"), 1) if element.tag == "ol" else 1
        at = start - 1
        items: list[str] = []
        is_tight = True
        for child in element:
            at = number(child.get("value"), at + 1)
            if self._is_note(child, context):
                continue
            blocks = self.blocks(child, context)
            is_tight = is_tight and all(block.tight for block in blocks[1:])
            if text := _joined(blocks):
                first = f"{marker} " if element.tag == "ul" else f"{at}{marker} "
                head, *others = text.split("\n")
                items.append("\n".join([first + head, *(" " * len(first) + one if one else "" for one in others)]))
        text = ("\n" if is_tight else "\n\n").join(items)
        return [Block(text, marker, is_tight and (element.tag == "ul" or start == 1))] if items else []

    def code(self, element: Element, context: Context) -> list[Block]:
        """A fenced code block; its fence is longer than any run of backticks in the code."""
        for br in element.iter("br"):
            br.tail = f"\n{br.tail or ''}"
        text = inner_text(element).replace("\r\n", "\n").replace("\r", "\n")
        empty_lines = text.rfind("\n", 0, len(text) - len(text.lstrip(" \t\n"))) + 1
        text = text[empty_lines:].rstrip(" \t\n")
        code = element.find(".//code")
        named = _LANGUAGE.fullmatch(code.get("class") or "") if code is not None else None
        language = named[1] if named and not _RUN.fullmatch(named[1]) else ""
        fence = literal.fence(text)
        return [Block(f"{fence}{language}\n{text}\n{fence}")] if text else []

    def rule(self, element: Element, context: Context) -> list[Block]:
        return [Block(RULE)]

    def table(self, element: Element, context: Context) -> list[Block]:
        """A GitHub table: a header, one line per row, equal numbers of cells."""
        captions = [block for one in element.findall("caption") for block in self.blocks(one, context)]
        within = context._replace(in_cell=True)

        def cell(one: Element) -> Cell:
            return Cell(_one_line(one, within), _span(one, "colspan"), _span(one, "rowspan"))

        cells = (list(map(cell, row.iterchildren("td", "th"))) for row in rows(element))
        lines = list(_squared([row for row in cells if row]))
        width = max(map(len, lines), default=0)
        if not width:
            return captions
        full: list[list[str | None]] = [[*texts, *[None] * (width - len(texts))] for texts in lines]
        full.insert(1, ["---"] * width)
        written = ("".join(" |" if text is None else f" {text} |" for text in texts) for texts in full)
        return [*captions, Block("\n".join(f"|{texts}" for texts in written))]


_WRITERS: Final[Mapping[str, Callable[[_Writer, Element, Context], list[Block]]]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _Writer.heading),
    "dt": _Writer.strong, "summary": _Writer.strong, "blockquote": _Writer.quote, "pre": _Writer.code,
    "hr": _Writer.rule, "table": _Writer.table, "section": _Writer.post,
}  # fmt: skip


def _has_blocks(element: Element) -> bool:
    return element.tag in BLOCKS or (len(element) > 0 and any(part.tag in BLOCKS for part in element.iterdescendants()))


def _paragraphs(run: list[str | Element], context: Context) -> list[Block]:
    """The paragraphs of texts and elements, divided by displayed formulas."""
    nodes = nodes_of(run, context)
    texts: list[str] = []
    start = 0
    for at, node in enumerate(nodes):
        if node.kind == "display":
            texts += [literal.lines(line(nodes[start:at])), literal.formula(node.text)]
            start = at + 1
    return [Block(text) for text in (*texts, literal.lines(line(nodes[start:]))) if text]


def _one_line(element: Element, context: Context) -> str:
    return line(nodes_of(contents(element), context), breaks=False).strip()


def _joined(blocks: list[Block]) -> str:
    """Joins blocks by empty lines, except before tight lists."""
    rest = (("\n" if block.tight and not before.marker else "\n\n") + block.text for before, block in pairwise(blocks))
    return "".join([*(block.text for block in blocks[:1]), *rest])


class Cell(NamedTuple):
    text: str
    columns: int
    rows: int


def _span(cell: Element, name: str) -> int:
    return min(max(number(cell.get(name)), 1), MAX_SPAN)


def _squared(rows: list[list[Cell]]) -> Iterator[list[str | None]]:
    """The texts of each row, empty below a row span; None inside a column span."""
    below: dict[int, int] = {}
    for row in rows:
        line: list[str | None] = []
        for cell in row:
            while below.get(len(line), 0) > 0:
                below[len(line)] -= 1
                line.append("")
            for at in range(len(line), len(line) + cell.columns):
                below[at] = cell.rows - 1
            line += [cell.text.replace("|", "\\|"), *[None] * (cell.columns - 1)]
        below = {at: max(0, left - (at >= len(line))) for at, left in below.items()}
        yield line
