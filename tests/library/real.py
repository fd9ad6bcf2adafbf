"""The real `jingdu` command and the real host, in a home of the test's own."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.forked import run_forked
from tests.support.host_process import Port, run_jingdu
from tests.support.made_articles import english

WITHOUT_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--")
"""Root, bound by the permissions of files as anybody is."""


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class Home:
    """A user's home with its library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "Documents" / "Jingdu"
        self.library.parent.mkdir(parents=True, exist_ok=True)

    def jingdu(self, *arguments: str | Path, given: str | None = None, prefix: Sequence[str] = ()) -> Ended:
        """Runs a command to its end."""
        run = partial(run_jingdu, prefix=prefix) if prefix else run_forked
        ended = run(self.folder, *arguments, stdin=(given or "").encode())
        return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())

    def list(self, *options: str) -> list[dict[str, Any]]:
        """What ``jingdu list --json`` prints."""
        ended = self.jingdu("list", "--json", *options)
        assert ended.code == 0, ended.err
        found: list[dict[str, Any]] = json.loads(ended.out)
        return found

    def save(self, html: str, url: str, *options: str) -> dict[str, Any]:
        """Saves a page with the command; its item."""
        ended = self.jingdu("save", "-", "--url", url, "--no-pictures", *options, given=html)
        assert ended.code == 0, ended.out + ended.err
        identity = ended.out.split(" ", 1)[0]
        return next(item for item in self.list() if item["id"].startswith(identity))

    def article(self, item: dict[str, Any]) -> Path:
        """The file of an article in the library."""
        return self.library / item["folder"] / "article.md"

    def host(self) -> Host:
        return Host(self.folder)


class Host(Port):
    """The host as a browser runs it."""

    def action(self, action: str, **fields: Any) -> Any:
        """The result of a request, or the code of its fault."""
        reply = self.ask({"id": 1, "action": action, **fields})
        return reply["result"] if reply["ok"] else reply["fault"]["code"]


def story(title: str, *paragraphs: str) -> str:
    """A page with an article of these paragraphs."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<!doctype html><html lang=en><title>{title}</title><article><h1>{title}</h1>{text}</article></html>"


def prose(subject: str, sentences: int = 6) -> list[str]:
    """Paragraphs that say something about a subject, and nothing that those about another one say."""
    chance, words = random.Random(subject), english()[0]
    return [f"The {subject} came up, {' '.join(chance.choices(words, k=25))}, and again." for _ in range(sentences)]
