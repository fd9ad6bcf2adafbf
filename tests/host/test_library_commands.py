"""The library's commands as a user runs them: output streams, exit codes, and Ctrl-C."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from jingdu.cli import progress
from jingdu.faults import Fault
from jingdu.library.jobs import State
from tests.library.real import Home
from tests.support.forked import run_forked
from tests.support.host_process import JINGDU, environment
from tests.support.pictures import png
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("interruptible")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with a few articles in its library, and the pages they are from."""
    home = Home(tmp_path_factory.mktemp("home"))
    for number, (title, text) in enumerate(ARTICLES.items()):
        (home.folder / f"{number}.html").write_text(page(title, text), "utf-8")
        saved = home.jingdu("save", f"{number}.html", "--keep-both", "--no-pictures")
        assert saved.code == 0, saved.err
    return home


@pytest.fixture
def own(tmp_path: Path) -> Home:
    """A home with an empty library."""
    return Home(tmp_path)


def started(home: Home, *command: str, env: dict[str, str] | None = None, **streams: Any) -> subprocess.Popen[bytes]:
    """A process of its own, for tests of pipes, terminals and signals."""
    return subprocess.Popen((*JINGDU, *command), cwd=home.folder, env=env or environment(home.folder), **streams)


def page(title: str, text: str) -> str:
    paragraphs = "".join(f"<p>{text} {number}.</p>" for number in ("One", "Two", "Three"))
    return f"<title>{title}</title><article><h1>{title}</h1>{paragraphs}</article>"


FERRY = ("The ferry across the river has no engine; a rope of steel guides it from bank to bank, as the ferryman "
         "and his dog have crossed for forty years with bicycles, sheep and the doctor's car on board.")  # fmt: skip
URL = "https://example.org/ferry"
ARTICLES = {
    "AT&T rises": "Shares of AT&T rise again at the market today, and analysts at the exchange expect more of them.",
    "At the market": "People stood at the market at the river all morning, and nobody knew what to buy for dinner.",
    "The ferry": FERRY,
    "The old ferry": FERRY.replace("forty", "fifty"),
    "渡船": "这条渡船没有发动机，一根钢索引着它从这边到那边，船夫和他的狗已经摆渡了四十年，每天来回几十次。",
}


def parsed(home: Home, command: str, *words: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(home.jingdu(command, "--json", *words).out)


def titles(items: list[dict[str, Any]]) -> set[str]:
    return {item["title"] for item in items}


def found(home: Home, *words: str) -> set[str]:
    """The titles of the articles that a search finds."""
    return titles(parsed(home, "search", *words)["items"])


def test_search_for_initials_is_exact(home: Home) -> None:
    assert found(home, "AT&T") == {"AT&T rises"}
    assert found(home, "ferry", "-old") == {"The ferry"}


REFUSED: dict[str, tuple[int, str]] = {
    **{f"{command} nosuch": (3, "jingdu: There is no article nosuch; `jingdu list` prints the ids.\n")
       for command in ("export", "show", "related", "delete", "edit")},
    "import 0.html nosuch.json": (3, "jingdu: There is no file or folder nosuch.json; check the name.\n"),
    **{f"{command} 0.html --url example.org/story":
       (2, "argument --url: example.org/story is not an http or https address\n")
       for command in ("read", "save", "explain")},
    **{f"search ferry --limit {limit}": (2, f"argument --limit: {limit} is not a whole number of 1 or more\n")
       for limit in ("0", "-1")},
}  # fmt: skip
"""Command → exit code, and the message after the usage."""


@pytest.mark.parametrize("command", REFUSED)
def test_wrong_arguments_are_reported_in_one_sentence(home: Home, command: str) -> None:
    """Missing articles and files exit with 3, other errors with 2; nothing is exported or imported."""
    code, sentence = REFUSED[command]
    result = home.jingdu(*command.split())
    assert (result.code, result.out) == (code, "")
    assert result.err == sentence if code == 3 else result.err.endswith(sentence)
    assert not (home.library.parent / "Jingdu export").exists()


def test_an_empty_id_matches_no_article(own: Home) -> None:
    own.save(page("The ferry", FERRY), URL)
    assert own.jingdu("delete", "--for-good", "")[:2] == (3, "")
    assert len(own.list()) == 1


def test_restore_needs_an_article_in_the_trash_and_edit_one_outside(home: Home) -> None:
    item = home.list()[0]["id"]
    result = home.jingdu("restore", item)
    assert (result.code, result.out) == (3, "")
    assert result.err.endswith(" in the trash; `jingdu list --trash` prints the ids.\n")
    home.jingdu("delete", item)
    assert home.jingdu("edit", item, "--read").err.endswith(f"; restore it first: jingdu restore {item}\n")
    home.jingdu("restore", item)


CONFLICTING = {
    "re-read without ids": ["re-read"],
    "re-read with id and --all": ["re-read", "--all", "nosuch"],
    "learn --with-pages without export": ["learn", "--status", "--with-pages"],
    "one title for two articles": ["edit", "a", "b", "--title", "One"],
    "one address for two files": ["save", "0.html", "1.html", "--url", "https://example.org/"],
}


@pytest.mark.parametrize("words", CONFLICTING.values(), ids=CONFLICTING)
def test_conflicting_arguments_are_usage_errors(home: Home, words: list[str]) -> None:
    result = home.jingdu(*words)
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1), result


