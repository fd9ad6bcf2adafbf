"""Places pictures in an article's HTML: stored ones by their files, missing ones as links.

The HTML is the output of `jingdu.render.clean`, in which ``<`` only starts tags and every attribute is quoted, so tags
can be replaced by regular expressions without parsing and serializing. A link to a missing picture starts with ``🖼``
and becomes a picture again when the picture is fetched.
"""

import binascii
import re
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from html import unescape
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from jingdu.library import names, wording
from jingdu.library.wording import Why
from jingdu.render.markup import escape
from jingdu.text.addresses import EMBEDDED

PREFIX: Final = f"{names.ASSETS}/"
"""Prefix of the ``src`` of a stored picture."""
Reasons = Mapping[str, Why | None]
"""Address of a missing picture → reason, if known."""
SIGN: Final = "🖼"
_OUTER_SIGN: Final = "↗"
_TAG: Final = re.compile(r'<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"=<>/]+(?:="[^"]*")?)*)\s*/?>')
_ATTRIBUTE: Final = re.compile(r'(?<![^\s"=<>/])([^\s"=<>/]+)="([^"]*)"')
_ROW: Final = re.compile(r'<li><a href="([^"]*)"[^>]*>[^<]*</a>(?: – ([^<]*))?</li>')
_LIST: Final = re.compile(rf"\n---\n\n{SIGN} [^\n]*\n\n(?:- <[^\n]*\n?)+\Z")
_LIST_ROW: Final = re.compile(r"- <([^>\n]*)>(?: – ([^\n]*))?")
_ID: Final = re.compile(r'( id="| href="#)(jd-[^"]*")')
_LINK: Final = re.compile(rf'<(?:a href|abbr title)="([^"]*)"[^>]*>{SIGN} ([^<]*)</(?:a|abbr)>')
_INNER: Final = re.compile(rf' ?<abbr title="([^"]*)"[^>]*>({SIGN} [^<]*)</abbr>')
_OUTER_LINK: Final = re.compile(r"(<a [^>]*>)(.*?)</a>", re.S)
_LISTED: Final = re.compile(rf"<hr><p>{SIGN} [^<]*</p><ul>.*\Z", re.S)


def addresses(html: str) -> list[str]:
    """The distinct http(s) addresses of pictures in ``html``, in order."""
    return [source for source in sources(html) if source.startswith(("http://", "https://"))]


def embedded(html: str) -> dict[str, bytes]:
    """The pictures in ``data:`` addresses: their short addresses, as in `place`'s ``stored`` → their bytes."""
    found = {source: EMBEDDED.match(source) for source in sources(html)}
    return {_short(source): _decoded(source[start.end() :]) for source, start in found.items() if start}


def _short(source: str) -> str:
    """The address of a picture; a ``data:`` address is replaced by a hash of it."""
    return f"data:{sha256(source.encode()).hexdigest()[:20]}" if EMBEDDED.match(source) else source


def _decoded(data: str) -> bytes:
    """The bytes of base64; empty if it is invalid."""
    try:
        return binascii.a2b_base64(data)
    except ValueError:
        return b""


def place(html: str, stored: Mapping[str, str], lang: str | None = None, why: Reasons = MappingProxyType({})) -> str:
    """Points stored pictures to ``assets/``; replaces the others by links, or by text if they were ``data:`` addresses.

    The addresses of missing pictures are listed at the end, with their reasons if known, in the article's language.
    """
    missing: list[str] = []
    depth = 0

    def replace(tag: re.Match[str]) -> str:
        nonlocal depth
        if tag[2] == "a":
            depth += -1 if tag[1] else 1
        if tag[2] != "img":
            return tag[0]
        attributes = _attributes(tag[3])
        source = _short(attributes.pop("src", ""))
        if source in stored:
            return _image(PREFIX + stored[source], attributes)
        if source.startswith("data:"):
            source = ""
        missing.append(source)
        words = f"{SIGN} {_text(attributes.get('alt', '') or wording.sentence('picture', lang))}"
        if source and depth > 0:  # links can't be nested
            return f'<abbr title="{escape(source)}">{words}</abbr>'
        return f'<a href="{escape(source)}" rel="noopener noreferrer">{words}</a>' if source else words

    placed = _TAG.sub(replace, html)
    rows = "".join(
        f'<li><a href="{escape(source)}" rel="noopener noreferrer">{_text(source)}</a>'
        f"{_text(_reason(why.get(source), lang))}</li>"
        for source in filter(None, dict.fromkeys(missing))
    )
    return f"{placed}<hr><p>{SIGN} {wording.sentence('missing', lang)}</p><ul>{rows}</ul>" if rows else placed


