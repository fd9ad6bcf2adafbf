"""What may stand where in an e-book's XHTML, of the elements that an article may hold (HTML standard, MathML Core)."""

from __future__ import annotations

from typing import Final

from jingdu.render import maths

INLINE: Final = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small strong sub sup u var".split()
)
BLOCKS: Final = frozenset(
    "blockquote caption dd details dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td th "
    "thead tr ul".split()
)
TEXTUAL: Final = frozenset("p h1 h2 h3 h4 h5 h6 pre".split())
"""Blocks that hold text and inline elements alone."""
MATHML: Final = maths.TAGS

COUNTED: Final = {
    "mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "mroot": 2, "msubsup": 3, "munderover": 3,
}  # fmt: skip
"""MathML elements with a fixed number of children."""
TOKENS: Final = frozenset({"mi", "mo", "mn", "mtext", "ms"})
INSIDE: Final = {"mtr": "mtable", "mtd": "mtr"}
"""MathML elements that stand in one other only."""
HOLDS: Final = {"mtable": "mtr", "mtr": "mtd"}
MATH_ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
    "math": frozenset({"display", "alttext", "dir"}),
    "mi": frozenset({"mathvariant", "dir"}),
    "mn": frozenset({"mathvariant", "dir"}),
    "mtext": frozenset({"mathvariant", "dir"}),
    "ms": frozenset({"mathvariant", "dir"}),
    "mo": frozenset(
        "mathvariant dir stretchy fence separator form lspace rspace movablelimits largeop minsize maxsize "
        "accent".split()
    ),
    "mspace": frozenset({"width", "height", "depth"}),
    "mpadded": frozenset({"width", "height", "depth", "lspace"}),
    "mover": frozenset({"accent"}),
    "munder": frozenset({"accentunder"}),
    "munderover": frozenset({"accent", "accentunder"}),
    "mfrac": frozenset({"linethickness"}),
    "mstyle": frozenset({"displaystyle", "scriptlevel", "mathvariant"}),
    "menclose": frozenset({"notation"}),
    "mtable": frozenset({"columnalign", "rowalign", "displaystyle"}),
    "mtr": frozenset({"columnalign", "rowalign"}),
    "mtd": frozenset({"columnspan", "columnalign", "rowalign"}),
}
"""Which attribute of MathML goes with which element, of those that an article keeps."""

_LENGTH: Final = r"-?\d*\.?\d+(?:em|ex|px|in|cm|mm|pt|pc|%)?"
_TRUTH: Final = r"true|false"
_SIDES: Final = r"(?:left|center|right)(?: (?:left|center|right))*"
_ROWS: Final = r"(?:top|bottom|center|baseline|axis)(?: (?:top|bottom|center|baseline|axis))*"
MATH_VALUES: Final[dict[str, str]] = {
    "display": "block|inline",
    "dir": "ltr|rtl",
    "mathvariant": "normal|bold|italic|bold-italic|double-struck|bold-fraktur|script|bold-script|fraktur|sans-serif|"
    "bold-sans-serif|sans-serif-italic|sans-serif-bold-italic|monospace",
    **dict.fromkeys("accent accentunder stretchy fence separator movablelimits largeop displaystyle".split(), _TRUTH),
    "form": "prefix|infix|postfix",
    **dict.fromkeys("lspace rspace width height depth minsize maxsize linethickness".split(), _LENGTH),
    "scriptlevel": r"[+-]?\d{1,3}",
    "columnalign": _SIDES,
    "rowalign": _ROWS,
    "columnspan": r"[1-9]\d{0,3}",
    "notation": r"[a-z]+(?: [a-z]+)*",
    "alttext": r"(?s:.*)",
}
"""What the value of such an attribute has to look like."""