def test_a_file_in_place_of_the_library_is_reported(home: Home) -> None:
    result = run_forked(home.folder, "list", JINGDU_LIBRARY=str(home.folder / "0.html"))
    assert b"0.html is a file, and the library needs" in result.stderr


@pytest.mark.parametrize("form", ["epub", "markdown"])
def test_an_empty_library_is_not_exported(own: Home, form: str) -> None:
    (own.folder / "pocket.csv").write_text("title,url\nOne,https://example.org/a\n")
    if form == "epub":  # e-books have no read-later items
        assert own.jingdu("import", "pocket.csv").code == 0
    assert own.jingdu("export", "--format", form) == (3, "", "jingdu: There is no article to export.\n")
    assert not (own.library.parent / "Jingdu export").exists()


def test_failed_imports_exit_with_1_and_are_listed_on_stderr(own: Home) -> None:
    (own.folder / "pocket.csv").write_text(
        "title,url,time_added,tags,status\nGood,https://example.org/a,1700000000,,unread\nBad,nowhere,1,,unread\n"
    )
    failed = "jingdu: pocket.csv:3 – has no http or https address; add one and import it again\n"
    for counts in ("1 new, 0 there already, 1 failed", "0 new, 1 there already, 1 failed"):
        assert own.jingdu("import", "pocket.csv") == (1, f"pocket.csv: {counts}.\n", failed)


def test_missing_pictures_are_listed_on_stderr(own: Home) -> None:
    html = page("Picture", FERRY).replace("</h1>", '</h1><img src="http://127.0.0.1:2/p.png" width=600 height=400>')
    (own.folder / "page.html").write_text(html)
    result = own.jingdu("save", "page.html")
    assert result.code == 0
    assert "Image not saved: http://127.0.0.1:2/p.png: " in result.err
    assert "Image not saved" not in result.out
    assert len(result.out.splitlines()) == 2


@pytest.mark.parametrize("address", [URL, None])
def test_pages_saved_by_a_browser_keep_their_address_and_pictures(own: Home, address: str | None) -> None:
    (own.folder / "The ferry_files").mkdir()
    (own.folder / "The ferry_files" / "a b.png").write_bytes(png(60, 40))
    shown = '<img srcset="http://127.0.0.1:2/big.png 2x" src="./The%20ferry_files/a%20b.png" width=600 height=400>'
    html = page("The ferry", f'{FERRY} <a href="dog.html">His dog</a>').replace("</h1>", f"</h1><p>{shown}</p>")
    comment = f"<!-- saved from url=(0025){address} -->\n" if address else ""
    (own.folder / "The ferry.html").write_text(f"<!DOCTYPE html>\n{comment}{html}", "utf-8")
    result = own.jingdu("save", "The ferry.html")
    assert (result.code, result.err) == (0, "")
    (item,) = own.list()
    assert (item["url"], item["site"]) == (address, "example.org" if address else None)
    saved = own.article(item).read_text("utf-8")
    assert "](assets/" in saved and "saved.invalid" not in saved.split("---\n", 2)[2]
    assert ("[His dog](https://example.org/dog.html)" in saved) == (address is not None)
    assert own.jingdu("re-read", item["id"]).out.startswith("unchanged: ")


