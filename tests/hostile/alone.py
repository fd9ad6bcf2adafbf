"""Saves a page in a network of its own, which ``unshare -n`` has made: ``python alone.py true|false`` (fetch pictures).

The loopback gets a public address, on which a server notes what it is asked. Prints JSON: the requests, the pictures
that the page has, and how the job ended that fetched them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS.parent))

from tests.support.host_process import Port, golden  # noqa: E402

ADDRESS = "93.184.215.14"
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
requests: list[dict[str, Any]] = []


class Server(BaseHTTPRequestHandler):
    """Gives a picture whatever it is asked for, and a cookie with it."""

    def do_GET(self) -> None:
        requests.append({"path": self.path, "headers": list(self.headers)})
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Set-Cookie", "who=ada")
        self.send_header("Content-Length", str(len(PICTURE)))
        self.end_headers()
        self.wfile.write(PICTURE)

    def log_message(self, *_: object) -> None:
        """Silence."""


def main() -> None:
    """Serves, saves, waits, prints."""
    for words in (["link", "set", "lo", "up"], ["addr", "add", f"{ADDRESS}/32", "dev", "lo"]):
        subprocess.run(["ip", *words], check=True)
    server = ThreadingHTTPServer((ADDRESS, 80), Server)
    Thread(target=server.serve_forever, daemon=True).start()
    announced = [f"/{number}.png" for number in range(3)]
    pictures = "".join(f'<p>A paragraph of the ferry.</p><img src="http://{ADDRESS}{path}">' for path in announced)
    html = golden("save.request")["html"].replace("</article>", f"{pictures}</article>")
    html = f'<link rel=icon href="http://{ADDRESS}/icon.ico"><script src="http://{ADDRESS}/s.js"></script>{html}'
    asked = {"html": html, "url": f"http://{ADDRESS}/page", "private": False, "fetch_pictures": json.loads(sys.argv[1])}
    with Port(Path(os.environ["HOME"])) as port:
        job = port.ask(golden("save.request") | asked)["result"]["job"]
        state = _ended(port, job) if job else None
    print(json.dumps({"requests": requests, "announced": announced, "state": state}))


def _ended(port: Port, job: str) -> str:
    for number in range(6000):
        state = port.ask({"id": 100 + number, "action": "job", "job": job})["result"]
        if state["state"] != "running":
            return str(state["state"])
        time.sleep(0.05)
    return "running"


if __name__ == "__main__":
    main()
