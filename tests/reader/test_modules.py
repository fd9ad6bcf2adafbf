"""Unit tests of the reader's modules: sentence splitting, highlight anchors, the wording of reasons."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.reader_page import ORIGIN

SPLIT = """async ([text, lang]) => (await import("/reader/speech/sentences.js")).sentencesOf(text, lang)
  .map(({ start, end }) => text.slice(start, end))"""
SPEECH_PARTS = """async ([text, rate]) => (await import("/reader/speech/sentences.js")).partsOf(text, rate)"""


SENTENCES = {
    "zh: full stops": ("zh", "他走了。天黑了。", ["他走了。", "天黑了。"]),
    "zh: no stop at the end": ("zh", "他走了。天黑了", ["他走了。", "天黑了"]),
    "zh: closing quotes stay": ("zh", "“走吧。”大家都站了起来，收拾东西。", ["“走吧。”", "大家都站了起来，收拾东西。"]),
    "zh: speech continues": ("zh", "「你好！」她笑着说。「再见。」", ["「你好！」她笑着说。", "「再见。」"]),
    "zh: book titles": ("zh", "他读了《你好，旧时光？》这本书。", ["他读了《你好，旧时光？》这本书。"]),
    "zh: nested quotes": ("zh", "“他说‘走。’”然后下雨了。", ["“他说‘走。’”", "然后下雨了。"]),
    "zh: ellipsis within": ("zh", "他想……算了，走吧。", ["他想……算了，走吧。"]),
    "zh: ellipsis at the end": ("zh", "真的……？是的。", ["真的……？", "是的。"]),
    "zh: decimals": ("zh", "圆周率是3.14。考了98.5分！", ["圆周率是3.14。", "考了98.5分！"]),
    "zh: double marks": ("zh", "真的吗？！是的！！", ["真的吗？！", "是的！！"]),
    "zh: ascii marks": ("zh", "你好!他走了?天黑了。", ["你好!", "他走了?", "天黑了。"]),
    "zh: brackets": ("zh", "他来了（真的。）然后走了。", ["他来了（真的。）", "然后走了。"]),
    "zh: semicolons don't end": ("zh", "一是快；二是稳。", ["一是快；二是稳。"]),
    "zh: a line break ends a sentence": ("zh", "标题\n正文。", ["标题", "正文。"]),
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
    "no text": ("en", " \n ", []),
}


@pytest.mark.parametrize(("lang", "text", "expected"), SENTENCES.values(), ids=SENTENCES.keys())
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
def test_long_sentences_are_split_without_loss(tab: Page, text: str, rate: float) -> None:
    parts = tab.evaluate(SPEECH_PARTS, [text, rate])
    assert "".join(parts) == text
    assert all(len(part) <= 190 * min(1, rate) + 1 for part in parts)
    assert not any("\ud800" <= part[-1] <= "\udbff" for part in parts)


def test_a_spoken_part_ends_at_a_comma_if_possible(tab: Page) -> None:
    parts = tab.evaluate(SPEECH_PARTS, [LONG["zh"], 1])
    assert all(part.endswith("，") for part in parts[:-1])


FIND = """async ([before, quote, after]) => {
  const { describe, Finder } = await import("/reader/article/anchor.js");
  const start = before.indexOf(quote);
  const found = new Finder(after).find(describe(before, start, start + quote.length));
  return found && after.slice(found.start, found.end);
}"""

EN = (
    "The ferry to the northern islands leaves before dawn.\n"
    "It returns late in the evening with the mail, the schoolteacher, and whatever could not be sold.\n"
    "Nobody remembers who built the harbour wall; the records were lost in the flood of 1931.\n"
    "The ferry is painted every spring. The ferry is never quite dry."
)
ZH = (
    "每年春天，河水刚刚涨起来的时候，老周都要沿着堤岸走一遍。\n"
    "他今年六十八岁，在这条河边的水文站工作了四十一年，退休以后仍旧每个星期来两次。\n"
    "站里的年轻人说，周师傅不看仪器，看一眼水色，就能把流量猜个八九不离十。"
)


WALL = "Nobody remembers who built the harbour wall"
LATE = "It returns late in the evening with the mail"
WORK = "在这条河边的水文站工作了四十一年"

ANCHORS = {
    "unchanged": (EN, WALL, EN, WALL),
    "text before it": (EN, WALL, "A new first paragraph.\n" + EN, WALL),
    "context edited": (EN, WALL, EN.replace("could not be sold", "was left").replace("; the", ". Old"), WALL),
    "moved to the front": (EN, WALL, f"{WALL}.\n{EN.replace(WALL, '')}", WALL),
    "other spaces": (EN, LATE, EN.replace(" ", "  ").replace("\n", " "), LATE.replace(" ", "  ")),
    "broken over lines": (EN, LATE, EN.replace("g with", "g\nwith"), LATE.replace("g with", "g\nwith")),
    "other punctuation": (EN, "mail, the schoolteacher, and", EN.replace(",", " –"), "mail – the schoolteacher – and"),
    "a word changed": (EN, WALL, EN.replace("remembers", "recalls"), WALL.replace("remembers", "recalls")),
    "a word added": (EN, WALL, EN.replace("harbour wall", "old harbour wall"), WALL.replace("harbour", "old harbour")),
    "another case": (EN, WALL, EN.upper(), WALL.upper()),
    "the second of two": (EN, "The ferry is never", EN, "The ferry is never"),
    "a short word by its context": (EN, "mail", "mail and mail\n" + EN, "mail"),
    "zh: unchanged": (ZH, WORK, ZH, WORK),
    "zh: half-width commas": (ZH, "河水刚刚涨起来的时候，老周", ZH.replace("，", ","), "河水刚刚涨起来的时候,老周"),
    "zh: moved": (ZH, WORK, "\n".join(reversed(ZH.split("\n"))), WORK),
    "zh: a character changed": (ZH, WORK, ZH.replace("水文站", "水電站"), WORK.replace("水文站", "水電站")),
    "zh: spaces inserted": (ZH, "退休以后仍旧每个星期来", ZH.replace("每个", " 每个 "), "退休以后仍旧 每个 星期来"),
    "removed": (EN, WALL, "\n".join(EN.split("\n")[:2]), None),
    "zh: removed": (ZH, WORK, "\n".join(ZH.split("\n")[::2]), None),
    "a short word without its context": (EN, "mail", "Some other text, about mail alone.", None),
    "an empty page": (EN, WALL, "", None),
}  # fmt: skip


@pytest.mark.parametrize(("before", "quote", "after", "expected"), ANCHORS.values(), ids=ANCHORS.keys())
def test_quotations_are_found_again(tab: Page, before: str, quote: str, after: str, expected: str | None) -> None:
    assert tab.evaluate(FIND, [before, quote, after]) == expected


def test_identical_quotations_are_distinguished_by_context(tab: Page) -> None:
    """“The ferry” occurs three times; the highlight is on the last one."""
    found = tab.evaluate(
        """async (text) => {
          const { describe, Finder } = await import("/reader/article/anchor.js");
          const start = text.lastIndexOf("The ferry");
          const after = "New. " + text;
          const { start: at } = new Finder(after).find(describe(text, start, start + 9));
          return at - start;
        }""",
        EN,
    )
    assert found == len("New. ")


def test_long_edited_quotation_is_found_completely(tab: Page) -> None:
    long = " ".join(f"Sentence number {n} tells of the ferry and of what it carried that day." for n in range(60))
    edited = long.replace("number 7 ", "no. seven ").replace("number 31 tells", "number 31 speaks")
    found = tab.evaluate(FIND, [f"Before.\n{long}\nAfter.", long, f"Other.\n{edited}\nAfter."])
    assert found.startswith("Sentence number 0") and found.rstrip(".").endswith("that day")
    assert abs(len(found) - len(edited)) < 5


def test_a_thousand_highlights_in_a_book_are_found_quickly(tab: Page) -> None:
    """The limit in milliseconds is generous: unchanged quotations are found by their position."""
    took = tab.evaluate(
        """async () => {
          const { describe, Finder } = await import("/reader/article/anchor.js");
          const text = Array.from({ length: 20000 }, (_, n) => `Sentence ${n} of a book.`).join(" ");
          const anchors = Array.from({ length: 1000 }, (_, n) => describe(text, n * 400, n * 400 + 60));
          const times = Array.from({ length: 3 }, () => {
            const finder = new Finder(text);
            const began = performance.now();
            if (anchors.some((one) => !finder.find(one))) throw new Error("lost");
            return performance.now() - began;
          });
          return Math.min(...times);
        }"""
    )
    assert took < 2000


EXPLAIN = """async (names) => (await import("/reader/enhancements/explain_words.js")).explanation(
  { score: 2, kept: true, reasons: names.map((phrase) => ({ phrase, weight: 1 })) }, true)"""


def test_reasons_of_a_block_are_separated_by_punctuation(open_page: Callable[..., Page]) -> None:
    page = open_page("zh")
    page.goto(f"{ORIGIN}/onboarding/privacy.html")
    assert "因为长度与正文相符，单独来看它像正文。" in page.evaluate(EXPLAIN, ["length", "new"])
