"""What a browser lets out of an element in which libxml2 would bury it.

libxml2 knows no foreign content: an ``svg`` that is left open holds the rest of the page, and
``<title>`` or ``<style>`` in it hides all up to an end tag that need not come. A browser ends the
drawing at the first paragraph (WHATWG HTML, 13.2.6.5), a ``select`` at the next field, and a
``canvas`` in a paragraph where that paragraph ends. Here the same end tags are written into the
page's text. Only pages on which the walk saw such an element swallow something are read for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from jingdu.page.syntax import COMMENT, TAG_TOKEN, TOKEN

FOREIGN: Final = frozenset({"svg", "math"})
LEAVING: Final = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta "
    "nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
"""Start tags that end a drawing or a formula."""
RAW: Final = frozenset("script style title textarea xmp iframe noembed noframes plaintext".split())
"""Elements that hold text alone in HTML, but markup like any other in a drawing."""
FALLBACK: Final = frozenset("canvas datalist meter progress".split())
"""Their content is not shown, but they stand in a paragraph and end with it."""
UNSHOWN: Final = frozenset({"noscript", "template"})
"""They end where their end tag stands, whatever is open in them; libxml2 lets no such tag end a ``div`` or a table."""
ENDING_P: Final = frozenset(
    "address article aside blockquote center details dialog dir div dl dd dt fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary ul xmp".split()
)
"""Start tags before which a paragraph ends."""
TABLE: Final = frozenset("caption table tbody tfoot thead tr td th".split())
FIELDS: Final = frozenset("input keygen textarea select".split())
"""Start tags that end a ``select``."""
_LASTING: Final = TABLE | {"div"}
"""What no end tag of an inline element ends, in libxml2."""
OPTIONS: Final = frozenset("option optgroup hr script template".split())
"""All else that stands in a ``select`` is its text alone."""
_HTML_IN: Final = {
    "svg": frozenset("foreignobject desc title".split()),
    "math": frozenset("mi mo mn ms mtext".split()),
}
"""Integration points: in these parts of drawings and formulas HTML is read as HTML."""
_RENAMED: Final = RAW | TABLE | ENDING_P | FIELDS
"""What in a drawing is an element like any other, and must not mean anything to the parser."""
_HTML_ENDS: Final = (LEAVING | ENDING_P | TABLE | frozenset("button label a".split())) - {"br", "hr", "p"}
"""End tags that end a drawing too, since what they close stands around it."""

_SWALLOWED: Final = {
    **dict.fromkeys(FOREIGN, LEAVING),
    **dict.fromkeys(FALLBACK, ENDING_P | TABLE),
    "noscript": UNSHOWN,
    "select": ENDING_P | TABLE | FIELDS | RAW | {"iframe"},
}
"""Tag of an element that is skipped → tags in it that a browser may not leave there."""
_CDATA: Final = r"<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)"


def is_swallowing(tag: str, inside: Sequence[str]) -> bool:
    """Whether an element of this tag holds, among the tags ``inside``, what a browser may not leave there."""
    suspects = _SWALLOWED.get(tag)
    return suspects is not None and not suspects.isdisjoint(inside)


def may_be_open(tag: str, inside: Sequence[str]) -> bool:
    """Whether an element that is not shown may hold what stands after its end tag: `is_open` tells."""
    return tag in UNSHOWN and not _LASTING.isdisjoint(inside)


def is_open(html: str, count: int) -> bool:
    """Whether one of ``count`` elements that are not shown perhaps holds what stands after its end tag."""
    for case in (str.lower, str.upper):
        for name in map(case, UNSHOWN):
            start = html.find(f"<{name}")
            while start >= 0:
                end = html.find(f"</{name}", start)
                part = html[start : max(end, 0)]
                if end < 0 or any(part.count(f"<{tag}") != part.count(f"</{tag}") for tag in map(case, _LASTING)):
                    return True
                count -= 1
                start = html.find(f"<{name}", end)
    return count > 0


def let_out(html: str) -> str:
    """``html``, of which each tag and comment ends, with the end tags that a browser would add."""
    return _Reader(html).read()


class _Stack:
    """Names of open elements, which end with the one around them."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.names: Counter[str] = Counter()

    def push(self, name: str) -> None:
        self.open.append(name)
        self.names[name] += 1

    def pop(self) -> str:
        self.names[self.open[-1]] -= 1
        return self.open.pop()

    def pop_to(self, name: str) -> list[str]:
        """Ends the innermost element of that name and what is in it, innermost first."""
        popped = [self.pop()]
        while popped[-1] != name:
            popped.append(self.pop())
        return popped

    def pop_all(self) -> list[str]:
        """Ends all, innermost first."""
        return [self.pop() for _ in range(len(self.open))]