def test_list_has_a_limit_and_json_output(home: Home) -> None:
    every = home.list()
    assert titles(every) >= {"渡船", "The ferry", "The old ferry"}
    assert len(home.jingdu("list", "--limit", "2").out.splitlines()) == 2
    assert home.list("--limit", "1") == every[:1]
    assert home.jingdu("list", "--limit", "0")[1:] == ("", "")
    assert home.jingdu("list", "--tag", "nosuch").err == "No article matches.\n"


def test_an_empty_library_is_indexed(own: Home) -> None:
    assert own.jingdu("reindex").out == "0 articles in the index\n"


def test_tags_match_in_any_case_and_script(home: Home, tmp_path: Path) -> None:
    item = next(item["id"] for item in home.list() if item["title"] == "渡船")
    assert home.jingdu("edit", item, "--tag", "Ships", "--tag", "历史").code == 0
    for tag in ("ships", "歷史"):
        assert found(home, f"tag:{tag}") == {"渡船"}
        assert [one["id"] for one in home.list("--tag", tag)] == [item]
        exported = Path(home.jingdu("export", "--tag", tag, "--out", tmp_path).out.strip())
        assert [path.name for path in exported.iterdir()] == ["渡船.md"]
    home.jingdu("edit", item, "--untag", "Ships", "--untag", "历史")


def test_an_article_given_twice_is_exported_once(home: Home, tmp_path: Path) -> None:
    item = home.list()[0]["id"]
    assert len(list(Path(home.jingdu("export", item, item[:9], "--out", tmp_path).out.strip()).iterdir())) == 1


def test_titles_are_listed_on_one_line(own: Home) -> None:
    item = own.save(page("The ferry", FERRY), URL)["id"]
    assert own.jingdu("edit", item, "--title", "The\n ferry").out.endswith(" The ferry (example.org)\n")
    assert own.jingdu("search", "ferry").out.startswith("The ferry\n")


EDITS = {"title": ["--title", " "], "tag": ["--tag", ""], "line break": ["--tag", "a\nb"]}


@pytest.mark.parametrize("options", EDITS.values(), ids=EDITS)
def test_empty_titles_and_tags_are_usage_errors(home: Home, options: list[str]) -> None:
    before = home.list()
    commands = [("edit", before[0]["id"])] + ([("save", "0.html", "--keep-both")] if options[0] == "--tag" else [])
    for command in commands:
        result = home.jingdu(*command, *options)
        assert (result.code, result.out, result.err.count("\n")) == (2, "", 1), result
        assert "can't be empty" in result.err
    assert home.list() == before


def test_edit_without_options_lists_them(home: Home) -> None:
    result = home.jingdu("edit", home.list()[0]["id"])
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "--title, --tag, --untag" in result.err


def test_search_reports_no_match_and_supports_exclusions(home: Home) -> None:
    assert home.jingdu("search", "nosuchword") == (1, "", "No article matches.\n")
    assert home.jingdu("search", "--json", "nosuchword").err == ""
    assert found(home, "ferry rope -old") == {"The ferry"}
    assert found(home, "rope of steel") == {"The ferry", "The old ferry"}
    assert found(home, "ferry steel") == set()


def test_search_reports_if_no_article_has_all_words(home: Home) -> None:
    loose = home.jingdu("search", "ferryman", "doctor's", "submarine")
    assert (loose.code, loose.err) == (0, "No article has all of these words; most of them are in:\n")
    assert "The ferry" in loose.out and home.jingdu("search", "ferryman", "dog").err == ""
    reports = [parsed(home, "search", "ferryman", word, "dog") for word in ("doctor's", "submarine")]
    assert [report["loose"] for report in reports] == [False, True]


