"""Pictures, players and formulas: written where the walk meets them."""

from __future__ import annotations

import re
from typing import Final

from jingdu.page.model import Element
from jingdu.render import embeds, images, maths
from jingdu.render.belongs import is_noise
from jingdu.render.writer import Writer
from jingdu.text.addresses import Addresses

MAX_EMOJI: Final = 12
"""Characters of the ``alt`` of a picture that stands for an emoji."""

_DISPLAYED: Final = re.compile('<math display="block"|<code class="math display"')
_EMOJI: Final = re.compile(r"emoji|wp-smiley|emoticon|twemoji", re.I)


class Media:
    """Writes media to ``writer``; a picture only once."""

    def __init__(self, addresses: Addresses, writer: Writer) -> None:
        self.addresses = addresses
        self.writer = writer
        self.seen: dict[str, None] = {}
        """Addresses of the pictures written, in their order."""

    def formula(self, html: str) -> None:
        inside = self.writer.run is not None and self.writer.frames[-1].tag != ""
        if _DISPLAYED.match(html) and not inside:
            self.writer.block(f"<p>{html}</p>")
        elif html:
            self.writer.inline_media(html)

    def image(self, element: Element) -> None:
        """Writes the picture of an ``img``, once, unless it is noise."""
        alt = element.get("alt") or ""
        address = images.source(element, self.addresses)
        if self.writer.run is not None and alt and len(alt) <= MAX_EMOJI and _EMOJI.search(_names(element, address)):
            self.writer.text(alt)
        elif formula := maths.of_image(element):
            self.writer.inline_media(formula)
        elif address and address not in self.seen and not is_noise(element, address, size := images.size(element)):
            self.seen[address] = None
            self.writer.inline_media(images.img(address, alt, size))

    def noscript(self, element: Element) -> None:
        """The pictures of a ``noscript``: those that no image beside it shows already."""
        for image in element.iter("img"):
            self.image(image)

    def embed(self, element: Element) -> None:
        html = (embeds.frame if element.tag == "iframe" else embeds.media)(element, self.addresses)
        if html:
            self.writer.end_run()
            self.writer.inline_media(html)
            self.writer.end_run()


def _names(element: Element, address: str | None) -> str:
    return f"{element.get('class') or ''} {address or ''}"[:600]
