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
    r"\A(?:(?P<sign>#{1,6}(?=[ \t]|$)|[-+](?=[ \t]|$)|[-=|:][-=|: \t]*$|>)|(?P<number>\d{1,9})(?P<dot>[.)])(?=[ \t]|$))"
)
"""What begins a heading, a list, a quote, a rule or a table, at the start of a line."""
_ADDRESS: Final = re.compile(r"[\s\x00-\x20\x7f<>\\\"`|\[\]]")
_AUTHORITY: Final = re.compile(r"https?://\[[0-9A-Fa-f:.]+\]")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,40};)")
_RUNS: Final = re.compile("`+")
_SPACE: Final = re.compile(r"\s+")
_RUN: Final = re.compile(r"dataview(?:js)?|js-engine|meta-bind.*|templater.*|run-.*|exec.*|query|tasks|button", re.I)
"""Languages of code that plug-ins of note-taking programs run when they show it."""


def words(text: str, *, in_link: bool = False) -> str:
    """``text`` escaped. In a link's text no bracket may close it."""
    if not _SPECIAL.search(text):
        return text
    text = _SIGNS.sub(r"\\\g<0>", _BACKSLASH.sub(r"\\\\", text) if "\\" in text else text)
    return _BRACKET.sub(r"\\]", text) if in_link else text


def lines(text: str) -> str:
    """A paragraph in which no line begins a block of another kind."""
    return "\n".join(map(_line, text.split("\n")))


def _line(text: str) -> str:
    found = _STARTS.match(text)
    if not found:
        return text
    start = f"{found['number']}\\{found['dot']}" if found["dot"] else f"\\{found[0]}"
    return start + text[found.end() :]


def tex(source: str) -> str:
    """TeX in one line, in which a space, which means nothing there, parts what Markdown would read as one sign."""
    source = _SPACE.sub(" ", _COMMENT.sub("", source) if "\n" in source else source).strip()
    return _TEX_SIGNS.sub(r"\g<0> ", source).replace("`", "‘")


def formula_line(source: str) -> str:
    """TeX on a line of its own, which begins no block of another kind."""
    return f"{{}}{source}" if _STARTS.match(source) else source


def code(source: str) -> str:
    """Code within a line, between more backticks than there are in it."""
    source = one_line(source)
    if not source.strip():
        return source
    signs = "`" * (1 + max(map(len, _RUNS.findall(source)), default=0))
    gap = " " if source[0] in "` " or source[-1] in "` " else ""
    return f"{signs}{gap}{source}{gap}{signs}"


def address(href: str) -> str:
    """An address as a link's destination: percent-encoded where it could end it."""
    host = _AUTHORITY.match(href)
    start = host.end() if host else 0
    rest = _ADDRESS.sub(lambda sign: quote(sign[0], safe=""), href[start:])
    if not _is_balanced(rest):
        rest = rest.replace("(", "%28").replace(")", "%29")
    return href[:start] + _ENTITY.sub("&amp;", rest)


def fence(code: str) -> str:
    """Backticks around a block of code: more than any in it."""
    return "`" * max(3, 1 + max(map(len, _RUNS.findall(code)), default=0))


def one_line(code: str) -> str:
    """Code within a line: a paragraph's end would end it."""
    return _SPACE.sub(lambda found: " " if "\n" in found[0] else found[0], code)


def language(name: str) -> str | None:
    """The language of a block of code; None where naming it would run it."""
    return None if _RUN.fullmatch(name) else name


def _is_balanced(text: str) -> bool:
    depth = 0
    for sign in re.findall(r"[()]", text):
        depth += 1 if sign == "(" else -1
        if depth < 0:
            return False
    return depth == 0
