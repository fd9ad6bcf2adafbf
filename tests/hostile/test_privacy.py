"""No unexpected network access, no files that other users can read, no page content in the log."""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.library import fetching
from jingdu.net.address_policy import AddressPolicy
from tests.hostile.wire_mutations import GOLDEN
from tests.library.asking import call
from tests.support import picture_sites
from tests.support.host_process import HOST, PACKAGES, Port, golden
from tests.support.library_items import PNG
from tests.support.permitted import first_permitted
from tests.support.waiting import until

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX permissions")
AUDIT_HOOK = """
import os, sys
def watch(event, arguments):
    if event.startswith("socket.") and event not in ("socket.__new__", "socket.gethostname"):
        with open(os.environ["JINGDU_WATCHED"], "a") as file:
            print(event, *arguments[1:], file=file)
sys.addaudithook(watch)
"""
"""A ``sitecustomize`` module that records the socket calls of each Python process in a file."""
SAVE = golden("save.request") | {"private": False, "if_duplicate": "keep_both", "fetch_pictures": False}
SECRETS = ("ferry", "Ferry", "渡船", "example.org", "secret")


def everything(port: Port) -> list[Any]:
    """Saves an article, then sends every golden request; none of them needs the network."""
    saved = port.ask(SAVE | {"id": 1, "url": "https://example.org/secret?token=secret"})
    item = saved["result"]["item"]["id"]
    requests = [{**request, "fetch_pictures": False} if request["action"] == "save" else request for request in GOLDEN]
    named = [request | ({"item": item} if "item" in request else {}) for request in requests]
    return [saved, *(port.ask(request) for request in sorted(named, key=lambda one: "delete" in one["action"]))]


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The file that records the socket calls of the host's processes."""
    folder, calls = tmp_path / "watch", tmp_path / "watched"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(AUDIT_HOOK, "utf-8")
    calls.touch()
    monkeypatch.setenv("JINGDU_WATCHED", str(calls))
    yield calls


def started(home: Path, folder: Path, *before: str) -> Port:
    """A host whose socket calls are recorded; ``before`` is a command prefix."""
    words = ["env", f"PYTHONPATH={os.pathsep.join((str(folder), PACKAGES))}", f"JINGDU_LIBRARY={home}/library"]
    return Port(home, *before, *words, *HOST)


@posix
def test_no_action_opens_a_connection(tmp_path: Path, watched: Path) -> None:
    """An audit hook records the socket calls of Python processes; strace, where permitted, those of all processes."""
    trace = tmp_path / "strace"
    trace.touch()
    strace = first_permitted(("strace", "-f", "-qq", "-e", "trace=%network", "-o", str(trace)))
    with started(tmp_path, tmp_path / "watch", *(strace or ())) as port:
        assert all(isinstance(reply["ok"], bool) for reply in everything(port))
        port.close()
    assert watched.read_text("utf-8") == ""
    assert [line for line in trace.read_text("utf-8").splitlines() if "AF_INET" in line or "AF_NETLINK" in line] == []


@posix
def test_the_audit_hook_records_a_connection(tmp_path: Path, watched: Path) -> None:
    env = os.environ | {"PYTHONPATH": str(tmp_path / "watch")}
    subprocess.run(
        [sys.executable, "-c", "import socket; socket.socket().connect_ex(('127.0.0.1', 9))"], env=env, check=True
    )
    assert "socket.connect" in watched.read_text("utf-8")


WITHOUT_NETWORK = first_permitted(("unshare", "-n"), ("unshare", "-rn"))


@pytest.mark.long
@pytest.mark.skipif(WITHOUT_NETWORK is None, reason="network namespaces are not permitted")
def test_replies_are_the_same_without_a_network(home: Path, tmp_path: Path) -> None:
    with started(tmp_path, tmp_path, *(WITHOUT_NETWORK or ())) as port:
        assert codes(everything(port)) == json.loads((home / "codes").read_text("utf-8"))


def codes(replies: list[Any]) -> list[Any]:
    return [[reply["ok"], reply.get("fault", {}).get("code")] for reply in replies]


@pytest.mark.parametrize("wanted", [True, False], ids=["with pictures", "without"])
def test_a_save_requests_only_its_pictures(library: Path, monkeypatch: pytest.MonkeyPatch, wanted: bool) -> None:
    monkeypatch.setattr(fetching, "PUBLIC", AddressPolicy(permits=lambda _address, _port: True))
    paths = {f"/{number}.png": picture_sites.page(PNG, Set_Cookie="who=ada") for number in range(3)}
    with picture_sites.site(paths) as served:
        pictures = "".join(f'<p>A paragraph of the ferry.</p><img src="{served.url}{path}">' for path in paths)
        html = SAVE["html"].replace("</article>", f"{pictures}</article>")
        html = f'<link rel=icon href="{served.url}/icon.ico"><script src="{served.url}/s.js"></script>{html}'
        call(**SAVE | {"html": html, "url": f"{served.url}/page", "fetch_pictures": wanted})
        assert sorted(head.split(" ")[1] for head in served.asked) == (sorted(paths) if wanted else [])
    sent = {line.partition(":")[0].lower() for head in served.asked for line in head.splitlines()}
    assert not {"cookie", "authorization", "from", "x-forwarded-for"} & sent


OURS, STATE, THEIRS = ".local/share/jingdu/sites", ".local/state/jingdu", "Documents"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home after all actions under umask 0, in which some folders already existed with mode 755."""
    home = tmp_path_factory.mktemp("home")
    for name in (OURS, STATE, THEIRS):
        (home / name).mkdir(parents=True)
        (home / name).chmod(0o755)
    with Port(home, "sh", "-c", 'umask 0; exec "$@"', "sh", *HOST) as port:
        (home / "codes").write_text(json.dumps(codes(everything(port))), "utf-8")
        extract = golden("extract.request") | {"private": False, "url": "https://example.org/page"}
        port.ask(extract | {"id": 90})
        port.ask(extract | {"id": 93, "url": "https://user:secret@example.org/", "extractor": "渡船"})
        port.ask(extract | {"id": 94, "action": "渡船"})
        port.ask(golden("highlights.request") | {"id": 91, "item": None, "private": False})
        port.ask(golden("picture.request") | {"id": 92})
        until(lambda: list((home / OURS).glob("[!.]*.json")))  # written when the host is idle
        assert port.close()[0] == 0
    return home


@posix
def test_files_of_the_host_are_private_under_umask_0(home: Path) -> None:
    made = [path for path in (*home.joinpath(".local/share/jingdu").rglob("*"), *home.joinpath(STATE).rglob("*"),
                              *home.joinpath(THEIRS).rglob("*")) if not path.is_symlink()]  # fmt: skip
    assert len(made) > 15
    assert {str(path): stat.filemode(mode) for path in made if (mode := path.lstat().st_mode) & 0o077} == {}


@posix
def test_only_permissions_of_our_own_folders_are_tightened(home: Path) -> None:
    modes = [(home / name).stat().st_mode & 0o777 for name in (OURS, STATE, THEIRS, f"{THEIRS}/Jingdu")]
    assert modes == [0o700, 0o700, 0o755, 0o700]


@posix
def test_the_log_contains_no_page_content(home: Path) -> None:
    logs = [path.read_text("utf-8") for path in home.rglob("host.log*")]
    assert logs and all("request" in log for log in logs)
    assert not [secret for secret in SECRETS for log in logs if secret in log]
