"""Opens articles with speech, shortcuts and notes loaded, and simulates a voice, which headless browsers lack."""

from typing import Any

from playwright.sync_api import Page

from tests.support.reader_page import perform, until
from tests.support.samples import article_answer

HIGHLIGHTS: dict[str, Any] = {"result": {"highlights": [], "item": None}}

VOICE = """
(() => {
  const said = (globalThis.said = []);
  const queue = [];
  class Utterance { constructor(text) { this.text = text; } }
  const voices = [
    { voiceURI: "ann", name: "Ann", lang: "en-GB", localService: true, default: true },
    { voiceURI: "bob", name: "Bob", lang: "en-US", localService: true, default: false },
    { voiceURI: "mei", name: "Mei", lang: "zh-CN", localService: true, default: false },
    { voiceURI: "lin", name: "Lin", lang: "zh-TW", localService: true, default: false },
    { voiceURI: "aki", name: "Aki", lang: "ja-JP", localService: true, default: false },
  ];
  const synthesis = new EventTarget();
  Object.assign(synthesis, {
    getVoices: () => globalThis.noVoices ? [] : voices,
    speak(utterance) {
      said.push({ text: utterance.text, voice: utterance.voice?.voiceURI, rate: utterance.rate, lang: utterance.lang });
      queue.push(utterance);
    },
    cancel() {
      for (const one of queue.splice(0)) setTimeout(() => one.onerror({ error: "canceled" }));
    },
  });
  globalThis.finish = (error) => {
    const one = queue.shift();
    if (error) one.onerror({ error });
    else one.onend({});
  };
  globalThis.speaking = () => queue.length;
  Object.defineProperty(globalThis, "speechSynthesis", { value: synthesis });
  globalThis.SpeechSynthesisUtterance = Utterance;
})();
"""


def read(page: Page, name: str = "en", *, ask: dict[str, Any] | None = None, **changes: Any) -> None:
    """Opens an article and waits until shortcuts, notes and the reading position are loaded."""
    perform(page, {"open": article_answer(name, **changes), "ask": ask or HIGHLIGHTS})
    page.wait_for_selector('[data-action="keys"]:not([aria-disabled="true"])', state="attached")


def read_vertically(page: Page, **changes: Any) -> None:
    """Opens the Chinese article in vertical text, in columns from right to left."""
    page.emulate_media(reduced_motion="reduce")
    read(page, "zh", **changes)
    page.evaluate("chrome.storage.local.set({ look: { theme: 'light', vertical: 'on' } })")
    until(page, "getComputedStyle(document.documentElement).writingMode === 'vertical-rl'")


def painted(page: Page, name: str) -> list[str]:
    """The texts that the custom highlight ``name`` paints."""
    texts: list[str] = page.evaluate("(name) => [...(CSS.highlights.get(name) ?? [])].map(String)", name)
    return texts
