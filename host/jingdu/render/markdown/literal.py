"""Escapes literal text in Markdown.

Renderers differ in what they parse as HTML or a link. Therefore every ``<`` before a letter, bracket of a link and
backtick is escaped, even if it ends its text and the next character is in another element (CommonMark 0.31.2, 2.4).
"""

import re
from itertools import accumulate
from typing import Final
from urllib.parse import quote

_BACKSLASH: Final = re.compile(r"\\(?=[!-/:-@\[-`{-~]|\Z)")
_SIGNS: Final = re.compile(r"\*|_|`|~|\[|<(?=\S|\Z)|\](?=[(\[:]|\Z)|&(?=#?\w{1,40};)|\$(?<=\S\$)(?!\d)")
"""Each alternative begins with a literal, which makes `re` several times as fast."""
_SPECIAL: Final = re.compile(r"[*_`~\[\]<&$\\]")
"""A text without these characters needs no escaping."""
_BRACKET: Final = re.compile(r"(?<!\\)\]")
_TEX_SIGNS: Final = re.compile(r"<(?=[A-Za-z/!?])|\](?=[(\[:])|~(?=~)|\*(?=[^\s}])|(?<=[^\w\s])_(?=\S)")
_COMMENT: Final = re.compile(r"(?<!\\)%[^\n]*")
_STARTS: Final = re.compile(
    r"^(?:(?P<sign>#{1,6}(?=[ \t]|$)|[-+](?=[ \t]|$)|[-=|:][-=|: \t]*$|>)|(?P<number>\d{1,9})(?P<dot>[.)])(?=[ \t]|$))",
    re.M,
)
"""Signs at the start of a line that begin a heading, a list, a quotation, a rule or a table."""
_ADDRESS: Final = re.compile(r"[\s\x00-\x20\x7f<>\\\"`|\[\]]")
_RESERVED: Final = re.compile(rf"{_ADDRESS.pattern}|[()&]")
"""An address without these characters is a link destination as it is."""
_AUTHORITY: Final = re.compile(r"https?://\[[0-9A-Fa-f:.]+\]")
_ENTITY: Final = re.compile(r"&(?=#?\w{1,40};)")
_RUNS: Final = re.compile("`+")
_SPACE: Final = re.compile(r"\s+")


def words(text: str, *, in_link: bool = False) -> str:
    """Escapes ``text``, and closing brackets too if it is in a link."""
    if not _SPECIAL.search(text):
        return text
    text = _SIGNS.sub(r"\\\g<0>", _BACKSLASH.sub(r"\\\\", text) if "\\" in text else text)
    return _BRACKET.sub(r"\\]", text) if in_link else text


def lines(text: str) -> str:
    """Escapes lines of a paragraph that begin another kind of block."""
    if "\n" not in text and not _STARTS.match(text):
        return text
    return _STARTS.sub(lambda found: f"{found['number']}\\{found['dot']}" if found["dot"] else f"\\{found[0]}", text)


def tex(source: str) -> str:
    """TeX in one line; spaces, which TeX ignores, follow signs that Markdown would parse as its own."""
    source = _SPACE.sub(" ", _COMMENT.sub("", source) if "\n" in source else source).strip()
    return _TEX_SIGNS.sub(r"\g<0> ", source).replace("`", "‘")


def formula(source: str) -> str:
    """TeX as a displayed formula, with an empty group before signs that would begin another kind of block."""
    return f"$$\n{'{}' if _STARTS.match(source) else ''}{source}\n$$"


def code(source: str) -> str:
    """Inline code between more backticks than it contains; line breaks become spaces."""
    source = _SPACE.sub(lambda found: " " if "\n" in found[0] else found[0], source)
    if not source.strip():
        return source
    signs = fence(source, 1)
    gap = " " if source[0] in "` " or source[-1] in "` " else ""
    return f"{signs}{gap}{source}{gap}{signs}"


def fence(code: str, least: int = 3) -> str:
    """At least as many backticks, and more than ``code`` contains."""
    return "`" * max([least, *(len(run) + 1 for run in _RUNS.findall(code))])


def address(href: str) -> str:
    """An address as a link destination; delimiters are percent-encoded."""
    if not _RESERVED.search(href):
        return href
    host = _AUTHORITY.match(href)
    start = host.end() if host else 0
    rest = _ADDRESS.sub(lambda sign: quote(sign[0], safe=""), href[start:])
    depths = list(accumulate((1 if sign == "(" else -1 for sign in re.findall(r"[()]", rest)), initial=0))
    if depths[-1] or min(depths) < 0:
        rest = rest.replace("(", "%28").replace(")", "%29")
    return href[:start] + _ENTITY.sub("&amp;", rest)
