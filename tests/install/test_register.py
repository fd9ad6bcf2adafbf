"""Installed files: written atomically, recorded and removed; host manifests and the launcher."""

import errno
import multiprocessing
import os
import subprocess
import sys
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest

from install import files, register
from install.browsers import BROWSERS, CHROMIUM, FIREFOX, Found
from install.cli import _remove_library, uninstall
from install.computer import LINUX, WINDOWS, Computer
from install.console import FILES, SetupError
from install.extension import CHECKOUT, Extension, extension
from install.installation import Installation
from install.register import Registry, launcher_text
from jingdu import logs
from jingdu.library import location, names, repository
from jingdu.library.item_writing import Content
from jingdu.protocol.items import Item
from jingdu.storage import atomic, private
from tests.install.conftest import Make, MemoryRegistry


def test_write_errors_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SetupError, match=r"^Cannot write .*/file/x \(.*\); fix that and run set-up again\.$") as raised:
        files.write(tmp_path / "file/x", b"")
    assert raised.value.code == FILES


def test_uninstall_removes_only_recorded_files(
    tmp_path: Path, ours: Extension, capsys: pytest.CaptureFixture[str]
) -> None:
    computer = Computer(LINUX, tmp_path, {})
    record = files.Record.load(computer.data)
    for name in ("shared/ours", "alone/ours"):
        record.note("files", tmp_path / name)
        files.write(tmp_path / name, b"")
    (tmp_path / "shared/theirs").write_bytes(b"")
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    (tmp_path / "shared" / f"{atomic.TEMPORARY}{atomic.mark(dead.pid)}-ours").write_bytes(b"half")
    uninstall(Installation(computer, Registry(), ours, ""))
    left = sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if not path.is_dir())
    assert left == ["shared/theirs"]
    assert not (tmp_path / "alone").exists()
    assert str(tmp_path / "alone/ours") in capsys.readouterr().out


def test_uninstall_goes_on_after_a_file_that_cannot_be_removed(
    tmp_path: Path, ours: Extension, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left is named, and the record stays, so that uninstalling can be repeated."""
    computer, unlink = Computer(LINUX, tmp_path, {}), os.unlink
    record, held = files.Record.load(computer.data), tmp_path / "tree/held"
    for kind, name in (("trees", "tree"), ("files", "file")):
        record.note(kind, tmp_path / name)
    for name in ("tree/a", "tree/held", "tree/z", "file"):
        files.write(tmp_path / name, b"")

    def refuse(path: Path | str, **options: int) -> None:
        if Path(path).name == held.name:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        unlink(path, **options)

    with monkeypatch.context() as patch, pytest.raises(SetupError) as raised:
        patch.setattr(os, "unlink", refuse)
        uninstall(Installation(computer, Registry(), ours, ""))
    left = f"{held.parent} (permission denied)"
    assert str(raised.value) == f"Everything is removed except {left}; fix that and run --uninstall again."
    assert raised.value.code == FILES
    assert {path for path in tmp_path.rglob("*") if not path.is_dir()} == {record.place, held}
    uninstall(Installation(computer, Registry(), ours, ""))
    assert not [path for path in tmp_path.rglob("*") if not path.is_dir()]


def test_the_library_and_its_trash_are_removed_after_consent(own_home: Path) -> None:
    for title in ("Kept", "In the trash"):
        item = repository.save(Item(names.new_id(), "", title, "2026-01-31"), Content("<p>Text</p>"), {})
    repository.trash([item.id])
    _remove_library((str(location.folder()), 2), Path(sys.executable), agreed=True)
    assert location.folder().is_relative_to(own_home) and not location.folder().exists()


def _hold(path: Path, acquired: Event, done: Event) -> None:
    with files.locked(path):
        acquired.set()
        done.wait(600)


def test_concurrent_set_ups_are_rejected(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    acquired, done = context.Event(), context.Event()
    other = context.Process(target=_hold, args=(tmp_path / "lock", acquired, done))
    other.start()
    try:
        assert acquired.wait(600)
        with pytest.raises(SetupError, match="Another set-up is running"), files.locked(tmp_path / "lock"):
            pass
    finally:
        done.set()
        other.join()
    with files.locked(tmp_path / "lock"):
        assert os.path.exists(tmp_path / "lock")


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("folder", ["", "/moved", "relative"])
def test_set_up_and_host_agree_on_paths(platform: str, folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise uninstall would miss files."""
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, folder and f"{folder}/{name}")
    monkeypatch.setattr("sys.platform", platform)
    computer = Computer.this()
    assert (str(computer.of_host("logs")), str(computer.data)) == (logs.folder(), private.data())
    assert str(computer.place("{cache}")) == private.base_folder("XDG_CACHE_HOME", ".cache")


