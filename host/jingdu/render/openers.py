"""Openers are called where an element with kept text opens, and return the function to call where it closes.

If an opener returns None, the element is not walked.
"""

import re
from collections.abc import Sequence
from functools import partial
from itertools import islice, takewhile
from typing import Final

from jingdu.page.blocks import CONTAINERS, SKIPPED
from jingdu.page.metadata.head import descriptions
from jingdu.page.model import Block, Element, Page
from jingdu.page.query import HEADINGS, inner_text, is_hidden, number, text_of
from jingdu.render import captions, code, tables
from jingdu.render.markup import CODE, FRAMES, INLINE, MEDIA, PARAGRAPHS, PARTS, PICTURE, direction, escape, meaning
from jingdu.render.walk import Close, Marks, Opener, Walk, nothing, skipped
from jingdu.render.writer import MAX_FRAMES
from jingdu.text.words import ideographs, letters

_FACT: Final = re.compile(r"(?:^|\s)pi-data(?:\s|$)")
"""Class of a row in those infoboxes of wikis that are not tables."""
_EDIT: Final = re.compile("click-advice|tableTab|out-of-band")
"""Classes of labels beside titles: links to sources in RDoc and rustdoc; Javadoc's tabs."""
_ITEM: Final = re.compile("^push$|notion-(?:bullet|number)ed_list-block")
"""Classes of items of lists in Notion, and of comments of one line below a post on PTT."""
_STATION: Final = ("※ 發信站", "※ 文章網址", "※ 編輯")
"""The beginnings of the last lines of a post on PTT."""
_APART: Final = frozenset({"a", "span", "cite", "small"})
_STRESSED: Final = frozenset({"b", "strong", "em", "i"})
_CREDIT: Final = re.compile(r"credit|copyright|source|photographer|byline|author", re.I)
_ENDS: Final = frozenset("!?…:)”")
_BRACKETED: Final = re.compile(r"\[\D")
_SIGNS: Final = frozenset({"¶", "#", "§", "🔗", "∞", "◆", ""})
"""Texts of permalinks of headings and terms."""
_TO_SOURCE: Final = re.compile(r"\[(?:src|source)\]|(?:view )?source(?: code)?", re.IGNORECASE)
"""Texts of links from documentation to source code."""
_OF_SOURCE: Final = re.compile(r"src(?:link)?(?!\w)|(?:^|[\s/-])(?:viewcode|source)(?!\w)")
"""Classes and addresses of such links."""
_BLOCKS: Final = HEADINGS | {"p", "div", "section"}
MAX_HEADING: Final = 200
"""Maximum characters of a heading; longer ones are paragraphs. Ideographs count twice."""
MAX_LINE: Final = 120
"""The same for a sentence, and for a heading before any text; a longer one there is the article's deck."""
MAX_DECK: Final = 70
"""The same for a sentence before any text."""
_STOPS: Final = (".", "!", "…", "。", "！")
_AFTER_STOP: Final = " \t\n\r\"'”’»」』)）"
_SPOKEN: Final = re.compile(
    r"(?:^|[\s_-])(?:sr-?only|(?:screen-?reader|assistive)(?:-?(?:text|only))?|(?:visually|accessibly)-?hidden"
    r"|hid(?:den|e)-visually|(?:a11y|ui-helper)-hidden(?:-accessible)?|hidden-accessible|off-?screen|show-for-sr"
    r"|element-invisible|accessibility-text|cite-accessibility-label)(?:\s|$)|\bclip:\s?rect\([01](?:px)?[, ]",
    re.I,
)
"""Classes and styles of text for screen readers only, such as a warning that a link opens in a new window."""
MAX_START: Final = 100_000
"""Exclusive maximum of a list's first number."""
MAX_PARTS: Final = 50
"""Maximum elements of an item in which a heading with text below is searched."""


