"""Finds the posts of a thread: similar containers, each with a person, mostly a time, and text.

This is what forums, Q&A pages and comments have in common. *Candidates* are containers of one tag and class, or of a
schema.org type, if most of them contain a person and kept text. A candidate with both in a run of blocks outside its
inner candidates is a post; one that only adds the person to an inner candidate's text is merged with the latter.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, pairwise, takewhile
from typing import Final, NamedTuple, cast
from weakref import WeakKeyDictionary

from jingdu.page.model import Attributes, Containers, Element, Page
from jingdu.page.query import HEADINGS, kept_sizes, outwards
from jingdu.render.posts.marks import Mark, declared_time, is_button, marks, marks_by_place
from jingdu.text.words import letters

MAX_TITLE: Final = 300
"""Number of a block's first characters in which the title is sought."""
MIN_TITLE: Final = 15
"""Minimum characters of a link that may be another page's title."""
MIN_POSTS: Final = 2
MIN_GOOD: Final = 0.6
"""Minimum share of similar containers that could be posts."""
MAX_LEVELS: Final = 40
"""Maximum nesting of candidates; deeper ones are text of the innermost."""
MAX_INDENTS: Final = 15
"""Maximum levels of replies by indentation; with ``MAX_LEVELS`` less than ``writer.MAX_FRAMES``."""
NEAR: Final = 1
"""Maximum distance between a post's number and its author, in blocks."""
_QUOTATION: Final = re.compile(r"(?<!\S)(?!\S*select)\S*quote", re.I)
"""Classes of quotations, but not of text that readers can select to quote it."""
_TYPES: Final = re.compile(r"schema\.org/(?:Comment|Answer|Question|\w+Posting|UserComments)\b")
_ATTRIBUTES: Final = ("depth", "data-depth", "indent", "data-indent", "data-level", "aria-level")
_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:depth|level|indent|nest(?:ing|ed)?)[-_]?(\d{1,3})(?!\S)", re.I)
_STYLE: Final = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,5}(?:\.\d{1,4})?)", re.I)
_FLOOR: Final = re.compile(r"#?\d{1,5}\s?[#楼樓]?|楼主|沙发|板凳|地板")
"""The number of a post."""
_NUMBER: Final = re.compile(r"\d{1,5}")
_NUMBERED: Final = re.compile(r"([A-Za-z][A-Za-z_-]{0,40}[_-])\d{1,20}")
"""The id of a post: a name and a number."""
_SCORES: Final = ("score", "data-score")
"""Attributes of posts."""
_SCORE: Final = re.compile(r"-?\d{1,7}")
_ACCEPTED: Final = re.compile(r"(?:^|[-_])(?:accepted(?:[-_]?answer)?|best[-_]answer|solution)$", re.I)


class Post(NamedTuple):
    """A post; ``time`` and ``score`` may be empty."""

    element: Element
    core: Element
    """``element``, or the element inside it that contains the author and the text."""
    author: str
    time: str
    score: str
    accepted: bool
    repeated: frozenset[int]
    """Blocks that are not written: headers and buttons."""
    ends: int
    """Number of posts that end with it: itself and those it is the last reply to; 0 if the next post is a reply."""


@dataclass(eq=False)
class Candidate:
    """A container of the blocks ``first`` to ``last`` (exclusive), and the candidates inside it."""

    container: int
    element: Element
    first: int
    last: int
    core: Element
    """``element``, or the core of the first inner candidate that was merged with this one."""
    inner: list[Candidate] = field(default_factory=list)

    def runs(self) -> Iterator[range]:
        """Its blocks before, between and after the inner candidates."""
        at = self.first
        for inner in self.inner:
            yield range(at, inner.first)
            at = inner.last
        yield range(at, self.last)

    def own(self) -> Iterator[int]:
        """Its blocks outside the inner candidates."""
        return chain.from_iterable(self.runs())


