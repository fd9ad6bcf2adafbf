"""The payload vectors: content that must be inert in every output of the host and the extension.

``RUN`` is a placeholder for a script that reports its number, ``URL`` for an address whose server records requests;
`live` replaces both. If a vector contains the word ``kept``, the host must keep that word.

The groups of ``vectors.json``: *known*: single elements and attributes. *mutation*: markup that two parsers read
differently (mXSS). *running*: scripts that run on load or on interaction. *loading*: requests and navigation.
*addresses*: invalid URLs. *words*: plain text for titles, bylines, tags, notes. *wrappers*: HTML around a vector.
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
