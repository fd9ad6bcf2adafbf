"""One file for each command of ``jingdu``."""

from __future__ import annotations


class InputError(Exception):
    """The page can't be had; the text is one sentence that says why."""
