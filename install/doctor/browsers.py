"""Links 6 and 7: each browser's manifest, and browsers in a sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from install import manifests
from install.browsers import Found
from install.computer import WINDOWS
from install.doctor.link import Link, fault, good, warning
from install.doctor.patient import Patient
from install.identity import HOST_NAME
from install.register import own_manifest
from install.sandboxes import warnings


def told(patient: Patient) -> Iterator[Link]:
    """A link for each manifest that a browser here reads."""
    if not patient.found:
        cure = f"Install Chromium, Chrome or Firefox, then run: {patient.setup}"
        yield warning("browsers", "no browser was found", cure)
    for item in patient.found:
        if patient.computer.system == WINDOWS:
            yield _registered(patient, item)
        else:
            for folder in item.manifests(patient.computer):
                yield _manifest(patient, item, folder / manifests.FILE_NAME)


def sandboxed(patient: Patient) -> Iterator[Link]:
    """A warning for each browser in a Snap or Flatpak."""
    for sentence in warnings(patient.computer, patient.found):
        what, _, cure = sentence.partition(": ")
        yield warning("sandbox", what, cure[:1].upper() + cure[1:])


def _registered(patient: Patient, item: Found) -> Link:
    key = rf"{item.place.registry}\{HOST_NAME}"
    name = f"manifest of {item.browser.name}"
    value = patient.registry.get(key)
    if value is None:
        return fault(name, f"the registry has no key {key}", f"Run: {patient.setup}", patient.register)
    if Path(value) != own_manifest(patient.computer, item.browser.family):
        return fault(name, f"the registry's {key} names {value}", f"Run: {patient.setup}", patient.register)
    return _manifest(patient, item, Path(value))


def _manifest(patient: Patient, item: Found, place: Path) -> Link:
    name = f"manifest of {item.browser.name}"
    try:
        wrong = _wrong(patient, item.browser.family, json.loads(place.read_text("utf-8")))
    except FileNotFoundError:
        wrong = "is missing"
    except OSError as error:
        wrong = f"cannot be read ({(error.strerror or str(error)).lower()})"
    except ValueError:
        wrong = "is damaged"
    if wrong:
        return fault(name, f"{place} {wrong}", f"Run: {patient.setup}", patient.register)
    return good(name, str(place))


def _wrong(patient: Patient, family: str, content: Any) -> str:
    """What a browser of the family would not like about a manifest; empty where it is as it should be."""
    wanted = manifests.manifest(family, patient.start, patient.extension)
    if not isinstance(content, dict) or content.get("name") != HOST_NAME:
        return "is not the host's"
    if content.get("path") != wanted["path"]:
        return f"names another program, {content.get('path')}"
    allowed = next(key for key in wanted if key.startswith("allowed_"))
    if wanted[allowed][0] not in (content.get(allowed) or []):
        return "does not allow the extension"
    strange = sorted(set(content) - set(wanted))
    if strange and family == "firefox":
        return f"has a key that Firefox refuses, {strange[0]}"
    return "" if content.get("type") == "stdio" else "is of another type than stdio"
