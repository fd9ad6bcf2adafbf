"""Splits text into words and terms, and converts Traditional to Simplified characters.

Chinese words are segmented by jieba's dictionary; other words are runs of letters and digits. Terms need no dictionary:
they are such runs, but bigrams of characters in East Asian scripts.

jieba and its dictionary are loaded on first use, which takes half a second. The dictionary is read from its text file;
jieba's cache is not used, because it is unmarshalled without validation and saves only 0.2 s.

The table of Simplified characters is OpenCC's TSCharacters. It maps one character to one, which preserves offsets. Some
of its Traditional characters also occur in Simplified text (乾 in 乾隆 but not in 乾淨, 著 in 著名 but not in 看著);
these are converted as the dictionary's words around them suggest.
"""

import re
import warnings
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from operator import add
from threading import Lock
from typing import Any, BinaryIO, Final

# Patterns with wide ranges are strings, compiled on first use, because compiling one takes 1 to 4 ms.
EAST_ASIAN: Final = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Ranges of Chinese, Japanese and Korean characters, for use inside ``[…]`` in a pattern."""
_TERM: Final = f"[{EAST_ASIAN}]+|[^\\W_{EAST_ASIAN}]+"
_ASCII_TERM: Final = re.compile("[a-z0-9]+")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_WIDE: Final = f"[{EAST_ASIAN}]+"
_COMMON: Final = frozenset(
    "a an and are as at by for from how in is it of on or that the this to was what with you your".split()
)
MAX_TERMS: Final = 40

_CHINESE: Final = "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]"
_OTHER_EAST_ASIAN: Final = "[\u3041-\u30ff\uac00-\ud7af]"
MAX_RUN: Final = 500
"""Chinese characters segmented at once: jieba's time is quadratic in a run of unknown words."""
_RUN: Final = f"({_CHINESE}{{1,{MAX_RUN}}})|[^\\W_\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+"
STOP_WORDS: Final = frozenset(
    "a an and are as at be been but by can for from had has have he her his how i in is it its my no not of on or our "
    "she so that the their them they this to was we were what when where which who why will with you your "
    "的 了 和 是 在 我 有 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 与 及 或 为 为了 对 "
    "以 等 被 将 把 从 向 中 后 前 下 之 其 而 但 并 让 给 他 她 它 我们 他们 你们 什么 怎么 如何 还 又 再 则 因 于 "
    "個 這 與 為 對 將 從 後 讓 給 還 沒有 我們 他們 什麼".split()
)
"""English and Chinese stop words."""
_lock: Final = Lock()
_loaded: list[Any] = []
"""jieba's tokenizer, once its dictionary is loaded."""


# terms


def title_terms(title: str) -> list[str]:
    """At most ``MAX_TERMS`` distinct terms of a page's title, without the commonest words."""
    return [term for term in dict.fromkeys(terms(title)) if term not in _COMMON][:MAX_TERMS]


def terms(text: str) -> list[str]:
    """All occurrences of terms in a text, in order: words in lower case, and bigrams of East Asian characters."""
    found: list[str] = []
    lowered = text.lower()
    for run in _ASCII_TERM.findall(lowered) if lowered.isascii() else re.findall(_TERM, lowered):
        if run < "\u3040" or len(run) == 1:
            found.append(run)
        else:
            found += map(add, run, run[1:]) if run[0] <= "\ud7af" else (run,)
    return found


def dense(text: str) -> str:
    """``text`` without white space."""
    return "".join(text.split())


def letters(text: str) -> str:
    """The letters and digits of ``text`` in lower case, for comparing titles and names."""
    return _NOT_LETTERS.sub("", text).casefold()


def ideographs(text: str) -> int:
    """Number of Chinese, Japanese and Korean characters, each of which is worth about three Latin ones."""
    return sum(map(len, re.findall(_WIDE, text)))


# words


def words(text: str) -> list[str]:
    """All occurrences of words in a text, in lower case, without punctuation and stop words.

    In Japanese and Korean, which jieba does not know, bigrams of characters count as words.
    """
    text = text.lower()
    if re.search(_OTHER_EAST_ASIAN, text):
        return [word for word in terms(text) if word not in STOP_WORDS]
    found: list[str] = []
    for run in re.finditer(_RUN, text):
        found += cut(run[0]) if run[1] else (run[0],)
    return [word for word in found if word not in STOP_WORDS and simplified(word) not in STOP_WORDS]


