"""Pictures as files: named by their content, so that none overwrites another and each is kept once."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path
from typing import Final

from jingdu.library.pictures.kinds import MIME, look

_NAME: Final = re.compile(rf"[0-9a-f]{{20}}\.(?:{'|'.join(MIME)})")


def keep(data: bytes, folder: Path) -> str:
    """Writes a picture into ``folder``; its name there. Raises `NoPicture`, ``OSError``."""
    kind = look(data)
    name = f"{hashlib.sha256(data).hexdigest()[:20]}.{kind.extension}"
    folder.mkdir(parents=True, exist_ok=True)
    if not (folder / name).exists():
        _write(folder / name, data)
    return name


def is_name(name: str) -> bool:
    """Whether ``name`` is one that ``keep`` gives: nothing that could lead out of a folder."""
    return _NAME.fullmatch(name) is not None


def mime(name: str) -> str:
    """The type of a kept picture by its name."""
    return MIME[name.rpartition(".")[2]]


def _write(path: Path, data: bytes) -> None:
    """A file that is whole under its name, readable by the user only; whoever needs it durable syncs it."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
