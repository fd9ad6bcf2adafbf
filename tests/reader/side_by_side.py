"""Draws corpus pages in Jingdu beside Readability in Firefox's style: an HTML and a PNG file for each page in OUT.

    python tests/reader/side_by_side.py OUT [--only ID …] [--height PIXELS]
    python tests/reader/side_by_side.py --sideways N

The columns are Jingdu at 1280 pixels, Readability, and Jingdu at 390 pixels. By default forty pages are drawn;
``--only`` selects pages of all corpora by the start of their ids. ``--sideways`` draws N pages, sampled evenly from all
corpora, at 390 pixels and lists those that scroll sideways. The corpora are in ``JINGDU_CORPORA``; all pictures are
replaced by the same one, and nothing is loaded from the network.
"""

from __future__ import annotations

import argparse
import lzma
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, sync_playwright

sys.path.insert(1, str(Path(__file__).parents[2]))

from jingdu.faults import Fault
from jingdu.learn.corpus import Example, load
from jingdu.reading import read
from tests.browser.bench_click import readability
from tests.quality.test_floors import CORPORA
from tests.support.pictures import png
from tests.support.reader_page import browser, perform

PAGES = {
    "encyclopaedia": {
        "llm-webkit": "math_none_mathml_1",
        "magic-html-article-dev": "06586406af5a4d94",
        "trafilatura-eval": "0064_ 0181_ 0469_ 0484_",
        "wcxb-dev": "0683 2904 2905 4043",
    },
    "threads": {
        "llm-webkit": "code_1 math_1 math_stackexchange_1",
        "magic-html-forum-dev": "6897d6ef37e9d530 a2323d652d0eaf1b",
        "wcxb-dev": "0504",
    },
    "documentation": {"llm-webkit": "code_12 code_13", "wcxb-dev": "2858 2863 2873"},
    "formulas": {"llm-webkit": "math_img_1 math_mathjax_latex_7 math_mathjax_mathml_1 math_none_latex_1"},
    "news": {
        "fundus-dev-raw": "cz_SeznamZpravy_2025_11_06 de_FAZ_2024_04_17 jp_Nikkei_2025_01_27 "
        "jp_YomiuriShimbun_2024_12_03 kr_HankookIlbo_2026_07_12 lb_LBCGroup_2026_01_08 no_VerdensGang_2024_08_05 "
        "ru_Kommersant_2025_05_14 tr_NTVTR_2024_04_30 ua_Pravda_2026_01_08 uk_TechRadar_2026_05_21",
        "magic-html-article-dev": "14b709df543c9c22 b5b26f9fb331612d cf92f4271dfc45e2",
        "andythefactory-raw": "8717def910780a27",
    },
}
"""Kind → corpus → starts of ids."""

FIREFOX_STYLE = """body { max-width: 30em; margin: 0 auto; padding: 30px; font: 20px/1.6 Georgia, "Noto Serif", serif; }
h1 { font-size: 1.6em; line-height: 1.25em; } h2 { font-size: 1.2em; } .domain { font-size: .9em; }
img { max-width: 100%; height: auto; } pre, code { font-family: monospace; font-size: 14px; white-space: pre-wrap; }
table { border-collapse: collapse; font-size: .8em; } td, th { border: 1px solid #c0c0c0; padding: 5px; }
blockquote { margin: 0; padding-inline-start: 16px; border-inline-start: 2px solid #15141a; }"""
"""The style of Firefox's reader mode, as far as it affects the appearance of the article."""
SHEET = """<!doctype html><meta charset="utf-8"><title>{id}</title><style>body {{ margin: 8px; font: 14px sans-serif;
background: #888; }} div {{ display: flex; gap: 8px; align-items: start; }} img {{ background: #fff; }}</style>
<p>{kind} · {id} · {url}</p><div><img src="{id}-1280.png" width="900"><img src="{id}-readability.png" width="660">
<img src="{id}-390.png" width="390"></div>"""
SHEET_WIDTH = 1990
PARSE = """([html, url]) => {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  if (url) parsed.head.append(Object.assign(parsed.createElement("base"), { href: url }));
  return new Readability(parsed).parse();
}"""


def matching(corpus: str, starts: tuple[str, ...]) -> Iterator[Example]:
    """The pages of a corpus whose ids start with one of ``starts``; exact matches take precedence."""
    found = [page for page in load(CORPORA / f"{corpus}.jsonl.xz") if page.id.startswith(starts)]
    exact = {page.id for page in found}.intersection(starts)
    yield from (p for p in found if p.id in exact or p.id.startswith(tuple(s for s in starts if s not in exact)))


def default_pages() -> Iterator[tuple[str, Example]]:
    """The pages in `PAGES`, each with its kind."""
    for kind, corpora in PAGES.items():
        for corpus, starts in corpora.items():
            yield from ((kind, page) for page in matching(corpus, tuple(starts.split())))


def pages_by_id(starts: tuple[str, ...]) -> Iterator[tuple[str, Example]]:
    """The pages of all corpora whose ids start with one of ``starts``, each with its corpus."""
    for path in sorted(CORPORA.glob("*.jsonl.xz")):
        corpus = path.name.removesuffix(".jsonl.xz")
        yield from ((corpus, page) for page in matching(corpus, starts))


