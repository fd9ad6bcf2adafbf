"""The notice of a save on hostile pages in Firefox, which itself does not say whether something is seen."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.hostile import clickjacking
from tests.hostile.test_notice import RESTED, story
from tests.support.chromium import REAL_HOST
from tests.support.firefox import Firefox, firefox
from tests.support.library_page import until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

Place = tuple[float, float]
REPLACE = """(() => {
  const button = document.querySelector("[data-choice=replace][aria-disabled=false]");
  if (!button) return undefined;
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2].map(Math.round);
})()"""


@dataclass
class Case:
    """A Firefox, its library, and a page that is kept there."""

    fox: Firefox
    home: Path
    address: str

    def articles(self) -> list[Path]:
        return sorted(self.home.rglob("library/*/article.md"))

    def questions(self) -> list[str]:
        """The tabs in which we ask."""
        return [tab for tab, address in self.fox.addresses().items() if "/save/question.html" in address]

    def buttons(self) -> dict[str, Place]:
        """The places of the notice's buttons."""
        return self.fox.places(clickjacking.NOTICE, "button")

    def asked(self) -> Place:
        """Opens the page anew and saves it again; where “Keep both” is then, once the notice has rested."""
        for tab in self.questions():
            self.fox.close(tab)
        self.fox.open(self.address)
        self.fox.shortcut("S")
        place: Place = until(lambda: self.buttons().get("Keep both…"))
        time.sleep(RESTED / 1000)
        return place

    def looks(self, place: Place) -> str:
        return self.fox.picture(place[0] - 40, place[1] - 12, 80, 24)

    def outcome(self, before: int, seconds: float) -> str:
        """What a press led to: ``acted``, ``led`` to a page of ours, or ``nothing``."""

        def look() -> str:
            return "acted" if len(self.articles()) > before else "led" if self.questions() else ""

        with suppress(AssertionError):
            return str(until(look, seconds))
        return "nothing"

    def attacked(self, attack: str, seconds: float) -> tuple[str, bool]:
        """What a press of “Keep both” on an attacked page comes to, and whether the button looked as it did before."""
        place, number = self.asked(), len(self.articles())
        seen = self.looks(place)
        self.fox.run(clickjacking.script(attack))
        time.sleep(RESTED / 1000)
        now = self.buttons().get("Keep both…", place)
        same = now == place and all(self.looks(place) == seen for _ in range(4))
        with suppress(RuntimeError):  # the place is not in the window
            self.fox.press(*map(round, now))
        return self.outcome(number, seconds), same


@pytest.fixture(scope="module")
def case(tmp_path_factory: pytest.TempPathFactory, site: Site) -> Iterator[Case]:
    """A Firefox that has saved a page."""
    if "JINGDU_FIREFOX" not in os.environ:
        pytest.skip("no Firefox here; install firefox, or name one in JINGDU_FIREFOX")
    home = tmp_path_factory.mktemp("fox")
    with firefox(os.environ["JINGDU_FIREFOX"], home, REAL_HOST) as running:
        made = Case(running, home, site.put(story("The sail"), "/sail.html"))
        running.open(made.address)
        running.shortcut("S")
        until(made.articles)
        yield made


def test_a_press_leads_to_a_page_of_ours(case: Case) -> None:
    place, number = case.asked(), len(case.articles())
    case.fox.press(*map(round, place))
    assert case.outcome(number, 20) == "led"


@pytest.mark.sample(next(iter(clickjacking.COVERING)))
@pytest.mark.parametrize("attack", clickjacking.COVERING)
def test_a_press_on_what_lies_over_the_notice_leads_to_a_page_of_ours(case: Case, attack: str) -> None:
    told, same = case.attacked(clickjacking.COVERING[attack], 20)
    assert told == "led"
    assert not same or attack == clickjacking.FLICKERING  # pictures may all fall between its moments


@pytest.mark.sample(next(iter(clickjacking.HIDING)))
@pytest.mark.parametrize("attack", clickjacking.HIDING)
def test_a_press_on_a_notice_that_is_hidden_decides_nothing(case: Case, attack: str) -> None:
    told, same = case.attacked(clickjacking.HIDING[attack], 1)
    assert (told in ("led", "nothing"), same) == (True, False)


@pytest.mark.sample(next(iter(clickjacking.VAIN)))
@pytest.mark.parametrize("attack", clickjacking.VAIN)
def test_what_changes_the_page_leaves_the_notice_as_it_is(case: Case, attack: str) -> None:
    assert case.attacked(clickjacking.VAIN[attack], 20)[0] == "led"


@pytest.mark.sample(next(iter(clickjacking.GONE)))
@pytest.mark.parametrize("attack", clickjacking.GONE)
def test_where_the_notice_is_taken_away_there_is_nothing_to_press(case: Case, attack: str) -> None:
    assert case.attacked(clickjacking.GONE[attack], 1)[0] == "nothing"


def is_other(case: Case, before: dict[Path, bytes]) -> bool:
    """Whether the articles are others; not while one takes the place of another."""
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