class _Reader:
    """Reads a page token by token, knowing the drawings, lists of choices and fallbacks that are open."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.out: list[str] = []
        self.foreign = _Stack()
        self.roots: list[str] = []
        """Of each of them its ``svg`` or ``math``."""
        self.select = False
        self.unshown = ""
        """The open ``noscript`` or ``template``."""
        self.inside = _Stack()
        """Open elements in it that its end tag would not end."""
        self.tables = 0
        self.fallback = ""
        """The open element whose content is not shown."""
        self.paragraph = False
        """Whether a paragraph is open; whether one was when the fallback began."""
        self.fallback_in_paragraph = False

    def read(self) -> str:
        in_html, in_markup = re.compile(TOKEN), re.compile(f"{_CDATA}|{COMMENT}|{TAG_TOKEN}")
        at = 0
        while found := (in_markup if self._markup else in_html).search(self.html, at):
            self.out.append(self.html[at : found.start()])
            at = found.end()
            token = found[0]
            if found[2]:
                token = self._tag(token, found[2].lower(), bool(found[1]))
            elif self._markup and token.startswith("<![CDATA["):
                token = " "
            self.out.append(token)
        return "".join([*self.out, self.html[at:]])

    @property
    def _markup(self) -> bool:
        """Whether no tag opens an element of raw text here."""
        return self.select or not self._in_html

    @property
    def _in_html(self) -> bool:
        return not self.roots or self.foreign.open[-1] in _HTML_IN[self.roots[-1]]

    def _tag(self, token: str, name: str, ends: bool) -> str:
        if self.roots and (not self._in_html or (ends and self.foreign.names[name])):
            return self._end(token, name) if ends else self._start(token, name)
        if self.select:
            return self._in_select(token, name, ends)
        return self._html(token, name, ends)

    # HTML

    def _html(self, token: str, name: str, ends: bool) -> str:
        if self.unshown:
            return self._in_unshown(token, name, ends)
        before = ""
        if self.fallback and self._ends_fallback(name, ends):
            before = "" if ends else f"</{self.fallback}>"
            self.fallback = ""
        if name in ENDING_P:
            self.paragraph = name == "p" and not ends
        if name == "table":
            self.tables += -1 if ends else 1
        elif not ends:
            self._enter(token, name)
        return before + token

    def _enter(self, token: str, name: str) -> None:
        if name in FOREIGN:
            self._open(token, name)
        elif name == "select":
            self.select = True
        elif name in UNSHOWN:
            self.unshown = name
        elif name in FALLBACK and not self.fallback:
            self.fallback, self.fallback_in_paragraph = name, self.paragraph

    def _ends_fallback(self, name: str, ends: bool) -> bool:
        if ends:
            return name == self.fallback
        return (name in ENDING_P and self.fallback_in_paragraph) or (name in TABLE and self.tables > 0)

    # what is not shown where scripts run

    def _in_unshown(self, token: str, name: str, ends: bool) -> str:
        if not ends:
            if name == self.unshown == "noscript":  # its content is text until its end
                return " "
            if name == "template" or name in _LASTING:
                self.inside.push(name)
        elif name == self.unshown and not self.inside.names[name]:
            self.unshown = ""
            return "".join(f"</{tag}>" for tag in self.inside.pop_all()) + token
        elif self.inside.names[name]:
            *left, _ = self.inside.pop_to(name)
            return "".join(f"</{tag}>" for tag in left if name == "template") + token
        return token

    # a list of choices

    def _in_select(self, token: str, name: str, ends: bool) -> str:
        if name == "select":
            self.select = False
            return "</select>"
        if not ends and (name in FIELDS or (name in TABLE and self.tables > 0)):
            self.select = False
            return "</select>" + self._html(token, name, ends)
        return token if name in OPTIONS else " "

    # drawings and formulas

    def _start(self, token: str, name: str) -> str:
        if name in LEAVING or (name == "font" and _STYLED.search(token)):
            return self._leave() + self._tag(token, name, False)
        self._open(token, name)
        return _renamed(token, name)

    def _open(self, token: str, name: str) -> None:
        if not token.endswith("/>"):
            self.roots.append(name if name in FOREIGN else self.roots[-1])
            self.foreign.push(name)

    def _end(self, token: str, name: str) -> str:
        if self.foreign.names[name]:
            del self.roots[-len(self.foreign.pop_to(name)) :]
            return _renamed(token, name)
        if name in ("p", "br") or name in _HTML_ENDS:
            return self._leave() + self._tag(token, name, True)
        return _renamed(token, name)

    def _leave(self) -> str:
        """The end tags up to where HTML is read as HTML."""
        ended = []
        while not self._in_html:
            self.roots.pop()
            if (last := self.foreign.pop()) in FOREIGN:
                ended.append(f"</{last}>")
        return "".join(ended)


_STYLED: Final = re.compile(r"[\s/](?:color|face|size)[\s=/>]", re.I)
"""A ``font`` that ends a drawing."""


def _renamed(token: str, name: str) -> str:
    """A tag of a drawing under a name that means nothing to the parser, where its own would."""
    return re.sub(rf"(?i)\A(</?){name}", r"\1jd-drawn", token) if name in _RENAMED else token
