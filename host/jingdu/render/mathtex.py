"""MathML to TeX, for formulas without TeX: what Markdown, the text and a screen reader need.

Only presentation elements are read; letters and signs stay the Unicode that they are, which
TeX engines of today take as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from jingdu.page.model import Element

MAX_DEPTH: Final = 40
"""Levels of a formula; a deeper one is written as its characters."""

_SPACES: Final = re.compile("[ \t\n\r\f]+")
_ACCENTS: Final = {
    "^": "hat", "ˆ": "hat", "¯": "bar", "‾": "overline", "_": "underline", "~": "tilde", "˜": "tilde", "→": "vec",
    "⃗": "vec", "˙": "dot", "¨": "ddot", "⏞": "overbrace", "⏟": "underbrace",
}  # fmt: skip
_SIGNS: Final = {
    "∑": r"\sum ", "∏": r"\prod ", "∫": r"\int ", "√": r"\sqrt ", "∞": r"\infty ", "\u2061": "", "\u2062": "",
    "\u2063": ",",
}  # fmt: skip
_FUNCTIONS: Final = frozenset(
    "sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan log ln exp lim max min sup inf det gcd dim ker".split()
)


def folded(text: str) -> str:
    """``text`` with its white space as MathML has it: one space, none at the ends; a no-break space stays."""
    return _SPACES.sub(" ", text).strip(" ")


def tex_of(math: Element, depth: int = 0) -> str:
    """The TeX of what is inside ``math``."""
    return "".join(_one(child, depth + 1) for child in math)


def _one(element: Element, depth: int) -> str:
    if depth > MAX_DEPTH:
        return "".join(map(str, element.itertext()))
    text = folded(element.text or "").replace("\xa0", " ")
    if element.tag == "mi":
        text = text.strip()
        return f"\\{text} " if text in _FUNCTIONS else text if len(text) < 2 else f"\\mathrm{{{text}}}"
    if element.tag in ("mn", "mo"):
        return _SIGNS.get(text.strip(), _escaped(text.strip()))
    if element.tag in ("mtext", "ms"):
        return f"\\text{{{text}}}" if text else " "
    if element.tag == "mspace":
        return " "
    if element.tag in ("mtable", "mfenced"):
        return (_table if element.tag == "mtable" else _fenced)(element, depth)
    shape = _SHAPES.get(element.tag)
    parts = [_one(child, depth + 1) for child in element]
    if shape is not None and len(parts) == shape[0]:
        return shape[1](parts)
    if element.tag == "msqrt":
        return f"\\sqrt{{{''.join(parts)}}}"
    return "" if element.tag in ("annotation", "annotation-xml", "mphantom") else "".join(parts)


def _escaped(text: str) -> str:
    return f"\\{text}" if text in ("{", "}", "%", "#", "&", "$") else text


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"


def _over(parts: Sequence[str]) -> str:
    accent = _ACCENTS.get(parts[1].strip())
    return f"\\{accent}{{{parts[0]}}}" if accent else _raised(parts, "^", r"\overset")


def _under(parts: Sequence[str]) -> str:
    accent = _ACCENTS.get(parts[1].strip())
    return f"\\{accent}{{{parts[0]}}}" if accent else _raised(parts, "_", r"\underset")


def _raised(parts: Sequence[str], sign: str, command: str) -> str:
    """A limit of a sum or function, or else something set over or under."""
    base = parts[0]
    return f"{base.rstrip()}{sign}{_group(parts[1])}" if base.startswith("\\") else f"{command}{{{parts[1]}}}{{{base}}}"


def _table(table: Element, depth: int) -> str:
    rows = [" & ".join(_one(cell, depth + 1) for cell in row) for row in table.iterchildren("mtr")]
    return "\\begin{matrix}" + " \\\\ ".join(rows) + "\\end{matrix}" if rows else ""


def _fenced(element: Element, depth: int) -> str:
    inner = ",".join(_one(child, depth + 1) for child in element)
    return f"{_escaped(element.get('open', '('))}{inner}{_escaped(element.get('close', ')'))}"


_SHAPES: Final[dict[str, tuple[int, Callable[[Sequence[str]], str]]]] = {
    "msup": (2, lambda p: f"{_group(p[0])}^{_group(p[1])}"),
    "msub": (2, lambda p: f"{_group(p[0])}_{_group(p[1])}"),
    "msubsup": (3, lambda p: f"{_group(p[0])}_{_group(p[1])}^{_group(p[2])}"),
    "mfrac": (2, lambda p: f"\\frac{{{p[0]}}}{{{p[1]}}}"),
    "mroot": (2, lambda p: f"\\sqrt[{p[1]}]{{{p[0]}}}"),
    "mover": (2, _over),
    "munder": (2, _under),
    "munderover": (3, lambda p: f"{p[0].rstrip()}_{_group(p[1])}^{_group(p[2])}"),
}
"""Element → how many children it has, and how they are written."""
