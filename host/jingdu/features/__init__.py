"""Features of blocks: named columns with one value per block.

They are those of paper W (characters, punctuation, ``nbsp``, ``b``, ``br``), links, tags and landmarks, words in class
and id, position, windows, siblings of the same shape, overlap with the title, and the subtree into which paper D
descends. Numbers are binned at learned edges, strings are categories.

To add a feature, add its column to one of the modules and train again. Do not add a column that is constant within a
page: it cannot tell blocks apart and overfits the corpus (three of them cost 0.007 of F1 on held-out sites).
"""

from collections.abc import Iterator

from jingdu.features import containers, evidence, place, prose, words
from jingdu.features.columns import Column, Columns, Sums
from jingdu.features.containers import Around
from jingdu.features.words import Lexicon
from jingdu.page.model import Page
from jingdu.sites.profile import SiteProfile

__all__ = ["Around", "Column", "Columns", "groups", "lexical_groups", "plain_groups"]


def groups(page: Page, lexicon: Lexicon, around: Around, site: SiteProfile | None = None) -> Iterator[Columns]:
    """Yields all features in groups of columns, so that a caller that bins each group never holds all of them.

    The page must have at least one block; ``site`` is the profile of its site, if any.
    """
    yield from plain_groups(page, around)
    yield from lexical_groups(page, lexicon, around)
    yield evidence.site_columns(page, site)


def plain_groups(page: Page, around: Around) -> Iterator[Columns]:
    """Yields the features that do not need the lexicon."""
    text = prose.text_columns(page.blocks)
    chars, size, stops, numeric = text["chars"], text["size"], text["stops"], text["digits"] > 0
    yield text
    del text
    inline = prose.inline_columns(page.blocks, chars)
    links = inline["link_density"]
    yield inline
    del inline
    sums = Sums(size, links, stops)
    del stops
    own = containers.container_columns(page, around)
    tags = own["tag"]
    yield own
    del own
    yield place.title_columns(page, chars, tags)
    yield place.place_columns(page, sums, tags)
    yield place.window_columns(sums, len(page.blocks))
    yield containers.holder_columns(around, sums)
    yield containers.shape_columns(around, size, links, chars)
    chain = place.descent(page, sums.plain)
    yield place.decay_columns(page, sums, chain)
    yield place.preceding_columns(page, tags, numeric, links, sums, place.core(page, chain))
    yield containers.region_columns(around.regions, sums)
    yield evidence.evidence_columns(page)


def lexical_groups(page: Page, lexicon: Lexicon, around: Around) -> Iterator[Columns]:
    """Yields the features that need the lexicon: supports of words in texts and in class and id names."""
    cues, names = words.cue_columns(page.blocks, lexicon), words.name_columns(page, around, lexicon)
    yield cues
    yield names
    yield containers.heading_columns(around.regions, cues["cues"], names["names"])
