"""A formula in MathML as e-books may hold it, or None where its parts are not what they should be."""

from __future__ import annotations

import re
from typing import Final

from lxml import etree

from jingdu.page.model import Element
from jingdu.render import maths

NAMESPACE: Final = "http://www.w3.org/1998/Math/MathML"
_COUNTED: Final = {
    "mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "mroot": 2, "msubsup": 3, "munderover": 3,
}  # fmt: skip
"""MathML elements with a fixed number of children."""
_TOKENS: Final = frozenset({"mi", "mo", "mn", "mtext", "ms"})
_INSIDE: Final = {"mtr": "mtable", "mtd": "mtr"}
"""MathML elements that stand in one other only."""
_HOLDS: Final = {"mtable": "mtr", "mtr": "mtd"}
_ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
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
_VALUES: Final[dict[str, str]] = {
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


def formula(source: Element) -> Element | None:
    """The formula in its namespace, with only what the standard knows of each element."""
    return _copy(source, None) if _is_sound(source) else None


def _is_sound(source: Element) -> bool:
    return all(_is_allowed(element, source) for element in source.iter() if isinstance(element.tag, str))


def _is_allowed(element: Element, formula: Element) -> bool:
    tag, parent = str(element.tag), element.getparent()
    children = [str(child.tag) for child in element]
    if tag not in maths.TAGS or (tag == "math") != (element is formula):
        return False
    if tag in _COUNTED and len(children) != _COUNTED[tag]:
        return False
    if tag in _INSIDE and (parent is None or parent.tag != _INSIDE[tag]):
        return False
    if tag in _HOLDS and any(child != _HOLDS[tag] for child in children):
        return False
    if tag in _TOKENS:
        return not children
    if tag == "mmultiscripts" or tag == "mprescripts":
        return _is_scripts(element)
    return not _has_text(element)


def _is_scripts(element: Element) -> bool:
    """A base, then pairs of scripts, then once more pairs after ``mprescripts``."""
    if element.tag == "mprescripts":
        parent = element.getparent()
        return parent is not None and parent.tag == "mmultiscripts" and len(element) == 0
    kinds = "".join("p" if child.tag == "mprescripts" else "x" for child in element)
    return bool(re.fullmatch(r"x(?:xx)*(?:p(?:xx)*)?", kinds)) and not _has_text(element)


def _has_text(element: Element) -> bool:
    return bool((element.text or "").strip() or any((child.tail or "").strip() for child in element))


def _copy(source: Element, out: Element | None) -> Element:
    tag = str(source.tag)
    name = f"{{{NAMESPACE}}}{tag}"
    copy = etree.SubElement(out, name) if out is not None else _root(name)
    for attribute in sorted(_ATTRIBUTES.get(tag, ())):
        value = source.get(attribute)
        if value is not None and re.fullmatch(_VALUES[attribute], value):
            copy.set(attribute, value)
    if tag in _TOKENS:
        copy.text = source.text
    for child in source:
        if isinstance(child.tag, str):
            _copy(child, copy)
    return copy


def _root(name: str) -> Element:
    return etree.Element(name, nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # as lxml has it