def _likely(containers: Containers, known: Sequence[Mark]) -> list[int]:
    """The containers that are posts if they have kept text: most of those with their name have a person and text."""
    people = [0, *accumulate(bool(mark.person) for mark in known)]
    texts = [0, *accumulate(not mark.only for mark in known)]
    groups: defaultdict[tuple[str, str, int], list[int]] = defaultdict(list)
    for container, (element, tag) in enumerate(zip(containers.elements, containers.tags, strict=True)):
        for name in _names(element):
            is_wide = name[:1] != "#" and (name or "-" in tag)
            groups[tag, name, -1 if is_wide else containers.parents[container]].append(container)
    found: set[int] = set()
    for group in groups.values():
        spans = [(at, containers.firsts[at], containers.lasts[at]) for at in group]
        good = [(at, a, b) for at, a, b in spans if people[a] < people[b] and texts[a] < texts[b]]
        beside = sum(b <= later for (_, _, b), (_, later, _) in pairwise(good))
        if beside + 1 >= MIN_POSTS and len(good) >= MIN_GOOD * len(group):
            found.update(at for at, _, _ in good)
    return sorted(found)


class Thread:
    """The posts of a page, in document order, each with the number of posts that end with it.

    ``body`` is the number of kept characters of each block, 0 for marks and buttons. ``people`` is the number of marks
    with a person before the block, ``marked`` the number of marks before it with a person or without other text.
    """

    def __init__(self, page: Page, keep: Sequence[bool], known: Sequence[Mark], likely: Sequence[int]) -> None:
        self.page = page
        self.marks = known
        self.people = [0, *accumulate(bool(mark.person) for mark in known)]
        self.marked = [0, *accumulate(mark.only or bool(mark.person) for mark in known)]
        text = kept_sizes(page, keep)
        self.buttons = {at for at, size in enumerate(text) if size and is_button(page.blocks, at)}
        self.body = [0 if mark.only or at in self.buttons else text[at] for at, mark in enumerate(known)]
        body = [0, *accumulate(self.body)]
        candidates = _nested(page, [at for at in likely if page.containers.total(body, at)])
        self.posts = dict(_flat(self._posts_among(candidates)))

    def _posts_among(self, candidates: list[Candidate]) -> list[Candidate]:
        """The outermost posts among ``candidates``; replies are inner ones."""
        found: list[Candidate] = []
        for one in candidates:
            is_alone = len(candidates) == 1
            while not (is_post := self._is_post(one, is_alone)) and (
                len(one.inner) == 1 or self._is_rated(one) or _is_recursive(one)
            ):
                first, *replies = one.inner
                one.core, one.inner = first.core, [*first.inner, *replies]
            one.inner = self._posts_among(one.inner)
            found += [one] if is_post else one.inner
        return found

    def _is_post(self, one: Candidate, is_alone: bool) -> bool:
        """Whether one of the runs has a person and text.

        In a candidate around all others, its first run must have either; else the person and text are the page's.
        """
        if is_alone and one.inner:
            before = range(one.first, one.inner[0].first)
            if not any(self.marks[at].person or self.body[at] for at in before):
                return False
        return any(any(self.marks[at].person for at in run) and any(self.body[at] for at in run) for run in one.runs())

    def _is_rated(self, one: Candidate) -> bool:
        """Whether a score precedes the inner candidates: it belongs to the first, and the others are replies."""
        return any(self.marks[at].score for at in (range(one.first, one.inner[0].first) if one.inner else ()))

    def author(self, one: Candidate) -> int:
        """The block that names the author of a post."""
        return max((at for at in one.own() if self.marks[at].person), key=lambda at: self.marks[at].confidence)

    def post(self, one: Candidate, accepted: bool, ends: int) -> Post:
        blocks, own = self.page.blocks, list(one.own())
        author = self.author(one)
        near = sorted(own, key=lambda at: abs(at - author))
        declared = filter(_SCORE.fullmatch, (one.element.get(name) or "" for name in _SCORES))
        score = next(filter(None, chain((self.marks[at].score for at in own), declared)), "")
        time = next((time for at in near if (time := self.marks[at].time)), "") or _hidden_time(one)
        repeated = {at for at in own if self.marks[at].only or at in self.buttons}
        numbers = {at for at in own if abs(at - author) <= NEAR and _FLOOR.fullmatch(blocks.texts[at])}
        if any(self.body[at] for at in own if at not in repeated | numbers):  # else the number is the post's text
            repeated |= numbers
        return Post(one.element, one.core, self.marks[author].person, time, score, accepted, frozenset(repeated), ends)

    def is_teaser(self, one: Candidate) -> bool:
        """Whether a post's text is mostly links, or begins with a linked heading such as another page's title."""
        blocks = self.page.blocks
        body = [at for at in one.own() if self.body[at]]
        linked = sum(blocks.link_chars[at] for at in body)
        first = [at for at in body if self.body[at] >= MIN_TITLE][:1]
        is_title = any(blocks.tags[at] in HEADINGS and blocks.link_chars[at] == len(blocks.texts[at]) for at in first)
        return is_title or 2 * linked > sum(self.body[at] for at in body)

    def named(self, before: int, title: str) -> str:
        """The first person between the last ``title`` before block ``before`` and the next text, or empty.

        A kept line with a person and a time does not count as text.
        """
        texts = self.page.blocks.texts[:before] if title else []
        titles = [at for at, text in enumerate(texts) if title in letters(text[:MAX_TITLE])]
        if not titles:
            return ""
        start = titles[-1]
        end = next((at for at, size in enumerate(self.body) if size and at > start), start)
        below = ((self.marks[at], at) for at in range(start, end + 1))
        return next((mark.person for mark, at in below if mark.person and (at < end or mark.time)), "")


