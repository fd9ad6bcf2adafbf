"""The extractors that ours is measured beside, where they are installed (``pip install jingdu[peers]``)."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

Extract = Callable[[str], str]


def _trafilatura(html: str) -> str:
    from trafilatura import extract

    return extract(html) or ""


def _readability(html: str) -> str:
    import logging

    from lxml.html import fromstring

    from readability import Document

    logging.getLogger("readability.readability").setLevel(logging.CRITICAL)  # it logs each page it can't read
    return _spaced(fromstring(Document(html).summary(html_partial=True)))


def _spaced(tree: Any) -> str:
    return " ".join(" ".join(tree.itertext()).split())


def _resiliparse(html: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(html, main_content=True, alt_texts=False))


def _justext(html: str) -> str:
    import justext

    language = "English"
    paragraphs = justext.justext(html.encode("utf-8"), justext.get_stoplist(language), encoding="utf-8")
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


PEERS: Final[dict[str, tuple[str, Extract]]] = {
    "trafilatura": ("trafilatura", _trafilatura),
    "readability-lxml": ("readability", _readability),
    "resiliparse": ("resiliparse", _resiliparse),
    "justext": ("justext", _justext),
}
"""Name → the module that must be there, and the call."""


def installed() -> list[str]:
    return [name for name, (module, _) in PEERS.items() if find_spec(module)]
