"""Paragraphs, headings, lists, quotes and code in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from lxml import etree

from jingdu.page.model import Element
from jingdu.render import literal
from jingdu.render.markdown import tables
from jingdu.render.markdown.collect import BLOCKS, Collector, Context
from jingdu.render.markdown.inline import line
from jingdu.render.markdown.nodes import Display
from jingdu.render.markdown.notes import Notes, definition
from jingdu.render.tables import rows

MAX_LEVELS: Final = 70
"""Levels of blocks in each other; deeper ones are paragraphs. An article has fewer."""
MAX_REPLIES: Final = 3
"""Levels of replies that are quotations in each other; deeper ones follow in the last."""
MAX_NUMBER: Final = 99_999_999
RULE: Final = "***"
_LANGUAGE: Final = re.compile(r"language-(\S+)")
_ENDS: Final = re.compile(r"\r\n?")


class Block(NamedTuple):
    """A block of Markdown; ``marker`` is that of a list, and ``tight`` that it may follow on a line of text."""

    text: str
    marker: str = ""
    tight: bool = False


class Blocks:
    """Writes the blocks of an article."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._collect = Collector(notes)
        self._definitions: list[str] = []
        self._level = 0

    def definitions(self) -> list[str]:
        """The notes met so far, for the end of the article."""
        return self._definitions

    def of(self, parent: Element, context: Context = Context()) -> list[Block]:  # noqa: B008 - immutable
        """The blocks in ``parent``; text between them as paragraphs."""
        blocks: list[Block] = []
        run: list[str | Element] = [parent.text or ""]
        for child in parent:
            if self._level < MAX_LEVELS and _has_blocks(child):
                blocks += self._paragraphs(run, context)
                blocks += self._within(child, context, blocks[-1].marker if blocks else "")
                run = [child.tail or ""]
            else:
                run += [child, child.tail or ""]
        return [*blocks, *self._paragraphs(run, context)]

    def _within(self, element: Element, context: Context, before: str) -> list[Block]:
        """The blocks of a block element; ``before`` is the marker of a list right before it."""
        self._level += 1
        try:
            if (label := self._notes.of_note(element)) is not None:
                self._definitions += self._note(element, label)
                return []
            if element.tag in ("ul", "ol"):
                return self._list(element, context, before)
            write = _WRITERS.get(str(element.tag))
            return write(self, element, context) if write else self.of(element, context.within(element))
        finally:
            self._level -= 1

    # text

    def _paragraphs(self, run: list[str | Element], context: Context) -> list[Block]:
        """The paragraph of texts and elements; formulas on their own lines divide it."""
        if all(isinstance(piece, str) and not piece.strip() for piece in run):
            return []
        nodes = self._collect.line(run, context)
        found: list[Block] = []
        start = 0
        for at, node in enumerate([*nodes, Display("")]):
            if isinstance(node, Display):
                formula = f"$$\n{literal.formula_line(node.text)}\n$$" if node.text else ""
                texts = literal.lines(line(nodes[start:at])), formula
                found += [Block(text) for text in texts if text]
                start = at + 1
        return found

    def _one_line(self, element: Element, context: Context) -> str:
        return line(self._collect.line(_contents(element), context), breaks=False).strip()

    def heading(self, element: Element, context: Context) -> list[Block]:
        text = self._one_line(element, context)
        words = text.rstrip("#")
        if words != text:  # else they would close the heading
            text = f"{words}\\{text[len(words) :]}"
        return [Block(f"{'#' * int(str(element.tag)[1])} {text}")] if text else []

    def strong(self, element: Element, context: Context) -> list[Block]:
        """A term or a summary: a paragraph that is stressed."""
        if any(_has_blocks(child) for child in element):
            return self.of(element, context)
        return self._paragraphs(_contents(element), context._replace(emphasis=context.emphasis | {"strong"}))

    def _note(self, element: Element, label: str) -> Iterator[str]:
        text = literal.lines(line(self._collect.inner(element, Context())).strip())
        yield definition(label, text)

    # blocks in blocks

    def quote(self, element: Element, context: Context) -> list[Block]:
        text = _joined(self.of(element, context))
        return [Block("\n".join(f"> {one}".rstrip() for one in text.split("\n")))] if text else []

    def post(self, element: Element, context: Context) -> list[Block]:
        """A post of a thread: below a line, or as a quotation where it replies to the post that it is in."""
        level = sum(1 for _ in element.iterancestors("section"))
        if 0 < level <= MAX_REPLIES:
            return self.quote(element, context)
        line = [Block("---")] if not level and element.getprevious() is not None else []
        return [*line, *self.of(element, context)]

    def _list(self, element: Element, context: Context, before: str) -> list[Block]:
        """A list; one that follows on another of its kind has other marks, for else they would be one."""
        marker = _marker(str(element.tag), before)
        start = _start(element)
        items: list[str] = []
        is_tight = True
        children = (child for child in element if isinstance(child.tag, str))
        for number, child in enumerate(children, start):
            if (label := self._notes.of_note(child)) is not None:
                self._definitions += self._note(child, label)
                continue
            blocks = self.of(child, context)
            is_tight = is_tight and all(block.tight for block in blocks[1:])
            if text := _joined(blocks):
                first = marker if element.tag == "ul" else f"{number}{marker}"
                items.append(_hung(first + " ", text))
        text = ("\n" if is_tight else "\n\n").join(items)
        return [Block(text, marker, is_tight and (element.tag == "ul" or start == 1))] if items else []

    def code(self, element: Element, context: Context) -> list[Block]:
        """A fence is longer than any in the code."""
        text = _ENDS.sub("\n", "".join(_code(element)))
        empty_lines = text.rfind("\n", 0, len(text) - len(text.lstrip(" \t\n"))) + 1
        text = text[empty_lines:].rstrip(" \t\n")
        fence = literal.fence(text)
        return [Block(f"{fence}{_language(element) or ''}\n{text}\n{fence}")] if text else []

    def rule(self, element: Element, context: Context) -> list[Block]:
        return [Block(RULE)]

    def table(self, element: Element, context: Context) -> list[Block]:
        captions = [block for one in element.findall("caption") for block in self.of(one, context)]
        within = context._replace(in_cell=True)
        text = tables.table(
            [tables.Cell(self._one_line(cell, within), *tables.spans(cell)) for cell in row.iterchildren("td", "th")]
            for row in rows(element)
        )
        return [*captions, Block(text)] if text else captions


