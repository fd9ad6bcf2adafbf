"""Concurrent users of one library: browsers with a host each, and a user at the command line.

Each adds tags, highlights and marks of its own to the articles that all share, so that an update that another
undid is noticed, and keeps articles of its own, so that it knows what became of them. What was acknowledged is
noted; a library that says it is busy is asked again.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier
from typing import Any, Final

from jingdu.faults import FAULTS
from tests.hostile.faults import works
from tests.support.host_process import Port, run_jingdu

BUSY: Final = ("library_busy", "index_busy")
_JOB: Final = 600
"""Seconds that a job may take."""
_START: Final = 300
"""Seconds that all may take to warm up."""
NEVER: Final = ("database is locked", "Traceback", FAULTS["internal"][1])
"""What no reply may contain."""


@dataclass
class Acknowledged:
    """What was acknowledged to one."""

    titles: dict[str, str] = field(default_factory=dict)
    """Id (or its beginning) of each article that is kept → its title."""
    renewed: set[str] = field(default_factory=set)
    """Articles of the shared pages, each of which any browser may have saved last."""
    trashed: set[str] = field(default_factory=set)
    deleted: set[str] = field(default_factory=set)
    tags: set[tuple[str, str]] = field(default_factory=set)
    """Article, tag."""
    highlights: set[tuple[str, str]] = field(default_factory=set)
    marks: dict[str, bool] = field(default_factory=dict)
    """Article → whether it has this one's mark."""
    done: int = 0
    busy: int = 0
    wrong: list[str] = field(default_factory=list)


class User:
    """A user who acts at random, with a mark of their own."""

    def __init__(self, name: str, mark: str, home: Path, shared: list[str], ready: Barrier) -> None:
        self.name, self.mark, self.home, self.shared, self.ready = name, mark, home, shared, ready
        self.acknowledged, self.chance, self.number = Acknowledged(), random.Random(name), 0

    def acts(self) -> dict[Callable[[], None], int]:
        """The actions and their relative frequencies."""
        raise NotImplementedError

    def hammer(self, seconds: float) -> None:
        """Does everything once, then acts at random until the deadline; records errors."""
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
            self.acknowledged.wrong.append(f"{self.name} ended: {error!r}")

    def do(self, act: Callable[[], None]) -> None:
        self.number += 1
        act()

    def own_article(self) -> str | None:
        """One of this user's own articles."""
        return self.chance.choice(sorted(self.acknowledged.titles)) if self.acknowledged.titles else None

    def shared_article(self) -> str:
        """One of those that all users change."""
        return self.chance.choice(self.shared)

    def title(self) -> str:
        """A title whose first word is unique."""
        return f"{self.name}{self.number}x ferry"

    def note_place(self, item: str, *, trashed: bool) -> None:
        """An article of this user's was moved to the trash, or back."""
        (self.acknowledged.trashed.add if trashed else self.acknowledged.trashed.discard)(item)

    def note_deleted(self, item: str) -> None:
        self.acknowledged.titles.pop(item)
        self.acknowledged.trashed.discard(item)
        self.acknowledged.deleted.add(item)


