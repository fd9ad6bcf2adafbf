"""The adjustment that is learned from all corrected pages, and the stored features of a corrected page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jingdu.corrections import adjustment, record
from jingdu.corrections.adjustment import Adjustment
from jingdu.corrections.keys import KINDS
from jingdu.corrections.record import Correction, SiteCorrections, Tally
from jingdu.extractors import additive, sited, weight_files
from jingdu.page.parse import parse
from jingdu.personal import background, learning, rows
from jingdu.personal.learning import CorrectedPage, learn
from jingdu.sites import ADJUSTMENT, files
from tests.corrections.gazette import address, html

Steps = Any


pytestmark = pytest.mark.usefixtures("own_home")


def result_of(steps: Steps) -> Adjustment:
    """Runs all steps; returns the result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: Adjustment = end.value
            return found


def corrected_page(site: int, number: int) -> CorrectedPage:
    """A page of the sample, corrected by a user who includes every ``li``."""
    known = rows.load_sample()
    page = np.array(known[(7 * site + number) % len(known)])
    tag = next(at for at, term in enumerate(rows.terms(), 3) if term.column == "tag")
    li = additive.load("support").bins["tag"].of(["li"])[0]
    page[2] = np.where(page[tag] == li, 1, rows.scores(page) >= 0)
    page[0] = np.where(page[tag] == li, 120, page[0])
    return CorrectedPage(f"{site}.example", f"2026-01-{number + 1:02}", page)


PAGES = [corrected_page(site, number) for site in range(6) for number in range(4)]


def test_stored_rows_round_trip_and_give_the_same_verdict() -> None:
    page = parse(html(0), address(0))
    verdict = sited.judge(page)
    made = rows.rows_of(page, verdict.scores, verdict.keep)
    assert (rows.unpacked(rows.packed(made)) == made).all()
    assert ((rows.scores(made) >= 0) == np.array(verdict.keep)).all()
    for text in ("", "!", rows.packed(made)[:-9], rows.packed(np.full_like(made, 255))):
        with pytest.raises(ValueError):
            rows.unpacked(text)


def test_the_packaged_sample_is_small_and_fits_the_weights() -> None:
    sample = rows.load_sample()
    assert len(sample) >= 40
    assert all((page[0] * page[2] * (rows.scores(page) >= 0)).any() for page in sample)  # keeps wanted text
    assert len(weight_files.read(rows.SAMPLE)) <= 200_000


def test_a_preference_on_all_sites_is_learned_deterministically() -> None:
    found = result_of(learn(PAGES, [page.rows for page in PAGES]))
    assert found.state == "active"
    assert 1 <= len(found.terms) <= adjustment.MAX_TERMS
    assert found.as_json() == result_of(learn(PAGES, [page.rows for page in PAGES])).as_json()
    assert adjustment.from_json(found.as_json()) == found


def test_an_adjustment_that_worsens_the_sample_is_rejected() -> None:
    opposite = [np.array(page.rows) for page in PAGES]
    for page in opposite:
        page[2] = rows.scores(page) >= 0
    assert result_of(learn(PAGES, opposite)).state == "rejected"


def test_a_preference_on_one_site_is_not_learned() -> None:
    plain = [page._replace(rows=np.array(page.rows)) for page in PAGES]
    for page in plain:
        if page.site != "0.example":
            page.rows[2] = rows.scores(page.rows) >= 0
    sample_of_all = [page.rows for page in PAGES]
    assert result_of(learn(plain, sample_of_all)).state == "rejected"
    assert result_of(learn([page for page in PAGES if page.site == "0.example"], sample_of_all)).state == "rejected"


def test_an_adjustment_is_applied_explained_and_ignored_if_invalid() -> None:
    page = parse(html(0), address(0))
    plain = sited.judge(page)
    look = additive.load("support")
    found = Adjustment("active", look.digest, {"tag": {"h1": -2.0}}, {"pages": 20, "when": "2026-01-01"})
    adjustment.write(found)
    heading = next(block.index for block in page.blocks if block.element.tag == "h1")
    adjusted = sited.judge(page)
    assert plain.keep[heading] and not adjusted.keep[heading]
    assert adjusted.explain
    reasons = adjusted.explain(heading)
    assert [reason.contribution for reason in reasons if reason.feature == "adjustment"] == [-2.0]
    assert sum(reason.contribution for reason in reasons) == pytest.approx(adjusted.scores[heading])
    assert sited.judge(page, adjusted=False).scores == plain.scores
    for other in (found._replace(first="other"), found._replace(state="rejected")):
        adjustment.write(other)
        assert sited.judge(page).scores == plain.scores
    for damage in ("", "{}", found.as_json().replace("-2.0", "1e9"), "[" * 9999):
        Path(files.data_file(ADJUSTMENT)).write_text(damage, "utf-8")
        assert sited.judge(page).scores == plain.scores
        assert not os.path.exists(files.data_file(ADJUSTMENT))


def keep(pages: list[CorrectedPage]) -> None:
    """Stores the pages as corrected pages."""
    for at, page in enumerate(pages):
        record.files.change(page.site, lambda kept, at=at, page=page: _put(kept, at, page))  # type: ignore[misc]


def _put(kept: SiteCorrections, at: int, page: CorrectedPage) -> bool:
    tables: list[Mapping[int, Tally]] = [{} for _ in KINDS]
    kept.replace(at, Correction(at, kept.salt, page.when, [], None, None, tables, rows.packed(page.rows)))
    return True


def test_an_adjustment_is_learned_when_idle_if_there_are_enough_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "load_sample", lambda: [page.rows for page in PAGES])
    keep(PAGES[: learning.NEEDED - 1])
    list(background.when_idle())
    assert adjustment.load() is None
    keep(PAGES[: learning.NEEDED])
    list(background.when_idle())
    found = adjustment.load()
    assert found and found.state == "active" and found.provenance["pages"] == learning.NEEDED
    assert adjustment.undo() and not adjustment.undo()
    list(background.when_idle())
    assert (adjustment.load() or found).state == "removed"
    keep([page._replace(site="more.example") for page in PAGES[: background.MIN_CHANGE]])
    list(background.when_idle())
    assert (adjustment.load() or found).provenance["pages"] == learning.NEEDED + background.MIN_CHANGE
