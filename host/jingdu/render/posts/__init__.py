"""Threads: the posts of a page, each a ``section`` whose ``header`` names author, time and score.

A reply is a section in the one that it answers. Lists and tables that hold posts are not written; their posts are the
structure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Final

from jingdu.page.model import Block, Element, Page
from jingdu.render.markup import FRAMES, PARTS, escape
from jingdu.render.openers import OPENERS
from jingdu.render.posts.finding import Post, find
from jingdu.render.walk import Close, Opener, Walk
from jingdu.render.writer import Writer

_HOLDERS: Final = frozenset({*FRAMES, *PARTS, "table"})
"""Elements that would be written around the posts in them."""


def openers(page: Page, keep: Sequence[bool], kept: list[Block]) -> tuple[Mapping[str, Opener], list[Block]]:
    """How elements are opened where ``keep`` has posts, and ``kept`` without what their headers repeat."""
    posts = find(page, keep)
    if not posts:
        return OPENERS, kept
    days = ["", *(post.time for post in posts)]
    heads = {post.element: (_head(post, day), post.ends) for post, day in zip(posts, days, strict=False)}
    holders = {around for post in heads for around in post.iterancestors()}
    found = copy(OPENERS)
    for tag in _HOLDERS | {str(post.tag) for post in heads}:
        found[tag] = _opener(OPENERS[tag], heads, holders)
    repeated = {at for post in posts for at in post.repeated}
    return found, [block for block in kept if block.index not in repeated]


def _opener(usual: Opener, heads: Mapping[Element, tuple[str, int]], holders: set[Element]) -> Opener:
    def opened(walk: Walk, element: Element, tag: str) -> Close | None:
        if element in heads and walk.writer.open_frame("section"):
            head, ends = heads[element]
            walk.writer.block(head, is_text=False)
            return partial(_close, walk.writer, ends)
        return walk.block() if element in heads or element in holders else usual(walk, element, tag)

    return opened


def _close(writer: Writer, count: int) -> None:
    writer.end_run()
    for _ in range(count):
        writer.close_frame()


def _head(post: Post, before: str) -> str:
    """Who wrote a post, on which day if not that ``before``, its score, and whether it is the accepted answer."""
    score = post.score.replace("-", "−") if post.score[:1] in ("+", "-", "−") else f"+{post.score}"
    parts = (
        f"<b><bdi>{escape(post.author)}</bdi></b>",
        escape(post.time) if post.time != before else "",
        score if post.score.strip("+-−0") else "",  # with its sign, so that a number alone says what it is
        "<mark>✓</mark>" if post.accepted else "",
    )
    return f"<header>{' · '.join(filter(None, parts))}</header>"
