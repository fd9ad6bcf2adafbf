"""The host process as the browser sees it: real frames through real pipes; a page is parsed once."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.host_process import HOST, MESSAGES, Port, environment, golden, shape
from tests.support.waiting import until

posix = pytest.mark.skipif(os.name == "nt", reason="POSIX signals and terminals")

HELLO = golden("hello.request")


def test_extract_reply_matches_the_golden(port: Port) -> None:
    reply = port.ask(golden("extract.request"))
    assert shape(reply) == shape(golden("extract.reply"))
    assert "小时候我们就在墙上放风筝" in reply["result"]["article"]["html"]


@pytest.mark.sample("with a lone surrogate")
@pytest.mark.parametrize("ending", ["</p>", "\U0001f9f9\ud83d</p>"], ids=["plain", "with a lone surrogate"])
def test_a_10_mb_article_is_returned_completely(port: Port, ending: str) -> None:
    sentence = '他说："净读"把网页变成文章\\，读完再走。'
    paragraphs = [f"{number}{sentence * 40}" for number in range(5_000)]
    html = "<title>长文</title><body><article><p>" + "</p><p>".join(paragraphs) + ending
    assert len(html.encode("utf-8", "replace")) > 10_000_000
    reply = port.ask({"id": 9, "action": "extract", "html": html, "url": None, "everything": True})
    article = reply["result"]["article"]
    assert article["title"] == "长文"
    assert not article["truncated"]
    assert article["html"].count(sentence) == 5_000 * 40


@posix
def test_ctrl_c_in_the_browsers_terminal_is_ignored(port: Port) -> None:
    port.ask(HELLO)
    port.process.send_signal(signal.SIGINT)
    assert port.ask(HELLO)["ok"]
    assert port.close() == (0, b"", b"")


NOISY = """
import ctypes, os, subprocess, sys
from jingdu import handlers, host

quiet = handlers.handle

def noisy(request):
    print("print", flush=True)
    os.write(1, b"descriptor\\n")
    sys.__stdout__.buffer.write(b"buffer\\n")
    subprocess.run([sys.executable, "-c", "print('child')"], check=True)
    if os.name == "posix":
        libc = ctypes.CDLL(None)
        libc.puts(b"libc")
        libc.fflush(None)
    print("read", repr(sys.stdin.read()), flush=True)
    return quiet(request)

handlers.handle = noisy
host.main()
"""


@posix
def test_stray_output_is_not_mixed_with_frames(start: Callable[..., Port]) -> None:
    port = start(sys.executable, "-c", NOISY)
    assert port.ask(HELLO) == golden("hello.reply")
    assert port.ask(HELLO | {"id": 2})["id"] == 2
    code, stdout, stderr = port.close()
    assert (code, stdout) == (0, b"")
    for noise in (b"print", b"descriptor", b"buffer", b"child", b"libc", b"read ''"):
        assert stderr.count(noise) == 2


@posix
def test_the_host_works_without_stderr(start: Callable[..., Port]) -> None:
    port = start("/bin/sh", "-c", f"exec '{sys.executable}' -c 'from jingdu.host import main; main()' 2>&-")
    assert port.ask(HELLO) == golden("hello.reply")
    assert port.close() == (0, b"", b"")


@posix
def test_started_in_a_terminal_the_host_prints_instructions(tmp_path: Path) -> None:
    import pty

    own, tty = pty.openpty()
    result = subprocess.run(HOST, check=False, stdin=tty, capture_output=True, env=environment(tmp_path), timeout=300)
    os.close(own)
    os.close(tty)
    assert result.returncode == 64
    assert b"jingdu read" in result.stderr
    assert result.stdout == b""


PRELOADED = """
import sys
from jingdu.host import worker
list(worker._preload())
before = set(sys.modules)
print(*before)
from jingdu.extractors import weight_files
print(weight_files._packaged.cache_info().currsize)
from jingdu import service
service.answer(open(sys.argv[1], encoding="utf-8").read())
print(*(name for name in set(sys.modules) - before if name.startswith(("jingdu", "numpy", "lxml", "nh3"))))
"""


def test_an_idle_host_preloads_all_modules_for_extraction(start: Callable[..., Port], tmp_path: Path) -> None:
    """The next request imports nothing more, and the page read for preloading is not stored."""
    _, stdout, stderr = start(sys.executable, "-c", PRELOADED, str(MESSAGES / "extract.request.json")).close()
    modules, loaded, later = stdout.decode().split("\n")[:3]
    assert stderr == b""
    assert {"lxml.etree", "nh3", "numpy", "jingdu.reading", "jingdu.extractors.sited"} <= set(modules.split())
    others = (
        "jieba sklearn scipy joblib charset_normalizer urllib3 argparse jingdu.corrections jingdu.personal jingdu.learn"
    )
    assert not set(others.split()) & set(modules.split())
    assert loaded == "2"
    assert later == ""
    assert not list(tmp_path.glob("**/example.org*"))


def test_hello_is_answered_before_preloading(start: Callable[..., Port]) -> None:
    """Preloading starts after the reply and finishes while the host is idle."""
    program = """
