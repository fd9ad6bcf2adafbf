"""Fetching over real HTTP: bounded, and every failure is one sentence."""

from __future__ import annotations

import gzip
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from jingdu.cli import InputError
from jingdu.cli import download as fetch
from jingdu.net.url import parse

PAGE = "<title>净读</title><p>一句话。".encode()


class Pages(BaseHTTPRequestHandler):
    """A site where each path misbehaves in its own way."""

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/").replace("-", "_").replace("%", "_").lower()
        getattr(self, f"page_{name}", self.page_missing)()

    def send(self, data: bytes, code: int = 200, **headers: str) -> None:
        self.send_response(code)
        for header, value in ({"Content_Type": "text/html"} | headers).items():
            self.send_header(header.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def page_plain(self) -> None:
        self.send(PAGE)

    def page_gbk(self) -> None:
        self.send(PAGE.decode().encode("gbk"), Content_Type="text/html; charset=GBK")

    def page_gzip(self) -> None:
        self.send(gzip.compress(PAGE), Content_Encoding="gzip")

    def page_deflate(self) -> None:
        self.send(zlib.compress(PAGE), Content_Encoding="deflate")

    def page_bare_deflate(self) -> None:
        self.send(zlib.compress(PAGE)[2:-4], Content_Encoding="deflate")

    def page_brotli(self) -> None:
        self.send(PAGE, Content_Encoding="br")

    def page_not_gzip(self) -> None:
        self.send(PAGE, Content_Encoding="gzip")

    def page_bomb(self) -> None:
        self.send(gzip.compress(b" " * 2_000_000), Content_Encoding="gzip")

    def page_large(self) -> None:
        self.send(b" " * 2_000_000)

    def page_pdf(self) -> None:
        self.send(b"%PDF-1.7", Content_Type="application/pdf")

    def page_missing(self) -> None:
        self.send(b"", 404)

    def page_moved(self) -> None:
        self.send(b"", 302, Location="/plain?after=moving")

    def page_moved_to_ftp(self) -> None:
        self.send(b"", 302, Location="ftp://127.0.0.1/page")

    def page_moved_to_file(self) -> None:
        self.send(b"", 302, Location="file:///etc/passwd")

    def page_moved_for_ever(self) -> None:
        self.send(b"", 302, Location="/moved-for-ever")

    def page_silent(self) -> None:
        time.sleep(2)

    def page_dripping(self) -> None:
        self.send(b"<p>")
        with suppress(OSError):
            while True:
                self.wfile.write(b".")
                time.sleep(0.1)

    def page_echo(self) -> None:
        self.send(f"{self.path}|{self.headers['User-Agent']}".encode())

    page__e5_87_80 = page_echo

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("page", ["plain", "gzip", "deflate", "bare-deflate"])
def test_a_page_is_read_in_every_encoding(site: str, page: str) -> None:
    assert fetch.fetch(f"{site}/{page}") == (PAGE, f"{site}/{page}", None)


def test_the_servers_charset_comes_with_the_bytes(site: str) -> None:
    download = fetch.fetch(f"{site}/gbk")
    assert (download.data.decode("gbk"), download.charset) == (PAGE.decode(), "gbk")


def test_the_address_is_where_redirects_ended(site: str) -> None:
    assert fetch.fetch(f"{site}/moved").url == f"{site}/plain?after=moving"


def test_an_address_may_be_written_in_any_script(site: str) -> None:
    sent = fetch.fetch(f"{site}/净?问=答 案&x=%20#节").data.decode()
    assert sent.startswith("/%E5%87%80?%E9%97%AE=%E7%AD%94%20%E6%A1%88&x=%20|")
    assert str(parse("http://例子.测试:8080/a")) == "http://xn--fsqu00a.xn--0zwm56d:8080/a"


def test_only_the_local_address_that_was_typed_may_be_read(site: str) -> None:
    """localhost is meant; a name that leads there is not, nor is another port, nor a redirect from elsewhere."""
    typed = fetch.gate_for(parse(site))
    port = parse(site).port
    assert typed.permits("127.0.0.1", port)
    assert not typed.permits("127.0.0.1", port + 1)
    assert not typed.permits("10.0.0.1", port)
    assert not fetch.gate_for(parse("http://rebound.example/")).permits("127.0.0.1", 80)
    assert fetch.gate_for(parse("http://localhost:8000/")).permits("::1", 8000)


FAILURES = {
    "missing": ("/missing", "was answered with 404 Not Found"),
    "a PDF": ("/pdf", "is not a web page but application/pdf."),
    "packed as never asked": ("/brotli", "came packed as br"),
    "not packed as declared": ("/not-gzip", "is not packed as the server says"),
    "moved to ftp": ("/moved-to-ftp", "is not an http or https address."),
    "moved to a file": ("/moved-to-file", "is not an http or https address"),
    "moved for ever": ("/moved-for-ever", "leads through too many redirects"),
    "silent": ("/silent", "no answer within"),
    "dripping": ("/dripping", "took longer than"),
    "large": ("/large", "is larger than"),
    "large when unpacked": ("/bomb", "is larger than"),
}


@pytest.mark.parametrize(("path", "sentence"), FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_is_one_sentence(site: str, path: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "longer" in sentence or "within" in sentence:
        monkeypatch.setattr(fetch, "SILENCE", 0.5)
        monkeypatch.setattr(fetch, "DEADLINE", 0.7)
    monkeypatch.setattr(fetch, "LARGEST", 2**20)
    with pytest.raises(InputError, match=sentence) as failed:
        fetch.fetch(site + path)
    assert str(failed.value).count("\n") == 0
    assert str(failed.value).endswith(".") and not str(failed.value).endswith("..")


ADDRESSES = {
    "ftp": ("ftp://example.org/", "is not an http or https address"),
    "file": ("file:///etc/passwd", "is not an http or https address"),
    "no host": ("http:///path", "is not an http or https address"),
    "bad port": ("http://example.org:port/净", "not a valid address"),
    "a port of mail": ("http://example.org:25/", "names the port 25"),
    "bad brackets": ("http://[::1/", "is not a valid address"),
    "no such host": ("http://nowhere.invalid/", "could not be fetched"),
    "nobody there": ("http://127.0.0.1:2/", "could not be fetched: Connection refused"),
}


@pytest.mark.parametrize(("url", "sentence"), ADDRESSES.values(), ids=ADDRESSES.keys())
def test_an_address_that_leads_nowhere_is_one_sentence(
    url: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(InputError, match=sentence):
        fetch.fetch(url)
