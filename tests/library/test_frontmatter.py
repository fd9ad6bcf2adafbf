"""Front matter round-trips for any title and any YAML writer."""

from typing import Any

import pytest
import yaml
from hypothesis import example, given, strategies as st

from jingdu.library import frontmatter
from jingdu.protocol.items import Item
from tests.support.library_items import item

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
@example(item(title="a\n---\nid: stolen\n---\n", folder="f"), "text\n")
@example(item(title='x"\ntags: ["stolen"]', folder="f"), "text\n")
@example(item(title="!!python/object/apply:os.system ['true']", folder="f"), "text\n")
@example(item(title="a\u2028id: stolen\u2029\x85id: stolen", folder="f"), "text\n")
def test_an_item_and_its_body_round_trip(made: Item, body: str) -> None:
    """A title cannot inject other fields or lines."""
    written = frontmatter.write(made)
    fields, rest = frontmatter.split(written + body)
    assert frontmatter.item(fields, "f") == (made, {})
    assert rest == body
    assert len(written.splitlines()) == len(frontmatter.write(made._replace(title="x")).splitlines())


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


def test_front_matter_of_other_editors_is_read() -> None:
    fields, body = frontmatter.split(OBSIDIAN)
    made = frontmatter.item(fields, "f")
    assert made
    found, others = made
    assert (found.title, found.saved, found.published) == ("The ferry", "2026-11-21T08:00:00+08:00", "2026-05-02")
    assert (found.tags, found.keywords, found.read, found.words) == (("rivers", "渡船"), ("boat", "rope"), True, 120)
    assert others == {"aliases": ["ferry"], "rating": 5}
    assert body == "body\n"
    again, _ = frontmatter.split(frontmatter.write(found, others) + body)
    assert frontmatter.item(again, "f") == made


NOT_ARTICLES: dict[str, Any] = {
    "empty": "",
    "no front matter": "# A note\n",
    "no YAML": "---\n{]\n---\n",
    "deep": "---\na: " + "[" * 5000 + "\n---\n",
    "Python object": "---\nid: !!python/object/apply:os.system ['true']\n---\n",
}


@pytest.mark.parametrize("text", NOT_ARTICLES.values(), ids=NOT_ARTICLES.keys())
def test_other_files_are_not_articles(text: str) -> None:
    assert frontmatter.item(frontmatter.split(text)[0], "f") is None


COMMENTED = """---
# mine: rivers first
id: 3f9a1c5b7d2e4f608192   # never touch
title: 'The ferry'
# between
tags:
  - rivers  # wide ones
  # and
  - 渡船
读书笔记: 好
rating: 5 # of five

notes: |
  # no comment
  read: it
favourite: no
---
body
"""


def changed(text: str, **fields: Any) -> str:
    """Returns the file after an edit of these fields."""
    result, body = frontmatter.split(text)
    found = frontmatter.item(result, "f")
    assert found
    return frontmatter.rewrite(text, found[0]._replace(**fields), found[1]) + body


def test_an_edit_changes_only_the_lines_of_its_fields() -> None:
    assert changed(COMMENTED) == COMMENTED
    assert changed(COMMENTED, title="New") == COMMENTED.replace("title: 'The ferry'", 'title: "New"')
    assert changed(COMMENTED, favourite=True) == COMMENTED.replace("favourite: no", "favourite: true")
    assert changed(COMMENTED, byline="Li") == COMMENTED.replace("no\n---", 'no\nbyline: "Li"\n---')
    old = "tags:\n  - rivers  # wide ones\n  # and\n  - 渡船\n"
    assert changed(COMMENTED, tags=("a",)) == COMMENTED.replace(old, '# and\ntags: ["a"]\n')
    assert changed(COMMENTED, tags=()) == COMMENTED.replace(old, "# and\n")


YAML_TEXT = st.text(st.sampled_from(list("ab:#'\"-[]{},&*!|>%@` \n净")), max_size=12)


@given(st.dictionaries(st.sampled_from(["x", "title", "tags", "read", "标签", "a b"]), YAML_TEXT | st.lists(YAML_TEXT)),
       YAML_TEXT, st.sampled_from(["", "# c\n", "\n"]), st.sampled_from([None, "'", '"', "|"]))  # fmt: skip
def test_an_edit_round_trips_whatever_the_yaml(
    fields: dict[str, Any], title: str, between: str, style: str | None
) -> None:
    """In every style of YAML; fields that cannot be preserved line by line are rewritten."""
    lines = [yaml.safe_dump({name: value}, allow_unicode=True, default_style=style) for name, value in fields.items()]
    text = "---\nid: a1\n" + between + between.join(lines) + "---\nbody\n"
    result, _ = frontmatter.split(text)
    before = frontmatter.item(result, "f")
    if before is None:
        return
    again, body = frontmatter.split(changed(text, title=title, tags=("a", "净")))
    assert frontmatter.item(again, "f") == (before[0]._replace(title=title, tags=("a", "净")), before[1])
    assert body == "body\n"
