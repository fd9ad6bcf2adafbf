"""The library's commands as a user runs them: output streams, exit codes, and Ctrl-C."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from jingdu.cli import progress
from jingdu.faults import Fault
from jingdu.library.jobs import State
from tests.support.forked import run_forked
from tests.support.host_process import JINGDU, environment
from tests.support.pictures import png
from tests.support.waiting import until

Run = Callable[..., "subprocess.CompletedProcess[str]"]
pytestmark = pytest.mark.usefixtures("interruptible")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home directory with a few articles in its library."""
    home = tmp_path_factory.mktemp("home")
    for number, (title, text) in enumerate(ARTICLES.items()):
        path = home / f"{number}.html"
        path.write_text(page(title, text), "utf-8")
        saved = run_in(home, "save", str(path), "--keep-both", "--no-pictures")
        assert saved.returncode == 0, saved.stderr
    return home


@pytest.fixture
def run(home: Path) -> Run:
    return lambda *arguments, **variables: run_in(home, *arguments, **variables)


def run_in(home: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    result = run_forked(home, *arguments, **variables)
    return subprocess.CompletedProcess(result.args, result.returncode, result.stdout.decode(), result.stderr.decode())


def page(title: str, text: str) -> str:
    paragraphs = "".join(f"<p>{text} {number}.</p>" for number in ("One", "Two", "Three"))
    return f"<title>{title}</title><article><h1>{title}</h1>{paragraphs}</article>"


FERRY = ("The ferry across the river has no engine; a rope of steel guides it from bank to bank, as the ferryman "
         "and his dog have crossed for forty years with bicycles, sheep and the doctor's car on board.")  # fmt: skip
ARTICLES = {
    "AT&T rises": "Shares of AT&T rise again at the market today, and analysts at the exchange expect more of them.",
    "At the market": "People stood at the market at the river all morning, and nobody knew what to buy for dinner.",
    "The ferry": FERRY,
    "The old ferry": FERRY.replace("forty", "fifty"),
    "渡船": "这条渡船没有发动机，一根钢索引着它从这边到那边，船夫和他的狗已经摆渡了四十年，每天来回几十次。",
}


def titles(result: subprocess.CompletedProcess[str]) -> set[str]:
    return {item["title"] for item in json.loads(result.stdout)["items"]}


def test_search_for_initials_is_exact(run: Run) -> None:
    assert titles(run("search", "--json", "AT&T")) == {"AT&T rises"}
    assert titles(run("search", "--json", "ferry", "-old")) == {"The ferry"}


@pytest.mark.sample("export", "delete")
@pytest.mark.parametrize("command", ["export", "show", "related", "delete", "edit"])
def test_unknown_article_ids_are_input_errors(run: Run, home: Path, command: str) -> None:
    result = run(command, "nosuch")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "jingdu: There is no article nosuch; `jingdu list` prints the ids.\n"
    assert not (home / "Documents" / "Jingdu export").exists()


def test_an_empty_id_matches_no_article(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page("The ferry", FERRY), "utf-8")
    assert run_in(tmp_path, "save", "a.html").returncode == 0
    result = run_in(tmp_path, "delete", "--for-good", "")
    assert (result.returncode, result.stdout) == (3, "")
    assert len(json.loads(run_in(tmp_path, "list", "--json").stdout)) == 1


def test_restore_needs_an_article_in_the_trash_and_edit_one_outside(run: Run) -> None:
    item = json.loads(run("list", "--json").stdout)[0]["id"]
    result = run("restore", item)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.endswith(" in the trash; `jingdu list --trash` prints the ids.\n")
    run("delete", item)
    assert run("edit", item, "--read").stderr.endswith(f"; restore it first: jingdu restore {item}\n")
    run("restore", item)


CONFLICTING = {
    "re-read without ids": ["re-read"],
    "re-read with id and --all": ["re-read", "--all", "nosuch"],
    "learn --with-pages without export": ["learn", "--status", "--with-pages"],
    "one title for two articles": ["edit", "a", "b", "--title", "One"],
    "one address for two files": ["save", "0.html", "1.html", "--url", "https://example.org/"],
}


@pytest.mark.parametrize("words", CONFLICTING.values(), ids=CONFLICTING)
def test_conflicting_arguments_are_usage_errors(run: Run, words: list[str]) -> None:
    result = run(*words)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), result


