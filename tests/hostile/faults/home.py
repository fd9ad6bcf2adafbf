"""The home before each fault: three articles, highlights, settings, site profiles and files to import."""

import os
import shutil
from pathlib import Path

from jingdu.library import location, repository, saving, uploads
from tests.hostile.faults import actions
from tests.hostile.faults.actions import KEPT, OTHER, READ_URL, THIRD, TOKEN, URL
from tests.support.library_items import PNG, content, highlight, item


def use(home: Path) -> None:
    """Makes a folder the home of this process."""
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "JINGDU_LIBRARY"):
        os.environ.pop(name, None)
    os.environ["HOME"] = os.environ["LOCALAPPDATA"] = str(home)


def library(home: Path) -> Path:
    return home / "Documents" / "Jingdu"


def make(home: Path) -> None:
    """Creates the home in an empty folder."""
    (home / "Documents").mkdir(parents=True)
    image = "https://example.org/ferry.png"
    html = f'<p>There is no engine on the ferry. 渡船</p><p><img src="{image}" alt="a ferry"></p>'
    with actions.deterministic():
        kept = item(id=KEPT, title="The ferry", url=URL, tags=("rivers",), image=image, saved=saving.now())
        repository.save(kept, content(html, actions.page("The ferry")), {image: PNG})
        other = item(id=OTHER, title="Other", url=f"{URL}/other", saved=saving.now())
        repository.save(other, content("<p>other</p>", actions.page("Other")), {})
        repository.trash([OTHER])
        third = item(id=THIRD, title="Third", url=f"{URL}/third", saved=saving.now(), read=True)
        repository.save(third, content(html, actions.page("third thing")), {})
        actions.ask("highlights", item=KEPT, url=URL, put=[highlight("h1")])
        actions.ask("highlights", url=READ_URL, put=[highlight("h0")])
        actions.ask("extract", html=actions.page("a page of the site"), url=f"{URL}/1")
        actions.run_deferred()
        actions.ask("library", query="", sort="interest")
        actions.run_deferred()
        location.change(fetch_pictures=True)
        uploads.put_picture(TOKEN, image, 0, 1, PNG)
    _write_imports(home)


def _write_imports(home: Path) -> None:
    (home / "in" / "pages").mkdir(parents=True)
    (home / "in" / "bookmarks.html").write_text(
        '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Rivers</H3><DL><p>'
        '<DT><A HREF="https://example.org/later/1" ADD_DATE="1700000000">One</A>'
        '<DT><A HREF="https://example.org/later/2" ADD_DATE="1700000000">Two</A></DL><p></DL>'
    )  # fmt: skip
    saved = actions.page("saved page").replace("https://example.org/ferry.png", "ferry.png")
    (home / "in" / "pages" / "page.html").write_text(saved)
    (home / "in" / "pages" / "ferry.png").write_bytes(PNG)
    os.utime(home / "in" / "pages" / "page.html", (1_700_000_000, 1_700_000_000))
    outcome = actions.actions(home)["export json"]()
    assert outcome.acknowledged, outcome
    text = next((home / "out").iterdir()).read_text("utf-8")
    (home / "in" / "o.json").write_text(
        text.replace(KEPT, "jcame000000000000000").replace(THIRD, "jcome00000000000000")
    )
    shutil.rmtree(home / "out")


def prepare(home: Path, action: str) -> None:
    """Creates or removes what an action requires."""
    if action == "a new index":
        shutil.rmtree(home / ".local" / "share" / "jingdu" / "index")
    if action.startswith("the first"):
        shutil.rmtree(home / "Documents" / "Jingdu")
        shutil.rmtree(home / ".local" / "share" / "jingdu")
    if action == "interests":
        for path in (home / ".local" / "share" / "jingdu" / "libraries").glob("*.interests.json"):
            path.unlink()
