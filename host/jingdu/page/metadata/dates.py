"""Parses dates into ISO 8601, and finds the date of publication of a page."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import chain, islice
from typing import Final

from jingdu.page.metadata.head import Head, is_elsewhere
from jingdu.page.model import Block, Element, Page
from jingdu.page.query import outwards
from jingdu.text.sections import Sections

_TEXTS: Final = Sections(__file__)
_METAS: Final = _TEXTS.words("metas")
_MODIFIED: Final = ("article:modified_time", "og:updated_time", "datemodified", "dateupdate")
"""Names of ``meta`` with the date of a change; a last resort."""
_OTHER_METAS: Final = re.compile(
    r"publi\w*[_.:-]?(?:date|time|on)|(?:date|time)[_.:-]?publi|release[_.:-]?date|first[_.:-]?publi"
)
"""Other names of ``meta`` with the date."""
_MONTHS: Final = {
    name[:end]: n for n, line in enumerate(_TEXTS.lines["months"], 1) for name in line.split() for end in range(3, 14)
}
"""Names of months, and their abbreviations to three letters or more → number of the month."""
_IN_WORDS: Final = re.compile(
    r"(?<!\w)(?:(3[01]|[12]\d|0?[1-9])(?:\.|er|º)?\s(?:de\s)?)?([^\W\d_]{3,13})\.?,?\s(?:de\s)?"
    r"(?:(3[01]|[12]\d|0?[1-9]),?\s)?((?:19|20)\d\d)(?!\d)"
)
_MONTH: Final = (
    r"(?P<{}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?"
)
_TIME: Final = (
    r"(?:[T\s,，.日号일at]{1,5}(?:(?P<late>下午|晚上|晚间|오후|午後)\s?|(?:上午|早上|凌晨|中午|오전|午前)\s?)?(?P<hour>[01]?\d|2[0-3])(?:[:：]|时|點|点)(?P<minute>[0-5]\d)分?"
    r"(?:[:：](?P<second>[0-5]\d)(?:[.,]\d{1,9})?)?(?P<half>\s?[ap]\.?m\b)?(?P<zone>\s?Z|\s?[+-]\d\d:?\d\d)?)?"
)
_DATE: Final = re.compile(
    r"(?<!\d)(?:"
    r"(?P<y1>(?:19|20)\d\d)\s?[-/.年년]\s?(?P<m1>1[0-2]|0?[1-9])\s?[-/.月월]\s?(?P<d1>3[01]|[12]\d|0?[1-9])(?!\d)"
    r"|(?P<y2>(?:19|20)\d\d)(?P<m2>1[0-2]|0[1-9])(?P<d2>3[01]|[12]\d|0[1-9])(?!\d)"
    rf"|{_MONTH.format('m3')}\s(?P<d3>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?:,\s?|\s)(?P<y3>(?:19|20)\d\d)(?!\d)"
    rf"|(?P<d4>3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?(?:\sof)?[\s-]{_MONTH.format('m4')},?[\s-](?P<y4>(?:19|20)\d\d)(?!\d)"
    rf"|{_MONTH.format('m5')}\s{{1,2}}(?P<d5>3[01]|[12]\d|0?[1-9])\s(?P<clock>\d\d:\d\d(?::\d\d)?)\s(?:[A-Z]{{2,5}}\s)?(?P<y5>(?:19|20)\d\d)(?!\d)"
    rf"|(?P<y6>(?:19|20)\d\d)\s{_MONTH.format('m6')}\s(?P<d6>3[01]|[12]\d|0?[1-9])(?!\d)"
    r")" + _TIME,
    re.IGNORECASE,
)
_NUMERIC: Final = re.compile(r"(?<!\d)(\d\d?)([-/.])(\d\d?)\2((?:19|20)\d\d)(?!\d)")
_SHORT: Final = re.compile(r"(?<![\d.,:/-])(\d\d?([./-])\d\d?\2)([0-3]\d)(?![\d,:/-]|\.\d|\s?[%€$£])")
"""A date with two digits for the year, from 2000 on; in a list it may be the number of a section."""
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_EPOCH: Final = re.compile(r"1\d{9}(?:\d{3})?")
_IN_URL: Final = re.compile(r"/((?:19|20)\d\d)[/-]?(1[0-2]|0?[1-9])[/-]?(3[01]|[12]\d|0[1-9])(?=[/_.-]|$)")
_NOT_OF_ARTICLE: Final = re.compile(
    r"comment|related|recommend|sidebar|footer|(?<!elementor-)widget(?!-container|-wrap)|recent|popular|latest|teaser|(?<!v)card",
    re.I,
)
_HINT: Final = re.compile(r"publi|\bpost|veröffentlicht|[发發][布表]|公布日|[來来]源|^(?:日期|时间|時間|date)", re.I)
_POSTED: Final = re.compile(r"(?:posted|published)\b|发[布表]|發[布表]", re.I)
"""The beginning of a line with the date below an article, or of the line before a date."""
_CHANGED: Final = re.compile(r"updated|modified|aktualisiert|\bstand:|更新|修改", re.I)
"""Words for the time of a change."""
_UNRELATED: Final = re.compile(r"retrieved|accessed|\bjoined\b|join date|引用日期|访问日期|閲覧", re.I)
"""Words for the date of a citation, or of a member's registration."""
_OF_SUBJECT: Final = re.compile(r"(?:table|aside) (?:.*\s)?(?:portable-)?infobox|ol (?:.*\s)?references(?!\S)")
"""Tag and classes of an encyclopaedia's infobox and references, whose dates are not the page's."""
_STAMP: Final = re.compile(r"title|data-(?:\w+-)*(?:time(?:stamp)?|date|epoch|tip|tippy-content|tooltip|title)")
"""Attributes with the exact time of a line such as "2 months ago"."""
MAX_DAY: Final = 3
"""Maximum characters of a link in a calendar."""
LEVELS: Final = 8
"""Elements examined from a dated element outwards."""
MAX_LINE: Final = 200
"""Maximum characters of a line with the date."""
MAX_STAMP: Final = 60
"""Maximum characters of a date line in the article; a longer line is a sentence."""
MAX_STAMPED: Final = 100
"""Maximum characters of a line whose date is in an attribute."""
NEAR: Final = 20
"""Blocks before the article in which a date is more likely the article's than one in a sentence is."""
NO_DATE: Final = "1970-01-01"
"""Unix time zero, which some programs declare if they have no date."""
EARLIEST: Final = "1991"
"""The year of the first web page; earlier dates in the text are of births and deaths."""


