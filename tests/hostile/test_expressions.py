"""Every regular expression of the host, on long runs of what it looks for: none takes more than linear time."""

import pkgutil
import random
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from re import (
    _compiler as compiler,  # type: ignore[attr-defined]
    _parser as grammar,  # type: ignore[attr-defined]
)
from types import FrameType
from typing import Any

import pytest

import jingdu

LENGTH = 6_000
"""Characters of a run: seconds in quadratic time, milliseconds in linear time."""
MOST = 0.15
"""CPU seconds for one run."""
MAX = 3.0
"""CPU seconds after which a run is ended; it would take far too long."""
BOUNDED = {
    "text.addresses._SCHEME": "match alone, which begins at one place",
    "render.images._PX": "fullmatch alone, which begins at one place",
    "render.leftovers._TOTAL": "lines of at most MAX_LINE characters",
    "render.leftovers._PROMPT": "lines of at most MAX_LINE characters",
    "render.leftovers._DISCLAIMER": "texts of at most MAX_DISCLAIMER characters, from their beginning alone",
    "render.leftovers._NUMBER": "fullmatch alone, which begins at one place",
    "render.pagination._MARK": "titles of at most MAX_TITLE characters",
    "render.markdown.notes._MARK": "fullmatch alone, which begins at one place",
    "render.maths._TEX_LIKE": "an alt without white space around it, from its beginning alone",
    "library.importers.sources._JSON": "match alone, which begins at one place",
    "library.exporters.anchoring.TAG": "clean HTML, in which each tag ends",
    "library.frontmatter._LINE": "fullmatch alone, which begins at one place",
    "library.frontmatter._HEAD": "match alone, which begins at one place",
    "library.topics.terms._ADJECTIVE": "fullmatch alone, which begins at one place",
    "library.topics.terms._NUMBER": "words of at most _LONGEST characters",
    "page.metadata.bylines._INVERTED": "begins at one place",
    "page.metadata.bylines._SUFFIX": "a field in which white space is folded",
    "page.metadata.head._PART": "a title in which white space is folded",
    "page.metadata.SEPARATOR": "a title in which white space is folded",
}
"""Expressions that may take longer, since what they are given is short: name → how it is bounded."""

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs a timer of the processor's time"),
    pytest.mark.slow,
]


def modules() -> Iterator[str]:
    for found in pkgutil.walk_packages(jingdu.__path__, "jingdu."):
        if not found.name.startswith(("jingdu.learn", "jingdu.packaged")):
            yield found.name


def expressions() -> dict[str, re.Pattern[Any]]:
    """Each expression once, by the name it has in its module."""
    found: dict[re.Pattern[Any], str] = {}
    for name in modules():
        if not name.endswith("__main__"):
            for key, value in vars(import_module(name)).items():
                for pattern in within(value):
                    found.setdefault(pattern, f"{name.removeprefix('jingdu.')}.{key}")
    names: dict[str, re.Pattern[Any]] = {}
    for pattern, name in found.items():
        names[name if name not in names else f"{name} {len(names)}"] = pattern
    return names