@pytest.mark.parametrize("command", ["read", "save", "explain"])
def test_the_url_option_requires_an_http_address(run: Run, command: str) -> None:
    result = run(command, "0.html", "--url", "example.org/story")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.endswith("argument --url: example.org/story is not an http or https address\n")


def test_nothing_is_imported_if_a_path_is_missing(run: Run, home: Path) -> None:
    (home / "more.html").write_text(page("More", FERRY), "utf-8")
    result = run("import", "more.html", "nosuch.json")
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "jingdu: There is no file or folder nosuch.json; check the name.\n"


def test_a_file_in_place_of_the_library_is_reported(run: Run, home: Path) -> None:
    assert "0.html is a file, and the library needs" in run("list", JINGDU_LIBRARY=str(home / "0.html")).stderr


@pytest.mark.parametrize("form", ["epub", "markdown"])
def test_an_empty_library_is_not_exported(tmp_path: Path, form: str) -> None:
    (tmp_path / "pocket.csv").write_text("title,url\nOne,https://example.org/a\n")
    if form == "epub":  # e-books have no read-later items
        assert run_in(tmp_path, "import", "pocket.csv").returncode == 0
    result = run_in(tmp_path, "export", "--format", form)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "jingdu: There is no article to export.\n"
    assert not (tmp_path / "Documents" / "Jingdu export").exists()


def test_failed_imports_exit_with_1_and_are_listed_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "pocket.csv").write_text(
        "title,url,time_added,tags,status\nGood,https://example.org/a,1700000000,,unread\nBad,nowhere,1,,unread\n"
    )
    result = run_in(tmp_path, "import", "pocket.csv")
    assert result.returncode == 1
    assert result.stdout == "pocket.csv: 1 new, 0 there already, 1 failed.\n"
    assert result.stderr == "jingdu: pocket.csv:3 – has no http or https address; add one and import it again\n"
    again = run_in(tmp_path, "import", "pocket.csv")
    assert (again.returncode, again.stdout) == (1, "pocket.csv: 0 new, 1 there already, 1 failed.\n")


def test_missing_pictures_are_listed_on_stderr(tmp_path: Path) -> None:
    html = page("Picture", FERRY).replace("</h1>", '</h1><img src="http://127.0.0.1:2/p.png" width=600 height=400>')
    (tmp_path / "page.html").write_text(html)
    result = run_in(tmp_path, "save", "page.html")
    assert result.returncode == 0
    assert "Image not saved: http://127.0.0.1:2/p.png: " in result.stderr
    assert "Image not saved" not in result.stdout
    assert len(result.stdout.splitlines()) == 2


@pytest.mark.parametrize("address", ["https://example.org/ferry", None])
def test_pages_saved_by_a_browser_keep_their_address_and_pictures(tmp_path: Path, address: str | None) -> None:
    (tmp_path / "The ferry_files").mkdir()
    (tmp_path / "The ferry_files" / "a b.png").write_bytes(png(60, 40))
    shown = '<img srcset="http://127.0.0.1:2/big.png 2x" src="./The%20ferry_files/a%20b.png" width=600 height=400>'
    html = page("The ferry", f'{FERRY} <a href="dog.html">His dog</a>').replace("</h1>", f"</h1><p>{shown}</p>")
    comment = f"<!-- saved from url=(0025){address} -->\n" if address else ""
    (tmp_path / "The ferry.html").write_text(f"<!DOCTYPE html>\n{comment}{html}", "utf-8")
    result = run_in(tmp_path, "save", "The ferry.html")
    assert (result.returncode, result.stderr) == (0, "")
    (item,) = json.loads(run_in(tmp_path, "list", "--json").stdout)
    assert (item["url"], item["site"]) == (address, "example.org" if address else None)
    saved = (tmp_path / "Documents" / "Jingdu" / item["folder"] / "article.md").read_text("utf-8")
    assert "](assets/" in saved and "saved.invalid" not in saved.split("---\n", 2)[2]
    assert ("[His dog](https://example.org/dog.html)" in saved) == (address is not None)
    assert run_in(tmp_path, "re-read", item["id"]).stdout.startswith("unchanged: ")