def test_changes_by_a_file_manager_take_effect_immediately(own: Home) -> None:
    *_, kept = (own.save(page(f"Ferry {name}", FERRY), f"{URL}/{name}", "--keep-both")["id"] for name in "abc")
    gone = own.library / "Ferry a"
    gone.rename(own.folder / "gone")
    (group,) = parsed(own, "duplicates")
    assert titles(group) == {"Ferry b", "Ferry c"}
    (own.folder / "gone").rename(gone)
    assert titles(parsed(own, "related", kept)) == {"Ferry a", "Ferry b"}
    own.library.rename(own.folder / "moved")
    for command in (("search", "ferry"), ("duplicates",), ("related", kept)):
        result = own.jingdu(*command)
        assert (result.code, result.out) == (70, "")
        assert result.err.startswith("jingdu: The library's folder was not found;")


def test_articles_are_sorted_across_time_zones(own: Home) -> None:
    times = {"a": "2026-01-02T01:00:00+08:00", "b": "2026-01-01T18:30:00+00:00", "c": "2026-01-01T12:45:00-05:00"}
    for name, saved in times.items():
        (own.library / name).mkdir(parents=True)
        fields = f"id: j{name}\ntitle: {name}\nsaved: {saved}\nkeywords: [one, two, three, four]\n"
        (own.library / name / "article.md").write_text(f"---\n{fields}---\n{FERRY}\n")
    listed, (group,) = own.list(), parsed(own, "duplicates")
    assert [item["title"] for item in listed] == [item["title"] for item in group] == ["b", "c", "a"]
    exported = own.jingdu("export", "--format", "json", "--out", "out").out.strip()
    whole = json.loads((own.folder / exported).read_text("utf-8"))
    assert [item["fields"]["title"] for item in whole["items"]] == ["a", "c", "b"]


def test_default_order_depends_on_the_sort_key(home: Home) -> None:
    def first(*options: str) -> str:
        return str(parsed(home, "search", "--limit", "1", *options)["items"][0]["title"])

    assert first("--sort", "title") == first("--sort", "title", "--ascending") == "At the market"
    assert first("--sort", "title", "--no-ascending") == "渡船" == first("--sort", "saved")
    assert first("--sort", "saved", "--ascending") == "AT&T rises"


@pytest.mark.skipif(os.name == "nt", reason="POSIX devices")
@pytest.mark.parametrize("folder", ["0.html", "0.html/x", "/dev/full/x"])
def test_export_reports_an_unwritable_folder(home: Home, folder: str) -> None:
    result = home.jingdu("export", "--out", folder)
    assert (result.code, result.out, result.err.count("\n")) == (3, "", 1)
    assert result.err.startswith(f"jingdu: {folder} could not be written: ")


def test_duplicates_and_related_articles_as_json(home: Home) -> None:
    (group,) = parsed(home, "duplicates")
    assert titles(group) == {"The ferry", "The old ferry"}
    related = home.jingdu("related", "--json", group[0]["id"])
    (other,) = json.loads(related.out)
    assert (related.code, other["id"]) == (0, group[1]["id"])
    assert 0.08 <= other["likeness"] <= 1


def test_no_related_articles_and_no_duplicates_are_reported(home: Home, own: Home) -> None:
    ids = {item["title"]: item["id"] for item in home.list()}
    assert home.jingdu("related", ids["渡船"]) == (1, "", "No article on the same subject was found.\n")
    own.save(page("The ferry", FERRY), URL)
    assert own.jingdu("duplicates") == (0, "", "No articles are nearly the same.\n")


@pytest.mark.sample("list")
@pytest.mark.parametrize("command", [["list"], ["search", "the"], ["duplicates", "--json"]], ids=" ".join)
@pytest.mark.skipif(os.name == "nt", reason="a POSIX pipe")
def test_a_closed_pipe_is_not_an_error(home: Home, command: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write) as closed:
        process = started(home, *command, stdout=closed, stderr=PIPE)
    assert (process.communicate()[1], process.returncode) == (b"", 0)


