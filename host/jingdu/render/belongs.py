"""Whether a picture without kept text around it belongs to the article.

A picture in a paragraph of its own does; an avatar, an icon, a tracking pixel, an
advertisement, and whatever is among rejected text does not.
"""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

from jingdu.page.model import Element
from jingdu.render import images

MAX_ELEMENTS: Final = 400
"""Elements of a picture's surroundings; a larger one is a section that was rejected."""
MAX_TEXT: Final = 200
"""Characters of rejected text near a picture, outside its caption."""
ICON: Final = 50
"""Pixels of a side up to which both sides make an icon."""

_NOISE: Final = re.compile(
    r"(?:^|[\s_-])(?:(?:ads?|adsense|adbox|adslot|banners?|byline|bio|profile|follow|icons?|logos?|sidebar|widgets?"
    r"|newsletter|menu|erweima|emoticon|smiley|badge|rating|pixel|outbrain|taboola|popup|modal|signup|donate)(?![^\s_-])"
    r"|advert|sponsor|promo|avatar|author|gravatar|share|sharing|social|related|recommend|subscri|comment|breadcrumb"
    r"|nav|qr|cookie|tracking)",
    re.IGNORECASE,
)
"""Words in the names (classes and id) of what is no picture of an article, and beginnings of such words."""
_NOISE_ADDRESSES: Final = (
    "avatar", "doubleclick", "adserv", "googlesyndication", "pixel.", "/track", "/ad/", "/ads/", "counter",
    "feedburner", "sprite", "qrcode", "badge", "shields.io", "scorecardresearch", "facebook.com/tr", "smiley",
    "smilies", "emoticon",
)  # fmt: skip
_ICON_ADDRESS: Final = re.compile(r"/icons?[/_.-]|[/_-]icons?\.|logo[-_.@\d]")
_AD_SIZES: Final = frozenset(
    {(728, 90), (468, 60), (300, 250), (336, 280), (320, 50), (320, 100), (970, 250), (970, 90), (160,
    600), (120, 600),
     (300, 600), (234, 60), (120, 240), (88, 31), (125, 125), (980, 90), (950, 90), (960, 90), (1000, 90)}
)  # fmt: skip
_AD_LINK: Final = re.compile(
    r"doubleclick|/adclick|/ads?/|[?&](?:utm_campaign|affid|clickid)=|amazon-adsystem|/aff/", re.I
)
_REFUSED: Final = frozenset("nav aside footer form select h1 h2 h3 h4".split())
_UNSHOWN: Final = frozenset({"figcaption", "script", "style", "noscript", "template", "svg"})


def is_noise(image: Element, address: str, size: images.Size) -> bool:
    """Whether the image by itself is an icon, a pixel, an avatar or an advertisement."""
    width, height = size
    if (width is not None and width <= 3) or (height is not None and height <= 3):
        return True
    if (
        width is not None
        and height is not None
        and ((width <= ICON and height <= ICON) or (width, height) in _AD_SIZES)
    ):
        return True
    return _is_noise_address(address.lower()) or has_noise_name(image)


def _is_noise_address(address: str) -> bool:
    if any(word in address for word in _NOISE_ADDRESSES):
        return True
    return ("icon" in address or "logo" in address) and bool(_ICON_ADDRESS.search(address))


def has_noise_name(element: Element) -> bool:
    """Whether class or id name something that is no part of the article."""
    classes, name = element.get("class"), element.get("id")
    if not classes and not name:
        return False
    return bool(_NOISE.search(f"{classes or ''} {name or ''}"[:500]))


def surroundings_fit(part: Element, formulas: Container[Element] = ()) -> bool:
    """Whether ``part``, a subtree without kept text, may hold pictures or ``formulas`` of the article.

    It may not if its names, its links or the text near the picture say otherwise.
    """
    text = linked = 0
    skip: Element | None = None
    for count, step in enumerate(part.iter()):
        tag = step.tag
        if skip is not None:
            if skip in step.iterancestors():
                continue
            skip = None
        if tag in _UNSHOWN or step in formulas:
            skip = step
            continue
        if count >= MAX_ELEMENTS or tag in _REFUSED or (len(step) and has_noise_name(step)):
            return False
        if tag == "a" and (_AD_LINK.search(step.get("href") or "") or "sponsored" in (step.get("rel") or "")):
            return False
        inside, after = _shown(step.text), _shown(step.tail) if step is not part else 0
        if inside or after:
            text += inside + after
            in_link = _in_link(step, part)
            linked += (inside if tag == "a" or in_link else 0) + (after if in_link else 0)
    return text <= MAX_TEXT and (linked == 0 or linked * 2 < text)


def _shown(text: str | None) -> int:
    return len(text.strip()) if text else 0


def _in_link(step: Element, part: Element) -> bool:
    parent = step.getparent() if step is not part else None
    return parent is not None and parent.tag == "a"
