"""Damaged files: each action works or reports one clear sentence, and nothing is deleted."""

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
from tests.hostile.faults import works
from tests.support.indexes import close_all
from tests.support.library_items import PICTURE, PNG, keep

posix = os.name == "posix"
URL = "https://example.org/ferry"


class Home:
    """The places of a user's files."""

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
    works.ask("highlights", item=made.kept, url=URL, put=[works.highlight("h1")])
    works.ask("extract", html=works.page("of the site"), url=f"{URL}/3")
    works.rest()
    works.ask("library", query="", sort="interest")
    works.rest()
    works.ask("interests", do="show")
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


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def zeroed(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[4096:-4096] = bytes(len(data) - 8192)
    path.write_bytes(data)


def instead(path: Path, by: Callable[[Path], object]) -> None:
    """Puts something else in the place of a file or folder."""
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    by(path)


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def front(home: Home, head: str) -> None:
    body = home.article.read_text("utf-8").split("---\n", 2)[2]
    text(home.article, f"---\n{head}\n---\n{body}")


DAMAGES: dict[str, Callable[[Home], object]] = {
    "index cut": lambda home: [cut(path) for path in indexes(home)],
    "index zeroed": lambda home: [zeroed(path) for path in indexes(home)],
    "index a folder": lambda home: [instead(path, Path.mkdir) for path in indexes(home)],
    "index's folder a file": lambda home: instead(home.data / "index", lambda path: text(path, b"x")),
    "settings cut": lambda home: text(home.data / "library.json", '{"fetch_pic'),
    "settings of other kinds": lambda home: text(home.data / "library.json", '{"folder": 3, "interests": "no"}'),
    "settings with NUL": lambda home: text(home.data / "library.json", '{"folder": "/tmp/a\\u0000b"}'),
    "settings nested": lambda home: text(home.data / "library.json", "[" * 100_000),
    "profile garbage": lambda home: [text(path, b"\xff{") for path in (home.data / "sites").glob("*.json")],
    "profiles' folder a file": lambda home: instead(home.data / "sites", lambda path: text(path, b"x")),
    "interests cut": lambda home: text(learned(home, "interests"), '{"a": {"hash"'),
    "interests of other kinds": lambda home: text(
        learned(home, "interests"), json.dumps({home.kept: {"hash": "x", "terms": [1, ["a"], None]}})
    ),
    "forgotten of other kinds": lambda home: text(learned(home, "forgotten"), '{"articles": 5}'),
    "tags' notes garbage": lambda home: text(learned(home, "tags"), '{"state": 1, "model": {"a": 1}}'),
    "libraries' folder a file": lambda home: instead(home.data / "libraries", lambda path: text(path, b"x")),
    "highlights garbage": lambda home: text(home.article.with_name("highlights.json"), b"\xff\xfe{"),
    "highlights of other kinds": lambda home: text(home.article.with_name("highlights.json"), '[1, {"id": 3}]'),
    "front matter huge": lambda home: front(home, "title: " + "x" * 1_000_000),
    "front matter a bomb": lambda home: front(home, _bomb(home.kept)),
    "front matter other": lambda home: front(home, f"id: {home.kept}\ntitle: [1]\ntags: {{a: 1}}\nread: maybe"),
    "front NUL": lambda home: front(home, f'id: "{home.kept}"\ntitle: "a\\u0000b\\ud800c"\naddress: "http://[::1"'),
    "front matter with odd dates": lambda home: front(home, f'id: "{home.kept}"\nsaved: "99999-99-99"\npublished: [2]'),
    "article a loop": lambda home: instead(home.article, loop),
    "article.html garbage": lambda home: text(home.article.with_name("article.html"), b"\xff<!--article-->"),
    "page garbage": lambda home: text(home.article.with_name("page.html.gz"), b"\x1f\x8bgarbage"),
    "pictures gone": lambda home: shutil.rmtree(home.article.with_name("assets")),
    "sources other": lambda home: text(home.article.parent / "assets/sources.json", '{"a": 1, "b": "../x"}'),
    "two of one id": lambda home: shutil.copytree(home.article.parent, home.library / "Copy"),
    "library gone": lambda home: home.library.rename(home.folder / "elsewhere"),
    "library a file": lambda home: (home.library.rename(home.folder / "elsewhere"), text(home.library, b"x")),
    "trash a file": lambda home: text(home.library / ".trash", b"x"),
    "log folder a file": lambda home: instead(home.state, lambda path: text(path, b"x")),
    "log a folder": lambda home: instead(home.state / "host.log", Path.mkdir),
    "locks a file": lambda home: instead(home.data / "locks", lambda path: text(path, b"x")),
    "data folder a file": lambda home: (home.data.rename(home.folder / "data"), text(home.data, b"x")),
}  # fmt: skip


def _bomb(identity: str) -> str:
    """A YAML file whose names stand for names that stand for names: a few bytes that would become gigabytes."""
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]" for n in range(12)]
    return "\n".join([*lines, f"id: {identity}", "title: *m", "tags: *m"])


