"""Jingdu (净读, "clean reading"): extracts the article of a web page, for reading and saving.

    >>> import jingdu
    >>> article = jingdu.read(html, "https://example.org/a")     # doctest: +SKIP
    >>> article.title, article.text, article.markdown            # doctest: +SKIP

Importing the package is cheap: its names are loaded lazily.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jingdu.faults import Fault as Fault
    from jingdu.reading import read as read
    from jingdu.render.article import Article as Article

__version__ = "0.1.0"
__all__ = ["Article", "Fault", "__version__", "read"]

_MODULES = {"read": "jingdu.reading", "Article": "jingdu.render.article", "Fault": "jingdu.faults"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'jingdu' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)
