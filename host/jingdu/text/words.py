"""A text as words and terms, and its Traditional characters as Simplified ones.

Words are cut by jieba's dictionary where they are Chinese, and everywhere else where the script parts them. Terms need
no dictionary: Latin words, and pairs of characters for East Asian scripts.

jieba and its dictionary (half a second) are loaded when Chinese is first met and not before.
The dictionary is read from its text file. jieba's cache of it is neither read nor written: it saves no
time, and would be unmarshalled without a check.

The table of Simplified characters is made of OpenCC's TSCharacters, one for one, so that places in the text stay the
same. A few of its characters are right in Simplified text too (乾 in 乾隆, not in 乾淨; 著 in 著名, not in 看著): of
these the dictionary's words around them decide.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate, pairwise
from operator import add
from threading import Lock
from typing import Final

_EAST_ASIAN: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TERM: Final = re.compile(f"[{_EAST_ASIAN}]+|[^\\W_{_EAST_ASIAN}]+")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_WIDE: Final = re.compile(f"[{_EAST_ASIAN}]+")
_COMMON: Final = frozenset(
    "a an and are as at by for from how in is it of on or that the this to was what with you your".split()
)
MAX_TERMS: Final = 40

_CHINESE: Final = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
_OTHER_EAST_ASIAN: Final = re.compile("[\u3041-\u30ff\uac00-\ud7af]")
MAX_RUN: Final = 500
"""Chinese characters that are cut at once: jieba takes time quadratic in a run of words it does not know."""
_RUN: Final = re.compile(f"({_CHINESE.pattern[:-1]}{{1,{MAX_RUN}}})|[^\\W_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")
STOP_WORDS: Final = frozenset(
    "a an and are as at be been but by can for from had has have he her his how i in is it its my no not of on or our "
    "she so that the their them they this to was we were what when where which who why will with you your "
    "的 了 和 是 在 我 有 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 与 及 或 为 为了 对 "
    "以 等 被 将 把 从 向 中 后 前 下 之 其 而 但 并 让 给 他 她 它 我们 他们 你们 什么 怎么 如何 还 又 再 则 因 于 "
    "個 這 與 為 對 將 從 後 讓 給 還 沒有 我們 他們 什麼".split()
)
"""Words that say nothing of what a text is about."""
_lock: Final = Lock()
_loaded: list[Callable[[str], list[str]]] = []


# terms


def title_terms(title: str) -> list[str]:
    """The distinct terms of a page's title, at most ``MAX_TERMS``, without the commonest words."""
    found: dict[str, None] = {}
    for run in _TERM.findall(title.lower()):
        if run[0] >= "\u3040":
            found.update(dict.fromkeys(run[at : at + 2] for at in range(max(1, len(run) - 1))))
        elif run not in _COMMON:
            found[run] = None
    return list(found)[:MAX_TERMS]


def terms(text: str) -> list[str]:
    """All terms of a text as often as they occur: words in lower case, pairs of East Asian characters."""
    found: list[str] = []
    for run in _TERM.findall(text.lower()):
        if run < "\u3040" or len(run) == 1:
            found.append(run)
        else:
            found += map(add, run, run[1:]) if run[0] <= "\ud7af" else (run,)
    return found


def letters(text: str) -> str:
    """The letters and digits of ``text`` in lower case, for comparing titles and names."""
    return _NOT_LETTERS.sub("", text).casefold()


def ideographs(text: str) -> int:
    """Characters of Chinese, Japanese and Korean script: each says about as much as three Latin ones."""
    return sum(map(len, _WIDE.findall(text)))


# words


def words(text: str) -> list[str]:
    """The words of a text in order, as often as they occur: lower case, without punctuation and stop words.

    In Japanese and Korean, which jieba does not know, pairs of characters count as words.
    """
    text = text.lower()
    if _OTHER_EAST_ASIAN.search(text):
        return [word for word in terms(text) if word not in STOP_WORDS]
    found: list[str] = []
    for run in _RUN.finditer(text):
        found += cut(run[0]) if run[1] else (run[0],)
    return [word for word in found if word not in STOP_WORDS and simplified(word) not in STOP_WORDS]


