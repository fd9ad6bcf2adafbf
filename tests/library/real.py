"""Runs the real `jingdu` command and the real host in a temporary home directory."""

import json
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.forked import run_forked
from tests.support.host_process import Port, run_jingdu
from tests.support.made_articles import english


class Completed(NamedTuple):
    """The result of a completed command."""

    code: int
    out: str
    err: str


class Home:
    """A user's home directory and library."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "Documents" / "Jingdu"
        self.library.parent.mkdir(parents=True, exist_ok=True)

    def jingdu(self, *arguments: str | Path, given: str | None = None, prefix: Sequence[str] = ()) -> Completed:
        """Runs a command to completion."""
        run = partial(run_jingdu, prefix=prefix) if prefix else run_forked
        completed = run(self.folder, *arguments, stdin=(given or "").encode())
        return Completed(completed.returncode, completed.stdout.decode(), completed.stderr.decode())

    def list(self, *options: str) -> list[dict[str, Any]]:
        """The output of ``jingdu list --json``."""
        completed = self.jingdu("list", "--json", *options)
        assert completed.code == 0, completed.err
        found: list[dict[str, Any]] = json.loads(completed.out)
        return found

    def save(self, html: str, url: str, *options: str) -> dict[str, Any]:
        """Saves a page with the command and returns its item."""
        completed = self.jingdu("save", "-", "--url", url, "--no-pictures", *options, given=html)
        assert completed.code == 0, completed.out + completed.err
        identity = completed.out.split(" ", 1)[0]
        return next(item for item in self.list() if item["id"].startswith(identity))

    def article(self, item: dict[str, Any]) -> Path:
        """The ``article.md`` of an item."""
        return self.library / item["folder"] / "article.md"


class Host(Port):
    """The host, started as a browser starts it."""

    def action(self, action: str, **fields: Any) -> Any:
        """Returns the result of a request, or its fault code."""
        reply = self.ask({"id": 1, "action": action, **fields})
        return reply["result"] if reply["ok"] else reply["fault"]["code"]


def story(title: str, *paragraphs: str) -> str:
    """A page with an article of these paragraphs."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    return f"<!doctype html><html lang=en><title>{title}</title><article><h1>{title}</h1>{text}</article></html>"


def prose(subject: str, sentences: int = 6) -> list[str]:
    """Paragraphs about a subject that share no sentence with those about another subject."""
    rng, words = random.Random(subject), english()[0]
    return [f"The {subject} came up, {' '.join(rng.choices(words, k=25))}, and again." for _ in range(sentences)]
