r"""TeX: writes it as ``code`` elements, converts MathML without a TeX source to it, and finds it in text.

Of MathML, only presentation elements are converted, for Markdown, plain text and screen readers; letters and symbols
remain Unicode, which current TeX engines accept.

Pages that render formulas by scripts have ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]`` or ``align`` in their text. A dollar
is more often a price, so a page has formulas only if such a pair encloses a TeX command, an exponent or an index. ``$``
opens and closes as in Pandoc: no space inside, no letter or digit outside. Code is ignored.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import unescape
from typing import Final

from jingdu.page.model import Block, Element
from jingdu.render.markup import escape

MAX_FORMULA: Final = 20_000
"""Maximum characters of a formula."""
MAX_DEPTH: Final = 40
"""Maximum nesting of a formula's elements; deeper ones are converted to plain text."""

_SPACES: Final = re.compile("[ \t\n\r\f]+")
_AT_END: Final = re.compile(r"^ (?=\w)|(?<=\w) $")
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
_STYLED: Final = re.compile(r"^\{\\(?:display|text)style\s+(.*)\}$", re.S)
_INSIDE: Final = r"(?:[^<$\\]|\\[^()\[\]]|<br>)"
_FORMULAS: Final = (
    rf"\$\$(?P<dollars>{_INSIDE}+)\$\$"
    rf"|\\\[(?P<square>(?:[^<\\]|\\[^()\[\]]|<br>)+)\\\]"
    rf"|\\\((?P<round>(?:[^<\\]|\\[^()\[\]]|<br>)+)\\\)"
    r"|(?P<whole>\\begin\{(?P<name>equation|align|gather|multline|eqnarray)(?P<star>\*?)\}"
    r"(?:[^<\\]|\\(?!(?:begin|end)\{(?P=name))[^<]|<br>)+\\end\{(?P=name)(?P=star)\})"
    rf"|(?<![\w$\\])\$(?![\s$])(?P<dollar>{_INSIDE}{{1,1000}})(?<!\s)\$(?![\w$])"
)
_FORMULA: Final = re.compile(_FORMULAS)
_MARKUP: Final = re.compile(
    rf"<(?P<literal>pre|code|math|kbd|samp)\b(?:[^<]|<(?!/(?P=literal)>))*|<(?!br>)[^<>]*|{_FORMULAS}"
)
_TEX: Final = re.compile(r"\\[A-Za-z]{2}|[\^_][{\\]|\^\w|\b[A-Za-z]_\w\b")
_MAY_BE: Final = re.compile(r"[\^_]")
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_GROUP: Final = re.compile(r"<p>\$\\(?:begin|end)group\$</p>|\$\\(?:begin|end)group\$")
"""Invisible scopes of macros on Q&A sites."""


def tex(source: str, display: bool = False) -> str:
    """TeX as a ``code`` element, or empty."""
    source = bare(source)
    return f'<code class="math{" display" if display else ""}">{escape(source)}</code>' if source else ""


def bare(source: str) -> str:
    """TeX without the delimiters that converters add."""
    source = source.strip()[:MAX_FORMULA].removeprefix("% <![CDATA[").removesuffix("%]]>").strip()
    for start, end in (("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")):
        if len(source) > len(start + end) and source.startswith(start) and source.endswith(end):
            source = source[len(start) : -len(end)].strip()
    styled = _STYLED.match(source)
    return styled[1].strip() if styled else source


# from MathML


def folded(leaf: Element) -> str:
    """The text with white space collapsed as in MathML; no-break spaces, and one at an end of ``mtext``, remain."""
    text = leaf.text or ""
    if leaf.tag == "mtext":
        text = _AT_END.sub("\xa0", text)
    return _SPACES.sub(" ", text).strip(" ")


def tex_of(math: Element) -> str:
    """The contents of ``math`` as TeX."""
    return "".join(_one(child, 1) for child in math)


