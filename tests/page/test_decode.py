"""Decoding a page's bytes, whatever encoding is declared."""

import codecs
from encodings import aliases

import pytest
from hypothesis import given, strategies as st

from jingdu.page.parse import decode, parse

CHINESE = "今天的天气很好，我们去公园散步。阳光照在湖面上，孩子们在草地上奔跑。"
TAIWAN = "今天的天氣很好，我們去公園散步。陽光照在湖面上，孩子們在草地上奔跑。"
JAPANESE = "今日は天気がいいので、公園へ散歩に行きました。子供たちが走っています。"
KOREAN = "오늘은 날씨가 좋아서 공원에 산책하러 갔습니다. 아이들이 뛰어놀고 있습니다."
FRENCH = "Où êtes-vous allé ? “Nulle part” – c’est déjà ça, coûte que coûte…"
RUSSIAN = "Сегодня хорошая погода, и мы пошли гулять в парк. Дети бегают по траве."


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("gbk", "gbk", CHINESE),
        ("GB2312", "gbk", CHINESE + "镕喆"),
        ("gb18030", "gb18030", CHINESE + "𠀀㐀"),
        ("big5", "big5", TAIWAN),
        ("Shift_JIS", "cp932", JAPANESE + "①"),
        ("x-sjis", "cp932", JAPANESE),
        ("euc-jp", "euc_jp", JAPANESE),
        ("iso-2022-jp", "iso2022_jp", JAPANESE),
        ("euc-kr", "cp949", KOREAN + "똠"),
        ("ks_c_5601-1987", "cp949", KOREAN),
        ("windows-1252", "cp1252", FRENCH),
        ("iso-8859-1", "cp1252", FRENCH),
        ("iso8859-1", "cp1252", FRENCH),
        ("windows-1251", "cp1251", RUSSIAN),
        ("koi8-r", "koi8_r", RUSSIAN),
        ("utf-8", "utf-8", CHINESE),
    ],
)
def test_declared_charsets_are_decoded_as_in_browsers(label: str, codec: str, text: str) -> None:
    page = f"<html><head><meta charset='{label}'></head><body><p>{text}</p>"
    assert decode(page.encode(codec)) == page
    http_equiv = f'<meta http-equiv="Content-Type" content="text/html; charset={label}"><p>{text}'
    assert decode(http_equiv.encode(codec)) == http_equiv
    assert decode(f"<p>{text}".encode(codec), label) == f"<p>{text}"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_overrides_declarations(codec: str) -> None:
    html = f"<meta charset=gbk><p>{CHINESE}"
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(codec, b"")
    assert decode(mark + html.encode(codec), "big5") == html


@pytest.mark.parametrize("label", ["gbk", "iso-8859-1", "shift_jis", "utf-16", "utf-7"])
def test_mislabelled_utf8_is_decoded_as_utf8(label: str) -> None:
    html = f"<meta charset={label}><p>{CHINESE}"
    assert decode(html.encode()) == html
    assert decode(html.encode(), label) == html


def test_an_invalid_utf8_byte_is_replaced() -> None:
    data = f"<meta charset=utf-8><p>{CHINESE}".encode() + b"\xff" + "末尾".encode()
    assert decode(data) == f"<meta charset=utf-8><p>{CHINESE}\ufffd末尾"


@pytest.mark.parametrize(
    ("codec", "text"), [("gb18030", CHINESE), ("big5", TAIWAN), ("cp932", JAPANESE), ("cp949", KOREAN)]
)
def test_undeclared_charsets_are_detected(codec: str, text: str) -> None:
    html = f"<html><body><p>{text * 8}</p>"
    assert decode(html.encode(codec)) == html


def test_undeclared_western_pages_keep_ascii_text() -> None:
    assert "Nulle part" in decode(f"<html><body><p>{FRENCH * 8}</p>".encode("cp1252"))
    spaced = "The ferry had crossed the river for years.\xa0 Then it stopped. " * 8
    assert decode(spaced.encode("cp1252")) == spaced


def test_unknown_charsets_are_ignored() -> None:
    html = f"<meta charset=martian><p>{CHINESE * 8}"
    assert decode(html.encode("gb18030")) == html


@pytest.mark.parametrize("label", "utf-7 utf_7 unicode-1-1-utf-7 unicode_escape raw_unicode_escape rot13".split())
def test_charsets_that_hide_markup_are_ignored(label: str) -> None:
    assert "<b>" not in decode(f"<meta charset={label}>".encode() + b"\xff +ADw-b+AD4- \\u003cb\\u003e <o>")


def test_decoding_never_raises() -> None:
    for label in {*aliases.aliases.values(), "undefined", "idna", "punycode", "x.y", "hex"}:
        assert decode(b"<meta charset=" + label.encode() + b"> text \xff\xfe\x80 text")


@given(st.binary(max_size=300), st.sampled_from([None, "gbk", "utf-16", "big5", "undefined", "", "\ud800", "é"]))
def test_any_bytes_can_be_decoded_and_parsed(data: bytes, declared: str | None) -> None:
    assert parse("<p>first</p>" + decode(data, declared)).blocks[0].text.startswith("first")
