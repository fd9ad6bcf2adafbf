"""Who may start the host: the extension's ids, read from the extension itself."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from install.trouble import INSTALL, Trouble

HOST_NAME: Final = "org.jingdu.host"
CHECKOUT: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Extension:
    """What host manifests and the proof need to know of the extension."""

    folder: Path
    version: str
    chromium_id: str
    gecko_id: str

    @property
    def origin(self) -> str:
        """The extension's origin as Chromium writes it, with the slash it insists on."""
        return f"chrome-extension://{self.chromium_id}/"


def extension(checkout: Path = CHECKOUT) -> Extension:
    """The extension of this checkout."""
    folder = checkout / "extension"
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        gecko = manifest["browser_specific_settings"]["gecko"]["id"]
        return Extension(folder, manifest["version"], chromium_id(manifest["key"]), gecko)
    except (OSError, ValueError, KeyError) as error:
        sentence = f"{folder / 'manifest.json'} cannot be read; fetch all of Jingdu again and start there."
        raise Trouble(INSTALL, sentence) from error


def chromium_id(key: str) -> str:
    """The id Chromium derives from a public key: 32 hex digits of its SHA-256, told in a–p."""
    digits = hashlib.sha256(base64.b64decode(key)).hexdigest()[:32]
    return digits.translate(str.maketrans("0123456789abcdef", "abcdefghijklmnop"))
