"""A library of hostile articles, with hostile metadata, tags, highlights, notes and edited text."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from jingdu.library import highlights, names, repository, saving
from jingdu.library.exporters.work import export
from jingdu.library.jobs import State
from jingdu.protocol.items import Highlight, Position, Quote
from jingdu.render.article import Article
from tests.hostile.corpus import WORDS, live
from tests.hostile.pages.chain import Read, batched
from tests.hostile.pages.generator import corpus

AT_ONCE = 250
"""Articles that are combined into one."""


@contextmanager
def library(home: Path) -> Iterator[Path]:
    """Makes ``home`` the home of this process, with an empty library."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(home))
        patch.setenv("JINGDU_LIBRARY", str(home / "library"))
        yield home / "library"


def words(origin: str) -> list[str]:
    """The words of the corpus without lone surrogates, as the host decodes them."""
    made = [live(text, 9000 + number, origin) for number, text in enumerate(WORDS.values())]
    return [text.encode("utf-8", "replace").decode() for text in made]


def save_all(articles: list[Read], origin: str) -> list[str]:
    """Saves the articles in batches with hostile metadata; returns the ids. The last article is edited."""
    strings = words(origin)
    texts = ["\n".join(read.article.html for read in some) for some in batched(articles, AT_ONCE)]
    texts += [f"<p>A short text, number {number}.</p>" for number in range(len(strings))]
    ids = [_save(replace(articles[0].article, html=text), strings, number, origin) for number, text in enumerate(texts)]
    _edit(ids[-1], origin)
    return ids


def export_library(form: str, folder: Path) -> Path:
    """Exports the library in a format; returns the path."""
    state = State()
    for _ in export(state, form, [], folder):
        pass
    assert not state.report and state.path
    return Path(state.path)


def _save(article: Article, strings: list[str], number: int, origin: str) -> str:
    """Saves an article with hostile words in every field, tag, highlight and note; returns the id."""
    one, two, three = (strings[(number + by) % len(strings)] for by in (0, 1, 2))
    named = {"title": one, "byline": two, "site": three, "excerpt": one, "lang": two, "dir": three, "published": one}
    place = {"image": f"{origin}/lead.png", "url": f"https://a.example/{number}?{three}"}
    item = saving.save(replace(article, **named, **place), f"<p>{one}</p>", {})  # type: ignore[arg-type]
    repository.edit([item.id], {"add_tags": [" ".join(two.split())[:60], " ".join(three.split())[:60]]})
    moment = "2026-11-21T10:00:00.000Z"
    mark = Highlight(
        f"h{number}", Quote(one, two, three), Position(0, 5), "yellow", f"{two}\n\n{three}", moment, moment
    )
    highlights.change(item.id, None, [mark], [])
    return item.id


def _edit(item: str, origin: str) -> None:
    """Appends the raw corpus and its words to ``article.md``, as another program might."""
    path = repository.folder_of(item) / names.ARTICLE
    raw = [page.text for page in corpus(origin) if "plaintext" not in page.text]
    text = "\n\n".join([*raw, *words(origin)]).encode("utf-8", "replace").decode()
    path.write_text(f"{path.read_text('utf-8')}\n\n{text}\n", "utf-8")
