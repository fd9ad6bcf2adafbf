"""Completeness: of each table, list and list of definitions of which most came out, whether all of it did.

The page's own markup has the parts: cells, items, terms and definitions. A part came out where its text is in the
output, white space apart, so that peers which return plain text are measured in the same way. A citation is a
short link to another place of the page; it is kept where the text before it came out, and complete where the
note it leads to did too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from lxml import etree

from jingdu.extractors.revise import PARTS
from jingdu.learn.corpus import Example
from jingdu.learn.report import structure
from jingdu.learn.report.structure import dense, text_of
from jingdu.page.model import Element

KINDS: Final = ("table", "list", "definitions", "citation")
MIN_PART: Final = 4
"""Characters without white space from which a part is looked for."""
MIN_WHOLE: Final = 40
"""Characters of all parts from which a table or list counts."""
MAX_MARK: Final = 5
"""Characters of a citation's mark."""
MAX_NOTE: Final = 1000
"""Characters of a note; a link to more leads to a section."""
CONTEXT: Final = 25
"""Characters before a citation by which it is found in the output, and of a note."""
_PERMALINK: Final = re.compile(r"(?:\[source\])?[¶#]$")
"""What documentation shows after a term: links to the source and to the term itself."""
_GUTTER: Final = "".join(map(str, range(1, 10_000)))
"""The numbers of the lines of code."""
_KIND_OF: Final = {"table": "table", "ul": "list", "ol": "list", "dl": "definitions"}
_NOT_OWN: Final = frozenset((*PARTS, "noscript", "template"))
"""Elements in a part whose text is not the part's own."""


class Whole(NamedTuple):
    """A table or list: its kind, and the text of each part."""

    kind: str
    parts: list[str]


class Citation(NamedTuple):
    """The text before the mark, and the beginning of the note's longest piece of text."""

    before: str
    note: str


Wanted = tuple[list[Whole], list[Citation]]


def wanted(example: Example) -> Wanted:
    """What the page has of tables, lists and citations."""
    tree = structure.tree_of(example)
    return ([], []) if tree is None else (list(_wholes(tree)), list(_citations(tree)))


def gaps(text: str, page: Wanted) -> dict[str, tuple[int, int]]:
    """Kind → of how many of which most came out something is missing."""
    out = dense(text)
    found = {kind: [0, 0] for kind in KINDS}
    for kind, parts in page[0]:
        came = [part in out for part in parts]
        if 2 * sum(len(part) for part, here in zip(parts, came, strict=True) if here) > sum(map(len, parts)):
            found[kind][1] += 1
            found[kind][0] += not all(came)
    for before, note in page[1]:
        if before in out:
            found["citation"][1] += 1
            found["citation"][0] += note not in out
    return {kind: (missing, number) for kind, (missing, number) in found.items() if number}


def _wholes(tree: Element) -> Iterator[Whole]:
    for element in tree.iter(*PARTS):
        if next((inner for inner in element.iterdescendants("table")), None) is not None:
            continue  # the layout of a page
        if any(parent.tag in PARTS for parent in element.iterancestors()):
            continue
        parts = [
            text
            for part in element.iter(*PARTS[str(element.tag)])
            if len(text := _PERMALINK.sub("", dense(text_of(part, _NOT_OWN)))) >= MIN_PART
            and not _GUTTER.startswith(text)
        ]
        if len(parts) > 1 and sum(map(len, parts)) >= MIN_WHOLE:
            yield Whole(_KIND_OF[str(element.tag)], parts)


def _citations(tree: Element) -> Iterator[Citation]:
    places = {element.get("id"): element for element in tree.iter(etree.Element) if element.get("id")}
    for link in tree.iter("a"):
        href = link.get("href") or ""
        mark = dense("".join(map(str, link.itertext())))
        target = places.get(href[1:]) if href.startswith("#") else None
        if target is None or not 0 < len(mark) <= MAX_MARK or not any(char.isdigit() for char in mark):
            continue
        texts, before = [dense(str(text)) for text in target.itertext()], _before(link)
        note = max(texts, key=len, default="")
        if len(note) >= CONTEXT and sum(map(len, texts)) <= MAX_NOTE and len(before) >= CONTEXT:
            yield Citation(before[-CONTEXT:], note[:CONTEXT])


def _before(link: Element) -> str:
    paragraph = next((one for one in link.iterancestors() if one.tag in ("p", "li", "td", "dd", "div")), None)
    if paragraph is None:
        return ""
    pieces: list[str] = []
    for event, element in etree.iterwalk(paragraph, events=("start", "end")):
        if element is link:
            break
        text = element.text if event == "start" else element.tail if element is not paragraph else ""
        pieces.append(text or "")
    return dense("".join(pieces))
