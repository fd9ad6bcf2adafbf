"""Concurrent users of one library: browsers with a host each, and a user at the command line.

Each user sets its own tags, highlights and flags on shared articles, which reveals lost updates, and saves articles
of its own. What a user was told is recorded as claims for the checks; requests to a busy library are retried.
"""

import random
import time
from pathlib import Path
from threading import Barrier
from typing import Any, ClassVar, Final

from jingdu.faults import FAULTS
from tests.support.host_process import Port, run_jingdu
from tests.support.library_items import highlight

BUSY: Final = ("library_busy", "index_busy")
_JOB: Final = 600
"""Timeout of a job in seconds."""
_START: Final = 300
"""Timeout of the warm-up of all users in seconds."""
NEVER: Final = ("database is locked", "Traceback", FAULTS["internal"][1])
"""Text that no reply may contain."""


class User:
    """A user who acts at random, with a flag of their own."""

    acts: ClassVar[dict[str, int]]
    """Name of a method → relative frequency."""

    def __init__(self, name: str, mark: str, home: Path, shared: list[str], ready: Barrier) -> None:
        self.name, self.mark, self.home, self.shared, self.ready = name, mark, home, shared, ready
        self.claims: dict[tuple[str, str, str], object] = {}
        """(what, article, which tag, flag or note) → the last acknowledged value; the article's id may be a prefix."""
        self.errors: list[str] = []
        self.chance, self.number = random.Random(name), 0

    def run(self, seconds: float) -> None:
        """Runs each action once, then random ones until the deadline; records errors."""
        try:
            for act in self.acts:
                self.do(act)
            self.ready.wait(_START)
            ends = time.monotonic() + seconds
            while time.monotonic() < ends:
                self.do(*self.chance.choices([*self.acts], [*self.acts.values()]))
        except Exception as error:
            self.ready.abort()
            self.errors.append(f"{self.name}: {error!r}")

    def do(self, act: str) -> None:
        self.number += 1
        getattr(self, act)()

    def claim(self, is_acknowledged: object, what: str, item: str, which: str, value: object) -> None:
        """Records a change, if it was acknowledged."""
        if is_acknowledged:
            self.claims[what, item, which] = value

    def claim_saved(self, item: str) -> None:
        self.claims |= {("title", item, ""): f"{self.word} ferry", ("trashed", item, ""): False}

    def own_article(self) -> str:
        """A random article of this user that is not deleted; empty if there is none."""
        return self.chance.choice(sorted(item for what, item, _ in self.claims if what == "title") or [""])

    def shared_article(self) -> str:
        """A random article that all users change."""
        return self.chance.choice(self.shared)

    @property
    def word(self) -> str:
        """A word that no other action uses."""
        return f"{self.name}{self.number}x"


