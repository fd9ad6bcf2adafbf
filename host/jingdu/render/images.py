"""Pictures: the address displayed by an ``img``, and whether the picture belongs to the article.

Addresses are in lazy attributes, ``srcset`` or ``picture``, too. Avatars, icons, tracking pixels, advertisements and
pictures in rejected text do not belong to the article.
"""

import re
from collections import Counter
from collections.abc import Container, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple, cast

from lxml import etree

from jingdu.page.metadata.bylines import PROFILE
from jingdu.page.model import Element, Page
from jingdu.page.query import inner_text, plain
from jingdu.render.markup import MEDIA, escape
from jingdu.text.addresses import EMBEDDED, Addresses
from jingdu.text.sections import Sections

MIN_WIDTH: Final = 1400
"""Minimum width, in device pixels, of a picture in ``srcset``: 700 CSS pixels at a device pixel ratio of 2."""
MAX_SIDE: Final = 10_000
"""Maximum plausible width or height, in pixels."""
MAX_ALT: Final = 1000
MIN_EMBEDDED: Final = 2000
"""Minimum characters of the ``data:`` address of a picture within the page; shorter ones are placeholders."""

_TEXTS: Final = Sections(__file__)
_LAZY: Final = _TEXTS.words("lazy")
"""Attributes of lazy loading, the more reliable first."""
_LAZY_SETS: Final = "data-srcset data-lazy-srcset data-original-set data-flickity-lazyload-srcset lazy-srcset".split()
_LAZY_ORDER: Final = {name: place for place, name in enumerate((*_LAZY_SETS, *_LAZY))}
_PICTURE: Final = re.compile(
    r"\.(?:jpe?g|jfif|png|gif|webp|avif|bmp|heic)(?:[?#!@:&_/]|$)|[?&](?:wx_fmt|format|fm)=", re.I
)
_NO_ADDRESSES: Final = frozenset({"src", "srcset", "alt", "title", "class", "id"})
_SURE: Final = frozenset(_LAZY[: _LAZY.index("data-image")])
_PLACEHOLDER_NAME: Final = (
    "(?:blank|spacer|pixel|transparent|placeholder|loading|lazy(?:load)?|grey|gray|empty|dot|clear|1x1|trans"
    "|default[-_]?(?:img|image|pic|thumb)?|missing-image|none|loader)"
)
_PLACEHOLDER: Final = re.compile(
    rf"(?:^|[/_.-]){_PLACEHOLDER_NAME}(?:[_.-][^/]{{0,20}})?\.(?:gif|svg)$|/[a-z0-9]\.gif$"
    rf"|(?:/{_PLACEHOLDER_NAME}(?:[_.-](?:avatar|\d[\dx]*))?|(?:placeholder|lazyload|spacer)[^/]{{0,20}})\.(?:png|jpe?g|webp)$",
    re.I,
)
"""File names of placeholders; in names of photographs most of these words only describe what they show."""
_CANDIDATE: Final = re.compile(r"(?<![^\s,])(?=([^\s,]+(?:,+[^\s,]+)*))\1(?:\s(\d+(?:\.\d+)?)([wxh])[^,]*)?\s?(?:,|$)")
"""An address, which may contain commas, and its descriptor; white space is collapsed."""
_PX: Final = re.compile(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*")
_STYLE_SIDE: Final = re.compile(r"(?:^|[;\s])(width|height)\s*:\s*(\d{1,5})(?:\.\d+)?px", re.I)
MAX_ELEMENTS: Final = 400
"""Maximum elements of a picture's surroundings; larger ones are rejected sections."""
MAX_TEXT: Final = 200
"""Maximum characters of rejected text near a picture, outside its caption."""
MAX_MARK: Final = 5
"""Maximum characters of the mark of a note."""
MIN_ICON: Final = 8
"""Minimum width and height of an icon that conveys information, in pixels."""
MIN_REPEATS: Final = 8
"""Minimum number of times that a page shows a picture that counts as an icon, such as a star or a button."""
MAX_INSIDE: Final = 200
"""Maximum elements in a table's cell that icons may fill, since all of it is read for each of them."""
MAX_ICON: Final = 50
"""Maximum width and height of a picture that always counts as an icon, in pixels."""
MAX_SMALL: Final = 100
"""Maximum width and height, in pixels, of a picture that counts as an icon or a logo if no text is beside it."""

_DRAWING: Final = re.compile(r"\.(?:svg|gif)\b|icon", re.I)
_NOISE: Final = re.compile(
    rf"(?:^|[\s_-])(?:(?:{_TEXTS.alternatives('noise')})(?![^\s_-])|{_TEXTS.alternatives('noise_beginnings')})", re.I
)
"""Words, and beginnings of words, in the class and id of pictures that are not part of articles."""
_MODIFIER: Final = re.compile(r"(?:^|(?<=[\s-]))(?:(?:has|shows?|with)-(?:\w+-)?icons?|gallery-icon)(?!\S)")
"""Names of elements that contain an icon, for example in a corner, and of pictures in WordPress's galleries."""
_AVATAR: Final = re.compile(r"\Aavatar\b|\bavatar\Z", re.I)
"""Texts of pictures of a person beside posts."""
_NOISE_ADDRESS: Final = re.compile(_TEXTS.alternatives("noise_addresses"))
_AD_SIZES: Final = frozenset(
    {(728, 90), (468, 60), (300, 250), (336, 280), (320, 50), (320, 100), (970, 250), (970, 90), (160, 600), (120, 600),
     (300, 600), (234, 60), (120, 240), (88, 31), (125, 125), (980, 90), (950, 90), (960, 90), (1000, 90)}
)  # fmt: skip
_AD_LINK: Final = re.compile(
    r"(?i)doubleclick|/a(?:ff/|d(?:click|s?/))|[?&](?:utm_campaign|affid|clickid)=|amazon-adsystem"
)
_REFUSED: Final = frozenset("nav footer form select h1 h2 h3 h4".split())
_WRAPPERS: Final = frozenset({"a", "span", "picture", "source"})
_UNSHOWN: Final = frozenset({"figcaption", "script", "style", "noscript", "template", "svg"})


class Size(NamedTuple):
    """Width and height in CSS pixels, if declared."""

    width: int | None
    height: int | None


def source(image: Element, addresses: Addresses) -> str | None:
    """The absolute address of the picture that ``image`` displays, or its ``data:`` address; None for a placeholder."""
    for candidate in _candidates(image):
        if (found := addresses.absolute(candidate)) and found.rstrip("#") != addresses.here:
            path = found.partition("?")[0]
            if not _PLACEHOLDER.search(path, max(0, path.rfind("/"))):
                return found
    src = image.get("src") or ""
    return "".join(src.split()) if EMBEDDED.match(src) and len(src) >= MIN_EMBEDDED else None


def _candidates(image: Element) -> Iterator[str]:
    """Addresses, the most reliable first: lazy ones, ``srcset``, ``src``, ``picture`` and ``noscript``, others."""
    attributes = cast("dict[str, str]", dict(image.items()))
    for name in sorted(_LAZY_ORDER.keys() & attributes, key=_LAZY_ORDER.__getitem__):
        value = attributes[name]
        if name in _LAZY_SETS:
            yield best(value)
        elif value and (name in _SURE or _PICTURE.search(value)):
            yield value if " " not in value.strip() else best(value)
    if "srcset" in attributes:
        yield best(attributes["srcset"])
    src = attributes.get("src")
    if src and not src.startswith("data:"):
        yield src
    yield from _around(image)
    for name, value in attributes.items():
        if name not in _NO_ADDRESSES and " " not in value and _PICTURE.search(value):
            yield value


def _around(image: Element) -> Iterator[str]:
    """The addresses in the ``picture`` around the image, and in a ``noscript`` after it."""
    for number, step in enumerate(image.iterancestors()):
        if step.tag == "picture":
            image = step
            for other in step.iter("source"):
                yield best(other.get("srcset") or other.get("data-srcset") or "")
        if step.tag != "source" or number > 20:  # not a void element in libxml2, so it contains the image
            break
    for outer in (image, image.getparent()):
        twin = outer.getnext() if outer is not None else None
        if twin is not None and twin.tag == "noscript":
            for inner in twin.iter("img"):
                yield from (best(inner.get("srcset") or ""), inner.get("src") or "")


def best(srcset: str) -> str:
    """The address in ``srcset`` of the narrowest picture that is wide enough, else of the widest."""
    found = _CANDIDATE.findall(" ".join(srcset[:20_000].split()))
    widths = ((float(number or 1) * (1 if unit in ("w", "h") else 700), address) for address, number, unit in found)
    candidates = [item for item in widths if not item[1].startswith("data:")]
    if not candidates:
        return ""
    enough = [item for item in candidates if item[0] >= MIN_WIDTH]
    return str(min(enough)[1] if enough else max(candidates)[1])


def size(image: Element) -> Size:
    """The size declared by attributes, or else by style."""
    width, height = _pixels(image.get("width")), _pixels(image.get("height"))
    style = image.get("style")
    if style and width is None and height is None and "px" in style:
        sides = {name.lower(): int(value) for name, value in _STYLE_SIDE.findall(style[:500])}
        width, height = sides.get("width"), sides.get("height")
    return Size(width or None if height else width, height or None if width else height)  # 0 beside a length is unknown


def _pixels(value: str | None) -> int | None:
    found = _PX.fullmatch(value or "")
    return int(found[1]) if found and int(found[1]) <= MAX_SIDE else None


def img(address: str, alt: str = "", size: Size | None = None) -> str:
    """Renders an ``img``; an ``alt`` that is an address is left empty."""
    named = zip(("width", "height"), size or (None, None), strict=True)
    sides = "".join(f' {name}="{side}"' for name, side in named if side is not None and side > 2)
    alt = "" if alt.startswith(("http://", "https://")) else plain(alt, MAX_ALT)
    return f'<img src="{escape(address)}" alt="{escape(alt)}"{sides}>'


# whether it belongs to the article


def repeated(page: Page) -> set[str]:
    """The ``src`` of the pictures that a page shows so often that they are icons."""
    times = Counter(image.get("src") or "" for image in page.by_tag["img"])
    return {address for address, number in times.items() if number >= MIN_REPEATS}


def is_noise(image: Element, address: str, size: Size) -> bool:
    """Whether the image is an icon, a pixel, an avatar or an advertisement."""
    width, height = size
    if (width is not None and width <= 3) or (height is not None and height <= 3):
        return True
    if height is None:
        is_emoji = (alt := image.get("alt") or "") and not any(map(str.isalnum, alt))
        height = MAX_ICON + 1 if is_emoji else 0
    if width and ((width <= MAX_ICON and height <= MAX_ICON) or (width, height) in _AD_SIZES):
        return True
    is_avatar = _AVATAR.search(image.get("alt") or "") is not None
    return is_avatar or is_noise_address(address) or has_noise_name(image)


def is_noise_address(address: str) -> bool:
    """Whether an address names an icon, a logo, an avatar or an advertisement."""
    return not address.startswith("data:") and _NOISE_ADDRESS.search(address.lower()) is not None


def may_be_small(address: str, size: Size) -> bool:
    """Whether a picture may be an icon beside text: it is small or, if its size is unknown, a drawing."""
    known = [length for length in size if length]
    if known:
        return max(known) <= MAX_SMALL
    return not address.startswith("data:") and _DRAWING.search(address) is not None


def is_lone_icon(image: Element, size: Size) -> bool:
    """Whether a small picture has no text beside it."""
    if not (size.width and size.height and max(size.width, size.height) <= MAX_SMALL):
        return False
    outer = next((step for step in image.iterancestors() if step.tag not in _WRAPPERS), None)
    return outer is None or not inner_text(outer).strip()


def fills_cell(image: Element, size: Size, is_repeated: bool) -> bool:
    """Whether an icon, by its size, or repeated and with an ``alt``, is in a cell with little else and no text."""
    cell = next(image.iterancestors("td", "th"), None)
    if cell is None or next(islice(cell.iter(), MAX_INSIDE, None), None) is not None:
        return False
    has_size = all(length and MIN_ICON <= length <= MAX_SMALL for length in size)
    return (has_size or (is_repeated and bool(image.get("alt")))) and not inner_text(cell).strip()


def icons_only(part: Element, addresses: Addresses) -> bool:
    """Whether all media in ``part`` are pictures that are noise, or small enough to be beside text."""
    for medium in part.iter(*MEDIA):
        address, own = source(medium, addresses) or "", size(medium)
        if medium.tag != "img" or not (may_be_small(address, own) or is_noise(medium, address, own)):
            return False
    return True


def has_one_picture(part: Element) -> bool:
    """Whether ``part`` contains one picture, perhaps again in a ``noscript``, and no ``figure``."""
    hidden = sum(1 for twin in islice(part.iter("noscript"), 2) for _ in islice(twin.iter("img"), 2))
    shown = sum(1 for _ in islice(part.iter("img"), 3 + hidden)) - hidden
    return (shown or hidden) == 1 and next(part.iter("figure"), None) is None


def has_noise_name(element: Element) -> bool:
    """Whether the class or id names something that is not part of articles."""
    classes, name = element.get("class"), element.get("id")
    return _is_noise_name(f"{classes or ''} {name or ''}"[:500]) if classes or name else False


@lru_cache(maxsize=1000)
def _is_noise_name(names: str) -> bool:
    """Cached, because most pictures of a page share their names."""
    return _NOISE.search(_MODIFIER.sub(" ", names)) is not None


def _leads_away(element: Element) -> bool:
    """Whether an element is a link, but neither the mark of a note nor a link to a picture."""
    href = element.get("href") or ""
    is_mark = href.startswith("#") and len(inner_text(element).strip()) <= MAX_MARK
    return element.tag == "a" and not is_mark and not _PICTURE.search(href)


def surroundings_fit(part: Element, formulas: Container[Element] = ()) -> bool:
    """Whether ``part``, a subtree without kept text, may contain pictures or ``formulas`` of the article.

    This depends on its classes, ids, links and text, except in figures with a caption.
    """
    text = linked = asides = figures = 0
    walk = etree.iterwalk(part, events=("start",))
    for count, (_, step) in enumerate(walk):
        tag = step.tag
        is_captioned = tag == "figure" and _is_captioned(step)
        if is_captioned or tag in _UNSHOWN or step in formulas:
            figures += is_captioned
            walk.skip_subtree()
            continue
        asides += tag == "aside"
        if count >= MAX_ELEMENTS or tag in _REFUSED or (len(step) and has_noise_name(step)):
            return False
        if tag == "a":
            href, rel = step.get("href") or "", step.get("rel") or ""
            if "sponsored" in rel or _AD_LINK.search(href) or PROFILE.search(href):
                return False
        inside = len((step.text or "").strip())
        after = len((step.tail or "").strip()) if step is not part else 0
        if inside or after:
            text += inside + after
            outer = step.getparent() if step is not part else None
            in_link = outer is not None and _leads_away(outer)
            linked += (inside if in_link or _leads_away(step) else 0) + (after if in_link else 0)
    return not (asides and (text or not figures)) and text <= MAX_TEXT and (linked == 0 or linked * 2 < text)


def _is_captioned(figure: Element) -> bool:
    """Whether a figure has a caption that is not mostly a link, unlike the headlines of other articles."""
    caption = next(figure.iter("figcaption"), None)
    if caption is None or next(caption.iterancestors("a"), None) is not None:
        return False
    return 2 * sum(len(inner_text(link).strip()) for link in caption.iter("a")) < len(inner_text(caption).strip())
