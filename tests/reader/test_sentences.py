"""Where sentences end in Chinese, Japanese and English, and where long ones are cut to be spoken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

SPLIT = """async ([text, lang]) => (await import("/reader/speech/sentences.js")).sentencesOf(text, lang)
  .map(({ start, end }) => text.slice(start, end))"""
BREATHS = """async ([text, rate]) => (await import("/reader/speech/sentences.js")).breaths(text, rate)"""


TABLE = {
    "zh: full stops": ("zh", "他走了。天黑了。", ["他走了。", "天黑了。"]),
    "zh: no stop at the end": ("zh", "他走了。天黑了", ["他走了。", "天黑了"]),
    "zh: closing quotes stay": ("zh", "“走吧。”大家都站了起来，收拾东西。", ["“走吧。”", "大家都站了起来，收拾东西。"]),
    "zh: speech goes on": ("zh", "「你好！」她笑着说。「再见。」", ["「你好！」她笑着说。", "「再见。」"]),
    "zh: book titles": ("zh", "他读了《你好，旧时光？》这本书。", ["他读了《你好，旧时光？》这本书。"]),
    "zh: nested quotes": ("zh", "“他说‘走。’”然后下雨了。", ["“他说‘走。’”", "然后下雨了。"]),
    "zh: ellipsis within": ("zh", "他想……算了，走吧。", ["他想……算了，走吧。"]),
    "zh: ellipsis at the end": ("zh", "真的……？是的。", ["真的……？", "是的。"]),
    "zh: decimals": ("zh", "圆周率是3.14。考了98.5分！", ["圆周率是3.14。", "考了98.5分！"]),
    "zh: double marks": ("zh", "真的吗？！是的！！", ["真的吗？！", "是的！！"]),
    "zh: ascii marks": ("zh", "你好!他走了?天黑了。", ["你好!", "他走了?", "天黑了。"]),
    "zh: brackets": ("zh", "他来了（真的。）然后走了。", ["他来了（真的。）", "然后走了。"]),
    "zh: semicolons don't end": ("zh", "一是快；二是稳。", ["一是快；二是稳。"]),
    "zh: a line is an end": ("zh", "标题\n正文。", ["标题", "正文。"]),
    "zh-TW: corner quotes": ("zh-TW", "『走。』他想。雨停了。", ["『走。』", "他想。", "雨停了。"]),
    "ja: said": ("ja", "「おはよう。」と彼は言った。雨が降る。", ["「おはよう。」と彼は言った。", "雨が降る。"]),
    "ja: ellipsis": ("ja", "そうか……。わかった。", ["そうか……。", "わかった。"]),
    "ja: halfwidth stop": ("ja", "行った｡帰った｡", ["行った｡", "帰った｡"]),
    "en: plain": ("en", "It rained. We left! Did you?", ["It rained.", "We left!", "Did you?"]),
    "en: titles": ("en", "Mr. Smith met Dr. Who. They left.", ["Mr. Smith met Dr. Who.", "They left."]),
    "en: initials": ("en", "J. R. Doe wrote it. It sold.", ["J. R. Doe wrote it.", "It sold."]),
    "en: decimals": ("en", "It costs $3.50 now. Fine.", ["It costs $3.50 now.", "Fine."]),
    "en: e.g. and U.S.": ("en", "See e.g. the U.S. Army. It is big.", ["See e.g. the U.S. Army.", "It is big."]),
    "en: p.m. may end": ("en", "He left at 5 p.m. Then it rained.", ["He left at 5 p.m.", "Then it rained."]),
    "en: ellipsis within": ("en", "Wait... what? Yes.", ["Wait... what?", "Yes."]),
    "en: quoted": ("en", "“Really?” she asked. “Yes.” He left.", ["“Really?” she asked.", "“Yes.”", "He left."]),
    "en: figures": ("en", "Fig. 3 shows it. No. 5 does not.", ["Fig. 3 shows it.", "No. 5 does not."]),
    "en: names with dots": ("en", "Go to example.com now. Thanks.", ["Go to example.com now.", "Thanks."]),
    "broken tag": ("not a tag!", "One. Two.", ["One.", "Two."]),
    "nothing": ("en", " \n ", []),
}


@pytest.mark.parametrize(("lang", "text", "expected"), TABLE.values(), ids=TABLE.keys())
def test_sentences(tab: Page, lang: str, text: str, expected: list[str]) -> None:
    assert tab.evaluate(SPLIT, [text, lang]) == expected


LONG = {
    "zh": "河水涨起来的时候，老周都要沿着堤岸走一遍，" * 12 + "。",
    "en": "The ferry leaves before dawn, when the lamps still burn and the fishermen are asleep, " * 8 + "and so on.",
    "no commas": "字" * 300,
    "no spaces": "x" * 900,
    "beyond the basic plane": "𠀀" * 200,
}


@pytest.mark.parametrize("rate", [0.5, 1, 2])
@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_long_sentences_are_cut_to_breaths_and_nothing_is_lost(tab: Page, text: str, rate: float) -> None:
    parts = tab.evaluate(BREATHS, [text, rate])
    assert "".join(parts) == text
    assert all(len(part) <= 190 * min(1, rate) + 1 for part in parts)
    assert not any("\ud800" <= part[-1] <= "\udbff" for part in parts)


def test_a_breath_ends_at_a_comma_where_there_is_one(tab: Page) -> None:
    parts = tab.evaluate(BREATHS, [LONG["zh"], 1])
    assert all(part.endswith("，") for part in parts[:-1])