def _heading(walk: Walk, element: Element, tag: str) -> Close | None:
    if _is_spoken(walk, element):
        return skipped(walk, element, tag)
    return _paragraph(walk, element, "p" if _is_prose(walk, text_of(element), tag) else tag)


def _is_prose(walk: Walk, text: str, tag: str) -> bool:
    """Whether the text of a heading is a paragraph, or the article's deck."""
    size = len(text) + ideographs(text)
    if size <= MAX_DECK:
        return False
    walk.writer.end_run()
    sentence, other = (MAX_LINE, MAX_HEADING) if tag == "h1" or walk.writer.texts else (MAX_DECK, MAX_LINE)
    return size > (sentence if text.rstrip(_AFTER_STOP).endswith(_STOPS) else other)


def _code(walk: Walk, element: Element, tag: str) -> Close | None:
    walk.skip(element)  # before, so that its blocks' anchors precede it
    if html := code.block(element):
        walk.writer.block(html)
    return None


def _inline(walk: Walk, element: Element, tag: str) -> Close | None:
    name = INLINE[tag]
    if tag in _APART:
        _separate_in_caption(walk, element)
    if name == "code" and next(element.iterchildren("br"), None) is not None:
        return _code(walk, element, tag)
    stressed = (element.text or "") if tag in _STRESSED else ""
    if _follows_word(walk, stressed):
        walk.writer.space()
    if name and walk.writer.open_inline(name, f"<{name}{meaning(element)}>"):
        if tag == "cite" and _begins_quote(element):  # sites show it on a line of its own
            return _both(walk.writer.close_inline, walk.writer.end_run)
        is_title = " " in stressed and stressed[-1].islower() and (element.tail or "")[:1].isupper()
        return _both(walk.writer.close_inline, walk.writer.space) if is_title else walk.writer.close_inline
    return nothing


def _follows_word(walk: Walk, text: str) -> bool:
    """Whether a capitalised text directly follows a small word, from which only style separates it."""
    word = walk.writer.last_text.rpartition(" ")[2] if text[:1].isupper() else ""
    return word.islower() and (word[-1].isalpha() or word[-1] in "!?…)”")


def _begins_quote(element: Element) -> bool:
    """Whether the element begins a quotation, like "Ada wrote:" in forums."""
    outer = element.getparent()
    while outer is not None and element.getprevious() is None and not (outer.text or "").strip():
        if outer.tag != "div":
            return outer.tag == "blockquote"
        element, outer = outer, outer.getparent()
    return False


def _both(first: Close, second: Close) -> Close:
    def close() -> None:
        first()
        second()

    return close


def _definitions(walk: Walk, element: Element, tag: str) -> Close:
    """Opens a description list; one without terms that contains paragraphs or headings is only layout."""
    has_blocks = any(inner.tag in _BLOCKS for part in element.iterchildren("dd") for inner in part)
    if has_blocks and not any(inner_text(term).strip() for path in ("dt", "div/dt") for term in element.iterfind(path)):
        return walk.block()
    return _frame(walk, tag, element)


def _list(walk: Walk, element: Element, tag: str) -> Close:
    """Opens a list, unless its items are sections: Javadoc's, or items that begin with headings."""
    items = [item for item in element.iterchildren("li") if item in walk.marks.path]
    if (element.get("class") or "").startswith("blockList"):
        return walk.block()
    is_list = walk.writer.frames[-1].tag == "li" or not all(_is_section(item, walk.marks) for item in items)
    return _frame(walk, tag, element) if is_list or not items else walk.block()


def _is_section(item: Element, marks: Marks) -> bool:
    """Whether an item is a kept heading with text below, and no comment: those have replies with such headings."""
    steps = list(islice(item.iter(), MAX_PARTS))
    if (heading := next((step for step in steps if step.tag in HEADINGS), None)) is None:
        return False
    after = next(islice(item.iter(heading.tag), 1, None), None)
    if after is not None and next(after.iterancestors("li"), None) is not item:
        return False
    inside = {*heading.iter()}
    in_heading = [step in inside for step in steps if step in marks.text]
    return in_heading[:1] == [True] and (False in in_heading or heading in marks.tails)


