"""HTML's tokens as the parser sees them (WHATWG HTML, 13.2.5), to find what would hang it.

Every expression is possessive, so that a page is read once. Where this module and libxml2
disagree on where a tag ends, a page can hide from us what libxml2 then chokes on.
"""

from __future__ import annotations

import re
from typing import Final

MAX_ATTRIBUTES: Final = 1000
"""Attributes kept on one tag: libxml2 compares each with each (100,000 take 40 s)."""

_SPACE: Final = r"[ \t\n\f\r]"
_STOP: Final = r"(?=[ \t\n\f\r/>])"
_NAME: Final = r"[a-zA-Z][^ \t\n\f\r/>]*+"
_VALUE: Final = r"""(?:"[^"]*+"|'[^']*+'|(?!["'])[^ \t\n\f\r>]*+)"""
_ATTRIBUTE: Final = (
    rf"(?:[ \t\n\f\r/]*+[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+(?>{_SPACE}*+={_SPACE}*+{_VALUE}|(?!{_SPACE}*+=)))"
)
_ATTRIBUTES: Final = rf"{_ATTRIBUTE}{{0,{MAX_ATTRIBUTES}}}+"
_CLOSE: Final = r"[ \t\n\f\r/]*+>"
COMMENT: Final = r"<!--(?:>|->|(?:[^-]++|-(?!-!?>))*+--!?>)"
_SLIP: Final = r"<(?:!(?!--)|\?|/(?![a-zA-Z]))[^>]*+>?"
"""A declaration, an instruction or a slip of the pen: ends at the first ``>``, whatever is quoted in it."""

_RAW_TAGS: Final = "script style title textarea xmp iframe noembed noframes plaintext".split()
"""Elements whose insides are text up to their own end tag; of the last, up to the page's end."""
_OPEN: Final = rf"{_STOP}{_ATTRIBUTES}(?:{_SPACE}|/(?!>))*+>"
"""The rest of an opening tag; libxml2 takes ``<script/>`` for a whole element."""
_END_SCRIPT: Final = rf"</(?i:script){_STOP}"
_ESCAPED: Final = (
    rf"<!(?=--)(?>[^<-]++|<(?i:script){_STOP}(?>[^<-]++|(?!-->|{_END_SCRIPT}).)*+(?:</(?i:script))?"
    rf"|(?!-->|{_END_SCRIPT}).)*+(?:-->)?"
)
"""``<!--`` in a script, after which ``<script>`` hides the next ``</script>``."""
_SCRIPT: Final = rf"<(?i:script){_OPEN}(?s:[^<]++|{_ESCAPED}|<(?!/(?i:script){_STOP}|!--))*+"
_RAW: Final = "|".join(rf"<(?i:{tag}){_OPEN}(?:[^<]++|<(?!/(?i:{tag}){_STOP}))*+" for tag in _RAW_TAGS[1:])
_NO_RAW: Final = rf"(?!(?i:{'|'.join(_RAW_TAGS)}){_STOP})"
_NO_TAG: Final = rf"<(?![a-zA-Z!?/])|{COMMENT}|{_SLIP}|{_SCRIPT}|{_RAW}"
_FAIR_TAG: Final = rf"{_NAME}{_ATTRIBUTES}{_CLOSE}"

_VALUES: Final = 19
_STRETCH: Final = rf"""[^>"'=]{{0,{2 * MAX_ATTRIBUTES // (_VALUES + 1) - 1}}}+"""
"""Names without their values: half as many as characters, so that with all its stretches a tag is not crowded."""
_PLAIN_VALUE: Final = r"""=(?>"[^"]*+"|'[^']*+'|[^ \t\n\f\r>"'=]++(?=[ \t\n\f\r>]))"""
_INITIALS: Final = "".join(sorted({tag[0] + tag[0].upper() for tag in _RAW_TAGS}))
_SURELY_NO_RAW: Final = rf"(?![{_INITIALS}](?i:{'|'.join(tag[1:] for tag in _RAW_TAGS)}){_STOP})"
_PLAIN_TAG: Final = (
    rf"</[a-zA-Z][a-zA-Z0-9]*+>|<{_SURELY_NO_RAW}[a-zA-Z][a-zA-Z0-9]*+"
    rf"""(?:>|[ \t\n\f\r/]{_STRETCH}(?:(?<![ \t\n\f\r/"'=]){_PLAIN_VALUE}{_STRETCH}){{0,{_VALUES}}}+>)"""
)
"""Nearly every tag of nearly every page, in the cheapest words; what it doesn't match is looked at exactly."""

FAIR: Final = re.compile(rf"(?:[^<]*+(?>{_PLAIN_TAG}|</?{_NO_RAW}{_FAIR_TAG}|{_NO_TAG}|</?{_FAIR_TAG}))*+[^<]*+")
"""HTML up to the first tag of too many attributes, or the first tag or comment without an end."""
HEAD: Final = re.compile(rf"</?{_NAME}{_ATTRIBUTES}")
"""A tag up to the last attribute that is kept."""
TAG: Final = re.compile(rf"</?{_NAME}{_ATTRIBUTE}*+[ \t\n\f\r/]*+(?:>|\Z)")
"""A whole tag, however crowded, or one that the page's end breaks off."""
TAG_TOKEN: Final = rf"<(/?)({_NAME}){_ATTRIBUTE}*+{_CLOSE}"
"""A tag with the groups 1 (``/`` of an end tag) and 2 (its name), also of an element of raw text."""
TOKEN: Final = rf"{_NO_TAG}|{TAG_TOKEN}"
"""Any token but text, an element of raw text up to its end tag as one. Compiled when needed: 5 ms."""
OPEN_COMMENT: Final = re.compile(r"<!--(?:\[if[^\]<>]*+\]>)?")
"""The start of a comment, with the condition in it."""
