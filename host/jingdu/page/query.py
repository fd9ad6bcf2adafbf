"""Queries of a page's tree, and sanitised plain text.

Titles and authors come from attributes and JSON under the page's control: the result of `plain` is short and has no
tags, bidirectional controls or lone surrogates.
"""

import html
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Final, cast

from lxml import etree

from jingdu.page.model import Element, Page
from jingdu.text.sections import Sections

HEADINGS: Final = frozenset("h1 h2 h3 h4 h5 h6".split())
"""Tags of headings."""
MAX_FIELD: Final = 500
"""Maximum characters of plain text by default."""
_TAG: Final = re.compile(r"<[/!?]?[A-Za-z][^<>]{0,2000}>")
_NO_NAME: Final = re.compile(rf"(?!<(?!(?i:br|div|hr|li|p|ul|wbr)>)(?:[A-Z]\w*>|\w+>.)){_TAG.pattern}")
"""Tags in a text without end tags, except those that it may mention: “The <video> element”, “List<String>”."""
_CONTROLS: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ue000-\uf8ff\ufeff\ufff9-\ufffb]"
)
SURROGATES: Final = re.compile("[\ud800-\udfff]")
_HIDDEN: Final = frozenset({"hidden", "data-jingdu-hidden"})
"""Attributes of hidden elements: HTML's own, and the one that the extension adds to what style sheets hide."""
NOT_SHOWN: Final = re.compile(r"display\s*:\s*none", re.IGNORECASE)
_BREAK: Final = "\u2028"
"""White space that `_texts` yields at line breaks and at both ends of a box."""
_UNSHOWN: Final = frozenset({"script", "style", "noscript", "template", "svg", "button"})
_BOXES: Final = frozenset("address article br dd div dl dt h1 h2 h3 h4 h5 h6 header li ol p section td tr ul".split())
"""Line breaks, and elements that are displayed as boxes of their own."""
_TEXTS: Final = Sections(__file__)
_GENERATOR: Final = re.compile(f"(?:{_TEXTS.alternatives('generators')})", re.I)
_ASSET: Final = re.compile(_TEXTS.alternatives("assets"))
ADMONITION: Final = re.compile(rf"(?:^|\s)(?:{_TEXTS.alternatives('admonitions')})(?!\S)")


def elements(path: etree.XPath, root: Element) -> list[Element]:
    """The elements that ``path`` selects, in document order."""
    return cast("list[Element]", path(root))


def inner_text(element: Element) -> str:
    """All text inside ``element``, with its white space."""
    if len(element) == 0:
        return element.text or ""
    return "".join(cast("list[str]", list(element.itertext())))


def outwards(element: Element) -> Iterator[Element]:
    """``element`` and the elements around it, the innermost first."""
    return chain((element,), element.iterancestors())


def are_nested(elements: Iterable[Element]) -> bool:
    """Whether each element is the parent of the next one."""
    return all(inner.getparent() is outer for outer, inner in pairwise(elements))


def climb(starts: Iterable[Element | None], found: set[Element], known: Container[Element] = ()) -> None:
    """Adds ``starts`` and their ancestors to ``found``, up to those in ``found`` or ``known``."""
    for start in starts:
        element = start
        while element is not None and element not in found and element not in known:
            found.add(element)
            element = element.getparent()


def number(text: str | None, default: int = 0) -> int:
    """Parses an attribute as a non-negative integer of at most eight digits, else ``default``."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 9 else default


def named(element: Element) -> str:
    """An element as a selector of at most 80 characters, such as ``div#main.story``."""
    names = [f"#{name}" for name in (element.get("id") or "").split()[:1]]
    names += [f".{name}" for name in (element.get("class") or "").split()[:2]]
    return f"{element.tag}{''.join(names)}"[:80]


def json_ld(page: Page) -> list[str]:
    """The texts of the page's JSON-LD scripts."""
    scripts = (script for script in page.by_tag["script"] if "ld+json" in (script.get("type") or ""))
    return [text for script in scripts if (text := script.text)]


def plain(value: object, limit: int = MAX_FIELD) -> str:
    """``value`` as one line of plain text of at most ``limit`` characters; empty if it is not a string."""
    if not isinstance(value, str) or not value:
        return ""
    value = value[: limit * 8]
    if "&" in value:
        value = html.unescape(value)
    if "<" in value:
        value = (_TAG if "</" in value else _NO_NAME).sub(" ", value)
    if not value.isascii():
        value = SURROGATES.sub("\ufffd", value)
    if not value.isprintable():
        value = _CONTROLS.sub("", value)
    value = " ".join(value.split())
    return value if len(value) <= limit else value[: limit - 1].rstrip() + "…"


