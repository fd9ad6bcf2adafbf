"""A large library in little time: the files that saving would write, without waiting for the disk after each.

Articles are made up (`tests/support/made_articles.py`), six in ten Chinese, and are the same for the same seed. Front
matter and ``article.html`` are written by the library's own code; `jingdu reindex` reads them afterwards.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime, timedelta
from html import escape
from pathlib import Path
from typing import Final

from jingdu.library import document, frontmatter, item_files, names
from jingdu.protocol.items import Item
from tests.support.made_articles import MadeArticle, articles

CHUNK: Final = 500
"""Articles of one seed."""
FIRST: Final = datetime(2016, 1, 1, tzinfo=UTC)


def make(folder: Path, number: int, seed: int = 3) -> None:
    """Fills ``folder`` with so many articles, on all cores."""
    folder.mkdir(parents=True, exist_ok=True)
    if number <= CHUNK:
        _chunk(folder, 0, number, seed)
        return
    with ProcessPoolExecutor() as pool:
        list(pool.map(_chunk, *zip(*((folder, first, min(CHUNK, number - first), seed)
                                     for first in range(0, number, CHUNK)), strict=True)))  # fmt: skip


def _chunk(folder: Path, first: int, number: int, seed: int) -> None:
    chance = random.Random(f"{seed} {first}")
    for place, article in enumerate(articles(number, seed=chance.randrange(2**32)), start=first):
        _write(folder / f"{place:06} {names.folder_name(article.title)}", _item(article, place, chance), article.text)


def _item(article: MadeArticle, place: int, chance: random.Random) -> Item:
    result = article._asdict()
    fields = {name: result[name] for name in ("title", "byline", "site", "url", "lang", "published")}
    saved = FIRST + timedelta(minutes=40 * place + chance.randrange(40))
    return Item(
        id=f"j{place:06x}{chance.getrandbits(56):014x}",
        folder="",
        saved=saved.isoformat(timespec="seconds"),
        canonical=article.url,
        words=len(article.text) // 2,
        reading_time=1 + len(article.text) // 1000,
        excerpt=article.text[:160],
        image=f"{article.url}/lead.jpg",
        extractor="fused",
        read=chance.random() < 0.4,
        favourite=chance.random() < 0.05,
        archived=chance.random() < 0.1,
        text_hash=item_files.text_hash(article.text),
        tags=tuple(article.tags),
        keywords=tuple(article.keywords),
        **fields,
    )


def _write(folder: Path, item: Item, text: str) -> None:
    folder.mkdir()
    (folder / names.ARTICLE).write_text(f"{frontmatter.write(item)}\n{text}\n", "utf-8")
    (folder / names.HTML).write_text(document.write(item, "".join(_paragraphs(text))), "utf-8")


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in text.split("\n\n"):
        yield f"<p>{escape(paragraph)}</p>"
