"""The extension: the ids that may start the host, and its copy in the data folder."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from install import files
from install.browsers import CHROMIUM
from install.computer import Computer
from install.console import INSTALL, USAGE, SetupError, map_os_errors
from jingdu.i18n import gettext as _

CHECKOUT: Final = Path(__file__).resolve().parents[1]
_CHROMIUM_ID: Final = re.compile(r"[a-p]{32}")
_GECKO_ID: Final = re.compile(r"[\w.+-]*@[\w.-]+|\{[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}")


@dataclass(frozen=True)
class Extension:
    folder: Path
    version: str
    chromium_id: str
    gecko_id: str
    store_ids: tuple[str, ...] = ()
    """Ids assigned by stores, of both families."""

    @property
    def origin(self) -> str:
        """The origin in Chromium, with the final slash that it requires."""
        return f"chrome-extension://{self.chromium_id}/"

    def allowed(self, family: str) -> dict[str, list[str]]:
        """The fields of a family's host manifest that list the extensions that may start the host."""
        ids = [item for item in self.store_ids if bool(_CHROMIUM_ID.fullmatch(item)) == (family == CHROMIUM)]
        if family == CHROMIUM:
            origins = (f"chrome-extension://{item}/" for item in ids)
            return {"allowed_origins": list(dict.fromkeys((self.origin, *origins)))}
        return {"allowed_extensions": list(dict.fromkeys((self.gecko_id, *ids)))}


def extension(checkout: Path = CHECKOUT) -> Extension:
    """The extension of this checkout; raises `SetupError`.

    Chromium derives its id from the public key: 32 hex digits of its SHA-256, written in a–p.
    """
    folder = checkout / "extension"
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        digits = hashlib.sha256(base64.b64decode(manifest["key"])).hexdigest()[:32]
        chromium = digits.translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))
        gecko = manifest["browser_specific_settings"]["gecko"]["id"]
        lines = Path(__file__).with_name("extension_ids.txt").read_text("utf-8").splitlines()
        stores = tuple(line for line in lines if line and not line.startswith("#"))
        return Extension(folder, manifest["version"], chromium, gecko, stores)
    except (OSError, ValueError, KeyError) as error:
        message = "{path} cannot be read; download all of Jingdu again and start there."
        raise SetupError(INSTALL, _(message, path=folder / "manifest.json")) from error


def check_id(name: str) -> None:
    """Raises `SetupError` if ``name`` is not an extension id."""
    if not _CHROMIUM_ID.fullmatch(name) and not _GECKO_ID.fullmatch(name):
        message = (
            "{id} is not an extension id: Chromium's have 32 letters from a to p, Firefox's look like name@example.org."
        )
        raise SetupError(USAGE, _(message, id=name))


def copy(extension: Extension, computer: Computer, record: files.Record) -> Extension:
    """Copies the extension into the data folder, for installations without a checkout; returns the copy."""
    place = computer.data / "extension"
    record.note("trees", place)
    old, new = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (place, extension.folder)
    )
    if old != new:
        files.remove(place)
        with map_os_errors("write", place):
            shutil.copytree(extension.folder, place)
    return replace(extension, folder=place)