def test_list_has_a_limit_and_json_output(run: Run) -> None:
    every = json.loads(run("list", "--json").stdout)
    assert {item["title"] for item in every} >= {"渡船", "The ferry", "The old ferry"}
    assert len(run("list", "--limit", "2").stdout.splitlines()) == 2
    assert json.loads(run("list", "--limit", "1", "--json").stdout) == every[:1]
    assert run("list", "--limit", "0").stdout == run("list", "--limit", "0").stderr == ""
    assert run("list", "--tag", "nosuch").stderr == "No article matches.\n"


def test_an_empty_library_is_indexed(tmp_path: Path) -> None:
    assert run_in(tmp_path, "reindex").stdout == "0 articles in the index\n"


def test_tags_match_in_any_case_and_script(run: Run, tmp_path: Path) -> None:
    item = next(item["id"] for item in json.loads(run("list", "--json").stdout) if item["title"] == "渡船")
    assert run("edit", item, "--tag", "Ships", "--tag", "历史").returncode == 0
    for tag in ("ships", "歷史"):
        assert titles(run("search", "--json", f"tag:{tag}")) == {"渡船"}
        assert [found["id"] for found in json.loads(run("list", "--json", "--tag", tag).stdout)] == [item]
        exported = Path(run("export", "--tag", tag, "--out", str(tmp_path)).stdout.strip())
        assert [path.name for path in exported.iterdir()] == ["渡船.md"]
    run("edit", item, "--untag", "Ships", "--untag", "历史")


def test_an_article_given_twice_is_exported_once(run: Run, tmp_path: Path) -> None:
    item = json.loads(run("list", "--json").stdout)[0]["id"]
    assert len(list(Path(run("export", item, item[:9], "--out", str(tmp_path)).stdout.strip()).iterdir())) == 1


def test_titles_are_listed_on_one_line(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page("The ferry", FERRY), "utf-8")
    item = run_in(tmp_path, "save", "a.html").stdout.split()[0]
    assert run_in(tmp_path, "edit", item, "--title", "The\n ferry").stdout.endswith(" The ferry\n")
    assert run_in(tmp_path, "search", "ferry").stdout.startswith("The ferry\n")


EDITS = {"title": ["--title", " "], "tag": ["--tag", ""], "line break": ["--tag", "a\nb"]}


@pytest.mark.parametrize("options", EDITS.values(), ids=EDITS)
def test_empty_titles_and_tags_are_usage_errors(run: Run, home: Path, options: list[str]) -> None:
    before = json.loads(run("list", "--json").stdout)
    commands = [("edit", before[0]["id"])] + ([("save", "0.html", "--keep-both")] if options[0] == "--tag" else [])
    for command in commands:
        result = run(*command, *options)
        assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), result
        assert "can't be empty" in result.stderr
    assert json.loads(run("list", "--json").stdout) == before


def test_edit_without_options_lists_them(run: Run) -> None:
    result = run("edit", json.loads(run("list", "--json").stdout)[0]["id"])
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "--title, --tag, --untag" in result.stderr


def test_search_reports_no_match_and_supports_exclusions(run: Run) -> None:
    result = run("search", "nosuchword")
    assert (result.returncode, result.stdout, result.stderr) == (1, "", "No article matches.\n")
    assert run("search", "--json", "nosuchword").stderr == ""
    assert titles(run("search", "--json", "ferry rope -old")) == {"The ferry"}
    assert titles(run("search", "--json", "rope of steel")) == {"The ferry", "The old ferry"}
    assert titles(run("search", "--json", "ferry steel")) == set()