@pytest.mark.skipif(os.name == "nt", reason="a POSIX terminal")
@pytest.mark.parametrize(("variables", "bold"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color_is_respected_on_a_terminal(home: Home, variables: dict[str, str], bold: bool) -> None:
    import pty

    own, terminal = pty.openpty()
    env = {name: value for name, value in environment(home.folder).items() if name != "NO_COLOR"} | variables
    process = started(home, "search", "rope", env=env, stdout=terminal)
    os.close(terminal)
    result = b""
    try:
        while piece := os.read(own, 4096):
            result += piece
    except OSError:  # Linux: EIO once no process has the terminal open
        pass
    os.close(own)
    assert process.wait(600) == 0
    assert b"ferry" in result
    assert (b"\x1b[" in result) is bold


COMPLETE = """
source /dev/stdin
COMP_WORDS=({words}); COMP_CWORD={place}; COMP_LINE="{words}"; COMP_POINT=${{#COMP_LINE}}
_shtab_jingdu; printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.skipif(os.name == "nt", reason="bash")
def test_bash_completion(home: Home) -> None:
    script = home.jingdu("completion", "bash").out
    for words, found in {"jingdu rei": "reindex", "jingdu list --li": "--limit"}.items():
        asked = COMPLETE.format(words=words, place=len(words.split()) - 1)
        result = subprocess.run(["bash", "-c", asked], input=script, capture_output=True, text=True, check=False)
        assert found in result.stdout.split(), result.stderr


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_failing_commands_clear_the_progress_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def work(state: State) -> Iterator[None]:
        state.done, state.total = 1, 2
        yield
        raise Fault("library_full")

    terminal = Terminal()
    monkeypatch.setattr(progress, "_INTERVAL", 0.0)
    monkeypatch.setattr(sys, "stderr", terminal)
    with pytest.raises(Fault):
        progress.run_job(work)
    assert terminal.getvalue().endswith("1 of 2 articles\r\x1b[K")


INTERRUPT = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["AT"]:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
"""
MODULES = ["jingdu.cli.dispatch", "argparse", "jingdu.cli.table", "jingdu.cli.searching",
           "jingdu.library.indexed", "sqlite3", "numpy", "jingdu.library.index.searching"]  # fmt: skip


@pytest.mark.sample("argparse", "jingdu.library.indexed")
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.parametrize("module", MODULES)
def test_ctrl_c_during_an_import(home: Home, tmp_path: Path, module: str) -> None:
    """During a search; NumPy is imported when a page is read."""
    command = ("read", "0.html") if module == "numpy" else ("search", "ferry")
    (tmp_path / "sitecustomize.py").write_text(INTERRUPT)
    env = environment(home.folder) | {"AT": module}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    process = started(home, *command, env=env, stdout=PIPE, stderr=PIPE)
    assert (*process.communicate(timeout=600), process.returncode) == (b"", b"", 130)


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.sample("save -")
@pytest.mark.parametrize("command", [["read", "-"], ["save", "-"], ["explain", "-"]], ids=" ".join)
def test_ctrl_c_while_waiting_for_input(home: Home, command: list[str]) -> None:
    process = started(home, *command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    if sys.platform == "linux":
        until(lambda: _is_idle(process.pid))
    process.send_signal(signal.SIGINT)
    assert (*process.communicate(timeout=600), process.returncode) == (b"", b"", 130)


def _is_idle(pid: int) -> bool:
    """Whether the process sleeps for half a second without using CPU time."""
    seen = set()
    for _ in range(10):
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seen.add((state, *fields[10:12]))
        time.sleep(0.05)
    return len(seen) == 1 and seen.pop()[0] == "S"


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_during_an_import_job_keeps_imported_articles(own: Home) -> None:
    rows = "".join(f"Title {number},https://example.org/{number},1700000000,,unread\n" for number in range(2000))
    (own.folder / "pocket.csv").write_text(f"title,url,time_added,tags,status\n{rows}")
    process = started(own, "import", "pocket.csv", stdout=PIPE, stderr=PIPE)
    until(lambda: own.library.is_dir() and len(list(own.library.iterdir())) >= 3, pause=0.02)
    process.send_signal(signal.SIGINT)
    assert (*process.communicate(timeout=600), process.returncode) == (b"", b"", 130)
    kept = own.jingdu("list")
    assert kept.code == 0
    assert 1 <= len(kept.out.splitlines()) < 2000
    assert not list(own.library.glob(".jingdu-new-*"))
