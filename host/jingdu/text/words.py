"""A text as words: Chinese by jieba's dictionary, everything else where the script parts its words.

jieba and its dictionary (half a second) are loaded when Chinese is first met and not before.
The dictionary is read from its text file. jieba's cache of it is neither read nor written: it saves no
time, and would be unmarshalled without a check.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from threading import Lock
from typing import Final

from jingdu.text.simplified import for_cutting, simplified
from jingdu.text.terms import terms

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

Cut = Callable[[str], list[str]]
_lock: Final = Lock()
_loaded: list[Cut] = []


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
    plain = for_cutting(chinese, _frequency)
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


def _jieba() -> Cut:
    if not _loaded:
        with _lock:
            if not _loaded:
                _loaded.append(_load())
    return _loaded[0]


def _load() -> Cut:
    """jieba's cut, its dictionary read, without a word on stderr."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its import warns of what does not concern the user
        import jieba
    jieba.dt.FREQ, jieba.dt.total = jieba.dt.gen_pfdict(jieba.dt.get_dict_file())
    jieba.dt.initialized = True
    cut: Cut = jieba.dt.lcut
    return cut
