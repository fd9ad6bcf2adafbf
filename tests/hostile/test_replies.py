"""Malformed replies of the host: every click shows a result, and the next click works."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support import other_host, prose
from tests.support.chromium import ID, Jingdu, state
from tests.support.other_host import HARMLESS, MALFORMED
from tests.support.web_site import Site

pytestmark = pytest.mark.browser
SAMPLE = ["parts of invalid JSON", "truncated frame"]
"""Replies of the default run; ``--long`` runs all of them."""


@pytest.mark.timeout(400)
def test_every_malformed_reply_shows_a_result(
    browser_with: Callable[..., Jingdu], site: Site, tmp_path: Path, long_run: bool
) -> None:
    wanted = tmp_path / "wanted"
    jingdu = browser_with((sys.executable, other_host.__file__, str(wanted)))
    address = site.put(prose.english())
    drawn = {}
    kinds = [*MALFORMED, *HARMLESS] if long_run else SAMPLE
    harmless = dict.fromkeys([kind for kind in kinds if kind in HARMLESS], "article")
    for kind in kinds:
        wanted.write_text(kind, "utf-8")
        page = jingdu.read(address)
        drawn[kind] = state(page)
        page.close()
    shown = {"internal", "host_crashed", "no_such_code", "constructor", "__proto__"}  # unknown codes are internal
    assert {kind: result for kind, result in drawn.items() if result not in shown} == harmless
    wanted.write_text("article", "utf-8")
    expect(jingdu.read(address).locator("main article")).to_contain_text("from another host")


FUZZ_LINK = """async ([seed, cases]) => {
  const { Link } = await import(chrome.runtime.getURL("background/link.js"));
  const { validated } = await import(chrome.runtime.getURL("background/replies.js"));
  const { mulberry, rubbish } = makeRubbish(seed);
  const outcome = { settled: 0, thrown: [] };
  for (let n = 0; n < cases; n++) {
    const listeners = [], ends = [];
    const port = {
      onMessage: { addListener: (one) => listeners.push(one) }, onDisconnect: { addListener: (one) => ends.push(one) },
      postMessage() {}, disconnect() {},
    };
    const link = new Link(port, () => {});
    if (mulberry() < 0.8) listeners[0]({ id: 1, ok: true, result: { protocol: 1, actions: rubbish(3) } });
    const asked = link.ask({ action: "extract", id: "mine" }).then((result) => validated("extract", result));
    const settled = asked.then(() => 1, () => 1);
    for (let m = 0; m < 6; m++) {
      try { listeners[0](rubbish(4)); } catch (error) { outcome.thrown.push(String(error.stack)); }
    }
    ends[0](port);
    outcome.settled += await settled;
  }
  return outcome;

  function makeRubbish(a) {
    const mulberry = () => {
      let t = (a += 0x6d2b79f5);
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
    const pick = (list) => list[Math.floor(mulberry() * list.length)];
    const plain = [null, undefined, true, false, 0, 1, 2, 3, -1, 1.5, NaN, 1e308, "", "x", "{", "null", "{}",
      "__proto__", "constructor", "extract", "\\ud83d", "x".repeat(70000), '{"id":2,"ok":true,"result":{}}'];
    const names = ["id", "ok", "result", "fault", "code", "message", "part", "parts", "json", "article", "html",
      "title", "actions", "protocol", "toString", "then", "length", "constructor"];
    const rubbish = (depth) => {
      const kind = mulberry();
      if (depth === 0 || kind < 0.3) return pick(plain);
      if (kind < 0.4) return Array.from({ length: 3 }, () => rubbish(depth - 1));
      const made = {};
      for (let n = 0; n < 6; n++) made[pick(names)] = rubbish(depth - 1);
      if (mulberry() < 0.5) made.id = pick([1, 2, 3]);
      return made;
    };
    return { mulberry, rubbish };
  }
}"""


def test_fuzzed_port_messages_neither_throw_nor_hang(reader: Jingdu, long_run: bool) -> None:
    cases = 100_000 if long_run else 300
    shown = reader.open(f"chrome-extension://{ID}/onboarding/privacy.html").evaluate(FUZZ_LINK, [11, cases])
    assert shown == {"settled": cases, "thrown": []}
