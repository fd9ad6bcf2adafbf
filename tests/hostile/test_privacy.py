"""What the host does is the user's own affair: no request that nobody asked for, no file that others may read."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.wire_mutations import GOLDEN
from tests.support.host_process import HOST, PACKAGES, Port, environment, golden

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX rights")
ALONE = Path(__file__).with_name("alone.py")
WATCH = """
import os, sys
def watch(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        with open(os.environ["JINGDU_WATCHED"], "a") as file:
            print(event, *arguments[1:], file=file)
sys.addaudithook(watch)
"""
"""A ``sitecustomize`` of every Python process of the host: what it does with sockets goes into a file."""
SAVE = golden("save.request") | {"private": False, "if_duplicate": "keep_both", "fetch_pictures": False}
SECRETS = ("ferry", "Ferry", "渡船", "example.org", "secret")


def everything(port: Port) -> list[Any]:
    """Every action once, none of which should go out, after an article was saved; the replies."""
    saved = port.ask(SAVE | {"id": 1, "url": "https://example.org/secret?token=secret"})
    item = saved["result"]["item"]["id"]
    asked = [{**request, "fetch_pictures": False} if request["action"] == "save" else request for request in GOLDEN]
    named = [request | ({"item": item} if "item" in request else {}) for request in asked]
    return [saved, *(port.ask(request) for request in sorted(named, key=lambda one: "delete" in one["action"]))]


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file that tells what the host's processes do with sockets."""
    folder, told = tmp_path / "watch", tmp_path / "watched"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WATCH, "utf-8")
    told.touch()
    monkeypatch.setenv("JINGDU_WATCHED", str(told))
    yield told


def started(home: Path, folder: Path, *before: str) -> Port:
    """A host whose Python processes are watched, after the words of a command that starts it."""
    words = ["env", f"PYTHONPATH={os.pathsep.join((str(folder), PACKAGES))}", f"JINGDU_LIBRARY={home}/library"]
    return Port(home, *before, *words, *HOST)


@posix
def test_no_action_goes_out_unasked(tmp_path: Path, watched: Path) -> None:
    """Every socket call of every Python process of the host is watched, on all systems that have POSIX."""
    with started(tmp_path, tmp_path / "watch") as port:
        assert all(isinstance(reply["ok"], bool) for reply in everything(port))
        port.close()
    calls = watched.read_text("utf-8").splitlines()
    assert calls == []


@posix
def test_the_watch_sees_what_goes_out(tmp_path: Path, watched: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(tmp_path / "watch")}
    subprocess.run(
        [sys.executable, "-c", "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"], env=env, check=True
    )
    assert "socket.connect" in watched.read_text("utf-8")


@pytest.mark.skipif(not shutil.which("strace"), reason="no strace here; install strace")
def test_the_system_sees_no_call_to_the_network(tmp_path: Path) -> None:
    """As the kernel sees it: no process of the host, whatever it is written in, opens an internet socket."""
    told = tmp_path / "strace"
    with started(tmp_path, tmp_path, "strace", "-f", "-qq", "-e", "trace=%network", "-o", str(told)) as port:
        if port.process.poll() is not None:
            pytest.skip("strace may not trace here")
        everything(port)
        port.close()
    calls = [line for line in told.read_text("utf-8").splitlines() if "AF_INET" in line or "AF_NETLINK" in line]
    assert calls == []


def without_network() -> list[str] | None:
    """The words before a command that take the network from it; None where that is not allowed."""
    for words in (["unshare", "-n"], ["unshare", "-rn"]):
        if (
            shutil.which("unshare")
            and subprocess.run([*words, "true"], check=False, capture_output=True).returncode == 0
        ):
            return words
    return None


needs_namespaces = pytest.mark.skipif(without_network() is None, reason="no network namespaces here")


@needs_namespaces
def test_without_a_network_every_action_answers_as_with_one(tmp_path: Path) -> None:
    def codes(home: Path, *before: str) -> list[Any]:
        home.mkdir()
        with started(home, home, *before) as port:
            return [(reply["ok"], reply.get("fault", {}).get("code")) for reply in everything(port)]

    assert codes(tmp_path / "without", *(without_network() or ())) == codes(tmp_path / "with")


@needs_namespaces
@pytest.mark.parametrize("wanted", [True, False], ids=["with pictures", "without"])
def test_a_save_asks_for_its_pictures_and_for_nothing_else(tmp_path: Path, wanted: bool) -> None:
    """In a network of its own, with one server in it whose address is a public one, and nobody to ask for names."""
    env = environment(tmp_path) | {"PYTHONPATH": PACKAGES, "JINGDU_LIBRARY": str(tmp_path / "library")}
    command = [*(without_network() or ()), sys.executable, str(ALONE), json.dumps(wanted)]
    ended = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=600)
    if "not permitted" in ended.stderr:
        pytest.skip("no addresses may be given here")
    told = json.loads(ended.stdout)
    asked = [request["path"] for request in told["requests"]]
    assert sorted(set(asked)) == (sorted(told["announced"]) if wanted else [])
    assert told["state"] == ("done" if wanted else None)
    sent = [name.lower() for request in told["requests"] for name in request["headers"]]
    assert not {"cookie", "authorization", "from", "x-forwarded-for"} & set(sent)


@posix
def test_what_the_host_makes_is_the_users_alone_whatever_the_umask(tmp_path: Path) -> None:
    folder = _lived_in(tmp_path)
    wide = [
        f"{stat.filemode(status.st_mode)} {path.relative_to(folder)}"
        for path in sorted(folder.rglob("*"))
        if (status := path.lstat()).st_mode & 0o077 and not path.is_symlink()
    ]
    assert len(list(folder.rglob("*"))) > 15
    assert wide == []


@posix
def test_a_folder_of_ours_that_is_too_wide_is_closed_and_the_users_own_is_not(tmp_path: Path) -> None:
    documents, data = tmp_path / "home" / "Documents", tmp_path / "home" / ".local" / "share" / "jingdu" / "sites"
    state = tmp_path / "home" / ".local" / "state" / "jingdu"
    for one in (documents, data, state):
        one.mkdir(parents=True)
        one.chmod(0o755)
    _lived_in(tmp_path)
    assert [one.stat().st_mode & 0o777 for one in (documents, data, state)] == [0o755, 0o700, 0o700]
    assert (documents / "Jingdu").stat().st_mode & 0o777 == 0o700


def _lived_in(tmp_path: Path) -> Path:
    """A home in which a host did everything under the widest umask."""
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    with Port(home, "sh", "-c", 'umask 0; exec "$@"', "sh", *HOST) as port:
        everything(port)
        extract = golden("extract.request") | {"private": False, "url": "https://example.org/page"}
        port.ask(extract | {"id": 90})
        port.ask(golden("highlights.request") | {"id": 91, "item": None, "private": False})
        port.ask(golden("picture.request") | {"id": 92})
        import time

        time.sleep(4)  # what the answers left is done after a second
        assert port.close()[0] == 0
    return home


@posix
def test_the_log_names_no_page_after_every_action(tmp_path: Path) -> None:
    home = _lived_in(tmp_path)
    logs = [path.read_text("utf-8") for path in home.rglob("host.log*")]
    assert logs and all("request" in log for log in logs)
    assert not [secret for secret in SECRETS for log in logs if secret in log]
