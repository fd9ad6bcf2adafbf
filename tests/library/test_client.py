"""The HTTP client over real sockets: every connection is checked, every response is bounded."""

import gzip
import shutil
import socket
import ssl
import subprocess
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from jingdu.net import FetchError, client, connection
from jingdu.net.address_policy import PUBLIC, AddressPolicy, Sockaddr
from jingdu.net.client import Limits, get
from tests.support.picture_sites import HOST, Site, moved, page, site

BODY = b"\x89PNG something"
LIMITS = Limits(max_size=100_000, read_timeout=60, timeout=120)
SHORT_LIMITS = LIMITS._replace(read_timeout=0.4, timeout=0.8)
"""For servers that never finish; too short for a complete response on a busy machine."""


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def drip(before: bytes, piece: bytes = b".", pause: float = 0.05) -> object:
    """A response that never ends, sent byte by byte."""

    def respond(_head: bytes, connected: socket.socket) -> None:
        connected.sendall(before)
        while True:
            connected.sendall(piece)
            time.sleep(pause)

    return respond


def bomb(size: int) -> bytes:
    return page(gzip.compress(b" " * size), Content_Encoding="gzip")


DECODED: dict[str, object] = {
    "/plain": page(BODY),
    "/gzip": page(gzip.compress(BODY), Content_Encoding="gzip"),
    "/deflate": page(zlib.compress(BODY), Content_Encoding="deflate"),
    "/bare-deflate": page(zlib.compress(BODY)[2:-4], Content_Encoding="deflate"),
    "/chunked": page(b"4\r\n\x89PNG\r\na\r\n something\r\n0\r\n\r\n", Content_Length="", Transfer_Encoding="chunked"),
    "/no-length": page(BODY, Content_Length=""),
    "/moved": moved("plain?after"),
    "/members": page(b"".join(gzip.compress(BODY[at : at + 3]) for at in range(0, 15, 3)), Content_Encoding="gzip"),
    "/padded": page(gzip.compress(BODY) + bytes(512), Content_Encoding="gzip"),
}
FAILING: dict[str, tuple[str, object]] = {
    "/to-private": ("private", moved("http://10.0.0.1/secret")),
    "/to-file": ("address", moved("file:///etc/passwd")),
    "/round": ("redirects", moved("/round")),
    "/missing": ("status", page(b"", status="404 Not Found")),
    "/odd-status": ("status", page(b"", status="299 <b>Fine</b>")),
    "/declared-large": ("large", page(b"", Content_Length="99999999")),
    "/large": ("large", page(b"x" * 200_000, Content_Length="")),
    "/bomb": ("large", bomb(50_000_000)),
    "/bomb-of-members": ("large", page(gzip.compress(b" " * 60_000) * 2, Content_Encoding="gzip")),
    "/tail": ("large", page(gzip.compress(BODY) + bytes(LIMITS.max_size), Content_Encoding="gzip", Content_Length="")),
    "/broken-member": ("broken", page(gzip.compress(BODY) + gzip.compress(BODY)[:-9], Content_Encoding="gzip")),
    "/bad-member": ("broken", page(gzip.compress(BODY) + b"\x1f\x8bnone", Content_Encoding="gzip")),
    "/broken-gzip": ("broken", page(gzip.compress(BODY)[:-9], Content_Encoding="gzip")),
    "/no-gzip": ("broken", page(BODY, Content_Encoding="gzip")),
    "/brotli": ("broken", page(BODY, Content_Encoding="br")),
    "/short": ("broken", page(BODY, Content_Length="500")),
    "/short-chunks": ("broken", page(b"4\r\n\x89PNG\r\nff\r\nand", Content_Length="", Transfer_Encoding="chunked")),
    "/no-http": ("broken", b"SSH-2.0-OpenSSH_9.2\r\n"),
    "/nothing": ("broken", b""),
    "/long-header": ("broken", b"HTTP/1.1 200 OK\r\nX: " + b"a" * 100_000),
    "/many-headers": ("broken", b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 1000 + b"\r\n"),
    "/drip-head": ("slow", drip(b"HTTP/1.1 200 OK\r\nX: ")),
    "/drip-body": ("slow", drip(page(b"", Content_Length=""))),
    "/drip-continue": ("slow", drip(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.01)),
    "/silent": ("slow", drip(b"", b"", 0.1)),
}
"""Path → reason, response."""


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    with site(DECODED | {path: answer for path, (_, answer) in FAILING.items()}) as server:  # type: ignore[arg-type]
        yield server