def actions(home: Home) -> list[tuple[str, dict[str, Any]]]:
    new = {"html": works.page("A new page", picture=False), "fetch_pictures": False}
    return [
        ("hello", {"protocol": 1, "extension": "0.1.0"}),
        ("extract", {"html": works.page("to read"), "url": f"{URL}/4"}),
        ("library", {"query": ""}),
        ("library", {"query": "ferry", "sort": "interest"}),
        ("open_item", {"item": home.kept}),
        ("open_item", {"item": home.other}),
        ("edit_items", {"items": [home.kept], "changes": {"title": "Kept anew", "add_tags": ["b"]}}),
        ("edit_items", {"items": [home.other], "changes": {"read": True}}),
        ("save", {**new, "url": "https://example.org/new", "if_duplicate": "keep_both"}),
        ("save", {**new, "url": URL, "if_duplicate": "replace", "instead": home.kept}),
        ("highlights", {"item": home.kept, "url": URL, "put": [works.highlight("h2")]}),
        ("highlights", {"url": "https://example.org/another", "put": [works.highlight("h3")]}),
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
    """The texts of all articles, wherever they are."""
    return {path.read_bytes().split(b"---\n", 2)[-1] for path in home.folder.rglob("article.md") if path.is_file()}


@pytest.mark.sample(
    "index zeroed", "settings nested", "front matter a bomb", "article a loop", "library gone", "data folder a file"
)
@pytest.mark.skipif(not posix, reason="links and folders as POSIX has them")
@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_repaired_or_reported_and_nothing_is_deleted(home: Home, damage: str) -> None:
    DAMAGES[damage](home)
    before = words(home)
    unclear = []
    for action, fields in actions(home):
        if action == "save" and fields["url"] == URL:
            assert before <= words(home), "a text is gone"
        reply = works.ask(action, **fields)
        works.rest()
        if action == "start_job" and reply["ok"]:
            reply = works.ask("job", job=reply["result"]["job"])
            if FAULTS["internal"][1] in str(reply):
                unclear.append((action, fields, reply))
        if not reply["ok"] and (reply["fault"]["code"] in ("internal", "bad_message") or not reply["fault"]["message"]):
            unclear.append((action, {name: str(value)[:60] for name, value in fields.items()}, reply["fault"]))
    assert not unclear, "\n".join(map(str, unclear))
    assert works.ask("extract", html=works.page("to read"), url=f"{URL}/4")["ok"], "reading needs none of all this"


def test_a_disk_removed_while_the_host_runs_is_reported_and_comes_back(home: Home) -> None:
    works.ask("library", query="")
    home.library.rename(home.folder / "elsewhere")
    for action, fields in (
        ("library", {"query": ""}), ("open_item", {"item": home.kept}), ("trash_items", {"items": [home.kept]}),
        ("save", {"html": works.page("new"), "url": "https://example.org/new", "fetch_pictures": False}),
    ):  # fmt: skip
        assert works.ask(action, **fields)["fault"]["code"] in ("library_missing", "item_missing"), action
    assert not home.library.exists(), "an empty library would hide the one that is away"
    (home.folder / "elsewhere").rename(home.library)
    assert works.ask("library", query="ferry")["result"]["total"] == 2
    assert highlights.load(home.article.with_name("highlights.json"))
