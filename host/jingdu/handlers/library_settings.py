"""library_settings: where the library is, what it may do, and the formats of its exports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from jingdu.faults import Fault
from jingdu.library import place, transaction
from jingdu.library.exporters.formats import labels
from jingdu.protocol.library import ExportFormat, LibrarySettings, LibrarySettingsResult


def handle(request: LibrarySettings) -> LibrarySettingsResult:
    """The settings after the changes; raises ``bad_folder`` and the faults of the library."""
    folder = request.changes.get("folder")
    if folder and (not os.path.isabs(folder) or "\0" in folder):
        raise Fault("bad_folder")
    if folder:
        transaction.begin(Path(folder))
    if request.changes:
        place.change(**{**request.changes, **({"folder": None} if folder == "" else {})})
    settings: dict[str, Any] = {**place.settings()._asdict(), "folder": str(place.folder())}
    return LibrarySettingsResult(settings, [ExportFormat(*form) for form in labels().items()])
