"""Words of a page in Markdown: they stay words, whatever Markdown would make of them.

Renderers differ in what they take for HTML or a link; so no ``<`` before a letter, no bracket of
a link and no backtick of the page stands unescaped, also where a sign is all of its text node and
what follows stands in the next one (CommonMark 0.31, 2.4).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

_BACKSLASH: Final = re.compile(r"\\(?=[!-/:-@\[-`{-~]|\Z)")
_SIGNS: Final = re.compile(r"<(?=[A-Za-z/!?]|\Z)|\[|\](?=[(\[:]|\Z)|`|&(?=#?\w{1,40};)|~(?=~|\Z)|(?<=~)~|\A~")
_BRACKET: Final = re.compile(r"(?<!\\)\]")
_TEX: Final = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(\[:])|~(?=~)")
_ADDRESS: Final = re.compile(r"[\x00-\x20\x7f<>\\\"`|\[\]]")
_AUTHORITY: Final = re.compile(r"https?://\[[0-9A-Fa-f:.]+\]")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,40};)")
_RUNS: Final = re.compile("`+")
_SPACE: Final = re.compile(r"\s+")
_RUN: Final = re.compile(r"dataview(?:js)?|js-engine|meta-bind.*|templater.*|run-.*|exec.*|query|tasks|button", re.I)
"""Languages of code that plug-ins of note-taking programs run when they show it."""


def words(text: str, escape: Callable[[str], str], *, in_link: bool = False) -> str:
    """``text`` escaped; ``escape`` does what is done besides. In a link's text no bracket may close it."""
    text = _SIGNS.sub(r"\\\g<0>", escape(_BACKSLASH.sub(r"\\\\", text)))
    return _BRACKET.sub(r"\\]", text) if in_link else text


def tex(source: str) -> str:
    """TeX in which a space, which means nothing there, parts what Markdown would read as one sign."""
    return _TEX.sub(r"\g<0> ", source).replace("`", "‘")


def address(href: str) -> str:
    """An address as a link's destination: percent-encoded where it could end it."""
    host = _AUTHORITY.match(href)
    start = host.end() if host else 0
    rest = _ADDRESS.sub(lambda sign: f"%{ord(sign[0]):02X}", href[start:])
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
