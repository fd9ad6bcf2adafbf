"""``jingdu learn``: status, on and off, undo, forget, export and import."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from jingdu.__main__ import main
from jingdu.cli.dispatch import NO_INPUT
from jingdu.corrections import adjustment, record
from jingdu.corrections.adjustment import Adjustment
from jingdu.handlers import correcting, reading, saving
from jingdu.learn.corpus import load
from jingdu.protocol import fields as parsing
from jingdu.protocol.correcting import Correct
from jingdu.protocol.reading import Extract
from jingdu.protocol.saving import Save
from tests.corrections.gazette import NOTE, PROMO, SITE, address, html


@pytest.fixture(autouse=True)
def home(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home with one corrected page."""
    monkeypatch.setenv("JINGDU_LIBRARY", str(own_home / "library"))
    correcting.correct(Correct(1, html(0), address(0), (7,), (5,)))


def learn(capsys: pytest.CaptureFixture[str], *options: object) -> str:
    capsys.readouterr()
    assert main(["learn", *map(str, options)]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def read(number: int) -> str:
    fields: dict[str, Any] = {"id": 1, "html": html(number), "url": address(number), "everything": False}
    return reading.extract(Extract(selection=None, extractor=None, **fields)).article["html"]


def is_corrected(number: int) -> bool:
    text = read(number)
    return PROMO not in text and NOTE.format(number) in text


def test_status_off_on_undo_and_forget(capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{SITE}: 1 corrected page, 20" in learn(capsys, "--status")
    assert is_corrected(1)
    learn(capsys, "--off")
    assert "neither kept nor used" in learn(capsys, "--status") and not is_corrected(1)
    learn(capsys, "--on")
    adjustment.write(Adjustment("active", "x", {}, {"pages": 20, "when": "2026-01-01"}))
    assert "adjusted from 20 corrected pages" in learn(capsys, "--status")
    learn(capsys, "--undo")
    assert "it needs 20 corrected pages" in learn(capsys, "--status") and is_corrected(1)
    assert "forgotten" in learn(capsys, "--forget", f"www.{SITE}")
    assert not is_corrected(1) and SITE not in learn(capsys, "--status")
    correcting.correct(Correct(1, html(0), address(0), (7,), (5,)))
    assert "1 site forgotten" in learn(capsys, "--forget-all")
    for wrong in (("--forget", "other.example"), ("--forget", ""), ("--undo",), ("--import", "missing.jsonl")):
        assert main(["learn", *wrong]) == NO_INPUT


def test_an_export_contains_no_words_and_can_be_imported(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "corrections.jsonl"
    assert "1 corrected page" in learn(capsys, "--export", file)
    (line,) = map(json.loads, file.read_text("utf-8").splitlines())
    assert line.keys() == {"id", "site", "correction"}
    line["correction"].pop("features")
    assert not set(re.findall(r"[a-z]{4,}", html(0).lower())) & set(
        re.findall(r"[a-z]{4,}", json.dumps(line["correction"]))
    ) - {"title"}
    assert load(file) == []
    learn(capsys, "--forget-all")
    assert not is_corrected(1)
    assert "Corrected pages added: 1 (sites: 1)" in learn(capsys, "--import", file)
    assert is_corrected(1)
    assert "Corrected pages added: 0" in learn(capsys, "--import", file)
    assert correcting.correct(Correct(1, html(2), address(2), (7,), (5,))).pages == 2 and is_corrected(3)


def test_an_export_with_pages_is_a_corpus(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    fields = parsing.Fields({"id": 1, "html": html(0), "url": address(0), "private": False, "everything": False})
    saving.save(parsing.read(Save, fields)._replace(fetch_pictures=False))
    file = tmp_path / "corpus.jsonl"
    learn(capsys, "--export", file, "--with-pages")
    (example,) = load(file)
    assert example.site == SITE and example.html == html(0)
    assert NOTE.format(0) in example.text and PROMO not in example.text


def test_re_read_applies_corrections(capsys: pytest.CaptureFixture[str]) -> None:
    learn(capsys, "--off")
    fields = parsing.Fields({"id": 1, "html": html(0), "url": address(0), "private": False, "everything": False})
    item = saving.save(parsing.read(Save, fields)._replace(fetch_pictures=False)).item
    assert item
    learn(capsys, "--on")
    main(["re-read", item.id])
    assert "changed" in capsys.readouterr().out
    main(["show", item.id])
    printed = capsys.readouterr().out
    assert PROMO not in printed and NOTE.format(0) in printed


@pytest.mark.parametrize("text", ["{}", "[]", "nothing", '{"site": "x.example", "correction": {}}', "[" * 9999])
def test_a_file_without_corrections_is_rejected(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(text, "utf-8")
    assert main(["learn", "--import", str(file)]) == NO_INPUT
    assert "no corrections in it" in capsys.readouterr().err
    assert [kept.site for kept in record.files.all()] == [SITE]
