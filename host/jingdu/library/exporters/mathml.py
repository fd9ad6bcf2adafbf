"""A formula in MathML as e-books may hold it, or None where its parts are not what they should be."""

from __future__ import annotations

import re
from typing import Final

from lxml import etree

from jingdu.library.exporters import tables
from jingdu.page.model import Element

NAMESPACE: Final = "http://www.w3.org/1998/Math/MathML"


def formula(source: Element) -> Element | None:
    """The formula in its namespace, with only what the standard knows of each element."""
    return _copy(source, None) if _is_sound(source) else None


def _is_sound(source: Element) -> bool:
    return all(_is_allowed(element, source) for element in source.iter() if isinstance(element.tag, str))


def _is_allowed(element: Element, formula: Element) -> bool:
    tag, parent = str(element.tag), element.getparent()
    children = [str(child.tag) for child in element]
    if tag not in tables.MATHML or (tag == "math") != (element is formula):
        return False
    if tag in tables.COUNTED and len(children) != tables.COUNTED[tag]:
        return False
    if tag in tables.INSIDE and (parent is None or parent.tag != tables.INSIDE[tag]):
        return False
    if tag in tables.HOLDS and any(child != tables.HOLDS[tag] for child in children):
        return False
    if tag in tables.TOKENS:
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
    for attribute in sorted(tables.MATH_ATTRIBUTES.get(tag, ())):
        value = source.get(attribute)
        if value is not None and re.fullmatch(tables.MATH_VALUES[attribute], value):
            copy.set(attribute, value)
    if tag in tables.TOKENS:
        copy.text = source.text
    for child in source:
        if isinstance(child.tag, str):
            _copy(child, copy)
    return copy


def _root(name: str) -> Element:
    return etree.Element(name, nsmap={None: NAMESPACE})  # type: ignore[dict-item]  # as lxml has it
