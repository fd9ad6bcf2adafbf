"""saved: whether the library has the article of an address."""

from __future__ import annotations

import threading
import time
from typing import Final

from jingdu import logs
from jingdu.library import finding, place
from jingdu.protocol.library import Saved, SavedResult

_REST: Final = 3.0
"""Seconds after an article was opened until the words are read: first it is read itself."""
_begun: list[threading.Thread] = []


def handle(request: Saved) -> SavedResult:
    """The newest article of the address, that of its canonical one too; None where there is none."""
    return SavedResult(finding.by_url(request.url))


def afterwards(request: Saved) -> None:
    """Reads the dictionary of the keywords in the background, once, where a save may follow."""
    if not _begun and place.folder().is_dir():
        _begun.append(threading.Thread(target=_load, daemon=True))
        _begun[0].start()


def _load() -> None:
    from jingdu.text import words

    time.sleep(_REST)
    try:
        words.cut("字")
    except Exception as error:  # a save will meet it again, and report it
        logs.failure(error, aloud=False)
