"""Characteristic strings (S1): worked by hand, and against the paper's definition taken literally."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jingdu.library.topics.duplicates import strings
from jingdu.library.topics.duplicates.similarity import units

UNITS = st.lists(st.sampled_from("abcd"), max_size=14)


def test_the_characteristic_string_by_hand() -> None:
    """What stands right before and after each 船: 渡|过, 上|的."""
    assert strings.characteristic(list("渡船过河，船上的船夫"), [["船"]]) == ["渡", "过", "，", "上", "的", "夫"]
    assert strings.characteristic(["船", "a"], [["船"]]) == ["a"]
    assert strings.characteristic(["a"], [["船"], []]) == []


def test_the_similarity_by_hand() -> None:
    """abcx and yabc share abc: 2·3 / (4 + 4)."""
    assert strings.similarity(list("abcx"), list("yabc")) == 0.75
    assert strings.similarity(list("abc"), list("abc")) == 1.0
    assert strings.similarity([], []) == 0.0


STORY = "渡船沿着缆绳过河，老人坐在渡船上，看渡船靠岸。"
"""Before and after each 渡船: |沿, 在|上, 看|靠."""


def test_what_is_put_around_a_copy_cuts_little_of_the_string_by_hand() -> None:
    """The lead puts a mark (¦ stands for any) before the first 渡船: 5 units, all in the copy's 6."""
    copied = "本文转载。" + STORY + "责任编辑小陈。"
    made = [strings.characteristic(units(text), [units("渡船")]) for text in (STORY, copied)]
    assert made == [list("沿在上看靠"), list("¦沿在上看靠")]
    assert strings.by_keywords(units(STORY), units(copied), [units("渡船")]) == 2 * 5 / (5 + 6)


def test_one_word_beside_a_keyword_cuts_the_string_by_hand() -> None:
    """在渡船里 for 在渡船上: of 沿在上看靠 and 沿在里看靠 the longest common runs are 沿在 and 看靠."""
    edited = STORY.replace("渡船上", "渡船里")
    assert strings.by_keywords(units(STORY), units(edited), [units("渡船")]) == 2 * 2 / (5 + 5)


def literally(one: list[str], other: list[str], keywords: list[list[str]]) -> float:
    """The strings by looking at each place for each keyword; the substring by trying every one of the first."""
    made = []
    for text in (one, other):
        string = []
        for at in range(len(text)):
            for keyword in keywords:
                if text[at : at + len(keyword)] == keyword:
                    string += text[max(at - 1, 0) : at] + text[at + len(keyword) : at + len(keyword) + 1]
        made.append("".join(string))
    cuts = [made[0][a:b] for a in range(len(made[0])) for b in range(a, len(made[0]) + 1)]
    longest = max((len(cut) for cut in cuts if cut in made[1]), default=0)
    return 2 * longest / max(len(made[0]) + len(made[1]), 1)


@given(UNITS, UNITS, st.lists(st.sampled_from(["a", "b", "cd"]), unique=True, max_size=3))
def test_the_similarity_is_the_definition_taken_literally(one: list[str], other: list[str], words: list[str]) -> None:
    keywords = [list(word) for word in words]
    found = strings.similarity(*(strings.characteristic(text, keywords) for text in (one, other)))
    assert found == pytest.approx(literally(one, other, keywords))