def test_search_reports_if_no_article_has_all_words(run: Run) -> None:
    loose, exact = (run("search", *words) for words in (("ferryman", "doctor's", "submarine"), ("ferryman", "dog")))
    assert (loose.returncode, loose.stderr) == (0, "No article has all of these words; most of them are in:\n")
    assert "The ferry" in loose.stdout and exact.stderr == ""
    found = [json.loads(run("search", "--json", "ferryman", word, "dog").stdout) for word in ("doctor's", "submarine")]
    assert [report["loose"] for report in found] == [False, True]


def test_changes_by_a_file_manager_take_effect_immediately(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.html").write_text(page(f"Ferry {name}", FERRY), "utf-8")
        assert run_in(tmp_path, "save", f"{name}.html", "--no-pictures").returncode == 0
    library = tmp_path / "Documents" / "Jingdu"
    listed = json.loads(run_in(tmp_path, "list", "--json").stdout)
    (kept,) = (item["id"] for item in listed if item["title"] == "Ferry c")
    gone = next(library.glob("Ferry a"))
    gone.rename(tmp_path / "gone")
    (group,) = json.loads(run_in(tmp_path, "duplicates", "--json").stdout)
    assert {item["title"] for item in group} == {"Ferry b", "Ferry c"}
    (tmp_path / "gone").rename(gone)
    related = json.loads(run_in(tmp_path, "related", "--json", kept).stdout)
    assert {item["title"] for item in related} == {"Ferry a", "Ferry b"}
    library.rename(tmp_path / "moved")
    for command in (("search", "ferry"), ("duplicates",), ("related", kept)):
        result = run_in(tmp_path, *command)
        assert (result.returncode, result.stdout) == (70, "")
        assert result.stderr.startswith("jingdu: The library's folder was not found;")


def test_articles_are_sorted_across_time_zones(tmp_path: Path) -> None:
    times = {"a": "2026-01-02T01:00:00+08:00", "b": "2026-01-01T18:30:00+00:00", "c": "2026-01-01T12:45:00-05:00"}
    for name, saved in times.items():
        folder = tmp_path / "Documents" / "Jingdu" / name
        folder.mkdir(parents=True)
        fields = f"id: j{name}\ntitle: {name}\nsaved: {saved}\nkeywords: [one, two, three, four]\n"
        (folder / "article.md").write_text(f"---\n{fields}---\n{FERRY}\n")
    listed, ((*group,),) = (json.loads(run_in(tmp_path, name, "--json").stdout) for name in ("list", "duplicates"))
    assert [item["title"] for item in listed] == [item["title"] for item in group] == ["b", "c", "a"]
    exported = Path(run_in(tmp_path, "export", "--format", "json", "--out", "out").stdout.strip())
    whole = json.loads((tmp_path / exported).read_text("utf-8"))
    assert [item["fields"]["title"] for item in whole["items"]] == ["a", "c", "b"]


def test_default_order_depends_on_the_sort_key(run: Run) -> None:
    def first(*options: str) -> str:
        return str(json.loads(run("search", "--json", "--limit", "1", *options).stdout)["items"][0]["title"])

    assert first("--sort", "title") == first("--sort", "title", "--ascending") == "At the market"
    assert first("--sort", "title", "--no-ascending") == "渡船" == first("--sort", "saved")
    assert first("--sort", "saved", "--ascending") == "AT&T rises"


@pytest.mark.parametrize("limit", ["0", "-1"])
def test_search_limit_is_at_least_1(run: Run, limit: str) -> None:
    result = run("search", "ferry", "--limit", limit)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.endswith(f"argument --limit: {limit} is not a whole number of 1 or more\n")


@pytest.mark.skipif(os.name == "nt", reason="POSIX devices")
@pytest.mark.parametrize("folder", ["0.html", "0.html/x", "/dev/full/x"])
def test_export_reports_an_unwritable_folder(run: Run, folder: str) -> None:
    result = run("export", "--out", folder)
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr.startswith(f"jingdu: {folder} could not be written: ")
    assert result.stderr.count("\n") == 1


def test_duplicates_and_related_articles_as_json(run: Run) -> None:
    (group,) = json.loads(run("duplicates", "--json").stdout)
    assert {item["title"] for item in group} == {"The ferry", "The old ferry"}
    related = run("related", "--json", group[0]["id"])
    (other,) = json.loads(related.stdout)
    assert (related.returncode, other["id"]) == (0, group[1]["id"])
    assert 0.08 <= other["likeness"] <= 1


def test_no_related_articles_and_no_duplicates_are_reported(run: Run, tmp_path: Path) -> None:
    ids = {item["title"]: item["id"] for item in json.loads(run("list", "--json").stdout)}
    result = run("related", ids["渡船"])
    assert (result.returncode, result.stdout, result.stderr) == (1, "", "No article on the same subject was found.\n")
    (tmp_path / "a.html").write_text(page("The ferry", FERRY), "utf-8")
    assert run_in(tmp_path, "save", "a.html").returncode == 0
    result = run_in(tmp_path, "duplicates")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "No articles are nearly the same.\n")


