"""Finished stages of a long command, kept in a folder so that an interrupted run goes on from them.

A stage is one file: numpy arrays, and the rest as JSON. Nothing is unpickled, and only
the classes that a caller names are made anew, so that a file in a folder that someone
else may write to can be wrong but can't run. A stage belongs to a key, a digest of
corpora, code and versions: after a change of any of them it is not found.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar, cast
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from jingdu import logs

_T = TypeVar("_T")
_R = TypeVar("_R")
_ROOT: Final = Path(__file__).parents[2]
_CODE: Final = ("extractors", "features", "learn", "page", "sites", "text")
"""Folders of the package that a stage depends on."""
_LONG: Final = 16
"""Numbers from which a list of them is kept in an array."""


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
        self.folder = folder
        self.key = key
        self.report = report

    def kept(self, name: str, classes: Sequence[type], make: Callable[[], _T]) -> _T:
        """What ``make`` made, now or in an earlier run.

        It may hold plain values, lists, tuples, dictionaries, numpy arrays, and the
        dataclasses and named tuples in ``classes``.
        """
        path = self._path(name)
        with suppress(OSError, EOFError, ValueError, KeyError, IndexError, TypeError, BadZipFile):
            value = cast(_T, _load(path, classes))
            self.report(f"{name}: from an earlier run")
            return value
        made = make()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        unfinished = path.with_suffix(f".{os.getpid()}")
        _save(unfinished, made)
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

    def _path(self, name: str) -> Path:
        return self.folder / f"{self.key}-{name}.npz"


def _save(path: Path, value: Any) -> None:
    packed = _Packing()
    tree = json.dumps(packed.tree(value), ensure_ascii=False)
    arrays = {f"a{at}": array for at, array in enumerate(packed.arrays)}
    arrays["floats"] = np.array(list(chain.from_iterable(packed.floats)), dtype=np.float64)
    arrays["ints"] = np.array(list(chain.from_iterable(packed.ints)), dtype=np.int64)
    arrays["tree"] = np.frombuffer(tree.encode("utf-8", "surrogatepass"), dtype=np.uint8)
    with path.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)


def _load(path: Path, classes: Sequence[type]) -> Any:
    with np.load(path, allow_pickle=False) as stored:
        held = {name: stored[name] for name in stored.files}
    return _Unpacking(held, classes).value(json.loads(held["tree"].tobytes().decode("utf-8", "surrogatepass")))


class _Packing:
    """A value as JSON: a list of a letter and what it stands for, or a plain string, number, truth value or null."""

    def __init__(self) -> None:
        self.arrays: list[NDArray[Any]] = []
        self.floats: list[list[float]] = []
        self.ints: list[list[int]] = []
        self._sizes = {"floats": 0, "ints": 0}

    def tree(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, np.generic):
            return value.item()
        if isinstance(value, np.ndarray):
            self.arrays.append(value)
            return ["array", len(self.arrays) - 1]
        if isinstance(value, dict):
            return ["dict", self.tree(list(value)), self.tree(list(value.values()))]
        if is_dataclass(value) and not isinstance(value, type):
            return ["class", type(value).__name__, [self.tree(getattr(value, f.name)) for f in fields(value)]]
        if isinstance(value, tuple):
            inner = [self.tree(part) for part in value]
            return ["class", type(value).__name__, inner] if hasattr(value, "_fields") else ["tuple", inner]
        if isinstance(value, list):
            return self._list(value)
        raise TypeError(f"a stage can't hold {type(value)}")

    def _list(self, value: list[Any]) -> Any:
        kinds = set(map(type, value)) if len(value) >= _LONG else set()
        if kinds == {float}:
            return self._pooled("floats", self.floats, value)
        if kinds == {int} and all(-(2**63) <= number < 2**63 for number in value):
            return self._pooled("ints", self.ints, value)
        return ["list", [self.tree(part) for part in value]]

    def _pooled(self, name: str, pool: list[list[Any]], value: list[Any]) -> Any:
        start = self._sizes[name]
        pool.append(value)
        self._sizes[name] += len(value)
        return [name, start, self._sizes[name]]


class _Unpacking:
    """The value of what ``_Packing`` wrote. Raises ``KeyError`` for a class that was not named."""

    def __init__(self, arrays: dict[str, NDArray[Any]], classes: Sequence[type]) -> None:
        self.arrays = arrays
        self.classes = {one.__name__: one for one in classes}

    def value(self, tree: Any) -> Any:
        if not isinstance(tree, list):
            return tree
        kind = tree[0]
        if kind == "array":
            return self.arrays[f"a{tree[1]}"]
        if kind in ("floats", "ints"):
            return self.arrays[kind][tree[1] : tree[2]].tolist()
        if kind == "dict":
            return dict(zip(self.value(tree[1]), self.value(tree[2]), strict=True))
        if kind == "class":
            return self.classes[tree[1]](*map(self.value, tree[2]))
        parts = [self.value(part) for part in tree[1]]
        return tuple(parts) if kind == "tuple" else parts
