"""Take pictures of everything the reader can show: `python tests/reader/shots.py OUTDIR`.

For looking at, not for comparing: light, sepia and dark, Chinese and English, narrow and
wide; and in every theme Arabic, Japanese with ruby, documentation with code and tables, a paper
with formulas in TeX, a forum thread; every screen in both languages.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.reader_page import browser, draw, perform
from tests.support.samples import STATES, article_answer, state_answer

LANGUAGES = {"en": "en", "zh": "zh-CN"}
WIDTHS = {390: 844, 1280: 900}


def shoot_article(context: BrowserContext, out: Path, name: str, theme: str, width: int, **more: str) -> None:
    """One article, from its top and whole."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": WIDTHS.get(width, 1200)})
    draw(page, article_answer(name), theme=theme, **more)
    page.wait_for_timeout(300)
    label = "-".join([name, theme, str(width), *more.values()])
    page.screenshot(path=out / f"{label}.png")
    page.screenshot(path=out / f"{label}-whole.png", full_page=True)
    page.close()


def shoot_screens(context: BrowserContext, out: Path, language: str) -> None:
    """Every state without an article."""
    answers = {state: state_answer(state) for state in STATES}
    answers["reading"] = {**state_answer("gone"), "delay": 60_000}
    for state, answer in answers.items():
        page = context.new_page()
        page.set_viewport_size({"width": 900, "height": 520})
        perform(page, {"open": answer})
        page.screenshot(path=out / f"screen-{language}-{state}.png")
        page.close()


def shoot(playwright: Playwright, out: Path) -> None:
    """All of it."""
    for language, locale in LANGUAGES.items():
        with tempfile.TemporaryDirectory() as profile, browser(playwright, Path(profile), locale) as context:
            shoot_screens(context, out, language)
            for theme in ("light", "sepia", "dark"):
                for width in WIDTHS:
                    shoot_article(context, out, language, theme, width)
            if language == "en":
                for name in ("ja", "ar", "rich", "paper", "forum"):
                    for theme in ("sepia", "dark", "black", "contrast"):
                        shoot_article(context, out, name, theme, 1280)
                for name in ("rich", "ar", "ja", "paper", "forum"):
                    for width in WIDTHS:
                        shoot_article(context, out, name, "light", width)
                shoot_article(context, out, "rich", "light", 320, size="5")
                shoot_article(context, out, "en", "light", 3840)


if __name__ == "__main__":
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started:
        shoot(started, directory)
