"""Extracts terms from passages, with weights by their place, and provides IDF.

Chinese is segmented by jieba; English words lose plural and possessive; in Japanese, for which there is no dictionary,
runs of kanji and of katakana are terms; other scripts are split at spaces and punctuation.

The IDF (inverse document frequency) of Chinese words comes from the frequencies in jieba's dictionary, which cover far
more than our corpora; the IDF of other words comes from ``weights/words.json``, the number of corpus pages per word.
Unknown words are as rare as the rarest ones.
"""

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
from jingdu.text.fold import table

_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_STOPPED: Final = words.STOP_WORDS.union(
    language.function_words()["shared"], *map(str.split, table(Path(__file__).with_name("stopwords.txt")))
)
"""Words that are never keywords, and that end a phrase."""
_MAX_WORD: Final = 60
"""Maximum characters of a word; longer ones are data, paths or noise."""
_KANA: Final = re.compile("[\u3041-\u30ff]")
_TOKEN: Final = re.compile(
    f"(?P<han>[{_HAN}]{{1,{words.MAX_RUN}}})|(?P<word>(?:(?![{_HAN}\u3041-\u30ff])[^\\W_])"
    f"(?:(?![{_HAN}\u3041-\u30ff])[\\w'’+#&-]|(?<=\\d)\\.(?=\\d))*)|(?P<stop>[^\\s])"
)
_JAPANESE: Final = re.compile(
    "(?P<word>[\u4e00-\u9fff々]{2,}|[\u30a1-\u30fa\u30fc]{2,}|[A-Za-z0-9]{2,})|(?P<stop>[^\\s])"
)
_SENTENCE: Final = re.compile("(?<=[。！？!?；;])|(?<=[.] )")
_NUMBER: Final = re.compile(r"[\d.,%+-]*\d[\d.,%+-]*[a-z]{0,2}")
_COUNTING: Final = re.compile("[第约近]?[〇零一二三四五六七八九十百千万亿两半几多数]+[余多]?"
                              "[个十天年月日号斤次位名家条件元代分时点岁度级成倍座只张章孔叶]?")  # fmt: skip
"""三个, 八十六, 第一次: Chinese numerals with optional classifiers."""

_VERBAL: Final = frozenset("vadzcp")
"""First letters of the tags of verbs, adjectives, adverbs and function words."""
_NOMINAL: Final = frozenset({"vn", "an"})
"""Tags of nominal verbs and adjectives."""
_VERB: Final = re.compile(r"\A[a-z]{3,}(?:[^e]ed|[^iml]ly)")

# An English word's neighbours show its part of speech.
_WORDS: Final = re.compile(r"[^\W_][\w'-]*|[^\w\s]")
_ADJECTIVE: Final = re.compile(r"\w{2,}[^sv]al|\w{3,}(?:ous|ive|ful|less|[^bs]ic|able|ible|est|ary|ish|ly|ular)")
_BEFORE_NOUN: Final = frozenset(
    "a an the this these those my your his her its our their no every each some any of in on at from by with "
    "for".split()
)
_AFTER_NOUN: Final = frozenset("of is are was were has have had who which".split())
_BEFORE_ADJECTIVE: Final = frozenset("is are was were be very more most too so as".split())
_BEFORE_VERB: Final = frozenset(
    "to will can could would may might must should cannot not i we you they he she who don't doesn't didn't".split()
)
_AFTER_VERB: Final = frozenset("the a an his her their its my your our this them him us me".split())

STRESS: Final = {TITLE: 4.0, HEADING: 2.0}
"""Weight of an occurrence by its passage's kind; 1 elsewhere."""
STRESSED: Final = 1.5
"""Minimum weight of an occurrence in bold, italics or a link."""

MIN_IDF: Final = 5.5
"""-ln P of the commonest Chinese words in jieba's dictionary, which have an IDF of 0."""
MAX_IDF: Final = 14.5
"""-ln P of the rarest ones: about four occurrences in sixty million."""


class Term(NamedTuple):
    key: str
    """The normal form: lower case, singular, Simplified."""
    shown: str
    weight: float


Run = list[Term]
"""Terms without punctuation or stop words between them."""


class Sentence(NamedTuple):
    runs: list[Run]
    kind: str

    @property
    def terms(self) -> list[Term]:
        return [term for run in self.runs for term in run]


def sentences(passages: Iterable[Passage]) -> list[Sentence]:
    """The sentences of an article that have terms."""
    passages = list(passages)
    sample = "".join(passage.text for passage in passages[:40])[:3000]
    japanese = len(_KANA.findall(sample)) > 0.05 * len(sample)
    joining = language.function_words_of(passage.text for passage in passages)
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
    return Counter(term.key for sentence in found for term in sentence.terms)


def keys(text: str) -> list[str]:
    """The keys of a short text (a title, a keyword) in order."""
    return [key for run in _runs(text, bool(_KANA.search(text))) for key, _ in run]


def is_east_asian(key: str) -> bool:
    """Whether a key is Chinese or Japanese."""
    return "\u3041" <= key[:1] <= "\u9fff"


