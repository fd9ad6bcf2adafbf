"""The index: exact search for Chinese character sequences, words and phrases, in all spellings.

Text is normalised, and positions map back to the original for snippets.
"""

import random
import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from jingdu.library.index import Index
from jingdu.library.index.query import parse
from jingdu.library.index.searching import _hits
from jingdu.library.index.snippets import Finder, snippet
from jingdu.protocol.items import Item
from jingdu.protocol.searching import Filters
from jingdu.text.fold import composed, fold, origins
from tests.support.made_articles import articles, item_of

NUMBER = 200


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    """An index of generated articles and of those in `OURS`."""
    opened = Index(tmp_path_factory.mktemp("library"), tmp_path_factory.mktemp("index"))
    for number, article in enumerate(articles(NUMBER)):
        opened.put(item_of(article, number), article.text)
    for title, text in OURS.items():
        opened.put(ours(title), text)
    yield opened
    opened.close()


OURS = {
    "繁體": "臺灣的軟體工程師用電腦寫程式，頭髮很長，後來發展得很好。",
    "简体": "大陆的软件工程师用电脑写程序，头发很长，后来发展得很好。",
    "Signs": "He writes C++ and C#, in a café in Ångström—not C. Straße, ﬁne, ＦＵＬＬ width, soft\u00adhyphen.",
    "断开": "这里说到芯，片和其他。另一段。",
    "稀有": "𠮷野家的牛丼，㐀字，ひらがなとカタカナ、ﾊﾝｶｸ、ｶﾞ、한국어를 합니다。😀 ภาษาไทย",
    "Machine": "The machine is learning. Machine-learning is not the same; machine   learning is.",
    "AI芯片": "AI芯片公司，iPhone15，3.5亿，第2代。",
    "Joined": "An e-mail to 3,000 people, a re-election in 1’234’567 places; see you there in state-of-the-art halls.",
    "Whole": "An email to 3000 people, a reelection in 1234567 places; therein 0.125 of 2,50.",
    "Marks": "كَتَبَ الطَّالِبُ هٰذا الكتـــاب. שָׁלוֹם עֲלֵיכֶם, בית־ספר",
}


def ours(title: str, **fields: Any) -> Item:
    return Item(**{"id": title, "folder": title, "title": title, "saved": "", **fields})


def found(index: Index, query: str) -> set[str]:
    return {hit.fields["title"] for hit in index.search(query, limit=10_000).items}


def test_chinese_phrase_search_matches_a_full_scan(index: Index) -> None:
    """For phrases from the texts and made-up ones."""
    rng = random.Random(5)
    whole = {a.title: [fold(composed(part)) for part in (a.title, a.text)] for a in articles(NUMBER)}
    labels = {a.title: [fold(one) for one in (a.byline, *a.tags, *a.keywords)] for a in articles(NUMBER)}
    texts = [parts[1] for parts in whole.values()]
    queries = {run for _ in range(120) if (run := random_run(rng, rng.choice(texts)))}
    queries |= {run[0] + run[-1] for run in sorted(queries)}
    assert len(queries) > 60
    for run in sorted(queries):
        true = {title for title in whole if any(run in part for part in (*whole[title], *labels[title]))}
        assert found(index, f'"{run}"') & whole.keys() == true, run


def random_run(rng: random.Random, text: str) -> str | None:
    """One to six consecutive Chinese characters of ``text``."""
    start = rng.randrange(len(text))
    run = text[start : start + rng.randint(1, 6)]
    return run if run and all("CJK UNIFIED" in unicodedata.name(char, "") for char in run) else None


