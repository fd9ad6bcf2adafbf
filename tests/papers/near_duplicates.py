"""Pairs of articles labelled as duplicates or not: articles written for the tests, and typical copies of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from jingdu.text.fold import table


class Text(NamedTuple):
    name: str
    title: str
    text: str
    topic: str = ""


class Pair(NamedTuple):
    kind: str
    one: Text
    other: Text
    same: bool


def articles() -> list[Text]:
    """Sixteen articles, eight of them Chinese; two per topic."""
    found = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
    return [Text(name, one["title"], one["text"], one["topic"]) for name, one in found.items()]


def pairs() -> list[Pair]:
    """Each article with each of its copies, and with every other article."""
    found = [Pair(kind, one, change(one), True) for one in articles() for kind, change in CHANGES.items()]
    for one, other in combinations(articles(), 2):
        kind = "same topic" if one.topic == other.topic else "other topic"
        found.append(Pair(kind, one, other, False))
        if kind == "same topic":
            found += [Pair("same topic", CHANGES["re-published"](one), CHANGES["re-published"](other), False)]
    return found


def is_chinese(one: Text) -> bool:
    return one.name.startswith("zh")


def republished(one: Text) -> Text:
    """Adds another site's lead, source, notice and links to other stories."""
    if is_chinese(one):
        head = "来源：港湾日报　编辑：小陈　字号：大 中 小\n本文转载自港湾日报，略有删节。\n"
        tail = (
            "\n（责任编辑：小陈）\n免责声明：本文仅代表作者个人观点，与本网无关，请读者仅作参考。"
            "\n相关阅读：城南菜市场搬迁 | 公积金新政下月实施 | 周末去哪儿"
        )
        return one._replace(title=f"{one.title}_新闻频道_溪口网", text=head + one.text + tail)
    head = "This story first appeared in the Harbour Gazette and is published here with permission.\n"
    tail = (
        "\nSign up for our newsletter to get the best stories every morning. Share this story with your friends.\n"
        "More from us: Ten walks for the weekend. What the budget means for you. The quiz of the week."
    )
    return one._replace(title=f"{one.title} | Daily Mirror of the North", text=head + one.text + tail)


def edited(one: Text) -> Text:
    """Removes every fifth sentence, inserts words into another fifth and swaps two paragraphs."""
    paragraphs = [re.split(r"(?<=[。！？])|(?<=[.!?]) ", part) for part in one.text.split("\n")]
    number, kept = 0, []
    for sentences in paragraphs:
        here = []
        for sentence in filter(None, sentences):
            number += 1
            if number % 5 == 3:
                continue
            here.append(_with_insertion(sentence, is_chinese(one)) if number % 5 == 0 else sentence)
        kept.append(("" if is_chinese(one) else " ").join(here))
    if len(kept) > 3:
        kept[1], kept[2] = kept[2], kept[1]
    return one._replace(text="\n".join(kept))


def _with_insertion(sentence: str, chinese: bool) -> str:
    if chinese:
        return sentence.replace("，", "，据记者了解，", 1).replace("说", "告诉记者", 1)
    return re.sub(r", ", ", as we have learned, ", sentence, count=1).replace(" says", " told us", 1)


def retouched(one: Text) -> Text:
    """Replaces a few words in each sentence."""
    if is_chinese(one):
        swaps = [("的时候", "时"), ("可以", "能够"), ("因为", "由于"), ("没有", "未"), ("今年", "本年")]
        swaps += [("如果", "假如"), ("不得不", "只好"), ("已经", "已"), ("一家", "某家"), ("表明", "显示")]
        swaps += [("尽量", "尽可能"), ("大多", "多半")]
    else:
        swaps = [(" are ", "’re "), (" and ", " & "), (" which ", " that "), (" only ", " just ")]
        swaps += [(" most ", " the most "), (" says", " said"), (" is ", " was "), (" have ", " had ")]
        swaps += [("forty", "40"), (" some ", " about ")]
    text = one.text
    for old, new in swaps:
        text = text.replace(old, new)
    return one._replace(text=text)


def truncated(one: Text) -> Text:
    """Keeps the first three fifths, as before a paywall."""
    return one._replace(text=one.text[: len(one.text) * 3 // 5] + ("……阅读全文" if is_chinese(one) else "… Read more"))


def other_script(one: Text) -> Text:
    """Chinese in Traditional characters with corner brackets; English in lower case with typographic punctuation."""
    if not is_chinese(one):
        return one._replace(text=one.text.replace("'", "’").replace(" - ", " — ").upper().capitalize())
    traditional = _traditional()
    text = "".join(traditional.get(sign, sign) for sign in one.text).replace("“", "「").replace("”", "」")
    return one._replace(title="".join(traditional.get(sign, sign) for sign in one.title), text=text)


def _traditional() -> dict[str, str]:
    """Simplified character → its first Traditional form in the table of variants."""
    return {line[0]: line[1] for line in table("variants.txt") if len(line) > 1}


CHANGES: dict[str, Callable[[Text], Text]] = {
    "re-published": republished,
    "edited": edited,
    "retouched": retouched,
    "truncated": truncated,
    "other script": other_script,
    "edited and re-published": lambda one: republished(edited(one)),
}


def kinds(found: list[Pair]) -> Iterator[tuple[str, list[Pair]]]:
    for kind in dict.fromkeys(pair.kind for pair in found):
        yield kind, [pair for pair in found if pair.kind == kind]
