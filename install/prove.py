"""The proof: starts the registered host as the browser would and has it read two sample pages."""

from __future__ import annotations

import json
import re
import struct
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from threading import Timer
from typing import IO, Any, Final, NamedTuple

from install.browsers import CHROMIUM
from install.errors import PROOF, SetupError
from install.extension import CHECKOUT, Extension
from install.register import Registration
from jingdu.i18n import gettext as _

SAMPLES: Final = CHECKOUT / "install" / "sample"
PROTOCOL: Final = 1
MAX_FRAME: Final = 1_048_576
"""Bytes a browser accepts from a host in one frame."""
_LENGTH: Final = struct.Struct("=I")
_TIMEOUT: Final = 60.0
"""Seconds for all of one host's answers; the first start on a cold disk is slow."""


class Sample(NamedTuple):
    """A raw page we wrote, with comments and scripts, and what must come out: the text has a paragraph in a line."""

    file: str
    title: str
    html: str
    text: str


def _sample(file: str, title: str) -> Sample:
    html, text = (SAMPLES / file).read_text("utf-8"), (SAMPLES / file).with_suffix(".txt").read_text("utf-8")
    return Sample(file, title, html, text.rstrip("\n"))


PAGES: Final = (_sample("zh.html", "修一把旧椅子"), _sample("en.html", "The Ferry That Runs on a Rope"))


def prove(registration: Registration, extension: Extension, env: Mapping[str, str]) -> None:
    """Has the host read the samples; raises `SetupError` when anything is not as it should be."""
    with greeted(registration, extension, env) as host:
        for number, sample in enumerate(PAGES, start=2):
            _read(host, number, sample)


@contextmanager
def greeted(
    registration: Registration, extension: Extension, env: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A host that has answered the first message of every browser; whatever goes wrong with it raises `SetupError`."""
    try:
        with _started(registration, extension, env) as host:
            _ask(host, 1, {"action": "hello", "protocol": PROTOCOL, "extension": extension.version})
            yield host
    except (OSError, ValueError, KeyError) as error:
        message = "it could not be started by {path}: {reason}"
        raise _failure(_(message, path=registration.manifest, reason=error)) from error


@contextmanager
def _started(
    registration: Registration, extension: Extension, env: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """The host as a browser starts it: from the manifest, in its own folder, with the browser's arguments."""
    path = Path(json.loads(registration.manifest.read_text("utf-8"))["path"])
    with subprocess.Popen(
        [str(path), *browser_arguments(registration, extension)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=path.parent,
        env=dict(env),
    ) as host:
        timer = Timer(_TIMEOUT, host.kill)
        timer.start()
        try:
            yield host
            assert host.stdin
            host.stdin.close()  # as a closing browser does: the host must end by itself
            if host.wait(_TIMEOUT):
                raise _failure(_("it ended with code {code}", code=host.returncode))
        finally:
            timer.cancel()
            host.kill()


def browser_arguments(registration: Registration, extension: Extension) -> list[str]:
    """What a browser of the family passes to the host it starts."""
    if registration.family == CHROMIUM:
        return [extension.origin]
    return [str(registration.manifest), extension.gecko_id]


def _ask(host: subprocess.Popen[bytes], number: int, request: dict[str, Any]) -> dict[str, Any]:
    assert host.stdin and host.stdout
    write_frame(host.stdin, {"id": number, **request})
    reply = read_frame(host.stdout)
    if not reply.get("ok") or reply.get("id") != number:
        answer = reply.get("fault", {}).get("message", reply)
        raise _failure(_("its answer to {action} was: {reply}", action=request["action"], reply=answer))
    result: dict[str, Any] = reply["result"]
    return result


def _read(host: subprocess.Popen[bytes], number: int, sample: Sample) -> None:
    request = {"action": "extract", "html": sample.html, "url": f"https://sample.example/{sample.file}"}
    article = _ask(host, number, request)["article"]
    if (article["title"], plain(article["html"])) != (sample.title, sample.text):
        raise _failure(_("from {path} it extracted something other than the article", path=SAMPLES / sample.file))


def _failure(problem: str) -> SetupError:
    message = "The companion app is installed, but {problem}: run set-up again, and report it if that does not help."
    return SetupError(PROOF, _(message, problem=problem.rstrip(".")))


def plain(html: str) -> str:
    """The text of an article's HTML, a paragraph to a line."""
    parted = re.sub(r"<(?:p|h[1-3]|li|blockquote|figcaption)\b", "\n<", " ".join(html.split()))
    lines = (" ".join(unescape(re.sub(r"<[^>]*>", "", line)).split()) for line in parted.splitlines())
    return "\n".join(filter(None, lines))


def write_frame(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Sends a message as the browser does: a length in the machine's byte order, then JSON in UTF-8."""
    data = json.dumps(message, ensure_ascii=False).encode("utf-8")
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> dict[str, Any]:
    """The next message; raises ``ValueError`` where there is none."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise ValueError(_("it ended without a reply"))
    (length,) = _LENGTH.unpack(head)
    if length > MAX_FRAME:
        raise ValueError(_("it sent {n} bytes, more than browsers accept", n=length))
    message = json.loads(stream.read(length))
    if not isinstance(message, dict):
        raise ValueError(_("its reply is not an object"))
    return message
