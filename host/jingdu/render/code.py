"""Code: the verbatim text of a ``pre`` and its language, without toolbars, buttons and line numbers."""

import re
from collections.abc import Iterator, Set
from itertools import chain, islice, takewhile
from typing import Final

from lxml import etree

from jingdu.page.metadata.head import opening
from jingdu.page.model import Element, Page
from jingdu.page.query import inner_text
from jingdu.render.markup import escape

MAX_LEVELS: Final = 3
"""Maximum nesting of frames around code."""
MAX_PARTS: Final = 12
"""Maximum elements of a frame around one piece of code."""
MAX_INNER: Final = 20
"""Maximum descendants that are examined in each element of a frame."""
MAX_LABEL: Final = 60
"""Maximum characters of a toolbar or button."""

_FRAME: Final = re.compile(
    r"highlight|code|prism|toolbar|crayon|enlighter|syntax|snippet|clipboard|copy|listing|shiki|hljs|pre-", re.I
)
_NUMBERS: Final = re.compile(
    r"pre-numbering|line-?num|linenos?|gutter|hljs-ln-n|blob-num|crayon-num|(?:^|[\s_-])(?:lnt|cl-num|ln-num)(?:$|\s)",
    re.I,
)
"""Classes of line numbers."""
_TOOLS: Final = re.compile(
    r"toolbar|(?:^|[\s_-])(?:copy|copied|btn|button|clipboard|tooltip)|buttons?(?:$|[\s_-])|buttongroup|crayon-info"
    r"|(?:^|[\s_-])(?:code|example|codeblock|snippet)-?(?:block-?)?(?:extension-?)?header|lang(?:uage)?-?(?:name|label|tag|id)(?:$|[\s_-])"
    r"|(?:^|\s)lang(?:uage)?(?!\S)"
    r"|(?:^|[\s_-])(?:playground|(?:run|try)(?:-?it)?)(?:-?(?:btn|button|link))?(?:$|[\s_-])"
    r"|enlighter-(?:toolbar|raw)|code-?(?:actions|tools|lang\b)|highlight-tools",
    re.I,
)
"""Classes of toolbars, buttons and labels."""
MAX_INNER_LABEL: Final = 24
"""Maximum characters of a label or button inside ``pre``."""
_LABELS: Final = frozenset({"a", "div", "p", "span"})
"""Tags of labels and buttons without such a class; ``em`` and ``var`` are placeholders in code."""
_ONLY_NUMBERS: Final = re.compile(r"[\s\d]*")
_LINES: Final = frozenset({"div", "p", "li", "tr", "table", "ol", "ul"})
_CELLS: Final = frozenset({"tbody", "tr", "td"})
MIN_LINES: Final = 3
"""Minimum lines of inline code that are one piece of code."""
_BLOCK_ANCHOR: Final = re.compile(r'<a id="[^"<>]*"></a>')
_IN_LINES: Final = re.compile(rf"(?:<p>(?:{_BLOCK_ANCHOR.pattern})?(?:<code>[^<>]*</code>[ \xa0]?|<br>)+</p>)+")
"""Lines of inline code; syntax highlighters have an element for each word."""
_MARKUP: Final = re.compile("<[^<>]*>")
_UNSHOWN: Final = frozenset({"script", "style", "button", "template", "textarea", "noscript"})
_DECLARED: Final = ("data-lang", "data-language", "data-code-language", "data-enlighter-language")
_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:language|lang|highlight-source|brush:?|src|code|highlight)[-_:]\s*(?!block)([A-Za-z][\w+#.-]{0,20})",
    re.I,
)
_BARE: Final = re.compile(
    r"(?:^|\s)(?:hljs|sourceCode|prettyprint|listing|chroma|syntaxhighlighter)\s+(?:(?:numberSource|linenums)\s+)?([A-Za-z][\w+#.-]{0,20})(?=\s|$)"
)
_NAMES: Final = (
    "bash c cpp csharp css dart diff elixir go graphql haskell html java javascript json jsx kotlin lua nix perl php "
    "powershell python ruby rust scala scss shell sql swift toml tsx typescript vue xml yaml"
).split()
_HIGHLIGHT: Final = re.compile(rf"^\s*highlight\s+(?:hl-i?)?({'|'.join(_NAMES)}|r)3?$")
"""Classes by Rouge and nbconvert (``hl-ipython3``); other words after ``highlight`` are styles."""
_NO_LANGUAGE: Final = frozenset(
    "none text plain plaintext plain-text default notranslate code block wrapper hljs highlight source container "
    "line-numbers nohighlight undefined auto txt copyable toolbar linenums lines box example".split()
)
_ALIASES: Final = {
    "py": "python", "python3": "python", "py3": "python", "js": "javascript", "ts": "typescript", "sh": "bash",
    "shell": "bash", "c++": "cpp", "c#": "csharp", "rb": "ruby", "yml": "yaml", "golang": "go",
}  # fmt: skip


def block(pre: Element) -> str:
    """Renders ``pre`` as ``<pre><code class="language-x">``; if nothing indicates code, as plain ``<pre>``.

    If it is the whole page, as browsers show text files, it may be prose.
    """
    text = exact(pre)
    if not text.strip():
        return ""
    labels = (step for step in (pre.getprevious(), next(iter(pre), None)) if step is not None and step.tag != "code")
    found = language(pre) or next(filter(None, map(named, map(inner_text, labels))), None)
    is_named = any(name in (step.get("class") or "") for step in _outer(pre) for name in ("highlight", "code"))
    if not found and not (pre.tag != "pre" or pre.get("class") or pre.find(".//code") is not None or is_named):
        return _file(pre, text) or f"<pre>\n{escape(text)}</pre>"
    name = f' class="language-{escape(found)}"' if found else ""
    return f"<pre><code{name}>{escape(text)}</code></pre>"


def _file(pre: Element, text: str) -> str | None:
    """The HTML of a text file of prose, without a first line that is the article's title; None for other pages."""
    outer = pre.getparent()
    if outer is None or outer.tag != "body" or _exceeds(outer, 1):
        return None
    from jingdu.render.preformatted import prose

    first, _, rest = text.partition("\n")
    is_title = outer.find("../head/title") is None and opening([text]) == " ".join(first.split())
    return prose(rest if is_title else text)


def exact(pre: Element) -> str:
    """The text of ``pre``, verbatim: ``br`` and line elements end lines; line numbers, tools and labels are dropped."""
    parts: list[str] = []
    codes = _only_code(pre)
    walk = etree.iterwalk(pre, events=("start", "end"))
    for event, element in walk:
        if event == "start":
            is_unshown = element.tag in _UNSHOWN or element.get("class") == "ttc"  # Doxygen's tooltips
            if is_unshown or _is_numbers(element) or _is_tool(element) or _is_label(element, codes):
                walk.skip_subtree()
                continue
            _start(element, parts)
        elif element is not pre:
            if element.tag in _LINES and parts and not parts[-1].endswith("\n"):
                parts.append("\n")
            is_part = pre.tag == "table" and element.tag in _CELLS
            if element.tail and not (is_part or (pre.tag == "div" and element.getparent() is pre)):  # Doxygen's lines
                parts.append(element.tail)
    text = "".join(parts).replace("\r\n", "\n").replace("\xa0", " ").rstrip()
    return text[text.rfind("\n", 0, len(text) - len(text.lstrip())) + 1 :]


def _start(element: Element, parts: list[str]) -> None:
    tag = element.tag
    if tag == "br" or (tag in _LINES and parts and parts[-1].strip(" ") and not parts[-1].endswith("\n")):
        parts.append("\n")
    elif tag == "code":
        before, outer = element.getprevious(), element.getparent()
        in_line = outer is not None and outer.tag in _LINES
        if not in_line and before is not None and before.tag == "code" and not before.tail:
            parts.append("\n")
    if (text := element.text) and (text.strip() or tag not in ("table", "tbody", "tr")):
        parts.append(text)


def _is_numbers(element: Element) -> bool:
    names = element.get("class")
    return bool(names and _NUMBERS.search(names)) and _ONLY_NUMBERS.fullmatch(inner_text(element)) is not None


def _is_tool(element: Element) -> bool:
    names = element.get("class")
    if not names or not _TOOLS.search(names) or next(element.iter("pre", "code"), None) is not None:
        return False
    return len(inner_text(element).strip()) <= MAX_LABEL


def _only_code(pre: Element) -> Set[Element]:
    """The elements of the only ``code`` in ``pre``, outside of which are labels; empty if ``pre`` has text itself."""
    codes = list(islice(pre.iter("code"), 2))
    has_text = any(text.strip() for text in (pre.text or "", *(part.tail or "" for part in pre)))
    return set(codes[0].iter()) if pre.tag == "pre" and len(codes) == 1 and not has_text else set()


def _is_label(element: Element, codes: Set[Element]) -> bool:
    """Whether ``element`` is a label or button: a short text with letters, outside the elements of code (``codes``)."""
    if not codes or element in codes or element.tag not in _LABELS or next(element.iter("code"), None) is not None:
        return False
    text = inner_text(element).strip()
    return len(text) <= MAX_INNER_LABEL and any(map(str.isalpha, text))


def language(pre: Element) -> str | None:
    """The language declared by ``pre``, by ``code`` inside it or by an element around it."""
    for step in (pre, *islice(pre.iter("code"), 3), *_outer(pre)):
        declared = (step.get(name) or "" for name in _DECLARED)
        names = (step.get("class") or "")[:300]
        in_class = chain.from_iterable(pattern.findall(names) for pattern in (_LANGUAGE, _BARE, _HIGHLIGHT))
        if found := next(filter(None, map(_known, chain(declared, in_class))), None):
            return found
    return None


def _outer(pre: Element) -> list[Element]:
    """Up to three ancestors of ``pre`` with few other children."""
    small = takewhile(lambda step: not _exceeds(step, 3) or step.tag in ("tr", "tbody"), pre.iterancestors())
    return list(islice(small, 3))


def _exceeds(element: Element, number: int) -> bool:
    """Whether ``element`` has more than ``number`` children; ``len`` would count all."""
    return next(islice(element, number, None), None) is not None


def named(line: str) -> str | None:
    """The language that ``line``, a line above code, names; None if it names none."""
    name = line.strip().lower()
    return _ALIASES.get(name, name) if name in _NAMES or name in _ALIASES else None


def _known(name: str) -> str | None:
    name = name.strip().lower().rstrip(";")
    name = name.removeprefix("language-").removeprefix("lang-").removeprefix("source-")
    if not re.fullmatch(r"[a-z][\w+#.-]{0,20}", name) or name in _NO_LANGUAGE:
        return None
    return _ALIASES.get(name, name)


def joined(html: str) -> str:
    """``html`` with paragraphs of nothing but inline code, at least `MIN_LINES` lines in all, as one piece of code."""
    return _IN_LINES.sub(_piece, html) if "</code><br>" in html or "</code></p><p>" in html else html


def _piece(lines: re.Match[str]) -> str:
    anchors, html = "".join(_BLOCK_ANCHOR.findall(lines[0])), _BLOCK_ANCHOR.sub("", lines[0])
    text = _MARKUP.sub("", html.replace("</p><p>", "\n").replace("<br>", "\n"))
    return f"{anchors}<pre><code>{text}</code></pre>" if text.count("\n") >= MIN_LINES - 1 else lines[0]


# toolbars, copy buttons, columns of line numbers, a second rendering of the same code


def widgets(page: Page) -> Iterator[Element]:
    """The elements around code that are always dropped."""
    tables = (table for table in page.by_tag["table"] if _FRAME.search(table.get("class") or ""))
    return filter(_is_widget, dict.fromkeys(chain.from_iterable(map(_beside, (*page.by_tag["pre"], *tables)))))


def _beside(pre: Element) -> Iterator[Element]:
    """The elements in the frames around ``pre``, or its siblings if it has no frame."""
    inner = pre
    for _ in range(MAX_LEVELS):
        frame = inner.getparent()
        if frame is None:
            return
        framed = bool(_FRAME.search(frame.get("class") or ""))
        parts = frame if framed and not _exceeds(frame, MAX_PARTS) else (inner.getprevious(), inner.getnext())
        for part in parts:
            if part is not None and part is not inner:
                yield part
                yield from islice(part.iterdescendants("div", "span", "button"), MAX_INNER)
        if not framed:
            return
        inner = frame


def _is_widget(part: Element) -> bool:
    is_copy = "enlighter-default" in (part.get("class") or "")
    return is_copy or part.tag == "button" or _is_numbers(part) or _is_tool(part)
