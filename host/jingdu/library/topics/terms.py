"""Passages as terms: the words that count, in their order, how strongly their place stresses them, how rare they are.

Chinese is cut by jieba; English words lose their plural and possessive; Japanese, for which
there is no dictionary here, gives its runs of kanji and of katakana; other scripts part their words.

How rare a word is (IDF, the inverse document frequency) is known for Chinese by the frequencies of jieba's dictionary,
which cover far more than a corpus of ours could; for other scripts by a table of how many pages of the corpora hold the
word, in ``weights/words.json``. A word that is in neither is taken to be as rare as the rarest there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import log
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.extractors import weight_files
from jingdu.library.topics.passages import HEADING, TITLE, Passage
from jingdu.text import language, words
from jingdu.text.words import simplified

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_STOPPED: Final = (
    words.STOP_WORDS
    | language.function_words()["shared"]
    | {
        word
        for line in Path(__file__).with_name("stopwords.txt").read_text("utf-8").splitlines()
        if not line.startswith("#")
        for word in line.split()
    }
)
"""Words that are no keyword by themselves, and end a phrase."""
_MAX_WORD: Final = 60
"""Characters of a word; what is longer is no word but data, a path or noise."""
_KANA: Final = re.compile("[\u3041-\u30ff]")
_TOKEN: Final = re.compile(f"(?P<han>[{_HAN}]{{1,{words.MAX_RUN}}})|(?P<word>(?:(?![{_HAN}\u3041-\u30ff])[^\\W_])"
                           f"(?:(?![{_HAN}\u3041-\u30ff])[\\w'’+#&-])*)|(?P<stop>[^\\s])")  # fmt: skip
_JAPANESE: Final = re.compile(
    "(?P<word>[\u4e00-\u9fff々]{2,}|[\u30a1-\u30fa\u30fc]{2,}|[A-Za-z0-9]{2,})|(?P<stop>[^\\s])"
)
_SENTENCE: Final = re.compile("(?<=[。！？!?；;])|(?<=[.] )")
_NUMBER: Final = re.compile(r"[\d.,%+-]*\d[\d.,%+-]*[a-z]{0,2}")
_COUNTING: Final = re.compile("[第约近]?[〇零一二三四五六七八九十百千万亿两半几多数]+[余多]?"
                              "[个十天年月日号斤次位名家条件元代分时点岁度级成倍座只张章孔叶]?")  # fmt: skip
"""三个, 八十六, 第一次: Chinese numbers, with or without what they count by."""

_VERBAL: Final = frozenset("vadzcp")
"""Beginnings of the tags of verbs, adjectives, adverbs and the like."""
_NOMINAL: Final = frozenset({"vn", "an"})
"""Verbs and adjectives that are nouns as well."""
_VERB: Final = re.compile(r"\A[a-z]{3,}(?:[^e]ed|[^iml]ly)")

STRESS: Final = {TITLE: 4.0, HEADING: 2.0}
"""Weight of an occurrence by its passage's kind; 1 elsewhere."""
STRESSED: Final = 1.5
"""Weight of an occurrence in bold, in italics or in a link's text, in a passage of weight 1."""


MIN_IDF: Final = 5.5
"""-ln of the probability, in jieba's dictionary, from which on a Chinese word is no rarer than any."""
MAX_IDF: Final = 14.5
"""The same for the rarest words: about four occurrences in its sixty million."""


class Term(NamedTuple):
    """One occurrence of a word."""

    key: str
    """What is compared: lower case, singular, Simplified."""
    shown: str
    weight: float


Run = list[Term]
"""Terms that follow each other without a mark, or a word that says nothing, between them."""


class Sentence(NamedTuple):
    runs: list[Run]
    kind: str


def sentences(passages: Iterable[Passage]) -> list[Sentence]:
    """The sentences of an article, each as its runs; those without a term are left out."""
    passages = list(passages)
    japanese = _is_japanese(passages)
    joining = language.joining_words(passage.text for passage in passages)
    found = []
    for passage in passages:
        stressed = {key for text in passage.stressed for run in _runs(text, japanese, joining) for key, _ in run}
        base = STRESS.get(passage.kind, 1.0)
        for text in _SENTENCE.split(passage.text):
            runs = [[Term(key, shown, max(base, STRESSED if key in stressed else base)) for key, shown in run]
                    for run in _runs(text, japanese, joining)]  # fmt: skip
            if runs:
                found.append(Sentence(runs, passage.kind))
    return found


