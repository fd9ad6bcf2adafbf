"""The allow-list of elements and attributes of an article. Nothing is serialised again after cleaning.

The walk writes only elements of this list, so the cleaner is a second line of defence.
"""

import re
from typing import Final

import nh3

from jingdu.render import maths
from jingdu.text.addresses import EMBEDDED, SCHEMES

TAGS: Final = maths.TAGS | frozenset(
    "a abbr b bdi bdo blockquote br caption cite code dd del details dfn dl dt em figcaption figure h1 h2 h3 h4 h5 h6 "
    "header hr i img ins kbd li mark ol p pre q rp rt ruby s samp section small strong sub summary sup table tbody td "
    "th thead tr u ul var wbr".split()
)
_DIRECTED: Final = "p h1 h2 h3 h4 h5 h6 blockquote ul li dl dt dd figure figcaption table tr caption summary bdi bdo"
ATTRIBUTES: Final[dict[str, frozenset[str]]] = {
    **dict.fromkeys(maths.TAGS, maths.ATTRIBUTES),
    **dict.fromkeys(_DIRECTED.split(), frozenset({"dir"})),
    "a": frozenset({"href", "id", "class"}),
    "abbr": frozenset({"title"}),
    "blockquote": frozenset({"class", "dir"}),
    "code": frozenset({"class"}),
    "details": frozenset({"open", "dir"}),
    "dfn": frozenset({"title"}),
    "figcaption": frozenset({"class", "dir"}),
    "img": frozenset({"src", "alt", "width", "height"}),
    "li": frozenset({"value", "dir"}),
    "ol": frozenset({"start", "type", "dir"}),
    "td": frozenset({"colspan", "rowspan", "dir"}),
    "table": frozenset({"class", "dir"}),
    "th": frozenset({"colspan", "rowspan", "scope", "dir"}),
}
REMOVED: Final = frozenset(
    "script style template noscript svg iframe object embed textarea select title xmp noembed noframes "
    "plaintext".split()
)
"""Elements removed with their contents."""

_VALUES: Final = {
    "class": re.compile(r"(?:math|math display|note|infobox|admonition|picture|language-[a-z][\w+#.-]{0,20})\Z"),
    "href": re.compile("https?://|mailto:|tel:|#jd-", re.I),
    "src": re.compile(f"https?://|{EMBEDDED.pattern}"),
}
"""Attribute → the beginning of its allowed values, or the whole value."""
_EMPTY_LINK: Final = re.compile('<a href="[^"]*" rel="noopener noreferrer"></a>')
"""The remains of a link around another link."""
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def _filter(tag: str, name: str, value: str) -> str | None:
    """The attribute's value; None for a class that the walk does not write, or an address of another scheme."""
    return value if name not in _VALUES or _VALUES[name].match(value) else None


_CLEANER: Final = nh3.Cleaner(
    tags=set(TAGS),
    attributes={"*": set(), **{tag: set(names) for tag, names in ATTRIBUTES.items()}},  # else nh3 adds title, lang
    attribute_filter=_filter,
    clean_content_tags=set(REMOVED),
    url_schemes={*SCHEMES, "data"},  # `_filter` allows pictures only
    url_relative=lambda url: url if url.startswith("#jd-") else None,
    id_prefix="jd-",
    link_rel="noopener noreferrer",
)


def clean(html: str) -> str:
    """Reduces ``html`` to the allow-list."""
    cleaned = _EMPTY_LINK.sub("", _CLEANER.clean(html if html.isprintable() else _CONTROLS.sub("", html)))
    return _CONTROLS.sub("", cleaned) if "&#" in html else cleaned  # character references may yield more
