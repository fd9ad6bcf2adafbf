"""Validates pictures by their headers and stores them under the hash of their content.

Reading only the header rejects decompression bombs without decoding them. SVG is rejected, because it may contain
scripts and load other files when it is opened from the disk.
"""

import hashlib
import re
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from jingdu.library.wording import Why
from jingdu.storage import atomic, private

MAX_PICTURE_BYTES: Final = 20 * 2**20
MAX_PICTURES: Final = 300
MAX_ALL_BYTES: Final = 200 * 2**20
"""Maximum number and bytes of all pictures of an article."""
MAX_PIXELS: Final = 100_000_000
"""Width times height; 400 MB when decoded."""
_SVG: Final = re.compile(rb"(?:<\?xml|<!--|<!DOCTYPE\s+svg|<svg)", re.I)
_SIZELESS_MARKERS: Final = frozenset({0x01, *range(0xD0, 0xD9)})
_FRAMES: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's markers SOF0 to SOF15, which contain the size."""
_ISPE: Final = re.compile(rb"ispe\0{4}(.{8})", re.S)
_MAX_HEADER: Final = 2**20
"""Bytes of an AVIF file that are searched for its size."""

Size = tuple[int, int]
"""Width and height, in pixels."""


class NoPicture(Exception):
    """The data is not a supported picture; ``why`` is the code of the reason."""

    def __init__(self, why: Why) -> None:
        self.why = why


def kind_of(data: bytes) -> tuple[str, Size]:
    """The file extension and the size of a complete picture; raises `NoPicture`."""
    for extension, _, matches, size in _KINDS:
        if matches(data):
            try:
                width, height = size(data)
            except (IndexError, struct.error):
                raise NoPicture("broken") from None
            if width < 1 or height < 1:
                raise NoPicture("broken")
            if width * height > MAX_PIXELS:
                raise NoPicture("huge")
            return extension, (width, height)
    raise NoPicture("vector" if _SVG.match(data.removeprefix(b"\xef\xbb\xbf")[:200].lstrip()) else "no_picture")


def _png(data: bytes) -> Size:
    """From the header chunk; a missing end chunk means truncation."""
    if data[12:16] != b"IHDR" or b"IEND" not in data[-4096:]:
        raise IndexError
    return struct.unpack_from(">II", data, 16)


def _jpeg(data: bytes) -> Size:
    """From the first frame, skipping segments by their length; a missing end marker means truncation."""
    at = 2
    while True:
        while data[at] != 0xFF or data[at + 1] == 0xFF:
            at += 1
        marker = data[at + 1]
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            if data.rfind(b"\xff\xd9") < at:
                raise IndexError
            return width, height
        at += 2 if marker in _SIZELESS_MARKERS else 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))


def _webp(data: bytes) -> Size:
    """From the first chunk, which is extended, lossless or lossy."""
    if int.from_bytes(data[4:8], "little") + 8 > len(data) + 1:
        raise IndexError
    if data[12:16] == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if data[12:16] == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if data[12:16] != b"VP8 " or data[23:26] != b"\x9d\x01\x2a":
        raise IndexError
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _bmp(data: bytes) -> Size:
    """From the header; a negative height means that the first row is at the top."""
    if struct.unpack_from("<I", data, 14)[0] == 12:
        return struct.unpack_from("<HH", data, 18)
    width, height = struct.unpack_from("<ii", data, 18)
    return width, abs(height)


def _ico(data: bytes) -> Size:
    """The largest of its pictures; those in PNG format have their own header."""
    sizes: list[Size] = []
    for index in range(min(64, struct.unpack_from("<H", data, 4)[0])):
        width, height, length, start = struct.unpack_from("<BB6xII", data, 6 + 16 * index)
        if start + length > len(data):
            raise IndexError
        inside = data[start : start + length]
        sizes.append(_png(inside) if _is_png(inside) else (width or 256, height or 256))
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def _avif(data: bytes) -> Size:
    """The size in the largest ``ispe`` property (ISO 23008-12) with version and flags 0."""
    sizes: list[Size] = [struct.unpack(">II", size) for size in _ISPE.findall(data[:_MAX_HEADER])]
    return max(sizes, key=lambda size: size[0] * size[1], default=(0, 0))


def _is_png(data: bytes) -> bool:
    return data.startswith(b"\x89PNG\r\n\x1a\n")


def _is_avif(data: bytes) -> bool:
    brands = data[8:12] + data[16 : min(int.from_bytes(data[:4], "big"), 256)]
    return data[4:8] == b"ftyp" and any(brand in brands for brand in (b"avif", b"avis"))


_KINDS: Final[tuple[tuple[str, str, Callable[[bytes], bool], Callable[[bytes], Size]], ...]] = (
    ("png", "image/png", _is_png, _png),
    ("jpg", "image/jpeg", lambda data: data.startswith(b"\xff\xd8\xff"), _jpeg),
    ("gif", "image/gif", lambda data: data[:6] in (b"GIF87a", b"GIF89a"), partial(struct.unpack_from, "<HH", offset=6)),
    ("webp", "image/webp", lambda data: data[:4] == b"RIFF" and data[8:12] == b"WEBP", _webp),
    ("avif", "image/avif", _is_avif, _avif),
    ("bmp", "image/bmp", lambda data: data[:2] == b"BM" and data[6:10] == b"\0\0\0\0", _bmp),
    ("ico", "image/x-icon", lambda data: data[:4] == b"\0\0\x01\0" and len(data) > 22, _ico),
)
"""File extension, MIME type, predicate of a file's first bytes, and reader of the size from its header."""

MIME: Final = {extension: mime for extension, mime, _, _ in _KINDS}
_NAME: Final = re.compile(rf"[0-9a-f]{{20}}\.(?:{'|'.join(MIME)})")


def store(data: bytes, folder: Path, temporary: Path | None = None) -> str:
    """Writes a picture into ``folder`` if it is not there, and returns its name; raises `NoPicture` and ``OSError``."""
    name = f"{hashlib.sha256(data).hexdigest()[:20]}.{kind_of(data)[0]}"
    private.make_folder(folder)
    path = folder / name
    if path.is_symlink() or not (path.is_file() or path.is_dir()):
        atomic.replace(path, data, temporary)
    return name


def is_name(name: str) -> bool:
    """Whether `store` could have returned ``name``; such a name can't contain a path."""
    return _NAME.fullmatch(name) is not None


def mime(name: str) -> str:
    return MIME[name.rpartition(".")[2]]
