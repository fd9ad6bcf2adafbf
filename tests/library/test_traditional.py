"""Traditional Chinese is cut into words where its Simplified form is, and shown as it is written."""

from __future__ import annotations

from typing import Any

import pytest

from jingdu.library.topics.keywords import keywords, network
from jingdu.library.topics.passages import of_text
from jingdu.text.simplified import simplified
from jingdu.text.words import cut

CUT = {
    "無償獻血後可以免費就診": ["無償獻血", "後", "可以", "免費", "就診"],
    "大樓送電工程完成之後": ["大樓", "送電", "工程", "完成", "之後"],
    "乾隆皇帝的衣服很乾淨": ["乾隆皇帝", "的", "衣服", "很", "乾淨"],
    "乾隆皇帝很著名": ["乾隆皇帝", "很", "著名"],
    "著名學者看著窗外": ["著名", "學者", "看著", "窗外"],
    "隨著時間過去": ["隨著", "時間", "過去"],
}
TEXT = (
    "台北市衛生局表示，無償獻血後可以獲得感謝狀。無償獻血是公益行為，無償獻血的民眾去年達到十萬人。\n"
    "衛生局呼籲民眾踴躍獻血，血液庫存不足。大樓送電之後，捐血中心的大樓送電工程也已經完成。\n"
)


@pytest.mark.parametrize("text", CUT)
def test_it_is_cut_as_its_simplified_form_is(text: str) -> None:
    assert cut(text) == CUT[text]


@pytest.mark.parametrize("rank", [None, network.rank], ids=["bayes", "network"])
def test_keywords_are_the_same_words_in_both_scripts(rank: Any) -> None:
    """Shown as the article writes them."""
    traditional = keywords(of_text(TEXT, "台北市推動無償獻血"), rank=rank)
    plain = keywords(of_text(simplified(TEXT), simplified("台北市推動無償獻血")), rank=rank)
    assert list(map(simplified, traditional)) == plain
    assert "無償獻血" in traditional
    assert all(word in TEXT + "台北市推動無償獻血" for word in traditional)
