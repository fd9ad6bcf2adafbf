"""Paper T: title relevance over DOM containers.

Idea: a container of prose has few links and much punctuation, and if it is the article's, it contains words of the
page's title.

Reference: Web page body extraction by DOM and title relevance, from a collection on features
of web pages, 2015.

Symbols: y, z, x → ``Measure.chars``, ``.link_chars``, ``.marks``; p → ``Settings.links``, the maximum of link text
per character; m → ``Settings.punctuation``, the minimum of marks per character; s → ``Settings.relevance``, the
minimum of s(node) (``jingdu.extractors.relevance``); T → ``title_of``.

Departures. (1) The paper's sentence on p and m is ambiguous; here a container is kept where
z/y ≤ p, x/y ≥ m and s(node) ≥ s. (2) Containers are ``table td div`` and the tags that HTML 5
added to ``div`` (``CONTAINERS``); text in ``nav`` is dropped. (3) Text belongs to the nearest of these containers, as
in paper W, because the subtree of an outer one contains the whole page. (4) ``title2015`` has the published thresholds
as printed, but few containers have so much punctuation. If p and m are exchanged (at most 0.1 of link text, at least
0.03 marks per character) they fit the Chinese news of the time; perhaps the paper meant that. ``title`` has learned
thresholds (``jingdu train --extractor title``).
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from jingdu.extractors import weight_files
from jingdu.extractors.relevance import Relevance
from jingdu.page.model import Page, Reason, Verdict

CONTAINERS: Final = frozenset("table td th div article section main body header footer aside form".split())
NAVIGATION: Final = "nav"
MARKS: Final = re.compile("[.,;:!?…·\"'()，。、；：！？“”‘’（）《》〈〉「」『』【】—]")
"""Punctuation, Western and Chinese."""


class Settings(NamedTuple):
    """The thresholds p, m and s."""

    links: float
    punctuation: float
    relevance: float


class Measure(NamedTuple):
    """Counts of one container's own text; ``chars`` > 0."""

    chars: int
    link_chars: int
    marks: int
    relevance: int

    @property
    def links(self) -> float:
        """z/y."""
        return self.link_chars / self.chars

    @property
    def punctuation(self) -> float:
        """x/y."""
        return self.marks / self.chars


def judge(page: Page, profile: str | Settings = "title") -> Verdict:
    """Keeps the blocks of containers that pass all three tests; the score is the share of passed tests."""
    settings = weight_files.loaded(profile, from_json)
    owners = owners_of(page)
    measured = measures(page, owners)
    tests: dict[int | None, tuple[bool, ...]] = {None: (False,)}
    tests |= {container: _tests(measure, settings) for container, measure in measured.items()}

    def explain(block: int) -> Sequence[Reason]:
        return _reasons(measured.get(owners[block]), settings)

    scores = [sum(tests[container]) / 3 for container in owners]
    keep = [all(tests[container]) for container in owners]
    return Verdict(profile if isinstance(profile, str) else "title", scores, keep, explain)


def title_of(title: str) -> str:
    """Step 1: ``<title>`` up to the first ``_``, or all of it if that is empty."""
    return title.partition("_")[0].strip() or title


def owners_of(page: Page) -> list[int | None]:
    """The container of each block: the index of the nearest one of ``CONTAINERS``, or None in navigation."""
    containers = page.containers
    nearest: list[int | None] = []
    for container, (tag, parent) in enumerate(zip(containers.tags, containers.parents, strict=True)):
        outer = nearest[parent] if parent >= 0 else container
        own = container if tag in CONTAINERS or "-" in tag else outer
        nearest.append(None if tag == NAVIGATION or outer is None else own)
    return [nearest[container] for container in page.blocks.container_of]


def measures(page: Page, owners: Sequence[int | None]) -> dict[int | None, Measure]:
    """Steps 2 and 3: y, z, x and s of each container with text of its own."""
    relevance = Relevance(title_of(page.title))
    blocks_of: dict[int, list[int]] = {}
    for block, container in enumerate(owners):
        if container is not None:
            blocks_of.setdefault(container, []).append(block)
    texts, link_chars = page.blocks.texts, page.blocks.link_chars
    measured: dict[int | None, Measure] = {}
    for container, blocks in blocks_of.items():
        text = "\n".join([texts[block] for block in blocks])
        chars = len(text) - len(blocks) + 1
        linked = sum([link_chars[block] for block in blocks])
        measured[container] = Measure(chars, linked, len(MARKS.findall(text)), relevance.of(text))
    return measured


def _tests(measure: Measure, settings: Settings) -> tuple[bool, bool, bool]:
    return (
        measure.links <= settings.links,
        measure.punctuation >= settings.punctuation,
        measure.relevance >= settings.relevance,
    )


def _reasons(measure: Measure | None, settings: Settings) -> list[Reason]:
    if measure is None:
        return [Reason("navigation", "in nav", 0.0)]
    passed = [test / 3 for test in _tests(measure, settings)]
    return [
        Reason("link text a character", f"{measure.links:.3f}, at most {settings.links:g}", passed[0]),
        Reason("punctuation a character", f"{measure.punctuation:.3f}, at least {settings.punctuation:g}", passed[1]),
        Reason("terms of the title", f"{measure.relevance}, at least {settings.relevance:g}", passed[2]),
    ]


def from_json(text: str) -> Settings:
    """Parses ``title.json``; raises ``Fault`` ``bad_weights``."""
    return weight_files.settings_from_json(Settings, "title", text)
