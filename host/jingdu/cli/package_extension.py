"""``jingdu package-extension``: a zip of the extension for each store, the same bytes from the same files.

The stores differ in the manifest: Chromium's takes no ``key`` (the store has its own) and warns of
``background.scripts`` and ``browser_specific_settings``; Mozilla's has no use for ``key`` and ``service_worker``.
``incognito: split`` is what Chromium needs to show a page of ours in a private window; Firefox takes it for
``not_allowed``, and its ``spanning`` does the same there. So only the package, not the unpacked folder, can be
allowed in Firefox's private windows.
"""

from __future__ import annotations

import argparse
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jingdu.packaged import root

STORES: Final = ("chromium", "firefox")
_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip can say: when a file was written is private, and would change the bytes."""
_MODE: Final = 0o100644 << 16


def add_package_extension(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="the output folder (default: the current one)"
    )
    parser.add_argument("--extension-id", default="", metavar="ID", help="the id of the Firefox package")


def run_package_extension(arguments: argparse.Namespace) -> None:
    from jingdu.cli.source import writable  # a release is built where no other package is installed

    extension = root() / "extension"
    version = _manifest(extension)["version"]
    for store in STORES:
        place = arguments.out / f"jingdu-{version}-{store}.zip"
        with writable(place):
            arguments.out.mkdir(parents=True, exist_ok=True)
            place.write_bytes(package(extension, store, arguments.extension_id))
        print(place)


def package(extension: Path, store: str, gecko_id: str = "") -> bytes:
    """The zip of the extension for one of `STORES`; ``gecko_id`` replaces the id that Firefox knows it by."""
    from io import BytesIO

    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in _files(extension, store, gecko_id):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _MODE, 3
            archive.writestr(entry, content)
    return stream.getvalue()


def manifest_for(manifest: dict[str, Any], store: str, gecko_id: str = "") -> dict[str, Any]:
    """The manifest as a store wants it."""
    unwanted = {"key", "browser_specific_settings"} if store == "chromium" else {"key", "minimum_chrome_version"}
    without = "scripts" if store == "chromium" else "service_worker"
    kept = {name: value for name, value in manifest.items() if name not in unwanted}
    background = {name: value for name, value in manifest["background"].items() if name != without}
    if store == "chromium":
        return {**kept, "background": background}
    settings = kept["browser_specific_settings"]
    gecko = {**settings["gecko"], "id": gecko_id or settings["gecko"]["id"]}
    return {
        **kept,
        "background": background,
        "incognito": "spanning",
        "browser_specific_settings": {**settings, "gecko": gecko},
    }


def _files(extension: Path, store: str, gecko_id: str) -> Iterator[tuple[str, bytes]]:
    files = {path.relative_to(extension).as_posix(): path for path in extension.rglob("*") if not path.is_dir()}
    for name, path in sorted(files.items()):
        if any(part.startswith(".") for part in name.split("/")):
            continue
        if name == "manifest.json":
            changed = manifest_for(_manifest(extension), store, gecko_id)
            yield name, (json.dumps(changed, ensure_ascii=False, indent=2) + "\n").encode()
        else:
            yield name, path.read_bytes()


def _manifest(extension: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((extension / "manifest.json").read_text("utf-8"))
    return manifest