def non_nouns(keys: Iterable[str], passages: Iterable[Passage]) -> set[str]:
    """The verbs, adjectives and adverbs among ``keys``, by jieba's dictionary, or English suffixes and neighbours."""
    keys = set(keys)
    tags = words.parts_of_speech([key for key in keys if is_east_asian(key)])
    verbal = {key for key, tag in tags.items() if tag[:1] in _VERBAL and tag not in _NOMINAL}
    verbal |= {key for key in keys if _VERB.fullmatch(key)}
    return verbal | _used_otherwise(keys, [text for text, *_ in passages])


def _used_otherwise(keys: set[str], texts: list[str]) -> set[str]:
    """The keys that English texts use as verbs or adjectives more than twice as often as as nouns."""
    if language.by_function_words(" ".join(texts[:40])[:3000]) != "en":
        return set()
    uses: Counter[tuple[str, bool]] = Counter()
    for text in texts:
        tokens = [".", *_WORDS.findall(text.lower().replace("’", "'")), "."]
        for before, word, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
            if (key := _key(word)) in keys:
                is_last = not after[0].isalpha() or after in _STOPPED
                has_suffix = _ADJECTIVE.fullmatch(key) is not None
                is_verb = before in _BEFORE_VERB or (after in _AFTER_VERB and before not in _BEFORE_NOUN)
                if is_verb or (has_suffix and word == key and (not is_last or before in _BEFORE_ADJECTIVE)):
                    uses[key, False] += 1
                elif after in _AFTER_NOUN or before in _BEFORE_NOUN or has_suffix:
                    uses[key, True] += 1
    return {key for key in keys if uses[key, False] > 2 * uses[key, True]}


def _runs(text: str, japanese: bool, joining: frozenset[str] = frozenset()) -> Iterator[list[tuple[str, str]]]:
    """The runs of a text, as pairs of key and form in the text."""
    run: list[tuple[str, str]] = []
    for shown in _shown(text, japanese):
        key = _key(shown if japanese else words.simplified(shown)) if shown else ""
        if key and shown.lower() not in joining:
            run.append((key, shown))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _shown(text: str, japanese: bool) -> Iterator[str]:
    """The words of a text; an empty one for each punctuation mark."""
    for match in (_JAPANESE if japanese else _TOKEN).finditer(text):
        if match["stop"]:
            yield ""
        elif match.re is _TOKEN and match["han"]:
            yield from words.cut(match["han"])
        else:
            yield match["word"]


@lru_cache(maxsize=20_000)
def _key(shown: str) -> str:
    """The normal form of a word; empty for stop words, numbers and noise."""
    key = shown.lower().replace("’", "'").strip("'-&")
    key = key.removesuffix("'s")
    if not 2 <= len(key) <= _MAX_WORD or key in _STOPPED:
        return ""
    if _NUMBER.fullmatch(key) or _COUNTING.fullmatch(key) or "'" in key:
        return ""
    return singular(key) if key.isascii() else key


def singular(word: str) -> str:
    """An English word without the plural suffix (Harman's weak stemmer, 1991): cities, bridges, cats."""
    if len(word) > 4 and word.endswith("ies") and word[-4] not in "ae":
        return word[:-3] + "y"
    if word.endswith("es") and len(word) > 4 and word[-3] not in "aeo":
        return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "zes")) else word[:-1]
    return word[:-1] if word.endswith("s") and len(word) > 3 and word[-2] not in "usi" else word


@dataclass(frozen=True)
class Idf:
    """Number of ``pages`` with each word; words on fewer than ``least`` pages are omitted."""

    pages: int
    least: int
    held: Mapping[str, int]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def of(self, key: str) -> float:
        """ln((N + 1) / (n + 1)) for n of N pages; for Chinese, `chinese` on the same scale. From 0 to about ln(N)."""
        if is_east_asian(key):
            return chinese(key) * log(self.pages) / (MAX_IDF - MIN_IDF)
        return log((self.pages + 1) / (self.held.get(key, self.least - 1) + 1))

    def as_json(self) -> str:
        """The table as JSON, with the words grouped by their number of pages."""
        by_number: dict[int, list[str]] = {}
        for key, number in sorted(self.held.items()):
            by_number.setdefault(number, []).append(key)
        table = {str(number): " ".join(by_number[number]) for number in sorted(by_number)}
        document = {"pages": self.pages, "least": self.least, "held": table, "provenance": dict(self.provenance)}
        return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


@lru_cache(maxsize=20_000)
def chinese(key: str) -> float:
    """-ln P(word) by jieba's dictionary, from 0 for the commonest words to `MAX_IDF` - `MIN_IDF` for the rarest."""
    probability = words.commonness(key)
    return min(-log(probability) if probability > 0 else MAX_IDF, MAX_IDF) - MIN_IDF if probability < 0.004 else 0.0


@cache
def packaged_idf() -> Idf:
    """The packaged table; raises ``bad_weights``."""
    with weight_files.bad_weights():
        data = json.loads(weight_files.read("words"))
        held = {key: int(number) for number, keys in data["held"].items() for key in keys.split()}
        return Idf(int(data["pages"]), int(data["least"]), held, data["provenance"])
