"""Concurrent users of one library: browsers with a host each, and a user at the command line.

Each user sets its own tags, highlights and flags on shared articles, which reveals lost updates, and saves articles
of its own. Acknowledged changes are recorded for the checks; requests to a busy library are retried.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Any, Final

from jingdu.faults import FAULTS
from tests.hostile.faults import actions
from tests.support.host_process import Port, run_jingdu

BUSY: Final = ("library_busy", "index_busy")
_JOB: Final = 600
"""Timeout of a job in seconds."""
_START: Final = 300
"""Timeout of the warm-up of all users in seconds."""
NEVER: Final = ("database is locked", "Traceback", FAULTS["internal"][1])
"""Text that no reply may contain."""


@dataclass
class Acknowledged:
    """The changes that were acknowledged to one user."""

    titles: dict[str, str] = field(default_factory=dict)
    """Id, or a prefix of it → title of each saved article."""
    replaced: set[str] = field(default_factory=set)
    """Articles that were saved again for the shared pages."""
    trashed: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    tags: set[tuple[str, str]] = field(default_factory=set)
    """(article, tag)"""
    highlights: set[tuple[str, str]] = field(default_factory=set)
    marks: dict[str, bool] = field(default_factory=dict)
    """Article → the value of this user's flag."""
    errors: list[str] = field(default_factory=list)


class User:
    """A user who acts at random, with a flag of their own."""

    def __init__(self, name: str, mark: str, home: Path, shared: list[str], ready: Barrier) -> None:
        self.name, self.mark, self.home, self.shared, self.ready = name, mark, home, shared, ready
        self.acknowledged, self.chance, self.number = Acknowledged(), random.Random(name), 0

    def acts(self) -> dict[Callable[[], None], int]:
        """Action → relative frequency."""
        raise NotImplementedError

    def run(self, seconds: float) -> None:
        """Runs each action once, then random ones until the deadline; records errors."""
        acts = self.acts()
        try:
            for act in acts:
                self.do(act)
            self.ready.wait(_START)
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                self.do(*self.chance.choices(list(acts), list(acts.values())))
        except Exception as error:
            self.ready.abort()
            self.acknowledged.errors.append(f"{self.name}: {error!r}")

    def do(self, act: Callable[[], None]) -> None:
        self.number += 1
        act()

    def own_article(self) -> str | None:
        """A random article of this user."""
        return self.chance.choice(sorted(self.acknowledged.titles)) if self.acknowledged.titles else None

    def shared_article(self) -> str:
        """A random article that all users change."""
        return self.chance.choice(self.shared)

    def title(self) -> str:
        """A title whose first word is unique."""
        return f"{self.name}{self.number}x ferry"

    def note_place(self, item: str, *, trashed: bool) -> None:
        """Records that an article was moved to or from the trash."""
        (self.acknowledged.trashed.add if trashed else self.acknowledged.trashed.discard)(item)

    def note_deleted(self, item: str) -> None:
        self.acknowledged.titles.pop(item)
        self.acknowledged.trashed.discard(item)
        self.acknowledged.deleted.add(item)


