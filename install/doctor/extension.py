"""Checks of the extension: the folder that browsers load it from is whole and of the host's version."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

from install import carried, files, loading
from install.browsers import Found
from install.doctor.check import Check, failed, passed
from install.doctor.installation import Installation, packaged
from install.table import CHROMIUM
from jingdu.i18n import gettext as _


def whole(installation: Installation) -> Iterator[Check]:
    """The folder to load, and the one that a Chromium has loaded."""
    folder, source = installation.loaded_from, packaged(installation.computer)
    version = _version(folder)
    lacking = _lacking(folder, source)
    if version is None or lacking:
        what = _("{path} is missing", path=folder / lacking if lacking and folder.is_dir() else folder)
        repair = partial(_restore, installation, folder, source) if source else None
        advice = "" if repair else _("Fetch all of Jingdu again.")
        yield failed("extension", what, advice, repair=repair)
    elif _is_ours(installation, folder) and source and version != _version(source):
        repair = partial(_restore, installation, folder, source)
        message = _("{path} is of another version, {version}", path=folder, version=version)
        yield failed("extension", message, _("Then reload the extension in the browser."), repair=repair)
    else:
        gone = next((one for item in installation.found for one in _gone(installation, item)), None)
        yield gone or passed("extension", str(folder))


def version(installation: Installation) -> str:
    """The version that browsers load."""
    return _version(installation.loaded_from) or installation.extension.version


def _version(folder: Path) -> str | None:
    try:
        return str(json.loads((folder / "manifest.json").read_text("utf-8"))["version"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _lacking(folder: Path, source: Path | None) -> str:
    """A file that is not there; of another version it may have other files."""
    if source is None or _version(folder) not in (None, _version(source)):
        return ""
    named = (path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file())
    return next((str(name) for name in named if not (folder / name).is_file()), "")


def _is_ours(installation: Installation, folder: Path) -> bool:
    return folder == installation.computer.data / "extension"


def _restore(installation: Installation, folder: Path, source: Path) -> None:
    """Our own copy is made anew; into another folder goes what it lacks."""
    if _is_ours(installation, folder):
        from install import identity

        carried.copy(identity.extension(source.parent), installation.computer, installation.record)
        return
    with files.trouble("write", folder):
        for path in source.rglob("*"):
            place = folder / path.relative_to(source)
            if path.is_file() and not place.exists():
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, place)


def _gone(installation: Installation, item: Found) -> Iterator[Check]:
    """Each folder that a profile of a Chromium loads the extension from, and that is gone."""
    if item.browser.family != CHROMIUM:
        return
    for pattern in item.place.traces:
        for file in sorted(installation.computer.place(pattern).glob("*/*Preferences")):
            loaded = _loaded(file, installation.extension.chromium_id)
            if loaded is not None and not (loaded / "manifest.json").is_file():
                name, folder = item.browser.name, installation.loaded_from
                message = _("{browser} loads the extension from {path}, which is gone", browser=name, path=loaded)
                yield failed("extension", message, " ".join(map(_sentence, loading.steps(item.browser, folder))))


def _sentence(step: str) -> str:
    return step if step.endswith((".", ")")) else f"{step}."


def _loaded(preferences: Path, identity: str) -> Path | None:
    """The folder of an unpacked extension, as a profile's preferences name it."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        path = Path(json.loads(preferences.read_bytes())["extensions"]["settings"][identity]["path"])
        return path if path.is_absolute() else None
    return None
