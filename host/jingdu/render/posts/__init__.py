"""Threads: posts are rendered as ``section`` with a ``header`` of author, time and score.

A reply is a section inside the one that it answers. Lists and tables around posts are not written.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, takewhile
from typing import Final

from lxml import etree

from jingdu.page.metadata import own_title
from jingdu.page.metadata.dates import iso
from jingdu.page.model import Block, Element, Metadata, Page
from jingdu.page.query import outwards
from jingdu.render.markup import FRAMES, PARTS, escape
from jingdu.render.openers import OPENERS
from jingdu.render.posts.finding import Post, find, is_quotation
from jingdu.render.walk import Close, Opener, Walk

_HOLDERS: Final = frozenset({*FRAMES, *PARTS, "table"})
"""Elements that are not written around posts."""
MAX_TITLE: Final = 100
"""Maximum characters before the first post that may be only the thread's title."""
_ANSWER: Final = re.compile(r"(?:^|[\s/_-])answer(?:-?item)?(?:$|\s)", re.I)
"""Classes and types of answers."""
QUOTE: Final = "blockquote"
_DOT: Final = "\u00a0· "
"""Separates the parts of a header; a line may end with the dot, but not begin with it."""


def openers(
    page: Page, keep: Sequence[bool], kept: list[Block], facts: Metadata
) -> tuple[dict[Element, Opener], list[Block], Metadata]:
    """Openers of the posts and elements around them, ``kept`` without blocks that the headers repeat, and ``facts``.

    The author and date in ``facts`` become the thread's.
    """
    posts, named = find(page, keep, facts.title)
    if posts:
        facts = opened_by(posts, named, kept, facts)
        facts = replace(facts, title=own_title(facts.title, facts.byline))
    days = ["", *(post.time for post in posts)]
    heads = {post.element: _opener(_head(post, day), post.ends) for post, day in zip(posts, days, strict=False)}
    unwritten = _HOLDERS | {post.tag for post in heads}
    around = (step for post in posts for step in post.core.iterancestors() if step.tag in unwritten)
    repeated = {at for post in posts for at in post.repeated}
    own = dict.fromkeys(chain(around, _texts(posts)), lambda walk, element, tag: walk.block())
    own |= dict.fromkeys(_quotations(posts), lambda walk, element, tag: OPENERS[QUOTE](walk, element, QUOTE))
    return own | heads, [block for block in kept if block.index not in repeated], facts


def _quotations(posts: Sequence[Post]) -> Iterator[Element]:
    """The outermost boxes of quotations, by their class, that are no ``blockquote`` and have none, as in vBulletin."""
    for post in posts:
        walk = etree.iterwalk(post.core, events=("start",))
        for _, step in walk:
            if step is not post.core and (names := step.get("class")) and is_quotation(names):
                walk.skip_subtree()
                if step.tag == "div" and step.find(".//blockquote") is None:
                    yield step


def _texts(posts: Sequence[Post]) -> list[Element]:
    """The ``blockquote`` elements that are the posts' own texts: those of a class that every post has."""
    found = [[quote for quote in post.core.iter("blockquote") if quote.get("class")] for post in posts]
    times = Counter(name for quotes in found for name in {quote.get("class") for quote in quotes})
    classes = {name for name, number in times.items() if number == len(posts) and not is_quotation(name or "")}
    return [quote for quotes in found for quote in quotes if quote.get("class") in classes]


def opened_by(posts: Sequence[Post], named: str, kept: Sequence[Block], facts: Metadata) -> Metadata:
    """``facts`` with the thread's starter as author, and with the day of the first post if it is earlier.

    The starter is the person ``named`` below the title, or else the declared author, or else the first post's. If more
    than a title precedes the first post, it is marked as an answer, or another post is older, it is a reply; then a
    declared author is ignored who is only the reply's.
    """
    first, days = posts[0], [(iso(post.time) or "")[:10] for post in posts]
    is_later = any(day and day < days[0] for day in days)
    before = takewhile(lambda block: first.element not in outwards(block.element), kept)
    names = first.core.get("class"), first.core.get("itemtype"), first.element.get("class")
    is_answer = _ANSWER.search(" ".join(filter(None, names))) is not None
    is_reply = is_later or is_answer or sum(len(block.text) for block in before) > MAX_TITLE
    starter = "" if is_later and named == first.author else named
    declared = "" if is_reply and facts.byline == first.author else facts.byline
    if is_reply:
        return replace(facts, byline=starter or declared or None)
    is_first = days[0] and (facts.published is None or days[0] < facts.published[:10])
    names = (starter, declared, first.author)
    byline = next((name for name in names if name and name != "You"), None)  # “You” talk with a chatbot
    return replace(facts, byline=byline, published=days[0] if is_first else facts.published)


def _opener(head: str, ends: int) -> Opener:
    """The opener of a post with the header ``head``; ``ends`` sections end with the post."""

    def opened(walk: Walk, element: Element, tag: str) -> Close:
        if not walk.writer.open_frame("section"):
            return walk.block()
        walk.writer.block(head, is_text=False)

        def close() -> None:
            for _ in range(ends):
                walk.writer.close_frame()

        return close

    return opened


def _head(post: Post, before: str) -> str:
    """The header: author, day if other than ``before``, score, and whether it is the accepted answer."""
    score = post.score.replace("-", "−") if post.score[:1] in ("+", "-", "−") else f"+{post.score}"
    parts = (
        f"<b><bdi>{escape(post.author)}</bdi></b>",
        escape(post.time) if post.time != before else "",
        score if post.score.strip("+-−0") else "",
        "<mark>✓</mark>" if post.accepted else "",
    )
    return f"<header>{_DOT.join(filter(None, parts))}</header>"