def cut(chinese: str) -> list[str]:
    """A run of at most ``MAX_RUN`` Chinese characters as words, all of them, by jieba's dictionary.

    The dictionary is of Simplified words: Traditional text is cut where its Simplified form is.
    """
    split = _jieba()
    plain = _for_cutting(chinese)
    found = split(plain)
    if plain == chinese:
        return found
    ends = [0, *accumulate(map(len, found))]
    return [chinese[start:end] for start, end in pairwise(ends)]


def commonness(word: str) -> float:
    """How often jieba's dictionary expects the word among all words, as a probability; 0 where it isn't in it."""
    _jieba()
    import jieba

    return _frequency(simplified(word)) / float(jieba.dt.total)


def parts_of_speech(words: Sequence[str]) -> dict[str, str]:
    """The tag that jieba's dictionary has of each word (n, v, vn, a …); without those that are not in it.

    The file is searched, about 4 ms a word: jieba's own tagger takes most of a second to read it.
    """
    if not words:
        return {}
    _jieba()
    import jieba

    with jieba.get_dict_file() as file:
        dictionary = b"\n" + file.read()
    found = {}
    for word in words:
        start = dictionary.find(f"\n{simplified(word)} ".encode())
        if start >= 0:
            found[word] = dictionary[start : dictionary.find(b"\n", start + 1)].split()[-1].decode()
    return found


def _frequency(word: str) -> float:
    import jieba

    return float(jieba.dt.FREQ.get(word, 0))


def is_chinese(word: str) -> bool:
    """Whether a word begins with a Chinese character: only such words are in a text without a gap around them."""
    return bool(_CHINESE.match(word))


def _jieba() -> Callable[[str], list[str]]:
    """jieba's cut, its dictionary read, without a word on stderr."""
    with _lock:
        if not _loaded:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # its import warns of what does not concern the user
                import jieba
            jieba.dt.FREQ, jieba.dt.total = jieba.dt.gen_pfdict(jieba.dt.get_dict_file())
            jieba.dt.initialized = True
            _loaded.append(jieba.dt.lcut)
    return _loaded[0]


# Traditional characters as Simplified ones


def simplified(text: str) -> str:
    """``text`` with Simplified characters, as many as it has."""
    return text if text.isascii() else text.translate(_tables()[0])


def _for_cutting(run: str) -> str:
    """A run of Chinese characters in Simplified ones, the doubtful ones as the dictionary expects them."""
    certain, doubtful = _tables()
    plain = run.translate(certain)
    is_traditional = plain != run
    for at, sign in enumerate(run):
        if sign in doubtful:
            other = plain[:at] + doubtful[sign] + plain[at + 1 :]
            pairs = [slice(start, start + 2) for start in (at - 1, at) if 0 <= start < len(run) - 1]
            before, after = (max((_frequency(one[pair]) for pair in pairs), default=0) for one in (plain, other))
            plain = other if after > before or (after == before and is_traditional) else plain
    return plain


@cache
def _tables() -> tuple[dict[int, str], dict[str, str]]:
    """Character → Simplified one: by code point those that only Traditional text has, and the doubtful ones."""
    from jingdu.text.fold import table  # costs some milliseconds, and is not needed for the first article

    certain: dict[int, str] = {}
    doubtful: dict[str, str] = {}
    for line in table("simplified.txt"):
        for sign in line[1:]:
            try:
                sign.encode("gb2312")  # what is in general use in Simplified text
                doubtful[sign] = line[0]
            except UnicodeEncodeError:
                certain[ord(sign)] = line[0]
    return certain, doubtful | {"著": "着"}  # which OpenCC leaves, since it is written so in some words
