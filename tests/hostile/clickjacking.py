"""Clickjacking attacks on the save notice, each a script that runs in the page, and their allowed outcomes."""
# ruff: noqa: E501 - one attack per line where it fits

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from tests.support.waiting import until

NOTICE: Final = "[...document.documentElement.children].at(-1)"
"""Expression for the notice's host element, as a page would find it."""

_COVER: Final = """
const cover = document.createElement("div");
cover.popover = "manual";
cover.style.cssText = "all:initial;position:fixed;inset:0;width:100vw;height:100vh;background:gold;font:40px serif;pointer-events:none";
cover.textContent = "Press here for your prize";
"""
_STYLE: Final = """
const style = (css) => document.documentElement.append(Object.assign(document.createElement("style"), { textContent: css }));
"""

FLICKERING: Final = "a flickering popover"

COVERING: Final = {
    "a popover with pointer-events none": _COVER + "document.body.append(cover); cover.showPopover();",
    "a popover in a closed shadow tree": _COVER
    + """const inner = document.createElement("section");
const outer = document.createElement("section");
document.body.append(outer);
outer.attachShadow({ mode: "closed" }).append(inner);
inner.attachShadow({ mode: "closed" }).append(cover);
cover.showPopover();""",
    "a popover that closes on pointerdown": _COVER
    + """document.body.append(cover);
cover.showPopover();
for (const kind of ["pointerdown", "mousedown", "click"]) addEventListener(kind, () => cover.remove(), true);""",
    FLICKERING: _COVER
    + """document.body.append(cover);
setInterval(() => cover.matches(":popover-open") ? cover.hidePopover() : cover.showPopover(), 120);""",
}
"""Cover the notice but let clicks through: the click opens our page, and the button looks different."""

HIDING: Final = {
    "a view transition": _STYLE
    + """style(`::view-transition { background: gold; pointer-events: none }
::view-transition-group(*), ::view-transition-image-pair(*), ::view-transition-old(*), ::view-transition-new(*) {
  animation-duration: 1000s; opacity: 0 }`);
document.startViewTransition?.(() => {});""",
    "the notice moved into another element": "const host = NOTICE; const box = document.createElement('div'); document.body.append(box);"
    " box.style.cssText = 'opacity:.01;filter:blur(9px)'; box.append(host);",
    "zoom 0.1": _STYLE + "style('html { zoom: .1 }');",
    "zoom 7": _STYLE + "style('html { zoom: 7 }');",
}
"""Hide the notice or change its appearance: the click opens our page or hits nothing."""

HARMLESS: Final = {
    "a nearly transparent page": _STYLE
    + "style('html { opacity: .02 !important; filter: opacity(2%) blur(9px) !important; mix-blend-mode: multiply }');",
    "a masked page": _STYLE + "style('html { mask: linear-gradient(#0000, #0000) !important }');",
    "a transformed page": _STYLE
    + "style('html, body { transform: translate(-300px, 300px) rotate(7deg) scale(.3) !important; perspective: 10px; clip-path: inset(40%) }');",
    "styles on the host element": _STYLE
    + """style(`html > div:last-of-type, html > div { opacity: .01 !important; filter: opacity(1%) !important; clip-path: inset(50%) !important;
  transform: translate(-200px, 200px) scale(.2) !important; font: 1px fantasy !important; color: transparent !important; mask: linear-gradient(#0000, #0000) !important;
  letter-spacing: -1em !important; word-spacing: 9em !important; text-indent: -999px !important; pointer-events: none !important; cursor: none !important; user-select: all !important; direction: rtl !important }`);""",
    "pseudo-elements of the host element": _STYLE
    + """style(`html > div::before, html > div::after { content: "Press here for your prize"; position: fixed; inset: 0; z-index: 2147483647; background: gold; pointer-events: none }
html > div::first-line, html > div::first-letter { font-size: 0; color: transparent } ::backdrop { background: gold }`);""",
    "an animation of the host element": "NOTICE.animate([{ opacity: 0, transform: 'translateX(-500px)', visibility: 'hidden', pointerEvents: 'auto' }], { duration: 1e6, fill: 'both' });",
    "an iframe and a layer with the highest z-index": "for (const tag of ['iframe', 'div']) { const one = document.createElement(tag);"
    " one.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;z-index:2147483647;background:gold;pointer-events:none'; document.documentElement.append(one); }",
    "web fonts with system font names": _STYLE
    + 'style(\'@font-face { font-family: system-ui; src: local("DejaVu Serif"), local("DejaVu Sans"); size-adjust: 5% }'
    ' @font-face { font-family: sans-serif; src: local("DejaVu Serif"), local("DejaVu Sans"); size-adjust: 5% }\');',
}
"""Change the page but not the notice."""

REMOVING: Final = {
    "a modal dialog": "const dialog = document.createElement('dialog'); dialog.textContent = 'Your prize'; dialog.style.cssText = 'pointer-events:none;inset:0;width:100vw;height:100vh;background:gold';"
    " document.body.append(dialog); dialog.showModal();",
    "an inert page": "document.documentElement.inert = true;",
    "a page with display none": _STYLE + "style('html { display: none !important }');",
    "synthetic events": "for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown'])"
    " for (const one of [NOTICE, NOTICE.shadowRoot, document]) one?.dispatchEvent(new MouseEvent(kind, { bubbles: true, composed: true, clientX: innerWidth - 100, clientY: 60 }));"
    " NOTICE.click(); NOTICE.focus(); NOTICE.remove();",
}
"""Remove the notice: there is nothing to click."""


class Attack(NamedTuple):
    """An attack and the allowed outcomes of a click."""

    script: str
    outcomes: tuple[str, ...]
    """``opened`` (our page) or ``nothing``; never ``acted``."""
    same_look: bool | None
    """Whether the button looks as before; None if both are allowed."""

    @property
    def must_open(self) -> bool:
        """Whether the click must open our page."""
        return self.outcomes == ("opened",)


ATTACKS: Final = {
    **{name: Attack(code, ("opened",), None if name == FLICKERING else False) for name, code in COVERING.items()},
    **{name: Attack(code, ("opened", "nothing"), False) for name, code in HIDING.items()},
    **{name: Attack(code, ("opened",), None) for name, code in HARMLESS.items()},
    **{name: Attack(code, ("nothing",), None) for name, code in REMOVING.items()},
}
SAMPLE: Final = tuple(next(iter(kind)) for kind in (COVERING, HIDING, HARMLESS, REMOVING))
"""One attack of each kind, for the default run."""


def script(attack: str) -> str:
    """The attack as an expression to evaluate in the page."""
    return f"(() => {{ {attack.replace('NOTICE', f'({NOTICE})')} }})()"


def outcome(acted: Callable[[], bool], opened: Callable[[], Any], seconds: float) -> str:
    """The result of a click: ``acted``, ``opened`` (our page), or ``nothing`` within ``seconds``."""
    with suppress(AssertionError):
        return str(until(lambda: "acted" if acted() else "opened" if opened() else "", seconds))
    return "nothing"
