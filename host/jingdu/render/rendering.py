"""Markdown → HTML, by markdown-it-py: the text of a kept article whose user edited ``article.md``.

CommonMark with what our own `jingdu.render.markdown` writes besides: tables, strikethrough, footnotes and
formulas between dollars. Raw HTML passes through, so what comes out is not fit to be shown before
it went through `jingdu.render.clean`. Imported only when an edited text is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from jingdu.render.markup import escape

MAX_CHARS: Final = 600_000
"""Characters that are rendered; markdown-it takes seconds for more, and no article has them."""

_WIDE: Final = re.compile(
    "[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff“”‘’…—]"
)
"""Chinese, Japanese and Korean characters and their punctuation."""


def html(markdown: str) -> str:
    """The HTML of a text in Markdown; one that is too long comes as its lines, which are then paragraphs."""
    if len(markdown) > MAX_CHARS:
        return "".join(f"<p>{escape(line)}</p>" for line in markdown.splitlines() if line.strip())
    return str(_parser().render(markdown))


class _State(StateInline):
    """Where a run of ``*`` may begin or end a stressed part.

    CommonMark wants a space between a stressed part that ends in punctuation and the word after it, which
    Chinese and Japanese do not have (``**重点。**然后``): next to their characters only a space counts,
    as in https://github.com/tats-u/markdown-cjk-friendly.
    """

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - the library's names
        scanned = super().scanDelims(start, canSplitWord)
        before = self.src[start - 1 : start]
        after = self.src[start + scanned.length : start + scanned.length + 1]
        if self.src[start] == "_" or not (_WIDE.match(before) or _WIDE.match(after)):
            return scanned
        return Scanned(bool(after.strip()), bool(before.strip()), scanned.length)


class _Inline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        state = _State(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _Parser(MarkdownIt):
    def __init__(self) -> None:
        super().__init__()
        self.inline = _Inline()
        self.configure("commonmark", {"html": True})


def _parser() -> MarkdownIt:
    parser = _Parser().enable(["table", "strikethrough"])
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    parser.use(footnote_plugin)
    for name, rule in _RULES.items():
        parser.add_render_rule(name, rule)
    return parser


def _formula(tokens: Sequence[Token], at: int, display: bool) -> str:
    name = "math display" if display else "math"
    return f'<code class="{name}">{escape(tokens[at].content.strip())}</code>'


def _inline(_: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return _formula(tokens, at, display=False)


def _display(_: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return f"<p>{_formula(tokens, at, display=True)}</p>\n"


def _display_inline(_: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return _formula(tokens, at, display=True)


def _mark(tokens: Sequence[Token], at: int) -> tuple[str, str]:
    """A footnote's number, and the number with that of the mark that leads to it."""
    meta: Mapping[str, Any] = tokens[at].meta
    number = str(meta["id"] + 1)
    return number, f"{number}-{meta['subId']}" if meta.get("subId") else number


def _reference(_: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: MutableMapping[str, Any]) -> str:
    number, place = _mark(tokens, at)
    label = escape(str(tokens[at].meta.get("label") or number))
    return f'<sup><a id="jd-ref-{place}" href="#jd-note-{number}">{label}</a></sup>'


def _open(_: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return f'<li><a id="jd-note-{_mark(tokens, at)[0]}"></a>'


def _back(_: RendererHTML, tokens: Sequence[Token], at: int, options: Any, env: Any) -> str:
    return f' <a href="#jd-ref-{_mark(tokens, at)[1]}">↩</a>'


def _written(text: str) -> Any:
    return lambda *_: text


_RULES: Final[Mapping[str, Any]] = {
    "math_inline": _inline,
    "math_inline_double": _display_inline,
    "math_block": _display,
    "math_block_label": _display,
    "footnote_ref": _reference,
    "footnote_block_open": _written("<hr>\n<ol>\n"),
    "footnote_block_close": _written("</ol>\n"),
    "footnote_open": _open,
    "footnote_close": _written("</li>\n"),
    "footnote_anchor": _back,
}