def published(page: Page, head: Head, near: list[Block], at: int, lang: str | None, below: list[Block]) -> str | None:
    """The date of publication as ISO 8601.

    ``near`` are the blocks around the article's beginning and end, ``at`` is the index of its first one. The language
    decides whether the day precedes the month. Of the blocks ``below`` only those beginning with “posted” are searched.
    """
    for declared in _declared(page, head):
        if (found := iso(declared)) and not found.startswith(NO_DATE):
            return found
    # ``05/03/2024`` is 5 March, except in the United States
    day_first = lang is not None and lang not in ("en", "en-US") and not lang.startswith("zh")
    posted = [block for block in below if _POSTED.match(block.text)]
    in_url = _IN_URL.search(page.url or "")
    addressed = iso("-".join(in_url.groups())) if in_url else None
    apart, shown = _visible(near, at, day_first, head.around)
    if shown and (not apart or shown[:10] == addressed):
        return shown
    return _visible(posted, at, day_first, head.around)[1] or addressed or shown or iso(head.first(*_MODIFIED))


def _declared(page: Page, head: Head) -> Iterator[object]:
    """The declared dates, the most reliable first."""
    yield head.article.get("datePublished") or head.article.get("pubDate")  # Baidu's name
    yield head.first(*_METAS)
    yield head.article.get("uploadDate") or head.article.get("dateCreated") or head.article.get("datePosted")
    yield head.page.get("datePublished")
    yield from (content for name in head.metas if _OTHER_METAS.search(name) for content in head.metas[name][:1])
    for element in sorted(head.times, key=_is_of_change):
        if not is_elsewhere(element, _NOT_OF_ARTICLE, LEVELS, head.around):
            yield element.get("datetime") or ("published" in (element.get("class") or "") and element.get("title"))
    for element in head.items("datePublished")[:20]:
        if not is_elsewhere(element, _NOT_OF_ARTICLE, LEVELS, head.around):
            yield element.get("datetime") or element.get("content") or element.get("title") or element.text


def _is_of_change(element: Element) -> bool:
    """Whether an element's class, property or preceding label says that its date is that of a change."""
    before, outer = element.getprevious(), element.getparent()
    first = "" if outer is None else outer.text
    label = first if before is None else before.tail or ("" if len(before) else before.text)
    return _CHANGED.search(f"{element.get('class')} {element.get('itemprop')} {(label or '')[:MAX_STAMP]}") is not None


