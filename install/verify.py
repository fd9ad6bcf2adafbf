"""Verifies an installation: starts the host as a browser does and has it read two sample pages."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from html import unescape
from pathlib import Path
from threading import Timer
from typing import IO, Any, Final, NamedTuple

from install.browsers import CHROMIUM
from install.console import VERIFY, SetupError, reason_of
from install.extension import CHECKOUT, Extension
from install.register import Registration
from jingdu.framing import MAX_FRAME
from jingdu.i18n import gettext as _

SAMPLES: Final = CHECKOUT / "install" / "sample"
_LENGTH: Final = struct.Struct("=I")
_TIMEOUT: Final = 60.0
"""Seconds for all answers; the first start from a cold disk is slow."""


class Sample(NamedTuple):
    """A page with comments and scripts, and its expected text, one line per paragraph."""

    file: str
    title: str
    html: str
    text: str


PAGES: Final = tuple(
    Sample(file, title, *((SAMPLES / name).read_text("utf-8").rstrip("\n") for name in (file, f"{file[:2]}.txt")))
    for file, title in (("zh.html", "修一把旧椅子"), ("en.html", "The Ferry That Runs on a Rope"))
)


def verify(registration: Registration, extension: Extension, env: Mapping[str, str]) -> float:
    """Has the host read the samples; returns the seconds to its first answer. Raises `SetupError` if anything fails."""
    begun = time.monotonic()
    try:
        with _started(registration, extension, env) as host:
            _ask(host, 1, {"action": "hello", "protocol": 1, "extension": extension.version})
            seconds = time.monotonic() - begun
            for number, sample in enumerate(PAGES, start=2):
                url = f"https://sample.example/{sample.file}"
                article = _ask(host, number, {"action": "extract", "html": sample.html, "url": url})["article"]
                if (article["title"], plain(article["html"])) != (sample.title, sample.text):
                    message = "from {path} it extracted something other than the article"
                    raise _failure(_(message, path=SAMPLES / sample.file))
            host.communicate(timeout=_TIMEOUT)  # closes its input, which ends the host
            if host.returncode:
                raise _failure(_("it ended with code {code}", code=host.returncode))
    except (OSError, ValueError, KeyError) as error:
        message = "it could not be started by {path}: {reason}"
        raise _failure(_(message, path=registration.manifest, reason=_(reason_of(error)))) from error
    return seconds


@contextmanager
def _started(
    registration: Registration, extension: Extension, env: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """The host, started as by a browser of the family: from the manifest, in its folder, with the browser's arguments.

    It is killed at the end, or after `_TIMEOUT`.
    """
    path = Path(json.loads(registration.manifest.read_text("utf-8"))["path"])
    is_chromium = registration.family == CHROMIUM
    given = [extension.origin] if is_chromium else [str(registration.manifest), extension.gecko_id]
    with subprocess.Popen(
        [str(path), *given], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, cwd=path.parent, env=dict(env),
    ) as host:  # fmt: skip
        timer = Timer(_TIMEOUT, host.kill)
        timer.start()
        try:
            yield host
        finally:
            timer.cancel()
            host.kill()


def _ask(host: subprocess.Popen[bytes], number: int, request: dict[str, Any]) -> dict[str, Any]:
    """The result of a request; raises `SetupError` if the reply is a fault or another request's."""
    assert host.stdin and host.stdout
    with suppress(BrokenPipeError):  # the host's last output explains it
        write_frame(host.stdin, {"id": number, **request})
    reply = read_frame(host.stdout)
    if not reply.get("ok") or reply.get("id") != number:
        answer = reply.get("fault", {}).get("message", reply)
        raise _failure(_("its answer to {action} was: {reply}", action=request["action"], reply=answer))
    result: dict[str, Any] = reply["result"]
    return result


def _failure(problem: str) -> SetupError:
    message = "The companion app is installed, but {problem}: run set-up again, and report it if that does not help."
    return SetupError(VERIFY, _(message, problem=problem.rstrip(".")))


def plain(html: str) -> str:
    """The text of an article's HTML, one line per paragraph."""
    parted = re.sub(r"<(?:p|h[1-3]|li|blockquote|figcaption)\b", "\n<", " ".join(html.split()))
    lines = (" ".join(unescape(re.sub(r"<[^>]*>", "", line)).split()) for line in parted.splitlines())
    return "\n".join(filter(None, lines))


def write_frame(stream: IO[bytes], message: dict[str, Any]) -> None:
    """Encodes a message as a browser does: length in native byte order, then JSON."""
    data = json.dumps(message, ensure_ascii=False).encode("utf-8")
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def read_frame(stream: IO[bytes]) -> dict[str, Any]:
    """The next message; raises ``ValueError``."""
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
