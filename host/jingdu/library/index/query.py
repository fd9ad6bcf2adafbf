"""Parses the user's input into terms, and converts terms to FTS5 expressions. No input is a syntax error.

``machine learning`` matches both words, the last one as a prefix while it is typed; ``"machine learning"`` matches
the phrase; ``-word`` excludes; ``tag:``, ``site:`` and ``title:`` filter; 人工智能 matches as a phrase. Quotes may be
curly or Chinese, colons full-width.
"""

import re
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from jingdu.library.index.tokens import GAP, TOKEN, UNSPACED, joined, tokens
from jingdu.text.fold import composed, fold, table
from jingdu.text.words import STOP_WORDS

MAX_LENGTH: Final = 1000
MAX_TERMS: Final = 40
MIN_UNITS: Final = 3
MAX_UNITS: Final = 24
"""Minimum and maximum words and bigrams of a loosened query."""
_PART: Final = re.compile(
    r"(?P<minus>(?<!\S)[-－](?=\S))?(?:(?P<field>tag|site|title|标签|標籤|网站|網站|标题|標題)[:：])?"
    r"(?:[\"“”„「『](?P<quoted>[^\"“”„」』]*)(?P<closed>[\"“”」』])?|(?P<word>[^\s\"“”「」『』]+)|[」』]|"
    r"(?(field)(?!\S)|(?!)))",  # ``tag:`` alone, while a tag is being typed
    re.I,
)
_FIELDS: Final = {"标签": "tag", "標籤": "tag", "网站": "site", "網站": "site", "标题": "title", "標題": "title"}
_WEB: Final = re.compile(r"https?://\S+", re.I)


class Term(NamedTuple):
    """A sequence of adjacent tokens."""

    tokens: tuple[str, ...]
    is_prefix: bool = False
    """Whether the last token is a prefix."""
    only_in_title: bool = False
    variants: tuple[tuple[str, ...], ...] = ()
    """Other spellings, which match as well."""


class Query(NamedTuple):
    terms: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    tags: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    url: str | None = None
    """Set if the query is an address."""


def parse(typed: str) -> Query:
    """Parses the first `MAX_LENGTH` characters."""
    typed = composed(typed[:MAX_LENGTH])
    if _WEB.fullmatch(typed.strip()):
        return Query(url=typed.strip())
    terms: list[Term] = []
    excluded: list[Term] = []
    named: dict[str, list[str]] = {"tag": [], "site": []}
    for part in _PART.finditer(typed):
        field = (part["field"] or "").lower()
        field = _FIELDS.get(field, field)
        value = part["word"] if part["quoted"] is None else part["quoted"]
        if not value:
            continue
        if field in named and not part["minus"]:
            named[field].append(fold(value))
            continue
        is_last = part.end() == len(typed)
        if part["quoted"] is None:
            found = _words(value, field, is_last)
        else:
            found = _phrase(value, field, is_open=is_last and not part["closed"])
        (excluded if part["minus"] else terms).extend(found)
    return Query(tuple(terms[:MAX_TERMS]), tuple(excluded[:MAX_TERMS]), tuple(named["tag"]), tuple(named["site"]))


def _phrase(value: str, field: str, *, is_open: bool) -> list[Term]:
    """A quoted phrase; while the quote ``is_open``, its last word is a prefix."""
    run = tuple(tokens(fold(value)))
    return [Term(run, is_open and _is_word(run[-1]), field == "title")] if run else []


def _words(value: str, field: str, is_last: bool) -> list[Term]:
    """A word, or several if punctuation separates Chinese: 人工智能，芯片 are two."""
    folded = fold(value)
    runs: list[list[str]] = [[]]
    for token in tokens(folded):
        if token == GAP:
            runs.append([])
        else:
            runs[-1].append(token)
    typing = is_last and bool(TOKEN.fullmatch(folded[-1:]))
    return [
        Term(tuple(run), typing and run is runs[-1] and _may_be_prefix(run), field == "title", _variants(run, folded))
        for run in runs
        if run
    ]


def _may_be_prefix(run: list[str]) -> bool:
    """Whether the last token may be a prefix; not in AT&T, which would match every “at the”."""
    is_initials = 1 < len(run) <= 3 and len(run[-1]) == 1 and all(_is_word(part) and len(part) <= 2 for part in run)
    return _is_word(run[-1]) and not is_initials


def _is_word(token: str) -> bool:
    return not re.match(f"[{UNSPACED}]", token)


def _variants(run: list[str], folded: str) -> tuple[tuple[str, ...], ...]:
    """Regional variants: the mainland's 软件 is 軟體 in Taiwan and Hong Kong; and email for e-mail."""
    whole = "".join(run)
    found: dict[tuple[str, ...], None] = {(form,): None for form, *_ in joined(folded) if form == whole}
    for longest, words in _regional():
        if (other := longest.sub(lambda word: words[word[0]], whole)) != whole:  # noqa: B023
            found[tuple(tokens(other))] = None
    return tuple(found)


@cache
def _regional() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """In both directions, a pattern of the words that differ, longest first, and their translations."""
    pairs = [line.split("\t") for line in table("regional.txt")]
    directions: list[tuple[re.Pattern[str], dict[str, str]]] = []
    for source, target in ((0, 1), (1, 0)):
        words = {fold(pair[source]): fold(pair[target]) for pair in reversed(pairs)}
        directions.append((re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True)))), words))
    return directions


def loosen(query: Query) -> tuple[Term, ...]:
    """The words and the Chinese bigrams of a query that matches nothing literally; empty if fewer than `MIN_UNITS`.

    With the titles of 226 news articles as queries for their texts, bigrams rank better than jieba's words (mean
    reciprocal rank 0.924 versus 0.915), and they need no dictionary.
    """
    units: dict[Term, None] = {}
    for term in query.terms:
        words = [(token,) for token in term.tokens if _is_word(token)]
        pairs = [pair for pair in pairwise(term.tokens) if not any(map(_is_word, pair)) and GAP not in pair]
        for unit in (*words, *pairs):
            if "".join(unit) not in STOP_WORDS:
                units[Term(unit, only_in_title=term.only_in_title)] = None
    return tuple(units)[:MAX_UNITS] if len(units) >= MIN_UNITS else ()


def expression(terms: tuple[Term, ...], joined: str = "AND") -> str:
    """An FTS5 expression; every token is quoted."""
    return f" {joined} ".join(_expression(term) for term in terms)


def _expression(term: Term) -> str:
    columns = "title : " if term.only_in_title else ""
    if term.is_prefix and len(term.tokens) == 1 and len(term.tokens[0]) == 1:
        # Nearly every article has a word with this first letter, so the prefix matches only titles and labels.
        quoted = _quoted(term.tokens)
        return f"({columns}{quoted} OR {columns or '{title labels} : '}{quoted} *)"
    runs = [f"{columns}{_quoted(run)}{' *' if term.is_prefix else ''}" for run in (term.tokens, *term.variants)]
    return f"({' OR '.join(runs)})"


def _quoted(run: tuple[str, ...]) -> str:
    return f'"{" ".join(run)}"'