BOTH = {"繁體", "简体"}
FOUND = {
    "软件": BOTH, "軟體": BOTH, "頭髮": BOTH, "头发": BOTH, "後來發展": BOTH, "后来": BOTH, "程序": BOTH,
    '"软件"': {"简体"}, '"程式"': {"繁體"},
    "c++": {"Signs"}, "C#": {"Signs"}, "cafe": {"Signs"}, "CAFÉ": {"Signs"}, "angstrom": {"Signs"},
    "strasse": {"Signs"}, "fine": {"Signs"}, "full": {"Signs"}, "ｆｕｌｌ": {"Signs"}, "softhyphen": {"Signs"},
    "cafe\u0301": {"Signs"},
    "芯片": {"AI芯片"}, "晶片": {"AI芯片"}, "芯，片": {"断开", "AI芯片"}, '"芯，片"': {"断开"},
    "𠮷": {"稀有"}, "𠮷野家": {"稀有"}, "吉野家": set(), "㐀": {"稀有"}, "ひらがな": {"稀有"}, "らが": {"稀有"},
    "ハンカク": {"稀有"}, "ガ": {"稀有"}, "か": set(), "국어": {"稀有"}, "합": {"稀有"}, "😀": {"稀有"},
    "ษาไ": {"稀有"},
    "كتب": {"Marks"}, "الطالب": {"Marks"}, "هذا": {"Marks"}, "كِتَاب": set(), "الكِتَاب": {"Marks"},
    "שלום": {"Marks"}, "שָׁלוֹם": {"Marks"}, "עליכם": {"Marks"}, "ספר": {"Marks"},
    '"machine learning"': {"Machine"}, '"machine is learning"': {"Machine"}, '"learning machine"': {"Machine"},
    "machine-learn": {"Machine"}, "AI芯片": {"AI芯片"}, "ai 芯片": {"AI芯片"}, "iphone15": {"AI芯片"},
    "3.5亿": {"AI芯片"},
    "email": {"Joined", "Whole"}, "e-mail": {"Joined", "Whole"}, "E\u2011Mail": {"Joined", "Whole"},
    "e-mai": {"Joined", "Whole"},
    "emails": set(), '"e-mail"': {"Joined"}, '"email"': {"Joined", "Whole"}, "reelection": {"Joined", "Whole"},
    "3000": {"Joined", "Whole"}, "3,000": {"Joined", "Whole"}, "3.000": {"Joined", "Whole"}, "300": {"Whole", "Joined"},
    "1,234,567": {"Joined", "Whole"}, "therein": {"Whole"}, "seeyou": set(), '"3000 places"': set(), "250": set(),
    "0125": set(), "state-of-affairs": set(), "-email people": set(), "email -e-mail": set(),
    "title:芯片": {"AI芯片"}, "title:公司": set(), "标题：芯片": {"AI芯片"},
    "tag:": {*OURS}, "-tag:": {*OURS}, "软件 -简体": {"繁體"}, "软件 -大陆": {"繁體"}, "后来 -\"軟體工程\"": {"简体"},
}  # fmt: skip


@pytest.mark.parametrize("query", FOUND)
def test_equivalent_spellings_are_found(index: Index, query: str) -> None:
    assert found(index, query) & OURS.keys() == FOUND[query]


def test_an_unfinished_word_matches_as_a_prefix(index: Index) -> None:
    assert [("Machine" in found(index, query)) for query in ("mach", "machin", "mach ", "machine ", '"mach"')] == [
        True, True, False, True, False,
    ]  # fmt: skip
    assert "Machine" in found(index, '"machine lear')


PIECES = [
    *"\"'()*^:-+{}[]“”「」 \0\ud800，芯片ab",
    *"AND NOT OR NEAR( tag: site: -tag: title: https:// {body}:".split(),
]