ALLOWED = {
    CHROMIUM: {"allowed_origins": ["chrome-extension://abcdefghijklmnopabcdefghijklmnop/"]},
    FIREFOX: {"allowed_extensions": ["jingdu@jingdu.org"]},
}


@pytest.mark.parametrize(("family", "allowed"), ALLOWED.items(), ids=ALLOWED)
def test_manifests_allow_only_our_extension(family: str, allowed: dict[str, list[str]], ours: Extension) -> None:
    assert register.manifest(family, Path("/data/jingdu-host"), ours) == {
        "name": "org.jingdu.host",
        "description": "Jingdu 净读 finds the article in a page",
        "path": "/data/jingdu-host",
        "type": "stdio",
        **allowed,
    }


def test_paths_that_are_not_utf8_are_rejected(ours: Extension) -> None:
    with pytest.raises(SetupError, match="is not UTF-8"):
        register.manifest_text(CHROMIUM, Path("/home/\udcff/jingdu-host"), ours)


def test_windows_registry_keys_point_to_manifests_and_are_recorded(computer: Make, ours: Extension) -> None:
    windows = computer(WINDOWS)
    registry = MemoryRegistry()
    installation = Installation(windows, registry, ours, "")
    names = ("Google Chrome", "Brave", "Firefox")
    installation.found = [Found(one, one.places[WINDOWS], None) for one in BROWSERS if one.name in names]
    installation.register()
    folder = windows.data / "manifests"
    assert registry.values == {
        r"Software\Google\Chrome\NativeMessagingHosts\org.jingdu.host": str(
            folder / "chromium" / "org.jingdu.host.json"
        ),
        r"Software\Mozilla\NativeMessagingHosts\org.jingdu.host": str(folder / "firefox" / "org.jingdu.host.json"),
    }
    assert files.Record.load(windows.data).keys == list(registry.values)


def test_the_extension_id_is_derived_from_its_key() -> None:
    found = extension(CHECKOUT)
    assert found.chromium_id == "nlpkhflejcidnajofpflffjakficoogi"
    assert found.gecko_id == "jingdu@jingdu.org"


NAMES = ["plain", "with space", "it's quoted", 'double"quoted', "净读 用户", "$HOME `id` \\n", "new\nline"]


def test_the_windows_launcher_uses_a_relative_path() -> None:
    folder = Path("/C/Users/王 五/AppData/Local/Jingdu")
    text = launcher_text(WINDOWS, folder / "environments/0123/Scripts/python.exe", folder)
    assert text == (
        b"@echo off\r\n"
        b"rem Starts Jingdu's host for the browser; written by install/setup.py.\r\n"
        b'"%~dp0environments\\0123\\Scripts\\python.exe" -I -m jingdu.host %*\r\n'
    )


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
def test_the_command_is_written_unless_another_program_has_its_name(computer: Make, ours: Extension) -> None:
    installation = Installation(computer(LINUX), Registry(), ours, "")
    python = installation.computer.data / "environments/0123/bin/python"
    files.write(python, b'#!/bin/sh\nprintf "%s|" "$@"\n', executable=True)
    command = installation.computer.home / ".local/bin/jingdu"
    for _ in range(2):
        installation.write_launcher(python)
        done = subprocess.run([command, "search", "a b"], check=True, capture_output=True, text=True)
        assert done.stdout == "-P|-m|jingdu|search|a b|"
    assert str(command) in installation.record.files
    command.write_bytes(b"another program")
    installation.write_launcher(python)
    assert command.read_bytes() == b"another program"


@pytest.mark.skipif(os.name == "nt", reason="a shell script")
@pytest.mark.parametrize("name", NAMES, ids=[ascii(name) for name in NAMES])
def test_the_launcher_forwards_arguments(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    files.write(folder / "python", b'#!/bin/sh\nprintf "%s|" "$@"\n', executable=True)
    path = folder / "jingdu-host"
    files.write(path, launcher_text(LINUX, folder / "python", folder), executable=True)
    done = subprocess.run([path, "chrome-extension://abc/", "a b"], check=True, capture_output=True, text=True)
    assert done.stdout == "-I|-m|jingdu.host|chrome-extension://abc/|a b|"
