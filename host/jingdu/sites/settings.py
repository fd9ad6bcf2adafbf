"""Settings for learning from sites and corrections: a JSON file; for sites an environment variable takes precedence."""

import json
import os
from pathlib import Path
from typing import Final

from jingdu.storage import lock, private

LEARN_SITES: Final = "learn_sites"
LEARN_CORRECTIONS: Final = "learn_corrections"
VARIABLE: Final = "JINGDU_LEARN_SITES"
"""Environment variable: ``0``, ``no``, ``off`` or ``false`` switches learning from sites off, any other value on."""
_NO: Final = frozenset({"0", "no", "off", "false"})


def path() -> str:
    return os.path.join(private.data(), "settings.json")


def learns(what: str = LEARN_SITES) -> bool:
    """Whether learning is on (the default) for `LEARN_SITES` or `LEARN_CORRECTIONS`."""
    value = os.environ.get(VARIABLE, "").strip().lower()
    if value and what == LEARN_SITES:
        return value not in _NO
    try:
        stored = json.loads(Path(path()).read_text("utf-8"))
        return (stored[what] if what == LEARN_SITES else stored.get(what)) is not False
    except FileNotFoundError:
        return True
    except (OSError, *private.DAMAGE):
        return False  # off if the file exists but is unreadable


def switch(on: bool, what: str = LEARN_SITES) -> None:
    """Switches learning on or off; raises ``OSError``."""
    with lock.locked(Path(path())):
        stored = private.read_json(Path(path()))
        known = stored if isinstance(stored, dict) else {}
        private.write_json(Path(path()), {LEARN_SITES: True, **known, what: on})