def test_bodies_are_decoded(served: Site) -> None:
    for path in DECODED:
        assert get(served.url + path, LIMITS, policy=served.policy()).data == BODY, path


@pytest.mark.parametrize("path", FAILING)
def test_invalid_responses_are_rejected(served: Site, path: str) -> None:
    reason, _ = FAILING[path]
    with pytest.raises(FetchError) as failed:
        get(served.url + path, SHORT_LIMITS if reason == "slow" else LIMITS, policy=served.policy())
    assert failed.value.reason == reason
    assert "<" not in failed.value.predicate


HUGE = 100 * 2**20


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (lambda: gzip.compress(bytes(HUGE), 1) + gzip.compress(bytes(HUGE), 1), "large"),
        (lambda: gzip.compress(b"") * (HUGE // 20), "broken"),
        (lambda: gzip.compress(b" ") * 9_000 + bytes(HUGE), None),
    ],
    ids=["bombs", "empty members", "members"],
)
def test_100_mib_responses_take_linear_time_and_little_memory(body: Callable[[], bytes], reason: str | None) -> None:
    limits = Limits(max_size=HUGE + 2**20, read_timeout=60, timeout=150)
    with site({"/": page(body(), Content_Encoding="gzip")}) as served:
        tracemalloc.start()
        started = time.process_time()
        try:
            data = get(f"{served.url}/", limits, policy=served.policy()).data
        except FetchError as failed:
            assert failed.reason == reason
        else:
            assert reason is None and data in (BODY, b" " * 9_000)
        used, peak = time.process_time() - started, tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert used < 20
    assert peak < (3 * HUGE if reason == "large" else 2**24)


def test_only_public_addresses_of_a_name_are_tried(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Sockaddr] = []

    def connect(where: Sockaddr, timeout: float) -> socket.socket:
        tried.append(where)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(connection.socket, "create_connection", connect)
    policy = PUBLIC._replace(resolve=lambda _host, port: [("127.0.0.1", port), ("1.1.1.1", port), ("10.0.0.1", port)])
    with pytest.raises(FetchError):
        get("http://mixed.example/", LIMITS, policy=policy)
    assert tried == [("1.1.1.1", 80)]


def test_a_name_lookup_that_hangs_times_out(served: Site) -> None:
    waiting = threading.Event()
    policy = AddressPolicy(resolve=lambda _host, _port: [(str(waiting.wait(300)), 1)])
    with pytest.raises(FetchError) as failed:
        get("http://slow.example/", SHORT_LIMITS, policy=policy)
    waiting.set()
    assert failed.value.reason == "slow"


def test_requests_reveal_nothing_about_the_user(served: Site) -> None:
    address = f"http://me:secret@named.example:{served.port}/plain?q=1"
    get(address, LIMITS, accept="image/*", page="https://a.example/story", policy=served.named())
    head = served.asked[-1].replace("\r\n", "\n")
    assert head == (
        f"GET /plain?q=1 HTTP/1.1\nHost: named.example:{served.port}\nUser-Agent: {client.AGENT}\nAccept: image/*\n"
        "Accept-Encoding: gzip, deflate\nConnection: close\n\n"
    )