_Write = Callable[[Blocks, Element, Context], list[Block]]
_WRITERS: Final[Mapping[str, _Write]] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Blocks.heading),
    "dt": Blocks.strong, "summary": Blocks.strong, "blockquote": Blocks.quote, "pre": Blocks.code,
    "hr": Blocks.rule, "table": Blocks.table, "section": Blocks.post,
}  # fmt: skip


def _has_blocks(element: Element) -> bool:
    return element.tag in BLOCKS or (len(element) > 0 and any(part.tag in BLOCKS for part in element.iterdescendants()))


def _contents(element: Element) -> list[str | Element]:
    found: list[str | Element] = [element.text or ""]
    for child in element:
        found += [child, child.tail or ""]
    return found


def _joined(blocks: list[Block]) -> str:
    """Blocks with an empty line between them, but before a list that may follow at once."""
    parts: list[str] = []
    for before, block in zip([None, *blocks], blocks, strict=False):
        gap = "" if before is None else "\n" if block.tight and not before.marker else "\n\n"
        parts += [gap, block.text]
    return "".join(parts)


def _hung(first: str, text: str) -> str:
    """``text`` with ``first`` before its first line, and the others below its text."""
    indent = " " * len(first)
    head, *others = text.split("\n")
    return "\n".join([first + head, *(indent + one if one else "" for one in others)])


def _marker(tag: str, before: str) -> str:
    first, second = ("-", "+") if tag == "ul" else (".", ")")
    return second if before == first else first


def _start(element: Element) -> int:
    start = element.get("start") or ""
    is_number = element.tag == "ol" and start.isascii() and start.isdigit()
    return int(start) if is_number and int(start[:9]) <= MAX_NUMBER else 1


def _code(pre: Element) -> Iterator[str]:
    """The texts in ``pre``."""
    for event, element in etree.iterwalk(pre, events=("start", "end")):
        if event == "start":
            yield "\n" if element.tag == "br" else element.text or ""
        elif element is not pre:
            yield element.tail or ""


def _language(pre: Element) -> str | None:
    code = pre.find(".//code")
    found = _LANGUAGE.fullmatch(code.get("class") or "") if code is not None else None
    return literal.language(found[1]) if found else None
