"""Words of a page in Markdown: they stay words, whatever Markdown would make of them.

Renderers differ in what they take for HTML or a link; so no ``<`` before a letter, no bracket of
a link and no backtick of the page is unescaped, also where a sign ends its text and what
follows is in another element (CommonMark 0.31.2, 2.4).
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote

_BACKSLASH: Final = re.compile(r"\\(?=[!-/:-@\[-`{-~]|\Z)")
_SIGNS: Final = re.compile(r"\*|_|`|~|\[|<(?=\S|\Z)|\](?=[(\[:]|\Z)|&(?=#?\w{1,40};)|\$(?<=\S\$)(?!\d)")
"""Each alternative begins with a literal: then `re` skips all other characters several times as fast."""
_SPECIAL: Final = re.compile(r"[*_`~\[\]<&$\\]")
"""Without any of these a text needs no escape."""
_BRACKET: Final = re.compile(r"(?<!\\)\]")
_TEX_SIGNS: Final = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(\[:])|~(?=~)|\*(?=[^\s}])|(?<=[^\w\s])_(?=\S)")
_COMMENT: Final = re.compile(r"(?<!\\)%[^\n]*")
_STARTS: Final = re.compile(
    r"^(?:(?P<sign>#{1,6}(?=[ \t]|$)|[-+](?=[ \t]|$)|[-=|:][-=|: \t]*$|>)|(?P<number>\d{1,9})(?P<dot>[.)])(?=[ \t]|$))",
    re.MULTILINE,
)
"""What begins a heading, a list, a quote, a rule or a table, at the start of a line."""
_ADDRESS: Final = re.compile(r"[\s\x00-\x20\x7f<>\\\"`|\[\]]")
_AUTHORITY: Final = re.compile(r"https?://\[[0-9A-Fa-f:.]+\]")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,40};)")
_RUNS: Final = re.compile("`+")
_SPACE: Final = re.compile(r"\s+")


def words(text: str, *, in_link: bool = False) -> str:
    """``text`` escaped. In a link's text no bracket may close it."""
    if not _SPECIAL.search(text):
        return text
    text = _SIGNS.sub(r"\\\g<0>", _BACKSLASH.sub(r"\\\\", text) if "\\" in text else text)
    return _BRACKET.sub(r"\\]", text) if in_link else text


def lines(text: str) -> str:
    """A paragraph in which no line begins a block of another kind."""
    return _STARTS.sub(lambda found: f"{found['number']}\\{found['dot']}" if found["dot"] else f"\\{found[0]}", text)


def tex(source: str) -> str:
    """TeX in one line, in which a space, which means nothing there, parts what Markdown would read as one sign."""
    source = _SPACE.sub(" ", _COMMENT.sub("", source) if "\n" in source else source).strip()
    return _TEX_SIGNS.sub(r"\g<0> ", source).replace("`", "‘")


def formula(source: str) -> str:
    """TeX on lines of its own, which begins no block of another kind."""
    return f"$$\n{'{}' if _STARTS.match(source) else ''}{source}\n$$"


def code(source: str) -> str:
    """Code within a line, between more backticks than there are in it; a paragraph's end would end it."""
    source = _SPACE.sub(lambda found: " " if "\n" in found[0] else found[0], source)
    if not source.strip():
        return source
    signs = "`" * (1 + max(map(len, _RUNS.findall(source)), default=0))
    gap = " " if source[0] in "` " or source[-1] in "` " else ""
    return f"{signs}{gap}{source}{gap}{signs}"


def fence(code: str) -> str:
    """Backticks around a block of code: more than any in it."""
    return "`" * max(3, 1 + max(map(len, _RUNS.findall(code)), default=0))


def address(href: str) -> str:
    """An address as a link's destination: percent-encoded where it could end it."""
    host = _AUTHORITY.match(href)
    start = host.end() if host else 0
    rest = _ADDRESS.sub(lambda sign: quote(sign[0], safe=""), href[start:])
    depth = 0
    for sign in re.findall(r"[()]", rest):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            break
    if depth:
        rest = rest.replace("(", "%28").replace(")", "%29")
    return href[:start] + _ENTITY.sub("&amp;", rest)
