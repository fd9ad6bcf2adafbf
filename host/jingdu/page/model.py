"""The types shared by all steps: Page, Block, Verdict, Metadata.

A *page* is parsed once and segmented into *blocks*. An extractor turns it into a *verdict*, a score and a keep bit for
each block; the kept blocks are rendered as an *article* (`jingdu.render.article`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import repeat
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast, overload

from lxml.etree import _Element

Element = _Element
Attributes = Mapping[str, str]
"""Attributes of an element."""
ElementsByTag = Mapping[str, list[Element]]
"""Tag → its elements in document order."""


class TextNode(NamedTuple):
    """A text node of the tree: an element's ``text`` or its ``tail``."""

    element: Element
    tail: bool

    @property
    def string(self) -> str:
        return (self.element.tail if self.tail else self.element.text) or ""


class Block(NamedTuple):
    """A run of text of one container (``p``, ``div``, ``td``, ``li`` …).

    A container nested in the text, or two consecutive ``br``, ends one block and starts another.
    """

    index: int  # type: ignore[assignment]  # overrides tuple.index
    text: str
    """Its text with white space collapsed, except in ``pre``."""
    link_chars: int
    """Characters in links."""
    links: int
    """Number of links."""
    nbsp: int
    """Number of no-break spaces."""
    blocks: Blocks
    """All blocks of its page."""

    @property
    def element(self) -> Element:
        """The element of its container."""
        return self.blocks.containers.elements[self.blocks.container_of[self.index]]

    @property
    def places(self) -> list[Element]:
        """The elements of its text nodes."""
        return self.blocks.places[self.blocks.span(self.index)]


_NONE: Final[Attributes] = MappingProxyType({})
_BLOCK: partial[Block] = partial(tuple.__new__, Block)
"""A block from a tuple of its fields, in half the time of ``Block()``."""


class Containers:
    """The containers of a page in document order, as parallel columns.

    ``parents`` has the index of each one's parent, -1 for the first, which contains all others. The blocks inside
    container i are ``firsts[i]`` to ``lasts[i]`` (exclusive).
    """

    def __init__(self, elements: list[Element], tags: list[str], rows: array[int]) -> None:
        """``rows`` is flat: parent, first block, last block (exclusive) and depth of each container in turn."""
        self.elements, self.tags = elements, tags
        self.parents, self.firsts, self.lasts, self.depths = (rows[at::4] for at in range(4))

    @cached_property
    def attributes(self) -> list[Attributes]:
        """The attributes of each container, empty for containers without blocks."""
        attributes = [
            dict(items) if first < last and (items := element.items()) else _NONE
            for element, (first, last) in zip(self.elements, self.spans(), strict=True)
        ]
        return cast("list[Attributes]", attributes)

    @cached_property
    def classes(self) -> list[str]:
        """The ``class`` of each container, empty for containers without blocks."""
        return [attributes.get("class", "") for attributes in self.attributes]

    def of_class(self, is_wanted: Callable[[str], object], *cues: str) -> list[int]:
        """The containers with a ``class`` for which ``is_wanted`` returns a true value, in document order.

        With ``cues``, each wanted class has one of them, in any case; they are first searched in all classes at once.
        """
        distinct, joined = self._distinct_classes
        found = [cue for cue in cues or ("",) if cue in joined]
        near = (names for names, lower in distinct.items() if any(map(lower.__contains__, found))) if found else ()
        wanted = set(filter(is_wanted, near))
        return [at for at, names in enumerate(self.classes) if names in wanted] if wanted else []

    @cached_property
    def _distinct_classes(self) -> tuple[dict[str, str], str]:
        """Each distinct class → it in lower case, and these joined."""
        distinct = {names: names.lower() for names in {*self.classes}}
        return distinct, "\n".join(distinct.values())

    def having(self, name: str) -> list[int]:
        """The containers with an attribute of this name, in document order."""
        return self._having.get(name, [])

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, names in enumerate(self.attributes):
            for name in names:
                found.setdefault(name, []).append(at)
        return found

    def __len__(self) -> int:
        return len(self.elements)

    def spans(self) -> Iterator[tuple[int, int]]:
        """First and last block (exclusive) of each container."""
        return zip(self.firsts, self.lasts, strict=True)

    def blocks(self, container: int) -> range:
        """The blocks inside a container."""
        return range(self.firsts[container], self.lasts[container])

    def total(self, sums: Sequence[int], container: int) -> int:
        """The sum over the blocks inside a container; ``sums`` are prefix sums over all blocks, starting with 0."""
        return sums[self.lasts[container]] - sums[self.firsts[container]]


