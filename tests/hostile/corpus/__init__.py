"""The hostile corpus: content that must be inert in everything made from a page.

``RUN`` stands for a script that reports its number, ``URL`` for an address whose server reports
requests; `live` puts both in. Where a vector holds the word ``kept``, the host must keep it.

``vectors.json`` has them in groups. *known*: single elements and attributes. *mutation*: markup that one parser reads
otherwise than the next. *running*: what runs by itself or at a touch. *loading*: what asks the network, or leads away.
*addresses*: those that are none. *words*: for titles, bylines, tags, notes and whatever else is shown as text.
*wrappers*: what hostile markup is set into.
"""

import json
from pathlib import Path
from typing import Final

_GROUPS: Final[dict[str, dict[str, str]]] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))
WORDS: Final = _GROUPS.pop("words")
WRAPPERS: Final = _GROUPS.pop("wrappers")
"""Name → HTML around ``{}``."""
VECTORS: Final = {name: html for group in _GROUPS.values() for name, html in group.items()}
"""Name → HTML."""


def live(vector: str, number: int, origin: str) -> str:
    """``vector`` whose script calls ``hit(number)`` and whose addresses are ``origin/number``."""
    return vector.replace("RUN", f"hit({number})").replace("URL", f"{origin}/{number}")