def _is_recursive(one: Candidate) -> bool:
    """Whether the inner candidates are a post and, after it, containers like this one with the replies to it."""
    tag, own = one.element.tag, set((one.element.get("class") or "").split())

    def is_like(inner: Candidate) -> bool:
        return inner.element.tag == tag and not own.isdisjoint((inner.element.get("class") or "").split())

    like = [is_like(inner) or (bool(inner.inner) and all(map(is_like, inner.inner))) for inner in one.inner]
    return len(like) > 1 and not like[0] and all(like[1:])


def _names(element: Element) -> list[str]:
    """The names by which containers are grouped."""
    names = (element.get("class") or "").split() or [""]
    kind, numbered = element.get("itemtype"), _NUMBERED.fullmatch(element.get("id") or "")
    return names + ["itemtype"] * bool(kind and _TYPES.search(kind)) + ([f"#{numbered[1]}"] if numbered else [])


def _hidden_time(one: Candidate) -> str:
    """The day that an attribute declares before the first inner candidate, in ISO 8601, or empty."""
    first = next((inner.element for inner in one.inner), None)
    steps = one.element.iter("time", "abbr", "span", "a", "meta", *([] if first is None else [first.tag]))
    before = takewhile(lambda step: step is not first, steps)
    return next(filter(None, (declared_time(step.get) for step in before)), "")


def _nested(page: Page, chosen: Sequence[int]) -> list[Candidate]:
    """The outermost candidates, which contain the others."""
    containers = page.containers
    made: dict[int, Candidate] = {}
    levels = {-1: 0}
    outermost: list[Candidate] = []
    for container in chosen:
        around = containers.parents[container]
        while around >= 0 and around not in made:
            around = containers.parents[around]
        if levels[around] < MAX_LEVELS:
            levels[container] = levels[around] + 1
            element = containers.elements[container]
            first, last = containers.firsts[container], containers.lasts[container]
            made[container] = Candidate(container, element, first, last, element)
            (made[around].inner if around >= 0 else outermost).append(made[container])
    return outermost


