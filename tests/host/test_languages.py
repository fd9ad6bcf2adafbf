"""Command-line messages are translated into the four languages of the extension."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from install.extension import CHECKOUT
from jingdu import i18n
from jingdu.cli.parser import columns
from tests.host.messages_found import SOURCES, calls, messages

TRANSLATED = [name for name in i18n.LANGUAGES if name != "en"]
CATALOGUES = {name: i18n.catalogue(name) for name in TRANSLATED}
PLACEHOLDER = re.compile(r"\{\w*(?:![rs])?\}|%\(\w+\)[sr]|%[sr]")
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*|`[^`]+`|\bpip\b|[\w/]+\.py\b|XDG_\w+|PIP_\w+=\S+")


def test_languages_match_the_extension() -> None:
    assert {path.name for path in (CHECKOUT / "extension/_locales").iterdir()} == set(i18n.LANGUAGES)


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_and_messages_match(language: str) -> None:
    found = messages()
    assert not found - set(CATALOGUES[language])
    assert not {text for text in set(CATALOGUES[language]) - found if not is_from_another_python(text)}


def is_from_another_python(text: str) -> bool:
    """Whether the message is from argparse in another Python version."""
    return "%" in text or text in {"show program's version number and exit", "expected at most one argument"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_keep_placeholders_options_and_names(language: str) -> None:
    for message, text in CATALOGUES[language].items():
        assert sorted(PLACEHOLDER.findall(text)) == sorted(PLACEHOLDER.findall(message)), message
        assert {found for found in OPTION.findall(message) if not found.startswith("-w")} <= {*OPTION.findall(text)}, (
            message
        )
        assert text and text.endswith(("\n", " ")) >= message.endswith("\n"), message


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_use_the_script_of_their_language(language: str) -> None:
    others = {"zh_CN": "們個資檔網設擴說見當", "zh_TW": "们个资档网设扩说见当", "ja": "们个资档网设扩说见這"}
    for text in CATALOGUES[language].values():
        assert not set(others.get(language, "")) & set(text), text


PRINTING_CALLS = {
    "print", "console.line", "console.note", "console.step", "console.problem", "SetupError", "InputError",
    "UsageError", "argparse.ArgumentTypeError",
}  # fmt: skip


def test_printed_sentences_are_translated() -> None:
    """Literals in output calls and errors are wrapped in `_`."""
    missed = []
    for path in SOURCES:
        if {"doctor", "release"}.intersection(path.parts):  # looked up later; release scripts are internal
            continue
        for call in calls(ast.parse(path.read_text("utf-8"))):
            if ast.unparse(call.func) in PRINTING_CALLS:
                missed += [(path.name, call.lineno, text) for text in sentences(call)]
    assert not missed


def sentences(call: ast.Call) -> list[str]:
    """The literal arguments with at least two words."""
    texts = []
    for argument in call.args:
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        texts += [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return [text for text in texts if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text)]


ENGLISH, SIMPLIFIED, TRADITIONAL, JAPANESE = "en", "zh_CN", "zh_TW", "ja"


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, ENGLISH),
        ({"LANG": "C"}, ENGLISH),
        ({"LANG": "zh_CN.UTF-8"}, SIMPLIFIED),
        ({"LANG": "zh_TW.UTF-8"}, TRADITIONAL),
        ({"LANG": "ja_JP.eucJP"}, JAPANESE),
        ({"LANG": "de_DE.UTF-8"}, ENGLISH),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, SIMPLIFIED),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8", "LC_ALL": "C"}, ENGLISH),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ja:en"}, JAPANESE),
        ({"LC_ALL": "C", "LANGUAGE": "zh_TW"}, ENGLISH),
        ({"LANGUAGE": "zh-Hant-HK"}, TRADITIONAL),
    ],
    ids=str,
)
def test_the_language_is_chosen_by_environment_variables(env: Mapping[str, str], language: str) -> None:
    assert i18n.choose(env) == language


def run(language: str, *command: str | Path, home: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HOME": str(home), "LANG": language, "XDG_DATA_HOME": str(home / "data"), "COLUMNS": "80"}
    env = {name: value for name, value in env.items() if name not in ("LANGUAGE", "LC_ALL", "LC_MESSAGES")}
    return subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8", timeout=600, check=False)


JINGDU = (sys.executable, "-m", "jingdu")
SETUP = (sys.executable, CHECKOUT / "install/setup.py")
EXPECTED = {
    "C": ("usage: ", "options:", "There is no article abc;", "unrecognized arguments", "Nothing to remove:"),
    "zh_CN.UTF-8": ("用法：", "选项", "没有文章 abc；", "无法识别的参数", "没有可移除的内容："),
    "zh_TW.UTF-8": ("用法：", "選項", "沒有文章 abc；", "無法識別的引數", "沒有可移除的內容："),
    "ja_JP.UTF-8": ("使い方: ", "オプション", "記事 abc はありません", "認識できない引数", "取り除くものはありません"),
}


@pytest.mark.sample("zh_CN.UTF-8")
@pytest.mark.parametrize("language", EXPECTED)
def test_commands_use_the_users_language(language: str, tmp_path: Path) -> None:
    usage, options, no_article, unknown, nothing = EXPECTED[language]
    for command in (JINGDU, (*JINGDU, "list"), (*JINGDU, "setup"), SETUP):
        shown = run(language, *command, "--help", home=tmp_path).stdout
        assert shown.startswith(usage) and f"\n{options}" in shown
        if language != "C":
            assert not re.findall(r"^ .*[a-z]{3,} [a-z]{3,} [a-z]{3,}", shown.partition("\n\n")[2], re.MULTILINE)
        wrapped = shown.partition("\n\n")[2].rpartition("\n\n")[0]  # usage and exit codes are not wrapped
        assert all(columns(line) <= 80 for line in wrapped.splitlines())
    assert no_article in run(language, *JINGDU, "show", "abc", home=tmp_path).stderr
    assert unknown in run(language, *SETUP, "--unistall", home=tmp_path).stderr
    assert run(language, *SETUP, "--uninstall", home=tmp_path).stdout.startswith(nothing)


@pytest.mark.parametrize(("language", "reason"), [("zh_CN.UTF-8", "没有这个文件"), ("C", "No such file or directory.")])
def test_os_errors_are_translated(language: str, reason: str, tmp_path: Path) -> None:
    assert reason in run(language, *JINGDU, "learn", "--export", "none/a.jsonl", home=tmp_path).stderr


WITH_VALUES = {
    "list --limit x": "x 不是大于等于 0 的整数\n",
    "search --since y": "y 不是日期；请写成 2026-01-31 的形式\n",
    "read http://127.0.0.1:1/": "jingdu: http://127.0.0.1:1/ 使用端口 1，网页不用这个端口。\n",
    "import a.pdf": "jingdu: a.pdf 是 PDF，不是网页；如果网上也有这篇文字，请保存那个网页。\n",
}


@pytest.mark.sample("list --limit x", "import a.pdf")
@pytest.mark.parametrize(("line", "shown"), WITH_VALUES.items(), ids=WITH_VALUES)
def test_messages_with_values_are_translated_completely(line: str, shown: str, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7")
    words = [str(tmp_path / word) if word == "a.pdf" else word for word in line.split()]
    result = run("zh_CN.UTF-8", *JINGDU, *words, home=tmp_path)
    assert result.stderr.replace(f"{tmp_path}{os.sep}", "").endswith(shown)


def test_reports_of_unreadable_articles_are_translated(tmp_path: Path) -> None:
    """In the list and in the doctor's report."""
    folder = tmp_path / "Documents" / "Jingdu" / "渡船"
    folder.mkdir(parents=True)
    (folder / "article.md").write_text("---\nid: [broken\n---\n")
    listed = run("zh_CN.UTF-8", *JINGDU, "list", home=tmp_path).stdout
    assert listed.startswith("无法读取 渡船/article.md:2：属性区（front matter）不是有效的 YAML；请改正这一行")
    checks = json.loads(run("zh_CN.UTF-8", sys.executable, "-m", "jingdu.checks", "1", home=tmp_path).stdout)
    (message,) = (check["message"] for check in checks if check["id"] == "index")
    assert "属性区（front matter）不是有效的 YAML；请改正这一行" in message


