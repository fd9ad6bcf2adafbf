"""Corrections with real hosts: stored, applied to the page and its site, undone, forgotten, rejected if private."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.corrections.gazette import NOTE, PROMO, SITE, address, page
from tests.support.host_process import Port

Start = Callable[[], Port]


def blocks(port: Port, fields: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = port.result("explain", **fields, **more)["blocks"]
    return found


def number(port: Port, fields: dict[str, Any], words: str) -> int:
    """The index of the block that contains these words."""
    return next(at for at, block in enumerate(blocks(port, fields)) if words in block["text"])


def correct(port: Port, at: int, times: int = 1, **more: Any) -> Any:
    """Corrects a page: excludes the promotion, which is repeated ``times``, and includes the note."""
    fields = page(at, promo=PROMO * times)
    put_in, left_out = number(port, fields, NOTE.format(at)), number(port, fields, PROMO[:30])
    return port.result("correct", **fields, put_in=[put_in], left_out=[left_out], **more)


def text(port: Port, fields: dict[str, Any], **more: Any) -> str:
    return str(port.result("extract", **fields, **more)["article"]["html"])


def is_corrected(html: str, at: int) -> bool:
    return PROMO not in html and NOTE.format(at) in html


def files(home: Path) -> list[Path]:
    return [path for path in home.rglob("corrections/*") if path.is_file()]


def test_a_correction_applies_to_read_save_and_explain(start: Start) -> None:
    port = start()
    assert not is_corrected(text(port, page(0)), 0)
    assert correct(port, 0, title_at=number(port, page(0), "Keepers")) == {"site": SITE, "pages": 1}
    article = port.result("extract", **page(0))["article"]
    assert is_corrected(article["html"], 0)
    assert article["title"].startswith("Keepers polished")
    assert article["corrected"] == {"page": True, "site": 0}
    moved = [block for block in blocks(port, page(0)) if block["corrected"]]
    assert [(block["corrected"], block["kept"]) for block in moved] == [("page", False), ("page", True)]
    item = port.result("save", **page(0), fetch_pictures=False, everything=False)["item"]
    assert is_corrected(port.result("open_item", item=item["id"])["article"]["html"], 0)
    alone = port.result("extract", **page(0), uncorrected=True)["article"]
    assert not is_corrected(alone["html"], 0) and alone["corrected"] is None
    assert port.result("extract", **page(0), title_at=None)["article"]["title"].startswith("Lighthouse")


def test_a_correction_applies_to_a_slightly_changed_page(start: Start) -> None:
    port = start()
    correct(port, 0)
    changed = page(0, extra="<p>A line that was added later, as the keeper had forgotten to mention it.</p>",
                   promo=f"Since Monday: {PROMO}")  # fmt: skip
    html = text(port, changed)
    assert PROMO not in html and NOTE.format(0) in html and "added later" in html


@pytest.mark.parametrize("times", [1, 20])
def test_a_correction_applies_to_other_pages_of_the_site(start: Start, times: int) -> None:
    port, other = start(), page(1, promo=PROMO * times)
    correct(port, 0, times)
    article = port.result("extract", **other)["article"]
    assert is_corrected(article["html"], 1)
    assert article["corrected"] == {"page": False, "site": 1}
    assert {(block["corrected"], block["pages"]) for block in blocks(port, other)} == {("site", 1), (None, None)}
    correct(port, 2, times)
    assert {block["pages"] for block in blocks(port, page(3, promo=PROMO * times)) if block["corrected"]} == {2}


def test_two_corrections_exclude_new_text_at_the_same_position(start: Start) -> None:
    port = start()
    fresh = {"promo": "Whoever joins the harbour's friends before Sunday gets a mug with the lamp on it for nothing."}
    for at in (0, 1):
        correct(port, at)
    assert fresh["promo"] not in text(port, page(2, **fresh))


def thread(at: int) -> dict[str, Any]:
    """A request with a forum thread: a long question, and replies that look like a list of links."""
    question = "".join(
        f"<p>{count}. Birch number {at} lay in a meadow before the thaw, and it has been below a roof since spring, "
        "where the wind from the sea passes through it, so that its bark begins to come off at both ends.</p>"
        for count in range(9)
    )
    replies = (f"Two summers, says {at}.", "Thanks, that worked!", f"Not in {at} rainy years.", "Buy a moisture meter.")
    posts = "".join(
        f'<li class="reply"><a class="username" href="/members/{name}">{name}</a> <a href="#{day}">{day} days ago</a>'
        f'<div class="markdown"><p><a href="/members/annika">@annika</a> {text}</p></div><a href="#">Reply</a></li>'
        for day, (name, text) in enumerate(zip("bertil carla dagmar egon".split(), replies, strict=True), 2)
    )
    html = (
        f"<html lang=en><title>Birch {at}</title><body><ul class=nav><li><a href=/>Home</a></ul><h1>Birch {at}</h1>"
        f'<article itemtype="https://schema.org/DiscussionForumPosting">{question}</article>'
        f"<ul id=comments>{posts}</ul>"
    )
    return {"id": at + 1, "html": html, "url": f"https://board.example/threads/{at}", "private": False}


def test_excluding_a_reply_keeps_the_others(start: Start) -> None:
    port = start()
    replies = ("Two summers", "Thanks, that worked!", "Not in", "Buy a moisture meter.")
    assert all(reply in text(port, thread(0)) for reply in replies)
    port.result("correct", **thread(0), put_in=[], left_out=[number(port, thread(0), "Thanks")])
    for at in range(2):
        html = text(port, thread(at))
        assert [reply in html for reply in replies] == [True, False, True, True]


@pytest.mark.parametrize("kind", ["infobox", "data"])
def test_an_excluded_table_is_not_restored(start: Start, kind: str) -> None:
    """Tables between kept texts are restored after extraction, but not if the user has excluded them."""
    port = start()
    cells = ("Built", "1858", "Height", "31 m")
    facts = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in (cells[:2], cells[2:]))
    fields = page(0, extra=f'<table class="{kind}">{facts}</table>')
    assert "31 m" in text(port, fields)
    inside = [at for at, block in enumerate(blocks(port, fields)) if block["text"] in cells and block["kept"]]
    assert len(inside) == len(cells)
    port.result("correct", **fields, put_in=[], left_out=inside)
    assert "31 m" not in text(port, fields) and "Keepers" in text(port, fields)


def test_contradicting_corrections_weaken_each_other(start: Start) -> None:
    port = start()
    correct(port, 0)
    fields = page(1)
    port.result("correct", **fields, put_in=[number(port, fields, PROMO[:30])], left_out=[])
    assert PROMO in text(port, page(1))
    assert PROMO in text(port, page(2))
    assert PROMO not in text(port, page(0))


def test_a_correction_does_not_apply_to_another_template(start: Start) -> None:
    port = start()
    correct(port, 0)
    html = re.sub(r'(class|id)="(\w+)"', r'\1="new-\2"', page(1)["html"]).replace("div", "section")
    other = {**page(1), "html": html}
    assert port.result("extract", **other)["article"]["corrected"] is None


def test_corrections_can_be_undone_and_forgotten(start: Start, tmp_path: Path) -> None:
    port = start()
    before = text(port, page(0))
    correct(port, 0)
    assert port.result("uncorrect", url=address(0)) == {"site": SITE, "pages": 0}
    assert text(port, page(0)) == before and not files(tmp_path)
    for at in (0, 1):
        assert correct(port, at)["pages"] == at + 1
    assert correct(port, 1)["pages"] == 2
    known = port.result("corrections")
    assert [(site["site"], site["pages"], site["blocks"]) for site in known["sites"]] == [(SITE, 2, 4)]
    assert known["adjustment"]["state"] == "none" and known["adjustment"]["needed"] == 20
    assert port.result("forget_corrections", site=SITE)["sites"] == []
    assert text(port, page(0)) == before and not files(tmp_path)


def test_reverting_a_correction_manually_deletes_its_file(start: Start, tmp_path: Path) -> None:
    port = start()
    correct(port, 0)
    put_in, left_out = number(port, page(0), PROMO[:30]), number(port, page(0), NOTE.format(0))
    assert port.result("correct", **page(0), put_in=[put_in], left_out=[left_out])["pages"] == 0
    assert not files(tmp_path)


def test_corrections_are_neither_stored_nor_used_when_learning_is_off(start: Start) -> None:
    port = start()
    correct(port, 0)
    assert port.result("learn_from_corrections", on=False)["on"] is False
    assert not is_corrected(text(port, page(0)), 0)
    assert correct(port, 1)["pages"] == 1
    port.result("learn_from_corrections", on=True)
    assert is_corrected(text(port, page(0)), 0)


@pytest.mark.parametrize(
    "fields", [{"private": True}, {"private": None}, {"url": "file:///home/a.html"}, {"url": None}]
)
def test_corrections_of_private_windows_or_without_a_site_are_rejected(
    start: Start, tmp_path: Path, fields: dict[str, Any]
) -> None:
    request = {name: value for name, value in {**page(0), "put_in": [7], **fields}.items() if value is not None}
    assert start().ask({"action": "correct", "left_out": [5], **request})["fault"]["code"] == "bad_message"
    assert not files(tmp_path)


def test_two_browsers_share_corrections_and_correct_concurrently(start: Start) -> None:
    ports = [start(), start()]
    assert not is_corrected(text(ports[1], page(0)), 0)
    correct(ports[0], 0)
    assert is_corrected(text(ports[1], page(0)), 0)
    requests = []
    for at, port in enumerate(ports * 3, 1):
        left_out = number(port, page(at), "It was the")
        requests.append((port, {"action": "correct", **page(at), "put_in": [], "left_out": [left_out]}))
    for port, request in requests:
        port.send(request)
    assert all(port.receive()["ok"] for port, _ in requests)
    assert ports[0].result("corrections")["sites"][0]["pages"] == 7


def test_the_file_contains_no_words_of_the_page(start: Start, tmp_path: Path) -> None:
    correct(start(), 0)
    (file,) = files(tmp_path)
    assert file.stat().st_mode & 0o077 == 0
    kept = json.loads(file.read_text("utf-8"))
    assert kept.pop("site") == SITE
    for one in kept["pages"]:
        one.pop("features")  # compressed; see test_personal
    words = set(re.findall(r"[a-z]{4,}", page(0)["html"].lower()))
    assert not words & {*re.findall(r"[a-z]{4,}", json.dumps([list(one.values()) for one in kept["pages"]]).lower())}


def test_a_damaged_file_is_set_aside_and_reported(start: Start, tmp_path: Path) -> None:
    port = start()
    correct(port, 0)
    (file,) = files(tmp_path)
    cut, no_page = file.read_text("utf-8")[:200], '{"format": 1, "site": "x", "salt": 1, "pages": [{}]}'
    for damage in ("", no_page, cut, "[" * 9999):
        file.write_text(damage, "utf-8")
        assert not is_corrected(text(port, page(0)), 0)
        assert not file.exists()
        assert file.with_name(f"{file.name}.damaged").read_text("utf-8") == damage
        assert port.result("corrections")["damaged"] == 1
        assert correct(port, 0)["pages"] == 1
        assert port.result("corrections")["damaged"] == 0
    file.write_text("", "utf-8")
    assert port.result("corrections")["damaged"] == 1  # even if no page of the site is read
    assert any("damaged" in log.read_text("utf-8") for log in tmp_path.rglob("host.log"))


@pytest.mark.parametrize("kept", [True, False])
def test_excluding_a_block_removes_its_caption_and_formulas(start: Start, kept: bool) -> None:
    port = start()
    formula = "<math><mi>h</mi><mo>=</mo><mn>7</mn></math>"
    extra = (
        '<figure><img src="/lamp.jpg" width="800" height="500"><figcaption>The lamp before it was moved.</figcaption>'
        f"</figure><p>Its height above the sea is {formula} by the book, which the keeper has never once believed.</p>"
    )
    fields = page(0, extra=extra)
    assert "lamp before" in text(port, fields) and "<math" in text(port, fields)
    left_out = [number(port, fields, words) for words in ("The lamp before", "Its height above")]
    if kept:
        port.result("correct", **fields, put_in=[], left_out=left_out)
    html = text(port, fields) if kept else text(port, fields, left_out=left_out)
    assert "lamp before" not in html and "<math" not in html and "/lamp.jpg" in html


def test_a_leftover_is_explained_and_can_be_included(start: Start) -> None:
    """The explanation matches the article; a correction of another block does not restore the line."""
    port = start()
    fields = page(0, extra="<p>Like the book of tides? Sign up for the keeper’s newsletter, which nobody regrets.</p>")
    line, promo = number(port, fields, "book of tides"), number(port, fields, PROMO[:30])
    for found in (blocks(port, fields)[line], blocks(port, thread(0))[1]):  # the second is a title
        assert not found["kept"] and "leftover" in [reason["phrase"] for reason in found["reasons"]]
    assert "book of tides" not in text(port, fields) + text(port, fields, numbered=True)
    port.result("correct", **fields, put_in=[], left_out=[promo])
    assert "book of tides" not in text(port, fields)
    assert "book of tides" in text(port, fields, put_in=[line])
    port.result("correct", **fields, put_in=[line], left_out=[])
    assert "book of tides" in text(port, fields) and blocks(port, fields)[line]["corrected"] == "page"