def _part(walk: Walk, element: Element, tag: str) -> Close:
    if walk.writer.frames[-1].tag in PARTS[tag]:
        return _frame(walk, tag, element)
    if tag == "figcaption" and walk.writer.reopen_figure():  # it follows its picture or figure
        return _both(_frame(walk, "figcaption", element), walk.writer.close_frame)
    return _paragraph(walk, element, tag) if tag in PARAGRAPHS else walk.block()


def _paragraph(walk: Walk, element: Element, tag: str) -> Close:
    if walk.writer.frames[-1].tag == "tr":
        return _frame(walk, "th", element)
    verses, before = walk.marks.verses, element.getprevious()
    walk.writer.open_paragraph(PARAGRAPHS[tag], direction(element), before is not None and verses.get(before, False))
    return partial(walk.writer.close_paragraph, True) if verses.get(element) else walk.writer.close_paragraph


def _container(walk: Walk, element: Element, tag: str) -> Close | None:
    frame, names = walk.writer.frames[-1].tag, element.get("class") or ""
    if names == "fragment" and element.find("div[@class='line']") is not None:  # code, by Doxygen
        return _code(walk, element, tag)
    if names == "table-tabs":  # of Javadoc
        return skipped(walk, element, tag)
    if names.startswith("summary-table "):
        return _grid(walk, element)
    if (item := _ITEM.search(names)) and len(walk.writer.frames) < MAX_FRAMES:
        after = takewhile(lambda step: step.get("class") == names and step in walk.marks.path, element.itersiblings())
        _group(walk, [element, *after], "ol" if "number" in item[0] else "ul")
        return walk.own[element](walk, element, tag)
    if frame == "tr":
        return _frame(walk, "td", element)
    if tag == "aside" and tables.kind(element):
        return _frame(walk, "table", element)
    if frame == "table" and _FACT.search(names):
        return _frame(walk, "tr", element)
    return _paragraph(walk, element, "p") if element in walk.marks.verses else walk.block()


def _grid(walk: Walk, element: Element) -> Close:
    """Opens a table that Javadoc writes as ``div`` elements: a heading for each column, then the cells, row by row."""
    width = sum("table-header" in (cell.get("class") or "") for cell in element)
    if width < 2 or len(walk.writer.frames) >= MAX_FRAMES or not walk.writer.open_frame("table"):
        return walk.block()
    for row in zip(*[iter(element)] * width, strict=False):
        if not walk.marks.path.isdisjoint(row):
            walk.marks.path.update(row)
            _group(walk, row, "tr")
    return walk.writer.close_frame


def _group(walk: Walk, members: Sequence[Element], name: str) -> None:
    """Makes ``members``, which have the same parent, the cells of a row or the items of a list, the frame ``name``."""

    def opener(walk: Walk, element: Element, tag: str) -> Close:
        if element is members[0]:
            walk.writer.open_frame(name)
        is_title = (element.get("class") or "").startswith("table-header")
        close = _frame(walk, "li" if name != "tr" else "th" if is_title else "td", element)
        close = walk.all_of(close) if name == "tr" else close
        return _both(close, walk.writer.close_frame) if element is members[-1] else close

    walk.own.update(dict.fromkeys(members, opener))


def _unknown(walk: Walk, element: Element, tag: str) -> Close | None:
    if "-" in tag:
        return walk.block()
    is_station = (element.text or "").startswith(_STATION)
    if is_station or _EDIT.search(element.get("class") or "") or is_hidden(element) or _is_spoken(walk, element):
        return skipped(walk, element, tag)
    if element.get("class") == "classifier" and walk.writer.last_text:  # of a term by docutils, separated by style
        walk.writer.text(" : ")
    _separate_in_caption(walk, element)
    if _lacks_space(walk, element):
        walk.writer.space()
    return nothing


