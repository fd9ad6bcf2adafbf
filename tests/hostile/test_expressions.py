"""Every regular expression of the host on long repetitive input (ReDoS): each takes linear time."""

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
"""Characters of an input: milliseconds in linear time, seconds in quadratic time."""
MAX_SECONDS = 0.15
"""Maximum CPU time for one input."""
TIMEOUT = 3.0
"""CPU seconds after which matching is interrupted."""
BOUNDED = {
    "text.addresses._SCHEME": "used with match only",
    "render.images._PX": "used with fullmatch only",
    "render.leftovers._TOTAL": "lines of at most MAX_LINE characters",
    "render.leftovers._PROMPT": "lines of at most MAX_LINE characters",
    "render.leftovers._DISCLAIMER": "texts of at most MAX_DISCLAIMER characters, used with match only",
    "render.leftovers._NUMBER": "used with fullmatch only",
    "render.pagination._MARK": "titles of at most MAX_TITLE characters",
    "render.markdown.notes._MARK": "used with fullmatch only",
    "render.maths._TEX_LIKE": "a stripped alt text, used with match only",
    "library.importers.sources._JSON": "used with match only",
    "library.exporters.anchoring.TAG": "sanitized HTML, in which each tag is closed",
    "library.frontmatter._LINE": "used with fullmatch only",
    "library.frontmatter._HEAD": "used with match only",
    "library.topics.terms._ADJECTIVE": "used with fullmatch only",
    "library.topics.terms._NUMBER": "words of at most _LONGEST characters",
    "page.metadata.bylines._INVERTED": "anchored at the start",
    "page.metadata.bylines._SUFFIX": "a field with collapsed white space",
    "page.metadata.head._PART": "a title with collapsed white space",
    "page.metadata.head.SEPARATOR": "a title with collapsed white space",
}
"""Expressions that may take longer because their input is bounded: name → reason."""

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs a CPU timer (setitimer)"),
    pytest.mark.slow,
]


def expressions() -> dict[str, re.Pattern[Any]]:
    """Qualified name → expression, each expression once."""
    found: dict[re.Pattern[Any], str] = {}
    for name in (module.name for module in pkgutil.walk_packages(jingdu.__path__, "jingdu.")):
        if name.startswith(("jingdu.learn", "jingdu.packaged")) or name.endswith("__main__"):
            continue
        for key, value in vars(import_module(name)).items():
            for pattern in within(value):
                found.setdefault(pattern, f"{name.removeprefix('jingdu.')}.{key}")
    names: dict[str, re.Pattern[Any]] = {}
    for pattern, name in found.items():
        names[name if name not in names else f"{name} {len(names)}"] = pattern
    return names


def within(value: Any, depth: int = 3) -> Iterator[re.Pattern[Any]]:
    """The expressions in a value, also in nested tuples, lists, sets and mappings."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, list | tuple | frozenset):
        for one in value:
            yield from within(one, depth - 1)
    elif depth and isinstance(value, dict):
        for one in value.values():
            yield from within(one, depth - 1)


def samples(pattern: re.Pattern[Any], count: int) -> list[str]:
    """The distinct characters of strings that the expression roughly matches, then some of the strings."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    chance = random.Random(1)
    tree = grammar.parse(text, pattern.flags & ~re.DEBUG)
    wholes = [example(tree, chance) for _ in range(count)]
    return [*list(dict.fromkeys("".join(wholes)))[:count], *filter(None, wholes[: count // 2])]


def character(name: str, what: Any) -> str:
    if name == "LITERAL":
        return chr(what)
    if name == "ANY":
        return "x"
    if name == "NOT_LITERAL":
        return "x" if what != ord("x") else "y"
    takes = compiler.compile(grammar.SubPattern(grammar.State(), [(grammar.IN, what)])).match
    return next(filter(takes, "a1 -_.xA\n\t,;:=\"'<>/中字のァ가" + "".join(map(chr, range(32, 127)))), "a")


def example(tree: Any, chance: random.Random) -> str:
    """A string that a parsed expression roughly matches."""
    text = ""
    for kind, what in tree:
        name = str(kind)
        if name in ("LITERAL", "NOT_LITERAL", "IN", "ANY"):
            text += character(name, what)
        elif name == "BRANCH":
            text += example(chance.choice(what[1]), chance)
        elif name == "SUBPATTERN":
            text += example(what[3], chance)
        elif name in ("ASSERT", "ASSERT_NOT"):
            text += example(what[1], chance)
        elif name in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, part = what
            text += example(part, chance) * max(least, min(most, chance.choice((1, 2, 3))))
    return text


def attacks(pattern: re.Pattern[Any], count: int) -> Iterator[str]:
    """Long repetitions of each sample, alone and after a matching prefix, each before a mismatch."""
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
    """CPU seconds for the slowest input, and that input; stops at the first that takes too long."""
    worst = (0.0, "")
    for text in attacks(pattern, count):
        worst = max(worst, (seconds(pattern, text), text))
        if worst[0] > MAX_SECONDS:
            break
    return worst


def seconds(pattern: re.Pattern[Any], text: str) -> float:
    """CPU seconds of the slower of ``fullmatch`` and ``findall``."""
    subject: Any = text if isinstance(pattern.pattern, str) else text.encode("latin-1", "replace")
    taken = []
    before = signal.signal(signal.SIGPROF, stop)
    try:
        for use in (pattern.fullmatch, pattern.findall):
            started = time.process_time()
            signal.setitimer(signal.ITIMER_PROF, TIMEOUT)
            with suppress(TooLong):
                use(subject)
            signal.setitimer(signal.ITIMER_PROF, 0)
            taken.append(time.process_time() - started)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
    return max(taken)


def is_quadratic(pattern: re.Pattern[Any], text: str) -> bool:
    """Whether the input is repeatedly slow, and far more than four times as slow as a quarter of it.

    A single measurement may be slow because the machine is busy.
    """
    short = text[: len(text) // 4] + text[-1:]
    long = min(seconds(pattern, text) for _ in range(3))
    return long >= TIMEOUT / 2 or long >= max(MAX_SECONDS / 3, 8 * min(seconds(pattern, short) for _ in range(3)))


EXPRESSIONS = expressions()


def test_no_expression_takes_quadratic_time(long_run: bool) -> None:
    wrong = []
    for name in EXPRESSIONS.keys() - BOUNDED.keys():
        taken, text = slowest(EXPRESSIONS[name], 12 if long_run else 2)
        if taken >= MAX_SECONDS and is_quadratic(EXPRESSIONS[name], text):
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
    """Regression test: 80,000 spaces in an address took 15 seconds."""
    started = time.process_time()
    jingdu.read("<p>" + "word word, " * 40 + "</p>" + RUNS[name].format(" " * 300_000), everything=True)
    assert time.process_time() - started < 3