class Browser(User):
    """Speaks to a host of its own, as the extension does."""

    def acts(self) -> dict[Callable[[], None], int]:
        return {
            self.save: 6, self.replace: 3, self.tag: 6, self.set_mark: 4, self.note: 6, self.trash: 3, self.restore: 3,
            self.move_shared: 2, self.search: 4, self.open: 2, self.reindex: 1, self.delete: 1,
        }  # fmt: skip

    def hammer(self, seconds: float) -> None:
        with Port(self.home) as self.port:
            super().hammer(seconds)
            code, _, said = self.port.close()
            if code or said:
                self.acknowledged.wrong.append(f"{self.name} left with {code}: {said.decode()}")

    def ask(self, action: str, **fields: Any) -> Any:
        """The result; None, noted, where it is refused for another reason than that the library is busy."""
        while True:
            reply = self.port.ask({"id": self.number, "action": action, **fields})
            self.acknowledged.done += 1
            code = reply.get("fault", {}).get("code")
            self.acknowledged.busy += code in BUSY
            if reply["ok"] or code not in BUSY:
                break
        if not reply["ok"] or any(word in str(reply) for word in NEVER):
            self.acknowledged.wrong.append(f"{self.name}: {action} {fields.get('items', fields.get('item'))}: {reply}")
        return reply.get("result")

    def save(self) -> None:
        title = self.title()
        page = saving(title, f"https://example.org/{self.name}/{self.number}", "keep_both")
        if result := self.ask("save", **page):
            self.acknowledged.titles[result["item"]["id"]] = title

    def replace(self) -> None:
        """A shared page is saved again: its whole folder is exchanged; where it is in the trash, a new one is saved.

        Where another has kept it anew already, that one is asked about.
        """
        number = self.chance.randrange(len(self.shared))
        page = saving(self.title(), address(number), "replace") | {"instead": self.shared[number]}
        if (result := self.ask("save", **page)) and result["item"]:
            self.acknowledged.renewed.add(result["item"]["id"])

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
        if self.ask("highlights", item=item, url=None, private=False, put=[works.highlight(one, one)], removed=[]):
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
        """Moves an article to the trash and back while others use it; never the first, so that one is always there."""
        self.ask(self.chance.choice(["trash_items", "restore_items"]), items=[self.chance.choice(self.shared[1:])])

    def search(self) -> None:
        self.ask("library", query=self.chance.choice(["ferry", "渡船", f"tag:{self.name}-1", "engine -rope"]))

    def open(self) -> None:
        self.ask("open_item", item=self.shared_article())

    def reindex(self) -> None:
        job = self.ask("start_job", kind="reindex", options={})
        ends = time.monotonic() + _JOB
        while job and (state := self.ask("job", **job)) and state["state"] == "running":
            assert time.monotonic() < ends, "a job never ends"
            time.sleep(0.01)


class Typist(User):
    """Runs commands, and refers to articles by the beginning of their ids."""

    def acts(self) -> dict[Callable[[], None], int]:
        return {self.save: 1, self.tag: 4, self.set_mark: 3, self.trash: 2, self.restore: 2, self.search: 2,
                self.reindex: 1}  # fmt: skip

    def type(self, *words: str, stdin: str = "", may: tuple[int, ...] = (0,)) -> str | None:
        """What is printed; None where it is refused."""
        while True:
            ended = run_jingdu(self.home, *words, stdin=stdin.encode())
            out, err = ended.stdout.decode(), ended.stderr.decode()
            self.acknowledged.done += 1
            busy = any(FAULTS[code][1] in err for code in BUSY)
            self.acknowledged.busy += busy
            if not busy:
                break
        if ended.returncode not in may or err or any(word in out for word in NEVER):
            self.acknowledged.wrong.append(f"{self.name}: {' '.join(words)}: {ended.returncode} {out} {err}")
        return None if ended.returncode else out

    def save(self) -> None:
        title = self.title()
        url = f"https://example.org/{self.name}/{self.number}"
        words = ("save", "-", "--url", url, "--keep-both", "--no-pictures", "--tag", "typed")
        if result := self.type(*words, stdin=page(title)):
            self.acknowledged.titles[result.split(" ", 1)[0]] = title

    def tag(self) -> None:
        item, tag = self.shared[0], f"{self.name}-{self.number}"
        if self.type("edit", item, "--tag", tag):
            self.acknowledged.tags.add((item, tag))

    def set_mark(self) -> None:
        item, value = self.shared[0], self.chance.random() < 0.5
        if self.type("edit", item, f"--{self.mark}" if value else f"--no-{self.mark}"):
            self.acknowledged.marks[item] = value

    def trash(self) -> None:
        item = self.own_article()
        if item and item not in self.acknowledged.trashed and self.type("delete", item):
            self.note_place(item, trashed=True)

    def restore(self) -> None:
        item = self.own_article()
        if item in self.acknowledged.trashed and self.type("restore", str(item)):
            self.note_place(str(item), trashed=False)

    def search(self) -> None:
        self.type("search", "ferry", may=(0, 1))

    def reindex(self) -> None:
        self.type("reindex")


def address(number: int) -> str:
    """Of the page of a shared article."""
    return f"https://example.org/shared/{number}"


def saving(title: str, url: str, if_duplicate: str) -> dict[str, Any]:
    """A request to save a small page, as the extension makes it."""
    return {"html": page(title), "url": url, "fetch_pictures": False, "private": False, "if_duplicate": if_duplicate}


def page(title: str) -> str:
    """A small page whose text is like no other's, for one that is nearly the same may be replaced too."""
    chance = random.Random(title)
    words = " ".join(f"w{chance.randrange(10**6)}" for _ in range(60))
    text = f"<p>There is no engine on the ferry, and there never has been one. 渡船没有发动机。</p><p>{words}.</p>"
    return f"<title>{title}</title><body><article><h1>{title}</h1>{text}</article></body>"