@given(query=st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_no_query_raises(index: Index, query: str) -> None:
    index.search(query, limit=3)
    index.search(query, Filters(tag=query, site=query, lang=query), sort="title", limit=3)


def test_phrases_do_not_match_across_labels(index: Index) -> None:
    item = ours("Labels", byline="Ann Lee", site="example.org", tags=("flood", "渡"), keywords=("river dam", "船"))
    index.put(item, "")
    assert "Labels" in found(index, '"river dam"') & found(index, "flood river") & found(index, '"ann lee"')
    for phrase in ("flood river", "lee example", "org flood", "渡船", "渡，船"):
        assert "Labels" not in found(index, f'"{phrase}"'), phrase
    index.remove(item.id)


def test_regional_variants_count_as_one_language(tmp_path: Path) -> None:
    """English by language, Chinese by script."""
    opened = Index(tmp_path, tmp_path)
    for at, lang in enumerate(("en", "en-US", "en-GB", "zh-Hans", "zh-CN", "zh-TW", "sr-Latn-RS", None)):
        opened.put(ours(f"Title {at}", lang=lang), "Some words.")
    facets = opened.search("", Filters()).facets
    assert facets and facets.langs == [("en", 3), ("zh-Hans", 2), ("sr-Latn", 1), ("zh-Hant", 1)]
    for lang, number in (*facets.langs, ("en-US", 1), ("zh", 3), ("sr", 1), ("ZH-hant", 1)):
        assert opened.search("", Filters(lang=lang)).total == number
    opened.close()


def test_filters_facets_and_pages_agree(index: Index) -> None:
    whole = index.search("", limit=10_000)
    assert whole.total == len(whole.items) == NUMBER + len(OURS)
    assert whole.facets
    for name, number in whole.facets.tags[:5]:
        part = index.search("", Filters(tag=name), limit=10_000)
        assert part.total == number == len(part.items)
        assert part.facets and part.facets.tags == whole.facets.tags != part.facets.sites  # for another choice
        assert all(name in hit.fields["tags"] for hit in part.items)
        assert index.search(f"tag:{name}").total == number
    for name, number in whole.facets.sites[:5]:
        assert index.search("", Filters(site=name)).total == index.search(f"site:{name}").total == number
    pages = [index.search("", offset=start, limit=50).items for start in range(0, whole.total, 50)]
    assert [hit.fields for page in pages for hit in page] == [hit.fields for hit in whole.items]


def test_pages_of_hits_have_no_maximum_length() -> None:
    """More hits than SQLite allows variables."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE item AS SELECT 300000 AS row, '{}' AS fields")
        assert len(_hits(connection, range(300_001), parse(""))) == 1


def test_sort_orders(index: Index) -> None:
    titles = [hit.fields["title"] for hit in index.search("", sort="title", ascending=True, limit=1000).items]
    assert titles.index("Machine") < titles.index("Signs") < titles.index("断开")
    assert titles.index("断开") < titles.index("繁體") < titles.index("简体")  # duàn, fán, jiǎn
    ids = [hit.fields["id"] for hit in index.search("", sort="saved", limit=5).items]
    assert ids == [f"j{NUMBER - 1 - number:019}" for number in range(5)]


def test_title_matches_rank_first(index: Index) -> None:
    index.put(ours("Elsewhere"), "kangaroo " * 3 + "text " * 50)
    index.put(ours("Kangaroo"), "text " * 50)
    try:
        assert [hit.title for hit in index.search("kangaroo").items] == [[("Kangaroo", True)], [("Elsewhere", False)]]
    finally:
        index.remove("Elsewhere")
        index.remove("Kangaroo")


def test_a_query_without_exact_match_finds_the_closest_article(index: Index) -> None:
    found = index.search("软件工程师的头发后来发展得怎么样")
    assert found.loose
    assert found.items[0].fields["title"] == "简体"
    assert any(is_match for _, is_match in found.items[0].snippet)
    assert not index.search("软件工程师").loose
    assert index.search("zzqq").total == index.search("zzqq xxkk").total == 0


@given(text=st.text(), cut=st.integers(0, 20))
def test_folding_is_incremental_and_positions_map_back(text: str, cut: int) -> None:
    assert fold(text[:cut]) + fold(text[cut:]) == fold(text)
    assert fold(fold(text)) == fold(text)
    places = origins(text, fold(text)) or range(len(text) + 1)
    assert len(places) == len(fold(text)) + 1
    assert list(places) == sorted(places)


@given(text=st.text() | st.text("aé\u0301ｶﾞ頭"))
def test_composing_is_idempotent_and_never_raises(text: str) -> None:
    assert composed(composed(text)) == composed(text)
    assert composed(text).encode().decode() == composed(text)


def test_the_character_tables_match_opencc() -> None:
    pytest.importorskip("opencc")
    from tests.library.make_variants import TABLES, tables

    for name, text in tables().items():
        assert (TABLES / name).read_text("utf-8") == text


def marks(body: str, query: str) -> list[str]:
    return [text for text, is_match in snippet(composed(body), Finder(parse(query).terms)) if is_match]


FILL = "这一段什么也没有说。" * 700 + "And nothing is said here either. " * 100
MARKS = {
    "软件": ("臺灣的軟體和软件", ["軟體", "软件"]),
    "cafe": ("un Café, cafés", ["Café", "cafés"]),
    "cafe ": ("un Café, cafés", ["Café"]),
    '"a b"': ("a, b; ab; a\n b", ["a, b", "a b"]),
    "conv": ("Conversion reconv", ["Conversion"]),
    "strasse": ("die Straße hier", ["Straße"]),
    "芯片": ("AI芯片，芯，片", ["芯片"]),
    "softhyphen": ("a soft\u00adhyphen!", ["soft\u00adhyphen"]),
    "c++": ("C and C++ code", ["C++"]),
    "ab ": ("abc ab", ["ab"]),
    "𠮷野": ("在𠮷野家", ["𠮷野"]),
    "国 家": ("国家", ["国", "家"]),
    "email": ("an E-Mail, e-mails, emails; em, ail", ["E-Mail", "e-mails", "emails"]),
    "email ": ("an E-Mail, e-mails, email", ["E-Mail", "email"]),
    "e-mail ": ("an email, e-mail", ["email", "e-mail"]),
    "3000 ": ("3,000 or 3000, 13,000, 3,0001", ["3,000", "3000"]),
    "3,000 ": ("3000人 and 3,000", ["3000", "3,000"]),
}


def test_snippets_start_shortly_before_the_match() -> None:
    """On a phone it is in the first line: after at most 28 Latin letters or 14 Chinese characters."""
    for before, most in ((FILL, 28), (FILL[:7000], 14)):
        words, *_ = snippet(composed(f"{before}quokka{FILL}"), Finder(parse("quokka").terms))
        assert most // 2 < len(words[0]) <= most and not words[1]


@pytest.mark.parametrize("query", MARKS)
@pytest.mark.parametrize("before", ["", FILL], ids=["at the start", "late in the text"])
def test_snippets_mark_the_original_text(query: str, before: str) -> None:
    body, expected = MARKS[query]
    assert marks(f"{before}{body}。{FILL}", query) == expected
