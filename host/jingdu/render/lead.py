"""The lead picture above the text: the nearest one before the article, or the one that the page declares."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import Final, cast
from urllib.parse import unquote

from jingdu.page.model import Block, Element, Page
from jingdu.page.query import NOT_SHOWN, outwards, text_of
from jingdu.render import captions, images
from jingdu.render.captions import OUTER, words
from jingdu.render.images import is_noise, surroundings_fit
from jingdu.render.markup import PICTURE, escape
from jingdu.render.media import Media
from jingdu.text.addresses import Addresses

LEVELS: Final = 4
"""Number of elements, from the article's top outwards, that are searched."""
SIBLINGS: Final = 8
"""Number of preceding siblings that are searched on each level."""
MIN_WIDE: Final = 400
"""Minimum width of an undeclared lead picture, in pixels."""
MAX_RATIO: Final = 3
"""Maximum ratio of width to height of an undeclared lead picture that is narrower than ``MAX_BANNER``."""
MAX_BANNER: Final = 1200
"""Width in pixels from which a wide picture is no banner."""
MIN_SIDE: Final = 150
"""Minimum width and height of the declared picture, in pixels, if the page gives them."""
MIN_NAME: Final = 8
"""Minimum characters of a file name that identifies a picture."""
FIRST: Final = 4
"""The declared picture must precede the last of this number of first blocks."""
MAX_PICTURES: Final = 1000
"""Maximum pictures of the page that are compared with the declared one."""
MAX_SAME: Final = 10
"""Maximum elements with the declared picture that are examined."""

_ELSEWHERE: Final = ("nav", "footer", "form", "template")
_BEGINS: Final = re.compile("(?:<(?!img)[^<>]*>)*<img")
"""HTML that shows a picture before any text."""
_LOGO: Final = re.compile(r"\Alogo\b|\blogo\Z", re.IGNORECASE)
"""Texts of logos."""
_SIZE: Final = re.compile(r"(?:[-_@]?\d{1,4}x\d{1,4}|[-_@]\d{1,4}|[-_]scaled|-e\d{10,13}|-p(?=-\d)){1,3}\Z")
"""The size at the end of a picture's file name, or the time when it was edited."""
_SUFFIXES: Final = re.compile(r"(?:\.(?:p?jpe?g|png|gif|webp|avif)){1,3}\Z", re.IGNORECASE)
_SCRIPT: Final = re.compile(r"(?:/[^./]{0,200}|\.(?:php|aspx?|ashx|jsp|cgi|do))\Z", re.IGNORECASE)
"""The end of a path that is not a file; its query names the picture."""


def lead_picture(media: Media, top: Element, declared: str | None) -> bool:
    """Writes the nearest picture before the article's ``top``, if it is in a ``figure``, wide, or ``declared``.

    Returns whether there is one.
    """
    for part in _before(top):
        found = (step for step in part.iter("img", "figure") if step.tag == "figure" or _is_lead(step, media, declared))
        if (image := next(found, None)) is None:
            continue
        is_header = part.tag == "header" or next(part.iter("h1"), None) is not None
        fits = not _leads_elsewhere(image, media.addresses) if is_header else surroundings_fit(part)
        if fits and _write_figure(media, image, image if is_header else part):
            return True
    return False


def with_declared(html: str, media: Media, page: Page, kept: Sequence[Block], declared: str) -> str:
    """``html`` with the ``declared`` picture added, unless ``html`` shows it already or begins with another picture.

    The page must show it above or among the first blocks of ``kept``. It is added at its caption, or at the top.
    """
    file, names = _file(declared), _names(declared)
    parts = re.findall(r"[\w-]+", min(names, key=len, default=_stem(declared)), re.ASCII)  # others may be escaped
    part = max(parts, key=len, default="")  # every address of the picture contains it

    def is_declared(address: str) -> bool:
        return part in address and (_file(address) == file or not names.isdisjoint(_names(address)))

    if _BEGINS.match(html) or any(map(is_declared, media.seen)):
        return html
    block = kept[:FIRST][-1]
    end = block.blocks.places[block.blocks.places_from[block.index]]
    before = takewhile(lambda step: step is not end, page.root.iter("img", str(end.tag)))
    pictures = islice((step for step in before if step.tag == "img"), MAX_PICTURES)
    likely = (image for image in pictures if part in " ".join(cast("list[str]", image.values())) or _has_sources(image))
    found = ((image, images.source(image, media.addresses) or "") for image in likely)
    same = ((image, address) for image, address in found if address and is_declared(address))
    for image, address in sorted(islice(same, MAX_SAME), key=lambda pair: _is_within(pair[0], "aside")):
        if _may_lead(image, address, media.addresses):
            media.seen[address] = None
            picture = f"<figure>{images.img(address, image.get('alt') or '', images.size(image))}"
            caption = escape(captions.of(image) or _linked_text(image))
            alone = rf"<figure>(?=<figcaption[^<>]*>{re.escape(caption)}</figcaption></figure>)"
            if caption and (place := re.search(alone, html)):
                return f"{html[: place.start()]}{picture}{html[place.end() :]}"
            written = f"<figcaption{PICTURE}>{caption}</figcaption>" if caption and f">{caption}<" not in html else ""
            return f"{picture}{written}</figure>{html}"
    return html


