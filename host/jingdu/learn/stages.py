"""A cache of finished stages, from which an interrupted command resumes.

A stage is a pickle. Only numpy arrays and classes named by the caller are unpickled, so that a planted file cannot run
code. The cache key is a digest of corpora, code and versions.
"""

import hashlib
import json
import pickle
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from jingdu import logs
from jingdu.storage import atomic

_T = TypeVar("_T")
_R = TypeVar("_R")
_ROOT: Final = Path(__file__).parents[1]
_CODE: Final = ("extractors", "features", "learn", "page", "sites", "text")
"""Packages that stages depend on."""
_ARRAYS: Final = frozenset({"ndarray", "dtype", "_reconstruct", "_frombuffer", "scalar"})
"""Names in numpy that pickled arrays refer to."""


def cache_key(*parts: str) -> str:
    """A digest of ``parts``, the code, and the versions of Python and numpy."""
    digest = hashlib.sha256(json.dumps([*parts, platform.python_version(), np.__version__]).encode())
    for path in sorted(path for folder in _CODE for path in (_ROOT / folder).glob("**/*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def default_folder() -> Path:
    """The user's own folder of stages, beside the log."""
    return Path(logs.folder()) / "training"


class Stages:
    """The stages with one key in a folder, which is created with the first."""

    def __init__(self, folder: Path, key: str, report: Callable[[str], None] = lambda text: None) -> None:
        self.folder, self.key, self.report = folder, key, report

    def cached(self, name: str, classes: Sequence[type], make: Callable[[], _T]) -> _T:
        """The result of ``make``, from the cache if possible.

        It may consist of builtin values and containers, numpy arrays, and instances of ``classes``.
        """
        path = self.folder / f"{self.key}-{name}.pickle"
        with suppress(Exception), path.open("rb") as file:  # a damaged pickle may raise anything
            cached: _T = _Unpickler(file, classes).load()
            self.report(f"{name}: from an earlier run")
            return cached
        value = make()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic.replace(path, pickle.dumps(value, 5))
        return value

    def map(
        self, name: str, classes: Sequence[type], items: Sequence[_T], work: Callable[[Sequence[_T]], Iterable[_R]],
        chunk: int = 100,
    ) -> Iterator[_R]:  # fmt: skip
        """Yields from ``work`` of all items; each ``chunk`` of them is a stage."""
        self.report(f"{name} 0/{len(items)}")
        for start in range(0, len(items), chunk):
            part = items[start : start + chunk]
            yield from self.cached(f"{name}-{start}", classes, lambda part=part: list(work(part)))  # type: ignore[misc]
            self.report(f"{name} {start + len(part)}/{len(items)}")

    def clear(self) -> None:
        """Removes the stages with this key, and the folder if it is empty."""
        for path in self.folder.glob(f"{self.key}-*"):
            path.unlink()
        with suppress(OSError):
            self.folder.rmdir()


class _Unpickler(pickle.Unpickler):
    """Raises ``UnpicklingError`` for anything but arrays and ``classes``."""

    def __init__(self, file: Any, classes: Sequence[type]) -> None:
        super().__init__(file)
        self._classes = {(class_.__module__, class_.__name__): class_ for class_ in classes}

    def find_class(self, module: str, name: str) -> Any:
        if module.partition(".")[0] == "numpy" and name in _ARRAYS:
            return super().find_class(module, name)
        if (module, name) not in self._classes:
            raise pickle.UnpicklingError(f"{module}.{name} is not allowed in a stage")
        return self._classes[module, name]
