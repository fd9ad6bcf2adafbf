"""Pictures, players and formulas, written where the walk meets them.

Videos, audio, and posts and charts in frames become links, with a poster if any, because the reader has no players.
"""

import re
from collections.abc import Container
from itertools import product
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

from jingdu.page.model import Element
from jingdu.page.query import plain
from jingdu.render import captions, images, maths
from jingdu.render.images import img, is_lone_icon, is_noise
from jingdu.render.markup import LOOSE, escape
from jingdu.render.writer import Writer
from jingdu.text.addresses import Addresses
from jingdu.text.sections import Sections

MAX_EMOJI: Final = 12
"""Maximum characters of an emoji's ``alt``."""
_BRACKETED: Final = re.compile(r"\[[^\W\d_]{1,8}\]")
"""The ``alt`` of an emoji on Chinese sites, such as ``[太阳]``."""

_DISPLAYED: Final = re.compile('<math display="block"|<code class="math display"')
_EMOJI: Final = re.compile(r"emoji|wp-smiley|emoticon|twemoji", re.I)


class Media:
    """Writes media to ``writer``, each picture and player once."""

    def __init__(self, addresses: Addresses, writer: Writer) -> None:
        self.addresses = addresses
        self.writer = writer
        self.seen: dict[str, None] = {}
        """Addresses of written pictures, in order."""
        self.players: set[str] = set()
        """Addresses of written players."""
        self.icons: Container[str] = ()
        """The ``src`` of icons that the page repeats."""

    def formula(self, html: str) -> None:
        inside = self.writer.run is not None and self.writer.frames[-1].tag != ""
        if _DISPLAYED.match(html) and not inside:
            self.writer.block(f"<p>{html}</p>")
        elif html:
            self.writer.inline_media(html)

    def image(self, element: Element) -> None:
        """Writes the picture of an ``img``, unless it is noise."""
        alt = element.get("alt") or ""
        address = images.source(element, self.addresses)
        names = f"{element.get('class')} {address}"
        is_emoji = 0 < len(alt) <= MAX_EMOJI and (_EMOJI.search(names[:600]) or _BRACKETED.fullmatch(alt))
        if is_emoji and self.writer.run is not None:
            self.writer.text(alt)
        elif formula := maths.of_image(element):
            self.writer.inline_media(formula)
        elif address and self._is_shown(element, address, size := images.size(element)):
            is_loose = self.writer.frames[-1].tag in LOOSE
            if self.writer.run is None and is_loose and is_lone_icon(element, size):
                return
            self.seen[address] = None
            alone = is_loose and not self.writer.in_heading and not images.may_be_small(address, size)
            self.writer.inline_media(images.img(address, alt, size), alone)

    def _is_shown(self, element: Element, address: str, size: images.Size) -> bool:
        """Whether a picture is new and not noise, or an icon that is the only contents of a table's cell."""
        src = element.get("src")
        is_icon = src in self.icons and address == self.addresses.absolute(src)
        if self.writer.frames[-1].tag in ("td", "th") and images.fills_cell(element, size, is_icon):
            return True
        return not (is_icon or address in self.seen or is_noise(element, address, size))

    def noscript(self, element: Element) -> None:
        """Writes the pictures of a ``noscript``, but not a single one beside an ``img`` that shows the same."""
        pictures = list(element.iter("img"))
        beside = [twin for twin in (element.getprevious(), element.getnext()) if twin is not None and twin.tag == "img"]
        if len(pictures) == 1 and any(images.source(twin, self.addresses) for twin in beside):
            return
        for image in pictures:
            self.image(image)

    def embed(self, element: Element) -> None:
        """Writes a link to the page of a player, or of the post or chart in a frame."""
        address, poster, sign = (_framed if element.tag == "iframe" else _stream)(element, self.addresses)
        if address and address not in self.players:
            self.players.add(address)
            title = _title(element) or (urlsplit(address).hostname or "").removeprefix("www.")
            shown = img(poster, title) if poster else f"{sign} {escape(title)}"
            self.writer.end_run()
            self.writer.inline_media(f'<a href="{escape(address)}">{shown}</a>')
            self.writer.end_run()


class Service(NamedTuple):
    """An embedding service: pattern of frame addresses, and templates of the page's and poster's addresses."""

    sign: str
    """The symbol before the title."""
    frame: str
    """A regular expression for the address after ``//`` and ``www.``."""
    page: str
    poster: str = ""


_TEXTS: Final = Sections(__file__)
_SERVICES: Final = [
    Service(sign, *line.split(" → "))
    for name, sign in (("players", "▶"), ("embeds", "↗"))
    for line in _TEXTS.lines[name]
]


def _framed(element: Element, addresses: Addresses) -> tuple[str | None, str | None, str]:
    """Address, poster and sign for an ``iframe`` of a known service; the address is None for others."""
    for name in ("src", "data-src", "data-lazy-src"):
        address = addresses.absolute(element.get(name)) or ""
        for service, text in product(_SERVICES, (address, unquote(address)) if address else ()):
            if found := re.search(rf"//(?:www\.)?{service.frame}", text):
                parts = [unquote(part) for part in found.groups()]
                return service.page.format(*parts), service.poster.format(*parts) or None, service.sign
    return None, None, ""


def _stream(element: Element, addresses: Addresses) -> tuple[str | None, str | None, str]:
    """Address, poster and sign for ``video`` or ``audio``; one with only a poster has the page's address."""
    inner = (source.get("src") for source in element.iterchildren("source"))
    sources = (element.get("src"), element.get("data-src"), *inner)
    poster = addresses.absolute(element.get("poster"))
    address = next(filter(None, map(addresses.absolute, sources)), None) or (addresses.here if poster else None)
    return (address if addresses.absolute(address) else None), poster, "▶"


def _title(player: Element) -> str:
    """The title of a player; empty if its caption contains it."""
    title = plain(player.get("title") or player.get("aria-label"), 200)
    return "" if title in captions.of(player) else title
