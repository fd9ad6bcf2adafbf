"""Generates hostile pages: vectors of the corpus nested, obfuscated, malformed or in another encoding.

A seed determines the pages. Each has a unique number, which its payload reports. Many are a random combination of an
attribute with an address, a scheme and an obfuscation.
"""
# ruff: noqa: E501 - one case per line

import random
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tests.hostile.corpus import VECTORS, WRAPPERS, live

_QUIET: Final = "surrogatepass"


def _utf7(html: str) -> bytes:
    """Encodes only brackets and quotes, as attackers do; the rest is ASCII."""
    encoded = html.replace("<", "+ADw-").replace(">", "+AD4-").replace('"', "+ACI-")
    return b"<meta charset=utf-7>" + encoded.encode("utf-8", "replace")


def _reset(html: str) -> bytes:
    """ISO-2022-JP escape sequences within names and around quotes."""
    data = html.encode("ascii", "replace").replace(b"<img", b"<\x1b(Bimg").replace(b'"', b'\x1b$B"\x1b(B')
    return b"<meta charset=iso-2022-jp>" + data


BYTES: Final[dict[str, Callable[[str], bytes]]] = {
    "utf-7": _utf7,
    "utf-7 with a bom": lambda html: b"+/v8-" + _utf7(html),
    "utf-8 with a bom": lambda html: b"\xef\xbb\xbf" + html.encode("utf-8", _QUIET),
    "utf-8, bom inside": lambda html: html.encode("utf-8", _QUIET).replace(b"<", b"<\xef\xbb\xbf", 3),
    "utf-8, overlong": lambda html: html.encode("utf-8", _QUIET).replace(b"<", b"\xc0\xbc"),
    "utf-8, truncated": lambda html: html.encode("utf-8", _QUIET).replace(b">", b"\xe4>"),
    "utf-16 le": lambda html: html.encode("utf-16-le", _QUIET),
    "utf-16 be": lambda html: html.encode("utf-16-be", _QUIET),
    "utf-16 with a bom": lambda html: html.encode("utf-16", _QUIET),
    "utf-16 declared utf-8": lambda html: b"<meta charset=utf-8>" + html.encode("utf-16-le", _QUIET),
    "utf-32": lambda html: html.encode("utf-32", _QUIET),
    "gbk, swallowed quote": lambda html: b"<meta charset=gbk>" + html.encode("gbk", "replace").replace(b'"', b'\x81"'),
    "shift_jis, swallowed quote": lambda html: (
        b"<meta charset=shift_jis>" + html.encode("shift_jis", "replace").replace(b'"', b'\x82"')
    ),
    "big5, backslash": lambda html: b"<meta charset=big5>" + html.encode("big5", "replace").replace(b"=", b"\xa5\\="),
    "iso-2022-jp": _reset,
    "hz": lambda html: b"<meta charset=hz-gb-2312>" + html.encode("ascii", "replace").replace(b"<", b"~\n<"),
    "ebcdic": lambda html: html.encode("cp037", "replace"),
    "latin-1 declared utf-8": lambda html: b"<meta charset=utf-8>" + html.encode("latin-1", "replace"),
    "two charsets": lambda html: b"<meta charset=utf-7><meta charset=gbk>" + html.encode("utf-8", _QUIET),
    "nulls": lambda html: html.encode("utf-8", _QUIET).replace(b"<", b"<\x00"),
}
"""Name → encoder, also with a wrong declaration."""


class Hostile(NamedTuple):
    """A hostile page or fragment: its number, a description and its HTML."""

    number: int
    name: str
    html: str | bytes

    @property
    def text(self) -> str:
        """The HTML as a string."""
        return self.html if isinstance(self.html, str) else self.html.decode("utf-8", "replace")


def corpus(origin: str) -> list[Hostile]:
    """Each vector as a page of its own."""
    return [Hostile(number, name, live(html, number, origin)) for number, (name, html) in enumerate(VECTORS.items(), 1)]


def generated(origin: str, count: int, seed: int) -> Iterator[Hostile]:
    """``count`` distinct pages, numbered from 1000."""
    chance = random.Random(seed)
    seen: set[str | bytes] = set()
    number = 1000
    while number < 1000 + count:
        name, vector = _generate(chance)
        html = live(vector, number, origin)
        encoded = _encoded(chance, html) if chance.random() < 0.06 else html
        if vector not in seen:
            seen.add(vector)
            yield Hostile(number, name, encoded)
            number += 1


def _generate(chance: random.Random) -> tuple[str, str]:
    if chance.random() < 0.35:
        name, html = addressed(chance)
    else:
        name = chance.choice(_NAMES)
        html = VECTORS[name]
        if chance.random() < 0.2:
            other = chance.choice(_NAMES)
            name, html = f"{name} + {other}", html + VECTORS[other]
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3, 5))):
        around = chance.choice(_AROUND)
        name, html = f"{name} in {around}", WRAPPERS[around].replace("{}", html)
    for _ in range(chance.choice((0, 0, 1, 1, 2, 4))):
        change, mutate = chance.choice(MUTATIONS)
        name, html = f"{name}, {change}", mutate(chance, html)
    return name, html


_NAMES: Final = list(VECTORS)
_AROUND: Final = list(WRAPPERS)
_TAG: Final = re.compile(r"</?[A-Za-z][\w:-]*")


def _doubled(chance: random.Random, html: str) -> str:
    start = chance.randrange(len(html))
    return html[:start] + html[start : start + chance.randrange(1, 30)] + html[start:]


