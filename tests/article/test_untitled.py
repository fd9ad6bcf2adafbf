"""A page that names no title or language has both in its article: its first words, and what it is written in."""

import pytest

from jingdu import read

MORE = {
    "en": "The ferry had crossed the river for three hundred years before anybody thought of building a bridge.",
    "de": "Die Fähre fuhr schon seit dreihundert Jahren über den Fluss, ehe jemand daran dachte, eine Brücke zu bauen.",
    "fr": "Le bac traversait le fleuve depuis trois cents ans avant que quelqu'un ne songe à y construire un pont.",
    "pl": "Prom pływał przez rzekę od trzystu lat, zanim ktokolwiek pomyślał o zbudowaniu w tym miejscu mostu.",
    "tr": "Feribot, oraya bir köprü yapılması düşünülmeden önce üç yüz yıl boyunca nehirde gidip geliyordu.",
    "uk": "Пором перетинав річку триста років, перш ніж хтось подумав про те, щоб збудувати там міст.",
    "ru": "Паром пересекал реку триста лет, прежде чем кто-нибудь подумал о том, чтобы построить там мост.",
    "el": "Το πορθμείο διέσχιζε τον ποταμό επί τριακόσια χρόνια πριν σκεφτεί κανείς να χτίσει εκεί μια γέφυρα.",
    "ar": "كانت العبارة تعبر النهر منذ ثلاثمائة عام قبل أن يفكر أحد في بناء جسر هناك.",
    "ja": "渡し船は、橋をかけようと誰かが思いつくまで、三百年のあいだ川を渡りつづけてきました。",
    "zh-Hans": "在有人想到要在那里修一座桥之前，这条渡船已经在河上来往了三百年。",
    "zh-Hant": "在有人想到要在那裡修一座橋之前，這條渡船已經在河上來往了三百年。",
}


def page(text: str, head: str = "", root: str = "<html>") -> str:
    return f"{root}<head>{head}</head><body><article>" + f"<p>{text}</p>" * 4 + "</article></body></html>"


@pytest.mark.parametrize("lang", MORE)
def test_a_language_that_is_not_named_is_detected(lang: str) -> None:
    assert read(page(MORE[lang])).lang == lang


@pytest.mark.parametrize("lang", ["da", "en-GB", "nl", "de-AT", "is"])
def test_a_language_that_is_named_is_believed(lang: str) -> None:
    """Whatever the words look like, as long as its script is theirs."""
    assert read(page(MORE["de"], root=f'<html lang="{lang}">')).lang == lang


TITLES = {
    "The ferry stopped this morning. People waited for an hour.": "The ferry stopped this morning",
    "Dr. Smith crossed the river, which had been rising since the early hours of the morning, when it rained.":
        "Dr. Smith crossed the river, which had been rising since the early hours of the…",
    "渡船公司昨天宣布，由于水位持续下降，往返两岸的班次将从下周起减半，渡口的居民只能绕道。":
        "渡船公司昨天宣布，由于水位持续下降",
    "今天很好。我们去了渡口，看见了船，也看见了人，一直到晚上才回来，大家都很高兴。": "今天很好",
    "Supercalifragilisticexpialidocious" * 5: "Supercalifragilisticexpialidocious" * 2 + "Supercalifra…",
}  # fmt: skip


@pytest.mark.parametrize("text", TITLES)
def test_a_page_without_a_title_is_called_by_its_first_words(text: str) -> None:
    article = read(page(text))
    assert article.title == TITLES[text]
    assert text[:30] in article.text


def test_a_title_that_is_there_stays() -> None:
    assert read(page(MORE["en"], "<title>Ferries</title>")).title == "Ferries"
