"""Renders Markdown as HTML with markdown-it-py, for articles that the user edited as ``article.md``.

It is CommonMark with the extensions of `jingdu.render.markdown`: tables, strikethrough, footnotes and formulas between
dollar signs. Raw HTML is passed through, so the result must be cleaned by `jingdu.render.clean`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from jingdu.render.markup import escape

MAX_CHARS: Final = 600_000
"""Maximum characters; markdown-it takes seconds for more."""

_WIDE: Final = re.compile(
    "[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff“”‘’…—]"
)
"""Chinese, Japanese and Korean characters and their punctuation."""


def html(markdown: str) -> str:
    """Renders Markdown as HTML; in a text longer than `MAX_CHARS`, each line becomes a paragraph."""
    if len(markdown) > MAX_CHARS:
        return "".join(f"<p>{escape(line)}</p>" for line in markdown.splitlines() if line.strip())
    return str(_parser().render(markdown))


class _State(StateInline):
    """Decides whether a run of ``*`` may begin or end emphasis.

    CommonMark requires a space after emphasis that ends in punctuation, which Chinese and Japanese do not have
    (``**重点。**然后``). Next to their characters only white space counts, as in
    https://github.com/tats-u/markdown-cjk-friendly.
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


def _parser() -> MarkdownIt:
    parser = MarkdownIt()
    parser.inline = _Inline()
    parser.configure("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)
    parser.use(footnote_plugin)
    for name, write in _WRITERS.items():
        parser.add_render_rule(name, lambda _, tokens, at, *__, write=write: write(tokens[at]))
    return parser


def _formula(token: Token, display: str = " display") -> str:
    return f'<code class="math{display}">{escape(token.content.strip())}</code>'


def _reference_number(token: Token) -> str:
    """The end of a reference's id: its footnote's number, and from the footnote's second reference on its own."""
    number = token.meta["id"] + 1
    return f"{number}-{token.meta['subId']}" if token.meta.get("subId") else str(number)


def _reference(token: Token) -> str:
    number = token.meta["id"] + 1
    label = escape(str(token.meta.get("label") or number))
    return f'<sup><a id="jd-ref-{_reference_number(token)}" href="#jd-note-{number}">{label}</a></sup>'


_WRITERS: Final[Mapping[str, Callable[[Token], str]]] = {
    "math_inline": lambda token: _formula(token, ""),
    "math_inline_double": _formula,
    "math_block": lambda token: f"<p>{_formula(token)}</p>\n",
    "math_block_label": lambda token: f"<p>{_formula(token)}</p>\n",
    "footnote_ref": _reference,
    "footnote_block_open": lambda _: "<hr>\n<ol>\n",
    "footnote_block_close": lambda _: "</ol>\n",
    "footnote_open": lambda token: f'<li><a id="jd-note-{token.meta["id"] + 1}" class="note"></a>',
    "footnote_close": lambda _: "</li>\n",
    "footnote_anchor": lambda token: f' <a href="#jd-ref-{_reference_number(token)}">↩</a>',
}
