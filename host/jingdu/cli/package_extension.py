"""jingdu package-extension: builds a reproducible zip of the extension for each store.

The manifests differ. The Chrome Web Store rejects ``key`` and warns of ``background.scripts`` and
``browser_specific_settings``; Firefox does not use ``key`` and ``service_worker``. Chromium needs ``incognito: split``
to open the extension's pages in a private window; Firefox treats it as ``not_allowed`` and needs ``spanning``. So in
Firefox only the package, not the unpacked folder, can be allowed in private windows.
"""

import argparse
import copy
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from jingdu.packaged import root

STORES: Final = ("chromium", "firefox")
_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""Fixed time of entries, the earliest that a zip can represent."""
_MODE: Final = 0o100644 << 16


def add_package_extension(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path(), metavar="DIR",
                        help="the output folder (default: the current one)")  # fmt: skip
    parser.add_argument("--extension-id", default="", metavar="ID", help="the id of the Firefox package")


def run_package_extension(arguments: argparse.Namespace) -> None:
    from jingdu.cli.source import writable  # not at the top, as releases are built without other packages

    extension = root() / "extension"
    version = _manifest(extension)["version"]
    for store in STORES:
        path = arguments.out / f"jingdu-{version}-{store}.zip"
        with writable(path):
            arguments.out.mkdir(parents=True, exist_ok=True)
            path.write_bytes(package(extension, store, arguments.extension_id))
        print(path)


def package(extension: Path, store: str, gecko_id: str = "") -> bytes:
    """The zip of the extension for one of `STORES`; ``gecko_id`` replaces the Firefox id."""
    from io import BytesIO

    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in _files(extension, store, gecko_id):
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _MODE, 3
            archive.writestr(entry, content)
    return stream.getvalue()


def manifest_for(manifest: dict[str, Any], store: str, gecko_id: str) -> dict[str, Any]:
    changed = copy.deepcopy(manifest)
    del changed["key"]
    if store == "chromium":
        del changed["browser_specific_settings"], changed["background"]["scripts"]
        return changed
    del changed["minimum_chrome_version"], changed["background"]["service_worker"]
    if gecko_id:
        changed["browser_specific_settings"]["gecko"]["id"] = gecko_id
    return {**changed, "incognito": "spanning"}


def _files(extension: Path, store: str, gecko_id: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file, in order."""
    files = {path.relative_to(extension).as_posix(): path for path in extension.rglob("*") if not path.is_dir()}
    for name, path in sorted(files.items()):
        if any(part.startswith(".") for part in name.split("/")):
            continue
        if name == "manifest.json":
            changed = manifest_for(_manifest(extension), store, gecko_id)
            yield name, (json.dumps(changed, ensure_ascii=False, indent=2) + "\n").encode()
        else:
            yield name, path.read_bytes()


def _manifest(extension: Path) -> Any:
    return json.loads((extension / "manifest.json").read_text("utf-8"))
