"""Extractors: functions from Page to Verdict, one module per paper.

To add one, write ``judge(page) -> Verdict`` in a module here and add it to ``_REGISTRY``.
"""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Final

from jingdu.faults import Fault
from jingdu.page.model import Page, Verdict

Extractor = Callable[[Page], Verdict]

DEFAULT: Final = "fused"
_REGISTRY: Final = {
    "decay": ("jingdu.extractors.decay", "decay"),
    "decay2012": ("jingdu.extractors.decay", "decay2012"),
    "entropy": ("jingdu.extractors.entropy", "entropy"),
    "fused": ("jingdu.extractors.fused", "fused"),
    "sited": ("jingdu.extractors.sited", "fused"),
    "network": ("jingdu.extractors.network", "network"),
    "support": ("jingdu.extractors.support", "support"),
    "template": ("jingdu.extractors.template", "template"),
    "title": ("jingdu.extractors.title", "title"),
    "title2015": ("jingdu.extractors.title", "title2015"),
    "wu2011": ("jingdu.extractors.support", "wu2011"),
}
"""Name → module, and the profile that is passed to its ``judge``. Modules are imported on first use."""


def names() -> list[str]:
    """The names of all extractors, the default first."""
    return sorted(_REGISTRY, key=lambda name: (name != DEFAULT, name))


def get(name: str, **options: object) -> Extractor:
    """The extractor ``name``, with ``options`` passed to its ``judge``; raises ``Fault`` ``unknown_extractor``."""
    if name not in _REGISTRY:
        raise Fault("unknown_extractor")
    module, profile = _REGISTRY[name]
    return partial(import_module(module).judge, profile=profile, **options)
