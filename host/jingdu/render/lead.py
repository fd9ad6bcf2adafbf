"""The lead picture: it often stands above the text's container, so the walk doesn't meet it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from jingdu.page.model import Element
from jingdu.page.plaintext import text_of
from jingdu.render import images
from jingdu.render.belongs import is_noise, surroundings_fit
from jingdu.render.walk import Walk

LEVELS: Final = 4
"""Levels above the article's top that are searched."""
SIBLINGS: Final = 8
"""Elements before it on each level."""
WIDE: Final = 400
"""Pixels of width that make a picture a lead picture by themselves."""


def picture(walk: Walk, declared: str | None) -> None:
    """Writes the nearest fitting picture above the article's top, if there is one.

    It must stand in a ``figure``, be wide, or be the picture that the page declares as its own.
    """
    for part in _before(walk.marks.top):
        for image in part.iter("img", "figure"):
            if image.tag == "figure" or _is_lead(image, walk, declared):
                if surroundings_fit(part if part.tag != "header" else image) and _writes(walk, image):
                    return
                break


def _before(top: Element) -> Iterator[Element]:
    """Elements before ``top`` and its ancestors, the nearest first."""
    step: Element | None = top
    for _ in range(LEVELS):
        if step is None or step.tag in ("body", "html", "article", "main"):
            return
        for number, part in enumerate(step.itersiblings(preceding=True)):
            if number >= SIBLINGS:
                break
            yield part
        step = step.getparent()


def _is_lead(image: Element, walk: Walk, declared: str | None) -> bool:
    address = images.source(image, walk.addresses)
    if not address or is_noise(image, address, images.size(image)):
        return False
    return (images.size(image).width or 0) >= WIDE or (declared is not None and _name(address) == _name(declared))


def _name(address: str) -> str:
    """The file's name without its size: the same picture comes in several."""
    stem = posixpath.splitext(posixpath.basename(urlsplit(address).path))[0]
    return stem.rstrip("0123456789x-_") or stem


def _writes(walk: Walk, part: Element) -> bool:
    """Writes ``part`` as a figure with its caption; whether a picture came of it."""
    before = len(walk.media.seen)
    writer = walk.writer
    writer.open_frame("figure")
    walk.media.image(part if part.tag == "img" else next(part.iter("img"), part))
    caption = next(part.iter("figcaption"), None)
    if len(walk.media.seen) > before and caption is not None and writer.open_frame("figcaption"):
        writer.text(text_of(caption))
        writer.close_frame()
    writer.close_frame()
    return len(walk.media.seen) > before
