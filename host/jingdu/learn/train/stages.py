"""Finished stages of a long command, kept in a folder so that an interrupted run goes on from them.

A stage is one pickle, of which only numpy's arrays and the classes that a caller names are made, so that a file in a
folder that someone else may write to can be wrong but can't run. A stage belongs to a key, a digest of corpora, code
and versions: after a change of any of them it is not found.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from jingdu import logs

_T = TypeVar("_T")
_R = TypeVar("_R")
_ROOT: Final = Path(__file__).parents[2]
_CODE: Final = ("extractors", "features", "learn", "page", "sites", "text")
"""Folders of the package that a stage depends on."""
_ARRAYS: Final = frozenset({"ndarray", "dtype", "_reconstruct", "_frombuffer", "scalar"})
"""What the pickle of an array names of numpy."""


def key_of(*parts: str) -> str:
    """A digest of ``parts`` (checksums of corpora, settings), of the code, and of what it stands on."""
    digest = hashlib.sha256(json.dumps([*parts, platform.python_version(), np.__version__]).encode())
    for path in sorted(path for folder in _CODE for path in (_ROOT / folder).glob("**/*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def usual_folder() -> Path:
    """Where stages are kept unless the user names a folder: the user's own, never a shared one."""
    return Path(logs.folder()) / "training"


class Stages:
    """The stages of one key in one folder, which is made when the first is finished."""

    def __init__(self, folder: Path, key: str, report: Callable[[str], None] = lambda text: None) -> None:
        self.folder, self.key, self.report = folder, key, report

    def kept(self, name: str, classes: Sequence[type], make: Callable[[], _T]) -> _T:
        """What ``make`` made, now or in an earlier run.

        It may hold plain values, lists, tuples, dictionaries, numpy arrays, and instances of ``classes``.
        """
        path = self.folder / f"{self.key}-{name}.pickle"
        with suppress(Exception), path.open("rb") as file:  # whatever reading a damaged file raises
            value: _T = _Reader(file, classes).load()
            self.report(f"{name}: from an earlier run")
            return value
        made = make()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(pickle.dumps(made, 5))
        os.replace(unfinished, path)
        return made

    def each(
        self, name: str, classes: Sequence[type], items: Sequence[_T], work: Callable[[Sequence[_T]], Iterable[_R]],
        chunk: int = 100,
    ) -> Iterator[_R]:  # fmt: skip
        """``work`` of all items, ``chunk`` of them a stage: an interruption loses no more than that."""
        self.report(f"{name} 0/{len(items)}")
        for start in range(0, len(items), chunk):
            part = items[start : start + chunk]
            yield from self.kept(f"{name}-{start}", classes, lambda part=part: list(work(part)))  # type: ignore[misc]
            self.report(f"{name} {start + len(part)}/{len(items)}")

    def clear(self) -> None:
        """Removes every stage of this key, and the folder where nothing is left in it."""
        for path in self.folder.glob(f"{self.key}-*"):
            path.unlink()
        with suppress(OSError):
            self.folder.rmdir()


class _Reader(pickle.Unpickler):
    """Makes nothing but arrays and what is named. Raises ``UnpicklingError``."""

    def __init__(self, file: Any, classes: Sequence[type]) -> None:
        super().__init__(file)
        self._classes = {(one.__module__, one.__name__): one for one in classes}

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] == "numpy" and name in _ARRAYS:
            return super().find_class(module, name)
        if (module, name) not in self._classes:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a stage")
        return self._classes[module, name]
