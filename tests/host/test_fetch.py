"""Fetching over real HTTP: bounded, and every failure is one sentence."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from jingdu.cli import source as fetch
from jingdu.faults import InputError
from jingdu.net.address_policy import parse
from tests.support import picture_sites
from tests.support.picture_sites import moved, page

PAGE = "<title>净读</title><p>一句话。".encode()
HTML = "text/html"


def echo(head: bytes, connection: socket.socket) -> None:
    connection.sendall(page(head.split(b" ")[1], HTML))


PATHS = {
    "/plain": page(PAGE, HTML),
    "/gbk": page(PAGE.decode().encode("gbk"), "text/html; charset=GBK"),
    "/pdf": page(b"%PDF-1.7", "application/pdf"),
    "/moved": moved("/plain?after=moving"),
    "/moved-to-ftp": moved("ftp://127.0.0.1/page"),
    "/%E5%87%80": echo,
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    with picture_sites.site(PATHS) as served:  # type: ignore[arg-type]
        yield served.url


def test_the_address_is_where_redirects_ended(site: str) -> None:
    assert fetch.fetch(f"{site}/moved").url == f"{site}/plain?after=moving"


def test_an_address_may_be_written_in_any_script(site: str) -> None:
    sent = fetch.fetch(f"{site}/净?问=答 案&x=%20#节").data.decode()
    assert sent == "/%E5%87%80?%E9%97%AE=%E7%AD%94%20%E6%A1%88&x=%20"
    assert str(parse("http://例子.测试:8080/a")) == "http://xn--fsqu00a.xn--0zwm56d:8080/a"


FAILURES = {
    "missing": ("/missing", "was answered with 404 Not Found"),
    "a PDF": ("/pdf", "is not a web page but application/pdf."),
    "moved to ftp": ("/moved-to-ftp", "is not an http or https address."),
}


@pytest.mark.parametrize(("path", "sentence"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_is_one_sentence(site: str, path: str, sentence: str) -> None:
    """What takes too long or is too large is given up in tests/library/test_client.py."""
    with pytest.raises(InputError, match=sentence) as failed:
        fetch.fetch(site + path)
    assert str(failed.value).count("\n") == 0
    assert str(failed.value).endswith(".") and not str(failed.value).endswith("..")


ADDRESSES = {
    "bad port": ("http://example.org:port/净", "not a valid address"),
    "a port of mail": ("http://example.org:25/", "names the port 25"),
    "no such host": ("http://nowhere.invalid/", "could not be fetched"),
}


@pytest.mark.parametrize(("url", "sentence"), ADDRESSES.values(), ids=ADDRESSES.keys())
def test_an_address_that_leads_nowhere_is_one_sentence(
    url: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(InputError, match=sentence):
        fetch.fetch(url)
