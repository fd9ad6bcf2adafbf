"""A library's files as plain texts in folders, for tests of the index alone."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jingdu.library.index import Unreadable
from jingdu.protocol.items import Item
from tests.support.made_articles import MadeArticle


class Folders:
    """One folder an article, with a JSON and a text; what the index asks of a library's files."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, entry: Item, body: str) -> None:
        folder = self.root / entry.folder
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "text").write_text(body, "utf-8")
        new = folder / "entry.new"
        new.write_text(json.dumps(entry._asdict(), ensure_ascii=False), "utf-8")
        os.replace(new, folder / "entry.json")

    def stamps(self) -> Iterator[tuple[str, str]]:
        with os.scandir(self.root) as found:
            yield from [(one.name, stamp) for one in found if (stamp := self.stamp(one.name))]

    def stamp(self, folder: str) -> str | None:
        try:
            status = os.stat(self.root / folder / "entry.json")
        except FileNotFoundError:
            return None
        return f"{status.st_mtime_ns}:{status.st_size}:{status.st_ino}"

    def read(self, folder: str) -> tuple[Item, str]:
        try:
            entry = Item(**json.loads((self.root / folder / "entry.json").read_text("utf-8")))
        except ValueError as error:
            raise Unreadable(str(error)) from None
        return entry, (self.root / folder / "text").read_text("utf-8")


def item(identity: str, folder: str, title: str, **fields: Any) -> Item:
    return Item(id=identity, folder=folder, title=title, saved="", **fields)


def entry_of(article: MadeArticle, number: int) -> Item:
    """An article of the generator as an item saved ``number`` minutes after the first."""
    minute = f"{number // 60 % 24:02}:{number % 60:02}"
    saved = f"2026-{1 + number // 40320 % 12:02}-{1 + number // 1440 % 28:02}T{minute}:00Z"
    given = article._asdict()
    return Item(
        id=f"id{number}", folder=f"folder {number}", saved=saved,
        **{name: given[name] for name in ("title", "byline", "site", "lang", "url", "tags", "keywords", "published")},
    )  # fmt: skip
