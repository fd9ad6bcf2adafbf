"""Checks what browsers load: their host manifests and the extension's folder."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from install import extension as extensions, register
from install.browsers import CHROMIUM, FIREFOX, Found, sandboxed
from install.computer import WINDOWS
from install.console import map_os_errors, reason_of
from install.installation import Installation, packaged_extension
from jingdu.checks import Check, failed, passed, warning
from jingdu.checks.paths import first_inaccessible
from jingdu.i18n import gettext as _


def registered(installation: Installation) -> Iterator[Check]:
    """Checks the host manifests that each browser reads."""
    if not installation.found:
        advice = _("Install Chromium, Chrome or Firefox.")
        yield warning("browsers", _("no browser was found"), advice, command=installation.setup_command)
    for item in installation.found:
        if installation.computer.system == WINDOWS:
            yield _in_registry(installation, item)
        else:
            for folder in item.manifests(installation.computer):
                yield _manifest(installation, item, folder / register.FILE_NAME)


def in_sandboxes(installation: Installation) -> Iterator[Check]:
    for message, advice in sandboxed(installation.computer, installation.found):
        yield warning("sandbox", message, advice)


def _in_registry(installation: Installation, item: Found) -> Check:
    key, own = register.registry_key(item), register.own_manifest(installation.computer, item.browser.family)
    value = installation.registry.get(key)
    if value is not None and Path(value) == own:
        return _manifest(installation, item, own)
    wrong = _("the registry has no key {key}", key=key)
    if value is not None:
        wrong = _("the registry's {key} names {value}", key=key, value=value)
    return failed(f"manifest of {item.browser.name}", wrong, repair=partial(installation.register_with, item))


def _manifest(installation: Installation, item: Found, place: Path) -> Check:
    name = f"manifest of {item.browser.name}"
    try:
        wrong = _wrong_manifest(installation, item.browser.family, json.loads(place.read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        wrong = _("is missing")
    except OSError as error:
        wrong = _("cannot be read ({reason})", reason=reason_of(error))
    except ValueError:
        wrong = _("is damaged")
    if not wrong:
        return passed(name, str(place))
    # fixes are offered for the folder of manifests and for the browser's folder that contains it
    inaccessible = first_inaccessible(name, place.parent, *place.parents[:2])
    repair = partial(installation.write_manifest, register.Registration(item.browser.family, place))
    return inaccessible or failed(name, f"{place} {wrong}", repair=repair)


def _wrong_manifest(installation: Installation, family: str, content: Any) -> str:
    """Why a browser of the family would refuse the manifest; empty if it is valid."""
    wanted = register.manifest(family, installation.launcher, installation.extension)
    if not isinstance(content, dict) or content.get("name") != register.HOST_NAME:
        return _("is not the companion app's")
    if content.get("path") != wanted["path"]:
        return _("names another program, {path}", path=content.get("path"))
    allowed = next(key for key in wanted if key.startswith("allowed_"))
    if wanted[allowed][0] not in (content.get(allowed) or []):
        return _("does not allow the extension")
    unknown = sorted(set(content) - set(wanted))
    if unknown and family == FIREFOX:
        return _("has a key that Firefox refuses, {key}", key=unknown[0])
    return "" if content.get("type") == "stdio" else _("is of another type than stdio")


def loaded_folder(installation: Installation) -> Iterator[Check]:
    """Checks the folder to load the extension from, and the folders from which Chromium has loaded it."""
    folder, source = installation.loaded_from, packaged_extension(installation.computer)
    found, missing, is_ours = _version(folder), "", folder == installation.computer.data / "extension"
    repair = partial(_restore, installation, folder, source) if source else None
    if source and found in (None, _version(source)):  # another version may have other files
        names = (path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file())
        missing = next((str(name) for name in names if not (folder / name).is_file()), "")
    if found is None or missing:
        message = _("{path} is missing", path=folder / missing if missing and folder.is_dir() else folder)
        yield failed("extension", message, "" if repair else _("Download all of Jingdu again."), repair=repair)
    elif is_ours and source and found != _version(source):
        message = _("{path} is of another version, {version}", path=folder, version=found)
        yield failed("extension", message, _("Then reload the extension in the browser."), repair=repair)
    else:
        gone = next((one for item in installation.found for one in _gone(installation, item)), None)
        yield gone or passed("extension", str(folder))


def version(installation: Installation) -> str:
    """The version of the extension that browsers load."""
    return _version(installation.loaded_from) or installation.extension.version


def _version(folder: Path) -> str | None:
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / "manifest.json").read_text("utf-8"))["version"])
    return None


def _restore(installation: Installation, folder: Path, source: Path) -> None:
    """Replaces our copy, or adds the missing files to another folder."""
    if folder == installation.computer.data / "extension":
        extensions.copy(extensions.extension(source.parent), installation.computer, installation.record)
        return

    def copy_missing(old: str, new: str) -> None:
        if not os.path.exists(new):
            shutil.copyfile(old, new)

    with map_os_errors("write", folder):
        shutil.copytree(source, folder, copy_function=copy_missing, dirs_exist_ok=True)


def _gone(installation: Installation, item: Found) -> Iterator[Check]:
    """A failed check for each missing folder from which a Chromium profile loads the extension."""
    traces = item.place.traces if item.browser.family == CHROMIUM else ()
    for file in (file for one in traces for file in sorted(installation.computer.place(one).glob("*/*Preferences"))):
        with suppress(OSError, ValueError, KeyError, TypeError):
            settings = json.loads(file.read_bytes())["extensions"]["settings"]
            loaded = Path(settings[installation.extension.chromium_id]["path"])
            if loaded.is_absolute() and not (loaded / "manifest.json").is_file():
                name, steps = item.browser.name, item.browser.loading_steps(installation.loaded_from)
                message = _("{browser} loads the extension from {path}, which is gone", browser=name, path=loaded)
                yield failed("extension", message, " ".join(f"{step.rstrip('.')}." for step in steps))
