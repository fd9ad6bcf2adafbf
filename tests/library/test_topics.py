"""Keywords, suggested tags and interests learned from the library."""

from pathlib import Path
from typing import Any

import pytest

from jingdu.library import indexed, location, repository, saving
from jingdu.library.index import queries
from jingdu.library.topics import learned
from jingdu.library.topics.keywords import keywords
from jingdu.library.topics.passages import Passage, of_html, of_text
from jingdu.reading import read
from jingdu.text.language import function_words, function_words_of
from jingdu.text.words import cut, simplified
from tests.library.asking import call
from tests.support.library_items import content, item

PAGE = (
    "<title>联赛</title><article><h1>联赛最后一轮</h1><p>前锋在联赛最后一轮攻入点球，门将没有办法，教练和球队庆祝到深夜。</p>"
    "<p>裁判在终场前判罚点球，球队的前锋把球打进，门将扑错了方向。教练说，联赛还没有结束，球队要继续努力。</p></article>"
)


def test_nouns_rank_first() -> None:
    html = "<p>政府改善空气质量。改善空气要防治污染，防治污染要减少机动车。改善、防治，政府的报告写了机动车和空气。</p>"
    found = keywords(of_html(html, "改善空气，防治污染"))
    verbs = [found.index(word) for word in ("改善", "防治") if word in found]
    assert verbs
    assert min(verbs) > max(
        at for at, word in enumerate(found) if word in ("空气质量", "机动车", "污染", "政府", "报告")
    )


def test_english_participles_and_adverbs_rank_last() -> None:
    html = "<p>Rapidly, the harbour. It was, for the ferries, expanded. Expanded: the ferries<sup>1</sup>. Rapidly.</p>"
    found = keywords(of_html(html, "Harbour"))
    assert set(found[-2:]) == {"expanded", "Rapidly"} and "ferries1" not in found


def test_a_name_with_a_decimal_point_is_one_keyword() -> None:
    html = "<p>北京改善空气质量，防治PM2.5。PM2.5写入报告，PM2.5的浓度要下降3.5成，空气质量要改善。</p>"
    found = keywords(of_html(html, "PM2.5写入报告"))
    assert "PM2.5" in found and not {"PM2", "3.5"} & set(found)


@pytest.fixture
def common_words(library: Path) -> None:
    """A library in which every article has 前锋 and 教练."""
    for number in range(queries.MIN_ITEMS):
        repository.save(item(title=f"故事{number}"), content(f"<p>前锋和教练的第{number}个故事。</p>"), {})


@pytest.mark.usefixtures("library")
def test_keywords_without_a_library_come_from_the_article() -> None:
    assert "前锋" in saving.describe(read(PAGE), PAGE).keywords


@pytest.mark.usefixtures("common_words")
def test_words_common_in_the_library_are_not_keywords() -> None:
    found = saving.describe(read(PAGE), PAGE).keywords
    assert "联赛" in found
    assert not {"前锋", "教练"}.intersection(found)