def _is_spoken(walk: Walk, element: Element) -> bool:
    """Whether a text is for screen readers only; in table cells it stays, because it names a sign."""
    found = _SPOKEN.search(element.get("class") or element.get("style") or "")
    return found is not None and walk.writer.frames[-1].tag not in ("td", "th")


def _lacks_space(walk: Walk, element: Element) -> bool:
    """Whether a space is missing before ``element``, as between a label and a name, or between two sentences.

    None is missing after a single word with a full stop, which is part of a name, such as a module's.
    """
    before = element.getprevious()
    if before is None or before.tail or not str(next(element.itertext(), ""))[:1].isupper():
        return False
    text = walk.writer.last_text
    return text[-1:].islower() or text[-1:] in _ENDS or (text[-1:] == "." and " " in text)


def _separate_in_caption(walk: Walk, element: Element) -> None:
    """Adds a space before a credit or sentence, which sites separate only by style."""
    if walk.writer.frames[-1].tag != "figcaption":
        return
    before, outer = element.getprevious(), element.getparent()
    follows = before is not None and before.tag in _APART and not before.tail
    text = before.tail if before is not None else outer.text if outer is not None else ""
    if follows or _CREDIT.search(element.get("class") or "") or captions.are_apart(text or "", inner_text(element)):
        walk.writer.space()


def _table(walk: Walk, element: Element, tag: str) -> Close | None:
    if element.get("class") == "memname" or tables.is_code(element):  # a signature by Doxygen, or code
        return _code(walk, element, tag) if element in walk.marks.path else None
    if not (tables.is_data(element) or tables.is_line(element, walk.marks.path)):
        return walk.block()
    first = next(tables.rows(element), element)
    if len(first) == 1 and (title := first.find("td/h2")) is not None and title in walk.marks.path:  # by Doxygen
        walk.own[first] = skipped
        walk.skip(first)
        close = _paragraph(walk, title, "h2")
        walk.writer.text(inner_text(title))
        close()
    return _frame(walk, "table", element)


def _link(walk: Walk, element: Element, tag: str) -> Close | None:
    href = element.get("href")
    if not href:
        return nothing
    if _is_to_source(element, href):
        return skipped(walk, element, tag)
    target = walk.addresses.fragment(href) if "#" in href else None
    if target is not None or href[0] == "#":
        if "".join(inner_text(element).split()) in _SIGNS:
            return skipped(walk, element, tag)
        in_heading = walk.writer.in_heading or next(element.iter(*HEADINGS), None) is not None
        if in_heading and element.find("sup") is None and not _is_raised(element):  # a heading's permalink
            return nothing
        opened = target is not None and walk.writer.open_inline("a", f'<a href="#jd-{escape(target)}">', target)
        return walk.writer.close_inline if opened else nothing
    text, before = element.text or str(next(element.itertext(), "")), element.getprevious()
    beside = before is not None and before.tag == "a" and not before.tail and text[:1].isupper()
    if beside or _follows_word(walk, text) or (_BRACKETED.match(text) and not _is_raised(element)):
        walk.writer.space()
    if (address := walk.addresses.link(href)) and walk.writer.open_inline("a", f'<a href="{escape(address)}">'):
        return walk.writer.close_inline
    return nothing


def _is_raised(element: Element) -> bool:
    return (outer := element.getparent()) is not None and outer.tag == "sup"


def _is_to_source(element: Element, href: str) -> bool:
    """Whether a link in documentation leads to the source code of the object described."""
    if len(element) > 1 or not _TO_SOURCE.fullmatch(inner_text(element).strip()):
        return False
    return any(map(_OF_SOURCE.search, (href[:200], *(step.get("class") or "" for step in element.iter()))))


def lettered(style: str) -> Opener:
    """The opener of an ordered list with letters or Roman numerals; ``style`` is its attribute ``type``."""
    return lambda walk, element, tag: _frame(walk, tag, element, style)


