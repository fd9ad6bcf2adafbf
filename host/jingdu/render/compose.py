"""Composes the Article from kept blocks: mark, walk, clean, add metadata."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import asdict, replace
from itertools import compress
from types import MappingProxyType
from typing import Final

from jingdu.page.blocks import CONTAINERS
from jingdu.page.metadata import metadata
from jingdu.page.metadata.head import opening
from jingdu.page.model import Block, Element, Page
from jingdu.page.query import HEADINGS, outwards
from jingdu.render import admonitions, captions, code, leftovers, maths, notes, steps, tabs, tex
from jingdu.render.article import Article
from jingdu.render.clean import clean
from jingdu.render.images import repeated
from jingdu.render.lead import lead_picture, with_declared
from jingdu.render.openers import OPENERS, deck, figures
from jingdu.render.walk import Opener, Walk, around, mark
from jingdu.render.writer import Writer
from jingdu.text.addresses import Addresses
from jingdu.text.language import minutes

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def compose(
    page: Page, keep: Sequence[bool], extractor: str, *, numbered: bool = False, thread: bool = False,
    trimmed: bool = False, known: Mapping[str, str] = NOTHING, included: Set[int] = frozenset(),
    excluded: Sequence[int] = (),
) -> Article:  # fmt: skip
    """The article of the blocks in ``keep``; does not change ``page.root``.

    ``numbered`` adds an anchor at the start of each block. ``thread`` renders posts, if any are found. ``trimmed``
    removes `leftovers`, and trailing headings without text below them, but no blocks that the user ``included``.
    ``known`` is metadata chosen by the user. Formulas in blocks that the user ``excluded``, and captions around these
    blocks, are removed too.
    """
    kept = list(compress(page.blocks, keep))
    facts = metadata(page, kept)
    own: dict[Element, Opener] = {}
    if thread:
        from jingdu.render import posts  # lazily, since few pages are threads

        own, kept, facts = posts.openers(page, keep, kept, facts)
    if known:
        facts = replace(facts, **known)
    if not facts.title and kept and kept[0].element.tag in HEADINGS:
        facts = replace(facts, title=opening([kept[0].text]))
    if trimmed:
        kept = leftovers.without(kept, facts, included)
    base = next((href for base in page.by_tag["base"] if (href := base.get("href"))), "")
    addresses = Addresses(page.url, base)
    found = notes.find(page, kept, addresses)
    kept = found.kept
    writer = Writer(facts.title, found.names)
    image = addresses.absolute(facts.image)
    leads = True
    if kept:
        top = around(kept)
        walk = _prepared(page, top, found, addresses, writer, own, kept if numbered else (), excluded)
        walk.media.icons = repeated(page)
        leads = lead_picture(walk.media, top, image)
        walk.run(walk.marks)
        found.write_moved(walk)
        if trimmed and kept[-1].index not in included:
            writer.trim()
    html = writer.html(addresses.here)
    if image and not leads:
        html = with_declared(html, walk.media, page, kept, image)
    html = code.joined(steps.joined(captions.without_lone_captions(html)))
    if tex.occurs(kept):
        html = tex.formulas(html)
    lead = image or next(iter(walk.media.seen), None) if kept else image
    facts = replace(facts, title=facts.title or opening(block.text for block in kept), image=lead)
    return Article(
        **asdict(facts), url=addresses.link(page.url), html=clean(maths.displayed(html)), truncated=page.truncated,
        reading_time=minutes(" ".join([block.text for block in kept])), extractor=extractor,
    )  # fmt: skip


def _prepared(
    page: Page, top: Element, found: notes.Notes, addresses: Addresses, writer: Writer, own: Mapping[Element, Opener],
    numbered: Sequence[Block], excluded: Sequence[int],
) -> Walk:  # fmt: skip
    """The walk under ``top``, which writes the blocks and notes that were ``found``; ``own`` are openers of posts."""
    buttons = (button for caption in page.by_tag["figcaption"] for button in caption.iter("button"))
    formulas = maths.find(page, top)
    formulas |= dict.fromkeys((*code.widgets(page), *buttons, *_formulas_and_captions(page, excluded, formulas)), "")
    marks = mark(page, top, found.kept, formulas, found.openers)
    openers = {**admonitions.openers(marks), **tabs.openers(marks), **figures(marks), **deck(page, found.kept[0])}
    openers |= {**own, **found.openers}
    return Walk(OPENERS, marks, formulas, addresses, writer, found.targets, openers, numbered)


def _formulas_and_captions(page: Page, blocks: Sequence[int], formulas: Iterable[Element]) -> Iterator[Element]:
    """The ``formulas`` in the text of ``blocks``, and the captions around these blocks."""
    elements = {page.blocks[at].element for at in blocks}
    for element in elements:
        yield from (step for step in outwards(element) if step.tag == "figcaption")
    for formula in formulas if elements else ():
        if next((step for step in formula.iterancestors() if step.tag in CONTAINERS), None) in elements:
            yield formula
