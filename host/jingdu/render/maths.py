"""Formulas of a region of the page, each as a piece of HTML.

There are two forms. From MathML: ``<math display="block|inline" alttext="TeX">`` with presentation elements. From TeX:
``<code class="math">TeX</code>``, or ``class="math display"`` for a displayed formula.
"""

import re
import unicodedata
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Final

from lxml import etree

from jingdu.page.model import Element, Page
from jingdu.page.query import inner_text
from jingdu.render.markup import escape
from jingdu.render.tex import MAX_FORMULA, bare, folded, tex, tex_of

MAX_NODES: Final = 5000
MAX_DEPTH: Final = 100

TAGS: Final = frozenset(
    "math mrow mi mo mn mtext ms mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mmultiscripts "
    "mprescripts mtable mtr mtd mstyle mpadded mphantom menclose merror".split()
)
"""MathML elements that are kept; ``semantics`` and ``mfenced`` are unwrapped, the rest is dropped."""
ATTRIBUTES: Final = frozenset(
    "display alttext mathvariant accent accentunder stretchy fence separator form lspace rspace width height depth "
    "linethickness columnalign rowalign columnspan rowspan notation displaystyle scriptlevel movablelimits largeop "
    "minsize maxsize dir".split()
)
_VARIANTS: Final = {
    **{name.lower(): name for name in "BOLD ITALIC DOUBLE-STRUCK SCRIPT FRAKTUR SANS-SERIF MONOSPACE".split()},
    "bold-italic": "BOLD ITALIC", "bold-script": "BOLD SCRIPT", "bold-fraktur": "BOLD FRAKTUR",
    "bold-sans-serif": "SANS-SERIF BOLD", "sans-serif-italic": "SANS-SERIF ITALIC",
    "sans-serif-bold-italic": "SANS-SERIF BOLD ITALIC",
}  # fmt: skip
"""Value of ``mathvariant``, which Chromium does not support → words in the Unicode names of its characters."""
_BARS: Final = frozenset("|‖")
TOKENS: Final = frozenset({"mi", "mo", "mn", "mtext", "ms"})
"""MathML elements that contain only text."""

_IMAGE: Final = re.compile(r"latex|\btex\b|[?&]tex=|mathtex|equation|mwe-math", re.I)
_DISPLAY: Final = re.compile(r"katex-display|MathJax_Display|mwe-math-element-block|display", re.I)
_WRAPPER: Final = re.compile(r"(?:^|\s)(?:katex(?:-display|-html|-mathml)?(?!\S)|mwe-math-element|MathJax|mjx-chtml)")
_TEX_LIKE: Final = re.compile(r"[\\^_={}]|^\s*[A-Za-z0-9()+*/<>.,\s-]{1,12}\s*$")
_ALONE: Final = re.compile(
    r'<p><math display="inline"((?: alttext="[^"]*")?)>([^<]*(?:<(?!/?math\b)[^<]*)*)</math>([.,;:。，；：]?)</p>'
)
_ALONE_TEX: Final = re.compile(r'<p><code class="math">([^<]*)</code>([.,;:。，；：]?)</p>')


def find(page: Page, region: Element) -> dict[Element, str]:
    """The formulas under ``region``: element → HTML, empty if it repeats another one."""
    found: dict[Element, str] = {}
    if page.by_tag["math"] or page.by_tag["mjx-container"] or any(map(_is_source, page.by_tag["script"])):
        for element in region.iter("math", "mjx-container", "script"):
            if element.tag == "script":
                if _is_source(element):
                    found[element] = _of_script(element, found)
            elif element.tag == "math" or next(element.iter("math"), None) is None:
                whole = _drawn(element, region)
                if not found.get(whole):  # without MathML, MathJax 3 has TeX in the container
                    is_display = element.get("display") == "true"
                    is_math = element.tag == "math"
                    found[whole] = mathml(element, whole) if is_math else tex(inner_text(element), is_display)
    for element in page.by_tag["@data-tex"]:
        source = element.get("data-tex") or ""
        found[element] = tex(source, source.endswith("\\\\"))
    return found


def _is_source(script: Element) -> bool:
    return (script.get("type") or "").startswith("math/")


def _drawn(element: Element, region: Element) -> Element:
    """The outermost element of the same rendered formula."""
    whole = element
    for step in islice(element.iterancestors(), 5 if element is not region else 0):
        if step.tag == "mjx-container" or _WRAPPER.search(step.get("class") or ""):
            whole = step
        if step is region:
            break
    return whole


