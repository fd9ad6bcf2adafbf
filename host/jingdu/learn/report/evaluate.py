"""Measures text, fields and time of extractors on labelled pages.

The text is ``Article.text``, from HTML. Its F1 is given alone and with the title prepended, because benchmarks disagree
about titles. Time is relative to ``lxml.html.fromstring`` of the same page in the same process.
"""

import time
import timeit
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Final

from jingdu import extractors
from jingdu.faults import Fault
from jingdu.learn.corpus import Example
from jingdu.learn.corpus.labelled import SITE_EXTRACTORS, site_profiles
from jingdu.learn.report import structure
from jingdu.learn.report.metrics import Facts, Score, normalize, score_fields, snippets, word_f1
from jingdu.learn.report.peers import PEERS, installed
from jingdu.learn.work import Report, parallel_map
from jingdu.page.model import Verdict
from jingdu.page.parse import parse
from jingdu.reading import article_of, completed
from jingdu.render.article import Article
from jingdu.sites.profile import SiteProfile

TABLES: Final = ("overview", "text", "snippets", "fields", "structure", "completeness", "speed")
"""Names of tables; measurements that the selected tables do not need are skipped."""


@dataclass(frozen=True, slots=True)
class Result:
    """An extractor's result on a page."""

    extractor: str
    example: str
    corpus: str
    kind: str
    lang: str
    site: str
    score: Score | None
    """Score of the text alone; None without a true text."""
    titled: Score | None
    """Score of the text with the title prepended, unless it begins with the title."""
    empty: bool
    """Whether the output is empty."""
    truthless: bool
    """Whether the output should be empty: no true text, and no snippet that must be there."""
    hits: tuple[int, int, int, int]
    """Snippets: true positives, false negatives, false positives, true negatives."""
    facts: Facts
    fields: dict[str, float]
    structure: dict[str, tuple[int, int]]
    """Kind → (recovered parts, all parts)."""
    gaps: dict[str, tuple[int, int]]
    """Kind → (incomplete, all) tables, lists and citations."""
    seconds: float
    parse: float
    """Seconds of ``lxml.html.fromstring``."""

    @property
    def f1(self) -> float | None:
        """Word F1 of the text alone; None without a true text."""
        return self.score.f1 if self.score else None


@dataclass(frozen=True, slots=True)
class Output:
    """An extractor's output for a page."""

    text: str
    article: Article | None = None
    facts: Callable[[], Facts] = Facts
    """Called outside of the measured time."""


Call = Callable[[Example], Output]
Arguments = Mapping[str, Mapping[str, Any]]
"""Extractor → arguments of its ``judge``, such as weights."""
DEFAULTS: Final[Arguments] = {}
_WARM: list[bool] = []
"""Not empty once each extractor was called in this process."""


def available(*, variants: bool = True) -> list[str]:
    """Our extractors and the installed peers, optionally with the peers' variants."""
    return [*extractors.names(), *installed(variants=variants)]


def measure(
    examples: Sequence[Example], names: Sequence[str], arguments: Arguments = DEFAULTS,
    tables: Collection[str] = TABLES, report: Report = lambda text: None,
) -> list[Result]:  # fmt: skip
    """Measures each extractor on each page; ``SITE_EXTRACTORS`` use profiles learned from ``examples``."""
    sites = site_profiles(examples) if SITE_EXTRACTORS & set(names) else {}
    calls = {name: _call(name, arguments, sites) for name in names}
    measured = parallel_map(_measure, examples, calls, frozenset(tables), chunk=4, report=report)
    return list(chain.from_iterable(measured))


def output(name: str, example: Example) -> Output:
    """Runs an extractor or peer on a page, without profiles of sites."""
    return _call(name, DEFAULTS, {})(example)


def _call(name: str, arguments: Arguments, sites: Mapping[str, SiteProfile]) -> Call:
    if name in PEERS:
        return partial(_peer, name)
    judge = partial(extractors.get(name), **arguments.get(name, {}))
    return partial(_ours, judge, sites if name in SITE_EXTRACTORS else None)


def _ours(judge: Callable[..., Verdict], sites: Mapping[str, SiteProfile] | None, example: Example) -> Output:
    if sites is not None:  # instead of the user's own profile
        judge = partial(judge, site=sites.get(example.site) or SiteProfile(example.site))
    try:
        page = parse(example.html, example.url)
        article = article_of(page, completed(page, judge(page)))
    except Fault:
        return Output("")
    return Output(article.text, article, partial(Facts, article.title, article.byline, article.published, article.lang))


def _peer(name: str, example: Example) -> Output:
    def facts() -> Facts:
        with suppress(Exception):
            return PEERS[name].facts(example)
        return Facts()

    with suppress(Exception):
        return Output(PEERS[name].text(example.html), facts=facts)
    return Output("", facts=facts)


def _measure(example: Example, calls: Mapping[str, Call], tables: frozenset[str]) -> list[Result]:
    if not _WARM:
        warnings.simplefilter("ignore")  # from peers
        for call in calls.values():
            call(example)
        _WARM.append(True)
    baseline = _parse_time(example.html)
    expected = structure.wholes_and_citations(example) if "completeness" in tables else None
    return [_result(name, call, example, tables, baseline, expected) for name, call in calls.items()]


def _parse_time(html: str) -> float:
    """Seconds of ``lxml.html.fromstring``, best of two."""
    from lxml.etree import LxmlError
    from lxml.html import fromstring

    def parse_once() -> None:
        try:
            fromstring(html)
        except (LxmlError, ValueError):  # ValueError: an XML declaration with an encoding
            fromstring(b"<p>" + html.encode())

    return min(timeit.repeat(parse_once, number=1, repeat=2))


def _result(
    name: str, call: Call, example: Example, tables: frozenset[str], baseline: float, expected: structure.Wholes | None
) -> Result:
    start = time.perf_counter()
    out = call(example)
    seconds = time.perf_counter() - start
    facts = out.facts() if tables & {"text", "fields"} else Facts()
    has_structure = "structure" in tables and name not in PEERS and example.text
    return Result(
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
        fields=score_fields(facts, example) if "fields" in tables else {},
        structure=structure.recall(out.article, example) if has_structure else {},
        gaps=structure.gaps(out.text, expected) if expected else {},
        seconds=seconds,
        parse=baseline,
    )


def titled(title: str | None, text: str) -> str:
    """Prepends the title unless the text begins with it."""
    start = normalize(title)
    if not start or normalize(text[: 2 * len(title or "") + 20]).startswith(start):
        return text
    return f"{title}\n\n{text}"
