"""Captions: finds kept texts that are captions without a ``figcaption``, and renders captions as plain text."""

import re
from collections.abc import Container, Iterable
from itertools import chain, islice
from typing import Final

from jingdu.page.model import Element, Page
from jingdu.page.query import HEADINGS, outwards, plain, text_of
from jingdu.render.images import has_one_picture
from jingdu.render.markup import PICTURE
from jingdu.text.words import letters

MAX_CAPTION: Final = 600
"""Maximum characters of a caption."""
MAX_CAPTIONS: Final = 10
"""Maximum elements that are examined as captions."""
LEVELS: Final = 4
"""Number of a text's ancestors whose class may identify it as a caption."""
OUTER: Final = 25
"""Number of a picture's ancestors that are examined; includes ``source``, which is not a void element in libxml2."""
_NAME: Final = re.compile(
    r"(?:(?:ima?ge?|photo|pic)[_-]?desc(?:r(?:iption)?)?|(?:^|[\s_-]|thumb|ima?ge?|[pf]h?oto|pic|fig)(?:caption|credits?|bildunterschrift|copyright|attribution))(?![a-z])"
    r"|[a-z](?:Caption|Credit)(?![a-z])"
)
_BOXES: Final = frozenset({"div", "span", "figure"})
_SHOWN: Final = re.compile(f"<figcaption{PICTURE}>(.*?)</figcaption>")
_ALONE: Final = re.compile(f"<figure[^<>]*><figcaption[^<>]*{PICTURE}>(?:(?!</?fig).)*</figcaption></figure>")
_ENDS: Final = ".!?…:)]”\"'»©"


def named(part: Element) -> str:
    """The text of the first elements in ``part`` that are captions by their class and contain no picture.

    If there are none, the text of its only paragraph, which must contain no picture and, outside a ``figure``, no link.
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
    """The text of the ``figcaption`` of a picture or player; empty if it is too long."""
    figure = next((step for step in islice(medium.iterancestors(), OUTER) if step.tag == "figure"), None)
    caption = next(figure.iter("figcaption"), None) if figure is not None else None
    text = words(caption) if caption is not None else ""
    return text if len(text) <= MAX_CAPTION else ""


def are_apart(before: str, after: str) -> bool:
    """Whether the texts of two elements, which no space separates, are two sentences, or a sentence and a credit."""
    last, first = before[-1:], after[:1]
    return (last.islower() or last in _ENDS) and (first.isupper() or first in "©(") if last and first else False


def in_boxes(path: set[Element], media: Iterable[Element]) -> dict[Element, str]:
    """Kept text that is a caption by its class → "figcaption"; element of one picture and this caption → "figure".

    ``path`` are the elements around kept text, ``media`` other elements around pictures.
    """
    parts = [part for part in media if part.getparent() in path]
    boxes = path & {part.getparent() for part in parts if next(part.iter("img"), None) is not None}
    found: dict[Element, str] = {}
    for box in boxes:
        parts = [part for part in box if part in path and part.tag != "button"] if box.tag in _BOXES else []
        if len(parts) == 1 and _is_caption(parts[0], path) and _fits(box, parts[0]):
            found[parts[0]] = "figcaption"
            if next(box.iterancestors("figure"), None) is None:
                found[box] = "figure"
    return found


def with_pictures(page: Page, html: str) -> set[int]:
    """The blocks of captions that an article's ``html`` shows only because it shows their pictures."""
    shown = "\n".join(letters(plain(text, MAX_CAPTION)) for text in _SHOWN.findall(html))
    texts = enumerate(map(letters, page.blocks.texts)) if shown else ()
    return {at for at, own in texts if own and own in shown and _is_within(page, at)}


def without_lone_captions(html: str) -> str:
    """``html`` without figures that contain only a caption: the picture is shown elsewhere, or loaded by a script."""
    return _ALONE.sub("", html).replace("<figure></figure>", "").removesuffix("<hr>")


def _is_within(page: Page, block: int) -> bool:
    """Whether a block is in a figure, or in an element that is a caption by its class."""
    around = islice(outwards(page.blocks[block].element), OUTER)
    return any(step.tag in ("figure", "figcaption") or _is_named(step) for step in around)


def _is_caption(part: Element, path: Container[Element]) -> bool:
    """Whether ``part``, an element of ``path`` in it, or an element around it is a caption by its class."""
    inside = islice(filter(path.__contains__, part.iter()), MAX_CAPTIONS)
    return any(map(_is_named, chain(inside, islice(part.iterancestors(), LEVELS))))


def _fits(box: Element, caption: Element) -> bool:
    """Whether a box has one picture, outside the caption, and no other text than the caption."""
    text = text_of(caption, MAX_CAPTION + 1)
    is_whole = 0 < len(text) <= MAX_CAPTION and text_of(box, 2 * MAX_CAPTION) == text
    if not is_whole or next(caption.iter(*HEADINGS, "img"), None) is not None:
        return False
    return next(box.iter("figcaption"), None) is None if box.tag == "figure" else has_one_picture(box)


def _is_named(element: Element) -> bool:
    return _NAME.search((element.get("class") or "")[:500]) is not None
