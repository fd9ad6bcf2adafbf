"""Pictures made for the tests: whole ones, small, written byte by byte as their formats say."""

import base64
import struct
import zlib


def png(width: int = 2, height: int = 2, shade: int = 90) -> bytes:
    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = (b"\0" + bytes([shade]) * width) * height if width * height < 1_000_000 else b""
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def embedded(picture: bytes) -> str:
    """The ``data:`` address of a picture, long enough to be none of a placeholder."""
    return f"data:image/png;base64,{base64.b64encode(picture + bytes(2000)).decode()}"


def gif(width: int = 1, height: int = 1) -> bytes:
    return b"GIF89a" + struct.pack("<HH", width, height) + bytes.fromhex(
        "800000050404000000" "2c00000000010001000002024401003b"
    )  # fmt: skip


def jpeg(width: int = 3, height: int = 2, before: bytes = b"") -> bytes:
    """The frame of one, with ``before`` in front of its size; nothing that could be drawn."""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    scan = b"\xff\xda\x00\x0c\x03\x01\x00\x02\x11\x03\x11\x00\x3f\x00\xaa"
    return b"\xff\xd8" + before + frame + scan + b"\xff\xd9"


def thumbnail(inner: bytes) -> bytes:
    """A segment of application data with a picture in it, which has a size of its own."""
    return b"\xff\xe1" + struct.pack(">H", len(inner) + 2) + inner


def webp(kind: str, width: int = 5, height: int = 4) -> bytes:
    if kind == "VP8X":
        body = bytes(4) + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    elif kind == "VP8L":
        body = b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14)
    else:
        body = b"\x30\x01\x00\x9d\x01\x2a" + struct.pack("<HH", width, height)
    chunk = kind.encode().ljust(4) + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def bmp(width: int = 2, height: int = -3) -> bytes:
    rows = bytes((width * 3 + 3) // 4 * 4 * abs(height)) if width * abs(height) < 1_000_000 else b""
    header = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(rows), 0, 0, 0, 0)
    return b"BM" + struct.pack("<IHHI", 54 + len(rows), 0, 0, 54) + header + rows


def ico(inside: bytes) -> bytes:
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, 16, 16, 0, 0, 1, 32, len(inside), 22) + inside


def avif(width: int = 7, height: int = 6, brand: bytes = b"avif") -> bytes:
    def box(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", 8 + len(content)) + kind + content

    ispe = box(b"ispe", bytes(4) + struct.pack(">II", width, height))
    meta = box(b"meta", bytes(4) + box(b"hdlr", bytes(20)) + box(b"iprp", box(b"ipco", ispe)))
    return box(b"ftyp", brand + bytes(4) + b"mif1" + b"avif") + meta + box(b"mdat", b"\0" * 8)


def whole() -> dict[str, tuple[bytes, str, tuple[int, int]]]:
    """Name → bytes, extension, size."""
    return {
        "PNG": (png(), "png", (2, 2)),
        "JPEG": (jpeg(), "jpg", (3, 2)),
        "JPEG with another in it": (jpeg(before=thumbnail(jpeg(60000, 60000))), "jpg", (3, 2)),
        "JPEG with fill bytes": (jpeg(before=b"\xff\xff"), "jpg", (3, 2)),
        "GIF": (gif(), "gif", (1, 1)),
        "WebP lossy": (webp("VP8 "), "webp", (5, 4)),
        "WebP lossless": (webp("VP8L"), "webp", (5, 4)),
        "WebP extended": (webp("VP8X"), "webp", (5, 4)),
        "BMP": (bmp(), "bmp", (2, 3)),
        "ICO": (ico(bytes(40)), "ico", (16, 16)),
        "ICO with a PNG in it": (ico(png(64, 64)), "ico", (64, 64)),
        "AVIF": (avif(), "avif", (7, 6)),
        "AVIF moving": (avif(brand=b"avis"), "avif", (7, 6)),
    }
