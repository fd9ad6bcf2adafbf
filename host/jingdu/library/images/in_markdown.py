"""Pictures in an article's Markdown: kept ones by their file, missing ones as links, as in its HTML.

A program that shows the file would ask the web for a picture by address, and show nothing without a network. A link
begins with ``🖼``. Markdown has no link within a link: such a one goes before the outer one, which begins with ``↗``,
until the picture comes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from jingdu.library import wording
from jingdu.library.images.placing import SIGN
from jingdu.render import literal

_ALT: Final = r"(?:[^\[\]\\\n]|\\.){0,1000}"
_HREF: Final = r"[^\s()]{0,4000}(?:\([^\s()]*\)[^\s()]*){0,9}"
_ANY: Final = re.compile(rf'!\[(?P<alt>{_ALT})\]\((?P<address>{_HREF})(?P<title> "[^"\n]*")?\)')
_ANY_PICTURE: Final = rf'!\[{_ALT}\]\({_HREF}(?: "[^"\n]*")?\)'
_WORDS: Final = r"(?:[^\[\]\\\n`]|\\[^\n]|\\\n|`[^`\n]{0,1000}`)"
"""A part of a link's text that is no picture."""
_OUTER: Final = "↗"


def placed(text: str, stored: Mapping[str, str], missing: Collection[str], lang: str | None) -> str:
    """``text`` with the pictures in ``stored`` (address → name in ``assets/``) local, those ``missing`` as links."""
    names = {literal.address(address): name for address, name in stored.items()}
    lacking = {literal.address(address) for address in missing} - set(names)
    if names:
        text = _waiting(names).sub(lambda link: _come(link, names), text)
    if names or lacking:
        text = _pictures([*names, *lacking]).sub(lambda found: _placed(found, names, lacking, lang), text)
    return text


def _waiting(addresses: Iterable[str]) -> re.Pattern[str]:
    """Links that stand for pictures of these addresses, and the link that was around them."""
    outer = rf"\[{_OUTER}(?P<words> (?:{_WORDS}|{_ANY_PICTURE}){{1,4000}})?\]\((?P<href>{_HREF})\)"
    return re.compile(rf"\[{SIGN} (?P<alt>{_ALT})\]\({_one_of(addresses)}\)(?: {outer})?")


def _come(link: re.Match[str], names: Mapping[str, str]) -> str:
    picture = f"![{link['alt']}](assets/{names[link['address']]})"
    return f"[{picture}{link['words'] or ''}]({link['href']})" if link["href"] is not None else picture


def _pictures(addresses: Iterable[str]) -> re.Pattern[str]:
    """Links with pictures in them, and pictures of these addresses."""
    words = rf"{_WORDS}{{0,4000}}{_ANY_PICTURE}(?:{_WORDS}|{_ANY_PICTURE}){{0,4000}}"
    link = rf"(?<!!)\[(?P<words>{words})\]\((?P<href>{_HREF})\)"
    return re.compile(rf'{link}|!\[(?P<alt>{_ALT})\]\({_one_of(addresses)}(?P<title> "[^"\n]*")?\)')


def _placed(found: re.Match[str], names: Mapping[str, str], lacking: Collection[str], lang: str | None) -> str:
    if found["href"] is None:
        return _kept(found, names) if found["address"] in names else _link(found, lang)
    links: list[str] = []

    def moved(picture: re.Match[str]) -> str:
        if picture["address"] in names:
            return _kept(picture, names)
        if picture["address"] not in lacking:
            return picture[0]
        links.append(_link(picture, lang))
        return ""

    words = _ANY.sub(moved, found["words"])
    if not links:
        return f"[{words}]({found['href']})"
    return " ".join([*links, f"[{f'{_OUTER} {words.strip()}'.rstrip()}]({found['href']})"])


def _kept(picture: re.Match[str], names: Mapping[str, str]) -> str:
    return f"![{picture['alt']}](assets/{names[picture['address']]}{picture['title'] or ''})"


def _link(picture: re.Match[str], lang: str | None) -> str:
    return f"[{SIGN} {picture['alt'] or wording.sentence('picture', lang)}]({picture['address']})"


def _one_of(addresses: Iterable[str]) -> str:
    return f"(?P<address>{'|'.join(map(re.escape, sorted(addresses, key=len, reverse=True)))})"
