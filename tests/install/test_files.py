"""Files are written whole, kept on a list, and removed by it."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from install import files
from install.cli import uninstall
from install.computer import LINUX, Computer
from install.console import FILES, SetupError
from install.register import Registry
from jingdu import logs
from jingdu.storage import private


def test_a_file_that_is_already_so_is_left_alone(tmp_path: Path) -> None:
    files.write(tmp_path / "c", b"text")
    before = (tmp_path / "c").stat().st_mtime_ns
    assert not files.write(tmp_path / "c", b"text")
    assert (tmp_path / "c").stat().st_mtime_ns == before


def test_what_a_killed_writing_left_does_not_stop_the_next(tmp_path: Path) -> None:
    files.temporary(tmp_path / "c").write_bytes(b"half")
    files.write(tmp_path / "c", b"text")
    assert [path.name for path in tmp_path.iterdir()] == ["c"]


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SetupError, match=r"^Cannot write .*/file/x \(.*\); fix that and run set-up again\.$") as raised:
        files.write(tmp_path / "file/x", b"")
    assert raised.value.code == FILES


def test_the_record_remembers_folders_that_were_not_there(tmp_path: Path) -> None:
    record = files.Record(tmp_path / "data/installed.json")
    record.note("files", tmp_path / "new/deep/file")
    loaded = files.Record.load(tmp_path / "data")
    assert loaded.files == [str(tmp_path / "new/deep/file")]
    assert loaded.folders == [str(tmp_path / "new"), str(tmp_path / "new/deep")]


def test_uninstall_removes_what_is_listed_and_leaves_what_others_put_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    computer = Computer(LINUX, tmp_path, {})
    record = files.Record.load(computer.data)
    for name in ("shared/ours", "alone/ours"):
        record.note("files", tmp_path / name)
        files.write(tmp_path / name, b"")
    (tmp_path / "shared/theirs").write_bytes(b"")
    uninstall(computer, Registry(), None)
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir())
    assert left == ["shared/theirs"]
    assert not (tmp_path / "alone").exists()
    assert str(tmp_path / "alone/ours") in capsys.readouterr().out


def _hold(path: Path, taken: multiprocessing.synchronize.Event, done: multiprocessing.synchronize.Event) -> None:
    with files.locked(path):
        taken.set()
        done.wait(60)


def test_a_second_set_up_at_the_same_time_is_turned_away(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    taken, done = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(tmp_path / "lock", taken, done))
    other.start()
    try:
        assert taken.wait(60)
        with pytest.raises(SetupError, match="Another set-up is running"), files.locked(tmp_path / "lock"):
            pass
    finally:
        done.set()
        other.join()
    with files.locked(tmp_path / "lock"):
        assert os.path.exists(tmp_path / "lock")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("moved", [False, True], ids=["at home", "moved"])
def test_set_up_knows_where_the_host_writes(
    platform: str, moved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it does not know, it could not remove."""
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path / name) if moved else "")
    monkeypatch.setattr("sys.platform", platform)
    computer = Computer.this()
    assert (str(computer.of_host("logs")), str(computer.data)) == (logs.folder(), private.data())
