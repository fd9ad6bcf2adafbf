"""Writes the packaged sample of `jingdu.personal.rows`: features and labels of a few pages per corpus, without text.

    python -m jingdu.learn.train.sample corpora/*.jsonl.xz --out host/jingdu/weights

Run it after ``jingdu train``, as the features include scores.
"""

import argparse
from pathlib import Path
from typing import Final

import numpy as np

from jingdu.extractors import additive, fused, weight_files
from jingdu.learn.corpus import CORPUS, digest, load_all
from jingdu.learn.corpus.labelled import Labels, map_pages
from jingdu.learn.work import Progress
from jingdu.page.model import Page
from jingdu.personal import rows

PAGES: Final = 12
"""Pages of each corpus."""
MAX_BLOCKS: Final = 250


def _packed(page: Page, labels: Labels) -> str | None:
    if len(page.blocks) > MAX_BLOCKS or not labels.content.any():
        return None
    verdict = fused.judge(page)
    content = np.where(labels.tokens > 0, labels.content, np.array(verdict.keep))
    return rows.packed(rows.rows_of(page, verdict.scores, content.tolist()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", nargs="+", type=Path, help=CORPUS)
    parser.add_argument("--out", type=Path, default=Path(), help="folder of the file (default: here)")
    arguments = parser.parse_args()
    pages: list[str] = []
    for path in arguments.corpus:
        labelled = [example for example in load_all([path]) if example.text]
        candidates = labelled[:: max(1, len(labelled) // (2 * PAGES))][: 2 * PAGES]
        pages += map_pages(_packed, candidates, Progress())[:PAGES]
    data = {
        "format": rows.SAMPLE_FORMAT,
        "first": additive.load("support").digest,
        "provenance": {path.name: digest(path) for path in arguments.corpus},
    }
    written = arguments.out / f"{rows.SAMPLE}.json"
    written.write_text(weight_files.as_lines({**data, "pages": pages}, {}), "utf-8")
    print(written)


if __name__ == "__main__":
    main()