def _dropped(chance: random.Random, html: str) -> str:
    start = chance.randrange(len(html))
    return html[:start] + html[start + chance.randrange(1, 4) :]


def _sprinkled(chance: random.Random, html: str) -> str:
    """Inserts characters that some parsers skip after delimiters."""
    places = [place for place in range(len(html)) if html[place] in "<>=\"' :/"]
    for place in sorted(chance.sample(places, min(len(places), chance.randrange(1, 4))), reverse=True):
        html = html[: place + 1] + chance.choice(_SIGNS) + html[place + 1 :]
    return html


_SIGNS: Final = ("\x00", "\t", "\n", "\x0c", "\x0b", "/", "\x1f", "\u00a0", "\u200b", "\u202e", "\ufeff", "\ud800", "<", '"',
                 "'", "`", "<!--", "-->", "]]>", "\u2028", "\ufdd0", "=", "&#x0;", "&Tab;")  # fmt: skip


def _entities(chance: random.Random, html: str) -> str:
    """Writes the schemes of attributes as character references of one form."""
    ways: tuple[Callable[[str], str], ...] = (
        lambda sign: f"&#{ord(sign)};",
        lambda sign: f"&#x{ord(sign):x};",
        lambda sign: f"&#X{ord(sign):06X};",
        lambda sign: f"&#{ord(sign):07}",
    )
    way = chance.choice(ways)
    return re.sub(r"(?<=[=\"'])(?:java|vbsc|data|http)", lambda found: "".join(map(way, found[0])), html)


def _swapped(chance: random.Random, html: str) -> str:
    first, second = chance.sample(("<", ">", '"', "'", "/", "=", "-", "!"), 2)
    places = [place for place, sign in enumerate(html) if sign == first]
    if not places:
        return html
    place = chance.choice(places)
    return html[:place] + second + html[place + 1 :]


_NESTING: Final = ("div", "b", "font", "a", "svg", "math", "table", "p", "blockquote", "x-y")
MUTATIONS: Final[tuple[tuple[str, Callable[[random.Random, str], str]], ...]] = (
    ("cased", lambda chance, html: _TAG.sub(lambda tag: "".join(chance.choice((c.upper(), c.lower())) for c in tag[0]), html)),
    ("cut", lambda chance, html: html[: chance.randrange(len(html) // 3, len(html) + 1)]),
    ("doubled", _doubled), ("dropped", _dropped), ("sprinkled", _sprinkled), ("sprinkled", _sprinkled),
    ("entities", _entities), ("swapped", _swapped),
    ("slashed", lambda chance, html: re.sub(r"(<\w+) ", r"\1/", html)),
    # escaped markup must stay text, however often it is parsed
    ("escaped", lambda chance, html: html.replace("&", "&amp;").replace("<", "&lt;") if chance.random() < 0.7
     else html.replace("<", "&amp;lt;")),
    ("unclosed", lambda chance, html: re.sub(r"</\w+>", "", html)),
    ("deep", lambda chance, html: f"<{chance.choice(_NESTING)}>" * chance.choice((40, 254, 510, 513)) + html),
)  # fmt: skip
"""Mutations of HTML by name."""


def _encoded(chance: random.Random, html: str) -> bytes:
    return BYTES[chance.choice(list(BYTES))](f"<p>A paragraph of some length.</p>{html}")


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
"""HTML with the placeholder ``{}`` for an address."""
TARGETS: Final = (
    "javascript:RUN", "javascript://x%0aRUN", "data:text/html,<script>RUN</script>", "data:image/svg+xml,<svg onload=RUN>",
    "data:text/javascript,RUN", "vbscript:RUN", "livescript:RUN", "blob:https://site.example/1", "file:///etc/passwd",
    "chrome-extension://nlpkhflejcidnajofpflffjakficoogi/reader/reader.html#item=x", "moz-extension://x/reader/reader.html",
    "view-source:URL", "filesystem:https://a.example/x", "ftp://127.0.0.1/x", "about:srcdoc", "ws://127.0.0.1:1/", "intent:x",
    "jd-asset:../x.png", "assets/../x.png", "URL", "URL.png", "//127.0.0.1:1/x.png", "jar:URL!/x", "mailto:javascript:RUN",
    "tel:javascript:RUN", "https:javascript:RUN", "http:RUN", "feed:javascript:RUN", "#jd-javascript:RUN", "http://[::1", "",
)  # fmt: skip
"""Addresses for the placeholders."""


def _spread(sign: str) -> Callable[[random.Random, str], str]:
    """Inserts ``sign`` at a random position of the scheme."""

    def change(chance: random.Random, address: str) -> str:
        place = chance.randrange(0, max(1, address.find(":") + 1))
        return address[:place] + sign + address[place:]

    return change


def _references(form: str) -> Callable[[random.Random, str], str]:
    """Escapes one character of the scheme."""

    def change(chance: random.Random, address: str) -> str:
        place = chance.randrange(0, max(1, address.find(":") + 1))
        sign = address[place : place + 1]
        return address[:place] + (form.format(ord(sign)) if sign else "") + address[place + 1 :]

    return change


OBFUSCATIONS: Final[tuple[Callable[[random.Random, str], str], ...]] = (
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
"""Obfuscations of an address."""


def addressed(chance: random.Random) -> tuple[str, str]:
    """A random combination of place, target and obfuscation, with its name."""
    place, target = chance.choice(PLACES), chance.choice(TARGETS)
    number = chance.randrange(len(OBFUSCATIONS))
    return f"{place} {target} #{number}", f"<p>{place.replace('{}', OBFUSCATIONS[number](chance, target))}</p>"