def _accepted(posts: Sequence[Candidate]) -> set[Element]:
    """The elements of accepted posts, by the class of the post or of an element around no other post.

    The schema.org property is a fallback, because some sites set it for the answer with the highest score.
    """
    around = {post.element: [*outwards(post.element)] for post in posts}
    held = Counter(step for steps in around.values() for step in steps)
    alone = {post: [step for step in steps if held[step] == held[post]] for post, steps in around.items()}
    names = {post: " ".join(step.get("class") or "" for step in steps).split() for post, steps in alone.items()}
    named = {post for post in names if any(map(_ACCEPTED.search, names[post]))}
    return named or {post for post in alone if any(step.get("itemprop") == "acceptedAnswer" for step in alone[post])}


_KNOWN: Final[WeakKeyDictionary[Containers, list[tuple[list[Mark], list[int]]]]] = WeakKeyDictionary()
"""The results of `_marked` for pages in use, cached because they are needed several times."""


def _marked(page: Page) -> Iterator[tuple[list[Mark], list[int]]]:
    """The marks of a page and the containers that are likely posts; then the same with the marks by place, if any."""
    found = _KNOWN.setdefault(page.containers, [])
    for number in range(2):
        if number == len(found):
            known = marks_by_place(page, found[0][0]) if found else marks(page)
            if known is None:
                return
            found.append((known, _likely(page.containers, known)))
        yield found[number]


def is_quotation(names: str) -> bool:
    """Whether classes are those of quotations."""
    return "quote" in names.lower() and _QUOTATION.search(names) is not None


def find_thread(page: Page, keep: Sequence[bool]) -> Thread | None:
    """The thread on a page; None if it has fewer than two posts with kept text, or most of them are teasers."""
    for known, likely in _marked(page):
        thread = Thread(page, keep, known, likely)
        if (number := len(thread.posts)) >= MIN_POSTS:
            return None if 2 * sum(map(thread.is_teaser, thread.posts)) > number else thread
    return None


def find(page: Page, keep: Sequence[bool], title: str) -> tuple[list[Post], str]:
    """The posts of a page, none if it is not a thread, and the person named below its title, or empty."""
    thread = find_thread(page, keep)
    if thread is None:
        return [], ""
    accepted = _accepted(list(thread.posts))
    posts = [thread.post(post, post.element in accepted, ends) for post, ends in thread.posts.items()]
    posts[0] = posts[0]._replace(repeated=posts[0].repeated | thread.buttons)  # also the buttons between posts
    before = next((at for at in next(iter(thread.posts)).own() if thread.body[at]), 0)
    return posts, thread.named(before, letters(title))


def _flat(posts: list[Candidate], indents: int = 0) -> Iterator[tuple[Candidate, int]]:
    """The posts in document order, each with the number of posts that end with it; ``indents`` is their level."""
    depths = _depths(posts, MAX_INDENTS - indents)
    for post, depth, following in zip(posts, depths, [*depths[1:], 0], strict=False):
        yield post, depth - following + 1
        yield from _flat(post.inner, indents + depth)


def _depths(posts: Sequence[Candidate], most: int) -> list[int]:
    """Levels of replies among sibling posts, by indentation."""
    levels = [_indentation(post.element) for post in posts]
    least = min(levels[1:], default=0)  # the first may be the question
    answered: list[float] = []
    depths = []
    for level in levels:
        while answered and answered[-1] >= max(level, least):
            answered.pop()
        depths.append(min(len(answered), most))
        answered.append(max(level, least))
    return depths


def _indentation(post: Element) -> float:
    """The level, or the width in any unit, declared by ``post`` or an element before its first text; 0 without any."""
    for step in post.iter("*"):
        of = cast("Attributes", dict(step.items()))
        numbers = [value for name in _ATTRIBUTES if (value := of.get(name)) and _NUMBER.fullmatch(value)]
        for sign, name in ((_CLASS, "class"), (_STYLE, "style")):
            if found := sign.search(of.get(name, "")):
                numbers.append(found[1])
        if level := next(filter(None, map(float, numbers)), 0.0):
            return level
        if step.text and not step.text.isspace():
            break
    return 0
