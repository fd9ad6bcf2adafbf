"""Pictures: recognised by content; stored ones are embedded in the article, missing ones become links."""

import struct

import pytest

from jingdu.library import wording
from jingdu.library.images import files, placing
from jingdu.library.images.files import MIME, NoPicture, kind_of
from jingdu.library.images.placing import place
from tests.support.pictures import avif, bmp, gif, ico, jpeg, png, webp, whole

BOMBS = {
    "PNG": png(50_000, 50_000), "GIF": gif(65_535, 65_535), "JPEG": jpeg(65_535, 65_535),
    "WebP": webp("VP8X", 16_777_216, 16_777_216), "WebP lossless": webp("VP8L", 16_384, 16_384),
    "BMP": bmp(2_000_000_000, 2_000_000_000), "AVIF": avif(2**32 - 1, 2**32 - 1), "ICO": ico(png(50_000, 50_000)),
}  # fmt: skip
INVALID = {
    **{f"{kind} with huge declared size": (data, "huge") for kind, data in BOMBS.items()},
    "empty": (b"", "no_picture"),
    "HTML": (b"<!doctype html><title>403", "no_picture"),
    "video": (b"\0\0\0\x18ftypmp42" + bytes(99), "no_picture"),
    "text that starts with BM": (b"BMW builds cars, and has for long.", "no_picture"),
    "SVG": (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "vector"),
    "truncated PNG": (png(300, 300)[:-30], "broken"),
    "truncated JPEG": (jpeg()[:-2], "broken"),
    "JPEG of fill bytes": (b"\xff\xd8" + b"\xff" * 1000, "broken"),
    "JPEG of empty segments": (b"\xff\xd8" + b"\xff\xe0\0\0" * 1000, "broken"),
    "WebP with unknown chunk": (webp("VP8 ").replace(b"VP8 ", b"ABCD"), "broken"),
    "GIF of size zero": (gif(0, 0), "broken"),
    "AVIF without size": (avif().replace(b"ispe", b"free"), "broken"),
    "AVIF with empty boxes": (avif()[:20] + struct.pack(">I", 3) * 99, "broken"),
    "ICO with offset out of range": (ico(bytes(40))[:-9], "broken"),
}


@pytest.mark.parametrize(("data", "extension", "size"), whole().values(), ids=whole().keys())
def test_picture_formats_are_detected_by_content(data: bytes, extension: str, size: tuple[int, int]) -> None:
    assert kind_of(data) == (extension, size)
    assert MIME[extension].startswith("image/")


@pytest.mark.parametrize(("data", "why"), INVALID.values(), ids=INVALID.keys())
def test_invalid_pictures_are_rejected(data: bytes, why: str) -> None:
    with pytest.raises(NoPicture) as rejected:
        kind_of(data)
    assert rejected.value.why == why


@pytest.mark.parametrize("name", whole())
def test_damaged_pictures_never_raise_other_errors(name: str) -> None:
    data = whole()[name][0]
    for at in range(min(len(data), 120)):
        for changed in (data[:at], data[:at] + b"\xff" + data[at + 1 :], data[:at] + b"\0" + data[at + 1 :]):
            try:
                kind_of(changed)
            except NoPicture as rejected:
                assert rejected.why in wording.reasons()


@pytest.mark.parametrize(
    "name", ["../a.png", "a.png", "", "0" * 20 + ".svg", "0" * 20 + ".png/..", "0" * 20 + ".png\n"]
)
def test_only_generated_picture_names_are_valid(name: str) -> None:
    assert files.is_name("0" * 20 + ".png")
    assert not files.is_name(name)


@pytest.mark.parametrize("html", ["<p>1 &lt; 2 <img", '<img src="', "<img " + "a " * 50_000, "<" * 100_000])
def test_malformed_tags_are_unchanged_and_fast(html: str) -> None:
    assert place(html, {}) == html


@pytest.mark.parametrize("lang", ["en", "fr", "zh-CN", "zh-TW", "ja"])
def test_reasons_are_translated_and_map_back_to_their_codes(lang: str) -> None:
    html = "".join(f'<p><img src="https://example.org/{why}.png?a=1&amp;b=2" alt="a"></p>' for why in wording.reasons())
    reasons: dict[str, str | None] = {f"https://example.org/{why}.png?a=1&b=2": why for why in wording.reasons()}
    listed = placing.place(html, {}, lang, why=reasons)
    assert placing.missing(listed) == reasons
    noted = placing.with_list("text\n", reasons, lang)
    assert placing.listed(noted) == reasons
    assert placing.with_list(noted, reasons, lang) == noted and placing.with_list(noted, {}, lang) == "text\n"
    assert (wording.reasons()["status"] in listed) == (lang in ("en", "fr"))
