"""The command line as a user runs it: output, exit codes, fetching, and one sentence for each error."""

import json
import os
import random
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import jingdu
from jingdu.cli import source as fetch
from jingdu.faults import FAULTS, Fault
from jingdu.net.address_policy import parse
from tests.host.conftest import HTML, Run, printed
from tests.support import picture_sites
from tests.support.host_process import environment
from tests.support.picture_sites import moved, page


@pytest.mark.parametrize(
    ("form", "start"), [("--text", "古城墙修缮完工\n\n历时三年"), ("--html", "<"), ("--markdown", "历时三年")]
)
def test_each_output_format_is_printed(run: Run, form: str, start: str) -> None:
    article = printed(run("read", form, "page.html"))
    assert article.startswith(start)
    assert "小时候我们就在墙上放风筝" in article
    assert "使用条款" not in article


def test_json_output_has_the_whole_article(run: Run) -> None:
    result = json.loads(printed(run("read", "--json", "page.html", "--url", "https://example.org/news/wall.html")))
    assert result == jingdu.read(HTML, "https://example.org/news/wall.html").as_dict()


def test_standard_input_is_decoded_by_its_charset(run: Run) -> None:
    """The output is UTF-8, whatever the locale."""
    page = HTML.replace("<head>", '<head><meta charset="gbk">').encode("gbk")
    ascii_only = {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    assert printed(run("read", "-", stdin=page, **ascii_only)) == printed(run("read", "page.html"))


def test_an_extractor_is_chosen_by_name(run: Run, long_run: bool) -> None:
    from jingdu.extractors import names

    for name in names() if long_run else ("template",):
        assert json.loads(printed(run("read", "--json", "--extractor", name, "page.html")))["extractor"] == name


ERRORS = {
    "no such file": (["read", "none.html"], 3, "There is no file none.html; check the name, or begin an address"),
    "empty standard input": (["read", "-", "--extractor", "support"], 1, "no content that can be read"),
    "unknown URL scheme": (["read", "ftp://example.org/"], 3, "is not an http or https address."),
    "connection refused": (["read", "http://127.0.0.1:2/"], 3, "fetched: Connection refused."),
    "no such host": (["read", "http://nowhere.invalid/"], 3, "could not be fetched"),
    "invalid port": (["read", "http://example.org:port/净"], 3, "not a valid address"),
    "blocked port": (["read", "http://example.org:25/"], 3, "names the port 25"),
    "missing page": (["read", "SITE/missing"], 3, "returned 404 Not Found"),
    "PDF": (["read", "SITE/pdf"], 3, "is not a web page but application/pdf; name a page."),
    "redirect to ftp": (["read", "SITE/moved-to-ftp"], 3, "is not an http or https address."),
}


@pytest.mark.parametrize(("arguments", "code", "sentence"), ERRORS.values(), ids=ERRORS.keys())
def test_errors_are_one_sentence_and_an_exit_code(
    run: Run, site: str, arguments: list[str], code: int, sentence: str
) -> None:
    """Slow and large responses are tested in tests/library/test_client.py."""
    result = run(*(word.replace("SITE", site) for word in arguments), no_proxy="*")
    assert (result.returncode, result.stdout) == (code, b"")
    assert re.fullmatch(r"jingdu: .*[^.]\.\n", result.stderr.decode())
    assert sentence in result.stderr.decode()


BINARY = {
    "image": b"\x89PNG\r\n\x1a\n" + bytes(40),
    "PDF": b"%PDF-1.7\n<p>x</p>",
    "program": b"\x7fELF\2\1\1" + bytes(200),
    "archive": b"PK\3\4" + bytes(40),
    "noise": random.Random(2).randbytes(3000),
}


@pytest.mark.parametrize("data", BINARY.values(), ids=BINARY)
@pytest.mark.parametrize("arguments", [("read", "-"), ("read", "x.html"), ("save", "x.html")], ids=" ".join)
def test_binary_files_are_rejected(run: Run, tmp_path: Path, arguments: tuple[str, str], data: bytes) -> None:
    (tmp_path / "x.html").write_bytes(data)
    result = run(*arguments, stdin=data)
    assert (result.returncode, result.stdout) == (3, b"")
    assert result.stderr.decode() == f"jingdu: {arguments[1]} is not a web page; name an HTML file.\n"


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
@pytest.mark.parametrize(("closed", "name"), [("- <&-", "input"), ("page.html >&-", "output")])
def test_closed_streams_are_reported_in_one_sentence(tmp_path: Path, closed: str, name: str) -> None:
    (tmp_path / "page.html").write_text(HTML, encoding="utf-8")
    command = f'"{sys.executable}" -P -m jingdu read {closed}'
    done = subprocess.run(
        command, shell=True, check=False, capture_output=True, cwd=tmp_path, env=environment(tmp_path), timeout=600
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, b"", f"jingdu: Standard {name} is closed.\n".encode())


@pytest.mark.parametrize("blame", ["page", "library"])
def test_command_line_messages_do_not_mention_the_browser(blame: str) -> None:
    codes = [code for code, (of, _) in FAULTS.items() if of == blame and code not in ("message_too_large", "stopped")]
    sentences = [Fault(code).sentence for code in codes]
    browser = re.compile(r"\b(click|button|tab|window|browser|reload|options|select)\b|show the whole page")
    assert sentences and not [sentence for sentence in sentences if browser.search(sentence)]


def test_faults_can_be_pickled() -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, pytest.raises(Fault) as raised:
        pool.submit(jingdu.read, "<p></p>").result()
    assert raised.value.sentence == Fault("no_article").sentence


INVALID = {
    "no command": [],
    "two formats": ["read", "--html", "--json", "page.html"],
    "unknown command": ["erase"],
    "unknown extractor": ["read", "--extractor", "bogus", "page.html"],
    "no training data": ["train"],
    "invalid date": ["search", "--since", "notadate"],
    "invalid number": ["list", "--limit", "-1"],
    "unknown shell": ["completion", "tcl"],
}


@pytest.mark.parametrize("arguments", INVALID.values(), ids=INVALID.keys())
def test_invalid_arguments_exit_with_2_and_the_usage(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    known = [command for command in arguments[:1] if command != "erase"]
    assert result.stderr.decode().startswith(" ".join(["usage: jingdu", *known]))
    assert b"Traceback" not in result.stderr


def test_unexpected_errors_are_one_sentence_that_names_the_log(tmp_path: Path) -> None:
    broken = (
        "import sys; from jingdu.cli import read; from jingdu.__main__ import main;"
        "read.read = lambda *a, **b: 1 / 0; sys.exit(main(['read', '-']))"
    )
    command = (sys.executable, "-c", broken)
    result = subprocess.run(
        command, check=False, input=b"<p>x", capture_output=True, env=environment(tmp_path), timeout=600
    )
    assert (result.returncode, result.stdout) == (70, b"")
    assert result.stderr.count(b"\n") == 1
    log = Path(result.stderr.decode().rpartition("The log is ")[2].rstrip(".\n"))
    assert "error ZeroDivisionError at" in log.read_text()


def test_terminal_escapes_in_a_page_are_removed(run: Run) -> None:
    page = HTML.replace("墙上放风筝", "墙上\x1b]0;owned\x07放\x9b31m风筝\x7f").encode()
    for form in ("--text", "--html"):
        result = printed(run("read", form, "-", stdin=page))
        assert not {code for code in map(ord, result) if code < 32 or 127 <= code < 160} - {9, 10}


def echo(head: bytes, connection: socket.socket) -> None:
    connection.sendall(page(head.split(b" ")[1], "text/html"))


PATHS = {
    "/plain": page(HTML.encode(), "text/html"),
    "/pdf": page(b"%PDF-1.7", "application/pdf"),
    "/moved": moved("/plain?after=moving"),
    "/moved-to-ftp": moved("ftp://127.0.0.1/page"),
    "/%E5%87%80": echo,
    "/news/wall": page(
        HTML.replace("预约。", '<a href="../book">预约</a>。').encode("gbk"), "text/html; charset=gb2312"
    ),
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("no_proxy", "*")
    with picture_sites.site(PATHS) as served:  # type: ignore[arg-type]
        yield served.url


def test_fetched_pages_are_decoded_by_the_charset_of_the_server(run: Run, site: str) -> None:
    result = printed(run("read", "--html", f"{site}/news/wall", no_proxy="*"))
    assert "小时候我们就在墙上放风筝" in result
    assert f'href="{site}/book"' in result


def test_the_url_is_the_target_of_redirects(site: str) -> None:
    assert fetch.fetch(f"{site}/moved").url == f"{site}/plain?after=moving"


def test_addresses_may_contain_any_script(site: str) -> None:
    sent = fetch.fetch(f"{site}/净?问=答 案&x=%20#节").data.decode()
    assert sent == "/%E5%87%80?%E9%97%AE=%E7%AD%94%20%E6%A1%88&x=%20"
    assert str(parse("http://例子.测试:8080/a")) == "http://xn--fsqu00a.xn--0zwm56d:8080/a"
