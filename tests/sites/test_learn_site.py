"""``jingdu learn-site``: output, exit code, stored profiles."""

import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.host.conftest import Run, printed
from tests.support import small_site
from tests.support.forked import run_forked
from tests.support.picture_sites import page, site


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs ``jingdu`` in a home with three pages in the folder ``saved`` and the page ``last.html``."""
    saved = tmp_path / "saved" / "deeper"
    saved.mkdir(parents=True)
    for number in range(3):
        (saved / f"{number}.html").write_text(small_site.html("en", number), "utf-8")
    (tmp_path / "last.html").write_text(small_site.html("en", 3), "utf-8")
    return partial(run_forked, tmp_path, JINGDU_LEARN_SITES="")


def complaint(ended: subprocess.CompletedProcess[bytes], code: int = 3) -> str:
    assert (ended.returncode, ended.stdout) == (code, b"")
    return ended.stderr.decode()


def test_each_page_of_a_folder_is_learned_once(run: Run) -> None:
    first = printed(run("learn-site", "saved", "--site", "https://www.Gazette.example/any"))
    assert first == "gazette.example: 3 pages added, 3 pages known\n"
    assert printed(run("learn-site", "--list")) == "gazette.example: 3 pages, 1 template\n"
    again = run("learn-site", "saved", "last.html", "--site", "gazette.example")
    assert printed(again) == "gazette.example: 1 page added, 4 pages known\n"


def test_read_uses_the_learned_profile(run: Run) -> None:
    asked = ("read", "last.html", "--url", "https://gazette.example/last.html", "--extractor", "entropy")
    before = printed(run(*asked))
    printed(run("learn-site", "saved", "--site", "gazette.example"))
    after = printed(run(*asked))
    assert "newsletter" in before and "newsletter" not in after
    assert "Rangers counted seven lodges" in before and "Rangers counted seven lodges" in after


def test_a_canonical_address_replaces_the_site_option(run: Run, tmp_path: Path) -> None:
    head = '<link rel="canonical" href="https://www.gazette.example/c.html">'
    (tmp_path / "c.html").write_text(f"<head>{head}</head><p>some text")
    assert printed(run("learn-site", "c.html")) == "gazette.example: 1 page added, 1 page known\n"


def test_one_site_or_all_can_be_forgotten(run: Run, tmp_path: Path) -> None:
    for name in ("gazette.example", "one.example", "two.example"):
        run("learn-site", "saved", "--site", name)
    assert printed(run("learn-site", "--forget", "gazette.example")) == "gazette.example: forgotten\n"
    assert "gazette" not in printed(run("learn-site", "--list"))
    assert "--list" in complaint(run("learn-site", "--forget", "gazette.example"))
    assert not [path for path in tmp_path.rglob("*gazette*") if path.is_file()]
    assert printed(run("learn-site", "--forget-all")) == "2 sites forgotten\n"
    assert printed(run("learn-site", "--list")) == "Nothing has been learned about any site.\n"


def test_learning_can_be_turned_off_and_on(run: Run) -> None:
    assert printed(run("learn-site", "--off")) == "The reader no longer learns from the pages it shows.\n"
    assert "does not learn" in printed(run("learn-site", "--list"))
    assert printed(run("learn-site", "--on")) == "The reader learns from the pages it shows.\n"
    assert printed(run("learn-site", "--list")) == "Nothing has been learned about any site.\n"
    assert "JINGDU_LEARN_SITES is 0 and takes precedence" in printed(run("learn-site", "--on", JINGDU_LEARN_SITES="0"))


INVALID = {
    "no such file": (("nowhere.html", "--site", "x.example"), "There is no file nowhere.html"),
    "no address": (("last.html",), "name it with --site"),
    "an empty folder": ((".config",), "There is no .html"),
}


@pytest.mark.parametrize(("arguments", "message"), INVALID.values(), ids=INVALID.keys())
def test_invalid_arguments_are_reported_in_one_line(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    (tmp_path / ".config").mkdir()
    result = complaint(run("learn-site", *arguments))
    assert message in result
    assert result.count("\n") == 1


def test_missing_arguments_are_a_usage_error(run: Run) -> None:
    assert complaint(run("learn-site"), code=2).startswith("jingdu: Name pages to learn from")


def test_empty_and_unreadable_files_are_reported_and_the_others_learned(run: Run, tmp_path: Path) -> None:
    (tmp_path / "saved" / "none.html").write_text("")
    (tmp_path / "saved" / "a.html").write_bytes(b"%PDF-1.7")
    ended = run("learn-site", "nowhere.html", "saved", "--site", "gazette.example")
    assert (ended.returncode, ended.stdout) == (1, b"gazette.example: 3 pages added, 3 pages known\n")
    assert [name for name in (b"a.html", b"none.html", b"nowhere.html") if name not in ended.stderr] == []
    assert ended.stderr.count(b"\n") == 3


@pytest.fixture
def address() -> Iterator[str]:
    pages = {f"/{n}": page(small_site.html("zh", n).encode(), "text/html; charset=utf-8") for n in range(2)}
    with site(pages) as served:  # type: ignore[arg-type]
        yield served.url


def test_addresses_are_fetched_and_determine_the_site(run: Run, address: str) -> None:
    result = printed(run("learn-site", "--allow-private", f"{address}/0", f"{address}/1", f"{address}/1"))
    assert result == "127.0.0.1: 2 pages added, 2 pages known\n"
