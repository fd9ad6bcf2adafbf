"""Who may start the host: the extension's ids, read from the extension itself."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from install.table import CHROMIUM
from install.trouble import INSTALL, USAGE, Trouble
from jingdu.i18n import gettext as _

HOST_NAME: Final = "org.jingdu.host"
CHECKOUT: Final = Path(__file__).resolve().parents[1]
STORE_IDS: Final = Path(__file__).with_name("extension_ids.txt")
"""The ids that stores assigned to this build, one a line; every set-up allows them."""
_CHROMIUM_ID: Final = re.compile(r"[a-p]{32}")
_GECKO_ID: Final = re.compile(r"[\w.+-]*@[\w.-]+|\{[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}")


@dataclass(frozen=True)
class Extension:
    """What host manifests and the proof need to know of the extension."""

    folder: Path
    version: str
    chromium_id: str
    gecko_id: str
    more: tuple[str, ...] = ()
    """Ids that stores gave it, of both families."""

    @property
    def origin(self) -> str:
        """The unpacked extension's origin."""
        return _origin(self.chromium_id)

    def allowed(self, family: str) -> dict[str, list[str]]:
        """The part of a family's host manifest that says who may start the host."""
        more = [item for item in self.more if bool(_CHROMIUM_ID.fullmatch(item)) == (family == CHROMIUM)]
        if family == CHROMIUM:
            return {"allowed_origins": [_origin(item) for item in dict.fromkeys((self.chromium_id, *more))]}
        return {"allowed_extensions": list(dict.fromkeys((self.gecko_id, *more)))}

    def allowing(self, *ids: str) -> Extension:
        """The same, with further ids."""
        return replace(self, more=tuple(dict.fromkeys((*self.more, *ids))))


def extension(checkout: Path = CHECKOUT) -> Extension:
    """The extension of this checkout."""
    folder = checkout / "extension"
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        gecko = manifest["browser_specific_settings"]["gecko"]["id"]
        lines = STORE_IDS.read_text("utf-8").splitlines()
        more = tuple(checked_id(line) for line in lines if line and not line.startswith("#"))
        return Extension(folder, manifest["version"], chromium_id(manifest["key"]), gecko, more)
    except (OSError, ValueError, KeyError) as error:
        sentence = _(
            "{path} cannot be read; download all of Jingdu again and start there.", path=folder / "manifest.json"
        )
        raise Trouble(INSTALL, sentence) from error


def chromium_id(key: str) -> str:
    """The id Chromium derives from a public key: 32 hex digits of its SHA-256, written in a–p."""
    digits = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    return digits.translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))


def checked_id(name: str) -> str:
    """An extension id that a user or a store gives; raises Trouble where no browser has such ids."""
    if _CHROMIUM_ID.fullmatch(name) or _GECKO_ID.fullmatch(name):
        return name
    sentence = _(
        "{id} is not an extension id: Chromium's have 32 letters from a to p, Firefox's look like name@example.org.",
        id=name,
    )
    raise Trouble(USAGE, sentence)


def _origin(identity: str) -> str:
    """An extension's origin as Chromium writes it, with the slash it insists on."""
    return f"chrome-extension://{identity}/"
