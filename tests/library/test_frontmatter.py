"""Front matter reads back as it was, whatever a title holds, and whoever wrote it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from jingdu.library import frontmatter
from jingdu.library.model import Item
from shelf import item

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
TEXTS = st.lists(TEXT.map(str.strip).filter(bool), max_size=4, unique=True).map(tuple)
ITEMS = st.builds(
    item,
    title=TEXT,
    byline=st.none() | TEXT,
    site=st.none() | TEXT,
    url=st.none() | TEXT,
    excerpt=st.none() | TEXT,
    keywords=TEXTS,
    tags=TEXTS,
    words=st.integers(0, 10**9),
    read=st.booleans(),
    favourite=st.booleans(),
    later=st.booleans(),
    folder=st.just("f"),
)


@given(ITEMS, TEXT)
def test_an_item_and_its_body_read_back_as_they_were(told: Item, body: str) -> None:
    fields, rest = frontmatter.split(frontmatter.write(told) + body)
    assert frontmatter.item(fields, "f") == (told, {})
    assert rest == body


@given(ITEMS)
def test_any_reader_of_yaml_reads_the_same(told: Item) -> None:
    head = re.fullmatch(r"---\n(.*)---\n", frontmatter.write(told), re.DOTALL)
    assert head
    ours, theirs = frontmatter.split(frontmatter.write(told))[0], yaml.safe_load(head[1])
    assert theirs == ours


INJECTED = {
    "a fence": "a\n---\nid: stolen\n---\n",
    "a field": 'x"\ntags: ["stolen"]',
    "a comment": "# no heading",
    "a YAML tag": "!!python/object/apply:os.system ['true']",
    "an anchor": "&a *a",
    "line separators": "a\u2028id: stolen\u2029\x85id: stolen",
    "a template": "{{ 7 * 7 }} <% tp.file %>",
}


@pytest.mark.parametrize("title", INJECTED.values(), ids=INJECTED.keys())
def test_a_title_cannot_become_another_field(title: str) -> None:
    told = item(title=title, folder="f")
    fields, body = frontmatter.split(frontmatter.write(told) + "text\n")
    assert frontmatter.item(fields, "f") == (told, {})
    assert body == "text\n"
    assert len(frontmatter.write(told).splitlines()) == len(frontmatter.write(told._replace(title="x")).splitlines())


OBSIDIAN = """---
id: 3f9a1c5b7d2e4f608192
title: The ferry
saved: 2026-11-21T08:00:00+08:00
published: 2026-05-02
tags:
  - rivers
  - 渡船
keywords: boat, rope
read: yes
word_count: 120
aliases: [ferry]
rating: 5
---
body
"""


def test_what_another_editor_wrote_is_read() -> None:
    fields, body = frontmatter.split(OBSIDIAN)
    told = frontmatter.item(fields, "f")
    assert told
    found, others = told
    assert (found.title, found.saved, found.published) == ("The ferry", "2026-11-21T08:00:00+08:00", "2026-05-02")
    assert (found.tags, found.keywords, found.read, found.words) == (("rivers", "渡船"), ("boat", "rope"), True, 120)
    assert others == {"aliases": ["ferry"], "rating": 5}
    assert body == "body\n"
    again, _ = frontmatter.split(frontmatter.write(found, others) + body)
    assert frontmatter.item(again, "f") == told


NOTHING: dict[str, Any] = {
    "empty": "",
    "no front matter": "# A note\n",
    "not closed": "---\ntitle: x\n",
    "no id": "---\ntitle: x\n---\n",
    "id a list": "---\nid: [1]\n---\n",
    "no mapping": "---\n- a\n---\n",
    "no YAML": "---\n{]\n---\n",
    "deep": "---\na: " + "[" * 5000 + "\n---\n",
    "an object of Python's": "---\nid: !!python/object/apply:os.system ['true']\n---\n",
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING.keys())
def test_other_files_are_no_articles(text: str) -> None:
    assert frontmatter.item(frontmatter.split(text)[0], "f") is None


@pytest.mark.parametrize(
    ("field", "value"), [("tags", 5), ("tags", {"a": 1}), ("word_count", "many"), ("read", []), ("title", None)]
)
def test_a_field_of_the_wrong_kind_has_its_default(field: str, value: object) -> None:
    fields, _ = frontmatter.split(f"---\nid: abc\n{field}: {json.dumps(value)}\n---\n")
    told = frontmatter.item(fields, "folder's name")
    assert told
    usual = Item(id="abc", folder="folder's name", title="folder's name", saved="")
    assert told[0] == usual
