"""Corrupt or missing files: each action succeeds or reports a specific fault, and no article is deleted."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jingdu.faults import FAULTS
from jingdu.library import highlights, location
from jingdu.sites.codec import profiles as sites
from jingdu.storage import lock
from tests.hostile.faults import actions
from tests.support.indexes import close_all
from tests.support.library_items import PICTURE, PNG, highlight, keep

posix = os.name == "posix"
URL = "https://example.org/ferry"


class Home:
    """The paths of a user's files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.library = folder / "Documents" / "Jingdu"
        self.data = folder / ".local" / "share" / "jingdu"
        self.state = folder / ".local" / "state" / "jingdu"
        self.kept, self.other = "", ""

    @property
    def article(self) -> Path:
        return self.library / "Kept" / "article.md"


@pytest.fixture
def home(own_home: Path) -> Home:
    (own_home / "Documents").mkdir()
    made = Home(own_home)
    made.kept = keep({PICTURE: PNG}, title="Kept", url=URL, read=True, tags=("a",)).id
    made.other = keep(title="Other", url=f"{URL}/2").id
    actions.ask("highlights", item=made.kept, url=URL, put=[highlight("h1")])
    actions.ask("extract", html=actions.page("of the site"), url=f"{URL}/3")
    actions.run_deferred()
    actions.ask("library", query="", sort="interest")
    actions.run_deferred()
    actions.ask("interests", do="show")
    location.change(fetch_pictures=False)
    close_all()
    sites.cache.clear()
    return made


