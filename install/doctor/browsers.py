"""Checks of each browser's manifest, and of browsers in a sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from install import files, manifests
from install.browsers import Found
from install.computer import WINDOWS
from install.doctor import access
from install.doctor.check import Check, failed, passed, warning
from install.doctor.installation import Installation
from install.identity import HOST_NAME
from install.register import own_manifest
from install.sandboxes import warnings
from jingdu.i18n import gettext as _


def registered(installation: Installation) -> Iterator[Check]:
    """A check for each manifest that a browser here reads."""
    if not installation.found:
        advice = _("Install Chromium, Chrome or Firefox.")
        yield warning("browsers", _("no browser was found"), advice, command=installation.setup)
    for item in installation.found:
        if installation.computer.system == WINDOWS:
            yield _in_registry(installation, item)
        else:
            for folder in item.manifests(installation.computer):
                yield _manifest(installation, item, folder / manifests.FILE_NAME)


def sandboxed(installation: Installation) -> Iterator[Check]:
    """A warning for each browser in a Snap or Flatpak."""
    for sentence in warnings(installation.computer, installation.found):
        what, _, advice = sentence.partition(": ")
        yield warning("sandbox", what, advice[:1].upper() + advice[1:])


def _in_registry(installation: Installation, item: Found) -> Check:
    key = rf"{item.place.registry}\{HOST_NAME}"
    name = f"manifest of {item.browser.name}"
    value = installation.registry.get(key)
    if value is None:
        return failed(name, _("the registry has no key {key}", key=key), repair=installation.register)
    if Path(value) != own_manifest(installation.computer, item.browser.family):
        message = _("the registry's {key} names {value}", key=key, value=value)
        return failed(name, message, repair=installation.register)
    return _manifest(installation, item, Path(value))


def _manifest(installation: Installation, item: Found, place: Path) -> Check:
    name = f"manifest of {item.browser.name}"
    try:
        wrong = _wrong(installation, item.browser.family, json.loads(place.read_text("utf-8")))
    except (FileNotFoundError, NotADirectoryError):
        wrong = _("is missing")
    except OSError as error:
        wrong = _("cannot be read ({reason})", reason=(error.strerror or str(error)).lower())
    except ValueError:
        wrong = _("is damaged")
    if not wrong:
        return passed(name, str(place))
    if refused := access.refusal(place.parent):
        return access.explained(name, refused, _closed_part(refused.path, place))
    return failed(name, f"{place} {wrong}", repair=partial(_write, installation, item.browser.family, place))


def _closed_part(refused: Path, place: Path) -> Path:
    """The user's to change is the folder of manifests, and what is in the browser's own folder above it."""
    return refused if refused in place.parents[:2] else place.parent


def _write(installation: Installation, family: str, place: Path) -> None:
    if place.is_dir():
        access.set_aside(place)
    installation.record.file(place)
    files.write(place, manifests.text(family, installation.start, installation.extension))


def _wrong(installation: Installation, family: str, content: Any) -> str:
    """What a browser of the family would not like about a manifest; empty where it is as it should be."""
    wanted = manifests.manifest(family, installation.start, installation.extension)
    if not isinstance(content, dict) or content.get("name") != HOST_NAME:
        return _("is not the host's")
    if content.get("path") != wanted["path"]:
        return _("names another program, {path}", path=content.get("path"))
    allowed = next(key for key in wanted if key.startswith("allowed_"))
    if wanted[allowed][0] not in (content.get(allowed) or []):
        return _("does not allow the extension")
    strange = sorted(set(content) - set(wanted))
    if strange and family == "firefox":
        return _("has a key that Firefox refuses, {key}", key=strange[0])
    return "" if content.get("type") == "stdio" else _("is of another type than stdio")
