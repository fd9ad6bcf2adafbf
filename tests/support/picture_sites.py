"""Local HTTP servers with raw responses, and an address policy that permits only them."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from jingdu.net.address_policy import AddressPolicy, is_public

HOST = "127.0.0.1"
Answering = Callable[[bytes, socket.socket], None]
"""Answers one request, given its head and the connection."""


class Site:
    """A server that answers each path with a handler or bytes, and records the heads of all requests."""

    def __init__(self, paths: dict[str, Answering | bytes], secure: ssl.SSLContext | None = None) -> None:
        self.paths = paths
        self._secure = secure
        self.asked: list[str] = []
        self._listening = socket.create_server((HOST, 0), backlog=64)
        self.port: int = self._listening.getsockname()[1]
        self.url = f"http://{HOST}:{self.port}"
        threading.Thread(target=self._serve, daemon=True).start()

    def policy(self, *others: Site) -> AddressPolicy:
        """Permits this server, ``others`` and public addresses."""
        ports = {self.port, *(other.port for other in others)}
        return AddressPolicy(permits=lambda address, port: (address == HOST and port in ports) or is_public(address))

    def named(self, address: str = HOST) -> AddressPolicy:
        """Like ``policy``, with every name resolved to ``address``."""
        return self.policy()._replace(resolve=lambda _host, _port: [(address, self.port)])

    def close(self) -> None:
        self._listening.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with suppress(OSError), self._wrapped(connection) as connection:
            head = b""
            while b"\r\n\r\n" not in head and (piece := connection.recv(4096)):
                head += piece
            self.asked.append(head.decode("latin-1"))
            self._say(head, connection)

    def _wrapped(self, connection: socket.socket) -> socket.socket:
        return self._secure.wrap_socket(connection, server_side=True) if self._secure else connection

    def _say(self, head: bytes, connection: socket.socket) -> None:
        path = head.split(b" ", 2)[1].decode("latin-1").partition("?")[0] if head.count(b" ") > 1 else ""
        said = self.paths.get(path, page(b"", status="404 Not Found"))
        if callable(said):
            said(head, connection)
        else:
            connection.sendall(said)


class Slowly:
    """A handler that sends its response after a delay or an event.

    ``busiest`` is the maximum number of concurrent waiting requests. A request that is being answered does not count,
    because the client may send the next one before this thread continues.
    """

    def __init__(self, answer: bytes, wait: Callable[[], object] = lambda: threading.Event().wait(0.02)) -> None:
        self._answer, self._wait, self._lock = answer, wait, threading.Lock()
        self._open = self.busiest = 0

    def __call__(self, _head: bytes, connection: socket.socket) -> None:
        with self._lock:
            self._open += 1
            self.busiest = max(self.busiest, self._open)
        self._wait()
        with self._lock:
            self._open -= 1
        connection.sendall(self._answer)


@contextmanager
def site(paths: dict[str, Answering | bytes], secure: ssl.SSLContext | None = None) -> Iterator[Site]:
    served = Site(paths, secure)
    try:
        yield served
    finally:
        served.close()


def page(body: bytes, kind: str = "image/png", status: str = "200 OK", **headers: str) -> bytes:
    """A complete response; underscores in header names become hyphens, and "" omits a header."""
    fields = {"Content-Type": kind, "Content-Length": str(len(body))}
    fields |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


def moved(where: str) -> bytes:
    return page(b"", status="302 Found", Location=where)
