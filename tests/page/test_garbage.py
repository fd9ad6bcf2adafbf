"""No search for garbage while a page is read, and as it was afterwards."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from jingdu.page import parse as parsing
from jingdu.page.blocks import segment
from jingdu.page.model import Block, Blocks, Box, Boxes
from jingdu.page.parse import gc_disabled


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    sought = gc.isenabled()
    yield
    (gc.enable if sought else gc.disable)()


@pytest.mark.parametrize("sought", [True, False])
def test_afterwards_it_is_as_it_was(sought: bool) -> None:
    (gc.enable if sought else gc.disable)()
    with pytest.raises(KeyError), gc_disabled():
        with gc_disabled():
            assert not gc.isenabled()
        assert not gc.isenabled()
        raise KeyError
    assert gc.isenabled() is sought


def test_a_page_is_parsed_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def watched(*arguments: Any) -> Any:
        seen.append(gc.isenabled())
        return segment(*arguments)

    monkeypatch.setattr(parsing, "segment", watched)
    gc.enable()
    assert parsing.parse("<p>text").blocks
    assert (seen, gc.isenabled()) == ([False], True)


def parts_of_pages() -> int:
    """How many of them the process holds."""
    return sum(isinstance(thing, Blocks | Boxes | Box | Block) for thing in gc.get_objects())


def test_a_page_leaves_no_garbage() -> None:
    gc.collect()
    before = parts_of_pages()
    gc.disable()
    page = parsing.parse("<div><p>text <a href=x>link</a>" * 50)
    assert page.boxes[5].parent
    assert [block.slots for block in page.blocks]
    assert parts_of_pages() > before
    del page
    assert parts_of_pages() == before