def _visible(near: Sequence[Block], start: int, day_first: bool, around: frozenset[Element]) -> tuple[bool, str | None]:
    """Returns whether the best date is doubtful, and that date or None.

    Lines that mention publication come first, then those nearest to the article's beginning. Dates in sentences of the
    article, in comments and in lines far above it, such as today's, are doubtful.
    """
    dated: list[tuple[bool, bool, int, str, bool]] = []
    label = ""
    for block in near:
        before, label = label, block.text if block.text[-1] in ":：" else ""
        line = _stamped(block)
        may_date = len(line) < MAX_LINE and ("20" in line or "19" in line) and block.element.tag != "pre"
        may_date = may_date and not (_UNRELATED.search(line) or _is_of_subject(block.element))
        if may_date and (found := iso(line, day_first)) and found >= EARLIEST:
            is_hint = _HINT.search(line) or _POSTED.match(before)
            is_far = len(line) > MAX_STAMP if block.index >= start else block.index < start - NEAR and not is_hint
            is_apart = is_far or is_elsewhere(block.element, _NOT_OF_ARTICLE, LEVELS, around)
            is_change = not is_hint and _CHANGED.search(line) is not None
            dated.append((is_apart, not is_hint, abs(block.index - start), found, is_change))
    apart, _, _, found, is_change = min(dated, default=(False, False, 0, None, False))
    published = [one for one in dated if is_change and not one[4] and one[0] == apart and one[3] < str(found)[:10]]
    return apart, min(published)[3] if published else found


def _is_of_subject(element: Element) -> bool:
    """Whether ``element`` is in the infobox or in the references of an encyclopaedia's page."""
    return any(_OF_SUBJECT.match(f"{step.tag} {step.get('class')}") for step in islice(outwards(element), LEVELS))


def _stamped(block: Block) -> str:
    """The text of a block; if it is short, with all digits of the year, or the date that an attribute declares."""
    text = block.text
    if len(text) <= MAX_STAMP and block.element.tag != "li" and not _YEAR.search(text):
        text = _SHORT.sub(r"\g<1>20\3", text)
    if len(text) <= MAX_STAMPED and any(map(str.isdigit, text)) and not _YEAR.search(text):
        for place in block.places:
            if place.tag == "a" and len(place.text or "") <= MAX_DAY:  # of a calendar
                continue
            outer = place.getparent() if place.tag == "a" else None
            for name, value in chain(place.items(), () if outer is None else outer.items()):
                if _STAMP.fullmatch(str(name)) and len(value) <= MAX_STAMP and (found := iso(value)):
                    return f"{text} {found}"
    return text


def iso(value: object, day_first: bool = False) -> str | None:
    """The first date in ``value`` as ``2024-03-05`` or ``2024-03-05T10:20+08:00``, or None."""
    text = str(value).strip()[:300] if isinstance(value, str | int) else ""
    if not text:
        return None
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10])).astimezone().date().isoformat()
    if found := _DATE.search(text):
        return _join(found)
    numeric = _NUMERIC.search(text)
    for named in _IN_WORDS.finditer(text, 0, numeric.start() if numeric else len(text)):  # ``5. März 2024``
        month, day = _MONTHS.get(named[2].lower()), named[1] or named[3]
        if month and day:
            return _date(int(named[4]), month, int(day))
    return _numeric(numeric, day_first) if numeric else None


def _join(found: re.Match[str]) -> str | None:
    """A match of `_DATE` as ISO 8601; None if there is no such day."""
    parts = found.groupdict()
    year, month, day = next((parts[f"y{n}"], parts[f"m{n}"], parts[f"d{n}"]) for n in range(1, 7) if parts[f"y{n}"])
    date = _date(int(year), _MONTHS.get(month.lower()) or int(month), int(day))
    if date and parts["clock"]:  # ``Tue Apr 11 21:08:33 2023``
        return f"{date}T{parts['clock']}"
    if date is None or parts["hour"] is None:
        return date
    hour, half = int(parts["hour"]), (parts["half"] or "").strip().lower()
    hour += 12 if hour < 12 and (parts["late"] or half.startswith("p")) else 0  # 12-hour clock
    hour = 0 if hour == 12 and half.startswith("a") else hour
    clock = ":".join(part for part in (f"{hour:02}", parts["minute"], parts["second"]) if part)
    zone = (parts["zone"] or "").strip()
    return f"{date}T{clock}{zone if len(zone) != 5 else f'{zone[:3]}:{zone[3:]}'}"


def _date(year: int, month: int, day: int) -> str | None:
    """The day as ISO 8601; None if it does not exist."""
    try:
        return datetime(year, month, day).date().isoformat()
    except ValueError:
        return None


def _numeric(found: re.Match[str], day_first: bool) -> str | None:
    """A date such as ``05/03/2024``: the day is first with dots or if the month would exceed 12, else by language."""
    month, day = int(found[1]), int(found[3])
    if found[2] == "." or month > 12 or (day_first and day <= 12):
        month, day = day, month
    return _date(int(found[4]), month, day)
