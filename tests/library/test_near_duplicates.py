"""Near-duplicates in the library: reported before a save, and listed in groups.

Boilerplate that a site repeats in every article does not count; real copies are still found.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from jingdu.__main__ import main
from jingdu.library import repository
from tests.library.asking import ask, call
from tests.library.real import prose, story
from tests.papers.near_duplicates import CHANGES, Text, articles


def html_of(text: Text) -> str:
    body = "".join(f"<p>{line}</p>" for line in text.text.splitlines() if line)
    return f"<title>{text.title}</title><article><h1>{text.title}</h1>{body}</article>"


def save(text: Text, site: str = "one", **fields: Any) -> Any:
    usual = {"url": f"https://{site}.example/{text.name}", "private": False, "fetch_pictures": False}
    return ask("save", **{**usual, "html": html_of(text), **fields})


@pytest.fixture(scope="module")
def texts() -> list[Text]:
    return articles()


@pytest.mark.sample("re-published", "other script")
@pytest.mark.parametrize("kind", ["re-published", "edited", "truncated", "other script"])
def test_copies_are_detected_but_similar_articles_are_not(library: Path, texts: list[Text], kind: str) -> None:
    first = {text.name: save(text)["item"]["id"] for text in texts}
    assert all(first.values())  # articles on the same topic are not duplicates
    for text in texts[::3]:
        result = save(CHANGES[kind](text), "two")["duplicate"]
        assert result and result["item"]["id"] == first[text.name]
        assert 0.4 < result["likeness"] <= 1


def test_duplicates_are_listed_in_groups_newest_first(
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


def test_save_command_reports_near_duplicates(
    library: Path, texts: list[Text], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = save(texts[0])["item"]["id"]
    file = tmp_path / "page.html"
    for text, same in ((texts[1], []), (CHANGES["re-published"](texts[0]), [first[:8]])):
        file.write_text(html_of(text), "utf-8")
        assert main(["save", str(file), "--url", f"https://two.example/{text.name}"]) == 0
        assert re.findall(r"^nearly the same: (\w+)", capsys.readouterr().out, re.MULTILINE) == same


def test_comparing_continues_over_several_replies(
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


def test_related_articles_share_the_topic(library: Path, texts: list[Text], capsys: pytest.CaptureFixture[str]) -> None:
    ids = {text.name: save(text)["item"]["id"] for text in texts}
    assert main(["related", ids["en-otter"]]) == 0
    assert "sea otters" in capsys.readouterr().out.splitlines()[0]
    topic = {ids[text.name]: text.topic for text in texts}
    found = {one: [result["id"] for result in ask("related", item=one)["items"]] for one in ids.values()}
    assert all(topic[other] == topic[one] for one, others in found.items() for other in others)
    assert sum(map(bool, found.values())) >= 11


NOTICE = (
    "All content is provided for information only and is no advice of any kind to anybody who reads it.",
    "The publisher accepts no liability for losses that arise from the use of what is printed on these pages, "
    "whether direct or indirect, foreseeable or not, and reserves the right to change them without notice.",
    "Nothing may be copied, stored or passed on, in whole or in part, without the written consent of the publisher.",
    "Complaints are to be sent to the press council within six months; a decision of the council is final.",
)
CHINESE_NOTICE = (
    "免责声明：本文仅代表作者个人观点，与本网无关，其原创性以及文中陈述文字和内容未经本站证实。",
    "本网对本文以及其中全部或者部分内容、文字的真实性、完整性、及时性不作任何保证或承诺，请读者仅作参考并自行核实。",
    "凡注明来源非本网的作品均转载自其它媒体，转载目的在于传递更多信息，并不代表本网赞同其观点和对其真实性负责。",
    "如因作品内容、版权和其它问题需要同本网联系的，请在三十日内进行，本网将在收到通知后尽快处理。",
)
FERRY = "渡船公司昨天宣布，由于水位持续下降，往返两岸的班次将从下周起减半，渡口的居民只能绕道北面的老桥。"
READING = "市图书馆新馆今天上午正式开放，首日接待读者一万两千人，儿童阅览室和古籍修复展厅最受欢迎。"
SCHOOL = "三所乡村小学本学期开设了木工课，孩子们用旧课桌的木板做出了小板凳，送给村里的老人。"


def save_story(number: int, title: str, *paragraphs: str, site: str = "https://news.example.org") -> Any:
    """The reply to a save that asks about duplicates."""
    return ask("save", html=story(title, *paragraphs), url=f"{site}/{number}", private=False, fetch_pictures=False)


SETS = {
    "English": (NOTICE, [(name.title(), prose(name, 1)) for name in ("ferry", "library", "orchard", "school")]),
    "Chinese": (
        CHINESE_NOTICE,
        [("渡船班次减半", [FERRY]), ("市图书馆新馆开放", [READING]), ("乡村小学开设木工课", [SCHOOL])],
    ),
}


@pytest.mark.parametrize("language", SETS)
def test_repeated_notices_are_not_duplicates(library: Path, language: str) -> None:
    """From the site's second article on; a copy at another address is still found by its own text."""
    notice, articles = SETS[language]
    for number, (title, own) in enumerate(articles):
        assert save_story(number, title, *own, *notice)["duplicate"] is None
    title, own = articles[1]
    assert save_story(99, title, *own, *notice)["duplicate"]["item"]["title"] == title
    elsewhere = save_story(1, f"{title} – copied", *(f"{line} {line}" for line in own), site="https://copy.example.net")
    assert elsewhere["duplicate"]["item"]["title"] == title
    groups = ask("duplicates")
    while groups["comparing"]:
        groups = ask("duplicates")
    assert groups["groups"] == []


def test_site_profiles_prevent_false_duplicates(library: Path) -> None:
    """The notice names the ferry, as both titles do: only the pages read before show that it belongs to the site."""
    notice = [f"{line} The ferry line and the ferry company are the publisher's." for line in NOTICE]
    for number, subject in enumerate(("orchard", "school", "bridge", "harbour")):
        page = story(f"The {subject}", *prose(subject, 1), *notice)
        call("extract", html=page, url=f"https://news.example.org/read/{number}", private=False)
    assert save_story(1, "Ferry line", *prose("morning", 1), *notice)["duplicate"] is None
    assert save_story(2, "Ferry company", *prose("noon", 1), *notice)["duplicate"] is None


def test_a_reprinted_story_is_a_duplicate(library: Path) -> None:
    """Its paragraphs occur under several titles, but they are the article."""
    story_of = prose("ferry", 6)
    assert save_story(1, "Ferry stopped", *prose("morning", 1), *story_of)["duplicate"] is None
    result = save_story(2, "Ferry stopped by low water", *prose("noon", 1), *story_of)
    assert result["duplicate"]["item"]["title"] == "Ferry stopped"