def _frame(walk: Walk, tag: str, element: Element, style: str | None = None) -> Close:
    attributes = direction(element)
    if tag == "ol":
        attributes += _number_items(walk, element)
        if (style := style or element.get("type")) in ("a", "A", "i", "I"):
            attributes += f' type="{style}"'
    elif element in walk.item_numbers:
        attributes += f' value="{walk.item_numbers[element]}"'
    elif tag == "details" and element.get("open") is not None:
        attributes += " open"
    elif tag == "table":
        attributes += tables.kind(element)
    elif tag == "figcaption" and walk.in_media:
        attributes += PICTURE
    elif tag in ("td", "th") and element.tag in ("td", "th"):
        tag, more = tables.cell(element)
        attributes += more
    if not walk.writer.open_frame(tag, attributes, empty=tag in ("td", "th")):
        return walk.block()
    if tag == "tr" and not walk.keeping_all:
        return walk.all_of(walk.writer.close_frame)
    return walk.writer.close_frame


def _number_items(walk: Walk, items: Element) -> str:
    """The attribute ``start`` of an ordered list; records numbers of kept items that do not continue the sequence."""
    start, expected = "", 0
    at = number(items.get("start"), 1)
    for item in items.iterchildren("li"):
        at = number(item.get("value"), at)
        if item in walk.marks.path or item in walk.marks.media:
            if not expected and 1 != at < MAX_START:
                start = f' start="{at}"'
            elif expected and expected != at < MAX_START:
                walk.item_numbers[item] = at
            expected = at + 1
        at += 1
    return start


def _details(walk: Walk, element: Element, tag: str) -> Close:
    """Opens ``details``; if their summary is rejected or, in rustdoc, hidden, only their text is written."""
    summary = next(element.iterchildren("summary"), None)
    if summary is not None and summary.get("class") == "hideme":
        walk.own[summary] = skipped
        return walk.block()
    return _frame(walk, tag, element) if summary is None or summary in walk.marks.path else walk.block()


def figures(marks: Marks) -> dict[Element, Opener]:
    """Openers of elements that consist of one picture and a kept caption, and of these captions."""

    def part(walk: Walk, element: Element, tag: str) -> Close | None:
        name = found[element]
        fits = name == "figure" or walk.writer.frames[-1].tag == "figure"
        return _frame(walk, name, element) if fits else OPENERS[tag](walk, element, tag)

    found = captions.in_boxes(marks.path, marks.media)
    return dict.fromkeys(found, part)


def deck(page: Page, first: Block) -> dict[Element, Opener]:
    """The opener that writes the first heading as a paragraph if it is most of the page's description."""
    if first.element.tag not in HEADINGS:
        return {}
    own = letters(first.text)
    is_declared = any(own in whole and 2 * len(own) > len(whole) for whole in descriptions(page))
    return {first.element: lambda walk, element, tag: _paragraph(walk, element, "p")} if is_declared else {}


class _Openers(dict[str, Opener]):
    def __missing__(self, tag: str) -> Opener:
        return _unknown


OPENERS: Final = _Openers(
    {
        **dict.fromkeys(CONTAINERS, _container),
        **dict.fromkeys(PARAGRAPHS, _paragraph),
        **dict.fromkeys(HEADINGS, _heading),
        **dict.fromkeys(PARTS, _part),
        **dict.fromkeys(FRAMES, lambda walk, element, tag: _frame(walk, FRAMES[tag], element)),
        "details": _details,
        "dl": _definitions,
        "ul": _list,
        **dict.fromkeys(INLINE, _inline),
        **dict.fromkeys(SKIPPED, skipped),
        **dict.fromkeys(CODE, _code),
        **dict.fromkeys(MEDIA, lambda walk, element, tag: getattr(walk.media, MEDIA[tag])(element)),
        "a": _link,
        "br": lambda walk, element, tag: walk.writer.line_break(),
        "hr": lambda walk, element, tag: walk.writer.rule(),
        "table": _table,
    }
)
"""Tag → opener; later entries take precedence."""
