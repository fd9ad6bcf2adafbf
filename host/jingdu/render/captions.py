"""Captions: which kept texts are captions though no ``figcaption``, and captions as plain text."""

import re
from collections.abc import Container, Iterable
from itertools import chain, islice
from typing import Final

from jingdu.page.model import Element, Page
from jingdu.page.query import HEADINGS, climb, plain, text_of
from jingdu.render.images import has_one_picture
from jingdu.render.markup import PICTURE
from jingdu.text.words import letters

MAX_CAPTION: Final = 600
"""Maximum characters of a caption."""
MAX_CAPTIONS: Final = 10
"""Elements that are examined as captions."""
LEVELS: Final = 4
"""Ancestors of a caption that may be named as one."""
OUTER: Final = 25
"""Ancestors of a picture that are examined; ``source`` elements count, because they are not void in libxml2."""
_NAME: Final = re.compile(
    r"(?:(?:ima?ge?|photo|pic)[_-]?descr?|(?:^|[\s_-]|thumb|ima?ge?|photo|pic|fig)(?:caption|credits?|bildunterschrift|copyright|attribution))(?![a-z])"
    r"|[a-z](?:Caption|Credit)(?![a-z])"
)
_BOXES: Final = frozenset({"div", "span", "figure"})
_SHOWN: Final = re.compile(f"<figcaption{PICTURE}>(.*?)</figcaption>")
_ALONE: Final = re.compile(f"<figure[^<>]*><figcaption[^<>]*{PICTURE}>(?:(?!</?fig).)*</figcaption></figure>")
_ENDS: Final = ".!?…:)]”\"'»©"


def named(part: Element) -> str:
    """The text of the first elements of ``part`` that are captions by their class, without a picture in them.

    By default its only paragraph, without a link unless it is a ``figure``.
    """
    texts: list[str] = []
    inside: set[Element] = set()
    for step in islice(filter(_is_named, part.iterdescendants()), MAX_CAPTIONS):
        if step not in inside and next(step.iter("img"), None) is None:
            inside.update(step.iterdescendants())
            texts.append(words(step))
    lines = [] if texts else list(part.iter("p", "dd"))
    others = ("img",) if part.tag == "figure" else ("img", "a")
    texts += [words(line) for line in lines if len(lines) == 1 and next(line.iter(*others), None) is None]
    text = " ".join(filter(None, texts))
    return text if len(text) <= MAX_CAPTION else ""


def words(caption: Element) -> str:
    """The displayed text of a caption, with spaces between parts that only style separates."""
    return text_of(caption, MAX_CAPTION + 1, are_apart)


def of(medium: Element) -> str:
    """The words of the ``figcaption`` of a picture or player; empty if there are too many."""
    figure = next((step for step in islice(medium.iterancestors(), OUTER) if step.tag == "figure"), None)
    caption = next(figure.iter("figcaption"), None) if figure is not None else None
    text = words(caption) if caption is not None else ""
    return text if len(text) <= MAX_CAPTION else ""


def are_apart(before: str, after: str) -> bool:
    """Whether texts of two elements are a sentence and a credit, or two sentences, without a space between them."""
    last, first = before[-1:], after[:1]
    return (last.islower() or last in _ENDS) and (first.isupper() or first in "©(") if last and first else False


def in_boxes(path: set[Element], media: Iterable[Element]) -> dict[Element, str]:
    """The kept texts that are captions by their class, as "figcaption", and their boxes, as "figure".

    A box is one picture and the caption. ``path`` are the elements around kept text, ``media`` the other ones around
    pictures.
    """
    parts = [part for part in media if part.getparent() in path]
    boxes = path & {part.getparent() for part in parts if next(part.iter("img"), None) is not None}
    pictured: set[Element] = set()
    climb(boxes, pictured)
    found: dict[Element, str] = {}
    for box in boxes:
        parts = [part for part in box if part in path and part.tag != "button"] if box.tag in _BOXES else []
        if len(parts) == 1 and parts[0] not in pictured and _is_caption(parts[0], path) and _fits(box, parts[0]):
            found[parts[0]] = "figcaption"
            if next(box.iterancestors("figure"), None) is None:
                found[box] = "figure"
    return found


def with_pictures(page: Page, html: str) -> set[int]:
    """The blocks of captions that an article's ``html`` shows only because it shows their pictures."""
    shown = "\n".join(letters(plain(text, MAX_CAPTION)) for text in _SHOWN.findall(html))
    texts = enumerate(map(letters, page.blocks.texts)) if shown else ()
    return {at for at, own in texts if own and own in shown and _is_within(page, at)}


def pictured(html: str) -> str:
    """``html`` without figures of only the caption of a picture, which is shown elsewhere, or loaded by a script."""
    return _ALONE.sub("", html).replace("<figure></figure>", "").removesuffix("<hr>")


def _is_within(page: Page, block: int) -> bool:
    """Whether a block is in a figure, or in an element that is a caption by its class."""
    element = page.blocks[block].element
    around = islice(chain((element,), element.iterancestors()), OUTER)
    return any(step.tag in ("figure", "figcaption") or _is_named(step) for step in around)


def _is_caption(part: Element, path: Container[Element]) -> bool:
    """Whether ``part``, an element of ``path`` in it, or one around it is named as a caption."""
    inside = islice(filter(path.__contains__, part.iter()), MAX_CAPTIONS)
    return any(map(_is_named, chain(inside, islice(part.iterancestors(), LEVELS))))


def _fits(box: Element, caption: Element) -> bool:
    """Whether a box has one picture and no other text than the caption."""
    text = text_of(caption, MAX_CAPTION + 1)
    is_whole = 0 < len(text) <= MAX_CAPTION and text_of(box, 2 * MAX_CAPTION) == text
    if not is_whole or next(caption.iter(*HEADINGS), None) is not None:
        return False
    return next(box.iter("figcaption"), None) is None if box.tag == "figure" else has_one_picture(box)


def _is_named(element: Element) -> bool:
    return _NAME.search((element.get("class") or "")[:500]) is not None
