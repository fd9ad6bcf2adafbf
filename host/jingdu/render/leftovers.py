"""Kept blocks that are no part of the article: what its header shows, words of buttons, languages, data of scripts."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from jingdu.page.metadata import Metadata, repeats
from jingdu.page.model import Block
from jingdu.render import code

FIRST: Final = 4
"""Kept blocks that may repeat the byline or the date."""
MAX_LINE: Final = 70
"""Maximum characters of a line that is left out."""
_PARTS: Final = frozenset({"td", "th", "dt", "li", "h1", "h2", "h3", "h4", "h5", "h6"})
"""Tags of containers whose text stays."""
_HEADINGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6"})
_BUTTONS: Final = frozenset(
    "share, share this, print, copy, copy link, tweet, pin it, click to expand, expand, collapse, read less, "
    "show less, reveal hidden contents, back to top, loading, advertisement, anzeige, werbung, реклама, "
    "分享, 广告, 廣告".split(", ")
)
_LINKS: Final = frozenset(
    "learn more, read more, see more, view more, load more, find out more, discover more, more info, continue reading, "
    "see all, view all, see details, view details, apply now, order now, add to cart, subscribe, sign up, play, "
    "facebook, twitter, linkedin, whatsapp, pinterest, twitter facebook, mehr, mehr erfahren, mehr lesen, weiterlesen, "
    "lire la suite, en savoir plus, leer más, saber más, czytaj więcej, czytaj dalej, читать далее, подробнее, "
    "阅读全文, 閱讀全文, 查看全文, 阅读更多, 查看更多, 了解更多".split(", ")
)

_COUNT: Final = re.compile(
    r"\d[\d,.]*k? ?(?:likes?|views?|repl(?:y|ies)|answers?|comments?)|共? ?\d+ ?[条條个個则則] ?(?:评论|評論|回复|回覆|回答)",
    re.IGNORECASE,
)
"""Counters below a post."""


def without(kept: Iterable[Block], facts: Metadata) -> list[Block]:
    """``kept`` without such blocks, and without headings at the start that a larger heading follows."""
    blocks = list(kept)
    following = [*(block.element.tag for block in blocks[1:]), ""]
    rest = [
        block
        for number, (block, after) in enumerate(zip(blocks, following, strict=True))
        if not _is_leftover(block, number < FIRST, after, facts)
    ]
    tags = [block.element.tag for block in rest]
    larger = (at for at, (tag, after) in enumerate(pairwise(tags)) if not (tag in _HEADINGS and "h1" <= after < tag))
    return rest[next(larger, 0) :]


def _is_leftover(block: Block, is_early: bool, after: str, facts: Metadata) -> bool:
    """Whether a block is left out; ``after`` is the tag of the next one's container."""
    if block.element.tag in _PARTS:
        return False
    if len(block.text) > MAX_LINE:
        return _is_data(block)
    return (
        _is_label(block)
        or (after == "pre" and bool(code.named(block.text)))
        or (is_early and repeats(block.text, facts))
    )


def _is_data(block: Block) -> bool:
    """Whether a block is a JSON object outside code; sites keep some in hidden elements for their scripts."""
    is_object = block.text.startswith('{"') and block.text.endswith("}")
    return is_object and block.element.tag != "pre" and "code" not in block.inline


def _is_label(block: Block) -> bool:
    """Whether a block is no more than a counter, or the words of a link or button."""
    words = block.text.strip(" .…>»→›:：·|").casefold()
    return words in _BUTTONS or bool(_COUNT.fullmatch(words)) or (words in _LINKS and block.link_chars >= len(words))
