"""The allow-list: the last word on what an article may hold. Nothing re-serialises after it.

The walk writes only elements of this list, so for an honest page the cleaner changes
nothing; it stands here for the page that found a way through the walk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

import nh3

from jingdu.render import maths

TAGS: Final = maths.TAGS | frozenset(
    "a abbr b bdi bdo blockquote br caption cite code dd del details dfn dl dt em figcaption figure h1 "
    "h2 h3 h4 h5 h6 hr i "
    "img ins kbd li mark ol p pre q rp rt ruby s samp small strong sub summary sup table tbody td th "
    "thead tr u ul var".split()
)
_DIRECTED: Final = (
    "p h1 h2 h3 h4 h5 h6 blockquote ul li dl dt dd figure figcaption table tr caption summary bdi bdo".split()
)
ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(maths.TAGS, maths.ATTRIBUTES),
    **dict.fromkeys(_DIRECTED, frozenset({"dir"})),
    "a": frozenset({"href", "id"}),
    "abbr": frozenset({"title"}),
    "code": frozenset({"class"}),
    "details": frozenset({"open", "dir"}),
    "dfn": frozenset({"title"}),
    "img": frozenset({"src", "alt", "width", "height"}),
    "ol": frozenset({"start", "dir"}),
    "td": frozenset({"colspan", "rowspan", "dir"}),
    "th": frozenset({"colspan", "rowspan", "dir"}),
}
SCHEMES: Final = frozenset({"http", "https", "mailto", "tel"})
REMOVED: Final = frozenset(
    "script style template noscript svg iframe object embed textarea select title xmp noembed noframes "
    "plaintext".split()
)
"""Elements that go with all that is in them."""

_CLASS: Final = re.compile(r"math|math display|language-[a-z][\w+#.-]{0,20}")
_HREF: Final = re.compile("https?://|mailto:|tel:|#jd-", re.I)
_FAIR: Final = re.compile("[\t\n\r -~\xa0-\ud7ff\ue000-\U0010ffff]*")
"""Text without controls: what they are not is found twice as fast as what they are."""
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def _filter(tag: str, name: str, value: str) -> str | None:
    """``class`` is only what the walk itself sets; links are whole addresses; pictures never come over mailto."""
    if (name == "class" and not _CLASS.fullmatch(value)) or (name == "href" and not _HREF.match(value)):
        return None
    return None if name == "src" and not value.startswith(("https://", "http://")) else value


def _cleaner(attribute_filter: Callable[[str, str, str], str | None] | None) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=set(TAGS),
        attributes={"*": set(), **{tag: set(names) for tag, names in ATTRIBUTES.items()}},  # else nh3 adds title, lang
        attribute_filter=attribute_filter,
        clean_content_tags=set(REMOVED),
        url_schemes=set(SCHEMES),
        url_relative=lambda url: url if url.startswith("#jd-") else None,
        id_prefix="jd-",
        link_rel="noopener noreferrer",
    )


_STRICT: Final = _cleaner(_filter)
_QUICK: Final = _cleaner(None)
_STARTS: Final = ("https://", "http://", "#jd-", "mailto:", "tel:")
_ODD_CLASS: Final = re.compile(r' class="(?!(?:math|math display|language-[a-z][\w+#.-]{0,20})")')


def clean(html: str) -> str:
    """``html`` reduced to the allow-list. The filter, which costs a fifth, runs only where it has something to do."""
    if not _FAIR.fullmatch(html):
        html = _CONTROLS.sub("", html)
    cleaned = _QUICK.clean(html)
    if _may_be_odd(cleaned):
        cleaned = _STRICT.clean(html)
    return _CONTROLS.sub("", cleaned) if "&#" in html else cleaned  # a reference may have stood for one


def _may_be_odd(cleaned: str) -> bool:
    """Whether ``cleaned`` holds what ``_filter`` would take out, as the cleaner writes it."""
    if _others(cleaned, ' src="', _STARTS[:2]) or _others(cleaned, ' href="', _STARTS):
        return True
    return ' class="' in cleaned and bool(_ODD_CLASS.search(cleaned))


def _others(cleaned: str, name: str, starts: Sequence[str]) -> bool:
    """Whether an attribute of this name begins otherwise."""
    left = cleaned.count(name)
    for start in starts:
        if not left:
            return False
        left -= cleaned.count(name + start)
    return left > 0
