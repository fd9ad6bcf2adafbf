"""The words that are searched before the expressions for classes occur in every class that these match."""

from collections.abc import Callable
from html import escape
from itertools import chain
from re import Pattern
from typing import Final

import pytest
from hypothesis import given, strategies as st

from jingdu import extractors
from jingdu.extractors.revise import belonging, outside
from jingdu.page.model import Containers
from jingdu.page.parse import parse
from jingdu.reading import completed
from jingdu.render import tables
from tests.support.prose import ENGLISH, page, paragraphs

PATTERNS: Final = [
    found
    for found in chain(*(vars(module).values() for module in (belonging, outside, tables)))
    if isinstance(found, Pattern)
]
HEADS: Final = ("", '<meta name=generator content="Sphinx 7">', "<meta property=og:type content=product>")
CLASSES = st.lists(st.sampled_from(PATTERNS).flatmap(st.from_regex), min_size=20, max_size=20)


@given(CLASSES)
def test_words_of_classes_miss_none(classes: list[str]) -> None:
    of_class = Containers.of_class

    def checked(of: Containers, is_wanted: Callable[[str], object], *cues: str) -> list[int]:
        found = of_class(of, is_wanted)
        assert of_class(of, is_wanted, *cues) == found, cues
        return found

    parts = "".join(f'<div class="{escape(names)}"><p>{ENGLISH}</p></div>' for names in classes)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Containers, "of_class", checked)
        for head in HEADS:
            read = parse(page("A ferry before dawn", f"{paragraphs(ENGLISH, 3)}{parts}", head=head), None)
            completed(read, extractors.get(extractors.DEFAULT)(read))
            outside.apart(read, [True] * len(read.blocks), thread=True)
