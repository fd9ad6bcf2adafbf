"""Pages for property tests: hypothesis strategies, and the fixtures of ``tests/pages``."""

from pathlib import Path

from hypothesis import strategies as st

from jingdu.features import Around, Columns, groups, plain_groups
from jingdu.features.words import Lexicon
from jingdu.page.model import Page, Verdict
from jingdu.page.parse import decode, parse

FOLDERS = sorted(path.parent for path in (Path(__file__).parent.parent / "pages").glob("*/page.html"))

_WORDS = st.sampled_from("otter rivers, mill. The in 古桥 修缮，完工。 石匠 GPT4 oven; road".split())
_TEXT = st.lists(_WORDS, min_size=1, max_size=12).map(" ".join)


def _element(tag: str, attributes: str, inside: str) -> str:
    return f"<{tag}{attributes}>{inside}</{tag}>"


def _inline() -> st.SearchStrategy[str]:
    link = st.builds(_element, st.just("a"), st.sampled_from([' href="/x"', ' href="/story/1.html" class="k"']), _TEXT)
    mark = st.builds(_element, st.sampled_from(["b", "span"]), st.sampled_from(["", ' class="hl"']), _TEXT)
    return st.lists(_TEXT | link | mark, min_size=1, max_size=4).map(" ".join)


def paragraphs() -> st.SearchStrategy[str]:
    """Containers without nested containers."""
    return st.builds(_element, st.sampled_from(["p", "li", "td"]), st.sampled_from(["", ' class="x y"']), _inline())


def bodies() -> st.SearchStrategy[str]:
    """Nested containers with paragraphs, links and text between them."""
    tags = st.sampled_from(["div", "section", "nav", "table", "form", "x-box", "ul"])
    return st.recursive(
        st.builds(_element, st.sampled_from(["p", "li", "h2"]), st.sampled_from(["", ' class="x"']), _inline()),
        lambda inner: st.builds(
            lambda tag, loose, kids: f"<{tag}>{loose}{''.join(kids)}</{tag}>",
            tags,
            st.sampled_from(["", "", "Otter news. ", '<a href="/">Home</a> ']),
            st.lists(inner, min_size=1, max_size=4),
        ),
        max_leaves=14,
    )


def pages() -> st.SearchStrategy[Page]:
    """Parsed pages with a title."""
    titles = st.sampled_from(["Otter mill - Gazette", "古桥修缮_新闻_港湾日报", "The mill on the road", "", "- _"])
    return st.builds(
        lambda title, parts: parse(f"<html><head><title>{title}</title></head><body>{''.join(parts)}"),
        titles,
        st.lists(bodies(), min_size=1, max_size=4),
    )


def fixture(slug: str) -> Page:
    """The page fixture of that name."""
    folder = next(folder for folder in FOLDERS if folder.name == slug)
    return parse(decode((folder / "page.html").read_bytes()), f"https://example.org/{slug}")


def kept(page: Page, verdict: Verdict) -> list[str]:
    """The texts of the kept blocks."""
    return [block.text for block, keep in zip(page.blocks, verdict.keep, strict=True) if keep]


def unexplained(verdict: Verdict) -> list[int]:
    """The blocks whose contributions do not sum to their score."""
    assert verdict.explain is not None
    sums = [sum(reason.contribution for reason in verdict.explain(at)) for at in range(len(verdict.scores))]
    return [at for at, (one, other) in enumerate(zip(sums, verdict.scores, strict=True)) if abs(one - other) > 1e-9]


def columns(page: Page, lexicon: Lexicon) -> Columns:
    """Name → column of all features of a page, without a site profile."""
    return {name: column for group in groups(page, lexicon, Around.of(page)) for name, column in group.items()}


def plain(page: Page) -> Columns:
    """The columns that need no lexicon."""
    return {name: column for group in plain_groups(page, Around.of(page)) for name, column in group.items()}
