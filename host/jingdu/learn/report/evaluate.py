"""Measuring: the text, the facts and the time of extractors on labelled pages, side by side.

What is measured is the text that a user gets (``Article.text``), by the whole way from
HTML to Article. Accuracy is given for that text alone, and with the title before it
(``Titled`` below), because benchmarks disagree about titles. Time is set against
``lxml.html.fromstring`` of the same page in the same process.

With ``--folds`` our learned extractors are trained anew for each part of the sites and
measured on the part they have not seen.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import BY_SITE, profiles_of
from jingdu.learn.report import structure
from jingdu.learn.report.metrics import Facts, Score, judged, letters, snippets, word_f1
from jingdu.learn.report.peers import PEERS, installed
from jingdu.learn.work import Report, spread
from jingdu.page.model import Verdict
from jingdu.page.parse import parse
from jingdu.reading import article_of
from jingdu.render.article import Article
from jingdu.sites.profile import SiteProfile

TABLES: Final = ("overview", "text", "snippets", "fields", "structure", "completeness", "speed")
"""What can be measured; facts of peers and the structure cost time of their own."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One extractor on one page."""

    extractor: str
    example: str
    corpus: str
    kind: str
    lang: str
    site: str
    score: Score | None
    """Of the text alone; None where the page has no true text."""
    titled: Score | None
    """Of the text with the title before it, where it does not begin with it already."""
    empty: bool
    """Whether nothing came out."""
    truthless: bool
    """Whether nothing is to come out: the page has neither a true text nor snippets that must."""
    hits: tuple[int, int, int, int]
    """Snippets: found, missed, wrongly kept, rightly dropped."""
    facts: Facts
    fields: dict[str, float]
    structure: dict[str, tuple[int, int]]
    gaps: dict[str, tuple[int, int]]
    """Kind → tables, lists and citations that are incomplete, of how many."""
    seconds: float
    parse: float
    """Seconds of ``lxml.html.fromstring`` of the page."""

    @property
    def f1(self) -> float | None:
        """Word F1 of the text alone; None where the page has no true text."""
        return self.score.f1 if self.score else None


@dataclass(frozen=True, slots=True)
class Output:
    """What an extractor made of a page; ``facts`` are asked for outside of the time that is taken."""

    text: str
    article: Article | None
    facts: Callable[[], Facts]


Call = Callable[[Example], Output]
Learned = Mapping[str, Mapping[str, Any]]
"""Extractor → what its ``judge`` is to be called with: weights just learned."""
NOTHING: Final[Learned] = {}
_WARM: list[bool] = []
"""Not empty once each extractor was called in this process."""


def known(*, variants: bool = True) -> list[str]:
    """Ours, then the installed peers; with ``variants`` their other settings too."""
    return [*extractors.names(), *installed(variants=variants)]


def measure(
    examples: Sequence[Example], names: Sequence[str], learned: Learned = NOTHING, tables: Collection[str] = TABLES,
    report: Report = lambda text: None, sites: Mapping[str, SiteProfile] | None = None,
) -> list[Measured]:  # fmt: skip
    """Every extractor on every page, with what was ``learned`` instead of the packaged weights.

    ``sites`` are the profiles for extractors that look at the other pages of a site; by default
    those of the ``examples`` themselves.
    """
    if sites is None:
        sites = profiles_of(examples) if BY_SITE & set(names) else {}
    calls = {name: _call(name, learned, sites) for name in names}
    found = []
    for number, page in enumerate(spread(_measure, examples, calls, frozenset(tables), chunk=4), 1):
        report(f"pages {number}/{len(examples)}")
        found += page
    return found


def output(name: str, example: Example) -> Output:
    return _call(name, NOTHING, {})(example)


def _call(name: str, learned: Learned, sites: Mapping[str, SiteProfile]) -> Call:
    if name in PEERS:
        return partial(_peer, name)
    judge: Callable[..., Verdict] = partial(extractors.get(name), **learned.get(name, {}))
    return partial(_ours, judge, sites if name in BY_SITE else None)


def _ours(judge: Callable[..., Verdict], sites: Mapping[str, SiteProfile] | None, example: Example) -> Output:
    if sites is not None:  # not what this user's reader has learned
        judge = partial(judge, site=sites.get(example.site) or SiteProfile(example.site))
    try:
        page = parse(example.html, example.url)
        article = article_of(page, judge(page))
    except Fault:
        return Output("", None, Facts)
    facts = Facts(article.title, article.byline, article.published, article.lang)
    return Output(article.text, article, lambda: facts)


def _peer(name: str, example: Example) -> Output:
    def facts() -> Facts:
        with suppress(Exception):
            return PEERS[name].facts(example)
        return Facts()

    text = ""
    with suppress(Exception):  # a peer may raise anything; that page is then empty for it
        text = PEERS[name].text(example.html)
    return Output(text, None, facts)


def _measure(example: Example, calls: Mapping[str, Call], tables: frozenset[str]) -> list[Measured]:
    if not _WARM:
        warnings.simplefilter("ignore")  # peers' warnings about pages are not for who measures them
        for call in calls.values():
            call(example)
        _WARM.append(True)
    baseline = _parsing(example.html)
    wanted = structure.wanted(example) if "completeness" in tables else None
    return [_measured(name, call, example, tables, baseline, wanted) for name, call in calls.items()]


def _parsing(html: str) -> float:
    """Seconds that the parser alone takes: the better of two."""
    from lxml.etree import LxmlError
    from lxml.html import fromstring

    best = float("inf")
    for _ in range(2):
        start = time.perf_counter()
        try:
            fromstring(html)
        except (LxmlError, ValueError):  # ValueError: an XML declaration that names an encoding
            fromstring(b"<p>" + html.encode())
        best = min(best, time.perf_counter() - start)
    return best


def _measured(
    name: str, call: Call, example: Example, tables: frozenset[str], baseline: float, wanted: structure.Wanted | None
) -> Measured:
    start = time.perf_counter()
    out = call(example)
    seconds = time.perf_counter() - start
    facts = out.facts() if tables & {"text", "fields"} else Facts()
    wants_structure = "structure" in tables and name not in PEERS and example.text
    return Measured(
        extractor=name,
        example=example.id,
        corpus=example.corpus,
        kind=example.kind,
        lang=example.lang,
        site=example.site,
        score=word_f1(out.text, example.text) if example.text else None,
        titled=word_f1(titled(facts.title, out.text), example.text) if example.text else None,
        empty=not out.text.strip(),
        truthless=not example.text and not example.must,
        hits=snippets(out.text, example.must, example.must_not),
        facts=facts,
        fields=judged(facts, example) if "fields" in tables else {},
        structure=structure.kept(out.article, example) if wants_structure else {},
        gaps=structure.gaps(out.text, wanted) if wanted else {},
        seconds=seconds,
        parse=baseline,
    )


def titled(title: str | None, text: str) -> str:
    """The text with its title before it, where it does not begin with the title as it is."""
    bare = letters(title)
    if not bare or letters(text[: 2 * len(title or "") + 20]).startswith(bare):
        return text
    return f"{title}\n\n{text}"
