"""Millions of pages: one machine by `extract`, more by an engine that takes `map_in_arrow` (Spark) or `Extract` (Ray).

Needs the extra ``crawl``. See ``README.md`` here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jingdu.crawl.engines import Extract as Extract
    from jingdu.crawl.engines import map_in_arrow as map_in_arrow
    from jingdu.crawl.run import Crawl as Crawl
    from jingdu.crawl.run import extract as extract

_HOMES = {"Crawl": "run", "extract": "run", "Extract": "engines", "map_in_arrow": "engines"}
__all__ = ["Crawl", "Extract", "extract", "map_in_arrow"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'jingdu.crawl' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"jingdu.crawl.{_HOMES[name]}"), name)
