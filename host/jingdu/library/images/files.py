"""Pictures as files: named by their content, so that none overwrites another and each is kept once."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Final

from jingdu.library.images.kinds import MIME, look
from jingdu.storage import atomic, private

_NAME: Final = re.compile(rf"[0-9a-f]{{20}}\.(?:{'|'.join(MIME)})")


def keep(data: bytes, folder: Path, room: Path | None = None) -> str:
    """Writes a picture into ``folder`` by way of ``room``; its name there. Raises `NoPicture`, ``OSError``.

    ``room`` is a folder of the same disk, whose owner clears it of what a kill leaves there.
    """
    kind = look(data)
    name = f"{hashlib.sha256(data).hexdigest()[:20]}.{kind.extension}"
    private.folder(folder)
    path = folder / name
    if path.is_symlink() or not (path.is_file() or path.is_dir()):
        atomic.replace(path, data, room)
    return name


def is_name(name: str) -> bool:
    """Whether ``name`` is one that ``keep`` gives: nothing that could lead out of a folder."""
    return _NAME.fullmatch(name) is not None


def mime(name: str) -> str:
    """The type of a kept picture by its name."""
    return MIME[name.rpartition(".")[2]]