def _one(element: Element, depth: int) -> str:
    if depth > MAX_DEPTH:
        return "".join(map(str, element.itertext()))
    text = folded(element).replace("\xa0", " ")
    match element.tag:
        case "mi":
            text = text.strip()
            return f"\\{text} " if text in _FUNCTIONS else text if len(text) < 2 else f"\\mathrm{{{text}}}"
        case "mn" | "mo":
            return _SIGNS.get(text.strip(), _escaped(text.strip()))
        case "mtext" | "ms":
            return f"\\text{{{text}}}" if text else " "
        case "mspace":
            return " "
        case "mtable":
            rows = (" & ".join(_one(cell, depth + 1) for cell in row) for row in element.iterchildren("mtr"))
            inner = " \\\\ ".join(rows)
            return f"\\begin{{matrix}}{inner}\\end{{matrix}}" if element.find("mtr") is not None else ""
        case "annotation" | "annotation-xml" | "mphantom":
            return ""
    shape = _SHAPES.get(element.tag)
    parts = [_one(child, depth + 1) for child in element]
    if element.tag == "mfenced":
        return f"{_escaped(element.get('open', '('))}{','.join(parts)}{_escaped(element.get('close', ')'))}"
    if shape is not None and len(parts) == shape[0]:
        return shape[1](parts)
    whole = "".join(parts)
    return f"\\sqrt{{{whole}}}" if element.tag == "msqrt" else whole


def _escaped(text: str) -> str:
    return f"\\{text}" if text in ("{", "}", "%", "#", "&", "$") else text


def _group(text: str) -> str:
    return text if len(text) == 1 else f"{{{text}}}"


def _stacked(parts: Sequence[str], sign: str, command: str) -> str:
    """The TeX of an accent, a limit of an operator, or an expression over or under a base."""
    base, accent = parts[0], _ACCENTS.get(parts[1].strip())
    if accent:
        return f"\\{accent}{{{base}}}"
    return f"{base.rstrip()}{sign}{_group(parts[1])}" if base.startswith("\\") else f"{command}{{{parts[1]}}}{{{base}}}"


_SHAPES: Final[dict[str, tuple[int, Callable[[Sequence[str]], str]]]] = {
    "msup": (2, lambda p: f"{_group(p[0])}^{_group(p[1])}"),
    "msub": (2, lambda p: f"{_group(p[0])}_{_group(p[1])}"),
    "msubsup": (3, lambda p: f"{_group(p[0])}_{_group(p[1])}^{_group(p[2])}"),
    "mfrac": (2, lambda p: f"\\frac{{{p[0]}}}{{{p[1]}}}"),
    "mroot": (2, lambda p: f"\\sqrt[{p[1]}]{{{p[0]}}}"),
    "mover": (2, lambda p: _stacked(p, "^", r"\overset")),
    "munder": (2, lambda p: _stacked(p, "_", r"\underset")),
    "munderover": (3, lambda p: f"{p[0].rstrip()}_{_group(p[1])}^{_group(p[2])}"),
}
"""Element → number of its children, and the function that joins their TeX."""


# in the text of a page


def occurs(blocks: Iterable[Block]) -> bool:
    """Whether ``blocks`` have TeX formulas in their text."""
    # a formula is between dollars or begins with a backslash, and `_TEX` needs one of the three signs
    texts = [block.text for block in blocks if "\\" in block.text or ("$" in block.text and _MAY_BE.search(block.text))]
    return any(_TEX.search(found[0]) for text in texts for found in _FORMULA.finditer(escape(text)))


def formulas(html: str) -> str:
    """Replaces TeX formulas in the text of ``html`` by `tex` elements."""
    return _MARKUP.sub(_formula, _GROUP.sub("", html)) if "$" in html or "\\" in html else html


def _formula(found: re.Match[str]) -> str:
    source = next((found[name] for name in ("dollars", "square", "round", "whole", "dollar") if found[name]), "")
    if not source or not (_TEX.search(source) or not _WORD.search(source)):
        return found[0]
    return tex(unescape(source.replace("<br>", " ")), not (found["round"] or found["dollar"])) or found[0]
