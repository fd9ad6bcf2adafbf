"""Columns of evidence outside a block's text: declarations of the page (``articleBody``, the description, its kind),
targets of links, and other pages of the site (papers E and P).

Declarations are weak evidence: ``articleBody`` is often only a preview.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain, compress
from typing import Final, NamedTuple

import numpy as np

from jingdu.features.columns import Columns, Numbers
from jingdu.page.model import Element, Page
from jingdu.page.query import declares, json_ld
from jingdu.sites.profile import SiteProfile, term_weights
from jingdu.text.words import dense, terms

ABSENT: Final = -1.0
"""Value without a declaration, or without another page of the site."""
SITE: Final = ("site_weight", "site_known", "site_repeats", "site_share", "site_path")
"""Columns from other pages of the site."""
MIN_TEXT: Final = 20
"""Minimum characters of blocks and declarations that are compared."""
MAX_START: Final = 60
"""Characters of a block; the first ``COMPARED`` of them, without white space, are compared with declarations."""
COMPARED: Final = 16
MAX_BODY: Final = 200_000
_BODY: Final = re.compile(r'"articleBody"\s*:\s*("(?:[^"\\]|\\.)*")')
_TYPE: Final = re.compile(r'"@type"\s*:\s*"(\w+)"')
_TYPES: Final = {
    "article": "Article NewsArticle BlogPosting ReportageNewsArticle AnalysisNewsArticle LiveBlogPosting TechArticle",
    "thread": "DiscussionForumPosting QAPage Question Answer Comment",
    "list": "ItemList CollectionPage SearchResultsPage OfferCatalog",
    "og_article": "",
    "og_other": "",
}
"""Kind of page → schema.org types that declare it."""
_KIND_OF: Final = {name: kind for kind, names in _TYPES.items() for name in names.split()}
_THREADS: Final = ("QAPage", "DiscussionForumPosting")
_NEWS: Final = ("NewsArticle",)
_THREAD_PATH: Final = re.compile(
    r"/(?:(?:threads?|forums?|showthread|viewtopic)\b|d/\d+-|browse/[A-Z]\w+-\d"
    r"|(?:topics?|comments|questions?|discussions?|issues|pull|merge_requests)/\d+\b|frage/"
    r"|t/\d+(?:[/?#]|$)|t/[^/]+/\d+(?:[/?#]|$)|r/\w+/comments/|topic/\w+(?:-\w+){2}|post/\d+/?$"
    r"|qa?/(?:question_detail/)?q?\d{5}|read\.cgi/\w+/\d|item\?id=\d)|tieba\.[^/]+/p/\d|[?&](?:tid|topic|showtopic)=\d"
)
_TAG: Final = re.compile(r"<[^<>]*>")
_OUTSIDE: Final = ("javascript:", "mailto:", "tel:")


def evidence_columns(page: Page) -> Columns:
    """Columns of declarations and links.

    ``in_body``: whether the block's beginning occurs in the JSON-LD ``articleBody``; ``described``: in the description;
    ``marked``: whether it is inside ``itemprop=articleBody`` (all three ``ABSENT`` without a declaration); ``leads``:
    target of its first link; ``page_KIND``: whether the page declares this kind (of ``_TYPES``).
    """
    declared = _declared(page)
    starts = [dense(text[:MAX_START])[:COMPARED] if len(text) >= MIN_TEXT else "" for text in page.blocks.texts]
    flags = np.zeros(len(page.blocks)), np.ones(len(page.blocks))
    return {
        **{f"page_{kind}": flags[kind in declared.kinds] for kind in _TYPES},
        "in_body": _occurring(starts, declared.body),
        "described": _occurring(starts, declared.description),
        "marked": _marked(page),
        "leads": _leads(page),
    }


def declares_thread(page: Page) -> bool:
    """Whether the page declares a forum thread or a Q&A page, or marks its messages with their authors' roles."""
    return declares(page, _THREADS) or bool(page.containers.having("data-message-author-role"))


def names_thread(page: Page) -> bool:
    """Whether the page's address names a thread."""
    return _THREAD_PATH.search(page.url or "") is not None


def has_comments(page: Page) -> bool:
    """Whether posts are comments on an article or product: the page declares news, or has WordPress's classes."""
    classes = (set(names.split()) for names in page.containers.classes)
    return declares(page, _NEWS) or any("depth-1" in found and found & {"comment", "review"} for found in classes)


class _Declared(NamedTuple):
    """The longest ``articleBody`` and description without white space, empty if absent, and the kinds of page."""

    body: str
    description: str
    kinds: set[str]


