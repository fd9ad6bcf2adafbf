"""A page is parsed once from the click to the save, through a real host."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.host_process import Port
from tests.support.waiting import until

COUNTING = """
import sys
from jingdu import host
def count(frame, event, argument):
    if event == "call" and frame.f_code.co_name == "parse" and frame.f_globals["__name__"] == "jingdu.page.parse":
        print(frame.f_locals["html"][:30], file=sys.stderr, flush=True)
    if event == "call" and frame.f_code.co_name == "compose":
        print("composed", frame.f_locals["page"].title, file=sys.stderr, flush=True)
sys.setprofile(count)
host.main()
"""
THROUGH = """
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


def parsed(port: Port, title: str) -> int:
    """How often the page of this title was parsed, by the end of the host."""
    return port.close()[2].decode().count(f"<title>{title}</title>")


def learned(home: Path) -> bool:
    """Whether the profile of the page's site is on the disk."""
    return any(home.rglob("*lamps.example*"))


def test_from_click_to_save_a_page_is_parsed_once(start: Callable[..., Port], tmp_path: Path) -> None:
    port = start(sys.executable, "-c", COUNTING)
    shown = port.result("extract", **page("Lamps"))["article"]
    until(lambda: learned(tmp_path))
    assert port.result("explain", **page("Lamps"))["blocks"][1]["kept"]
    changed = port.result("extract", **page("Lamps"), left_out=[1])["article"]
    assert changed["html"] != shown["html"]
    item = port.result("save", **page("Lamps"), fetch_pictures=False)["item"]
    assert port.result("open_item", item=item["id"])["article"]["html"] == shown["html"]
    assert parsed(port, "Lamps") == 1


def test_what_is_shown_is_saved_without_composing_it_again(start: Callable[..., Port]) -> None:
    port = start(sys.executable, "-c", COUNTING)
    for left_out in ([], [1]):
        port.result("extract", **page("Lamps"), left_out=left_out)
        assert port.result("save", **page("Lamps"), left_out=left_out, if_duplicate="keep_both", fetch_pictures=False)[
            "item"
        ]
    assert port.close()[2].decode().count("composed Lamps") == 2


def test_a_page_of_a_private_window_is_not_kept(start: Callable[..., Port]) -> None:
    port = start(sys.executable, "-c", COUNTING)
    for _ in range(2):
        port.result("extract", **(page("Secret") | {"private": True}))
    assert parsed(port, "Secret") == 2


def test_what_is_chosen_in_a_private_window_is_not_kept_with_the_page(start: Callable[..., Port]) -> None:
    port = start(sys.executable, "-c", COUNTING)
    port.result("extract", **page("Lamps"))
    for _ in range(2):
        port.result("extract", **(page("Lamps") | {"private": True}), left_out=[1])
    assert port.close()[2].decode().count("composed Lamps") == 3


def test_a_save_goes_from_click_to_disk_through_at_most_20_modules(start: Callable[..., Port]) -> None:
    """Those that are at work whenever a file of the library is opened, made or renamed."""
    port = start(sys.executable, "-c", THROUGH)
    assert port.result("save", **page("Lamps"), fetch_pictures=False)["item"]
    names = {line.split()[1] for line in port.close()[2].decode().splitlines() if line.startswith("through jingdu")}
    assert "jingdu.library.transaction" in names
    assert len(names) <= 20