LANGUAGES = {
    "ru": "Паром переходит реку на канате. На пароме нет двигателя, и он идёт только потому, что река его несёт.",
    "ar": "العبارة تعبر النهر على حبل. هذه العبارة ليس لها محرك، والنهر هو الذي يدفع العبارة إلى الضفة من خلال التيار.",
    "el": "Το πορθμείο περνά τον ποταμό με ένα σχοινί. Δεν έχει μηχανή και ο ποταμός είναι αυτός που το σπρώχνει.",
    "ko": "나룻배 는 강 을 건너는 배 이다. 그 나룻배 는 또 엔진 이 없는 배 이고 더 조용한 나룻배 등 이 있다.",
    "de": "Die Fähre fährt an einem Seil über einen Fluss. Sie hat keinen Motor; es ist der Fluss, der sie treibt.",
    "fr": "Le bac traverse la rivière avec un câble. Il n'a pas de moteur et c'est la rivière qui pousse le bac.",
    "es": "La barca cruza el río con un cable. No tiene motor y es el río el que empuja la barca hasta la otra orilla.",
    "sv": "Färjan går längs en lina över floden. Den har ingen motor, och det är floden som för den till andra sidan.",
    "fi": "Lautta ylittää joen köyden varassa. Siinä ei ole moottoria, ja joki on se joka sitä työntää kun ei tuule.",
    "cs": "Přívoz se pohybuje po laně přes řeku. Nemá motor a je to řeka, která ho žene, a ne vítr, který je slabý.",
    "ro": "Bacul trece râul pe un cablu. Nu are motor și râul este cel care îl împinge până la malul celălalt.",
    "id": "Perahu itu menyeberangi sungai dengan tali. Perahu ini tidak bermesin dan sungai itu yang mendorongnya.",
    "vi": "Phà qua sông bằng một sợi cáp. Phà không có động cơ và chính dòng sông đã đẩy phà đến bờ bên kia như thế.",
    "pl": "Prom przepływa rzekę na linie. Nie ma silnika i to rzeka jest tym, co pcha prom, a nie wiatr.",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_function_words_are_not_keywords(lang: str) -> None:
    known = function_words()["shared"] | function_words_of([LANGUAGES[lang]])
    found = keywords([Passage(LANGUAGES[lang])])
    assert found
    assert not {word for one in found for word in one.lower().split()} & known


def test_english_words_are_not_treated_as_function_words() -> None:
    text = "The war of the dice: a die was cast, and the man and his son fast as the wind sold the die for a sale."
    assert function_words_of([text]) == frozenset()
    assert {"war", "die", "son"} <= {word for one in keywords([Passage(text)]) for word in one.split()}


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
def test_traditional_text_is_segmented_like_simplified_text(text: str) -> None:
    assert cut(text) == CUT[text]


def test_keywords_are_the_same_words_in_both_scripts() -> None:
    """In the script of the article."""
    traditional = keywords(of_text(TEXT, "台北市推動無償獻血"))
    assert list(map(simplified, traditional)) == keywords(of_text(simplified(TEXT), simplified("台北市推動無償獻血")))
    assert "無償獻血" in traditional
    assert all(word in TEXT + "台北市推動無償獻血" for word in traditional)


TOPICS = {
    "足球": ["前锋攻入制胜一球，教练称赞门将。", "球队在联赛积分榜上升，裁判判罚点球。", "门将三场没有失球，前锋受伤。",
           "教练换上前锋，球队赢得联赛。", "裁判误判点球，球队输掉联赛。"],
    "cooking": ["Stir the soup and add butter.", "Bake the bread with butter.", "The soup wants salt and onions.",
                "Fry the onions in butter.", "Bread and soup, with salt."],
}  # fmt: skip


@pytest.fixture
def ten(library: Path) -> list[str]:
    """Ten untagged articles, five for each topic."""
    texts = [text for topic in TOPICS.values() for text in topic]
    return [repository.save(item(title=text[:6]), content(f"<p>{text}</p>"), {}).id for text in texts]


def tag(ten: list[str]) -> None:
    call("edit_items", items=ten[:5], changes={"tags": ["足球"]})
    call("edit_items", items=ten[5:], changes={"tags": ["cooking"]})


def saved(url: str) -> Any:
    return call("save", html=PAGE, url=url, private=False, fetch_pictures=False, if_duplicate="keep_both")


def test_a_saved_page_gets_the_tag_of_similar_articles(ten: list[str]) -> None:
    assert saved("https://example.org/1")["suggested_tags"] == []
    tag(ten)
    result = saved("https://example.org/2")
    assert result["suggested_tags"] == ["足球"]
    assert result["item"]["tags"] == []


def test_untagged_articles_do_not_change_learned_tags(ten: list[str]) -> None:
    tag(ten)
    assert saved("https://example.org/1")["suggested_tags"] == ["足球"]
    before = indexed.opened().read(queries.tagged_state)
    saved("https://example.org/2")
    assert indexed.opened().read(queries.tagged_state) == before
    assert list(learned.learn_tags(indexed.opened())) == []


TEXTS = {
    "read": ("芯片与人工智能", "<p>人工智能需要更快的<b>芯片</b>，芯片工厂在扩建。</p>"),
    "like": ("新的芯片工厂", "<p>人工智能公司订购芯片。</p>"),
    "mention": ("一周要闻", "<p>菜价稳定，一家芯片公司换了经理。</p>"),
    "other": ("古桥修缮完工", "<p>石匠修补桥墩，重砌拱石。</p>"),
}


@pytest.fixture
def ids(library: Path) -> dict[str, str]:
    """Name → id of the four articles, in the order of saving."""
    return {
        name: repository.save(item(title=title, url=f"https://example.org/{name}"), content(html), {}).id
        for name, (title, html) in TEXTS.items()
    }


def listed(ids: dict[str, str], **fields: Any) -> dict[str, list[str]]:
    """Name → reasons, in the order of the list."""
    names = {one: name for name, one in ids.items()}
    return {names[hit["id"]]: hit["reasons"] for hit in call("library", sort="interest", **fields)["items"]}


def test_articles_similar_to_read_ones_rank_first_with_reasons(ids: dict[str, str]) -> None:
    assert set(map(tuple, listed(ids).values())) == {()}
    call("edit_items", items=[ids["read"]], changes={"read": True})
    found = listed(ids)
    assert list(found) == ["like", "mention", "other", "read"]
    assert found["like"][0] == "芯片"
    assert "人工智能" in found["like"]
    assert (found["mention"], found["other"]) == (["芯片"], [])
    assert list(listed(ids, filters={"read": False}, ascending=True)) == ["other", "mention", "like"]


def test_interests_are_shown_and_can_be_reset(ids: dict[str, str]) -> None:
    call("edit_items", items=[ids["read"]], changes={"read": True})
    result = call("interests", do="show")
    assert result["on"]
    assert result["terms"][0][0] == "芯片"
    assert call("interests", do="reset") == call("interests", do="reset") == {"on": True, "terms": []}
    assert not any(listed(ids).values())
    call("edit_items", items=[ids["other"]], changes={"read": True})
    assert "古桥" in [shown for shown, _ in call("interests")["terms"]]
    assert "芯片" not in [shown for shown, _ in call("interests")["terms"]]


def test_nothing_is_learned_if_interests_are_off(ids: dict[str, str], library: Path) -> None:
    call("edit_items", items=[ids["read"]], changes={"read": True})
    assert call("interests", do="off") == {"on": False, "terms": []}
    assert call("library_settings")["settings"]["interests"] is False
    assert list(listed(ids)) == ["other", "mention", "like", "read"]
    assert not list(library.parent.rglob("*.interests.json"))
    assert call("interests", do="on")["terms"]
    assert location.known() == [library]
