"""Texts for the tests of the library's methods: Hypothesis strategies, edge cases, long texts, articles by topic."""

from __future__ import annotations

import json
import random
from pathlib import Path

from hypothesis import strategies as st

from jingdu.library.topics.passages import HEADING, MAX_SIZE, TEXT, TITLE, Passage, of_html, of_text
from jingdu.library.topics.terms import Idf, Sentence, Term, sentences

FLAT_IDF = Idf(pages=100, least=1, held={})
"""The same IDF for all words."""
TEST_IDF = Idf(pages=100, least=1, held={"rope": 80, "ferry": 3, "river": 30, "bank": 10})
"""Words with different IDFs."""


def sentences_of(*lines: str) -> list[Sentence]:
    """The sentences of a text with one sentence per line."""
    return sentences([Passage(line) for line in lines])


WORDS = st.sampled_from(["rope", "ferry", "river", "bank", "oar", "tide"])
RUNS = st.lists(
    st.builds(lambda key, weight: Term(key, key, weight), WORDS, st.sampled_from([1.0, 1.5, 2.0, 4.0])),
    min_size=1,
    max_size=5,
)
SENTENCES = st.lists(
    st.builds(Sentence, st.lists(RUNS, min_size=1, max_size=2), st.sampled_from([TEXT, HEADING, TITLE])), max_size=6
)

JAPANESE = (
    "川辺の図書館は古い製糸工場を直した建物である。図書館には絵本と郷土資料が二万冊ある。\n"
    "製糸工場の煙突は残された。図書館の館長は、製糸工場の歴史を子どもに伝えたいと話す。\n"
    "アーカイブの整理はボランティアが続け、アーカイブは来月公開される。"
)
MIXED = (
    "Kubernetes 集群升级后，数据库变慢。数据库的日志 shows retries；后来 Kubernetes 的数据库 was rolled back。\n"
    "Планировщик медленный: планировщик ждёт. 스케줄러가 느리다. المجدول بطيء."
)
CODE_ONLY = "<pre>for ferry in river:\n  print(ferry)</pre><p><code>ferry = 1</code></p>"

EDGE_CASES: dict[str, tuple[list[Passage], int]] = {
    "empty": (of_text(""), 0),
    "one English word": (of_text("ferry"), 1),
    "one Chinese word": (of_text("渡船"), 1),
    "one character": (of_text("船"), 0),
    "punctuation only": (of_text("。。。 — ?!"), 0),
    "stop words only": (of_text("the of and 了 的 是"), 0),
    "code only": (of_html(CODE_ONLY), 0),
}
"""Name → text, and number of its keywords."""

LONG = [
    "渡船沿着缆绳过河" * (MAX_SIZE // 8),
    " ".join(f"w{number}x" for number in range(MAX_SIZE // 7)),
    "渡" * MAX_SIZE,
    "ferry " + "a" * (MAX_SIZE - 6),
    "アーカイブの整理は図書館で続く。" * (MAX_SIZE // 16),
]
"""Texts of the maximum size."""


TOPICS: dict[str, dict[str, list[str]]] = json.loads((Path(__file__).parent / "topics.json").read_text("utf-8"))
FILLERS = ["记者昨天了解到这一情况。", "今年的情况与去年不同。", "It was the first time this year.", "People said so."]


def article(topic: str, half: int, chance: random.Random) -> list[Passage]:
    """A titled article of four sentences on a topic, from the first (0) or second (1) half, and a filler."""
    found = TOPICS[topic]
    sentences = chance.sample(found["sentences"][6 * half : 6 * half + 6], 4)
    return of_text("\n".join([*sentences, chance.choice(FILLERS)]), found["titles"][half])
