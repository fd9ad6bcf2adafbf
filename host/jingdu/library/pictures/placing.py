"""Pictures in an article's HTML: kept ones by their file, those that can't be had as links that say so.

The HTML is what `jingdu.article.clean` wrote, in which ``<`` begins a tag and nothing else, and every
attribute is quoted; tags are replaced in the text, so that nothing is parsed and written again.
A link for a picture begins with ``🖼``: it can be told from others, and becomes a picture again
when the picture is had at last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from html import unescape
from typing import Final

from jingdu.article.markup import escape

SIGN: Final = "🖼"
_TAG: Final = re.compile(r'<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s"=<>/]+(?:="[^"]*")?)*)\s*/?>')
_ATTRIBUTE: Final = re.compile(r'([^\s"=<>/]+)="([^"]*)"')
_HREF: Final = re.compile(r'<li><a href="([^"]*)"')
_ID: Final = re.compile(r'( id="| href="#)(jd-[^"]*")')
_LINK: Final = re.compile(rf'<(?:a href|abbr title)="([^"]*)"[^>]*>{SIGN} ([^<]*)</(?:a|abbr)>')
_LISTED: Final = re.compile(rf"<hr><p>{SIGN} [^<]*</p><ul>.*\Z", re.DOTALL)

_NOTICES: Final = {
    "en": ("Pictures that could not be saved:", "picture"),
    "zh": ("未能保存的图片：", "图片"),
    "zh-hant": ("未能儲存的圖片：", "圖片"),
    "ja": ("保存できなかった画像：", "画像"),
}


def addresses(html: str) -> list[str]:
    """The http(s) addresses of all pictures in ``html``, each once, in their order."""
    found = (_attributes(tag[3]).get("src", "") for tag in _TAG.finditer(html) if tag[2] == "img")
    return list(dict.fromkeys(src for src in found if src.startswith(("http://", "https://"))))


def place(html: str, kept: Mapping[str, str], lang: str | None = None, prefix: str = "assets/") -> str:
    """``html`` with every picture that is kept at ``prefix`` and its name, every other one as a link.

    The addresses of the others are listed at the end, under a line in the article's language.
    """
    title, word = _NOTICES[_notice_language(lang)]
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
            return _image(prefix + kept[source], attributes)
        missing.append(source)
        return _link(source, attributes.get("alt", "") or word, inside=depth > 0)

    placed = _TAG.sub(written, html)
    return placed + _list(title, [source for source in dict.fromkeys(missing) if source])


def missing(html: str) -> list[str]:
    """The addresses of the pictures that ``place`` had to leave out."""
    listed = _LISTED.search(html)
    return [unescape(address) for address in _HREF.findall(listed[0])] if listed else []


def reopen(html: str, without: Collection[str]) -> str:
    """``place`` undone for the pictures that were missing, so that they can be placed once more."""

    def image(link: re.Match[str]) -> str:
        address = unescape(link[1])
        return _image(address, {"alt": unescape(link[2])}) if address in without else link[0]

    return _LINK.sub(image, _LISTED.sub("", html))


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
    """``html`` whose ids, and the links to them, begin with ``mark``: several articles may stand on one page."""

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


def _link(source: str, words: str, *, inside: bool) -> str:
    """A link within a link can't be: there the address is told as what the words are short for."""
    words = f"{SIGN} {_text(words)}"
    if inside and source:
        return f'<abbr title="{escape(source)}">{words}</abbr>'
    return words if not source else f'<a href="{escape(source)}" rel="noopener noreferrer">{words}</a>'


def _list(title: str, missing: list[str]) -> str:
    if not missing:
        return ""
    rows = (f'<li><a href="{escape(one)}" rel="noopener noreferrer">{_text(one)}</a></li>' for one in missing)
    return f"<hr><p>{SIGN} {title}</p><ul>{''.join(rows)}</ul>"


def _attributes(written: str) -> dict[str, str]:
    return {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}


def _notice_language(lang: str | None) -> str:
    parts = (lang or "").lower().replace("_", "-").split("-")
    if parts[0] == "zh":
        return "zh-hant" if {"hant", "tw", "hk", "mo"} & set(parts) else "zh"
    return parts[0] if parts[0] in _NOTICES else "en"


def _text(text: str) -> str:
    """Text as the cleaner writes it between tags."""
    return escape(text).replace("&quot;", '"')
