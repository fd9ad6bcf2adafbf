"""The host manifest: one for each family, because Firefox refuses a manifest with a key it does not know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from install.identity import HOST_NAME, Extension
from install.table import CHROMIUM
from install.trouble import FILES, Trouble
from jingdu.i18n import gettext as _

FILE_NAME = f"{HOST_NAME}.json"


def manifest(family: str, launcher: Path, extension: Extension) -> dict[str, Any]:
    """What the browsers of a family want to know of the host."""
    return {
        "name": HOST_NAME,
        "description": "Jingdu 净读 finds the article in a page",
        "path": str(launcher),
        "type": "stdio",
        **extension.allowed(family),
    }


def text(family: str, launcher: Path, extension: Extension) -> bytes:
    """The manifest's file."""
    content = json.dumps(manifest(family, launcher, extension), ensure_ascii=False, indent=2)
    try:
        return content.encode("utf-8") + b"\n"
    except UnicodeEncodeError as error:
        sentence = _(
            "The name of the folder {folder!r} is not UTF-8, so browsers cannot find it; rename it.",
            folder=str(launcher.parent),
        )
        raise Trouble(FILES, sentence) from error


def arguments(family: str, file: Path, extension: Extension) -> list[str]:
    """What a browser of the family passes to the host it starts."""
    return [extension.origin] if family == CHROMIUM else [str(file), extension.gecko_id]
