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
from tests.support.notice import PRESS_DELAY
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
    """A Firefox and the address of a saved page."""

    fox: Firefox
    address: str

    def articles(self) -> list[Path]:
        return sorted(self.fox.library.glob("[!.]*/article.md"))

    def questions(self) -> list[str]:
        """The tabs that show a question of ours."""
        return [tab for tab, address in self.fox.addresses().items() if "/save/question.html" in address]

    def buttons(self) -> dict[str, Place]:
        """The positions of the notice's buttons by text."""
        return self.fox.places(clickjacking.NOTICE, "button")

    def open_notice(self) -> Place:
        """Opens the page and saves it again; the position of “Keep both”, once a click on it counts."""
        for tab in self.questions():
            self.fox.close(tab)
        self.fox.open(self.address)
        self.fox.press_save()
        place: Place = until(lambda: self.buttons().get("Keep both…"))
        time.sleep(PRESS_DELAY / 1000)
        return place

    def screenshot(self, place: Place) -> str:
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
def test_a_click_on_an_attacked_notice_changes_nothing(case: Case, attack: str) -> None:
    expected = clickjacking.ATTACKS[attack]
    place, number = case.open_notice(), len(case.articles())
    seen = case.screenshot(place)
    case.fox.run(clickjacking.script(expected.script))
    time.sleep(PRESS_DELAY / 1000)
    now = case.buttons().get("Keep both…", place)
    same = now == place and all(case.screenshot(place) == seen for _ in range(4))
    with suppress(RuntimeError):  # the position is outside the window
        case.fox.press(*map(round, now))
    seconds = PATIENCE if expected.must_open else 1
    result = clickjacking.outcome(lambda: len(case.articles()) > number, case.questions, seconds)
    assert result in expected.outcomes
    assert expected.same_look in (None, same)


def has_changed(case: Case, before: dict[Path, bytes]) -> bool:
    """Whether the articles have changed; False while an article is being replaced."""
    with suppress(FileNotFoundError):
        return {path: path.read_bytes() for path in case.articles()} != before
    return False


def test_replacing_is_confirmed_on_our_page(case: Case) -> None:
    case.open_notice()
    before = {path: path.read_bytes() for path in case.articles()}
    case.fox.press(*map(round, next(place for words, place in case.buttons().items() if words.startswith("Replace"))))
    (tab,) = until(case.questions)
    assert {path: path.read_bytes() for path in case.articles()} == before
    case.fox.to_tab(case.fox.addresses()[tab])
    place = json.loads(case.fox.wait_for(f"JSON.stringify({REPLACE})"))
    case.fox.press(*place)
    until(lambda: not case.questions() and has_changed(case, before))
    assert len(case.articles()) == len(before)
