"""Marks: short blocks that name a person, a time or a score, such as headers of posts."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple, cast

from jingdu.page.metadata.dates import iso
from jingdu.page.model import Attributes, Blocks, Element, Page, TextNode
from jingdu.page.query import HEADINGS
from jingdu.text.sections import Sections
from jingdu.text.words import ideographs

MAX_MARK: Final = 120
"""Maximum characters of a mark."""
MAX_NAME: Final = 40
MAX_REST: Final = 30
"""Maximum letters of a mark besides person, time and score; an ideograph counts as two."""
MAX_FILL: Final = 3
"""Maximum of these letters in a block that counts as having no other text."""
MAX_BUTTON: Final = 20
"""Maximum characters of buttons of a post."""
MAX_LABEL: Final = 40
"""The same if all words are in ``button`` elements."""
MAX_NODES: Final = 12
"""Text nodes of a block that are examined."""
MIN_TIMES: Final = 3
"""Minimum number of times with a name beside them; ``MIN_SHARE`` is their minimum share."""
MIN_SHARE: Final = 0.8
LEVELS: Final = 4
"""Ancestors of a text that are examined."""

_TEXTS: Final = Sections(__file__)
_PERSON: Final = re.compile(
    r"(?:(?<!topic-)(?<!bypost)author|user(?:[-_]\w{2,6}){0,3}[-_]{0,2}name|nick[-_]?name|poster|member[-_]?name|creator|display[-_]?name|(?:message|post|comment|profile|reply|full|^d)[-_]name|hnuser|(?:^|[-_])uname|^fn|^byline"
    r"|author[-_]info|(?:author|user)[-_]?link)$",
    re.I,
)
"""Endings of classes of persons; ``topic-author`` and ``bypostauthor`` are classes of whole posts."""
_NO_PERSON: Final = re.compile(
    r"mention|title|badge|statistic|level|role|rank|group|count|medal|location|button|action|small(?:text|font)",
    re.I,
)
_AVATAR: Final = re.compile("avatar", re.I)
_EDITS: Final = re.compile("edited", re.I)
_HASH: Final = re.compile(r"(?:--|__?)(?=\w{0,6}(?:\d\w|[a-z][A-Z]))\w{4,8}$")
"""Ending that build tools add to a class."""
MAX_INITIALS: Final = 3
"""Maximum characters of the text that replaces a person's picture."""
_PROFILE: Final = re.compile(
    r"(?:^|/)(?:(?:u|users?|members?|profiles?|people|authors?|account|nutzer|home/main)/[^/]|user-\d"
    r"|(?:member|profile|userinfo)\.php)"
    r"|^/?@\w|viewprofile|action=profile|[?&;](?:uid|user(?:id|name)?|showuser)=|space-uid|/~\w"
)
"""Lower-case addresses of profiles."""
_TIMES: Final = ("datetime", "title", "content", "data-tip", "data-time", "data-tooltip", "data-tippy-content")
"""Attributes with a time."""
_OF_USER: Final = re.compile("data-user(?!s)")
"""Attributes of links to users."""
_MONTH: Final = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?"
_LABEL: Final = re.compile(rf"{_TEXTS.alternatives('label')}|{_MONTH} \d{{4}}", re.I)
"""Texts that are not names."""
_NAMED: Final = re.compile(r"(?P<name>\S.{1,30}?)\s*(?:[·|•]|asked|answered|replied|commented|wrote|posted)\s*", re.I)
"""A name before a time."""
_SPOKEN: Final = re.compile(r"(\S.{0,30}) said:?|(\S{1,10}?)\s?[说說]：", re.I)
"""The heading of a message, such as "Ada said:"."""
_OTHER_TIME: Final = re.compile(_TEXTS.alternatives("other_time"), re.I)
"""Words next to a time other than the post's."""
_CLOCK: Final = r"(?:[\s,，·•@|-]{0,4}(?:at\s{1,2})?\d{1,2}[:：.]\d\d(?:[:：]\d\d)?(?:\s?[ap]\.?m\b\.?)?)?"
_DATE: Final = re.compile(
    r"(?<![a-z\d_/.-])(?P<day>(?:19|20)\d\d\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d"
    rf"|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?:,?\s(?:19|20)\d\d|\s'\d\d)?"
    rf"|\d{{1,2}}(?:st|nd|rd|th|\.(?=\s))?[\s-]{_MONTH}(?:,?[\s-](?:19|20)?\d\d)?|\d{{1,2}}月\d{{1,2}}日|[01]\d-[0-3]\d(?=\s[0-2]\d:\d\d))(?!\d){_CLOCK}",
    re.I,
)
_AGO: Final = re.compile(
    r"(?:\b(?:over|about|almost)\s)?(?:\b(?:an?|\d+)\s?(?:sec(?:ond)?|min(?:ute)?|hour|hr|day|week|month|mo|year|yr|[smhdwy])s?,?\s)+ago\b"
    r"|(?:(?<!\d)\d{1,5}|几|半)\s?个?(?:秒|分钟|分鐘|小时|小時|天|周|週|月|年)[之以]?前|(?:\b(?:yesterday|today)\b|昨天|前天|今天)"
    + _CLOCK,
    re.I,
)
_MAY_BE_AGO: Final = re.compile("ago|day|[前天]", re.I)
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_RATED: Final = re.compile(r"(?i)(?<!reputation-)(?:score|votes?|points|karma|likes?)(?:[-_]?(?:count|value|number))?$")
"""Endings of classes of scores."""
_NUMBER: Final = re.compile(r"([+−-]?\d[\d,.]{0,8}[kK万]?)(?:\s?(?:points?|votes?|likes?|赞))?")
_DIGITS: Final = re.compile(r"\d+")
_FILL: Final = re.compile(rf"\b(?:{_TEXTS.alternatives('words')})\b|{_TEXTS.alternatives('buttons')}", re.I)
"""Words around names and times."""
_EDITED: Final = re.compile(_TEXTS.alternatives("edited"), re.I)
"""A note below or above a post that it was edited; it names a time or a person."""
_FACTS: Final = re.compile(_TEXTS.alternatives("facts"), re.I)
"""Facts about a member or a file, names of those who like a post, a signature, or groups of formulas."""
_NOTE: Final = re.compile(r"\([^()]{0,20}\blast (?:edited|modified)[^()]*\)", re.I)
"""Such a note beside a time."""


