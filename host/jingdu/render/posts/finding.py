"""The posts of a thread: a row of equals, each with a person, mostly a time, and a text of its own.

Forums, questions with answers and comments differ in their names, not in this. Of containers with one tag and class, or
with a schema.org type, those are *candidates* most of which hold a person and kept text. A candidate that has
both outside of the candidates in it is a post; one that only adds the person to another's text is one with it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from jingdu.page.model import Element, Page
from jingdu.render.posts.marks import declared_time, is_button, marks

MIN_POSTS: Final = 2
MIN_GOOD: Final = 0.6
"""Of containers alike, those that could be posts."""
MIN_SHARE: Final = 0.5
"""Of the kept text, what has to be in posts."""
MAX_LEVELS: Final = 40
"""Candidates in each other; deeper ones are text of the last."""
MAX_INDENTS: Final = 15
"""Levels of replies that only their indentation shows; the writer has room for these and ``MAX_LEVELS``."""
_TYPES: Final = re.compile(r"schema\.org/(?:Comment|Answer|Question|\w+Posting|UserComments)\b")
_ATTRIBUTES: Final = ("depth", "data-depth", "indent", "data-indent", "data-level", "aria-level")
_CLASS: Final = re.compile(r"(?:^|[\s_-])(?:depth|level|indent|nest(?:ing|ed)?)[-_]?(\d{1,3})(?!\S)", re.IGNORECASE)
_STYLE: Final = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*(\d{1,5}(?:\.\d{1,4})?)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,5}")
_ACCEPTED: Final = re.compile(r"(?:^|[-_])(?:accepted(?:[-_]?answer)?|best[-_]answer|solution)$", re.IGNORECASE)


class Post(NamedTuple):
    """One post; ``time`` and ``score`` are empty where they are not given.

    ``repeated`` are the blocks of the page that say nothing else. ``ends`` posts end with it: itself and those that it
    is the last reply to, none where the next post is a reply to it.
    """

    element: Element
    author: str
    time: str
    score: str
    accepted: bool
    repeated: frozenset[int]
    ends: int


@dataclass(eq=False)
class _Candidate:
    """A container with the blocks from ``first`` to ``last`` (exclusive), and candidates in it."""

    element: Element
    first: int
    last: int
    inner: list[_Candidate] = field(default_factory=list)

    def own(self) -> Iterator[int]:
        """Its blocks that are in none of the inner ones."""
        at = self.first
        for one in self.inner:
            yield from range(at, one.first)
            at = one.last
        yield from range(at, self.last)


class _Thread:
    """A page, its marks, and of each block how many characters of a post's text it may be."""

    def __init__(self, page: Page, keep: Sequence[bool]) -> None:
        self.page = page
        self.marks = marks(page)
        self.text = [len(text) if bit else 0 for text, bit in zip(page.blocks.texts, keep, strict=True)]
        self.body = [0 if mark.only else size for mark, size in zip(self.marks, self.text, strict=True)]

    def candidates(self) -> list[_Candidate]:
        """The outermost candidates, the others in them."""
        boxes = self.page.boxes
        people = [0, *accumulate(bool(mark.person) for mark in self.marks)]
        texts = [0, *accumulate(not mark.only for mark in self.marks)]
        body = [0, *accumulate(self.body)]
        groups: defaultdict[tuple[str, str, int], list[int]] = defaultdict(list)
        for box, (element, tag) in enumerate(zip(boxes.elements, boxes.tags, strict=True)):
            for name in _names(element):
                groups[tag, name, -1 if name else boxes.parents[box]].append(box)
        found: set[int] = set()
        for group in groups.values():
            spans = [(box, boxes.firsts[box], boxes.lasts[box]) for box in group]
            good = [(box, a, b) for box, a, b in spans if people[a] < people[b] and texts[a] < texts[b]]
            beside = sum(b <= later for (_, _, b), (_, later, _) in pairwise(good))
            if beside + 1 >= MIN_POSTS and len(good) >= MIN_GOOD * len(group):
                found.update(box for box, a, b in good if body[a] < body[b])
        return _nested(self.page, sorted(found))

    def posts(self, candidates: list[_Candidate]) -> list[_Candidate]:
        """The posts among ``candidates``; those in a post are its inner ones."""
        found: list[_Candidate] = []
        for one in candidates:
            while not (is_post := self._is_post(one)) and (len(one.inner) == 1 or self._is_rated(one)):
                first, *replies = one.inner
                one.inner = [*first.inner, *replies]
            one.inner = self.posts(one.inner)
            found += [one] if is_post else one.inner
        return found

    def _is_post(self, one: _Candidate) -> bool:
        own = list(one.own())
        return any(self.marks[at].person for at in own) and any(self.body[at] for at in own)

    def _is_rated(self, one: _Candidate) -> bool:
        """Whether a score is above the inner ones, which is that of the first; the others are replies."""
        above = range(one.first, one.inner[0].first) if one.inner else ()
        return any(self.marks[at].score for at in above)

    def post(self, one: _Candidate, accepted: bool, ends: int) -> Post:
        blocks, own = self.page.blocks, list(one.own())
        author = max((at for at in own if self.marks[at].person), key=lambda at: self.marks[at].sure)
        near = sorted(own, key=lambda at: abs(at - author))
        score = next((score for at in own if (score := self.marks[at].score)), "")
        time = next((time for at in near if (time := self.marks[at].time)), "") or _hidden_time(one)
        repeated = {at for at in own if self.marks[at].only}
        repeated |= {at for at in own if self.text[at] and is_button(blocks.texts[at], blocks.slots(at))}
        return Post(one.element, self.marks[author].person, time, score, accepted, frozenset(repeated), ends)


