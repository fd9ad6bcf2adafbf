"""Jingdu (净读, "clean reading"): finds the article of a web page, for reading and keeping.

    >>> import jingdu
    >>> article = jingdu.read(html, "https://example.org/a")     # doctest: +SKIP
    >>> article.title, article.text, article.markdown            # doctest: +SKIP

Importing costs next to nothing: the work is imported when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jingdu.faults import Fault as Fault
    from jingdu.reading import read as read
    from jingdu.render.article import Article as Article

__version__ = "0.1.0"
__all__ = ["Article", "Fault", "__version__", "read"]

_HOMES = {"read": "jingdu.reading", "Article": "jingdu.render.article", "Fault": "jingdu.faults"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jingdu' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
