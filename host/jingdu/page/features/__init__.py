"""What is known of each block, by name: one column a feature, one value a block.

Paper W's features (characters, punctuation, ``nbsp``, ``b``, ``br``) are here with the
product's own: links, tags and landmarks, the words of class and id, place in the page,
windows, siblings of the same shape, title overlap, and the subtree that information decay
(paper D) descends into. Numbers are binned by learned edges, strings are their own bins.

To add a feature: give its column a name in one of the modules and train again.
A column that is the same for all blocks of a page is of no use in a sum over blocks: it only
learns the corpus by heart (with three of them, F1 on held-out sites fell by 0.007 in a trial).
"""

from __future__ import annotations

from jingdu.page.features.columns import Columns, Sums
from jingdu.page.features.containers import container_columns, holder_columns, shape_columns
from jingdu.page.features.descent import decay_columns
from jingdu.page.features.place import place_columns, title_columns, window_columns
from jingdu.page.features.prose import inline_columns, text_columns
from jingdu.page.features.words import cue_columns, name_columns
from jingdu.page.lexicon import Lexicon
from jingdu.page.model import Page


def columns(page: Page, lexicon: Lexicon) -> Columns:
    """All features of the page's blocks by name; every column has one value a block."""
    return {**plain_columns(page), **lexical_columns(page, lexicon)}


def plain_columns(page: Page) -> Columns:
    """The features that need no lexicon."""
    table = {**text_columns(page.blocks), **inline_columns(page.blocks)}
    sums = Sums(table)
    return {
        **table,
        **container_columns(page),
        **title_columns(page),
        **place_columns(page, sums),
        **window_columns(sums, len(page.blocks)),
        **holder_columns(page, sums),
        **shape_columns(page, table),
        **decay_columns(page, sums),
    }


def lexical_columns(page: Page, lexicon: Lexicon) -> Columns:
    """The supports of the words of texts, and of the class and id names of containers."""
    return {**cue_columns(page.blocks, lexicon), **name_columns(page, lexicon)}
