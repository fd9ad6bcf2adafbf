"""The packaged sample: rows of labelled pages that an adjustment must not worsen.

Made by `jingdu.learn.train.sample`.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Final

from jingdu.extractors import additive
from jingdu.faults import Fault
from jingdu.personal import rows
from jingdu.personal.rows import Rows

FORMAT: Final = 1
NAME: Final = "sample"


@cache
def load() -> list[Rows]:
    """The rows of its pages. Raises ``Fault`` ``bad_weights`` where they are not those of the packaged weights."""
    try:
        data: Any = json.loads(additive.read(NAME))
        if data["format"] != FORMAT or data["first"] != additive.load("support").digest:
            raise Fault("bad_weights")
        return [rows.unpacked(page) for page in data["pages"]]
    except (ValueError, KeyError, TypeError) as error:
        raise Fault("bad_weights") from error
