"""The features of a corrected page's blocks, without a word: the bins of a few terms of paper W's sum, and labels.

The packaged sample, by `jingdu.learn.train.sample`, has those of labelled pages that an adjustment must not worsen.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from jingdu.extractors import additive
from jingdu.extractors.additive import Term
from jingdu.extractors.weight_files import fields, fitting, read
from jingdu.faults import Fault
from jingdu.features import Around, groups
from jingdu.page.model import Page
from jingdu.text.words import terms as words_of

COLUMNS: Final = (
    "tag grand_tag holder landmark hidden link_density links commas stops size first last density inline title "
    "title_filled after_title after_h1 since_heading since_prose to_prose dated since_date h1_before row_rank "
    "row_items row_plain row_share section_share section_plain names_low grand_names around around_low around_high "
    "cues cue_low heading_cues heading_names described in_body leads under_link decay repeats alike"
).split()
"""Columns that an adjustment may look at: of the block itself and of where it stands."""
MAX_BLOCKS: Final = 1000
"""Blocks of a page of which features are kept: the ones from the first."""
SAMPLE_FORMAT: Final = 1
SAMPLE: Final = "sample"
_STEP: Final = 8
_MIDDLE: Final = 128

Rows = NDArray[np.uint8]
"""(3 + terms, blocks): score, size, whether the block is wanted, and the bin of each of `terms`."""


@cache
def terms() -> tuple[Term, ...]:
    """The terms of the packaged first stage that an adjustment may weigh anew."""
    profile = additive.load("support")
    return tuple(term for term in profile.terms if not term.offset and term.column in COLUMNS)


def rows_of(page: Page, scores: Sequence[float], wanted: Sequence[bool]) -> Rows:
    """The rows of a page that has ``scores`` by the reader alone."""
    look = additive.load("support")
    blocks = len(page.blocks)
    grid = look.grid(groups(page, look.lexicon, Around.of(page)), blocks)
    found = np.empty((3 + len(terms()), blocks), np.uint8)
    found[0] = np.clip(np.floor(np.array(scores) * _STEP) + _MIDDLE, 0, 255)
    found[1] = np.minimum(255, [round(4 * len(words_of(text)) ** 0.5) for text in page.blocks.texts])
    found[2] = wanted
    for row, term in enumerate(terms(), 3):
        found[row] = [grid.bin(term.column, 0, at) for at in range(blocks)]
    return found[:, :MAX_BLOCKS]


def scores(rows: Rows) -> NDArray[np.float64]:
    """The reader's scores; 0 and above are kept."""
    found: NDArray[np.float64] = (rows[0].astype(float) - _MIDDLE) / _STEP
    return found


def sizes(rows: Rows) -> NDArray[np.float64]:
    """The words of the blocks, roughly."""
    found: NDArray[np.float64] = (rows[1] / 4.0) ** 2
    return found


def packed(rows: Rows) -> str:
    """As text."""
    return base64.b85encode(zlib.compress(rows.tobytes(), 9)).decode()


def unpacked(text: str) -> Rows:
    """The rows in a text; raises ``ValueError`` where they do not fit the packaged weights."""
    try:
        opened = zlib.decompressobj()
        data = opened.decompress(base64.b85decode(text), (3 + len(terms())) * MAX_BLOCKS + 1)
    except zlib.error as error:
        raise ValueError("not compressed") from error
    if not opened.eof:
        raise ValueError("too short or too long")
    rows = np.frombuffer(data, np.uint8).reshape(3 + len(terms()), -1)
    outside = np.array([[len(term.support) for term in terms()]], dtype=np.int64).T
    if (rows[3:] >= outside).any() or (rows[2] > 1).any():
        raise ValueError("bins")
    return rows


@cache
def load_sample() -> list[Rows]:
    """The rows of its pages. Raises ``Fault`` ``bad_weights`` where they are not those of the packaged weights."""
    with fitting():
        data = fields(read(SAMPLE), SAMPLE_FORMAT)
        if data["first"] != additive.load("support").digest:
            raise Fault("bad_weights")
        return [unpacked(page) for page in data["pages"]]
