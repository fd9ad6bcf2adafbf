"""SSRF: addresses on the command line cannot redirect or resolve to the user's own network."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.__main__ import main
from jingdu.library import item_files, repository
from tests.hostile.faults import actions
from tests.support.library_items import PNG
from tests.support.picture_sites import HOST, Site, moved, page, site

PUBLIC = "93.184.216.34"
REFUSED = "leads to this computer or a private network."
COMMANDS = ["read", "save"]
SECRET = "b0a7-secret"


class Net:
    """A stub of name resolution and connections; the public address leads to a server of the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, public: Site) -> None:
        self.names: dict[str, list[str]] = {}
        self.tried: list[tuple[str, int]] = []
        self._connect, self._resolve, self._public = socket.create_connection, socket.getaddrinfo, public
        monkeypatch.setattr(socket, "getaddrinfo", self.resolve)
        monkeypatch.setattr(socket, "create_connection", self.connect)

    def resolve(self, host: str, port: int, *rest: Any, **more: Any) -> Any:
        """Returns the next address of a name; the last one is repeated."""
        answers = self.names.get(host)
        if answers is None:
            return self._resolve(host, port, *rest, **more)
        address = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(self, where: tuple[str, int], timeout: float) -> socket.socket:
        """Records the attempt; connects only to this machine, and refuses other addresses."""
        self.tried.append(where)
        if where[0] in (HOST, "::ffff:127.0.0.1"):
            return self._connect(where, timeout)
        if where[0] != PUBLIC:
            raise ConnectionRefusedError(111, "Connection refused")
        return self._connect((HOST, self._public.port), timeout)


@pytest.fixture
def inside() -> Iterator[Site]:
    """A server in the private network."""
    with site({"/": html(actions.page(SECRET)), "/p.png": page(PNG)}) as one:
        yield one


@pytest.fixture
def public() -> Iterator[Site]:
    with site({"/": html(actions.page("the public ferry", picture=False))}) as one:
        yield one


@pytest.fixture
def net(library: Path, monkeypatch: pytest.MonkeyPatch, public: Site) -> Net:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    return Net(monkeypatch, public)


def html(text: str) -> bytes:
    return page(text.encode(), "text/html; charset=utf-8")


def refused(command: str, address: str, capsys: pytest.CaptureFixture[str], sentence: str = REFUSED) -> None:
    """Checks that the command fails with one message about the address, prints no article and saves nothing."""
    assert main([command, address]) == 3
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"jingdu: {address} {sentence}\n")
    assert not list(repository.items())


TARGETS = {
    "this computer": "http://127.0.0.1:{port}/",
    "localhost": "http://localhost:{port}/",
    "a decimal address": "http://2130706433:{port}/",
    "a mapped IPv6 address": "http://[::ffff:127.0.0.1]:{port}/",
    "a name of this computer": "http://inside.example:{port}/",
    "a private network": "http://10.0.0.1/",
}


@pytest.mark.parametrize("start", ["a public page", "this computer"])
@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS.keys())
def test_redirects_to_private_addresses_are_refused(
    net: Net, public: Site, inside: Site, target: str, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a server on this computer, a redirect to another of its ports is refused too."""
    net.names |= {"public.example": [PUBLIC], "inside.example": [HOST]}
    public.paths["/"] = moved(target.format(port=inside.port))
    address, tried = f"{public.url}/", (HOST, public.port)
    if start == "a public page":
        address, tried = "http://public.example/", (PUBLIC, 80)
    refused("read", address, capsys)
    assert (net.tried, len(public.asked), inside.asked) == ([tried], 1, [])


@pytest.mark.parametrize("answers", [[HOST], [PUBLIC, HOST]], ids=["first lookup", "second lookup"])
@pytest.mark.parametrize("command", COMMANDS)
def test_names_that_resolve_to_private_addresses_are_refused(
    net: Net, public: Site, inside: Site, command: str, answers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The second lookup simulates DNS rebinding: a redirect to the same name follows the first."""
    net.names["inside.example"] = [*answers]
    public.paths["/"] = moved("/again")
    refused(command, f"http://inside.example:{inside.port}/", capsys)
    assert (net.tried, inside.asked) == ([(PUBLIC, inside.port)] * (len(answers) - 1), [])


@pytest.mark.parametrize(("command", "host"), [("read", HOST), ("read", "localhost"), ("save", HOST)])
def test_an_explicit_local_address_is_read(
    net: Net, inside: Site, command: str, host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, f"http://{host}:{inside.port}/"]) == 0
    assert SECRET in capsys.readouterr().out


def test_pictures_at_private_addresses_are_not_fetched(
    net: Net, public: Site, inside: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither directly nor by a redirect of a public picture."""
    net.names |= {"public.example": [PUBLIC], "inside.example": [HOST]}
    ways = [target.format(port=inside.port).rstrip("/") + "/p.png" for target in TARGETS.values()]
    public.paths["/moved.png"] = moved(ways[0])
    images = "".join(f'<p><img src="{one}" width="640" height="480"></p>' for one in [*ways, "/moved.png"])
    result = actions.page("the public ferry", picture=False).replace("</article>", f"{images}</article>")
    public.paths["/"] = html(result)
    assert main(["save", "http://public.example/"]) == 0
    assert capsys.readouterr().err.count("Image not saved: ") == len(ways) + 1
    assert inside.asked == [] and {address for address, _ in net.tried} == {PUBLIC}
    (kept,) = repository.items()
    assert not repository.read(kept.id, item_files.pictures)


LISTS = {"save": ["save", "--no-pictures"], "learn-site": ["learn-site", "--site", "public.example"]}


@pytest.mark.parametrize("command", LISTS.values(), ids=LISTS.keys())
@pytest.mark.parametrize("address", TARGETS.values(), ids=TARGETS.keys())
def test_private_addresses_in_a_list_are_refused(
    net: Net, public: Site, inside: Site, command: list[str], address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list may come from an untrusted source."""
    net.names |= {"public.example": [PUBLIC], "inside.example": [HOST]}
    private = address.format(port=inside.port)
    assert main([*command, "http://public.example/", private]) != 0
    assert f"{private} leads to this computer or a private network; read it by itself" in capsys.readouterr().err
    assert (net.tried, len(public.asked), inside.asked) == ([(PUBLIC, 80)], 1, [])


@pytest.mark.parametrize("command", LISTS.values(), ids=LISTS.keys())
def test_allow_private_permits_private_addresses_in_a_list(
    net: Net, public: Site, inside: Site, command: list[str]
) -> None:
    net.names["public.example"] = [PUBLIC]
    assert main([*command, "--allow-private", "http://public.example/", f"{inside.url}/"]) == 0
    assert (len(public.asked), len(inside.asked)) == (1, 1)


def test_a_failing_address_does_not_stop_a_list(net: Net, public: Site, capsys: pytest.CaptureFixture[str]) -> None:
    net.names["public.example"] = [PUBLIC]
    assert main(["save", "--no-pictures", "http://10.0.0.1/", "no-such-file.html", "http://public.example/"]) == 1
    output = capsys.readouterr()
    assert "http://10.0.0.1/ leads to" in output.err and "There is no file no-such-file.html" in output.err
    assert [item.url for item in repository.items()] == ["http://public.example/"]
