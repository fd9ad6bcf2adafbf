"""Text as words: jieba for Chinese, loaded when it is met, its cache out of others' reach."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from jingdu.text.words import STOP_WORDS, is_chinese, private_folder, words


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
    ids=["english", "chinese", "mixed", "japanese", "russian", "marks", "nothing"],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_stop_words_are_lower_case_words_of_one_piece() -> None:
    assert all(word == word.lower().strip() and word for word in STOP_WORDS)
    assert words(" ".join(sorted(STOP_WORDS - {word for word in STOP_WORDS if is_chinese(word)}))) == []


def alone(code: str, cache: Path, **more: str) -> str:
    """What that code prints in a process of its own, with its own cache folder; nothing may come to stderr."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(cache), "LOCALAPPDATA": str(cache), **more},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    assert done.stderr == ""
    return done.stdout.strip()


FIRST = (
    "import sys; from jingdu.text.words import words; words('plain English'); before = 'jieba' in sys.modules; "
    "words('古桥'); import jieba; print(before, jieba.dt.tmp_dir)"
)


def test_jieba_is_loaded_when_chinese_is_met_and_its_cache_is_the_users_own(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    before, folder = alone(FIRST, tmp_path, TMPDIR=str(shared)).split(" ", 1)
    assert before == "False"
    assert Path(folder).is_relative_to(tmp_path)
    assert (Path(folder) / "jieba.cache").is_file()
    assert list(shared.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folders from others by itself")
class TestPrivateFolder:
    @pytest.fixture(autouse=True)
    def _elsewhere(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setenv("HOME", str(tmp_path))

    def test_only_the_user_may_enter_it(self) -> None:
        folder = private_folder()
        assert folder is not None
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        os.chmod(folder, 0o755)
        assert private_folder() == folder
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700

    def test_one_that_others_could_write_to_is_not_used(self) -> None:
        folder = private_folder()
        assert folder is not None
        os.chmod(folder, 0o777)
        assert private_folder() is None

    def test_a_link_to_another_folder_is_not_used(self, tmp_path: Path) -> None:
        folder = private_folder()
        assert folder is not None
        os.rmdir(folder)
        (tmp_path / "other").mkdir()
        os.symlink(tmp_path / "other", folder)
        assert private_folder() is None

    def test_without_any_jieba_works_all_the_same(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        said = alone(FIRST, tmp_path / "file", HOME=str(tmp_path / "file"))
        assert said.startswith("False ")


def test_many_threads_may_ask_at_once(tmp_path: Path) -> None:
    """In a fresh process, so that the first calls race to load the dictionary."""
    code = (
        "from concurrent.futures import ThreadPoolExecutor; from jingdu.text.words import words\n"
        "with ThreadPoolExecutor(8) as pool: print({tuple(found) for found in pool.map(words, ['古桥修缮完工'] * 64)})"
    )
    assert alone(code, tmp_path) == "{('古桥', '修缮', '完工')}"
    with ThreadPoolExecutor(4) as pool:
        assert len({tuple(found) for found in pool.map(words, ["石匠修补桥墩"] * 40)}) == 1
