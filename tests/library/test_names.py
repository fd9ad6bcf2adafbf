"""Names of folders: readable, safe on every system, of at most 120 bytes."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathvalidate import is_valid_filename

from jingdu.library.names import MAX_BYTES, UNTITLED, folder_name, free, same_key

READABLE = {
    "kept as it is": ("修一把旧椅子", "修一把旧椅子"),
    "slashes make no folders": ("AC/DC \\ TCP|IP", "AC - DC - TCP - IP"),
    "out of the library": ("../../etc/passwd", "- .. - etc - passwd".lstrip("- .")),
    "what Windows refuses": ('Why? "So": <a*b>', "Why So a b"),
    "device": ("con", "_con"),
    "device with an ending": ("LPT1.txt", "_LPT1.txt"),
    "marks of direction": ("abc\u202egpj.exe\u200b\u2066", "abcgpj.exe"),
    "controls": ("a\x00b\x1b[31mc\x7f", "ab(31mc"),
    "what Obsidian's links refuse": ("[Video] C# and ^caret | #tag", "(Video) C and caret - tag"),
    "dots at the ends": ("...title...", "title"),
    "nothing": ("", UNTITLED),
}


@pytest.mark.parametrize(("title", "name"), READABLE.values(), ids=READABLE.keys())
def test_a_title_becomes_a_name(title: str, name: str) -> None:
    assert folder_name(title) == name


@given(st.text(max_size=400))
def test_any_title_becomes_a_name_that_every_system_takes(title: str) -> None:
    name = folder_name(title)
    assert name and len(name.encode()) <= MAX_BYTES
    assert is_valid_filename(name, platform="universal")
    assert not {unicodedata.category(sign) for sign in name} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert not name.startswith((".", " ", "-")) and not name.endswith((".", " "))
    assert not set(name) & set("/\\#^[]|")


@given(st.text(max_size=300), st.integers(1, 12))
def test_a_number_keeps_the_name_within_its_bytes(title: str, others: int) -> None:
    name, taken = folder_name(title), set[str]()
    for _ in range(others):
        taken.add(same_key(free(name, taken)))
    found = free(name, taken)
    assert len(taken) == others and same_key(found) not in taken
    assert found.endswith(f" ({others + 1})") and len(found.encode()) <= MAX_BYTES
