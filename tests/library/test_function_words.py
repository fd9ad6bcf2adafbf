"""Words that only join others are no keywords, in each language that is known by its own."""

from __future__ import annotations

import pytest

from jingdu.library.topics.keywords import keywords
from jingdu.library.topics.passages import Passage
from jingdu.text import function_words

TEXTS = {
    "ru": "Паром переходит реку на канате. На пароме нет двигателя, и он идёт только потому, что река его несёт.",
    "ar": "العبارة تعبر النهر على حبل. هذه العبارة ليس لها محرك، والنهر هو الذي يدفع العبارة إلى الضفة من خلال التيار.",
    "el": "Το πορθμείο περνά τον ποταμό με ένα σχοινί. Δεν έχει μηχανή και ο ποταμός είναι αυτός που το σπρώχνει.",
    "ko": "나룻배 는 강 을 건너는 배 이다. 그 나룻배 는 또 엔진 이 없는 배 이고 더 조용한 나룻배 등 이 있다.",
    "de": "Die Fähre fährt an einem Seil über einen Fluss. Sie hat keinen Motor; es ist der Fluss, der sie treibt.",
    "fr": "Le bac traverse la rivière avec un câble. Il n'a pas de moteur et c'est la rivière qui pousse le bac.",
    "es": "La barca cruza el río con un cable. No tiene motor y es el río el que empuja la barca hasta la otra orilla.",
    "pl": "Prom przepływa rzekę na linie. Nie ma silnika i to rzeka jest tym, co pcha prom, a nie wiatr.",
}


@pytest.mark.parametrize("lang", TEXTS)
def test_no_keyword_is_of_words_that_join(lang: str) -> None:
    known = function_words.SHARED | function_words.of([TEXTS[lang]])
    found = keywords([Passage(TEXTS[lang])])
    assert found
    assert not {word for one in found for word in one.lower().split()} & known


def test_an_english_articles_words_stay() -> None:
    text = "The war of the dice: a die was cast, and the man and his son fast as the wind sold the die for a sale."
    assert function_words.of([text]) == frozenset()
    assert {"war", "die", "son"} <= {word for one in keywords([Passage(text)], most=20) for word in one.split()}
