"""Reduces formulas to the MathML that EPUB allows."""

import re
from collections.abc import Mapping
from typing import Final

from lxml.html import HtmlElement as Element

from jingdu.render import maths

NAMESPACE: Final = "http://www.w3.org/1998/Math/MathML"
_CHILD_COUNTS: Final = {
    "mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "mroot": 2, "msubsup": 3, "munderover": 3,
    "mprescripts": 0,
}  # fmt: skip
_ONLY_PARENT: Final = {"mtr": "mtable", "mtd": "mtr", "mprescripts": "mmultiscripts"}
_ONLY_CHILDREN: Final = {"mtable": "mtr", "mtr": "mtd"}
_LENGTH: Final = r"-?\d*\.?\d+(?:em|ex|px|in|cm|mm|pt|pc|%)?"
_TRUTH: Final = "true|false"
_SIDES: Final = r"(?:left|center|right)(?: (?:left|center|right))*"
_ROWS: Final = r"(?:top|bottom|center|baseline|axis)(?: (?:top|bottom|center|baseline|axis))*"
_ATTRIBUTES: Final[dict[str, tuple[str, str]]] = {
    "display": ("math", "block|inline"), "alttext": ("math", "(?s:.*)"), "dir": ("math mi mn mo ms mtext", "ltr|rtl"),
    "mathvariant": ("mi mn mo ms mstyle mtext",
                    "normal|bold|italic|bold-italic|double-struck|bold-fraktur|script|bold-script|fraktur|sans-serif|"
                    "bold-sans-serif|sans-serif-italic|sans-serif-bold-italic|monospace"),
    "form": ("mo", "prefix|infix|postfix"), "accent": ("mo mover munderover", _TRUTH),
    "accentunder": ("munder munderover", _TRUTH), "displaystyle": ("mstyle mtable", _TRUTH),
    **dict.fromkeys("stretchy fence separator movablelimits largeop".split(), ("mo", _TRUTH)),
    "lspace": ("mo mpadded", _LENGTH), "linethickness": ("mfrac", _LENGTH),
    **dict.fromkeys(("rspace", "minsize", "maxsize"), ("mo", _LENGTH)),
    **dict.fromkeys(("width", "height", "depth"), ("mspace mpadded", _LENGTH)),
    "scriptlevel": ("mstyle", r"[+-]?\d{1,3}"), "notation": ("menclose", "[a-z]+(?: [a-z]+)*"),
    "columnalign": ("mtable mtr mtd", _SIDES), "rowalign": ("mtable mtr mtd", _ROWS),
    "columnspan": ("mtd", r"[1-9]\d{0,3}"),
}  # fmt: skip
"""Attribute → elements that may have it (empty for all), and pattern of its value."""


def write(formula: Element) -> bool:
    """Removes a formula's unknown attributes; returns False if it is invalid and was replaced by ``code``."""
    elements = list(formula.iter())
    if not all(_is_allowed(element, formula) for element in elements):
        text = formula.get("alttext") or formula.text_content()
        del formula[:]
        formula.attrib.clear()
        formula.tag, formula.text = "code", text
        return False
    for element in elements:
        keep_attributes(element, _ATTRIBUTES)
    return True


def keep_attributes(element: Element, allowed: Mapping[str, tuple[str, str]]) -> None:
    """Removes the attributes that are not ``allowed``, a table such as `_ATTRIBUTES`."""
    kept = {}
    for name, value in element.attrib.items():
        owners, form = allowed.get(str(name), ("-", ""))
        if (not owners or element.tag in owners.split()) and re.fullmatch(form, str(value)):
            kept[name] = value
    element.attrib.clear()  # one by one fails for some names of attributes
    element.attrib.update(kept)


def _is_allowed(element: Element, formula: Element) -> bool:
    """Whether an element is known, and its parent, children and text are as its content model requires."""
    tag, parent = str(element.tag), element.getparent()
    children = [str(child.tag) for child in element]
    return (
        tag in maths.TAGS
        and (tag == "math") == (element is formula)
        and len(children) == _CHILD_COUNTS.get(tag, len(children))
        and (tag not in _ONLY_PARENT or parent.tag == _ONLY_PARENT[tag])
        and (tag not in _ONLY_CHILDREN or set(children) <= {_ONLY_CHILDREN[tag]})
        and (tag != "mmultiscripts" or _has_pairs(children))
        and (not children if tag in maths.TOKENS else not has_text(element))
    )


def _has_pairs(children: list[str]) -> bool:
    """Whether ``mmultiscripts`` has a base, pairs of scripts, and optional ``mprescripts`` with pairs."""
    kinds = "".join("p" if child == "mprescripts" else "x" for child in children)
    return re.fullmatch(r"x(?:xx)*(?:p(?:xx)*)?", kinds) is not None


def has_text(element: Element) -> bool:
    """Whether an element has text of its own, not only in its descendants."""
    return any((text or "").strip() for text in (element.text, *(child.tail for child in element)))
