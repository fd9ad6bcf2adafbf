"""The proof: starts the registered host as the browser would and has it read two sample pages."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from threading import Timer
from typing import Any, Final

from install import manifests, wire
from install.identity import CHECKOUT, Extension
from install.register import Registration
from install.trouble import PROOF, Trouble
from jingdu.i18n import gettext as _

SAMPLES: Final = CHECKOUT / "install" / "sample"
PROTOCOL: Final = 1
_PATIENCE: Final = 60.0
"""Seconds for all of one host's answers; the first start on a cold disk is slow."""


@dataclass(frozen=True)
class Sample:
    """A raw page we wrote, with comments and scripts, and what must come out."""

    file: str
    title: str

    @property
    def html(self) -> str:
        """The page."""
        return (SAMPLES / self.file).read_text("utf-8")

    @property
    def text(self) -> str:
        """The article's text, a paragraph to a line."""
        return (SAMPLES / self.file).with_suffix(".txt").read_text("utf-8").rstrip("\n")


PAGES: Final = (
    Sample("zh.html", "修一把旧椅子"),
    Sample("en.html", "The Ferry That Runs on a Rope"),
)


@dataclass(frozen=True)
class Reading:
    """What the host made of a sample."""

    title: str
    text: str


def prove(registration: Registration, extension: Extension, env: Mapping[str, str]) -> list[Reading]:
    """The samples as the host read them; raises Trouble when anything is not as it should be."""
    with _greeted(registration, extension, env) as host:
        return [_read(host, number, sample) for number, sample in enumerate(PAGES, start=2)]


def hello(registration: Registration, extension: Extension, env: Mapping[str, str]) -> None:
    """Has the host answer the first message of every browser; raises Trouble when it does not."""
    with _greeted(registration, extension, env):
        pass


@contextmanager
def _greeted(
    registration: Registration, extension: Extension, env: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A host that has answered the hello; what goes wrong with it, also later, becomes Trouble."""
    try:
        with _started(registration, extension, env) as host:
            _ask(host, 1, {"action": "hello", "protocol": PROTOCOL, "extension": extension.version})
            yield host
    except (OSError, ValueError, KeyError, wire.NoFrame) as error:
        raise _trouble(
            _("it could not be started as {path} says: {reason}", path=registration.manifest, reason=error)
        ) from error


@contextmanager
def _started(
    registration: Registration, extension: Extension, env: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """The host as a browser starts it: from the manifest, in its own folder, with the browser's arguments."""
    path = Path(json.loads(registration.manifest.read_text("utf-8"))["path"])
    command = [str(path), *manifests.arguments(registration.family, registration.manifest, extension)]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=path.parent,
        env=dict(env),
    ) as host:
        timer = Timer(_PATIENCE, host.kill)
        timer.start()
        try:
            yield host
            _close(host)
        finally:
            timer.cancel()
            host.kill()


def _close(host: subprocess.Popen[bytes]) -> None:
    """Closes the stream as a closing browser does; the host must leave by itself."""
    assert host.stdin
    host.stdin.close()
    if host.wait(_PATIENCE):
        raise _trouble(_("it ended with code {code}", code=host.returncode))


def _ask(host: subprocess.Popen[bytes], number: int, request: dict[str, Any]) -> dict[str, Any]:
    assert host.stdin and host.stdout
    wire.write(host.stdin, {"id": number, **request})
    reply = wire.read(host.stdout)
    if not reply.get("ok") or reply.get("id") != number:
        said = reply.get("fault", {}).get("message", reply)
        raise _trouble(_("to {action} it said: {reply}", action=request["action"], reply=said))
    result: dict[str, Any] = reply["result"]
    return result


def _read(host: subprocess.Popen[bytes], number: int, sample: Sample) -> Reading:
    request = {"action": "extract", "html": sample.html, "url": f"https://sample.example/{sample.file}"}
    article = _ask(host, number, request)["article"]
    text = plain(article["html"])
    if (article["title"], text) != (sample.title, sample.text):
        raise _trouble(_("from {path} it took something other than the article", path=SAMPLES / sample.file))
    return Reading(article["title"], text)


def _trouble(what: str) -> Trouble:
    sentence = _(
        "The host is installed, but {problem}: run set-up again, and report it if that does not help.",
        problem=what.rstrip("."),
    )
    return Trouble(PROOF, sentence)


class _Text(HTMLParser):
    """Collects text, with a line for each paragraph or heading."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in {"p", "h1", "h2", "h3", "li", "blockquote", "figcaption"}:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        self.parts.append(" ".join(data.splitlines()))


def plain(html: str) -> str:
    """The text of an article's HTML, a paragraph to a line."""
    parser = _Text()
    parser.feed(html)
    lines = (" ".join(line.split()) for line in "".join(parser.parts).splitlines())
    return "\n".join(line for line in lines if line)
