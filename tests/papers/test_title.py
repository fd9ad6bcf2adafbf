"""Paper T: containers with few links, much punctuation and words of the title."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from jingdu import extractors
from jingdu.extractors import weight_files
from jingdu.extractors.relevance import Relevance
from jingdu.extractors.title import CONTAINERS, Measure, Settings, from_json, judge, measures, owners_of, title_of
from jingdu.learn.train import title as learning
from jingdu.page.model import Page
from jingdu.page.parse import parse
from jingdu.text.words import words
from tests.support import grown_pages
from tests.support.grown_pages import kept, unexplained

PUBLISHED = Settings(0.03, 0.1, 1)

NEWS = """<title>古桥修缮完工_新闻_港湾日报</title><body>
<div id=top><a href=/>首页</a> <a href=/n>新闻</a></div>
<div id=main><h1>古桥修缮完工</h1><p>石匠修补桥墩，重砌拱石。</p><p>古桥，老了。</p>
<div id=ad>茶叶，上市，打折，快来！</div></div>
<div id=foot>港湾日报，版权所有，未经许可，不得转载。</div>"""


def test_container_measures_worked_example() -> None:
    """Title terms of 古桥修缮完工: 古桥, 修缮, 完工.

    top: y 5, z 4, x 0, s 0. main, without its inner div: 6 + 12 + 6 characters, no links, 2 + 2 marks
    (4/24 = .17 ≥ .1), s = 3. ad: 12 characters, 4 marks, s 0. foot: 20 characters, 4 marks, s 0.
    """
    page = parse(NEWS)
    found = measures(page, owners_of(page))
    assert [*found.values()] == [Measure(5, 4, 0, 0), Measure(24, 0, 4, 3), Measure(12, 0, 4, 0), Measure(20, 0, 4, 0)]
    verdict = judge(page, PUBLISHED)
    assert kept(page, verdict) == ["古桥修缮完工", "石匠修补桥墩，重砌拱石。", "古桥，老了。"]
    assert verdict.scores == pytest.approx([0, 1, 1, 1, 2 / 3, 2 / 3])


@pytest.mark.parametrize(
    ("title", "cut"), [("古桥_新闻_日报", "古桥"), ("The mill - Gazette", "The mill - Gazette"), ("_x", "_x"), ("", "")]
)
def test_the_title_ends_at_the_first_underscore(title: str, cut: str) -> None:
    assert title_of(title) == cut


def test_relevance_worked_example() -> None:
    """Weights: otter 2, mill 1; parts of words and stop words do not count."""
    relevance = Relevance("The otter and the Otter mill")
    assert relevance.of("An OTTER by the mill.") == 3
    assert relevance.of("Otters and windmills and the") == 0
    assert Relevance("古桥修缮").of("修缮了古桥和古桥") == 2
    assert Relevance("").of("anything") == 0


def reference_keep(page: Page, profile: Settings) -> list[bool]:
    """The paper's steps, with each block's container looked up and measured again."""

    def owner(block_at: int) -> object:
        found = None
        for element in [page.blocks[block_at].element, *page.blocks[block_at].element.iterancestors()]:
            if element.tag == "nav":
                return None
            if found is None and (element.tag in CONTAINERS or "-" in element.tag or element is page.root):
                found = element
        return found

    keep = []
    for at in range(len(page.blocks)):
        own = owner(at)
        blocks = [block for block in page.blocks if own is not None and owner(block.index) is own]
        if not blocks:
            keep.append(False)
            continue
        text = " ".join(block.text for block in blocks)
        chars = sum(len(block.text) for block in blocks)
        marks = sum(character in ".,;:!?…·\"'()，。、；：！？“”‘’（）《》〈〉「」『』【】—" for character in text)
        few_links = sum(block.link_chars for block in blocks) / chars <= profile.links
        keep.append(few_links and marks / chars >= profile.punctuation and title_terms(page, text) >= profile.relevance)
    return keep


def title_terms(page: Page, text: str) -> int:
    """Step 3: counts each occurrence in the title of a term that the text contains."""
    title = page.title.split("_")[0].strip() or page.title
    of_text = words(text)
    return sum(term in text.lower() if "\u3400" <= term[0] <= "\u9fff" else term in of_text for term in words(title))


def check_agreement(page: Page, settings: Settings) -> None:
    verdict = judge(page, settings)
    assert verdict.keep == reference_keep(page, settings)
    assert unexplained(verdict) == []


@given(grown_pages.pages(), st.sampled_from([0.03, 0.3]), st.sampled_from([0.005, 0.05]), st.sampled_from([0, 1, 2]))
def test_matches_the_reference_implementation(page: Page, links: float, punctuation: float, relevance: float) -> None:
    check_agreement(page, Settings(links, punctuation, relevance))


@pytest.mark.parametrize("slug", ["zh-news", "en-blog"])
def test_matches_the_reference_implementation_on_fixtures(slug: str) -> None:
    check_agreement(grown_pages.fixture(slug), PUBLISHED)


def test_packaged_profiles() -> None:
    assert weight_files.loaded("title2015", from_json) == PUBLISHED
    learned = weight_files.loaded("title", from_json)
    assert learned.links in learning.LINKS and learned.relevance >= 1
    assert [extractors.get(name)(parse(NEWS)).extractor for name in ("title", "title2015")] == ["title", "title2015"]
