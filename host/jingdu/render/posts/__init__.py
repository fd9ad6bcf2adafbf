"""Threads: the posts of a page, each written as a section whose header names author, time and score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from jingdu.page.model import Block, Page
from jingdu.render.openers import OPENERS
from jingdu.render.posts import writing
from jingdu.render.posts.finding import find
from jingdu.render.walk import Opener


def openers(page: Page, keep: Sequence[bool], kept: list[Block]) -> tuple[Mapping[str, Opener], list[Block]]:
    """How elements are opened where ``keep`` has posts, and ``kept`` without what their headers repeat."""
    posts = find(page, keep)
    if not posts:
        return OPENERS, kept
    repeated = {at for post in posts for at in post.repeated}
    return writing.openers(posts), [block for block in kept if block.index not in repeated]
