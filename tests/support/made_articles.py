"""Generates articles with realistic word frequencies: Chinese words from jieba's list, English ones of syllables.

The text is not prose, but resembles it in what matters to an index: the number of distinct words, the frequency of
common words (的 is in nearly every article), the length of articles, and the long tail of rare words.
"""

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from html import escape
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple

from jingdu.library import document, frontmatter, item_files, names
from jingdu.protocol.items import Item

COMMON: Final = ("the of and to a in is that for it was on with as be at by i this had not are but from or have an "
                 "they which you were her all she there would their we him been has when who will more no if out so "
                 "time people world machine learning data price market city water music history").split()  # fmt: skip
SYLLABLES: Final = (
    "ba con der est fi gra ho in ju ka lor men ne or pre qui ra st ter un ver wi xi ya zo tion ing al".split()
)
WORDS: Final = 40_000
SITES: Final = [f"{name}.example" for name in ("news", "blog", "tech", "daily", "forum", "wiki", "paper", "zine")]
TAGS: Final = ("人工智能 芯片 历史 经济 旅行 美食 音乐 电影 python science health history travel later work 家庭 "
               "阅读 健康 教育 城市").split()  # fmt: skip


class MadeArticle(NamedTuple):
    """The fields of a saved article, and its text."""

    title: str
    byline: str
    site: str
    url: str
    lang: str
    tags: list[str]
    keywords: list[str]
    published: str
    text: str


@cache
def chinese() -> tuple[list[str], list[int]]:
    """jieba's words and their cumulative frequencies."""
    found = find_spec("jieba")
    assert found and found.origin
    lines = (Path(found.origin).parent / "dict.txt").read_text("utf-8").splitlines()
    rows = [line.split(" ") for line in lines]
    return [row[0] for row in rows], list(accumulate(int(row[1]) for row in rows))


@cache
def english() -> tuple[list[str], list[float]]:
    """The most common words, then random ones of two to four syllables, and cumulative Zipf frequencies."""
    chance = random.Random(7)
    words = list(dict.fromkeys(COMMON))
    while len(words) < WORDS:
        words.append("".join(chance.choices(SYLLABLES, k=chance.choice((2, 3, 3, 4)))))
    return words, list(accumulate(1 / (rank + 2) for rank in range(len(words))))


def articles(number: int, seed: int = 1) -> Iterator[MadeArticle]:
    """``number`` articles, 60% of them Chinese; deterministic for a seed."""
    chance = random.Random(seed)
    for index in range(number):
        yield (_chinese if chance.random() < 0.6 else _english)(chance, index)


def _chinese(chance: random.Random, index: int) -> MadeArticle:
    words, sums = chinese()
    paragraphs = []
    for _ in range(max(1, int(chance.lognormvariate(2.3, 0.7)))):
        drawn = chance.choices(words, cum_weights=sums, k=chance.randint(40, 160))
        marks = chance.choices(("", "，", "。", "、", "「", " AI "), weights=(80, 10, 6, 2, 1, 1), k=len(drawn))
        paragraphs.append("".join(word + mark for word, mark in zip(drawn, marks, strict=True)) + "。")
    title = "".join(chance.choices(words, cum_weights=sums, k=chance.randint(5, 10)))
    return _article(chance, index, "zh", title, "\n\n".join(paragraphs), chance.choices(words, k=5))


def _english(chance: random.Random, index: int) -> MadeArticle:
    words, sums = english()
    paragraphs = []
    for _ in range(max(1, int(chance.lognormvariate(2.3, 0.7)))):
        drawn = chance.choices(words, cum_weights=sums, k=chance.randint(30, 120))
        paragraphs.append(" ".join(drawn).capitalize() + ".")
    title = " ".join(chance.choices(words, cum_weights=sums, k=chance.randint(4, 9))).title()
    return _article(chance, index, "en", title, "\n\n".join(paragraphs), chance.choices(words, k=5))


def _article(chance: random.Random, index: int, lang: str, title: str, text: str, keywords: list[str]) -> MadeArticle:
    site = chance.choice(SITES) if chance.random() < 0.5 else f"site{chance.randint(0, 400)}.example"
    tags = chance.sample(TAGS, k=chance.choice((0, 0, 1, 2, 4)))
    published = f"20{chance.randint(10, 26)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    byline = f"{chance.choice(('李', '王', 'Anna ', 'Bob '))}{chance.choice(('明', '芳', 'Smith', 'Lee'))}"
    return MadeArticle(title, byline, site, f"https://{site}/a/{index}", lang, tags, keywords, published, text)


FIRST: Final = datetime(2016, 1, 1, tzinfo=UTC)
"""The time at which the first article was saved."""


def item_of(article: MadeArticle, number: int, **more: Any) -> Item:
    """The article as an item that was saved ``number`` minutes after `FIRST`."""
    fields = article._asdict()
    text = fields.pop("text")
    fields |= {name: tuple(fields[name]) for name in ("tags", "keywords")}
    saved = (FIRST + timedelta(minutes=number)).isoformat(timespec="seconds")
    sizes = {"words": len(text) // 2, "reading_time": 1 + len(text) // 1000, "excerpt": text[:160]}
    kept = {"id": f"j{number:019}", "folder": f"folder {number}", "saved": saved, **sizes}
    return Item(**{**kept, "text_hash": item_files.text_hash(text), **fields, **more})


def write(library: Path, item: Item, text: str) -> None:
    """Writes the files of a saved article without fsync."""
    folder = library / item.folder
    folder.mkdir(parents=True, exist_ok=True)
    html = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in text.split("\n\n"))
    (folder / names.HTML).write_text(document.write(item, html), "utf-8")
    (folder / names.ARTICLE).write_text(f"{frontmatter.write(item)}\n{text}\n", "utf-8")