def cut(chinese: str) -> list[str]:
    """Segments at most ``MAX_RUN`` Chinese characters by jieba's dictionary.

    Traditional text is segmented like its Simplified form, because the dictionary has only Simplified words.
    """
    simple = _for_segmentation(chinese)
    words: list[str] = _jieba().lcut(simple)
    if simple == chinese:
        return words
    return [chinese[start:end] for start, end in pairwise(accumulate(map(len, words), initial=0))]


def commonness(word: str) -> float:
    """The probability of a word by jieba's dictionary; 0 if it is unknown."""
    return _frequency(simplified(word)) / float(_jieba().total)


def parts_of_speech(words: Sequence[str]) -> dict[str, str]:
    """Word → part-of-speech tag in jieba's dictionary (n, v, vn, a …), for known words.

    Searching the file takes about 4 ms per word; jieba's own tagger takes most of a second to load.
    """
    if not words:
        return {}
    with _jieba().get_dict_file() as file:
        dictionary = b"\n" + file.read()
    found = {}
    for word in words:
        start = dictionary.find(f"\n{simplified(word)} ".encode())
        if start >= 0:
            found[word] = dictionary[start : dictionary.find(b"\n", start + 1)].split()[-1].decode()
    return found


def _frequency(word: str) -> float:
    return float(_jieba().FREQ.get(word, 0))


def _jieba() -> Any:
    """jieba's tokenizer with its dictionary loaded, without messages on stderr."""
    with _lock:
        if not _loaded:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # jieba's own syntax and deprecation warnings
                import jieba
            jieba.dt.FREQ, jieba.dt.total = _dictionary(jieba.dt.get_dict_file())
            jieba.dt.initialized = True
            _loaded.append(jieba.dt)
    return _loaded[0]


def _dictionary(file: BinaryIO) -> tuple[dict[str, int], int]:
    """Reads the dictionary as ``jieba.Tokenizer.gen_pfdict`` does, in two thirds of the time.

    Returns word → frequency, with 0 for prefixes that are no words, and the sum of all frequencies.
    """
    with file:
        fields = file.read().decode().split()  # of each line: word, frequency, part of speech
    words, frequencies = fields[::3], [int(field) for field in fields[1::3]]
    beginnings = {word[:end] for word in words for end in range(1, len(word))}
    return dict.fromkeys(beginnings, 0) | dict(zip(words, frequencies, strict=True)), sum(frequencies)


# Traditional to Simplified characters


def simplified(text: str) -> str:
    """``text`` in Simplified characters, of the same length."""
    return text if text.isascii() else text.translate(_tables()[0])


def _for_segmentation(run: str) -> str:
    """Chinese text in Simplified characters, ambiguous ones converted as the dictionary's words of two suggest."""
    certain, ambiguous = _tables()
    simple = run.translate(certain)
    is_traditional = simple != run
    for at, char in enumerate(run):
        if char in ambiguous:
            other = simple[:at] + ambiguous[char] + simple[at + 1 :]
            pairs = [slice(start, start + 2) for start in (at - 1, at) if 0 <= start < len(run) - 1]
            before, after = (max((_frequency(text[pair]) for pair in pairs), default=0) for text in (simple, other))
            simple = other if after > before or (after == before and is_traditional) else simple
    return simple


@cache
def _tables() -> tuple[dict[int, str], dict[str, str]]:
    """Two tables of Traditional → Simplified: code points that only Traditional text has, and ambiguous characters."""
    from jingdu.text.fold import table  # takes some milliseconds and is not needed for the first article

    certain: dict[int, str] = {}
    ambiguous: dict[str, str] = {}
    for line in table("simplified.txt"):
        for char in line[1:]:
            try:
                char.encode("gb2312")  # the character is also used in Simplified text
                ambiguous[char] = line[0]
            except UnicodeEncodeError:
                certain[ord(char)] = line[0]
    return certain, ambiguous | {"著": "着"}  # OpenCC keeps 著, which is right in some words
