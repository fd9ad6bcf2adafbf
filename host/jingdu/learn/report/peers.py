"""Other extractors for comparison (``pip install jingdu[peers]``)."""

from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from jingdu.learn.corpus import Example
from jingdu.learn.report.metrics import Facts


def _trafilatura(html: str, **options: Any) -> str:
    from trafilatura import extract

    return extract(html, **options) or ""


def _trafilatura_facts(example: Example) -> Facts:
    from trafilatura import extract_metadata

    metadata = extract_metadata(example.html, default_url=example.url)
    return Facts(metadata.title, metadata.author, metadata.date, metadata.language) if metadata else Facts()


def _readability(html: str) -> str:
    import logging

    from lxml.html import fromstring
    from readability import Document

    logging.getLogger("readability.readability").setLevel(logging.CRITICAL)  # it logs each failure
    tree: Any = fromstring(Document(html).summary(html_partial=True))
    return " ".join(" ".join(tree.itertext()).split())


def _readability_facts(example: Example) -> Facts:
    from readability import Document

    return Facts(Document(example.html).short_title())


def _resiliparse(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(html, main_content=True, alt_texts=False))


def _justext(html: str) -> str:
    import justext

    paragraphs = justext.justext(html.encode("utf-8"), _stop_words(), encoding="utf-8")
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


@cache
def _stop_words() -> frozenset[str]:
    """Stop words of all languages, as a page's language is unknown; there are none for Chinese."""
    import justext

    return frozenset(word for language in justext.get_stoplists() for word in justext.get_stoplist(language))


def _page_title(example: Example) -> Facts:
    """The page's ``<title>``, for libraries that return no title."""
    from jingdu.page.parse import parse

    return Facts(parse(example.html).title)


class Peer(NamedTuple):
    module: str
    """The module that must be installed."""
    text: Callable[[str], str]
    facts: Callable[[Example], Facts]
    variant: bool = False
    """Whether it is measured only if named or on snippets."""


def _variant(**options: Any) -> Peer:
    """Trafilatura without comments, as in its own evaluation (tests/evaluate.py)."""
    text = partial(_trafilatura, include_comments=False, **options)
    return Peer("trafilatura", text, _trafilatura_facts, variant=True)


PEERS: Final[dict[str, Peer]] = {
    "trafilatura": Peer("trafilatura", _trafilatura, _trafilatura_facts),
    "readability-lxml": Peer("readability", _readability, _readability_facts),
    "resiliparse": Peer("resiliparse", _resiliparse, _page_title),
    "justext": Peer("justext", _justext, _page_title),
    "trafilatura-plain": _variant(),
    "trafilatura-fast": _variant(fast=True),
    "trafilatura-precision": _variant(favor_precision=True),
    "trafilatura-recall": _variant(favor_recall=True),
}
"""Name → peer."""


def installed(variants: bool = True) -> list[str]:
    """Names of the installed peers, optionally with variants."""
    return [name for name, peer in PEERS.items() if (variants or not peer.variant) and find_spec(peer.module)]