def _declared(page: Page) -> _Declared:
    bodies, descriptions, kinds = [], [], set()
    for meta in page.by_tag["meta"]:
        name = meta.get("property") or meta.get("name")
        if name in ("og:description", "description"):
            descriptions.append(meta.get("content") or "")
        elif name == "og:type":
            kinds.add("og_article" if meta.get("content") == "article" else "og_other")
    for text in json_ld(page):
        kinds |= {_KIND_OF[found] for found in _TYPE.findall(text[:MAX_BODY]) if found in _KIND_OF}
        if "articleBody" in text:
            bodies += [_json_text(found) for found in _BODY.findall(text[:MAX_BODY])]
    return _Declared(dense(max(bodies, key=len, default="")), dense(max(descriptions, key=len, default="")), kinds)


def _json_text(literal: str) -> str:
    try:
        return _TAG.sub(" ", str(json.loads(literal, strict=False)))
    except ValueError:
        return ""


def _occurring(starts: list[str], declared: str) -> Numbers:
    """Whether each start of a block occurs in a declared text; ``ABSENT`` if that is too short."""
    if len(declared) < MIN_TEXT:
        return np.full(len(starts), ABSENT)
    windows = {declared[at : at + COMPARED] for at in range(len(declared) - COMPARED + 1)}
    return np.fromiter((start in windows for start in starts), dtype=np.float64, count=len(starts))


def _marked(page: Page) -> Numbers:
    found = np.zeros(len(page.blocks))
    containers = page.containers
    for container in containers.having("itemprop"):
        if "articleBody" in containers.attributes[container]["itemprop"]:
            found[containers.firsts[container] : containers.lasts[container]] = 1
    return found if found.any() else np.full(len(found), ABSENT)


def _leads(page: Page) -> list[str]:
    """The target of each block's first link.

    It is ``none`` (no link), ``here`` (a fragment), ``site``, ``away`` (another site), ``address`` (unknown, since the
    page's own address is) or ``outside`` (not a page).
    """
    blocks = page.blocks
    found = ["none"] * len(blocks)
    host = _host(page.url or "")
    for block in compress(range(len(blocks)), blocks.links):
        found[block] = _target(_first_link(blocks.places[blocks.span(block)]), host)
    return found


def _first_link(places: Iterable[Element]) -> str | None:
    """The ``href`` of the first link among elements and their parents, or None."""
    for place in places:
        if place.tag == "a":
            return place.get("href")
        outer = place.getparent()
        if outer is not None and outer.tag == "a":
            return outer.get("href")
    return None


def _target(href: str | None, host: str) -> str:
    if not href:
        return "none"
    if href.startswith("#"):
        return "here"
    if href.startswith(("http:", "https:", "//")):
        return "address" if not host else "site" if _host(href) == host else "away"
    return "outside" if href.startswith(_OUTSIDE) else "site"


def _host(url: str) -> str:
    """The last two labels of the host, or empty."""
    return ".".join(url.partition("//")[2].partition("/")[0].rsplit(".", 2)[-2:]).lower()


# other pages of the site


def site_columns(page: Page, site: SiteProfile | None) -> Columns:
    """Columns from the profile of the page's site.

    ``site_weight``: mean weight 1 − EN of the block's terms, including links (0: template, 1: unique).
    ``site_known``: share of the terms that occur on other pages. ``site_repeats``: number of other pages with the same
    text, ``site_share``: their share. ``site_path``: 1 inside the extraction path (paper P), else 0. All are ``ABSENT``
    without another page of the site, ``site_path`` also if the template is new.
    """
    columns = None if site is None else _site_columns(page, site)
    return columns or {name: np.full(len(page.blocks), ABSENT) for name in SITE}


def _site_columns(page: Page, site: SiteProfile) -> Columns | None:
    """The columns, or None without another page of the site. Imports lazily, because most sites have no profile."""
    from jingdu.sites.learning import knows
    from jingdu.sites.templates import path_of_cluster

    checksums = list(map(site.checksum, page.blocks.texts))
    known = knows(site, page, checksums)
    others = site.count - known
    if others < 1:
        return None
    lists = [terms(text) for text in page.blocks.texts]
    own = Counter(chain.from_iterable(lists))
    weights = term_weights(own, site, known)
    weight_of = dict.fromkeys(own, 1.0) | weights
    weight, is_known = weight_of.__getitem__, weights.__contains__
    repeats = np.array([site.texts.get(checksum, known) - known for checksum in checksums])
    path = np.full(len(lists), ABSENT)
    steps = path_of_cluster(page, site)
    if steps is not None:
        inside = page.containers.blocks(steps[-1] if steps else 0)
        path[:] = 0
        path[inside.start : inside.stop] = 1
    return {
        "site_weight": np.array([sum(map(weight, words)) / (len(words) or 1) for words in lists], dtype=np.float64),
        "site_known": np.array([sum(map(is_known, words)) / (len(words) or 1) for words in lists], dtype=np.float64),
        "site_repeats": repeats.astype(np.float64),
        "site_share": repeats / others,
        "site_path": path,
    }
