"""Makes the packaged sample of `jingdu.personal.rows`: features and labels of a few pages per corpus, without text.

Run it after the training of ``fused``, as the features include its scores.
"""

from operator import attrgetter
from typing import Any, Final

import numpy as np

from jingdu.extractors import additive, fused, weight_files
from jingdu.learn.corpus import Example, grouped
from jingdu.learn.corpus.labelled import Labels, map_pages
from jingdu.learn.work import Report
from jingdu.page.model import Page
from jingdu.personal import rows

PAGES: Final = 12
"""Maximum pages of each corpus."""
MAX_BLOCKS: Final = 250


def train(examples: list[Example], seed: int, report: Report, provenance: dict[str, Any]) -> dict[str, str]:
    """A trainer (see ``jingdu.learn.train.trainers``): ``sample.json``."""
    pages: list[str] = []
    for labelled in grouped((example for example in examples if example.text), attrgetter("corpus")).values():
        candidates = labelled[:: max(1, len(labelled) // (2 * PAGES))][: 2 * PAGES]
        pages += map_pages(_packed, candidates, report)[:PAGES]
    head = {"format": rows.SAMPLE_FORMAT, "first": additive.load("support").digest, "provenance": provenance}
    return {f"{rows.SAMPLE}.json": weight_files.as_lines({**head, "pages": pages}, {})}


def _packed(page: Page, labels: Labels) -> str | None:
    if len(page.blocks) > MAX_BLOCKS or not labels.content.any():
        return None
    verdict = fused.judge(page)
    content = np.where(labels.tokens > 0, labels.content, np.array(verdict.keep))
    return rows.packed(rows.rows_of(page, verdict.scores, content.tolist()))
