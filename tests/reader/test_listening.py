"""Speech: what is spoken, highlighted and stored. The voice is simulated, because headless browsers have none."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.reader.aloud import VOICE, painted, read, read_vertically
from tests.reader.test_notes import stored
from tests.support.reader_page import until


@pytest.fixture
def voiced(page: Page) -> Page:
    page.add_init_script(VOICE)
    return page


def utterances(page: Page) -> list[dict[str, Any]]:
    spoken: list[dict[str, Any]] = page.evaluate("globalThis.said")
    return spoken


def start(page: Page) -> None:
    page.keyboard.press("l")
    until(page, "globalThis.speaking() === 1")


def finish(page: Page, error: str | None = None) -> None:
    """Ends a sentence; the next one has started on return."""
    page.evaluate("(error) => { const before = said.length; finish(error); return said.length - before; }", error)


def test_playback_pauses_and_moves_by_sentence(voiced: Page) -> None:
    """The spoken sentence is highlighted; playing after a pause repeats it."""
    read(voiced)
    start(voiced)
    first = painted(voiced, "spoken")
    assert [utterances(voiced)[0]["text"]] == first
    finish(voiced)
    assert voiced.evaluate("speaking()") == 1
    assert painted(voiced, "spoken") == [utterances(voiced)[1]["text"]] != first
    voiced.keyboard.press("l")
    until(voiced, "speaking() === 0")
    expect(voiced.get_by_role("button", name="Play", exact=True)).to_be_visible()
    voiced.get_by_role("button", name="Play", exact=True).click()
    until(voiced, "speaking() === 1")
    assert utterances(voiced)[-1] == utterances(voiced)[-2]
    voiced.keyboard.press(".")
    voiced.get_by_role("button", name="Next sentence").click()
    voiced.keyboard.press(",")
    texts = [one["text"] for one in utterances(voiced)[-4:]]
    assert texts[1] == texts[3] != texts[0] != texts[2] != texts[1]
    assert voiced.evaluate("speaking()") == 1


def test_the_spoken_sentence_stays_marked_after_printing(voiced: Page) -> None:
    """Printing puts highlighted text into elements for a moment."""
    first, second = "The wind came from the north.", "It stayed for a week."
    read(voiced, html=f"<p>{first} {second}</p>", ask={"result": {"highlights": [stored(first)], "item": None}})
    until(voiced, "CSS.highlights.get('note-blue')?.size === 1")
    start(voiced)
    voiced.evaluate("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint'))")
    assert painted(voiced, "spoken") == [first]
    finish(voiced)
    assert painted(voiced, "spoken") == [second]


@pytest.mark.long
def test_long_article_is_spoken_completely_and_once(voiced: Page) -> None:
    read(voiced, "zh", html="".join(f"<p>第{n}段。这里有一句话，{'很长的一句话，' * 20}完。</p>" for n in range(40)))
    start(voiced)
    voiced.evaluate("() => { for (let turns = 0; speaking() && turns < 5000; turns++) finish(); }")
    expect(voiced.get_by_role("button", name="Play", exact=True)).to_be_visible()
    spoken = [one["text"] for one in utterances(voiced)]
    assert "".join(spoken).count("第") == 40
    assert all(len(text) < 60 for text in spoken)
    assert painted(voiced, "spoken") == []


def test_voice_matches_the_language_and_settings_are_remembered(voiced: Page) -> None:
    read(voiced)
    start(voiced)
    assert utterances(voiced)[0]["voice"] == "ann"  # en-GB, like the article
    voiced.get_by_label("Voice").select_option("bob")
    voiced.get_by_label("Speed").select_option("1.5")
    assert (utterances(voiced)[-1]["voice"], utterances(voiced)[-1]["rate"]) == ("bob", 1.5)
    until(voiced, "chrome.storage.local.get('voices').then(({ voices }) => voices?.rate === 1.5)")
    voiced.reload()
    voiced.wait_for_selector('[data-action="keys"]:not([aria-disabled="true"])')
    start(voiced)
    assert (utterances(voiced)[0]["voice"], utterances(voiced)[0]["rate"]) == ("bob", 1.5)


@pytest.mark.parametrize(
    ("lang", "text", "voice"),
    [
        ("zh-Hans", "河水涨了。", "mei"),
        ("zh-Hant", "河水漲了。", "lin"),
        ("ja", "川が流れる。", "aki"),
        (None, "川が流れている。", "aki"),
        (None, "河水涨起来了。", "mei"),
        ("en", "河水涨起来了。", "mei"),
    ],
    ids=["zh-Hans", "zh-Hant", "ja", "undeclared Japanese", "undeclared Chinese", "Chinese in English"],
)
@pytest.mark.sample("undeclared Japanese")
def test_voice_matches_declared_or_detected_language(voiced: Page, lang: str | None, text: str, voice: str) -> None:
    read(voiced, lang=lang, html=f"<p>{text}</p>")
    start(voiced)
    assert utterances(voiced)[0]["voice"] == voice


ESPEAK = """
speechSynthesis.getVoices = () => ["cmn-Latn-pinyin", "cmn", "yue", "en-gb", "en-us"]
  .flatMap((lang) => ["", "+Alex", "+Zac"].map((variant) => [lang, lang + variant]))
  .map(([lang, name]) => ({ voiceURI: name, name, lang, localService: true, default: false }));
