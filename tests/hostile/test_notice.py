"""The save notice on pages that attempt clickjacking: a click on the notice changes nothing by itself."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Playwright, expect

from tests.hostile import clickjacking
from tests.support import prose
from tests.support.chromium import ID, REAL_HOST
from tests.support.library_page import Shelf, complaints, shelf
from tests.support.notice import PRESS_DELAY, Notice, questions
from tests.support.waiting import PATIENCE, until
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

SEND = """(messages) => Promise.all(messages.map((one) =>
  chrome.runtime.sendMessage(one).then((reply) => reply?.state ?? null, () => null)))"""
NOTE_PRESSES = """() => {
  const times = [];
  addEventListener("mousedown", () => times.push(performance.now()), true);
  globalThis.longest = () => Math.max(0, ...times.slice(1).map((time, n) => time - times[n]));
}"""


@pytest.fixture(scope="module")
def case(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A browser whose save shortcut works on every page."""
    with shelf(playwright, tmp_path_factory.mktemp("shelf") / "profile", REAL_HOST) as running:
        yield running


def story(title: str) -> str:
    """A page with a text that depends on its title."""
    chance = random.Random(title)
    words = (
        " ".join(chance.choice(prose.ENGLISH.split()) + str(chance.randrange(99)) for _ in range(60)) for _ in "abcd"
    )
    return prose.page(title, "".join(f"<p>{one.capitalize()}, and so on it went.</p>" for one in words))


def open_notice(case: Shelf, address: str) -> Notice:
    """A page that is already saved, with the notice about the duplicate."""
    page = case.open(address)
    tab = case.press(page)
    if case.sign(tab) == "✓":
        case.press(page)
    until(lambda: case.sign(tab) == "?")
    found = Notice(page, case.context.new_cdp_session(page))
    until(lambda: "Keep both…" in found.buttons())
    return found


def saved_articles(case: Shelf) -> dict[str, bytes]:
    """Folder name → ``article.md`` of each saved article."""
    return {folder.name: (folder / "article.md").read_bytes() for folder in case.articles()}


@pytest.fixture
def address(case: Shelf, site: Site) -> Iterator[str]:
    """The address of a saved page."""
    saved = site.put(story("The rope"), "/rope.html")
    if not case.articles():
        page = case.open(saved)
        tab = case.press(page)
        until(lambda: case.sign(tab) == "✓" and case.articles())
        page.close()
    yield saved
    case.close_tabs()


@pytest.mark.sample(*clickjacking.SAMPLE[:2])
@pytest.mark.parametrize("attack", clickjacking.ATTACKS)
def test_a_click_on_an_attacked_notice_changes_nothing(case: Shelf, address: str, attack: str) -> None:
    """A click on “Keep both”; an attack that covers the button changes its appearance."""
    expected = clickjacking.ATTACKS[attack]
    found = open_notice(case, address)
    found.page.wait_for_timeout(PRESS_DELAY)
    place, number = found.buttons()["Keep both…"], len(case.articles())
    seen = found.screenshot(place)
    found.page.evaluate(clickjacking.script(expected.script))
    found.page.wait_for_timeout(PRESS_DELAY)
    place_now = found.buttons().get("Keep both…", place)
    same = place_now == place and all(found.screenshot(place) == seen for _ in range(4))
    found.press(place_now)
    seconds = PATIENCE if expected.must_open else 2
    result = clickjacking.outcome(lambda: len(case.articles()) > number, lambda: questions(case), seconds)
    assert result in expected.outcomes
    assert expected.same_look in (None, same)


def test_a_click_opens_our_page_which_performs_the_choice(case: Shelf, address: str) -> None:
    found = open_notice(case, address)
    number = len(case.articles())
    for words, expected in (("Keep both", number + 1), ("Undo", number)):
        before = len(case.articles())
        found.press_button(f"{words}…")
        until(lambda: questions(case))
        assert len(case.articles()) == before
        questions(case)[0].get_by_role("button", name=words).click()
        until(lambda: len(case.articles()) == expected and not questions(case))  # noqa: B023


def test_escape_closes_a_notice_that_has_the_focus(case: Shelf, address: str) -> None:
    found = open_notice(case, address)
    found.page.keyboard.press("Shift+Tab")  # the notice is last in the focus order
    found.page.keyboard.press("Escape")
    until(lambda: not found.buttons())


def test_a_notice_that_appears_under_rapid_clicks_ignores_them(case: Shelf, address: str) -> None:
    """As in a game that makes users click rapidly."""
    place, number = open_notice(case, address).buttons()["Keep both…"], len(case.articles())
    page = case.open(f"{address}?game")
    page.evaluate(NOTE_PRESSES)
    page.mouse.click(*place)
    case.press(page)
    for _ in range(60):
        page.mouse.click(*place)
        if page.evaluate("longest()") > 400:
            break  # on a busy machine clicks may be slow enough to count
        page.wait_for_timeout(40)
    page.wait_for_timeout(300)
    assert (len(case.articles()), questions(case)) == (number, []) or page.evaluate("longest()") > 550


def test_replacing_is_confirmed_on_our_page_after_a_delay(case: Shelf, address: str) -> None:
    found = open_notice(case, address)
    before = saved_articles(case)
    found.press_button("Replace it…")
    (page,) = until(lambda: questions(case))
    replace = page.get_by_role("button", name="Replace it")
    expect(replace).to_be_visible()
    page.evaluate("globalThis.setTimeout = () => 0; dispatchEvent(new Event('focus'))")  # the delay never ends
    expect(replace).to_have_attribute("aria-disabled", "true")
    replace.click(force=True)
    page.wait_for_timeout(300)
    assert saved_articles(case) == before
    page.reload()
    expect(replace).to_have_attribute("aria-disabled", "false")
    assert complaints(page) == []
    replace.click()
    until(lambda: not questions(case) and "Undo…" in found.buttons())
    assert saved_articles(case) != before
    assert len(saved_articles(case)) == len(before)


def test_a_reply_to_another_question_is_ignored(case: Shelf, address: str) -> None:
    """Replies with a wrong token, number or choice and replies from other extension pages are ignored."""
    open_notice(case, address).press_button("Replace it…")
    (page,) = until(lambda: questions(case))
    expect(page.get_by_role("button", name="Replace it")).to_be_visible()
    before = saved_articles(case)
    token = page.url.partition("#")[2]
    number = page.evaluate("(token) => chrome.runtime.sendMessage({ kind: 'question', token })", token)["number"]
    wrong = [
        {"kind": "answer", "token": token, "number": number + 1, "choice": "replace"},
        {"kind": "answer", "token": token, "number": number, "choice": "undo"},
        {"kind": "answer", "token": token, "number": number, "choice": "__proto__"},
        {"kind": "answer", "token": "0" * 36, "number": number, "choice": "replace"},
    ]
    assert page.evaluate(SEND, wrong) == ["asked", "asked", "asked", None]
    other = case.open(f"chrome-extension://{ID}/library/library.html")
    states = other.evaluate(SEND, [{"kind": "answer", "token": token, "number": number, "choice": "replace"}])
    assert (states, saved_articles(case)) == ([None], before)