def _of_script(script: Element, written: dict[Element, str]) -> str:
    """The TeX of a MathJax 2 script, empty if its rendering is used instead; else the rendering is dropped."""
    kind = (script.get("type") or "").replace(" ", "")
    for drawn in script.itersiblings(preceding=True) if script.text else ():
        if "MathJax" not in (drawn.get("class") or ""):
            break
        if written.get(drawn):
            return ""
        written[drawn] = ""
    return tex(script.text or "", "mode=display" in kind) if "tex" in kind else ""


def of_image(image: Element) -> str:
    """The formula displayed by an image, from its ``alt``; empty for ordinary pictures."""
    alt = image.get("alt") or ""
    if not alt:
        return ""
    names = f"{image.get('class') or ''} {(image.get('src') or '')[:300]}".lower()
    if not any(word in names for word in ("tex", "math", "equation")) or not _IMAGE.search(names):
        return ""
    if not _TEX_LIKE.search(alt.strip()) or alt.lower().endswith((".png", ".gif", ".svg")):
        return ""
    return tex(alt, "display" in (image.get("class") or ""))


def displayed(html: str) -> str:
    """Turns formulas that are paragraphs of their own into display formulas, including punctuation after them."""
    if "<p><math" in html:
        html = _ALONE.sub(_on_display, html)
    return _ALONE_TEX.sub(r'<p><code class="math display">\1\2</code></p>', html) if "<p><code" in html else html


def _on_display(found: re.Match[str]) -> str:
    attributes, inside, stop = found.groups()
    if not stop:
        return f'<p><math display="block"{attributes}>{inside}</math></p>'
    attributes = f'{attributes[:-1]}{stop}"' if attributes else ""
    return f'<p><math display="block"{attributes}>{inside}<mtext>{stop}</mtext></math></p>'


def mathml(math: Element, whole: Element) -> str:
    """The presentation MathML of ``math`` with TeX in ``alttext``, or only TeX if there is none.

    ``whole`` is the outermost element of the formula.
    """
    source = _source(math)
    modes = math.get("display"), math.get("mode")
    is_block = "block" in modes or modes[1] == "display" or whole.get("display") == "true"
    is_block = is_block or bool(_DISPLAY.search(whole.get("class") or ""))
    parts = _presentation(math)
    if not parts:
        return tex(source, is_block)
    source = source or tex_of(math).strip()
    alt = f' alttext="{escape(source)}"' if source else ""
    return f'<math display="{"block" if is_block else "inline"}"{alt}>{"".join(parts)}</math>'


@lru_cache(maxsize=1000)
def styled(sign: str, variant: str) -> str:
    """The letter or digit ``sign`` in a mathematical ``variant``; ``sign`` itself if Unicode has no such character."""
    name = unicodedata.name(sign, "").removeprefix("LATIN ").removeprefix("GREEK ").replace(" LETTER", "")
    older = variant.replace("FRAKTUR", "BLACK-LETTER")  # names of some capitals, such as ℜ
    for whole in (f"MATHEMATICAL {variant} {name}", f"{older} {name}"):
        with suppress(KeyError):
            return unicodedata.lookup(whole)
    return sign


def _source(math: Element) -> str:
    for note in math.iter("annotation"):
        if "tex" in (note.get("encoding") or "").lower():
            return bare(inner_text(note))
    alt = math.get("alttext") or ""
    return bare(alt) if re.search(r"[\\^_{}=]|^\W*\w\W*$", alt) else ""


def _presentation(math: Element) -> list[str]:
    """The kept elements inside ``math``; empty if it is too large, too deep, or content MathML."""
    parts: list[str] = []
    depth = count = chars = 0
    walk = etree.iterwalk(math, events=("start", "end"))
    for event, element in walk:
        tag = element.tag
        kept = tag in TAGS and element is not math
        if event == "end":
            depth -= 1
            if kept:
                parts.append(f"</{tag}>")
            continue
        count += 1
        depth += 1
        if tag not in TAGS and tag not in ("semantics", "mfenced"):
            walk.skip_subtree()
            continue
        if kept:
            named = ((name, str(value)) for name, value in element.attrib.items() if name in ATTRIBUTES)
            attributes = "".join(f' {name}="{escape(value)}"' for name, value in named if len(value) < 100)
            if tag == "mo" and element.text in _BARS and element.get("stretchy") == "false":
                attributes += ' lspace="0" rspace="0"'  # not an infix operator
            parts.append(f"<{tag}{attributes}>")
        if tag in TOKENS and element.text:
            text = folded(element)
            chars += len(text)
            variant = _VARIANTS.get(element.get("mathvariant") or "", "")
            parts.append(escape("".join(styled(sign, variant) for sign in text) if variant else text))
        if count > MAX_NODES or depth > MAX_DEPTH or chars > MAX_FORMULA:
            return []
    return parts if chars else []
