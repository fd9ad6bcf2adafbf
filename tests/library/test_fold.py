"""Folding: the forms of a character become one, each place leads back; snippets show the original."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.library.index.query import parsed
from jingdu.library.index.snippets import finder, snippet
from jingdu.text.fold import composed, fold, origins

SAME = ["頭髮 头发 頭發", "乾 干 幹", "後 后", "軟體 软体", "臺 台 颱 檯", "著 着", "瞭 了", "藉 借", "豈 岂",
        "㈱ (株)", "ＡＢ ab", "Café cafe", "ﬁ fi", "Ångström angstrom", "ß ss SS", "İ i", "Ω ω", "ό ο", "ё е",
        "\u00ad \u200b"]  # fmt: skip


@pytest.mark.parametrize("forms", SAME)
def test_forms_of_the_same_fold_to_the_same(forms: str) -> None:
    assert len({fold(form) for form in forms.split(" ")}) == 1


@pytest.mark.parametrize("pair", ["й и", "が か", "未 末", "己 已", "ı l", "ä b"])
def test_what_is_not_the_same_does_not(pair: str) -> None:
    one, other = map(fold, pair.split(" "))
    assert one != other


@given(text=st.text(), cut=st.integers(0, 20))
def test_a_part_folds_to_a_part_and_every_place_leads_back(text: str, cut: int) -> None:
    assert fold(text[:cut]) + fold(text[cut:]) == fold(text)
    assert fold(fold(text)) == fold(text)
    places = origins(text, fold(text)) or range(len(text) + 1)
    assert len(places) == len(fold(text)) + 1
    assert list(places) == sorted(places)


@given(text=st.text() | st.text("aé\u0301ｶﾞ頭"))
def test_composing_never_raises_and_is_done_once(text: str) -> None:
    assert composed(composed(text)) == composed(text)
    assert composed(text).encode().decode() == composed(text)


def test_the_tables_are_what_opencc_has() -> None:
    pytest.importorskip("opencc")
    from tests.library.make_variants import TABLES, tables

    for name, text in tables().items():
        assert (TABLES / name).read_text("utf-8") == text


def marks(body: str, query: str) -> list[str]:
    return [text for text, is_match in snippet(composed(body), finder(parsed(query).terms)) if is_match]


FILL = "这一段什么也没有说。" * 700 + "And nothing is said here either. " * 100
MARKS = {
    "软件": ("臺灣的軟體和软件", ["軟體", "软件"]),
    "cafe": ("un Café, cafés", ["Café", "cafés"]),
    "cafe ": ("un Café, cafés", ["Café"]),
    '"a b"': ("a, b; ab; a\n b", ["a, b", "a b"]),
    "conv": ("Conversion reconv", ["Conversion"]),
    "strasse": ("die Straße hier", ["Straße"]),
    "芯片": ("AI芯片，芯，片", ["芯片"]),
    "softhyphen": ("a soft\u00adhyphen!", ["soft\u00adhyphen"]),
    "c++": ("C and C++ code", ["C++"]),
    "ab ": ("abc ab", ["ab"]),
    "𠮷野": ("在𠮷野家", ["𠮷野"]),
    "国 家": ("国家", ["国", "家"]),
}


@pytest.mark.parametrize("query", MARKS)
@pytest.mark.parametrize("before", ["", FILL], ids=["at the beginning", "far behind"])
def test_what_is_marked_is_the_original(query: str, before: str) -> None:
    body, expected = MARKS[query]
    assert marks(f"{before}{body}。{FILL}", query) == expected