def declares_manual(page: Page) -> bool:
    """Whether ``meta``, style sheets or scripts show that the page was made by a generator of documentation."""
    metas = (meta for meta in page.by_tag["meta"] if (meta.get("name") or "").lower() == "generator")
    if any(_GENERATOR.match((meta.get("content") or "").lstrip()) for meta in metas):
        return True
    links = (f"{link.get('href')} {link.get('title') or ''}" for link in page.root.iterfind("head/link"))
    assets = chain(links, (script.get("src") or "" for script in page.by_tag["script"]))
    return any(_ASSET.match(asset.rpartition("/")[2]) for asset in assets)


def declares(page: Page, types: Sequence[str]) -> bool:
    """Whether JSON-LD, a container's ``itemtype`` or ``og:type`` has one of ``types``; the last as ``og:type=TYPE``."""
    of = page.containers
    kinds = (of.attributes[at]["itemtype"] for at in of.having("itemtype"))
    graph = (f"og:type={meta.get('content')}" for meta in page.by_tag["meta"] if meta.get("property") == "og:type")
    return any(name in text for text in chain(json_ld(page), kinds, graph) for name in types)


def _texts(element: Element) -> Iterator[str]:
    """Yields the displayed texts inside ``element`` in document order, with `_BREAK` around boxes and line breaks.

    Ruby readings are in parentheses.
    """
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, inner in walk:
        is_inside = inner is not element
        if is_inside and inner.tag in _BOXES:
            yield _BREAK
        elif inner.tag == "rt" and needs_brackets(inner):
            yield "(" if event == "start" else ")"
        if event == "end":
            text = inner.tail if is_inside else None
        elif inner.tag in _UNSHOWN:
            walk.skip_subtree()
            continue
        else:
            text = inner.text
        if text:
            yield str(text)


def needs_brackets(reading: Element) -> bool:
    """Whether a ruby reading (``rt``) has no parentheses of its own (``rp``)."""
    before = reading.getprevious()
    return before is None or before.tag != "rp"


def text_of(
    element: Element, limit: int = MAX_FIELD, are_apart: Callable[[str, str], bool] = lambda before, after: False
) -> str:
    """The displayed text of ``element`` as plain text of at most ``limit`` characters.

    A space is inserted between two consecutive texts for which ``are_apart`` returns true.
    """
    parts: list[str] = []
    length = 0
    for text in _texts(element):
        if parts and are_apart(parts[-1], text):
            parts.append(" ")
        parts.append(text)
        length += len(text)
        if length > limit * 4:
            break
    return plain("".join(parts).replace("<", "‹"), limit).replace("‹", "<") if parts else ""


def lines_of(element: Element, limit: int = MAX_FIELD) -> list[str]:
    """The non-empty lines of the displayed text of ``element``; text of over ``limit`` characters is one line."""
    text = text_of(element, 2 * limit)
    return list(filter(None, map(plain, "".join(_texts(element)).split(_BREAK) if len(text) <= limit else [text])))


def kept_sizes(page: Page, keep: Sequence[bool]) -> list[int]:
    """The number of characters of each block, 0 if it is dropped."""
    return [len(text) if bit else 0 for text, bit in zip(page.blocks.texts, keep, strict=True)]


def is_hidden(element: Element) -> bool:
    """Whether an attribute of ``element`` hides it."""
    return hides(cast("Mapping[str, str]", element.attrib))


def hides(of: Mapping[str, str]) -> bool:
    """Whether the attributes ``of`` an element hide it."""
    return not _HIDDEN.isdisjoint(of) or NOT_SHOWN.search(of.get("style", "")) is not None


def hidden_spans(page: Page) -> Iterator[range]:
    """The blocks of each outermost hidden element."""
    containers = page.containers
    candidates = {at for name in (*_HIDDEN, "style") for at in containers.having(name)}
    candidates.update(containers.of_class(lambda names: "hidden" in names, "hidden"))
    end = 0
    for at in sorted(candidates):
        blocks = containers.blocks(at)
        if blocks.start >= end and (hides(containers.attributes[at]) or "hidden" in containers.classes[at].split()):
            yield blocks
            end = blocks.stop


def hidden_blocks(page: Page) -> set[int]:
    """The blocks of hidden elements."""
    return set(chain.from_iterable(hidden_spans(page)))
