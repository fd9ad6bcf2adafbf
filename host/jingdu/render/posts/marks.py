"""Marks: short blocks of a page that name a person, a time or a score, as the head of a post does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

from jingdu.page.metadata.dates import iso
from jingdu.page.model import Element, Page, Slot

MAX_MARK: Final = 120
"""Characters of a block that may be a mark."""
MAX_NAME: Final = 40
MAX_REST: Final = 30
"""Letters that a mark has beside what it names."""
MAX_FILL: Final = 3
"""Letters beside them up to which it says nothing else."""
MAX_SLOTS: Final = 12
LEVELS: Final = 4
"""Elements around a text that may say what it is."""

_PERSON: Final = re.compile(
    r"(?:author|user[-_]?name|nick[-_]?name|poster|member[-_]?name|creator|display[-_]?name|(?:message|post|comment|profile|reply|full|^d)[-_]name|hnuser|^fn|^byline"
    r"|author[-_]info(?:rmation)?|(?:author|user)[-_]?link)$",
    re.IGNORECASE,
)
"""How a class that names a person ends."""
_NO_PERSON: Final = re.compile(
    r"mention|avatar|title|badge|statistic|level|role|rank|group|count|medal|location|button|action", re.IGNORECASE
)
_PROFILE: Final = re.compile(
    r"(?:^|/)(?:u|users?|members?|profiles?|people|authors?|account|home/main)/[^/]|^/?@\w|(?:^|/)(?:member|profile)\.php"
    r"|viewprofile|action=profile|[?&;](?:uid|user|userid|username|showuser)=|space-uid|/~\w",
    re.IGNORECASE,
)
"""Addresses of a person's page."""
_LABEL: Final = re.compile(
    r".*[:：]|[\d,.]+ \w+|.|by|in|on|from|.* (?:said|wrote)|(?:joined|posts|threads|location|registered)\b.*"
    r"|(?:topic |view |original )?(?:author|poster|profile)s?|members?|participants?|moderators?|guests?"
    r"|reply|edited|modified|asked|answered|log ?in|sign ?up|register|advertisement",
    re.IGNORECASE,
)
"""Words beside a name."""
_NAMED: Final = re.compile(
    r"(?P<name>\S.{1,30}?)\s*(?:[·|•]|asked|answered|replied|commented|wrote|posted)\s*", re.IGNORECASE
)
"""A name before a time."""
_OTHER_TIME: Final = re.compile(
    r"join|registered|edited|modified|member|since|last|reg\.|注册|註冊|编辑|編輯|最后|最後", re.IGNORECASE
)
"""What a time is of that is not the post's."""
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_CLOCK: Final = r"(?:[\s,，·•@|-]{0,4}(?:at\s{1,2})?\d{1,2}[:：.]\d\d(?:[:：]\d\d)?(?:\s?[ap]\.?m\b\.?)?)?"
_DATE: Final = re.compile(
    r"(?<![\d/.-])(?P<day>(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d"
    rf"|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s(?:19|20)\d\d|\s'\d\d)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)?[\s-]{_MONTH}(?:,?[\s-](?:19|20)?\d\d)?|\d{{1,2}}月\d{{1,2}}日)(?!\d){_CLOCK}",
    re.IGNORECASE,
)
_AGO: Final = re.compile(
    r"(?:\b(?:over|about|almost)\s)?(?:\b(?:an?|\d+)\s?(?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|mo|year|yr|[smhdwy])s?,?\s)+ago\b"
    r"|(?:\d+|几|半)\s?个?(?:秒|分钟|分鐘|小时|小時|天|周|週|月|年)[之以]?前|(?:\b(?:yesterday|today)\b|昨天|前天|今天)"
    + _CLOCK,
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_RATED: Final = re.compile(r"(?:score|votes?|points|karma|likes?)(?:[-_]?(?:count|value|number))?$", re.IGNORECASE)
"""How a class ends whose number is a score."""
_NUMBER: Final = re.compile(r"([+−-]?\d[\d,.]{0,8}[kK万]?)(?:\s?(?:points?|votes?|likes?|赞))?")
_DIGITS: Final = re.compile(r"\d+")
_FILL: Final = re.compile(
    r"\b(?:posted|by|on|at|said|says|wrote|asked|answered|edited|commented|replied|reply|quote|report|share|permalink"
    r"|link|author|am|pm|ago|utc|gmt|op|post|points?|votes?|likes?|children|hidden)\b|发表于|發表於|发布于|楼主?|回[复覆]",
    re.IGNORECASE,
)
"""What stands around names and times and says nothing by itself."""


class Mark(NamedTuple):
    """What a block names, each empty where it does not."""

    person: str
    sure: int
    """How surely ``person`` is one, from 1 on."""
    time: str
    score: str
    only: bool
    """Whether the block says nothing else."""


def marks(page: Page) -> dict[int, Mark]:
    """Block → what it names."""
    return {
        at: mark
        for at, text in enumerate(page.blocks.texts)
        if len(text) <= MAX_MARK and (mark := _mark(text, page.blocks.slots(at)))
    }


def _mark(text: str, slots: list[Slot]) -> Mark | None:
    person, sure, machine, is_pair = "", 0, "", False
    names: list[str] = []
    scores: list[str] = []
    for slot in slots[:MAX_SLOTS]:
        name = " ".join(slot.string.split()).strip(" ,:·|()（）")
        may_name = 0 < len(name) <= MAX_NAME and any(map(str.isalpha, name)) and not _is_label(name)
        for level, step in enumerate(islice(_around(slot), LEVELS)):
            may_name = may_name and not _NO_PERSON.search(step.get("class") or "")
            if may_name and (now := _sureness(step, level)):
                names.append(name)
                if now > sure:
                    person, sure = name, now
            is_pair = is_pair or step.tag == "dd"
            machine = machine or declared_time(step)
            if level == 0 and _is_rated(step) and (number := _NUMBER.fullmatch(slot.string.strip())):
                scores.append(number[1])
    day = _DATE.search(text)
    visible = day or _AGO.search(text)
    if visible and not person and (named := _NAMED.fullmatch(text[: visible.start()])):
        person, sure = named["name"], 1
    time = (
        ""
        if is_pair or _OTHER_TIME.search(text)
        else _time(day["day"] if day else visible[0] if visible else "", machine)
    )
    score = scores[len(scores) // 2] if scores else ""  # of less, now and more by one's own vote that now
    rest = text
    for part in (person, *names, visible[0] if visible else ""):
        rest = rest.replace(part, " ", 1) if part else rest
    letters = sum(map(str.isalpha, _FILL.sub(" ", _DIGITS.sub(" ", rest))))
    if not (person or time or score) or (letters > MAX_REST and sure < 5):
        return None
    return Mark(person, sure, time, score, letters <= MAX_FILL)


def _around(slot: Slot) -> Iterator[Element]:
    """The elements around a text, the innermost first, up to a quotation or a part of the page."""
    step = slot.element.getparent() if slot.tail else slot.element
    while step is not None and step.tag not in ("blockquote", "article", "section", "main", "body", "label"):
        yield step
        step = step.getparent()


def _is_label(name: str) -> bool:
    return bool(_LABEL.fullmatch(name) or _DATE.search(name) or _AGO.search(name))


def _sureness(step: Element, level: int) -> int:
    """How surely text in ``step``, so many levels down, is a person's name; 0: not at all."""
    names = step.get("class") or ""
    if step.get("itemprop") in ("author", "creator") or step.get("rel") == "author":
        return 9 - level
    if any(map(_PERSON.search, names.split())):
        return 7 - level
    return 2 if step.tag == "a" and _PROFILE.search(step.get("href") or "") else 0


def declared_time(step: Element) -> str:
    """The day that an element declares, in ISO 8601."""
    for value in (step.get("datetime"), step.get("title"), step.get("content")):
        if value and len(value) <= MAX_NAME and (found := iso(value)):
            return found[:10]
    return ""


def _time(visible: str, machine: str) -> str:
    """The day as the page shows it, if with the year: "3 hours ago" will not stay true. 年月日 is the longer way."""
    return (iso(visible) if "年" in visible else visible if _YEAR.search(visible) else machine) or visible


def _is_rated(step: Element) -> bool:
    return step.get("itemprop") == "upvoteCount" or any(map(_RATED.search, (step.get("class") or "").split()))
