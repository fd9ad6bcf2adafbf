"""Every attribute that takes an address × every scheme × every disguise: some ten thousand pages."""
# ruff: noqa: E501 - one case a line

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

PLACES: Final = (
    '<a href="{}">kept</a>', "<a href='{}'>kept</a>", "<a href={}>kept</a>", '<area href="{}">', '<img src="{}">',
    '<img data-src="{}">', '<img data-original="{}">', '<img srcset="{} 1x">', '<img src="{}" srcset="{} 2x, {} 3x">',
    '<img data-srcset="{} 900w">', '<picture><source srcset="{}"><img src="{}"></picture>', '<img longdesc="{}" usemap="{}">',
    '<video src="{}" poster="{}"></video>', '<video poster="{}"><source src="{}"></video>', '<audio src="{}"></audio>',
    '<iframe src="{}"></iframe>', '<iframe data-src="{}"></iframe>', '<embed src="{}">', '<object data="{}"></object>',
    '<form action="{}"><button>x</button></form>', '<button formaction="{}">x</button>', '<input type=image src="{}">',
    '<blockquote cite="{}">kept</blockquote>', '<q cite="{}">kept</q>', '<ins cite="{}">kept</ins>',
    '<svg><a href="{}"><text>x</text></a></svg>', '<svg><a xlink:href="{}"><text>x</text></a></svg>',
    '<svg><image href="{}" xlink:href="{}"/></svg>', '<svg><use href="{}"/></svg>', '<svg><script href="{}"/></svg>',
    '<math href="{}"><mi>x</mi></math>', '<math><mi xlink:href="{}">x</mi></math>', '<math><mglyph src="{}"/></math>',
    '<base href="{}"><a href="x">kept</a>', '<link rel=stylesheet href="{}">', '<link rel=canonical href="{}">',
    '<meta http-equiv=refresh content="0;url={}">', '<meta property=og:image content="{}">', '<meta property=og:url content="{}">',
    '<table background="{}"><tr><td background="{}">x</table>', '<body background="{}">', '<html manifest="{}">',
    '<p style="background:url({})">kept</p>', "<style>@import '{}';</style>", '<script src="{}"></script>',
    '<frameset><frame src="{}"></frameset>', '<noscript><img src="{}"></noscript>', '<track src="{}"><source src="{}">',
    '<a href="https://a.example/" ping="{}">kept</a>', '<object classid="{}" codebase="{}" data="{}"></object>',
)  # fmt: skip
"""HTML with an address at ``{}``."""
TARGETS: Final = (
    "javascript:RUN", "javascript://x%0aRUN", "data:text/html,<script>RUN</script>", "data:image/svg+xml,<svg onload=RUN>",
    "data:text/javascript,RUN", "vbscript:RUN", "livescript:RUN", "blob:https://site.example/1", "file:///etc/passwd",
    "chrome-extension://nlpkhflejcidnajofpflffjakficoogi/reader/reader.html#item=x", "moz-extension://x/reader/reader.html",
    "view-source:URL", "filesystem:https://a.example/x", "ftp://127.0.0.1/x", "about:srcdoc", "ws://127.0.0.1:1/", "intent:x",
    "jd-asset:../x.png", "assets/../x.png", "URL", "URL.png", "//127.0.0.1:1/x.png", "jar:URL!/x", "mailto:javascript:RUN",
    "tel:javascript:RUN", "https:javascript:RUN", "http:RUN", "feed:javascript:RUN", "#jd-javascript:RUN", "http://[::1", "",
)  # fmt: skip
"""Addresses."""


def _spread(sign: str) -> Callable[[random.Random, str], str]:
    """Puts ``sign`` somewhere into the scheme."""

    def change(chance: random.Random, address: str) -> str:
        place = chance.randrange(0, max(1, address.find(":") + 1))
        return address[:place] + sign + address[place:]

    return change


def _references(form: str) -> Callable[[random.Random, str], str]:
    """Writes a letter of the scheme as a character reference."""

    def change(chance: random.Random, address: str) -> str:
        place = chance.randrange(0, max(1, address.find(":") + 1))
        sign = address[place : place + 1]
        return address[:place] + (form.format(ord(sign)) if sign else "") + address[place + 1 :]

    return change


DISGUISES: Final[tuple[Callable[[random.Random, str], str], ...]] = (
    lambda chance, address: address,
    lambda chance, address: "".join(chance.choice((sign.upper(), sign)) for sign in address.partition(":")[0])
    + "".join(address.partition(":")[1:]),
    *map(_spread, ("\t", "\n", "\r", "\x00", "\x01", " ", "\x0b", "\x0c", "\u00a0", "\u200b", "\u00ad", "\u202e", "\ufeff",
                   "\u2028", "\ud800", "&Tab;", "&NewLine;", "&#10;", "&#x0D;", "&#0;", "&#1;", "&ZeroWidthSpace;", "\\",
                   "%09", "%00", "/**/", "&shy;", "&#x1d;")),
    *map(_references, ("&#{};", "&#x{:x};", "&#{:07}", "&#X{:X}", "%{:02x}", "\\{:x} ", "\\u{:04x}")),
    lambda chance, address: " \n" + address + "\t",
    lambda chance, address: address.replace(":", "&colon;", 1),
    lambda chance, address: address.replace(":", "\uff1a", 1),
    lambda chance, address: "".join(chr(ord(sign) + 0xFEE0) if sign.isalpha() else sign for sign in address[:4]) + address[4:],
    lambda chance, address: address.replace("s", "\u017f").replace("k", "\u212a"),
    lambda chance, address: address + '" onerror="RUN" onmouseover="RUN',
    lambda chance, address: address + "' onerror=RUN x='",
    lambda chance, address: address + "><img src=x onerror=RUN>",
)  # fmt: skip
"""What becomes of an address before it is written."""


def addressed(chance: random.Random) -> tuple[str, str]:
    """One of the product, with its name."""
    place, target = chance.choice(PLACES), chance.choice(TARGETS)
    number = chance.randrange(len(DISGUISES))
    return f"{place} {target} #{number}", f"<p>{place.replace('{}', DISGUISES[number](chance, target))}</p>"
