"""Clickjacking attacks on the save notice, each as a script that runs in the page, and their outcomes."""
# ruff: noqa: E501 - one attack a line where it fits

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NamedTuple

from tests.support.waiting import until

NOTICE: Final = "[...document.documentElement.children].at(-1)"
"""The notice's element, as a page finds it: the last child."""

_COVER: Final = """
const cover = document.createElement("div");
cover.popover = "manual";
cover.style.cssText = "all:initial;position:fixed;inset:0;width:100vw;height:100vh;background:gold;font:40px serif;pointer-events:none";
cover.textContent = "Press here for your prize";
"""
_STYLE: Final = """
const style = (css) => document.documentElement.append(Object.assign(document.createElement("style"), { textContent: css }));
"""

FLICKERING: Final = "a popover that flickers"

COVERING: Final = {
    "a popover above it that lets the pointer through": _COVER + "document.body.append(cover); cover.showPopover();",
    "a popover in a closed shadow tree": _COVER
    + """const inner = document.createElement("section");
const outer = document.createElement("section");
document.body.append(outer);
outer.attachShadow({ mode: "closed" }).append(inner);
inner.attachShadow({ mode: "closed" }).append(cover);
cover.showPopover();""",
    "a popover that goes as the button is pressed": _COVER
    + """document.body.append(cover);
cover.showPopover();
for (const kind of ["pointerdown", "mousedown", "click"]) addEventListener(kind, () => cover.remove(), true);""",
    FLICKERING: _COVER
    + """document.body.append(cover);
setInterval(() => cover.matches(":popover-open") ? cover.hidePopover() : cover.showPopover(), 120);""",
}
"""Cover the notice but let the pointer through: the press opens our page; the button looks different."""

HIDING: Final = {
    "a view transition above everything": _STYLE
    + """style(`::view-transition { background: gold; pointer-events: none }
::view-transition-group(*), ::view-transition-image-pair(*), ::view-transition-old(*), ::view-transition-new(*) {
  animation-duration: 1000s; opacity: 0 }`);
document.startViewTransition?.(() => {});""",
    "its element in a place of its own": "const host = NOTICE; const box = document.createElement('div'); document.body.append(box);"
    " box.style.cssText = 'opacity:.01;filter:blur(9px)'; box.append(host);",
    "a page at a tenth of its size": _STYLE + "style('html { zoom: .1 }');",
    "a page at many times its size": _STYLE + "style('html { zoom: 7 }');",
}
"""Hide the notice or change its look: the press opens our page or hits nothing."""

VAIN: Final = {
    "a page that is nearly transparent": _STYLE
    + "style('html { opacity: .02 !important; filter: opacity(2%) blur(9px) !important; mix-blend-mode: multiply }');",
    "a page behind a mask": _STYLE + "style('html { mask: linear-gradient(#0000, #0000) !important }');",
    "a page that is moved and turned": _STYLE
    + "style('html, body { transform: translate(-300px, 300px) rotate(7deg) scale(.3) !important; perspective: 10px; clip-path: inset(40%) }');",
    "styles for its element": _STYLE
    + """style(`html > div:last-of-type, html > div { opacity: .01 !important; filter: opacity(1%) !important; clip-path: inset(50%) !important;
  transform: translate(-200px, 200px) scale(.2) !important; font: 1px fantasy !important; color: transparent !important; mask: linear-gradient(#0000, #0000) !important;
  letter-spacing: -1em !important; word-spacing: 9em !important; text-indent: -999px !important; pointer-events: none !important; cursor: none !important; user-select: all !important; direction: rtl !important }`);""",
    "words and grounds before and after its element": _STYLE
    + """style(`html > div::before, html > div::after { content: "Press here for your prize"; position: fixed; inset: 0; z-index: 2147483647; background: gold; pointer-events: none }
html > div::first-line, html > div::first-letter { font-size: 0; color: transparent } ::backdrop { background: gold }`);""",
    "an animation of its element": "NOTICE.animate([{ opacity: 0, transform: 'translateX(-500px)', visibility: 'hidden', pointerEvents: 'auto' }], { duration: 1e6, fill: 'both' });",
    "the highest frame and layer of the page": "for (const tag of ['iframe', 'div']) { const one = document.createElement(tag);"
    " one.style.cssText = 'position:fixed;inset:0;width:100vw;height:100vh;z-index:2147483647;background:gold;pointer-events:none'; document.documentElement.append(one); }",
    "fonts of the system's names": _STYLE
    + 'style(\'@font-face { font-family: system-ui; src: local("DejaVu Serif"), local("DejaVu Sans"); size-adjust: 5% }'
    ' @font-face { font-family: sans-serif; src: local("DejaVu Serif"), local("DejaVu Sans"); size-adjust: 5% }\');',
}
"""Change the page and leave the notice as it is."""

GONE: Final = {
    "a modal dialog": "const dialog = document.createElement('dialog'); dialog.textContent = 'Your prize'; dialog.style.cssText = 'pointer-events:none;inset:0;width:100vw;height:100vh;background:gold';"
    " document.body.append(dialog); dialog.showModal();",
    "a page that answers to nothing": "document.documentElement.inert = true;",
    "a page that is not drawn": _STYLE + "style('html { display: none !important }');",
    "made-up presses": "for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'keydown'])"
    " for (const one of [NOTICE, NOTICE.shadowRoot, document]) one?.dispatchEvent(new MouseEvent(kind, { bubbles: true, composed: true, clientX: innerWidth - 100, clientY: 60 }));"
    " NOTICE.click(); NOTICE.focus(); NOTICE.remove();",
}
"""Remove the notice: nothing can be pressed."""


class Attack(NamedTuple):
    """An attack and what a press may lead to."""

    script: str
    outcomes: tuple[str, ...]
    """``led`` to a page of ours, or ``nothing``; never ``acted``."""
    looks_same: bool | None
    """Whether the button looks as before; None where it may or may not."""

    @property
    def is_led(self) -> bool:
        """Whether the press must open a page of ours."""
        return self.outcomes == ("led",)


ATTACKS: Final = {
    **{name: Attack(one, ("led",), None if name == FLICKERING else False) for name, one in COVERING.items()},
    **{name: Attack(one, ("led", "nothing"), False) for name, one in HIDING.items()},
    **{name: Attack(one, ("led",), None) for name, one in VAIN.items()},
    **{name: Attack(one, ("nothing",), None) for name, one in GONE.items()},
}
SAMPLE: Final = tuple(next(iter(kind)) for kind in (COVERING, HIDING, VAIN, GONE))
"""The attacks of every run: one of each kind."""


def script(attack: str) -> str:
    """An attack as an expression for the page."""
    return f"(() => {{ {attack.replace('NOTICE', f'({NOTICE})')} }})()"


def outcome(acted: Callable[[], bool], led: Callable[[], Any], seconds: float) -> str:
    """The result of a press: ``acted``, ``led`` to a page of ours, or ``nothing`` in that time."""
    with suppress(AssertionError):
        return str(until(lambda: "acted" if acted() else "led" if led() else "", seconds))
    return "nothing"
