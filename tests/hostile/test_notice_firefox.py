"""The save notice on hostile pages in Firefox, which does not report whether an element is covered."""

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile import clickjacking
from tests.hostile.test_notice import story
from tests.support.firefox import Firefox
from tests.support.notice import RESTED
from tests.support.waiting import PATIENCE, until
from tests.support.web_site import Site

pytestmark = [pytest.mark.browser, pytest.mark.long]

Place = tuple[float, float]
REPLACE = """(() => {
  const button = document.querySelector("[data-choice=replace][aria-disabled=false]");
  if (!button) return undefined;
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2].map(Math.round);
})()"""


@dataclass
class Case:
    """A Firefox and the address of a page that is saved in its library."""

    fox: Firefox
    address: str

    def articles(self) -> list[Path]:
        return sorted(self.fox.library.glob("[!.]*/article.md"))

    def questions(self) -> list[str]:
        """The tabs in which we ask."""
        return [tab for tab, address in self.fox.addresses().items() if "/save/question.html" in address]

    def buttons(self) -> dict[str, Place]:
        """The places of the notice's buttons."""
        return self.fox.places(clickjacking.NOTICE, "button")

    def asked(self) -> Place:
        """Opens the page and saves it again; the place of “Keep both”, at a time when a press on it counts."""
        for tab in self.questions():
            self.fox.close(tab)
        self.fox.open(self.address)
        self.fox.press_save()
        place: Place = until(lambda: self.buttons().get("Keep both…"))
        time.sleep(RESTED / 1000)
        return place

    def looks(self, place: Place) -> str:
        return self.fox.picture(place[0] - 40, place[1] - 12, 80, 24)


@pytest.fixture(scope="module")
def case(shared_fox: Firefox, site: Site) -> Iterator[Case]:
    """The shared Firefox after it has saved a page."""
    made = Case(shared_fox, site.put(story("The sail"), "/sail.html"))
    number = len(made.articles())
    shared_fox.open(made.address)
    shared_fox.press_save()
    until(lambda: len(made.articles()) > number)
    yield made
    shared_fox.reset()


@pytest.mark.parametrize("attack", clickjacking.ATTACKS)
def test_a_press_on_an_attacked_notice_decides_nothing(case: Case, attack: str) -> None:
    expected = clickjacking.ATTACKS[attack]
    place, number = case.asked(), len(case.articles())
    seen = case.looks(place)
    case.fox.run(clickjacking.script(expected.script))
    time.sleep(RESTED / 1000)
    now = case.buttons().get("Keep both…", place)
    same = now == place and all(case.looks(place) == seen for _ in range(4))
    with suppress(RuntimeError):  # the place is not in the window
        case.fox.press(*map(round, now))
    seconds = PATIENCE if expected.is_led else 1
    result = clickjacking.outcome(lambda: len(case.articles()) > number, case.questions, seconds)
    assert result in expected.outcomes
    assert expected.looks_same in (None, same)


def is_other(case: Case, before: dict[Path, bytes]) -> bool:
    """Whether the articles have changed; False while one is being replaced."""
    with suppress(FileNotFoundError):
        return {path: path.read_bytes() for path in case.articles()} != before
    return False


def test_replacing_is_asked_on_a_page_of_ours(case: Case) -> None:
    case.asked()
    before = {path: path.read_bytes() for path in case.articles()}
    case.fox.press(*map(round, next(place for words, place in case.buttons().items() if words.startswith("Replace"))))
    (tab,) = until(case.questions)
    assert {path: path.read_bytes() for path in case.articles()} == before
    case.fox.to_tab(case.fox.addresses()[tab])
    place = json.loads(case.fox.wait_for(f"JSON.stringify({REPLACE})"))
    case.fox.press(*place)
    until(lambda: not case.questions() and is_other(case, before))
    assert len(case.articles()) == len(before)
