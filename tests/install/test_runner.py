"""The test runner: which findings count, and how skipped checks are reported."""

import sys
from pathlib import Path

import pytest

from tests.runner import home, javascript
from tests.runner.steps import main


def _report(*warnings: dict[str, object]) -> dict[str, list[dict[str, object]]]:
    return {"errors": [], "warnings": list(warnings)}


def test_findings_are_reported_with_their_location() -> None:
    finding = {"code": "UNSAFE_VAR_ASSIGNMENT", "file": "reader/article/body.js", "line": 7, "message": "Unsafe"}
    assert list(javascript.findings(_report(finding))) == ["reader/article/body.js:7: UNSAFE_VAR_ASSIGNMENT Unsafe"]


def test_lint_is_skipped_with_a_message_without_node(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert javascript.stores({"PATH": str(tmp_path)})
    assert capsys.readouterr().out == "web-ext: skipped: no Node\n"


@pytest.mark.sample("one fails")
@pytest.mark.parametrize(("passes", "code"), [(True, 0), (False, 1)], ids=["all pass", "one fails"])
def test_a_failed_check_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], passes: bool, code: int
) -> None:
    """The inner run has one test, which passes, and shows that it runs in an environment."""
    monkeypatch.setattr(home, "make", lambda env: None)
    monkeypatch.setattr(home, "VENV_PYTHON", Path(sys.executable))
    monkeypatch.setattr("tests.runner.browsers.ensure", lambda env: {})
    monkeypatch.setattr("tests.runner.steps._JAVASCRIPT", {})
    monkeypatch.setattr("tests.runner.steps._PYTEST", ())
    monkeypatch.setattr("tests.runner.steps._PYTHON", {"a check": lambda env: passes})
    assert main(["-q", "tests/install/test_runner.py", "-k", "with_their_location"]) == code
    out = capfd.readouterr().out
    assert out.rstrip().splitlines()[-1].startswith("1 passed")
    assert ("FAILED before the tests: a check" in out) is not passes
