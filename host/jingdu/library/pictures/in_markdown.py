"""Pictures in an article's Markdown: kept ones by their file, the others as links, as its HTML has them.

Whatever shows the file would ask the web for a picture that stands there by its address, and without a network
nothing would be seen of it. A link begins with ``🖼``, and one within a link has the outer one behind it (↗), so
that both become again what they were when the picture comes at last.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from jingdu.article import literal
from jingdu.library.pictures.placing import SIGN, word

_ALT: Final = r"((?:[^\[\]\\\n]|\\.){0,1000})"
_HREF: Final = r"([^\s()]{0,4000}(?:\([^\s()]*\)[^\s()]*){0,9})"
_OUTER: Final = "↗"


def placed(text: str, stored: Mapping[str, str], missing: Collection[str], lang: str | None) -> str:
    """``text`` with the pictures in ``stored`` (address → name in ``assets/``) local, those ``missing`` as links."""
    names = {literal.address(address): name for address, name in stored.items()}
    lacking = {literal.address(address) for address in missing} - set(names)
    if names:
        text = _waiting(names).sub(lambda link: _come(link, names), text)
    if names or lacking:
        text = _pictures([*names, *lacking]).sub(lambda picture: _placed(picture, names, word(lang)), text)
    return text


def _waiting(addresses: Iterable[str]) -> re.Pattern[str]:
    """Links that stand for pictures of these addresses: words, address, the outer link."""
    return re.compile(rf"\[{SIGN} {_ALT}\]\({_one_of(addresses)}\)(?: \[{_OUTER}\]\({_HREF}\))?")


def _come(link: re.Match[str], names: Mapping[str, str]) -> str:
    picture = f"![{link[1]}](assets/{names[link[2]]})"
    return f"[{picture}]({link[3]})" if link[3] else picture


def _pictures(addresses: Iterable[str]) -> re.Pattern[str]:
    """Pictures of these addresses: the outer link's bracket, words, address, title, the outer link."""
    return re.compile(rf'(\[)?!\[{_ALT}\]\({_one_of(addresses)}( "[^"\n]*")?\)(?(1)\]\({_HREF}\))')


def _placed(picture: re.Match[str], names: Mapping[str, str], words: str) -> str:
    outer, alt, address, title, href = picture.groups()
    if address in names:
        kept = f"![{alt}](assets/{names[address]}{title or ''})"
        return f"[{kept}]({href})" if outer else kept
    link = f"[{SIGN} {alt or words}]({address})"
    return f"{link} [{_OUTER}]({href})" if outer else link


def _one_of(addresses: Iterable[str]) -> str:
    return f"({'|'.join(map(re.escape, sorted(addresses, key=len, reverse=True)))})"
