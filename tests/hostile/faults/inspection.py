"""A comparable snapshot of a home, and the user's next actions in it."""

import gzip
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from jingdu.library import frontmatter, repository
from tests.hostile.faults import actions, home as homes
from tests.support.library_items import highlight

PROBE: Final = "https://example.com/probe"
"""The address of the page that `after_next_start` saves."""
_STALE: Final = (".jingdu-", ".tmp", ".damaged")
"""Substrings of the names of stale files."""


def snapshot(home: Path) -> dict[str, str]:
    """Name → checksum of the content, or a description of the damage."""
    return dict(sorted([*_articles(home), *_others(home)]))


def _articles(home: Path) -> Iterator[tuple[str, str]]:
    root = homes.library(home)
    for place in (root, root / ".trash", home / "Other"):
        for folder in sorted(place.iterdir()) if place.is_dir() else []:
            if folder.name.startswith("."):
                continue
            try:
                fields = frontmatter.split((folder / "article.md").read_text("utf-8"))[0]
            except OSError:
                yield f"incomplete: {folder.name}", "no article.md"
                continue
            if fields.get("url", fields.get("address")) == PROBE:
                continue
            yield f"article {fields.get('id')}", f"{place.name}: {article_state(folder)}"


def article_state(folder: Path) -> str:
    """A checksum of an article's files, or a description of the damage."""
    html = folder / "article.html"
    text = html.read_text("utf-8") if html.exists() else ""
    if not text.endswith("</html>\n") or "<!--article-->" not in text or "<!--/article-->" not in text:
        return "article.html is incomplete"
    for named in text.split('src="assets/')[1:]:
        if not (folder / "assets" / named.partition('"')[0]).is_file():
            return "a picture is missing"
    if (folder / "page.html.gz").exists():
        gzip.decompress((folder / "page.html.gz").read_bytes())
    if (folder / "highlights.json").exists():
        json.loads((folder / "highlights.json").read_text("utf-8"))
    found = [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in _files(folder)]
    return ", ".join([f"{name} {len(data)} {hashlib.sha256(data).hexdigest()[:8]}" for name, data in found])


def _others(home: Path) -> Iterator[tuple[str, str]]:
    data = home / ".local" / "share" / "jingdu"
    for kind in ("highlights", "sites"):
        for path in sorted((data / kind).glob("*.json")):
            if path.name != "example.com.json":
                yield f"{kind} {path.name}", _json(path)
    for path in (data / "library.json", *sorted((data / "libraries").glob("*.forgotten.json"))):
        if path.exists():
            yield f"data {path.name.partition('.')[2]}", _json(path)
    for path in sorted((home / "out").iterdir()) if (home / "out").is_dir() else []:
        if not path.name.startswith("."):
            yield f"export {path.name.split(' ')[0]}{path.suffix}", _sum(path)


def _json(path: Path) -> str:
    json.loads(path.read_text("utf-8"))
    return _sum(path)


def _sum(path: Path) -> str:
    files = _files(path) if path.is_dir() else [path]
    sums = b"".join(hashlib.sha256(one.name.encode() + one.read_bytes()).digest() for one in files)
    return hashlib.sha256(sums).hexdigest()[:12]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def after_next_start(home: Path) -> list[str]:
    """Saves, highlights, reads and lists pages as a user would after a restart; returns the problems."""
    problems: list[str] = []

    def ask(action: str, **fields: object) -> dict[str, object]:
        reply = actions.ask(action, **fields)
        actions.run_deferred()
        if not reply.get("ok"):
            problems.append(f"{action}: {reply['fault']['code']}")
        return reply.get("result") or {}

    ask("save", html=actions.page("probe", picture=False), url=PROBE, if_duplicate="keep_both", fetch_pictures=False)
    ask("highlights", url=f"{PROBE}/page", put=[highlight("probe")])
    ask("highlights", url=f"{PROBE}/page", removed=["probe"])
    ask("extract", html=actions.page("probing the site"), url=f"{PROBE}/2")
    for url in (actions.URL, actions.READ_URL):  # as the reader does when it opens the page
        ask("highlights", url=url)
    ask("library_settings", changes={"interests": True})
    listed = {str(one["id"]) for one in ask("library", query="", limit=100)["items"]}  # type: ignore[attr-defined,union-attr]
    trashed = ask("library", query="", filters={"trashed": True}, limit=100)["items"]  # type: ignore[attr-defined]
    found = ask("library", query="probe", limit=100)["items"]  # type: ignore[attr-defined]
    export_again(home / "out")
    here, gone = {item.id for item in repository.items()}, {item.id for item in repository.items(trashed=True)}
    if here != listed or gone != {one["id"] for one in trashed}:  # type: ignore[index,attr-defined]
        problems.append(f"index {sorted(listed)}, files {sorted(here)}")
    if not found:
        problems.append("the saved page is not found")
    return problems + stale_files(home)


def export_again(folder: Path) -> None:
    """Exports again, which removes stale files of an interrupted export; deletes the new export."""
    before = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    if any(name.startswith(".") for name in before):
        actions.actions(folder.parent)["export json"]()
        for path in folder.iterdir():
            if path.name not in before:
                path.unlink()


def stale_files(home: Path) -> list[str]:
    """Temporary and damaged files that are still in the home."""
    found = [os.path.relpath(path, home) for path in home.rglob("*") if any(one in path.name for one in _STALE)]
    indexes = (home / ".local" / "share" / "jingdu" / "index").iterdir()
    found += [f"indexes in {one.name}" for one in indexes if len(list(one.glob("index-*.sqlite"))) > 1]
    return [f"stale: {name}" for name in found]
