"""The reader page in a Chromium with the extension, with a stub of the background.

A script in the page replaces `runtime.sendMessage` and returns the replies of the test. The page, its policy, messages
and storage are those of the extension. Tests with a real host are in tests/browser.
"""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Playwright

from tests.support.chromium import ID, READER, first_page, launch
from tests.support.pictures import png

ORIGIN = f"chrome-extension://{ID}"
KEY = "00000000-0000-4000-8000-000000000000"

SAY = """
(() => {
  globalThis.answers = %s;
  globalThis.asked = [];
  const runtime = (globalThis.chrome ?? {}).runtime;
  if (!runtime || !location.protocol.startsWith("chrome-extension")) return;
  runtime.sendMessage = async (message) => {
    globalThis.asked.push(message);
    const answer = globalThis.answers[message.kind] ?? globalThis.answers.open;
    await new Promise((resolve) => setTimeout(resolve, answer.delay ?? 0));
    if (answer.reject) throw new Error(answer.reject);
    return answer;
  };
})();
"""


@contextmanager
def browser(playwright: Playwright, profile: Path, language: str = "en") -> Iterator[BrowserContext]:
    """Runs a Chromium with the extension in a language."""
    context = launch(playwright, profile, language=language)
    picture = png(600, 338)
    context.route("https://pictures.example/**", lambda route: route.fulfill(body=picture, content_type="image/png"))
    first_page(context).close()
    try:
        yield context
    finally:
        context.close()


def perform(page: Page, answers: dict[str, Any]) -> None:
    """Opens the reader with a stub that returns these replies by message kind."""
    page.add_init_script(SAY % json.dumps(answers))
    if page.url == f"{READER}#{KEY}":
        page.reload()
    else:
        page.goto(f"{READER}#{KEY}")
    page.wait_for_selector("main > *")


AGAIN = """async (answer) => {
  const main = document.querySelector("main");
  globalThis.retry ??= main.querySelector(".actions button");
  main.replaceChildren();
  globalThis.answers = { open: answer };
  globalThis.retry.click();
  while (!main.querySelector("article") || !main.querySelector(".always")) await new Promise(requestAnimationFrame);
}"""
"""Draws another reply without reloading, by the retry button of an earlier screen; waits for the footer."""


def notes_ready(page: Page) -> Page:
    """Waits until highlights and notes are ready; returns the page."""
    page.wait_for_selector('[data-action="notes"]:not([aria-disabled="true"])')
    return page


def select(page: Page, words: str, paragraph: int = 0) -> None:
    """Selects the first occurrence of these words, starting at a paragraph."""
    page.evaluate(
        """([words, paragraph]) => {
          const walker = document.createTreeWalker(document.querySelector("article .text"), NodeFilter.SHOW_TEXT);
          if (paragraph) walker.currentNode = document.querySelectorAll("article .text p")[paragraph];
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            getSelection().setBaseAndExtent(node, at, node, at + words.length);
            return;
          }
          throw new Error(`not in one node of the text: ${words}`);
        }""",
        [words, paragraph],
    )


def until(page: Page, expression: str, seconds: float = 300) -> None:
    """Waits until the expression is true. Playwright's own method uses eval, which the policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, f"never became true: {expression}"
        page.wait_for_timeout(20)


def draw(page: Page, answer: dict[str, Any], *, theme: str = "system", size: str = "0") -> None:
    """Opens the reader with this reply in a theme and text size.

    The settings are written to local storage, because browsers limit writes to sync storage to two per second.
    """
    perform(page, {"open": answer})
    look = json.dumps({"theme": theme, "size": size})
    page.evaluate(f"chrome.storage.local.set({{look: {look}}})")
    page.wait_for_selector(f'html[data-theme="{theme}"][data-size="{size}"]')


def open_look(page: Page) -> None:
    """Opens the panel of reading settings, once the toolbar is ready."""
    page.locator('[data-action="look"][title]').click()
    page.wait_for_selector(".look-panel:popover-open")
