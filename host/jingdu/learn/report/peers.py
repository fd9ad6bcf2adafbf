"""The extractors that ours is measured beside, where they are installed (``pip install jingdu[peers]``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, Final

from jingdu.learn.corpus import Example
from jingdu.learn.report.metrics import Facts


def _trafilatura(html: str, **options: Any) -> str:
    from trafilatura import extract

    return extract(html, **options) or ""


def _trafilatura_facts(example: Example) -> Facts:
    from trafilatura import extract_metadata

    found = extract_metadata(example.html, default_url=example.url)
    return Facts(found.title, found.author, found.date, found.language) if found else Facts()


def _readability(html: str) -> str:
    import logging

    from lxml.html import fromstring
    from readability import Document

    logging.getLogger("readability.readability").setLevel(logging.CRITICAL)  # it logs each page it can't read
    return _spaced(fromstring(Document(html).summary(html_partial=True)))


def _readability_facts(example: Example) -> Facts:
    from readability import Document

    return Facts(Document(example.html).short_title())


def _spaced(tree: Any) -> str:
    return " ".join(" ".join(tree.itertext()).split())


def _resiliparse(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(html, main_content=True, alt_texts=False))


def _justext(html: str) -> str:
    import justext

    paragraphs = justext.justext(html.encode("utf-8"), _stop_words(), encoding="utf-8")
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


@cache
def _stop_words() -> frozenset[str]:
    """Those of all languages it has, since pages don't come with theirs; it has none for Chinese."""
    import justext

    return frozenset(word for language in justext.get_stoplists() for word in justext.get_stoplist(language))


def _page_title(example: Example) -> Facts:
    """For a library that gives no title: the page's ``<title>``, which its user would take."""
    from jingdu.page.parse import parse

    return Facts(parse(example.html).title)


@dataclass(frozen=True, slots=True)
class Peer:
    """One extractor: the module that it needs, its text, and its title and other facts."""

    module: str
    text: Callable[[str], str]
    facts: Callable[[Example], Facts]
    variant: bool = False
    """A setting of a peer that is measured only where it is named, or where snippets are."""


def _setting(**options: Any) -> Peer:
    """Trafilatura as its own evaluation sets it (tests/evaluate.py there): without comments, and ``options``."""
    text = partial(_trafilatura, include_comments=False, **options)
    return Peer("trafilatura", text, _trafilatura_facts, variant=True)


PEERS: Final[dict[str, Peer]] = {
    "trafilatura": Peer("trafilatura", _trafilatura, _trafilatura_facts),
    "readability-lxml": Peer("readability", _readability, _readability_facts),
    "resiliparse": Peer("resiliparse", _resiliparse, _page_title),
    "justext": Peer("justext", _justext, _page_title),
    "trafilatura-plain": _setting(),
    "trafilatura-fast": _setting(fast=True),
    "trafilatura-precision": _setting(favor_precision=True),
    "trafilatura-recall": _setting(favor_recall=True),
}
"""Name → peer, the library's defaults first; ``trafilatura-…`` are its other settings."""


def installed(variants: bool = True) -> list[str]:
    """The names of peers that are here; with ``variants``, their other settings too."""
    return [name for name, peer in PEERS.items() if (variants or not peer.variant) and find_spec(peer.module)]
