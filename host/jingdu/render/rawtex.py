r"""Formulas in the text of a page whose scripts never drew them: ``$…$``, ``$$…$$``, ``\(…\)``, ``\[…\]``, ``align``.

A dollar is a price more often than not, so a page is one with formulas only if a pair of such signs encloses a TeX
command, an exponent or an index. On such a page, ``$`` opens and closes as in Pandoc: no space inside, no letter or
digit outside. Code is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import Final

from jingdu.page.model import Block
from jingdu.render.markup import escape
from jingdu.render.maths import tex

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
_WORD: Final = re.compile(r"[^\W\d_]{3}")
_GROUP: Final = re.compile(r"<p>\$\\(?:begin|end)group\$</p>|\$\\(?:begin|end)group\$")
"""Sites of questions part the formulas of posts with these; nothing is drawn for them."""


def occurs(blocks: Iterable[Block]) -> bool:
    """Whether the text of ``blocks`` has such formulas."""
    return any(_is_tex(block.text) for block in blocks if "$" in block.text or "\\" in block.text)


def _is_tex(text: str) -> bool:
    return any(_TEX.search(found[0]) for found in _FORMULA.finditer(escape(text)))


def formulas(html: str) -> str:
    """A piece of an article's ``html`` with these formulas in the form of `maths.tex`."""
    return _MARKUP.sub(_formula, _GROUP.sub("", html)) if "$" in html or "\\" in html else html


def _formula(found: re.Match[str]) -> str:
    source = next((found[name] for name in ("dollars", "square", "round", "whole", "dollar") if found[name]), "")
    if not source or not (_TEX.search(source) or not _WORD.search(source)):
        return found[0]
    display = not (found["round"] or found["dollar"])
    return tex(unescape(source.replace("<br>", " ")), display) or found[0]