class Browser(User):
    """A user with a host of their own, as in the extension."""

    def acts(self) -> dict[Callable[[], None], int]:
        return {
            self.save: 6, self.replace: 3, self.tag: 6, self.set_mark: 4, self.note: 6, self.trash: 3, self.restore: 3,
            self.move_shared: 2, self.search: 4, self.open: 2, self.reindex: 1, self.delete: 1,
        }  # fmt: skip

    def run(self, seconds: float) -> None:
        with Port(self.home) as self.port:
            super().run(seconds)
            code, _, said = self.port.close()
            if code or said:
                self.acknowledged.errors.append(f"{self.name} exited with {code}: {said.decode()}")

    def ask(self, action: str, **fields: Any) -> Any:
        """The result, after retries while the library is busy; other faults are recorded and give None."""
        while True:
            reply = self.port.ask({"id": self.number, "action": action, **fields})
            code = reply.get("fault", {}).get("code")
            if reply["ok"] or code not in BUSY:
                break
        if not reply["ok"] or any(word in str(reply) for word in NEVER):
            self.acknowledged.errors.append(f"{self.name}: {action} {fields.get('items', fields.get('item'))}: {reply}")
        return reply.get("result")

    def save(self) -> None:
        title = self.title()
        page = save_fields(title, f"https://example.org/{self.name}/{self.number}", "keep_both")
        if result := self.ask("save", **page):
            self.acknowledged.titles[result["item"]["id"]] = title

    def replace(self) -> None:
        """Saves a shared page again, which replaces the folder of its article, or adds one if it is in the trash.

        If another user has saved the page meanwhile, the reply asks about that article.
        """
        number = self.chance.randrange(len(self.shared))
        page = save_fields(self.title(), address(number), "replace") | {"instead": self.shared[number]}
        if (result := self.ask("save", **page)) and result["item"]:
            self.acknowledged.replaced.add(result["item"]["id"])

    def tag(self) -> None:
        item, tag = self.shared_article(), f"{self.name}-{self.number}"
        if self.ask("edit_items", items=[item], changes={"add_tags": [tag]}):
            self.acknowledged.tags.add((item, tag))

    def set_mark(self) -> None:
        item, value = self.shared_article(), self.chance.random() < 0.5
        if self.ask("edit_items", items=[item], changes={self.mark: value}):
            self.acknowledged.marks[item] = value

    def note(self) -> None:
        item, one = self.shared_article(), f"{self.name}-{self.number}"
        if self.ask("highlights", item=item, url=None, private=False, put=[actions.highlight(one, one)], removed=[]):
            self.acknowledged.highlights.add((item, one))

    def trash(self) -> None:
        if (item := self.own_article()) and self.ask("trash_items", items=[item]):
            self.note_place(item, trashed=True)

    def restore(self) -> None:
        if (item := self.own_article()) and self.ask("restore_items", items=[item]):
            self.note_place(item, trashed=False)

    def delete(self) -> None:
        if (item := self.own_article()) and self.ask("delete_items", items=[item]):
            self.note_deleted(item)

    def move_shared(self) -> None:
        """Moves a shared article other than the first to the trash or back while others use it."""
        self.ask(self.chance.choice(["trash_items", "restore_items"]), items=[self.chance.choice(self.shared[1:])])

    def search(self) -> None:
        self.ask("library", query=self.chance.choice(["ferry", "渡船", f"tag:{self.name}-1", "engine -rope"]))

    def open(self) -> None:
        self.ask("open_item", item=self.shared_article())

    def reindex(self) -> None:
        job = self.ask("start_job", kind="reindex", options={})
        ends = time.monotonic() + _JOB
        while job and (state := self.ask("job", **job)) and state["state"] == "running":
            assert time.monotonic() < ends, "timeout of a job"
            time.sleep(0.01)


class CommandLineUser(User):
    """A user at the command line, who refers to articles by prefixes of their ids."""

    def acts(self) -> dict[Callable[[], None], int]:
        return {self.save: 1, self.tag: 4, self.set_mark: 3, self.trash: 2, self.restore: 2, self.search: 2,
                self.reindex: 1}  # fmt: skip

    def command(self, *words: str, stdin: str = "", may: tuple[int, ...] = (0,)) -> str | None:
        """The output of a command, after retries while the library is busy; None if it fails."""
        while True:
            ended = run_jingdu(self.home, *words, stdin=stdin.encode())
            out, err = ended.stdout.decode(), ended.stderr.decode()
            busy = any(FAULTS[code][1] in err for code in BUSY)
            if not busy:
                break
        if ended.returncode not in may or err or any(word in out for word in NEVER):
            self.acknowledged.errors.append(f"{self.name}: {' '.join(words)}: {ended.returncode} {out} {err}")
        return None if ended.returncode else out

    def save(self) -> None:
        title = self.title()
        url = f"https://example.org/{self.name}/{self.number}"
        words = ("save", "-", "--url", url, "--keep-both", "--no-pictures", "--tag", "typed")
        if result := self.command(*words, stdin=page(title)):
            self.acknowledged.titles[result.split(" ", 1)[0]] = title

    def tag(self) -> None:
        item, tag = self.shared[0], f"{self.name}-{self.number}"
        if self.command("edit", item, "--tag", tag):
            self.acknowledged.tags.add((item, tag))

    def set_mark(self) -> None:
        item, value = self.shared[0], self.chance.random() < 0.5
        if self.command("edit", item, f"--{self.mark}" if value else f"--no-{self.mark}"):
            self.acknowledged.marks[item] = value

    def trash(self) -> None:
        item = self.own_article()
        if item and item not in self.acknowledged.trashed and self.command("delete", item):
            self.note_place(item, trashed=True)

    def restore(self) -> None:
        item = self.own_article()
        if item in self.acknowledged.trashed and self.command("restore", str(item)):
            self.note_place(str(item), trashed=False)

    def search(self) -> None:
        self.command("search", "ferry", may=(0, 1))

    def reindex(self) -> None:
        self.command("reindex")


def address(number: int) -> str:
    """The address of a shared page."""
    return f"https://example.org/shared/{number}"


def save_fields(title: str, url: str, if_duplicate: str) -> dict[str, Any]:
    """The fields of a request to save a small page."""
    return {"html": page(title), "url": url, "fetch_pictures": False, "private": False, "if_duplicate": if_duplicate}


def page(title: str) -> str:
    """A small page with a unique text, so that it is not a near-duplicate of another."""
    chance = random.Random(title)
    words = " ".join(f"w{chance.randrange(10**6)}" for _ in range(60))
    text = f"<p>There is no engine on the ferry, and there never has been one. 渡船没有发动机。</p><p>{words}.</p>"
    return f"<title>{title}</title><body><article><h1>{title}</h1>{text}</article></body>"
