"""An address typed at the command line leads where the user meant, never into the user's own network."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jingdu.__main__ import main
from jingdu.library import item_files, repository
from tests.hostile.faults import works
from tests.support.library_items import PNG
from tests.support.picture_sites import HOST, Site, moved, page, site

PUBLIC = "93.184.216.34"
REFUSED = "leads to this computer or a private network."
COMMANDS = ["read", "save"]
SECRET = "b0a7-secret"


class Net:
    """Names that lead to one address after the other; behind the public one is a server of the test's."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, public: Site) -> None:
        self.names: dict[str, list[str]] = {}
        self.tried: list[tuple[str, int]] = []
        self._connect, self._resolve, self._public = socket.create_connection, socket.getaddrinfo, public
        monkeypatch.setattr(socket, "getaddrinfo", self.resolve)
        monkeypatch.setattr(socket, "create_connection", self.connect)

    def resolve(self, host: str, port: int, *rest: Any, **more: Any) -> Any:
        """The next answer for a name; the last one stays."""
        answers = self.names.get(host)
        if answers is None:
            return self._resolve(host, port, *rest, **more)
        address = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    def connect(self, where: tuple[str, int], timeout: float) -> socket.socket:
        """Should a guard fail, the tests still connect only to this computer."""
        self.tried.append(where)
        if where[0] in (HOST, "::ffff:127.0.0.1"):
            return self._connect(where, timeout)
        if where[0] != PUBLIC:
            raise ConnectionRefusedError(111, "Connection refused")
        return self._connect((HOST, self._public.port), timeout)


@pytest.fixture
def inside() -> Iterator[Site]:
    """A server that only its user should reach."""
    with site({"/": html(works.page(SECRET)), "/p.png": page(PNG)}) as one:
        yield one


@pytest.fixture
def public() -> Iterator[Site]:
    with site({"/": html(works.page("the public ferry", picture=False))}) as one:
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
    """One plain sentence about the address that was typed, and nothing is printed or kept."""
    assert main([command, address]) == 3
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"jingdu: {address} {sentence}\n")
    assert not list(repository.items())


WAYS = {
    "this computer": "http://127.0.0.1:{port}/",
    "its name": "http://localhost:{port}/",
    "a number": "http://2130706433:{port}/",
    "IPv6 of it": "http://[::ffff:127.0.0.1]:{port}/",
    "a name that leads there": "http://inside.example:{port}/",
    "a private network": "http://10.0.0.1/",
}


@pytest.mark.parametrize("start", ["a public page", "this computer"])
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS.keys())
def test_a_typed_address_never_redirects_to_a_private_one(
    net: Net, public: Site, inside: Site, way: str, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Typed as an address of this computer, ``public`` is a server on it: another port is not meant."""
    net.names |= {"public.example": [PUBLIC], "inside.example": [HOST]}
    public.paths["/"] = moved(way.format(port=inside.port))
    address, tried = f"{public.url}/", (HOST, public.port)
    if start == "a public page":
        address, tried = "http://public.example/", (PUBLIC, 80)
    refused("read", address, capsys)
    assert (net.tried, len(public.asked), inside.asked) == ([tried], 1, [])


@pytest.mark.parametrize("answers", [[HOST], [PUBLIC, HOST]], ids=["at once", "the second time"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_leads_inside_is_refused(
    net: Net, public: Site, inside: Site, command: str, answers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The second time is rebinding, with a redirect to the same name in between."""
    net.names["inside.example"] = [*answers]
    public.paths["/"] = moved("/again")
    refused(command, f"http://inside.example:{inside.port}/", capsys)
    assert (net.tried, inside.asked) == ([(PUBLIC, inside.port)] * (len(answers) - 1), [])


@pytest.mark.parametrize(("command", "host"), [("read", HOST), ("read", "localhost"), ("save", HOST)])
def test_a_typed_local_address_is_read(
    net: Net, inside: Site, command: str, host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, f"http://{host}:{inside.port}/"]) == 0
    assert SECRET in capsys.readouterr().out


def test_the_pictures_of_a_saved_page_are_not_fetched_from_inside(
    net: Net, public: Site, inside: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    """In no way, nor by a redirect of a public picture."""
    net.names |= {"public.example": [PUBLIC], "inside.example": [HOST]}
    ways = [way.format(port=inside.port).rstrip("/") + "/p.png" for way in WAYS.values()]
    public.paths["/moved.png"] = moved(ways[0])
    images = "".join(f'<p><img src="{one}" width="640" height="480"></p>' for one in [*ways, "/moved.png"])
    result = works.page("the public ferry", picture=False).replace("</article>", f"{images}</article>")
    public.paths["/"] = html(result)
    assert main(["save", "http://public.example/"]) == 0
    assert capsys.readouterr().err.count("Image not saved: ") == len(ways) + 1
    assert inside.asked == [] and {address for address, _ in net.tried} == {PUBLIC}
    (kept,) = repository.items()
    assert not repository.read(kept.id, item_files.pictures)


LISTS = {"save": ["save", "--no-pictures"], "learn-site": ["learn-site", "--site", "public.example"]}


@pytest.mark.parametrize("command", LISTS.values(), ids=LISTS.keys())
@pytest.mark.parametrize("address", WAYS.values(), ids=WAYS.keys())
def test_only_public_addresses_of_a_list_are_fetched(
    net: Net, public: Site, inside: Site, command: list[str], address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A list more often comes from elsewhere than from the keyboard."""
    net.names |= {"public.example": [PUBLIC], "inside.example": [HOST]}
    private = address.format(port=inside.port)
    assert main([*command, "http://public.example/", private]) != 0
    assert f"{private} leads to this computer or a private network; read it by itself" in capsys.readouterr().err
    assert (net.tried, len(public.asked), inside.asked) == ([(PUBLIC, 80)], 1, [])


@pytest.mark.parametrize("command", LISTS.values(), ids=LISTS.keys())
def test_allow_private_fetches_private_addresses_of_a_list(
    net: Net, public: Site, inside: Site, command: list[str]
) -> None:
    net.names["public.example"] = [PUBLIC]
    assert main([*command, "--allow-private", "http://public.example/", f"{inside.url}/"]) == 0
    assert (len(public.asked), len(inside.asked)) == (1, 1)


def test_a_failing_address_does_not_stop_a_list(net: Net, public: Site, capsys: pytest.CaptureFixture[str]) -> None:
    net.names["public.example"] = [PUBLIC]
    assert main(["save", "--no-pictures", "http://10.0.0.1/", "no-such-file.html", "http://public.example/"]) == 1
    said = capsys.readouterr()
    assert "http://10.0.0.1/ leads to" in said.err and "There is no file no-such-file.html" in said.err
    assert [item.url for item in repository.items()] == ["http://public.example/"]