def _names(element: Element) -> list[str]:
    """The names by which containers are alike."""
    names = (element.get("class") or "").split() or [""]
    kind = element.get("itemtype")
    return [*names, "itemtype"] if kind and _TYPES.search(kind) else names


def _hidden_time(one: _Candidate) -> str:
    """The time in an element without text, which a script of the page would fill."""
    for element in one.element.iter(
        "time", "abbr", "span", "a", "meta", *(inner.element.tag for inner in one.inner[:1])
    ):
        if one.inner and element is one.inner[0].element:
            break
        if found := declared_time(element):
            return found
    return ""


def _nested(page: Page, chosen: Sequence[int]) -> list[_Candidate]:
    boxes = page.boxes
    made: dict[int, _Candidate] = {}
    levels = {-1: 0}
    outermost: list[_Candidate] = []
    for box in chosen:
        around = boxes.parents[box]
        while around >= 0 and around not in made:
            around = boxes.parents[around]
        if levels[around] < MAX_LEVELS:
            levels[box] = levels[around] + 1
            made[box] = _Candidate(boxes.elements[box], boxes.firsts[box], boxes.lasts[box])
            (made[around].inner if around >= 0 else outermost).append(made[box])
    return outermost


def _accepted(posts: Sequence[_Candidate]) -> set[Element]:
    """The elements of the posts that are marked as accepted, by themselves or by one around them alone.

    Some sites give the property to the answer with the highest score, if no class says otherwise.
    """
    around = {post.element: (post.element, *post.element.iterancestors()) for post in posts}
    held = Counter(step for steps in around.values() for step in steps)
    alone = {post: [step for step in steps if held[step] == held[post]] for post, steps in around.items()}
    named = {
        post
        for post, steps in alone.items()
        if any(_ACCEPTED.search(name) for step in steps for name in (step.get("class") or "").split())
    }
    return named or {
        post for post, steps in alone.items() if any(step.get("itemprop") == "acceptedAnswer" for step in steps)
    }


def find(page: Page, keep: Sequence[bool]) -> list[Post]:
    """The posts of a page of which ``keep`` is kept; none where that is no thread."""
    thread = _Thread(page, keep)
    found = dict(_flat(thread.posts(thread.candidates())))
    inside = sum(thread.text[at] for one in found for at in one.own())
    if len(found) < MIN_POSTS or inside < MIN_SHARE * sum(thread.text):
        return []
    accepted = _accepted(list(found))
    return [thread.post(one, one.element in accepted, ends) for one, ends in found.items()]


def _flat(posts: list[_Candidate], indents: int = 0) -> Iterator[tuple[_Candidate, int]]:
    """The posts in the page's order, each with how many end with it; ``indents`` are the levels around them."""
    depths = _depths(posts, MAX_INDENTS - indents)
    for post, depth, following in zip(posts, depths, [*depths[1:], 0], strict=False):
        yield post, depth - following + 1
        yield from _flat(post.inner, indents + depth)


def _depths(posts: Sequence[_Candidate], most: int) -> list[int]:
    """Of posts beside each other, how many levels of replies they are in as their indentation has it."""
    levels = [_indentation(post.element) for post in posts]
    least = min(levels[1:], default=0)  # the first may be what all others answer
    answered: list[float] = []
    depths = []
    for level in levels:
        while answered and answered[-1] >= max(level, least):
            answered.pop()
        depths.append(min(len(answered), most))
        answered.append(max(level, least))
    return depths


def _indentation(post: Element) -> float:
    """The level, or the width in the page's unit, by ``post`` or what is in it before its first text; 0: none."""
    for step in post.iter("*"):
        values = [step.get(name) for name in _ATTRIBUTES]
        # the width of a cell without content, or of a picture that is a line high
        is_empty = len(step) == 0 and not (step.text or "").strip()
        is_spacer = (step.tag == "td" and is_empty) or (step.tag == "img" and step.get("height") in ("0", "1"))
        numbers = [value for value in values if value and _NUMBER.fullmatch(value)]
        for sign, name in ((_CLASS, "class"), (_STYLE, "style")):
            if found := sign.search(step.get(name) or ""):
                numbers.append(found[1])
        if is_spacer and (width := step.get("width")) and _NUMBER.fullmatch(width):
            numbers.append(width)
        if level := next(filter(None, map(float, numbers)), 0.0):
            return level
        if step.text and not step.text.isspace():
            break
    return 0
