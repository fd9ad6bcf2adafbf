"""Pictures in an article's HTML: kept ones by their file, missing ones as links that say so.

The HTML is what `jingdu.render.clean` wrote, in which ``<`` begins a tag and nothing else, and every
attribute is quoted; tags are replaced in the text, so that nothing is parsed and written again.
A link for a missing picture begins with ``🖼``, and becomes a picture again when the picture comes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from html import unescape
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

from jingdu.library import wording
from jingdu.library.wording import Why
from jingdu.render.markup import escape

ASSETS: Final = "assets/"
Reasons = Mapping[str, Why | None]
"""Address of a missing picture → why."""
SIGN: Final = "🖼"
_OUTER: Final = "↗"
_TAG: Final = re.compile(r'<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"=<>/]+(?:="[^"]*")?)*)\s*/?>')
_ATTRIBUTE: Final = re.compile(r'(?<![^\s"=<>/])([^\s"=<>/]+)="([^"]*)"')
_ROW: Final = re.compile(r'<li><a href="([^"]*)"[^>]*>[^<]*</a>(?: – ([^<]*))?</li>')
_NOTED: Final = re.compile(rf"\n---\n\n{SIGN} [^\n]*\n\n(?:- <[^\n]*\n?)+\Z")
_NOTED_ROW: Final = re.compile(r"- <([^>\n]*)>(?: – ([^\n]*))?")
_ID: Final = re.compile(r'( id="| href="#)(jd-[^"]*")')
_LINK: Final = re.compile(rf'<(?:a href|abbr title)="([^"]*)"[^>]*>{SIGN} ([^<]*)</(?:a|abbr)>')
_INNER: Final = re.compile(rf' ?<abbr title="([^"]*)"[^>]*>({SIGN} [^<]*)</abbr>')
_OUTER_LINK: Final = re.compile(r"(<a [^>]*>)(.*?)</a>", re.DOTALL)
_LISTED: Final = re.compile(rf"<hr><p>{SIGN} [^<]*</p><ul>.*\Z", re.DOTALL)


def addresses(html: str) -> list[str]:
    """The http(s) addresses of all pictures in ``html``, each once, in their order."""
    return [source for source in sources(html) if source.startswith(("http://", "https://"))]


def place(html: str, kept: Mapping[str, str], lang: str | None = None, why: Reasons = MappingProxyType({})) -> str:
    """``html`` with every picture that is kept at ``assets/`` and its name, every other one as a link.

    The addresses of the others are listed at the end, each with the reason where one is known, under a line in
    the article's language.
    """
    missing: list[str] = []
    depth = 0

    def written(tag: re.Match[str]) -> str:
        nonlocal depth
        if tag[2] == "a":
            depth += -1 if tag[1] else 1
        if tag[2] != "img":
            return tag[0]
        attributes = _attributes(tag[3])
        source = attributes.pop("src", "")
        if source in kept:
            return _image(ASSETS + kept[source], attributes)
        missing.append(source)
        words = f"{SIGN} {_text(attributes.get('alt', '') or wording.sentence('picture', lang))}"
        if source and depth > 0:  # no link may be within another
            return f'<abbr title="{escape(source)}">{words}</abbr>'
        return f'<a href="{escape(source)}" rel="noopener noreferrer">{words}</a>' if source else words

    placed = _TAG.sub(written, html)
    rows = "".join(
        f'<li><a href="{escape(source)}" rel="noopener noreferrer">{_text(source)}</a>'
        f"{_text(_reason(why.get(source), lang))}</li>"
        for source in dict.fromkeys(missing)
        if source
    )
    return f"{placed}<hr><p>{SIGN} {wording.sentence('missing', lang)}</p><ul>{rows}</ul>" if rows else placed


def missing(html: str) -> dict[str, Why | None]:
    """The pictures that ``place`` had to leave out: address → why, where that is known."""
    listed = _LISTED.search(html)
    rows = _ROW.findall(listed[0]) if listed else []
    return {unescape(address): wording.code(unescape(words)) for address, words in rows}


def without_list(html: str) -> str:
    """``html`` without the list of what is missing."""
    return _LISTED.sub("", html)


def links_apart(html: str) -> str:
    """``html`` with links to missing pictures before the link that they are in: Markdown has none within another."""

    def apart(link: re.Match[str]) -> str:
        links = [f'<a href="{address}">{words}</a>' for address, words in _INNER.findall(link[2])]
        words = f"{_OUTER} {_INNER.sub('', link[2]).strip()}".strip()
        return " ".join([*links, f"{link[1]}{words}</a>"]) if links else link[0]

    return _OUTER_LINK.sub(apart, html)


def note(markdown: str, missing: Reasons, lang: str | None) -> str:
    """A text in Markdown with the list of what is missing at its end, in place of the one that is there."""
    noted = _NOTED.search(markdown)
    text = markdown[: noted.start()].rstrip("\n") + "\n" if noted else markdown
    if not missing:
        return text
    bare = (re.sub(r"[<>\s]", lambda sign: quote(sign[0]), address) for address in missing)
    rows = [f"- <{address}>{_reason(why, lang)}" for address, why in zip(bare, missing.values(), strict=True)]
    return f"{text.rstrip()}\n\n---\n\n{SIGN} {wording.sentence('missing', lang)}\n\n" + "\n".join(rows) + "\n"


def noted(markdown: str) -> dict[str, Why | None]:
    """The missing pictures in the list at the end of a Markdown text, with the reasons."""
    found = _NOTED.search(markdown)
    return {address: wording.code(words) for address, words in _NOTED_ROW.findall(found[0])} if found else {}


def waiting(html: str) -> set[str]:
    """The addresses of all links in the place of a picture."""
    return {unescape(address) for address, _ in _LINK.findall(html)}


def reopen(html: str, without: Collection[str]) -> str:
    """``place`` undone for the pictures that were missing, so that they can be placed once more."""

    def image(link: re.Match[str]) -> str:
        address = unescape(link[1])
        return _image(address, {"alt": unescape(link[2])}) if address in without else link[0]

    return _LINK.sub(image, without_list(html))


def rename(html: str, name: Callable[[str], str | None]) -> str:
    """``html`` whose pictures' ``src`` go through ``name``; a picture for which it is None becomes its words."""

    def written(tag: re.Match[str]) -> str:
        if tag[2] != "img":
            return tag[0]
        attributes = _attributes(tag[3])
        source = name(attributes.pop("src", ""))
        return _text(attributes.get("alt", "")) if source is None else _image(source, attributes)

    return _TAG.sub(written, html)


def mark_ids(html: str, mark: str) -> str:
    """``html`` whose ids, and the links to them, begin with ``mark``: several articles may be on one page."""

    def written(tag: re.Match[str]) -> str:
        return _ID.sub(lambda found: f"{found[1]}{mark}{found[2]}", tag[0]) if "jd-" in tag[0] else tag[0]

    return _TAG.sub(written, html)


def sources(html: str) -> list[str]:
    """The ``src`` of all pictures in ``html``, whatever they lead to."""
    found = (_attributes(tag[3]).get("src", "") for tag in _TAG.finditer(html) if tag[2] == "img")
    return list(dict.fromkeys(found))


def _image(source: str, attributes: Mapping[str, str]) -> str:
    others = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f'<img src="{escape(source)}"{others}>'


def _reason(why: Why | None, lang: str | None) -> str:
    """What follows the address of a missing picture."""
    return f" – {wording.reason(why, lang)}" if why else ""


def _attributes(written: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def _text(text: str) -> str:
    """Text as the cleaner writes it between tags."""
    return escape(text).replace("&quot;", '"')
