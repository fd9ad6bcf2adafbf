"""The commands in both READMEs and in host/README.md work: each is run, in order, as a new user."""

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.crawl import made
from tests.install.test_house import TEXTS, lines_of
from tests.library.test_importers import BOOKMARKS
from tests.support.forked import run_forked
from tests.support.host_process import JINGDU, environment
from tests.support.web_site import serving

ADDRESS = "https://example.org/story"
TESTED_ELSEWHERE = ("jingdu doctor", "jingdu evaluate")
"""Run by tests/install in an installation, and by tests/learn with a corpus."""
COMMANDS = [
    line
    for document in ("README.md", ".github/README.zh-CN.md", "host/README.md")
    for line in lines_of(TEXTS[document])
    if line.startswith(("jingdu ", "curl ")) and not line.startswith(TESTED_ELSEWHERE)
]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home directory with the files that the commands name, and the command itself."""
    pages = made.pages(4)
    for name, page in zip(("page.html", "article.html", "saved-pages/one.html"), pages, strict=False):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(page, "utf-8")
    (tmp_path / "bookmarks.html").write_text(BOOKMARKS, "utf-8")
    (tmp_path / "pocket.csv").write_text("title,url\nA ferry,https://example.org/ferry\n", "utf-8")
    made.warc(tmp_path / "crawl.warc.gz", pages)
    command = tmp_path / "bin" / "jingdu"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.join(JINGDU)} "$@"\n')
    command.chmod(0o755)
    return tmp_path


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt" or not shutil.which("curl"), reason="needs a POSIX shell and curl")
def test_documented_commands_run(home: Path) -> None:
    assert len(COMMANDS) > 20
    env = environment(home) | {"PATH": f"{home / 'bin'}:{os.environ['PATH']}"}
    failed = {}
    with serving() as site:
        address = site.put(made.pages(1)[0].replace("</p>", " 人工智能 is machine learning.</p>", 1), "/story")
        tags = [f"--tag={tag}" for tag in ("rivers", "chips", "芯片")]
        assert run_forked(home, "save", address, *tags).returncode == 0
        run_forked(home, "export", "--format", "json", "--out", ".")
        (item,) = json.loads(run_forked(home, "list", "--json").stdout)
        next(home.glob("Jingdu *.json")).rename(home / "backup.json")
        for line in COMMANDS:
            command = line.replace(ADDRESS, address).replace("ITEM", item["id"])
            if line.startswith("jingdu save"):  # the addresses are local
                command += " --allow-private --keep-both"
            if "|" in command:
                result = subprocess.run(["sh", "-c", command], cwd=home, env=env, capture_output=True, check=False)
            else:
                result = run_forked(home, *shlex.split(command)[1:])
            if result.returncode:
                failed[line] = (result.returncode, result.stderr)
    assert not failed
