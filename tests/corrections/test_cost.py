"""The CPU time and the benefit of corrections."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from jingdu.__main__ import main
from jingdu.extractors import sited
from jingdu.handlers import correcting
from jingdu.page.parse import parse
from jingdu.protocol.correcting import Correct
from jingdu.reading import with_corrections
from jingdu.text.words import terms
from tests.corrections.gazette import NOTE, PROMO, SITE, address, html


@pytest.mark.usefixtures("own_home")
def test_applying_corrections_costs_less_than_the_extraction() -> None:
    extra = "".join(f"<div class=row><p>{terms(f'line {at}')} of a long page, {at}.</p></div>" for at in range(300))
    for at in range(3):
        correcting.correct(Correct(1, html(at, extra=extra), address(at), (), (5,)))
    page = parse(html(4, extra=extra), address(4))
    verdict = sited.judge(page)
    assert with_corrections(page, verdict).corrected

    def seconds(corrected: bool) -> float:
        start = time.process_time()
        verdict = sited.judge(page)
        if corrected:
            with_corrections(page, verdict)
        return time.process_time() - start

    pairs = [(seconds(True), seconds(False)) for _ in range(30)]
    assert min(pair[0] for pair in pairs) < 1.7 * min(pair[1] for pair in pairs)


def test_simulated_corrections_fix_other_pages_of_the_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "made.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for number in range(6):
            blocks = [block.text for block in parse(html(number)).blocks]
            text = "\n".join([*blocks[2:5], blocks[6], NOTE.format(number)])
            assert PROMO not in text
            row = {"id": str(number), "html": html(number), "text": text, "url": address(number), "site": SITE}
            lines.write(json.dumps(row) + "\n")
    assert main(["evaluate", "--corrections", "2", str(file)]) == 0
    printed = capsys.readouterr().out.splitlines()[1].split()
    before, after = float(printed[3]), float(printed[5])
    assert printed[:3] == ["made", "1", "1.0"]  # two clicks on the first page, none on the second
    assert before > 0.1 and after < 0.01