@pytest.mark.sample("list")
@pytest.mark.parametrize("command", [["list"], ["search", "the"], ["duplicates", "--json"]], ids=" ".join)
@pytest.mark.skipif(os.name == "nt", reason="a POSIX pipe")
def test_a_closed_pipe_is_not_an_error(home: Path, command: list[str]) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write) as closed:
        result = subprocess.run(
            (*JINGDU, *command), check=False, stdout=closed, stderr=subprocess.PIPE, cwd=home, env=environment(home)
        )
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.skipif(os.name == "nt", reason="a POSIX terminal")
@pytest.mark.parametrize(("variables", "bold"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_no_color_is_respected_on_a_terminal(home: Path, variables: dict[str, str], bold: bool) -> None:
    import pty

    own, terminal = pty.openpty()
    env = {name: value for name, value in environment(home).items() if name != "NO_COLOR"} | variables
    process = subprocess.Popen((*JINGDU, "search", "rope"), stdout=terminal, cwd=home, env=env)
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
def test_bash_completion(run: Run) -> None:
    script = run("completion", "bash").stdout
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
def test_ctrl_c_during_an_import(home: Path, tmp_path: Path, module: str) -> None:
    """During a search; NumPy is imported when a page is read."""
    command = ("read", "0.html") if module == "numpy" else ("search", "ferry")
    (tmp_path / "sitecustomize.py").write_text(INTERRUPT)
    env = environment(home) | {"AT": module}
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    result = subprocess.run((*JINGDU, *command), check=False, capture_output=True, cwd=home, env=env, timeout=600)
    assert (result.returncode, result.stdout, result.stderr) == (130, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
@pytest.mark.sample("save -")
@pytest.mark.parametrize("command", [["read", "-"], ["save", "-"], ["explain", "-"]], ids=" ".join)
def test_ctrl_c_while_waiting_for_input(home: Path, command: list[str]) -> None:
    """The command waits for standard input."""
    process = subprocess.Popen(
        (*JINGDU, *command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
    )
    if sys.platform == "linux":
        until(lambda: _is_idle(process.pid))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out, err) == (130, b"", b"")


def _is_idle(pid: int) -> bool:
    """Whether the process sleeps for half a second without using CPU time."""
    seen = set()
    for _ in range(10):
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        seen.add((state, *fields[10:12]))
        time.sleep(0.05)
    return len(seen) == 1 and seen.pop()[0] == "S"


@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_ctrl_c_during_an_import_job_keeps_imported_articles(tmp_path: Path) -> None:
    rows = "".join(f"Title {number},https://example.org/{number},1700000000,,unread\n" for number in range(2000))
    (tmp_path / "pocket.csv").write_text(f"title,url,time_added,tags,status\n{rows}")
    process = subprocess.Popen(
        (*JINGDU, "import", "pocket.csv"), cwd=tmp_path, env=environment(tmp_path),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    library = tmp_path / "Documents" / "Jingdu"
    until(lambda: library.is_dir() and len(list(library.iterdir())) >= 3, pause=0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert (process.returncode, out, err) == (130, b"", b"")
    kept = run_in(tmp_path, "list")
    assert kept.returncode == 0
    assert 1 <= len(kept.stdout.splitlines()) < 2000
    assert not list(library.glob(".jingdu-new-*"))
