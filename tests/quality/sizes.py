"""Pages of any size and the cost of reading them, for the benchmark and the speed test.

Costs are multiples of ``lxml.html.fromstring`` for the same page in the same process, so that they are comparable
between machines.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from lxml import html as lxml_html

import jingdu
from jingdu.page.parse import parse

_SECTION: Final = """<section id="s{0}" class="part"><h2>Part {0} of the story</h2>
<p class="text">This is the <a href="/words/{0}">linked</a> sentence number {0}, with a comma, and <b>bold words</b>.
Another sentence follows it here, because a paragraph seldom has only one; it is even longer than the first.</p>
<ul class="list"><li>one thing</li><li><a href="/other/{0}">another thing</a></li></ul>
<p>A short paragraph.<br>It has two lines.</p></section>
"""


def article(chars: int) -> str:
    """A page of about ``chars`` characters: sections with headings, paragraphs, links and lists."""
    parts = "".join(_SECTION.format(number) for number in range(max(1, round(chars / len(_SECTION.format(10_000))))))
    return f"<html lang=en><head><title>A story in parts</title></head><body><article>{parts}</article></body></html>"


def siblings(count: int) -> str:
    """``count`` short sibling paragraphs."""
    return "<title>Siblings</title><body>" + "<p>Two words, or three.</p>" * count


def levels(depth: int) -> str:
    """A page of ``depth`` nested levels, each with a little text before and after the next level."""
    return "<title>Levels</title><body>" + "<div>Some text here. " * depth + "and there</div> " * depth


def seconds(work: Callable[[], Any], repeats: int = 3) -> float:
    """Minimum CPU time of several runs; wall-clock time and other runs depend on the load of the machine."""
    best = float("inf")
    for _ in range(repeats):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


def lxml_tree(html: str) -> Any:
    """The baseline; lxml accepts text with a declared encoding only as bytes."""
    try:
        return lxml_html.fromstring(html)
    except ValueError:
        return lxml_html.fromstring(html.encode())


def median_and_p95(values: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]


def read(html: str) -> Any:
    """The complete extraction; a page without an article takes as long."""
    try:
        return jingdu.read(html)
    except jingdu.Fault as fault:
        return fault


WORKS: Final[Mapping[str, Callable[[str], Any]]] = {"lxml": lxml_tree, "parse": parse, "read": read}
"""Functions whose time growth and memory are measured."""

_MEASURE: Final = """
import sys
from tests.quality import sizes
sizes.read(sizes.article(20_000))
html, work = getattr(sizes, sys.argv[1])(int(sys.argv[2])), sizes.WORKS[sys.argv[3]]
before = sizes.peak()
kept = work(html)
print(sizes.peak() - before)
"""
PAGE_KINDS: Final = ("article", "siblings", "levels")


def memory(kind: str, size: int, work: str) -> float:
    """Growth of peak memory in MB when a new process calls ``work`` on one page.

    The process has read a small page before. Memory allocated in C is included, unlike with ``tracemalloc``. ``kind``
    is one of ``PAGE_KINDS``, of ``size``; ``work`` is one of ``WORKS``.
    """
    paths = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    command = [sys.executable, "-c", _MEASURE, kind, str(size), work]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": paths})
    return int(done.stdout) / 2**20


def peak() -> int:
    """The peak memory of this process in bytes.

    Linux inherits ``ru_maxrss`` from the parent process, which may have been larger.
    """
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) * 2**10 for line in status.open() if line.startswith("VmHWM:"))
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 2**10)