PAGE = "<title>渡船</title><h1>渡船</h1>" + "<p>渡船每天过河许多次，没有人抬头看它一眼。</p>" * 9 + "<p>页脚</p>"


def test_explanations_are_translated(tmp_path: Path) -> None:
    path, out = tmp_path / "page.html", tmp_path / "why.html"
    path.write_text(PAGE, "utf-8")
    lines = run("zh_CN.UTF-8", *JINGDU, "explain", path, "--all", home=tmp_path).stdout.splitlines()
    assert re.fullmatch(r"fused：11 个块中保留了 \d+ 个", lines[0])
    assert any("保留" in line for line in lines) and any("条理由之和" in line for line in lines)
    assert not [line for line in lines if re.search(r"[a-z]+ [a-z]+ [a-z]+", line)]
    assert run("zh_CN.UTF-8", *JINGDU, "explain", path, "--html", out, home=tmp_path).returncode == 0
    text = re.sub(r"<(style|script)>.*?</\1>|<[^>]*>", " ", out.read_text("utf-8"), flags=re.DOTALL)
    assert "渡船：取舍说明" in text and "显示它的得分和理由" in text
    assert not re.search(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", text)


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX limits")
def test_the_doctors_report_of_a_low_limit_is_translated(tmp_path: Path) -> None:
    words = ("sh", "-c", 'ulimit -n 40; exec "$0" "$@" --doctor', *map(str, SETUP))
    assert "此会话只允许 40 个打开的文件，太少" in run("zh_CN.UTF-8", *words, home=tmp_path).stdout


def test_json_output_is_english(tmp_path: Path) -> None:
    plain = run("ja_JP.UTF-8", *SETUP, "--browser", "Lynx", "--dry-run", home=tmp_path)
    assert "Lynx" in plain.stderr and "対応していません" in plain.stderr
    done = run("ja_JP.UTF-8", *SETUP, "--browser", "Lynx", "--dry-run", "--json", home=tmp_path)
    assert json.loads(done.stdout)["message"].startswith("Set-up does not know the browser")
