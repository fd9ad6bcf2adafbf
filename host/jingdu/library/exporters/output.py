"""Escaping and metadata shared by exporters."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote, urlsplit

from jingdu.library.document import cut_notice
from jingdu.net import FetchError
from jingdu.net.address_policy import parse
from jingdu.protocol.items import Item
from jingdu.render.markup import escape
from jingdu.text.language import canonical

_ALLOWED: Final = "!$&'()*+,-./:;=?@_~%"
_BARE_PERCENT: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")
_MAIL: Final = re.compile(r"mailto:[^\s<>@]+@[A-Za-z0-9.-]+(?:\?.*)?|tel:\+?[\d() .-]+", re.S)
_ODD: Final = re.compile(r"[^\w.-]", re.A)
_NOT_XML: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
DATE: Final = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?!\d)")


def xml_safe(text: str) -> str:
    """``text`` without characters that XML forbids."""
    return _NOT_XML.sub("", text)


def text(words: str | None) -> str:
    """Escapes text for XML and HTML, in an element or a quoted attribute."""
    return escape(xml_safe(words or ""))


def link(href: str) -> str | None:
    """``href`` (http, https, mailto, tel) normalised as the URL standard requires; None if it is invalid."""
    if href.startswith(("mailto:", "tel:")):
        start, parts = "", [href.replace(" ", "")] if _MAIL.fullmatch(href) else []
    else:
        try:
            url = parse(href)
            start, parts = url.origin, [url.path, *filter(None, [urlsplit(href).fragment])]
        except (FetchError, ValueError):
            return None
    quoted = (quote(_BARE_PERCENT.sub("%25", part), safe=_ALLOWED) for part in parts)
    return start + "#".join(quoted) if parts else None


def anchor(name: str) -> str:
    """``name`` as an XML name, for ids and links to them."""
    return "a-" + _ODD.sub(lambda char: f"_{ord(char[0]):x}", name)[:200]


def language(tag: str | None) -> str:
    """A well-formed language tag; ``und`` (not determined) for anything else."""
    return canonical(tag) or "und"


def main_language(tags: Iterable[str]) -> str:
    """The most frequent of these languages, the first if several tie; ``und`` without any."""
    counts = Counter(tags)
    return max(counts, key=counts.__getitem__, default="und")


def title(item: Item) -> str:
    """The title on one line; without one, the address or a dash."""
    return " ".join(item.title.split()) or item.url or "—"


def about(item: Item) -> str:
    """Byline, site, date and address as an XHTML paragraph, and a notice if the article was truncated."""
    date = DATE.match(item.published or "")
    parts = [text(part) for part in dict.fromkeys((item.byline, item.site, date and date[0])) if part]
    address = link(item.url) if item.url else None
    if address:
        parts.append(f'<a href="{text(address)}">{text(item.url)}</a>')
    paragraph = f'<p class="about">{" · ".join(parts)}</p>' if parts else ""
    return paragraph + (cut_notice(item.lang).strip() if item.truncated else "")
