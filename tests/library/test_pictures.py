"""Pictures: recognized by their bytes alone; kept ones in the article, the others as links, and back again."""

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
NONE = {
    **{f"a bomb in {kind}, by its declared size": (data, "huge") for kind, data in BOMBS.items()},
    "nothing": (b"", "no_picture"),
    "HTML": (b"<!doctype html><title>403", "no_picture"),
    "a film": (b"\0\0\0\x18ftypmp42" + bytes(99), "no_picture"),
    "text that begins with BM": (b"BMW builds cars, and has for long.", "no_picture"),
    "SVG": (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "vector"),
    "a PNG that broke off": (png(300, 300)[:-30], "broken"),
    "a JPEG that broke off": (jpeg()[:-2], "broken"),
    "a JPEG of fill bytes": (b"\xff\xd8" + b"\xff" * 1000, "broken"),
    "a JPEG of empty segments": (b"\xff\xd8" + b"\xff\xe0\0\0" * 1000, "broken"),
    "a WebP of no known part": (webp("VP8 ").replace(b"VP8 ", b"ABCD"), "broken"),
    "a GIF of no size": (gif(0, 0), "broken"),
    "an AVIF without a size": (avif().replace(b"ispe", b"free"), "broken"),
    "an AVIF with boxes of no length": (avif()[:20] + struct.pack(">I", 3) * 99, "broken"),
    "an ICO that points outside": (ico(bytes(40))[:-9], "broken"),
}


@pytest.mark.parametrize(("data", "extension", "size"), whole().values(), ids=whole().keys())
def test_a_picture_is_known_by_its_bytes(data: bytes, extension: str, size: tuple[int, int]) -> None:
    assert kind_of(data) == (extension, size)
    assert MIME[extension].startswith("image/")


@pytest.mark.parametrize(("data", "why"), NONE.values(), ids=NONE.keys())
def test_incomplete_pictures_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(NoPicture) as refused:
        kind_of(data)
    assert refused.value.why == why


@pytest.mark.parametrize("name", whole())
def test_damaged_pictures_never_raise_other_errors(name: str) -> None:
    data = whole()[name][0]
    for at in range(min(len(data), 120)):
        for changed in (data[:at], data[:at] + b"\xff" + data[at + 1 :], data[:at] + b"\0" + data[at + 1 :]):
            try:
                kind_of(changed)
            except NoPicture as refused:
                assert refused.why in wording.reasons()


@pytest.mark.parametrize(
    "name", ["../a.png", "a.png", "", "0" * 20 + ".svg", "0" * 20 + ".png/..", "0" * 20 + ".png\n"]
)
def test_only_generated_picture_names_are_valid(name: str) -> None:
    assert files.is_name("0" * 20 + ".png")
    assert not files.is_name(name)


@pytest.mark.parametrize("html", ["<p>1 &lt; 2 <img", '<img src="', "<img " + "a " * 50_000, "<" * 100_000])
def test_odd_text_is_unchanged_and_fast(html: str) -> None:
    assert place(html, {}) == html


@pytest.mark.parametrize("lang", ["en", "fr", "zh-CN", "zh-TW", "ja"])
def test_every_reason_is_in_the_articles_language_and_leads_back_to_its_code(lang: str) -> None:
    html = "".join(f'<p><img src="https://example.org/{why}.png?a=1&amp;b=2" alt="a"></p>' for why in wording.reasons())
    reasons: dict[str, str | None] = {f"https://example.org/{why}.png?a=1&b=2": why for why in wording.reasons()}
    listed = placing.place(html, {}, lang, why=reasons)
    assert placing.missing(listed) == reasons
    noted = placing.with_list("text\n", reasons, lang)
    assert placing.listed(noted) == reasons
    assert placing.with_list(noted, reasons, lang) == noted and placing.with_list(noted, {}, lang) == "text\n"
    assert (wording.reasons()["status"] in listed) == (lang in ("en", "fr"))