"""
"""Voices with the names that speech-dispatcher on Linux uses."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "text", "voice"),
    [("zh-Hans", "河水涨了。", "cmn"), ("zh-HK", "河水漲咗。", "yue"), ("en", "The river rose.", "en-us")],
    ids=["zh-Hans", "zh-HK", "en"],
)
def test_voices_are_found_by_other_language_tags(voiced: Page, lang: str, text: str, voice: str) -> None:
    voiced.add_init_script(ESPEAK)
    read(voiced, lang=lang, html=f"<p>{text}</p>")
    start(voiced)
    assert utterances(voiced)[0]["voice"] == voice
    assert "+" not in " ".join(voiced.get_by_label("Voice").locator("option").all_inner_texts())


def test_speech_announces_code_tables_and_formulas(voiced: Page) -> None:
    """Ruby text is read once, references are skipped, and a reference does not hide the end of a sentence."""
    note = "<sup><a href='#jd-n'>[7]</a></sup>"
    html = (
        "<p>Before.</p><pre><code>x = 1\ny = 2</code></pre><div><table><tr><td>1</td><td>2</td></tr></table></div>"
        "<p>The value <math><mi>x</mi><mo>=</mo><mn>1</mn></math> holds.<sup><a href='#jd-n'>7</a></sup></p>"
        "<p lang='ja'><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>です。</p>"
        f"<p>It rained.{note} The ferry{note} was late.{note}{note} Nobody came.</p>"
    )
    read(voiced, html=html)
    start(voiced)
    voiced.evaluate("() => { while (speaking()) finish(); }")
    assert [one["text"] for one in utterances(voiced)] == [
        "Before.", "Code omitted.", "Table omitted.", "The value formula holds.", "漢字です。",
        "It rained.", "The ferry was late.", "Nobody came.",
    ]  # fmt: skip


def test_failed_sentence_is_skipped_and_repeated_failure_is_reported(voiced: Page) -> None:
    read(voiced)
    start(voiced)
    finish(voiced, "synthesis-failed")
    assert voiced.evaluate("speaking()") == 1
    finish(voiced)
    for _ in range(3):
        finish(voiced, "network")
    expect(voiced.get_by_text("The voice stopped")).to_be_visible()
    assert voiced.evaluate("speaking()") == 0


@pytest.mark.long
def test_the_spoken_sentence_is_kept_in_view(voiced: Page) -> None:
    voiced.emulate_media(reduced_motion="reduce")
    read(voiced)
    start(voiced)
    for _ in range(25):
        finish(voiced)
    top = "[...CSS.highlights.get('spoken')][0].getBoundingClientRect().top"
    until(voiced, f"scrollY > 0 && {top} > 0 && {top} < innerHeight")


def test_speech_in_vertical_text_starts_at_the_scroll_position(voiced: Page) -> None:
    read_vertically(voiced)
    start(voiced)
    for _ in range(30):
        finish(voiced)
    left = "[...CSS.highlights.get('spoken')][0].getBoundingClientRect().left"
    until(voiced, f"scrollX < 0 && {left} > 0 && {left} < innerWidth")
    voiced.keyboard.press("Escape")
    before = len(utterances(voiced))
    start(voiced)
    assert utterances(voiced)[before]["text"] != utterances(voiced)[0]["text"]


def test_closing_stops_speech_and_keeps_focus_and_scroll_position(voiced: Page) -> None:
    voiced.emulate_media(reduced_motion="reduce")
    read(voiced)
    start(voiced)
    place = voiced.evaluate("scrollTo(0, 1e6), scrollY")
    voiced.get_by_role("button", name="Stop listening").click()
    assert voiced.evaluate("scrollY") == place > 0
    assert voiced.evaluate("speaking()") == 0
    assert painted(voiced, "spoken") == []
    expect(voiced.locator('[data-action="listen"]')).to_be_focused()


def test_closing_by_key_leaves_the_focus_where_it_was(voiced: Page) -> None:
    """Otherwise Space would press a button of the toolbar instead of scrolling."""
    read(voiced)
    start(voiced)
    voiced.keyboard.press("Escape")
    expect(voiced.locator(".speech-bar")).to_have_count(0)
    expect(voiced.locator('[data-action="listen"]')).not_to_be_focused()


WATCH_BAR = """new MutationObserver(() => {
  const bar = document.querySelector(".speech-bar");
  if (bar) (globalThis.shown ??= new Set()).add(bar.querySelectorAll("button:not([hidden])").length);
}).observe(document.body, { childList: true, subtree: true, attributes: true })"""
"""Records how many buttons the bar shows, also while voices are loading."""


@pytest.mark.parametrize("how", ["key", "button", "close"])
@pytest.mark.sample("key")
def test_missing_voices_are_explained_and_the_bar_closes(page: Page, how: str) -> None:
    """This Chromium has speech synthesis but no voices. There is nothing to play, and each way to close works."""
    page.add_init_script("globalThis.speechSynthesis && (speechSynthesis.getVoices = () => []);")
    read(page)
    listen = page.locator('[data-action="listen"]')
    page.evaluate(WATCH_BAR)
    listen.click()
    expect(page.get_by_text("This browser has no voices")).to_be_visible()
    expect(page.locator(".speech-bar button:visible")).to_have_count(1)
    assert page.evaluate("[...globalThis.shown]") == [1]
    if how == "key":
        page.keyboard.press("Escape")
    else:
        (listen if how == "button" else page.get_by_role("button", name="Stop listening")).click()
    expect(page.locator(".speech-bar")).to_have_count(0)
    expect(listen).to_be_focused()