class Mark(NamedTuple):
    """The person, time and score in a block; each may be empty."""

    person: str
    confidence: int
    """Confidence of ``person``, at least 1."""
    time: str
    score: str
    only: bool
    """Whether the block has no other text."""


NOTHING: Final = Mark("", 0, "", "", False)


def marks(page: Page) -> list[Mark]:
    """The mark of each block."""
    nodes, texts = page.blocks.text_nodes, page.blocks.texts
    known = [_mark(text, nodes(at)) if len(text) <= MAX_MARK else NOTHING for at, text in enumerate(texts)]
    for at in range(1, len(known)):
        if known[at].person[:1] == "@" and (name := _name_above(page.blocks, at, known)):
            known[at - 1] = Mark(name, known[at].confidence + 1, "", "", only=True)
    return known


def _name_above(blocks: Blocks, at: int, known: Sequence[Mark]) -> str:
    """The name above a handle such as “@ada”, if it is linked to the same page; else empty."""
    link = next((step for step in islice(_around(blocks.text_nodes(at - 1)[0]), LEVELS + 2) if step.tag == "a"), None)
    is_same = link is not None and (link.get("href") or "").endswith(f"/{known[at].person[1:]}")
    return _name(blocks.texts[at - 1]) if is_same and known[at - 1] is NOTHING else ""


def marks_by_place(page: Page, known: Sequence[Mark]) -> list[Mark] | None:
    """The marks ``known``, with the short texts beside most times of a class as persons; None without such texts.

    For sites that mark names neither by links to profiles nor by a class.
    """
    texts, of = page.blocks.texts, page.containers
    kinds = [(of.tags[at], of.elements[at].get("class")) for at in page.blocks.container_of]
    times: defaultdict[tuple[str, str | None], list[int]] = defaultdict(list)
    for at, mark in enumerate(known):
        if mark.time and mark.only and not mark.person:
            times[kinds[at]].append(at)
    found = list(known)
    for group in times.values():
        for step in (-1, 1):
            beside = [at + step for at in group if 0 <= at + step < len(texts) and known[at + step] is NOTHING]
            kind = Counter(kinds[at] for at in beside).most_common(1)[0][0] if beside else None
            names = {at: name for at in beside if kinds[at] == kind and (name := _name(texts[at]))}
            are_distinct = len({_DIGITS.sub("", name) for name in names.values()}) > 1
            if are_distinct and len(names) >= max(MIN_TIMES, MIN_SHARE * len(group)):
                for at, name in names.items():
                    found[at] = Mark(name, 1, "", "", only=True)
                break
    return found if found != known else None


