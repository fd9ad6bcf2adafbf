"""How the walk writes posts: a ``section`` with a ``header``; a reply is a section in the one that it answers.

Lists and tables that hold posts are not written; their posts are the structure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Final

from jingdu.page.model import Element
from jingdu.render.markup import FRAMES, PARTS, escape
from jingdu.render.openers import OPENERS
from jingdu.render.posts.finding import Post
from jingdu.render.walk import Close, Opener, Walk
from jingdu.render.writer import Writer

_HOLDERS: Final = frozenset({*FRAMES, *PARTS, "table"})
"""Elements that would be written around the posts in them."""


def openers(posts: Sequence[Post]) -> Mapping[str, Opener]:
    """The openers of a page with these posts."""
    days = ["", *(post.time for post in posts)]
    heads = {post.element: head(post, day) for post, day in zip(posts, days, strict=False)}
    holders = {around for post in heads for around in post.iterancestors()}
    ends = {post.element: post.ends for post in posts}
    found = copy(OPENERS)
    for tag in _HOLDERS | {str(post.tag) for post in heads}:
        found[tag] = _opener(OPENERS[tag], heads, ends, holders)
    return found


def _opener(usual: Opener, heads: Mapping[Element, str], ends: Mapping[Element, int], holders: set[Element]) -> Opener:
    def opened(walk: Walk, element: Element, tag: str) -> Close | None:
        if element in heads and walk.writer.open_frame("section"):
            walk.writer.block(heads[element], is_text=False)
            return partial(_close, walk.writer, ends[element])
        return walk.block() if element in heads or element in holders else usual(walk, element, tag)

    return opened


def _close(writer: Writer, count: int) -> None:
    writer.end_run()
    for _ in range(count):
        writer.close_frame()


def head(post: Post, before: str = "") -> str:
    """Who wrote a post, on which day if not that ``before``, its score, and whether it is the accepted answer."""
    author = f"<b><bdi>{escape(post.author)}</bdi></b>"
    parts = (
        author,
        escape(post.time) if post.time != before else "",
        _signed(post.score),
        "<mark>✓</mark>" if post.accepted else "",
    )
    return f"<header>{' · '.join(filter(None, parts))}</header>"


def _signed(score: str) -> str:
    """A score with its sign, so that a number alone says what it is; nothing where it is 0."""
    if not score.strip("+-−0"):
        return ""
    return score.replace("-", "−") if score[0] in "+-−" else f"+{score}"