def sampled(count: int) -> Iterator[Example]:
    """Pages sampled evenly from all corpora."""
    everything: list[tuple[Path, int]] = []
    for path in sorted(CORPORA.glob("*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            everything += [(path, number) for number, _ in enumerate(lines)]
    wanted = set(islice(everything, 0, None, max(1, len(everything) // count)))
    for path in dict.fromkeys(path for path, _ in everything):
        yield from (page for number, page in enumerate(load(path)) if (path, number) in wanted)


def answer(page: Example) -> dict[str, Any]:
    """The reply that the background would send to the reader page."""
    try:
        found = read(page.html, page.url)
    except Fault as fault:
        return {"state": fault.code, "message": str(fault), "page": {"url": page.url}}
    return {"state": "article", "article": found.as_dict(*found.__dataclass_fields__), "page": {"url": page.url}}


@contextmanager
def chromium() -> Iterator[BrowserContext]:
    """A browser with the extension, in which all pictures are the same and the network is blocked."""
    picture = png(600, 338)

    def respond(route: Route) -> None:
        if route.request.resource_type == "image":
            route.fulfill(body=picture, content_type="image/png")
        else:
            route.abort()

    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as profile,
        browser(playwright, Path(profile)) as context,
    ):
        context.route(re.compile("https?://"), respond)
        yield context


@contextmanager
def tab(context: BrowserContext, width: int) -> Iterator[Page]:
    """A tab with a viewport of this width."""
    page = context.new_page()
    page.set_viewport_size({"width": width, "height": 900})
    try:
        yield page
    finally:
        page.close()


def draw(page: Page, drawn: dict[str, Any]) -> None:
    """Shows a reply in the reader and waits for all enhancements and pictures."""
    perform(page, {"open": drawn})
    page.evaluate("document.querySelectorAll('img').forEach((picture) => (picture.loading = 'eager'))")
    page.wait_for_load_state("networkidle")


def screenshot(page: Page, path: Path, height: int) -> None:
    """Takes a screenshot of the first ``height`` pixels of the page."""
    size = page.viewport_size or {"width": 0}
    whole = int(page.evaluate("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": size["width"], "height": min(height, whole)}
    page.screenshot(path=path, full_page=True, clip=clip)  # type: ignore[arg-type]


def readable(page: Page, example: Example) -> str:
    """The article that Readability.js extracts, as a page in Firefox's style."""
    page.evaluate(f"{readability().decode()};globalThis.Readability = Readability; 0")
    found = page.evaluate(PARSE, [example.html, example.url])
    if not found:
        return "<p>Readability found no article.</p>"
    way = "rtl" if found.get("dir") == "rtl" else "ltr"
    facts = " · ".join(escape(str(found[name])) for name in ("siteName", "byline") if found.get(name))
    return (
        f'<!doctype html><html lang="{escape(found.get("lang") or "")}" dir="{way}"><meta charset="utf-8">'
        f"<style>{FIREFOX_STYLE}</style><h1>{escape(found['title'])}</h1><p>{facts}</p><hr>{found['content']}"
    )


def sheet(context: BrowserContext, kind: str, example: Example, out: Path, height: int) -> None:
    """Draws the three columns of a page and the sheet that combines them."""
    drawn, name = answer(example), re.sub(r"[^\w.-]", "_", example.id)[:60]
    for width in (1280, 390):
        with tab(context, width) as page:
            draw(page, drawn)
            screenshot(page, out / f"{name}-{width}.png", height)
    with tab(context, 760) as page:
        html = readable(page, example)
    with tab(context, 760) as page:
        page.set_content(html, wait_until="domcontentloaded")
        screenshot(page, out / f"{name}-readability.png", height)
    file = out / f"{name}.html"
    file.write_text(SHEET.format(id=name, kind=kind, url=escape(example.url or "")), encoding="utf-8")
    with tab(context, SHEET_WIDTH) as page:
        page.goto(file.absolute().as_uri())
        page.screenshot(path=out / f"{name}.png", full_page=True)


def sideways(count: int) -> int:
    """Lists the pages that scroll sideways on a phone; returns 1 if there are any."""
    scrolling = seen = 0
    with chromium() as context:
        for example in sampled(count):
            seen += 1
            if seen % 50 == 0:
                print(f"{seen} pages so far, {scrolling} scroll sideways", file=sys.stderr)
            with tab(context, 390) as page:
                draw(page, answer(example))
                wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if wide > 0:
                scrolling += 1
                print(f"{example.corpus} {example.id} {example.url}: {wide} pixels too wide", flush=True)
    print(f"{scrolling} of {seen} pages scroll sideways")
    return 1 if scrolling else 0


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=Path)
    parser.add_argument("--only", nargs="+", metavar="ID")
    parser.add_argument("--height", type=int, default=6000, metavar="PIXELS")
    parser.add_argument("--sideways", type=int, metavar="N")
    wanted = parser.parse_args()
    if wanted.sideways:
        sys.exit(sideways(wanted.sideways))
    if not wanted.out:
        parser.error("OUT is required")
    wanted.out.mkdir(parents=True, exist_ok=True)
    with chromium() as context:
        for kind, example in pages_by_id(tuple(wanted.only)) if wanted.only else default_pages():
            sheet(context, kind, example, wanted.out, wanted.height)
            print(kind, example.id, flush=True)


if __name__ == "__main__":
    main()