def _mark(text: str, text_nodes: list[TextNode]) -> Mark:
    found = list(map(_signs, text_nodes[:MAX_NODES]))
    text = _NOTE.sub("", _separated(text, text_nodes))
    person, confidence, *_ = max(found, key=lambda signs: signs.confidence)
    person = person if confidence else ""
    machine = next((signs.time for signs in found if signs.time), "")
    scores = [signs.score for signs in found if signs.score]
    day, visible = _visible(text)
    if not person and (spoken := _SPOKEN.fullmatch(text)) and text_nodes[0].element.tag in HEADINGS:
        person, confidence = spoken[1] or spoken[2], 1
    if visible and not person and (named := _NAMED.fullmatch(text[: text.index(visible)])):
        person, confidence = _name(named["name"]), 1
    if not (person or visible or machine or scores):
        return NOTHING
    # the displayed day if it has a year, because "3 hours ago" becomes outdated; 年月日 is abbreviated
    shown = iso(day) if "年" in day else day if _YEAR.search(day) else machine
    time = "" if any(signs.is_pair for signs in found) or _OTHER_TIME.search(text) else shown or day
    score = scores[len(scores) // 2] if scores else ""  # of three, the middle one is the current score
    rest = text
    for part in (person, *(signs.name for signs in found), visible):
        rest = rest.replace(part, " ", 1) if part else rest
    rest = _FILL.sub(" ", _DIGITS.sub(" ", rest))
    letters = sum(map(str.isalpha, rest))
    if not (person or time or score) or (letters + ideographs(rest) > MAX_REST and confidence < 5):
        return NOTHING
    is_mention = text.startswith("@") and not visible  # of the person to whom a reply is addressed
    return Mark(person, confidence, time, score, letters <= (0 if is_mention else MAX_FILL))


def _separated(text: str, nodes: list[TextNode]) -> str:
    """The text of a block, with a dot between names, scores and times that are side by side without a space."""
    shown, end = "", 0
    for own in (" ".join(node.string.split()) for node in nodes):
        at = text.find(own, end) if own else -1
        if at >= 0:
            is_glued = end == at > 0 and own[0].isalnum() and shown[-1].isalnum()
            shown += (" · " if is_glued else text[end:at]) + own
            end = at + len(own)
    return shown + text[end:]


def is_button(blocks: Blocks, at: int) -> bool:
    """Whether a block is buttons such as "reply", facts about a member or file, or a note that the post was edited."""
    text = blocks.texts[at]
    is_note = len(text) <= MAX_MARK and _EDITED.fullmatch(text) and (_visible(text)[1] or " by " in text)
    if is_note or (len(text) <= MAX_MARK and _FACTS.fullmatch(text)):
        return True
    if len(text) > MAX_LABEL:
        return False
    worded = [node for node in blocks.text_nodes(at) if node.string.strip(" |·()")]
    around = [{step.tag for step in islice(_around(node), LEVELS)} for node in worded]
    if len(text) > MAX_BUTTON or any(map(str.isalnum, _FILL.sub(" ", text))):
        return bool(around) and all("button" in tags for tags in around)
    return all("a" in tags or "button" in tags for tags in around)


class _Signs(NamedTuple):
    """The name, time and score that a text and the elements around it indicate."""

    name: str
    confidence: int
    """Confidence of ``name``; 0 without one."""
    time: str
    """The declared day in ISO 8601, or empty."""
    score: str
    is_pair: bool
    """Whether the text is in a ``dd``."""


def _signs(node: TextNode) -> _Signs:
    string = node.string
    confidence, machine, is_rated, is_pair, may_name = 0, "", False, False, len(string) < MAX_MARK
    text = string.strip()
    for level, step in enumerate(islice(_around(node), LEVELS)):
        of = cast("Attributes", dict(step.items()))
        kind = _class_kind(f"{of.get('class', '')} {of.get('data-testid', '')}")
        address = of.get("href", "")
        is_picture = kind == "avatar" and not (len(text) > MAX_INITIALS and _is_profile(address))
        may_name = may_name and kind not in ("no person", "edit") and not is_picture
        confidence = max(confidence, _confidence(step, of, kind, level)) if may_name else confidence
        if text[:1] == "@" and address.endswith(f"/{text[1:]}"):
            confidence = max(confidence, 2)
        confidence = 0 if kind == "edit" else confidence
        is_pair = is_pair or step.tag == "dd"
        machine = machine or declared_time(of.get)
        is_rated = is_rated or (level == 0 and (kind == "score" or of.get("itemprop") == "upvoteCount"))
    name = _name(string) if confidence else ""
    number = _NUMBER.fullmatch(text) if is_rated else None
    return _Signs(name, confidence if name else 0, machine, number[1] if number else "", is_pair)


def _name(text: str) -> str:
    """The text as a name, or empty."""
    name = " ".join(text.split()).strip(" ,:·|()（）–—").removeprefix("By ").removeprefix("by ")
    name += ")" if name.count("(") > name.count(")") else ""
    is_label = name.endswith((":", " said", " wrote")) or _LABEL.fullmatch(name)
    is_name = len(name) <= MAX_NAME and any(map(str.isalpha, name)) and "：" not in name and not is_label
    return name if is_name and not _visible(name)[1] else ""


def _visible(text: str) -> tuple[str, str]:
    """The date, or the relative time, in a text, without and with the time of day; both are empty if there is none."""
    day = _DATE.search(text) if any(map(str.isdigit, text)) else None
    visible = day or (_AGO.search(text) if _MAY_BE_AGO.search(text) else None)
    return (day["day"] if day else visible[0], visible[0]) if visible else ("", "")


@lru_cache(maxsize=5_000)
def _class_kind(names: str) -> str:
    """Classifies class names: ``person``, ``no person``, ``edit``, ``avatar``, ``score``, or empty."""
    if _EDITS.search(names):
        return "edit"
    endings = [_HASH.sub("", name) for name in names.split()]
    if _NO_PERSON.search(names) and not any(map(_RATED.search, endings)):
        return "no person"
    kinds = {"person": _PERSON, "avatar": _AVATAR, "score": _RATED}
    return next((kind for kind, sign in kinds.items() if any(map(sign.search, endings))), "")


def _around(node: TextNode) -> Iterator[Element]:
    """The elements around a text, the innermost first, up to a quotation or section."""
    step = node.element.getparent() if node.tail else node.element
    while step is not None and step.tag not in ("blockquote", "article", "section", "main", "body", "label"):
        yield step
        step = step.getparent()


def _confidence(step: Element, of: Attributes, kind: str, level: int) -> int:
    """Confidence that text ``level`` levels below ``step``, with the attributes ``of``, is a name; 0 for none."""
    if of.get("itemprop") in ("author", "creator") or of.get("rel") == "author":
        return 9 - level
    if kind == "person":
        return 7 - level
    is_user = step.tag == "a" and (_is_profile(of.get("href", "")) or any(map(_OF_USER.match, of)))
    return 2 if is_user or _heads_profile(step) else 0


def _is_profile(address: str) -> bool:
    lower = address.lower()
    return _PROFILE.search(lower) is not None and "search.php" not in lower


def _heads_profile(step: Element) -> bool:
    """Whether ``step`` is the first ``dt`` of a post's profile: the name in FluxBB and PunBB, even without a link."""
    facts = step.getparent() if step.tag == "dt" and step.getprevious() is None else None
    around = facts.getparent() if facts is not None else None
    return around is not None and "post" in (around.get("class") or "")


def declared_time(get: Callable[[str], str | None]) -> str:
    """The day that an element's attributes, which ``get`` returns, declare, in ISO 8601, or empty."""
    for value in map(get, _TIMES):
        if value and len(value) <= MAX_NAME and (found := _day(value)):
            return found
    return ""


@lru_cache(maxsize=1_000)
def _day(value: str) -> str:
    return (iso(value) or "")[:10] if any(map(str.isdigit, value)) else ""
