"""The stored features of a corrected page, without words: the bins of some terms of paper W's sum, and the labels.

The packaged sample (`jingdu.learn.train.sample`) has the features of labelled pages, which an adjustment must not make
worse.
"""

import base64
import zlib
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from jingdu.extractors import additive
from jingdu.extractors.weight_files import bad_weights, fields, read
from jingdu.faults import Fault
from jingdu.features import Around, groups
from jingdu.features.columns import Cells, Numbers
from jingdu.page.model import Page
from jingdu.text.words import terms as words_of

COLUMNS: Final = (
    "tag grand_tag holder landmark hidden link_density links commas stops size first last density inline title "
    "title_filled after_title after_h1 since_heading since_prose to_prose dated since_date h1_before row_rank "
    "row_items row_plain row_share section_share section_plain names_low grand_names around around_low around_high "
    "cues cue_low heading_cues heading_names described in_body leads under_link decay repeats alike"
).split()
"""Columns of a block and its surroundings that an adjustment may use."""
MAX_BLOCKS: Final = 1000
"""Maximum blocks of a page with features; the first ones are taken."""
SAMPLE_FORMAT: Final = 1
SAMPLE: Final = "sample"
_STEP: Final = 8
"""Stored units per unit of a score."""
_MIDDLE: Final = 128
"""The stored value of a score of 0."""

Rows = Cells
"""(3 + terms, blocks): score, size, label (1 for wanted blocks), and the bin of each of `terms`."""


@cache
def terms() -> tuple[additive.Term, ...]:
    """The terms of the packaged first stage that an adjustment may change."""
    return tuple(term for term in additive.load("support").terms if not term.offset and term.column in COLUMNS)


def rows_of(page: Page, scores: Sequence[float], wanted: Sequence[bool]) -> Rows:
    """The rows of a page; ``scores`` are the extractor's without corrections, ``wanted`` is the user's choice."""
    profile = additive.load("support")
    blocks = len(page.blocks)
    grid = profile.grid(groups(page, profile.lexicon, Around.of(page)), blocks)
    rows = np.empty((3 + len(terms()), blocks), np.uint8)
    rows[0] = np.clip(np.floor(np.array(scores) * _STEP) + _MIDDLE, 0, 255)
    rows[1] = np.minimum(255, [round(4 * len(words_of(text)) ** 0.5) for text in page.blocks.texts])
    rows[2] = wanted
    for row, term in enumerate(terms(), 3):
        rows[row] = [grid.bin(term.column, 0, at) for at in range(blocks)]
    return rows[:, :MAX_BLOCKS]


def scores(rows: Rows) -> Numbers:
    """The extractor's scores in the rows; blocks with a score of 0 or more are kept."""
    result: Numbers = (rows[0].astype(float) - _MIDDLE) / _STEP
    return result


def sizes(rows: Rows) -> Numbers:
    """The approximate number of words of each block."""
    result: Numbers = (rows[1] / 4.0) ** 2
    return result


def packed(rows: Rows) -> str:
    """The rows, compressed and encoded as Base85."""
    return base64.b85encode(zlib.compress(rows.tobytes(), 9)).decode()


def unpacked(text: str) -> Rows:
    """The inverse of `packed`; raises ``ValueError`` if the rows do not fit the packaged weights."""
    try:
        decompressor = zlib.decompressobj()
        data = decompressor.decompress(base64.b85decode(text), (3 + len(terms())) * MAX_BLOCKS + 1)
    except zlib.error as error:
        raise ValueError("not compressed") from error
    if not decompressor.eof:
        raise ValueError("too short or too long")
    rows = np.frombuffer(data, np.uint8).reshape(3 + len(terms()), -1)
    bins = np.array([[len(term.support) for term in terms()]], dtype=np.int64).T
    if (rows[3:] >= bins).any() or (rows[2] > 1).any():
        raise ValueError("bins")
    return rows


@cache
def load_sample() -> list[Rows]:
    """The rows of the sample's pages; raises ``bad_weights`` if they do not fit the packaged weights."""
    with bad_weights():
        data = fields(read(SAMPLE), SAMPLE_FORMAT)
        if data["first"] != additive.load("support").digest:
            raise Fault("bad_weights")
        return [unpacked(page) for page in data["pages"]]