def test_proxies_from_the_environment_are_used(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy receives the full URL and its credentials, and may have a local address."""
    with site({"http://a.example/p.png": page(BODY)}) as proxy:
        monkeypatch.setenv("http_proxy", f"http://user:pass%21@{HOST}:{proxy.port}")
        policy = AddressPolicy(resolve=lambda _host, _port: [("93.184.216.34", 80)])
        assert get("http://a.example/p.png", LIMITS, policy=policy).data == BODY
        assert "Proxy-Authorization: Basic dXNlcjpwYXNzIQ==" in proxy.asked[0]


@pytest.mark.parametrize(
    ("address", "known"), [("http://10.0.0.1/", None), ("http://a.example/", "192.168.1.1"), ("http://printer/", None)]
)
def test_private_addresses_are_not_requested_through_a_proxy(
    address: str, known: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def resolve(host: str, port: int) -> list[Sockaddr]:
        if host == "10.0.0.1":
            return [(host, port)]
        if known is None:
            raise socket.gaierror(-2, "Name or service not known")
        return [(known, port)]

    with site({}) as proxy:
        monkeypatch.setenv("http_proxy", f"http://{HOST}:{proxy.port}")
        with pytest.raises(FetchError) as refused:
            get(address, LIMITS, policy=AddressPolicy(resolve=resolve))
        assert (refused.value.reason, proxy.asked) == ("private", [])


def test_no_proxy_is_respected(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", f"http://{HOST}:2")
    monkeypatch.setenv("no_proxy", HOST)
    assert get(f"{served.url}/plain", LIMITS, policy=served.policy()).data == BODY


def test_unsupported_proxies_are_not_bypassed(served: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("all_proxy", "socks5://127.0.0.1:1080")
    with pytest.raises(FetchError) as refused:
        get(f"{served.url}/plain", LIMITS, policy=served.policy())
    assert refused.value.reason == "proxy"


@pytest.fixture
def secure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """An HTTPS server with a certificate for ``a.example`` only, which the client trusts."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    options = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=a.example -addext"
    more = ["subjectAltName=DNS:a.example", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([program, *options.split(), *more], check=True, capture_output=True)
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(certificate, key)
    client_context = ssl.create_default_context(cafile=str(certificate))
    monkeypatch.setattr(connection.ssl, "create_default_context", lambda: client_context)
    with site({"/plain": page(BODY)}, server_context) as server:
        yield server


def test_https_uses_the_host_name(secure: Site) -> None:
    assert get(f"https://a.example:{secure.port}/plain", LIMITS, policy=secure.named()).data == BODY
    assert f"Host: a.example:{secure.port}\r\n" in secure.asked[0]


def test_certificates_for_other_names_are_rejected(secure: Site) -> None:
    with pytest.raises(FetchError) as refused:
        get(f"https://b.example:{secure.port}/plain", LIMITS, policy=secure.named())
    assert (refused.value.predicate, secure.asked) == ("has no valid certificate", [])


def test_self_signed_certificates_are_rejected(secure: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("no_proxy", "*")
    with pytest.raises(FetchError) as refused:
        get(f"https://a.example:{secure.port}/plain", LIMITS, policy=secure.named())
    assert refused.value.predicate == "has no valid certificate"


def test_https_is_tunnelled_through_a_proxy(secure: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The proxy sees only the host name; the certificate is the target's."""

    def tunnel(_head: bytes, connected: socket.socket) -> None:
        with socket.create_connection((HOST, secure.port)) as target:
            connected.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
            threading.Thread(target=copy, args=(connected, target), daemon=True).start()
            copy(target, connected)

    with site({f"a.example:{secure.port}": tunnel}) as proxy:
        monkeypatch.setenv("https_proxy", f"http://{HOST}:{proxy.port}")
        policy = AddressPolicy(resolve=lambda _host, _port: [("93.184.216.34", secure.port)])
        assert get(f"https://a.example:{secure.port}/plain", LIMITS, policy=policy).data == BODY
        assert proxy.asked == [f"CONNECT a.example:{secure.port} HTTP/1.1\r\nHost: a.example:{secure.port}\r\n\r\n"]


def copy(source: socket.socket, into: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(4096):
            into.sendall(piece)
