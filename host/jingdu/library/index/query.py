"""What a user types, as terms; a term as FTS5 understands it. Nothing typed can be a syntax error.

``machine learning`` finds both words, the last one also as the beginning of a word while it is typed;
``"machine learning"`` the phrase; ``-word`` leaves out; ``tag:``, ``site:`` and ``title:`` narrow; 人工智能
is searched for as it is. Quotes may be curly or Chinese, colons wide.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import Final, NamedTuple

from jingdu.library.index.tokens import GAP, TOKEN, UNSPACED, tokens
from jingdu.text.fold import composed, fold, table
from jingdu.text.words import STOP_WORDS

MAX_LENGTH: Final = 1000
"""Characters of a query that are read."""
MAX_TERMS: Final = 40
MIN_UNITS: Final = 3
MAX_UNITS: Final = 24
_PART: Final = re.compile(
    r"(?P<minus>(?<!\S)[-－](?=\S))?(?:(?P<field>tag|site|title|标签|標籤|网站|網站|标题|標題)[:：])?"
    r"(?:[\"“”„「『](?P<quoted>[^\"“”„」』]*)(?P<closed>[\"“”」』])?|(?P<word>[^\s\"“”「」『』]+)|[」』]|"
    r"(?(field)(?!\S)|(?!)))",  # ``tag:`` alone, while a tag is being typed
    re.IGNORECASE,
)
_FIELDS: Final = {"标签": "tag", "標籤": "tag", "网站": "site", "網站": "site", "标题": "title", "標題": "title"}
_WEB: Final = re.compile(r"https?://\S+", re.IGNORECASE)


class Term(NamedTuple):
    """Something that is to be in an article; ``tokens`` follow one another."""

    tokens: tuple[str, ...]
    starts: bool = False
    """Whether the last token may be the beginning of a word."""
    title: bool = False
    """Whether it is to be in the title."""
    others: tuple[tuple[str, ...], ...] = ()
    """What it is called in another region; good as well."""


class Query(NamedTuple):
    """All of what was typed."""

    terms: tuple[Term, ...] = ()
    excluded: tuple[Term, ...] = ()
    tags: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    url: str | None = None
    """The query is an address."""


def parsed(typed: str) -> Query:
    """The query that was typed; of what is too long the beginning."""
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
        else:
            is_last = part.end() == len(typed)
            quoted = part["quoted"] is not None
            way = tuple(tokens(fold(value))) if quoted else ()
            phrase = [Term(way, is_last and not part["closed"] and _is_word(way[-1]), field == "title")] if way else []
            (excluded if part["minus"] else terms).extend(phrase if quoted else _words(value, field, is_last))
    return Query(tuple(terms[:MAX_TERMS]), tuple(excluded[:MAX_TERMS]), tuple(named["tag"]), tuple(named["site"]))


def _words(value: str, field: str, is_last: bool) -> list[Term]:
    """A word, or several where marks part Chinese; 人工智能，芯片 are two."""
    folded = fold(value)
    runs: list[list[str]] = [[]]
    for token in tokens(folded):
        if token == GAP:
            runs.append([])
        else:
            runs[-1].append(token)
    typing = is_last and bool(TOKEN.fullmatch(folded[-1:]))
    return [
        Term(tuple(run), typing and run is runs[-1] and _may_go_on(run), field == "title", _elsewhere("".join(run)))
        for run in runs
        if run
    ]


def _may_go_on(run: list[str]) -> bool:
    """Whether the last token may be the beginning of a word; AT&T is whole, or it would find every “at the”."""
    is_initials = 1 < len(run) <= 3 and len(run[-1]) == 1 and all(_is_word(one) and len(one) <= 2 for one in run)
    return _is_word(run[-1]) and not is_initials


def _is_word(token: str) -> bool:
    return not re.match(f"[{UNSPACED}]", token)


def _elsewhere(run: str) -> tuple[tuple[str, ...], ...]:
    """What the mainland's 软件 is in Taiwan or Hong Kong, and the other way round."""
    found: dict[tuple[str, ...], None] = {}
    for longest, words in _regional():
        if (other := longest.sub(lambda word: words[word[0]], run)) != run:  # noqa: B023
            found[tuple(tokens(other))] = None
    return tuple(found)


@cache
def _regional() -> list[tuple[re.Pattern[str], dict[str, str]]]:
    """For both directions the words that differ, the longest first, and what each becomes."""
    pairs = [line.split("\t") for line in table("regional.txt")]
    ways: list[tuple[re.Pattern[str], dict[str, str]]] = []
    for here, there in ((0, 1), (1, 0)):
        words = {fold(pair[here]): fold(pair[there]) for pair in reversed(pairs)}
        longest = sorted(words, key=len, reverse=True)
        ways.append((re.compile("|".join(map(re.escape, longest))), words))
    return ways


def loosened(query: Query) -> tuple[Term, ...]:
    """The words of a query and the pairs of its Chinese characters, where that is three or more; else nothing.

    For a sentence that is in no text as it is typed. By the titles of 226 news articles, searched for in their texts,
    pairs rank better than jieba's words (mean reciprocal rank 0.924 against 0.915), and there is no dictionary to load.
    """
    units: dict[Term, None] = {}
    for term in query.terms:
        words = [(token,) for token in term.tokens if _is_word(token)]
        pairs = [pair for pair in pairwise(term.tokens) if not any(map(_is_word, pair)) and GAP not in pair]
        for unit in (*words, *pairs):
            if "".join(unit) not in STOP_WORDS:
                units[Term(unit, title=term.title)] = None
    return tuple(units)[:MAX_UNITS] if len(units) >= MIN_UNITS else ()


def expression(terms: tuple[Term, ...], joined: str = "AND") -> str:
    """The terms as FTS5's query language has them; every token is in quotes."""
    return f" {joined} ".join(_one(term) for term in terms)


def _one(term: Term) -> str:
    columns = "title : " if term.title else ""
    if term.starts and len(term.tokens) == 1 and len(term.tokens[0]) == 1:
        # One letter begins a word of nearly every article; what is meant begins a word of a title or a tag.
        quoted = _quoted(term.tokens)
        return f"({columns}{quoted} OR {columns or '{title labels} : '}{quoted} *)"
    ways = [f"{columns}{_quoted(way)}{' *' if term.starts else ''}" for way in (term.tokens, *term.others)]
    return f"({' OR '.join(ways)})"


def _quoted(found: tuple[str, ...]) -> str:
    return f'"{" ".join(found)}"'
