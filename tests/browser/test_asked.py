"""What the extension asks the host is what the golden request says, in the same fields."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support import prose
from tests.support.chromium import Jingdu
from tests.support.web_site import Site

pytestmark = pytest.mark.browser

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "messages" / "extract.request.json").read_text(encoding="utf-8")
)


def test_an_extract_has_the_fields_of_its_golden(
    browser_with: Callable[..., Jingdu], site: Site, tmp_path: Path
) -> None:
    address = site.put(prose.english())
    other = str(Path(__file__).with_name("other_host.py"))
    browser_with((sys.executable, other, "notes", str(tmp_path))).read(address)
    asked = json.loads((tmp_path / "asked").read_text("utf-8"))
    assert set(asked) == set(GOLDEN)
    assert {name: type(value) for name, value in asked.items() if name != "id"} == {
        name: type(value) for name, value in GOLDEN.items() if name != "id"
    }
    assert (asked["action"], asked["url"], asked["private"]) == ("extract", address, False)