class Browser(User):
    """A user with a host of their own, as in the extension."""

    acts: ClassVar = {
        "save": 6, "replace": 3, "tag": 6, "set_mark": 4, "note": 6, "move": 6, "move_shared": 2, "search": 4,
        "open": 2, "reindex": 1, "delete": 1,
    }  # fmt: skip

    def run(self, seconds: float) -> None:
        with Port(self.home) as self.port:
            super().run(seconds)
            code, _, said = self.port.close()
            if code or said:
                self.errors.append(f"{self.name} exited with {code}: {said.decode()}")

    def ask(self, action: str, **fields: Any) -> Any:
        """The result, after retries while the library is busy; other faults are recorded and give None."""
        while True:
            reply = self.port.ask({"id": self.number, "action": action, **fields})
            code = reply.get("fault", {}).get("code")
            if reply["ok"] or code not in BUSY:
                break
        if not reply["ok"] or any(word in str(reply) for word in NEVER):
            self.errors.append(f"{self.name}: {action} {fields.get('items', fields.get('item'))}: {reply}")
        return reply.get("result")

    def save(self) -> None:
        if result := self.ask("save", **save_fields(self.word, self.word, "keep_both")):
            self.claim_saved(result["item"]["id"])

    def replace(self) -> None:
        """Saves a shared page again, which replaces the folder of its article, or adds one if it is in the trash.

        If another user has saved the page meanwhile, the reply asks about that article.
        """
        number = self.chance.randrange(len(self.shared))
        page = save_fields(self.word, f"shared{number}", "replace") | {"instead": self.shared[number]}
        if (result := self.ask("save", **page)) and result["item"]:
            self.claims["exists", result["item"]["id"], ""] = True

    def tag(self) -> None:
        item = self.shared_article()
        tagged = self.ask("edit_items", items=[item], changes={"add_tags": [self.word]})
        self.claim(tagged, "tag", item, self.word, True)

    def set_mark(self) -> None:
        item, value = self.shared_article(), self.chance.random() < 0.5
        self.claim(self.ask("edit_items", items=[item], changes={self.mark: value}), "mark", item, self.mark, value)

    def note(self) -> None:
        item, put = self.shared_article(), [highlight(self.word, self.word)]
        noted = self.ask("highlights", item=item, url=None, private=False, put=put, removed=[])
        self.claim(noted, "note", item, self.word, True)

    def move(self) -> None:
        """Moves an article to the trash or back."""
        if item := self.own_article():
            trashed = self.chance.random() < 0.5
            moved = self.ask("trash_items" if trashed else "restore_items", items=[item])
            self.claim(moved, "trashed", item, "", trashed)

    def delete(self) -> None:
        if (item := self.own_article()) and self.ask("delete_items", items=[item]):
            self.claims = {key: value for key, value in self.claims.items() if key[1] != item}
            self.claims["exists", item, ""] = None

    def move_shared(self) -> None:
        """Moves a shared article other than the first to the trash or back while others use it."""
        action = self.chance.choice(["trash_items", "restore_items"])
        self.ask(action, items=[self.chance.choice(self.shared[1:])])

    def search(self) -> None:
        self.ask("library", query=self.chance.choice(["ferry", "渡船", f"tag:{self.name}3x", "engine -rope"]))

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

    acts: ClassVar = {"save": 1, "tag": 4, "set_mark": 3, "move": 4, "search": 2, "reindex": 1}

    def command(self, *words: str, stdin: str = "", may: tuple[int, ...] = (0,)) -> str | None:
        """The output of a command, after retries while the library is busy; None if it fails."""
        while True:
            ended = run_jingdu(self.home, *words, stdin=stdin.encode())
            out, err = ended.stdout.decode(), ended.stderr.decode()
            busy = any(FAULTS[code][1] in err for code in BUSY)
            if not busy:
                break
        if ended.returncode not in may or err or any(word in out for word in NEVER):
            self.errors.append(f"{self.name}: {' '.join(words)}: {ended.returncode} {out} {err}")
        return None if ended.returncode else out

    def save(self) -> None:
        words = "save - --keep-both --no-pictures --tag typed --url".split()
        if result := self.command(*words, f"https://example.org/{self.word}", stdin=page(self.word)):
            self.claim_saved(result.split(" ", 1)[0])

    def tag(self) -> None:
        item = self.shared[0]
        self.claim(self.command("edit", item, "--tag", self.word), "tag", item, self.word, True)

    def set_mark(self) -> None:
        item, value = self.shared[0], self.chance.random() < 0.5
        marked = self.command("edit", item, f"--{self.mark}" if value else f"--no-{self.mark}")
        self.claim(marked, "mark", item, self.mark, value)

    def move(self) -> None:
        """Moves an article to the trash, or back if it is there; the command refuses anything else."""
        if item := self.own_article():
            trashed = not self.claims["trashed", item, ""]
            self.claim(self.command("delete" if trashed else "restore", item), "trashed", item, "", trashed)

    def search(self) -> None:
        self.command("search", "ferry", may=(0, 1))

    def reindex(self) -> None:
        self.command("reindex")


def save_fields(word: str, path: str, if_duplicate: str) -> dict[str, Any]:
    """The fields of a request to save a small page."""
    url = f"https://example.org/{path}"
    return {"html": page(word), "url": url, "fetch_pictures": False, "private": False, "if_duplicate": if_duplicate}


def page(word: str) -> str:
    """A small page whose text depends on ``word``, so that it is not a near-duplicate of another."""
    chance = random.Random(word)
    words = " ".join(f"w{chance.randrange(10**6)}" for _ in range(60))
    text = f"<p>There is no engine on the ferry, and there never has been one. 渡船没有发动机。</p><p>{words}.</p>"
    return f"<title>{word} ferry</title><body><article><h1>{word} ferry</h1>{text}</article></body>"
