"""Word segmentation: jieba for Chinese, loaded on first use."""

from __future__ import annotations

import marshal
import os
import subprocess
import sys
from pathlib import Path

import pytest

from jingdu.text.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How the Rivers of North run: 3 mills", ["rivers", "north", "run", "3", "mills"]),
        ("古桥修缮完工", ["古桥", "修缮", "完工"]),
        ("石匠的GPT4，和snake_case", ["石匠", "gpt4", "snake", "case"]),
        ("東京タワー", ["東京", "京タ", "タワ", "ワー"]),
        ("Вечер в порту", ["вечер", "в", "порту"]),
        ("，。…", []),
        ("", []),
    ],
    ids=["english", "chinese", "mixed", "japanese", "russian", "punctuation", "empty"],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def output_of(code: str, temporary: Path) -> str:
    """The output of code in a separate process, which must not write to stderr."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TMPDIR": str(temporary), "XDG_CACHE_HOME": str(temporary), "HOME": str(temporary)},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert done.stderr == ""
    return done.stdout.strip()


FIRST_USE = (
    "import sys; from jingdu.text.words import words; words('plain English'); before = 'jieba' in sys.modules; "
    "print(before, words('古桥修缮完工'))"
)


def test_jieba_is_loaded_on_first_use_without_its_cache(tmp_path: Path) -> None:
    """jieba would load any dictionary in its cache."""
    cache = tmp_path / "jieba.cache"
    cache.write_bytes(planted := marshal.dumps(({"古桥修缮完工": 10**6}, 10**6)))
    assert output_of(FIRST_USE, tmp_path) == "False ['古桥', '修缮', '完工']"
    assert (cache.read_bytes(), list(tmp_path.iterdir())) == (planted, [cache])


def test_the_dictionary_equals_that_of_jieba() -> None:
    words("古桥")
    import jieba

    assert (jieba.dt.FREQ, jieba.dt.total) == jieba.dt.gen_pfdict(jieba.dt.get_dict_file())
