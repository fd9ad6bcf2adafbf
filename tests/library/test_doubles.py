"""Near-duplicates in the library: noticed before a save, listed group by group."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jingdu.__main__ import main
from jingdu.library import repository
from tests.library.asking import ask
from tests.papers.doubled import CHANGES, Text, articles


def save(text: Text, site: str = "one", **fields: Any) -> Any:
    body = "".join(f"<p>{line}</p>" for line in text.text.splitlines() if line)
    html = f"<title>{text.title}</title><article><h1>{text.title}</h1>{body}</article>"
    usual = {"url": f"https://{site}.example/{text.name}", "private": False, "fetch_pictures": False}
    return ask("save", **{**usual, "html": html, **fields})


@pytest.fixture(scope="module")
def texts() -> list[Text]:
    return articles()


@pytest.mark.sample("re-published", "other script")
@pytest.mark.parametrize("kind", ["re-published", "edited", "truncated", "other script"])
def test_a_copy_from_elsewhere_is_noticed_and_what_is_only_like_it_is_not(
    library: Path, texts: list[Text], kind: str
) -> None:
    first = {text.name: save(text)["item"]["id"] for text in texts}
    assert all(first.values())  # of two articles of one topic none is taken for the other
    for text in texts[::3]:
        result = save(CHANGES[kind](text), "two")["duplicate"]
        assert result and result["item"]["id"] == first[text.name]
        assert 0.4 < result["likeness"] <= 1


def test_duplicates_are_listed_group_by_group_the_newest_first(
    library: Path, texts: list[Text], capsys: pytest.CaptureFixture[str]
) -> None:
    for text in texts[:6]:
        save(text)
    copies = {text.name: CHANGES["re-published"](text) for text in texts[:2]}
    for copy in copies.values():
        save(copy, "two", if_duplicate="keep_both")
    groups = ask("duplicates")["groups"]
    assert sorted(len(group) for group in groups) == [2, 2]
    for group in groups:
        assert group[0]["likeness"] == 1.0 and 0.5 < group[1]["likeness"] < 1
        assert group[0]["item"]["saved"] >= group[1]["item"]["saved"]
    assert main(["duplicates"]) == 0
    assert capsys.readouterr().out.count(" % ") == 4
    repository.trash([groups[0][0]["item"]["id"]])
    assert len(ask("duplicates")["groups"]) == 1


def test_comparing_goes_on_from_answer_to_answer(
    library: Path, texts: list[Text], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jingdu.handlers.searching._MAX_SECONDS", 0.0)
    for text in texts[:4]:
        save(text)
        save(CHANGES["retouched"](text), "two", if_duplicate="keep_both")
    found = [ask("duplicates")]
    while found[-1]["comparing"]:
        assert found[-1]["groups"] == []
        found.append(ask("duplicates"))
        assert len(found) < 20
    assert [one["comparing"]["done"] for one in found[:-1]] == [*range(1, len(found))] != []
    assert [len(group) for group in found[-1]["groups"]] == [2, 2, 2, 2]


def test_the_article_of_the_same_topic_is_the_most_similar(
    library: Path, texts: list[Text], capsys: pytest.CaptureFixture[str]
) -> None:
    ids = {text.name: save(text)["item"]["id"] for text in texts}
    assert main(["related", ids["en-otter"]]) == 0
    assert "sea otters" in capsys.readouterr().out.splitlines()[0]
    topic = {ids[text.name]: text.topic for text in texts}
    found = {one: [result["id"] for result in ask("related", item=one)["items"]] for one in ids.values()}
    assert all(topic[other] == topic[one] for one, others in found.items() for other in others)
    assert sum(map(bool, found.values())) >= 11