def _has_sources(image: Element) -> bool:
    outer = image.getparent()
    return outer is not None and outer.tag in ("picture", "source")


def _names(address: str) -> set[str]:
    """The file name of a picture, with and without its size, where it is long enough to identify the picture."""
    stem = _stem(address)
    return {name for name in (stem, _SIZE.sub("", stem)) if len(name) >= MIN_NAME}


def _may_lead(image: Element, address: str, addresses: Addresses) -> bool:
    """Whether the page shows the declared picture for the article, not as a logo, an avatar or a teaser's picture."""
    width, height = images.size(image)
    is_logo = images.is_noise_address(address) or _LOGO.search(image.get("alt") or "")
    if min(width or MIN_SIDE, height or MIN_SIDE) < MIN_SIDE or is_logo:
        return False
    is_hidden = any(NOT_SHOWN.search(step.get("style") or "") for step in islice(image.iterancestors(), OUTER))
    return not (is_hidden or _is_within(image, *_ELSEWHERE) or _leads_elsewhere(image, addresses))


def _is_within(image: Element, *tags: str) -> bool:
    return any(step.tag in tags for step in islice(image.iterancestors(), OUTER))


def _before(top: Element) -> Iterator[Element]:
    """Elements before ``top`` and its ancestors, the nearest first."""
    for step in islice(outwards(top), LEVELS):
        if step.tag in ("body", "html", "article", "main"):
            return
        yield from islice(step.itersiblings(preceding=True), SIBLINGS)


def _is_lead(image: Element, media: Media, declared: str | None) -> bool:
    address, size = images.source(image, media.addresses), images.size(image)
    if not address or is_noise(image, address, size) or _LOGO.search(image.get("alt") or ""):
        return False
    is_banner = size.height is not None and MAX_RATIO * size.height < (size.width or 0) < MAX_BANNER
    is_wide = (size.width or 0) >= MIN_WIDE and not is_banner
    return is_wide or (declared is not None and _name(address) == _name(declared))


def _leads_elsewhere(image: Element, addresses: Addresses) -> bool:
    """Whether ``image`` is in a link with text, as teasers are; a link to a page below the article's has a caption."""
    if not surroundings_fit(image):
        return True
    link = next(image.iterancestors("a"), None)
    target = "" if link is None else addresses.absolute(link.get("href")) or ""
    return bool(_linked_text(image)) and not target.startswith(f"{addresses.here.partition('?')[0].rstrip('/')}/")


def _linked_text(image: Element) -> str:
    """The text of the link around ``image``, or empty."""
    return text_of(link).strip() if (link := next(image.iterancestors("a"), None)) is not None else ""


def _name(address: str) -> str:
    """The file name without size and suffix: looser than `_names`, as only the nearest picture is compared."""
    stem = _stem(address)
    return stem.rstrip("0123456789x-_") or stem


def _stem(address: str) -> str:
    return _SUFFIXES.sub("", posixpath.basename(_file(address)))


def _file(address: str) -> str:
    """The address of a picture's file, without a query; for resizing services, the address inside theirs."""
    inner = unquote(unquote(address))
    inner = inner[max(inner.rfind("https://"), inner.rfind("http://"), 0) :]
    path = re.split("[?#&]", inner, maxsplit=1)[0]
    return inner if _SCRIPT.search(path) else path


def _write_figure(media: Media, part: Element, box: Element) -> bool:
    """Writes ``part``, an ``img`` or ``figure``, with its caption, perhaps one in ``box``; returns whether it did."""
    before = len(media.seen)
    media.writer.open_frame("figure")
    media.image(part if part.tag == "img" else next(part.iter("img"), part))
    caption = next(part.iter("figcaption"), None)
    media.writer.close_figure(words(caption) if caption is not None else captions.named(box))
    return len(media.seen) > before