def counts(found: Iterable[Sentence]) -> Counter[str]:
    """How often each key occurs."""
    return Counter(term.key for sentence in found for run in sentence.runs for term in run)


def keys(text: str) -> list[str]:
    """The keys of a short text (a title, a keyword) in their order."""
    return [key for run in _runs(text, bool(_KANA.search(text))) for key, _ in run]


def is_east_asian(key: str) -> bool:
    """Whether a key is written without gaps around it."""
    return "\u3041" <= key[:1] <= "\u9fff"


def no_nouns(keys: Iterable[str]) -> set[str]:
    """Those that are verbs, adjectives or adverbs: Chinese ones by jieba's dictionary, English ones by their ending."""
    keys = list(keys)
    tags = words.parts_of_speech([key for key in keys if is_east_asian(key)])
    verbal = {key for key, tag in tags.items() if tag[:1] in _VERBAL and tag not in _NOMINAL}
    return verbal | {key for key in keys if _VERB.fullmatch(key)}


def _is_japanese(passages: list[Passage]) -> bool:
    sample = "".join(passage.text for passage in passages[:40])[:3000]
    return len(_KANA.findall(sample)) > 0.05 * len(sample)


def _runs(text: str, japanese: bool, joining: frozenset[str] = frozenset()) -> Iterator[list[tuple[str, str]]]:
    run: list[tuple[str, str]] = []
    for shown in _shown(text, japanese):
        key = _key(shown if japanese else simplified(shown)) if shown else ""
        if key and shown.lower() not in joining:
            run.append((key, shown))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _shown(text: str, japanese: bool) -> Iterator[str]:
    """The words as they are written; an empty one for each mark."""
    for match in (_JAPANESE if japanese else _TOKEN).finditer(text):
        if match["stop"]:
            yield ""
        elif match.re is _TOKEN and match["han"]:
            yield from words.cut(match["han"])
        else:
            yield match["word"]


@lru_cache(maxsize=20_000)
def _key(shown: str) -> str:
    """The normal form; empty where the word says nothing by itself."""
    key = shown.lower().replace("’", "'").strip("'-&")
    key = key.removesuffix("'s")
    if not 2 <= len(key) <= _MAX_WORD or key in _STOPPED:
        return ""
    if _NUMBER.fullmatch(key) or _COUNTING.fullmatch(key) or "'" in key:
        return ""
    return singular(key) if key.isascii() else key


def singular(word: str) -> str:
    """An English word without the s of its plural (Harman's weak stemmer, 1991): cities, bridges, cats."""
    if len(word) > 4 and word.endswith("ies") and word[-4] not in "ae":
        return word[:-3] + "y"
    if word.endswith("es") and len(word) > 4 and word[-3] not in "aeo":
        return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes")) else word[:-1]
    if word.endswith("s") and len(word) > 3 and word[-2] not in "usi":
        return word[:-1]
    return word


@dataclass(frozen=True)
class Idf:
    """How many of ``pages`` pages hold each word; words on fewer than ``least`` pages are not in the table."""

    pages: int
    least: int
    held: Mapping[str, int]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def of(self, key: str) -> float:
        """ln(N / n), 0 … about ln(pages), with one page more on either side, so that an unseen word has one too."""
        if is_east_asian(key):
            return chinese(key) * log(self.pages) / (MAX_IDF - MIN_IDF)
        return log((self.pages + 1) / (self.held.get(key, self.least - 1) + 1))

    def as_json(self) -> str:
        """The table by frequency: each line a number of pages and the words that are on so many."""
        by: dict[int, list[str]] = {}
        for key, number in sorted(self.held.items()):
            by.setdefault(number, []).append(key)
        table = {str(number): " ".join(by[number]) for number in sorted(by)}
        document = {"pages": self.pages, "least": self.least, "held": table, "provenance": dict(self.provenance)}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


@lru_cache(maxsize=20_000)
def chinese(key: str) -> float:
    """-ln P(word) by jieba's dictionary, above that of the commonest words, at most that of the rarest."""
    probability = words.commonness(key)
    return min(-log(probability) if probability > 0 else MAX_IDF, MAX_IDF) - MIN_IDF if probability < 0.004 else 0.0


@cache
def packaged_idf() -> Idf:
    """The table that comes with Jingdu; raises ``bad_weights`` where it is none."""
    with weight_files.fitting():
        found = json.loads(weight_files.read("words"))
        held = {key: int(number) for number, keys in found["held"].items() for key in keys.split()}
        return Idf(int(found["pages"]), int(found["least"]), held, found["provenance"])
