"""Threads: posts are rendered as ``section`` with a ``header`` of author, time and score.

A reply is a section inside the one that it answers. Lists and tables around posts are not written.
"""

from collections.abc import Sequence
from typing import Final

from jingdu.page.model import Block, Element, Page
from jingdu.render.markup import FRAMES, PARTS, escape
from jingdu.render.posts.finding import Post, find
from jingdu.render.walk import Close, Opener, Walk

_HOLDERS: Final = frozenset({*FRAMES, *PARTS, "table"})
"""Elements that are not written around posts."""
_DOT: Final = "\u00a0· "
"""Between the parts of a header; a line may end with a dot, but not begin with one."""


def openers(
    page: Page, keep: Sequence[bool], kept: list[Block], title: str
) -> tuple[dict[Element, Opener], list[Block], str]:
    """Openers of the posts and of elements around them, ``kept`` without blocks that the headers repeat, and who
    started the thread."""
    posts, starter = find(page, keep, title)
    days = ["", *(post.time for post in posts)]
    heads = {post.element: _opener(_head(post, day), post.ends) for post, day in zip(posts, days, strict=False)}
    unwritten = _HOLDERS | {post.tag for post in heads}
    around = (step for post in posts for step in post.core.iterancestors() if step.tag in unwritten)
    repeated = {at for post in posts for at in post.repeated}
    return (
        {**dict.fromkeys(around, _holder), **heads},
        [block for block in kept if block.index not in repeated],
        starter,
    )


def _opener(head: str, ends: int) -> Opener:
    """Opens a post; ``ends`` sections end with it."""

    def opened(walk: Walk, element: Element, tag: str) -> Close:
        if not walk.writer.open_frame("section"):
            return walk.block()
        walk.writer.block(head, is_text=False)

        def close() -> None:
            for _ in range(ends):
                walk.writer.close_frame()

        return close if ends else walk.writer.end_run

    return opened


def _holder(walk: Walk, element: Element, tag: str) -> Close:
    return walk.block()


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
