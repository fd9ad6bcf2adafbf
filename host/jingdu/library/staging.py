"""Files sent in parts under a token before the request that needs them; removed when nothing comes for long.

They wait in a private folder of the user's, because the host may be another process by then.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from jingdu.protocol.fields import is_token
from jingdu.storage import private


class Staging(NamedTuple):
    """The folders of one kind of files."""

    name: str
    expires: float
    """Seconds after the last part of a token."""

    def root(self) -> Path:
        return Path(private.data()) / self.name

    def folder(self, token: str) -> Path:
        """The folder of a token, which need not exist."""
        return self.root() / token

    def has(self, token: str) -> bool:
        return is_token(token) and self.folder(token).is_dir()

    def remove(self, token: str) -> None:
        """Removes everything that came under a token."""
        if is_token(token):
            shutil.rmtree(self.folder(token), ignore_errors=True)

    def expire(self, now: float | None = None) -> None:
        """Removes the tokens whose last part is too long ago."""
        oldest = (time.time() if now is None else now) - self.expires
        with suppress(OSError), os.scandir(self.root()) as entries:
            for entry in entries:
                if entry.stat().st_mtime < oldest:
                    shutil.rmtree(entry.path, ignore_errors=True)
