"""The possible states of a disk after a power cut, derived from the recorded system calls.

Only ``fsync`` makes changes durable: the bytes of a file, the entries of a directory. Each later change may be
present or absent, independently and in any order, and a write may be torn (the weakest model of Pillai et al., "All
File Systems Are Not Created Equal", OSDI 2014). A rename is atomic, and durable with its target directory.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

_HEAD: Final = struct.Struct("=4Q")


class Event(NamedTuple):
    """A record of the shim: kind, two numbers, two paths, data."""

    what: str
    a: int
    b: int
    one: str
    two: str
    data: bytes


def read(record: Path) -> list[Event]:
    data, at, events = record.read_bytes(), 0, []
    while at < len(data):
        length, what, a, b = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        one, two, rest = data[at : at + length].split(b"\0", 2)
        events.append(Event(chr(what), a, b, one.decode(), two.decode(), rest))
        at += length
    return events


@dataclass
class Piece:
    """One change to the disk: entries of directories, or bytes of a file."""

    event: int
    """The index of its event in the record."""
    names: list[tuple[int, str, int | None]] = field(default_factory=list)
    """Directory, name and new target; None removes the entry."""
    file: int | None = None
    place: int = 0
    data: bytes | None = None
    """None: the file is truncated or extended to ``place``."""
    durable: int | None = None
    """The index of the event that made it durable."""


Tree = dict[int, "dict[str, int] | bytearray"]
"""Inode number → directory entries or file content. 0 is the root."""


class Disk:
    """The changes of a record, on top of the directory before it."""

    def __init__(self, before: Path, root: Path, events: list[Event]) -> None:
        self._root, self._next = root, 0
        self.first: Tree = {}
        self._load(before)
        self._now: Tree = {number: dict(one) if isinstance(one, dict) else b"" for number, one in self.first.items()}  # type: ignore[misc]
        self._open: dict[int, int] = {}
        self.pieces: list[Piece] = []
        self.marks: list[int] = []
        self.length = len(events)
        for number, event in enumerate(events):
            self._play(number, event)

    def _load(self, path: Path) -> int:
        number, self._next = self._next, self._next + 1
        if path.is_dir():
            self.first[number] = {}
            self.first[number] = {one.name: self._load(one) for one in sorted(path.iterdir())}
        else:
            self.first[number] = bytearray(path.read_bytes())
        return number

    def _new(self, is_folder: bool) -> int:
        number, self._next = self._next, self._next + 1
        self._now[number] = {} if is_folder else bytearray()
        return number

    def _names(self, number: int) -> dict[str, int]:
        names = self._now[number]
        assert isinstance(names, dict)
        return names

    def _folder(self, path: str) -> tuple[int, str]:
        """The inode of a path's directory, and the path's name."""
        *parents, name = Path(path).relative_to(self._root).parts or ("",)
        number = 0
        for parent in parents:
            number = self._names(number)[parent]
        return number, name

    def _lookup(self, path: str) -> int | None:
        folder, name = self._folder(path)
        return self._names(folder).get(name) if name else 0

    def _set_names(self, number: int, *names: tuple[int, str, int | None]) -> None:
        for folder, name, leads_to in names:
            if leads_to is None:
                self._names(folder).pop(name, None)
            else:
                self._names(folder)[name] = leads_to
        self.pieces.append(Piece(number, names=list(names)))

    def _play(self, number: int, event: Event) -> None:
        if event.what == "!":
            self.marks.append(number)
        elif event.what == "o":
            self._play_open(number, event)
        elif event.what == "d" and event.a in self._open:
            self._open[event.b] = self._open[event.a]
        elif event.what in "wtgs" and event.a in self._open:
            self._play_file(number, event, self._open[event.a])
        elif event.what in "rlumx":
            self._play_names(number, event)

    def _play_open(self, number: int, event: Event) -> None:
        there = self._lookup(event.one)
        if there is None:
            there = self._new(is_folder=False)
            self._set_names(number, (*self._folder(event.one), there))
        elif event.b & 2:
            self.pieces.append(Piece(number, file=there, place=0))
        self._open[event.a] = there

    def _play_file(self, number: int, event: Event, file: int) -> None:
        if event.what == "s":
            for piece in self.pieces:
                mine = piece.file == file or (piece.names and piece.names[-1][0] == file)
                if mine and piece.durable is None:
                    piece.durable = number
        elif event.what == "w":
            self.pieces.append(Piece(number, file=file, place=event.b, data=event.data))
        elif event.what == "t":
            self.pieces.append(Piece(number, file=file, place=event.b))
        else:  # extended with zeros
            self.pieces.append(Piece(number, file=file, place=event.b - 1, data=b"\0"))

    def _play_names(self, number: int, event: Event) -> None:
        one = self._folder(event.one) if event.one else None
        if event.what == "m":
            self._set_names(number, (*self._folder(event.one), self._new(is_folder=True)))
        elif event.what == "u" and one:
            self._set_names(number, (*one, None))
        elif event.what in "rl" and one:
            moved = self._lookup(event.one)
            gone = [(*one, None)] if event.what == "r" else []
            self._set_names(number, *gone, (*self._folder(event.two), moved))
        else:
            raise AssertionError(f"unknown event {event}")

    def after_cut(self, at: int, kept: set[int], torn: int | None = None) -> Tree:
        """The disk after a power cut before event ``at``: the durable changes and those in ``kept``."""
        tree: Tree = {n: dict(one) if isinstance(one, dict) else bytearray(one) for n, one in self.first.items()}
        for number, piece in enumerate(self.pieces):
            if piece.event >= at or not (number in kept or (piece.durable is not None and piece.durable < at)):
                continue
            for folder, name, leads_to in piece.names:
                names = tree.setdefault(folder, {})
                assert isinstance(names, dict)
                if leads_to is None:
                    names.pop(name, None)
                else:
                    names[name] = leads_to
            if piece.file is not None:
                data = piece.data[: len(piece.data) // 2] if piece.data and number == torn else piece.data
                _write(tree, piece.file, piece.place, data)
        return tree

    def pending(self, at: int) -> list[int]:
        """The changes that are not durable before event ``at``."""
        return [
            number
            for number, piece in enumerate(self.pieces)
            if piece.event < at and (piece.durable is None or piece.durable >= at)
        ]

    def cuts(self, at: int, chance: random.Random, most: int) -> Iterator[Tree]:
        """Up to ``most`` (at least four) states after a power cut before event ``at``, and one with a torn write."""
        pending = self.pending(at)
        names = {number for number in pending if self.pieces[number].names}
        choices = [set(pending), set(), names, set(pending) - names]
        choices += [set(pending) - {one} for one in pending[::-1]] + [{one} for one in pending[::-1]]
        choices += [{one for one in pending if chance.random() < 0.5} for _ in range(4)]
        last = max((number for number in pending if self.pieces[number].data), default=None)
        if last is not None:
            yield self.after_cut(at, set(pending), torn=last)
        for kept in choices[:4] + chance.sample(choices[4:], max(0, min(most, len(choices)) - 4)):
            yield self.after_cut(at, kept)

    def is_folder(self, number: int) -> bool:
        return isinstance(self._now.get(number), dict)


def _write(tree: Tree, file: int, place: int, data: bytes | None) -> None:
    content = tree.setdefault(file, bytearray())
    assert isinstance(content, bytearray)
    if data is None:
        del content[place:]
        data = b""
    if len(content) < place:
        content.extend(bytes(place - len(content)))
    content[place : place + len(data)] = data


def write_tree(tree: Tree, disk: Disk, path: Path, number: int = 0) -> None:
    """Writes the tree to a path that does not exist."""
    node = tree.get(number, {} if disk.is_folder(number) else bytearray())
    if isinstance(node, dict):
        path.mkdir(mode=0o700)
        for name, inner in node.items():
            write_tree(tree, disk, path / name, inner)
    else:
        path.write_bytes(bytes(node))
        path.chmod(0o600)


def checksum(tree: Tree, number: int = 0) -> int:
    """A hash of the content, the same for equal trees."""
    node = tree.get(number, b"")
    if isinstance(node, dict):
        return hash(tuple(sorted((name, checksum(tree, inner)) for name, inner in node.items())))
    return hash(bytes(node))