def text(path: Path, words: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(words if isinstance(words, bytes) else words.encode())


def indexes(home: Home) -> list[Path]:
    return list((home.data / "index").glob("*/index-*.sqlite"))


def learned(home: Home, kind: str) -> Path:
    return home.data / "libraries" / f"{lock.name(location.folder())}.{kind}.json"


def zero(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:-4096] = bytes(len(data) - 8192)
    path.write_bytes(data)


def instead(path: Path, by: Callable[[Path], object]) -> None:
    """Removes a file or folder and calls ``by`` to create something else at its path."""
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    by(path)


def front(home: Home, head: str) -> None:
    body = home.article.read_text("utf-8").split("---\n", 2)[2]
    text(home.article, f"---\n{head}\n---\n{body}")


DAMAGES: dict[str, Callable[[Home], object]] = {
    "index truncated": lambda home: [os.truncate(path, 5000) for path in indexes(home)],
    "index zeroed": lambda home: [zero(path) for path in indexes(home)],
    "index is a folder": lambda home: [instead(path, Path.mkdir) for path in indexes(home)],
    "index folder is a file": lambda home: instead(home.data / "index", lambda path: text(path, b"x")),
    "settings truncated": lambda home: text(home.data / "library.json", '{"fetch_pic'),
    "settings of wrong types": lambda home: text(home.data / "library.json", '{"folder": 3, "interests": "no"}'),
    "settings with NUL": lambda home: text(home.data / "library.json", '{"folder": "/tmp/a\\u0000b"}'),
    "settings nested": lambda home: text(home.data / "library.json", "[" * 100_000),
    "profile garbage": lambda home: [text(path, b"\xff{") for path in (home.data / "sites").glob("*.json")],
    "profile folder is a file": lambda home: instead(home.data / "sites", lambda path: text(path, b"x")),
    "interests truncated": lambda home: text(learned(home, "interests"), '{"a": {"hash"'),
    "interests of wrong types": lambda home: text(
        learned(home, "interests"), json.dumps({home.kept: {"hash": "x", "terms": [1, ["a"], None]}})
    ),
    "forgotten of wrong types": lambda home: text(learned(home, "forgotten"), '{"articles": 5}'),
    "tag model garbage": lambda home: text(learned(home, "tags"), '{"state": 1, "model": {"a": 1}}'),
    "libraries folder is a file": lambda home: instead(home.data / "libraries", lambda path: text(path, b"x")),
    "highlights garbage": lambda home: text(home.article.with_name("highlights.json"), b"\xff\xfe{"),
    "highlights of wrong types": lambda home: text(home.article.with_name("highlights.json"), '[1, {"id": 3}]'),
    "front matter huge": lambda home: front(home, "title: " + "x" * 1_000_000),
    "alias bomb": lambda home: front(home, _bomb(home.kept)),
    "front matter wrong types": lambda home: front(home, f"id: {home.kept}\ntitle: [1]\ntags: {{a: 1}}\nread: maybe"),
    "front matter NUL": lambda home: front(home, f'id: "{home.kept}"\ntitle: "a\\u0000b\\ud800c"\naddress: "http://[::1"'),
    "front matter bad dates": lambda home: front(home, f'id: "{home.kept}"\nsaved: "99999-99-99"\npublished: [2]'),
    "article symlink loop": lambda home: instead(home.article, lambda path: path.symlink_to(path.name)),
    "article.html garbage": lambda home: text(home.article.with_name("article.html"), b"\xff<!--article-->"),
    "page garbage": lambda home: text(home.article.with_name("page.html.gz"), b"\x1f\x8bgarbage"),
    "pictures missing": lambda home: shutil.rmtree(home.article.with_name("assets")),
    "sources of wrong types": lambda home: text(home.article.parent / "assets/sources.json", '{"a": 1, "b": "../x"}'),
    "duplicate id": lambda home: shutil.copytree(home.article.parent, home.library / "Copy"),
    "library missing": lambda home: home.library.rename(home.folder / "elsewhere"),
    "library is a file": lambda home: (home.library.rename(home.folder / "elsewhere"), text(home.library, b"x")),
    "trash is a file": lambda home: text(home.library / ".trash", b"x"),
    "log folder is a file": lambda home: instead(home.state, lambda path: text(path, b"x")),
    "log is a folder": lambda home: instead(home.state / "host.log", Path.mkdir),
    "locks is a file": lambda home: instead(home.data / "locks", lambda path: text(path, b"x")),
    "data folder is a file": lambda home: (home.data.rename(home.folder / "data"), text(home.data, b"x")),
}  # fmt: skip


def _bomb(identity: str) -> str:
    """YAML with nested aliases that would expand to gigabytes ("billion laughs")."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]" for n in range(12)]
    return "\n".join([*lines, f"id: {identity}", "title: *m", "tags: *m"])


def requests(home: Home) -> list[tuple[str, dict[str, Any]]]:
    new = {"html": actions.page("A new page", picture=False), "fetch_pictures": False}
    return [
        ("hello", {"protocol": 1, "extension": "0.1.0"}),
        ("extract", {"html": actions.page("to read"), "url": f"{URL}/4"}),
        ("library", {"query": ""}),
        ("library", {"query": "ferry", "sort": "interest"}),
        ("open_item", {"item": home.kept}),
        ("open_item", {"item": home.other}),
        ("edit_items", {"items": [home.kept], "changes": {"title": "Kept anew", "add_tags": ["b"]}}),
        ("edit_items", {"items": [home.other], "changes": {"read": True}}),
        ("save", {**new, "url": "https://example.org/new", "if_duplicate": "keep_both"}),
        ("save", {**new, "url": URL, "if_duplicate": "replace", "instead": home.kept}),
        ("highlights", {"item": home.kept, "url": URL, "put": [highlight("h2")]}),
        ("highlights", {"url": "https://example.org/another", "put": [highlight("h3")]}),
        ("interests", {"do": "show"}),
        ("interests", {"do": "reset"}),
        ("library_settings", {}),
        ("library_settings", {"changes": {"fetch_pictures": False}}),
        ("related", {"item": home.kept}),
        ("duplicates", {}),
        ("saved", {"url": URL}),
        ("trash_items", {"items": [home.other]}),
        ("restore_items", {"items": [home.other]}),
        ("start_job", {"kind": "reindex", "options": {}}),
        ("start_job", {"kind": "export", "options": {"format": "json"}}),
        ("start_job", {"kind": "export", "options": {"format": "epub"}}),
        ("doctor", {}),
    ]  # fmt: skip


def words(home: Home) -> set[bytes]:
    """The texts of all articles in the home."""
    return {path.read_bytes().split(b"---\n", 2)[-1] for path in home.folder.rglob("article.md") if path.is_file()}


@pytest.mark.sample(
    "index zeroed", "settings nested", "alias bomb", "article symlink loop", "library missing", "data folder is a file"
)
@pytest.mark.skipif(not posix, reason="POSIX file system semantics")
@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_repaired_or_reported_without_deleting_articles(home: Home, damage: str) -> None:
    DAMAGES[damage](home)
    before = words(home)
    unclear = []
    for action, fields in requests(home):
        if action == "save" and fields["url"] == URL:
            assert before <= words(home), "an article is lost"
        reply = actions.ask(action, **fields)
        actions.run_deferred()
        if action == "start_job" and reply["ok"]:
            reply = actions.ask("job", job=reply["result"]["job"])
            if FAULTS["internal"][1] in str(reply):
                unclear.append((action, fields, reply))
        if not reply["ok"] and (reply["fault"]["code"] in ("internal", "bad_message") or not reply["fault"]["message"]):
            unclear.append((action, {name: str(value)[:60] for name, value in fields.items()}, reply["fault"]))
    assert not unclear, "\n".join(map(str, unclear))
    assert actions.ask("extract", html=actions.page("to read"), url=f"{URL}/4")["ok"], "reading needs no library"


def test_a_removed_disk_is_reported_and_found_again_when_it_returns(home: Home) -> None:
    actions.ask("library", query="")
    home.library.rename(home.folder / "elsewhere")
    for action, fields in (
        ("library", {"query": ""}), ("open_item", {"item": home.kept}), ("trash_items", {"items": [home.kept]}),
        ("save", {"html": actions.page("new"), "url": "https://example.org/new", "fetch_pictures": False}),
    ):  # fmt: skip
        assert actions.ask(action, **fields)["fault"]["code"] in ("library_missing", "item_missing"), action
    assert not home.library.exists(), "a new empty library would hide the missing one"
    (home.folder / "elsewhere").rename(home.library)
    assert actions.ask("library", query="ferry")["result"]["total"] == 2
    assert highlights.load(home.article.with_name("highlights.json"))