def missing(html: str) -> dict[str, Why | None]:
    """The missing pictures listed by `place`: address → reason if known."""
    listed = _LISTED.search(html)
    rows = _ROW.findall(listed[0]) if listed else []
    return {unescape(address): wording.code(unescape(words)) for address, words in rows}


def without_list(html: str) -> str:
    return _LISTED.sub("", html)


def links_apart(html: str) -> str:
    """Moves links to missing pictures in front of the links that contain them, as Markdown can't nest links."""

    def unnest(link: re.Match[str]) -> str:
        links = [f'<a href="{address}">{words}</a>' for address, words in _INNER.findall(link[2])]
        words = f"{_OUTER_SIGN} {_INNER.sub('', link[2]).strip()}".strip()
        return " ".join([*links, f"{link[1]}{words}</a>"]) if links else link[0]

    return _OUTER_LINK.sub(unnest, html)


def with_list(markdown: str, missing: Reasons, lang: str | None) -> str:
    """Adds or replaces the list of missing pictures at the end of a Markdown text."""
    old = _LIST.search(markdown)
    text = markdown[: old.start()].rstrip("\n") + "\n" if old else markdown
    if not missing:
        return text
    rows = []
    for address, why in missing.items():
        quoted = re.sub(r"[<>\s]", lambda char: quote(char[0]), address)
        rows.append(f"- <{quoted}>{_reason(why, lang)}\n")
    return f"{text.rstrip()}\n\n---\n\n{SIGN} {wording.sentence('missing', lang)}\n\n" + "".join(rows)


def listed(markdown: str) -> dict[str, Why | None]:
    """The list of missing pictures at the end of a Markdown text: address → reason if known."""
    found = _LIST.search(markdown)
    return {address: wording.code(words) for address, words in _LIST_ROW.findall(found[0])} if found else {}


def restore_pictures(html: str, addresses: Collection[str] | None = None) -> str:
    """Undoes `place` for all missing pictures, or for those with these addresses."""

    def image(link: re.Match[str]) -> str:
        address = unescape(link[1])
        return _image(address, {"alt": unescape(link[2])}) if addresses is None or address in addresses else link[0]

    return _LINK.sub(image, without_list(html))


def map_sources(html: str, name: Callable[[str], str | None]) -> str:
    """Maps the ``src`` of every picture by ``name``; None replaces the picture by its alternative text."""

    def replace(tag: re.Match[str]) -> str:
        if tag[2] != "img":
            return tag[0]
        attributes = _attributes(tag[3])
        source = name(attributes.pop("src", ""))
        return _text(attributes.get("alt", "")) if source is None else _image(source, attributes)

    return _TAG.sub(replace, html)


def prefix_ids(html: str, prefix: str) -> str:
    """Prefixes ids and the links to them, so that several articles can be on one page."""
    return _TAG.sub(lambda tag: _ID.sub(rf"\g<1>{prefix}\2", tag[0]), html)


def sources(html: str) -> list[str]:
    """The distinct ``src`` of all pictures in ``html``, in order."""
    return list(dict.fromkeys(_attributes(tag[3]).get("src", "") for tag in _TAG.finditer(html) if tag[2] == "img"))


def _image(source: str, attributes: Mapping[str, str]) -> str:
    others = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<img src="{escape(source)}"{others}>'


def _reason(why: Why | None, lang: str | None) -> str:
    """The suffix of a missing picture's address."""
    return f" – {wording.reasons(lang)[why]}" if why else ""


def _attributes(written: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def _text(text: str) -> str:
    """Escapes text content as the cleaner does."""
    return escape(text).replace("&quot;", '"')