class Blocks(Sequence[Block]):
    """The blocks of a page in document order, as a sequence and as parallel columns.

    Block i is in container ``container_of[i]`` and has the inline tags ``inline[inline_from[i]:inline_from[i + 1]]``.
    The elements of its text nodes are ``places[places_from[i]:places_from[i + 1]]``, with ``tails`` 1 for tails.
    """

    def __init__(
        self,
        containers: Containers,
        texts: list[str],
        rows: array[int],
        places: list[Element],
        tails: bytearray,
        inline: list[str],
    ) -> None:
        """``rows`` is flat: container, link characters, links, no-break spaces, ends of places and of inline tags."""
        self.containers, self.texts = containers, texts
        self.container_of, self.link_chars, self.links, self.nbsp, ends, inline_ends = (rows[at::6] for at in range(6))
        self.places, self.tails = places, tails
        self.places_from = array("q", [0]) + ends
        self.inline = inline
        self.inline_from = array("q", [0]) + inline_ends

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Block]:
        columns = zip(range(len(self.texts)), self.texts, self.link_chars, self.links, self.nbsp, repeat(self))
        return map(_BLOCK, columns)

    @overload
    def __getitem__(self, at: int) -> Block: ...
    @overload
    def __getitem__(self, at: slice) -> list[Block]: ...
    def __getitem__(self, at: int | slice) -> Block | list[Block]:
        index = range(len(self.texts))[at]
        if isinstance(index, range):
            return [self[inner] for inner in index]
        return Block(index, self.texts[index], self.link_chars[index], self.links[index], self.nbsp[index], self)

    @cached_property
    def tags(self) -> list[str]:
        """The tag of each block's container."""
        return [self.containers.tags[container] for container in self.container_of]

    def around(self, first: int, last: int) -> int:
        """The index of the smallest container that contains two blocks, and so those between them."""
        container = self.container_of[first]
        while self.containers.lasts[container] <= last:
            container = self.containers.parents[container]
        return container

    def span(self, index: int) -> slice:
        """The slice of ``places`` and ``tails`` that belongs to a block."""
        return slice(self.places_from[index], self.places_from[index + 1])

    def text_nodes(self, index: int) -> list[TextNode]:
        """The text nodes of a block, in document order."""
        span = self.span(index)
        return [TextNode(place, bool(tail)) for place, tail in zip(self.places[span], self.tails[span], strict=True)]

    def inline_tags(self, index: int) -> list[str]:
        """The tags of the elements inside a block."""
        return self.inline[self.inline_from[index] : self.inline_from[index + 1]]


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed page."""

    root: Element
    """The ``html`` element, including scripts and styles."""
    url: str | None
    title: str
    """The text of ``<title>``."""
    blocks: Blocks
    containers: Containers
    by_tag: ElementsByTag
    """Elements by tag (those in ``blocks.SEARCHED``), and by ``@itemprop`` (authors and dates) and ``@data-tex``."""
    truncated: bool = False
    """Whether a limit was reached, so that text may be missing."""


class Reason(NamedTuple):
    """A summand of a block's score: the feature, its value in words, and its contribution to the score."""

    feature: str
    value: str
    contribution: float


class Corrected(NamedTuple):
    """How the user's corrections changed a verdict."""

    page: bool
    """Whether this page itself was corrected."""
    site: int
    """The most pages of its site whose corrections agree on a block that they changed; 0 if they changed none."""
    blocks: Mapping[int, tuple[str, int]]
    """Changed block → ``page`` or ``site``, and the number of corrected pages that agree."""
    title_at: int | None
    """The block that the user chose as title, if any."""
    byline_at: int | None
    """The block that the user chose as byline, if any."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """An extractor's result: a score for each block, and whether to keep it."""

    extractor: str
    scores: Sequence[float]
    """Higher is more likely content; comparable only within one extractor."""
    keep: Sequence[bool]
    explain: Callable[[int], Sequence[Reason]] | None = field(default=None, compare=False, repr=False)
    """Returns the reasons of a block; their contributions sum to its score."""
    thread: Literal["", "likely", "declared"] = ""
    """Whether the page is a thread of posts: ``likely`` by its blocks, ``declared`` by its markup or address."""
    kind: str = field(default="", compare=False)
    """The kind of page (`jingdu.extractors.kinds`), or empty."""
    corrected: Corrected | None = field(default=None, compare=False)

    def changed(self, keep: Sequence[bool], reasons: Mapping[int, Reason]) -> Verdict:
        """A copy with ``keep`` and a further reason for some blocks (block → reason), added to their scores."""
        scores = list(self.scores)
        for at, reason in reasons.items():
            scores[at] += reason.contribution
        before = self.explain

        def explain(block: int) -> Sequence[Reason]:
            own = before(block) if before else ()
            return [*own, reasons[block]] if block in reasons else own

        return replace(self, keep=keep, scores=scores, explain=explain)

    @property
    def trimmed(self) -> bool:
        """Whether the article leaves out uninformative kept lines: only listings do not."""
        return self.kind in ("article", "thread", "documentation")


@dataclass(frozen=True, slots=True)
class Metadata:
    """The metadata of an article (`jingdu.page.metadata`) as plain text; ``image`` is an address, not yet resolved."""

    title: str
    byline: str | None
    published: str | None
    """ISO 8601 date, or date and time."""
    site: str | None
    lang: str | None
    """BCP 47 tag, e.g. ``zh-Hans`` or ``en-US``."""
    dir: str
    """``ltr`` or ``rtl``."""
    image: str | None
    excerpt: str | None
