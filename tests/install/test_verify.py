"""The verification detects every failure of a registered host; --try opens the sample page."""

import json
import os
import subprocess
import sys
import urllib.request
from html import escape
from pathlib import Path
from typing import Any

import pytest

from install import files, register
from install.browsers import BROWSERS, CHROMIUM, FIREFOX, Found
from install.computer import LINUX
from install.console import VERIFY, SetupError
from install.extension import CHECKOUT, Extension, extension
from install.register import Registration
from install.steps import sample, serve, trial_browser, trial_command
from install.verify import PAGES, Sample, verify
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the launchers are shell scripts")

HOST_SCRIPT = """#!{python}
import json, struct, sys
def read():
    (length,) = struct.unpack("=I", sys.stdin.buffer.read(4))
    return json.loads(sys.stdin.buffer.read(length))
def write(message):
    data = json.dumps(message).encode()
    sys.stdout.buffer.write(struct.pack("=I", len(data)) + data)
    sys.stdout.buffer.flush()
{body}
"""
ARTICLE = {"title": "A menu", "html": "<p>Home</p>"}
HOSTS = {
    "crashes": ("sys.exit(3)", "could not be started"),
    "prints": ("read(); print('hello, this is not a frame')", "more than browsers accept"),
    "refuses": (
        "r = read(); write({'id': r['id'], 'ok': False, 'fault': {'message': 'The host is too old.'}})",
        "its answer to hello was: The host is too old",
    ),
    "replies with another id": ("r = read(); write({'id': 99, 'ok': True, 'result': {}})", "its answer to hello was"),
    "extracts the menu": (
        f"while True: r = read(); write({{'id': r['id'], 'ok': True, 'result': {{'article': {ARTICLE!r}}}}})",
        "something other than the article",
    ),
}


def _registered(folder: Path, ours: Extension, program: Path, family: str = CHROMIUM) -> Registration:
    manifest = folder / register.FILE_NAME
    files.write(manifest, register.manifest_text(family, program, ours))
    return Registration(family, manifest)


def _verify(host: Path, ours: Extension, body: str) -> None:
    """Verifies a host with the program ``body``."""
    files.write(host, HOST_SCRIPT.format(python=sys.executable, body=body).encode(), executable=True)
    verify(_registered(host.parent, ours, host), ours, os.environ)


@pytest.mark.parametrize(("body", "message"), HOSTS.values(), ids=HOSTS.keys())
def test_failing_hosts_are_reported(tmp_path: Path, ours: Extension, body: str, message: str) -> None:
    with pytest.raises(SetupError, match=message) as raised:
        _verify(tmp_path / "host", ours, body)
    assert raised.value.code == VERIFY


@pytest.mark.parametrize("family", [CHROMIUM, FIREFOX])
def test_the_real_host_passes(tmp_path: Path, ours: Extension, family: str) -> None:
    folder = tmp_path / "净读 folder"
    start = folder / "jingdu-host"
    files.write(start, register.launcher_text(LINUX, Path(sys.executable), folder), executable=True)
    verify(_registered(folder, ours, start, family), ours, {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")})


@pytest.mark.parametrize("page", PAGES, ids=["zh", "en"])
def test_the_sample_pages_have_comments_and_scripts(page: Sample) -> None:
    for tag in ("<!-- ", "<!--[if ", "<![endif]-->", "<script>", 'open = "<!--"', "//-->", "<![CDATA[", "<template>"):
        assert tag in page.html
        assert tag not in page.text
    assert len(page.text.splitlines()) >= 7


@pytest.mark.parametrize(
    "change", [("", "<!-- header -->\n"), ("，", ","), (",", "")], ids=["comment", "full-width comma", "comma"]
)
def test_hosts_with_a_slightly_different_article_are_reported(
    tmp_path: Path, ours: Extension, change: tuple[str, str]
) -> None:
    """As with Python interpreters that treated comments as text."""
    texts = [(page.title, page.text.replace(*change, 1).splitlines()) for page in PAGES]
    articles = [{"title": title, "html": "".join(f"<p>{escape(line)}</p>" for line in lines)} for title, lines in texts]
    answers = [{"id": number, "ok": True, "result": {"article": one}} for number, one in enumerate(articles, start=2)]
    body = f"for answer in [{{'id': 1, 'ok': True, 'result': {{}}}}, *{answers!r}]: read(); write(answer)"
    with pytest.raises(SetupError, match="something other than the article"):
        _verify(tmp_path / "host", ours, body)


def test_the_host_is_started_in_the_folder_of_its_program(tmp_path: Path, ours: Extension) -> None:
    """As browsers do; the verification then detects a host that depends on its working directory."""
    body = f"import os; open({str(tmp_path / 'seen')!r}, 'w').write(json.dumps([os.getcwd(), *sys.argv[1:]]))"
    with pytest.raises(SetupError):
        _verify(tmp_path / "folder" / "host", ours, body)
    assert json.loads((tmp_path / "seen").read_text()) == [str(tmp_path / "folder"), ours.origin]


def _found(name: str, program: Path | None) -> Found:
    browser = next(item for item in BROWSERS if item.name == name)
    return Found(browser, browser.places[LINUX], program)


def test_chromium_is_preferred_to_chrome(tmp_path: Path) -> None:
    chrome, chromium = _found("Google Chrome", tmp_path / "chrome"), _found("Chromium", tmp_path / "chromium")
    assert trial_browser([chrome, chromium]) is chromium
    assert trial_browser([chrome]) is chrome


def test_firefox_opens_about_debugging_and_the_sample(tmp_path: Path, ours: Extension) -> None:
    started = trial_command(_found("Firefox", tmp_path / "firefox"), tmp_path, ours, "http://127.0.0.1:1/en.html")
    assert started[-2:] == ["about:debugging#/runtime/this-firefox", "http://127.0.0.1:1/en.html"]


@pytest.mark.parametrize(
    ("env", "file"),
    [({"LANG": "zh_CN.UTF-8"}, "zh.html"), ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en.html"), ({}, "en.html")],
    ids=["Chinese", "overridden", "unset"],
)
def test_the_sample_is_in_the_users_language(env: dict[str, str], file: str) -> None:
    assert sample(env).file == file


@pytest.mark.browser
def test_chromium_starts_with_the_extension_and_the_sample(tmp_path: Path) -> None:
    if "JINGDU_CHROMIUM" not in os.environ:
        pytest.skip("needs Chromium; install it or set JINGDU_CHROMIUM")
    ours = extension(CHECKOUT)
    found = _found("Chromium", Path(os.environ["JINGDU_CHROMIUM"]))
    with serve() as address:
        program, *options = trial_command(found, tmp_path, ours, f"{address}/{PAGES[0].file}")
        started = [program, "--headless=new", "--remote-debugging-port=0", *options]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(started, stdout=quiet, stderr=quiet) as browser:
            try:
                until(lambda: _has_worker(seen := _targets(tmp_path), ours) and _shows(seen, PAGES[0].title), pause=0.2)
            finally:
                browser.terminate()


def _has_worker(targets: list[dict[str, Any]], ours: Extension) -> bool:
    return any(item["type"] == "service_worker" and item["url"].startswith(ours.origin) for item in targets)


def _shows(targets: list[dict[str, Any]], title: str) -> bool:
    return any(item["type"] == "page" and item["title"].startswith(title) for item in targets)


def _targets(profile: Path) -> list[dict[str, Any]]:
    try:
        port = (profile / "DevToolsActivePort").read_text().split()[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
            targets: list[dict[str, Any]] = json.load(answer)
    except (OSError, IndexError):
        return []
    return targets