def within(value: Any, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """Expressions in tuples, lists and mappings too."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, list | tuple | frozenset):
        for one in value:
            yield from within(one, depth - 1)
    elif depth and isinstance(value, dict):
        for one in value.values():
            yield from within(one, depth - 1)


def samples(pattern: re.Pattern[Any], count: int) -> list[str]:
    """Strings that the expression roughly matches, after the characters in them."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    chance = random.Random(1)
    tree = grammar.parse(text, pattern.flags & ~re.DEBUG)
    wholes = [written(tree, chance) for _ in range(count)]
    return [*list(dict.fromkeys("".join(wholes)))[:count], *filter(None, wholes[: count // 2])]


def one(name: str, what: Any) -> str:
    if name == "LITERAL":
        return chr(what)
    if name == "ANY":
        return "x"
    if name == "NOT_LITERAL":
        return "x" if what != ord("x") else "y"
    takes = compiler.compile(grammar.SubPattern(grammar.State(), [(grammar.IN, what)])).match
    return next(filter(takes, "a1 -_.xA\n\t,;:=\"'<>/中字のァ가" + "".join(map(chr, range(32, 127)))), "a")


def written(tree: Any, chance: random.Random) -> str:
    """A string that it roughly matches."""
    text = ""
    for kind, what in tree:
        name = str(kind)
        if name in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            text += one(name, what)
        elif name == "BRANCH":
            text += written(chance.choice(what[1]), chance)
        elif name == "SUBPATTERN":
            text += written(what[3], chance)
        elif name in ("ASSERT", "ASSERT_NOT"):
            text += written(what[1], chance)
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, part = what
            text += written(part, chance) * max(least, min(most, chance.choice((1, 2, 3))))
    return text


def attacks(pattern: re.Pattern[Any], count: int) -> Iterator[str]:
    """Long runs of each sample, alone, after a beginning that fits, and before an end that doesn't."""
    found = samples(pattern, count)
    wholes = found[-3:]
    for sample in found:
        run = sample * (LENGTH // len(sample))
        yield run + "\0"
        for whole in wholes[:2]:
            for cut in {len(whole) // 2, len(whole)} - {0}:
                yield whole[:cut] + run + "\0"
    chance = random.Random(2)
    for _ in range(count // 2):
        piece = "".join(chance.choices(found, k=chance.choice((2, 3))))
        yield piece * (LENGTH // len(piece)) + "\0"


class TooLong(Exception):
    pass


def stop(_signal: int, _frame: FrameType | None) -> None:
    raise TooLong


def slowest(pattern: re.Pattern[Any], count: int) -> tuple[float, str]:
    """CPU seconds for the worst run, and that run; stops once one takes too long."""
    worst = (0.0, "")
    for text in attacks(pattern, count):
        worst = max(worst, (seconds(pattern, text), text))
        if worst[0] > MOST:
            break
    return worst


def seconds(pattern: re.Pattern[Any], text: str) -> float:
    """CPU seconds for the slower of two uses."""
    subject: Any = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
    taken = []
    before = signal.signal(signal.SIGPROF, stop)
    try:
        for use in (pattern.fullmatch, pattern.findall):
            started = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, MAX)
            with suppress(TooLong):
                use(subject)
            signal.setitimer(signal.ITIMER_PROF, 0)
            taken.append(time.process_time() - started)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return max(taken)


def is_quadratic(pattern: re.Pattern[Any], text: str) -> bool:
    """Whether a run takes long again and again, and far more than four times as long as one of a quarter of its length.

    A single run may be slow because the machine was.
    """
    short = text[: len(text) // 4] + text[-1:]
    long = min(seconds(pattern, text) for _ in range(3))
    return long >= MAX / 2 or long >= max(MOST / 3, 8 * min(seconds(pattern, short) for _ in range(3)))


EXPRESSIONS = expressions()


def test_no_expression_takes_quadratic_time(long_run: bool) -> None:
    """A busy machine takes longer for a run and for one of four times its length."""
    wrong = []
    for name in EXPRESSIONS.keys() - BOUNDED.keys():
        taken, text = slowest(EXPRESSIONS[name], 12 if long_run else 2)
        if taken >= MOST and is_quadratic(EXPRESSIONS[name], text):
            wrong.append(f"{name}: {text[:60]!r}")
    assert not wrong, "\n".join(wrong)


RUNS = {
    "spaces in an address": '<a href="x{}y">word</a>',
    "spaces in a picture's address": '<img src="x{}y.jpg">',
    "spaces in a srcset": '<img srcset="x{}y.jpg">',
    "spaces in an alt": '<p>a <img class=latex src=a.png alt="a{}!">',
    "spaces in a byline": "<div class=byline>By A{}B</div>",
    "spaces in a title": "<title>A{}B</title>",
}


@pytest.mark.parametrize("name", RUNS)
def test_long_white_space_in_a_page_takes_linear_time(name: str) -> None:
    """White space is what most expressions allow anywhere; 80,000 of it in an address took 15 s once."""
    started = time.process_time()
    jingdu.read("<p>" + "word word, " * 40 + "</p>" + RUNS[name].format(" " * 300_000), everything=True)
    assert time.process_time() - started < 3