import sys
from jingdu import host, service
answer = service.answer
def watched(message):
    reply = answer(message)
    print(*sorted({'numpy', 'lxml', 'jieba', 'jingdu.reading'} & set(sys.modules)), file=sys.stderr, flush=True)
    return reply
service.answer = watched
host.main()
"""
    port = start(sys.executable, "-c", program)

    def imported_modules() -> str:
        """The modules imported when the host answers."""
        assert port.ask(HELLO) == golden("hello.reply") and port.process.stderr
        return port.process.stderr.readline().decode().strip()

    assert imported_modules() == ""
    until(lambda: imported_modules() == "jingdu.reading lxml numpy", pause=1)
    assert port.close()[0] == 0


COUNTING_CALLS = """
import sys
from jingdu import host
from jingdu.page import parse as parsing
from jingdu.render import compose as composing
def counted(real, say):
    def call(first, *more, **named):
        print(say(first), file=sys.stderr, flush=True)
        return real(first, *more, **named)
    return call
parsing.parse = counted(parsing.parse, lambda html: html[:30])
composing.compose = counted(composing.compose, lambda page: f"composed {page.title}")
host.main()
"""
TRACING = """
import sys
from jingdu import host
def note(event, arguments):
    if event in ("open", "os.mkdir", "os.rename") and "Jingdu/" in str(arguments[0]):
        frame = sys._getframe()
        while frame := frame.f_back:
            print("through", frame.f_globals["__name__"], file=sys.stderr, flush=True)
sys.addaudithook(note)
host.main()
"""
SENTENCE = "A lamp of the harbour burns all night, and whoever comes in late is glad of it, as sentence {} says. "


def page(title: str) -> dict[str, Any]:
    text = "".join(f"<p>{SENTENCE.format(number) * 3}" for number in range(6))
    html = f"<title>{title}</title><article><h1>{title}</h1>{text}</article>"
    return {"id": 1, "html": html, "url": f"https://lamps.example/{title}", "private": False}


def test_a_page_is_parsed_once_until_it_is_saved(start: Callable[..., Port], tmp_path: Path) -> None:
    port = start(sys.executable, "-c", COUNTING_CALLS)
    shown = port.result("extract", **page("Lamps"))["article"]
    until(lambda: any(tmp_path.rglob("*lamps.example*")))  # the site's profile is written
    assert port.result("explain", **page("Lamps"))["blocks"][1]["kept"]
    assert port.result("extract", **page("Lamps"), left_out=[1])["article"]["html"] != shown["html"]
    item = port.result("save", **page("Lamps"), fetch_pictures=False)["item"]
    assert port.result("open_item", item=item["id"])["article"]["html"] == shown["html"]
    assert port.close()[2].decode().count("<title>Lamps</title>") == 1


def test_saving_reuses_the_displayed_article(start: Callable[..., Port]) -> None:
    port = start(sys.executable, "-c", COUNTING_CALLS)
    for left_out in ([], [1]):
        port.result("extract", **page("Lamps"), left_out=left_out)
        how: dict[str, Any] = {"left_out": left_out, "if_duplicate": "keep_both", "fetch_pictures": False}
        assert port.result("save", **page("Lamps"), **how)["item"]
    assert port.close()[2].decode().count("composed Lamps") == 2


def test_private_windows_are_not_cached(start: Callable[..., Port]) -> None:
    """Neither the page nor the choices on a page that another window has read."""
    port = start(sys.executable, "-c", COUNTING_CALLS)
    port.result("extract", **page("Lamps"))
    for _ in range(2):
        port.result("extract", **(page("Secret") | {"private": True}))
        port.result("extract", **(page("Lamps") | {"private": True}), left_out=[1])
    noted = port.close()[2].decode()
    assert (noted.count("<title>Secret</title>"), noted.count("composed Lamps")) == (2, 3)


def test_a_save_passes_through_at_most_20_modules(start: Callable[..., Port]) -> None:
    """Modules on the stack whenever a file of the library is opened, created or renamed."""
    port = start(sys.executable, "-c", TRACING)
    assert port.result("save", **page("Lamps"), fetch_pictures=False)["item"]
    names = {line.split()[1] for line in port.close()[2].decode().splitlines() if line.startswith("through jingdu")}
    assert "jingdu.library.transaction" in names
    assert len(names) <= 20
