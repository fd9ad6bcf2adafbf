"""Finds the authors: declared, marked up, or named in a visible line."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise
from typing import Any, Final, cast
from urllib.parse import unquote

from lxml import etree

from jingdu.page.metadata.head import Head, is_elsewhere
from jingdu.page.model import Block, Element
from jingdu.page.query import elements, lines_of, plain, text_of
from jingdu.text.fold import fold
from jingdu.text.sections import Sections
from jingdu.text.words import letters

_TEXTS: Final = Sections(__file__)
MAX_NAME: Final = 60
"""Maximum characters of a name in markup."""
MAX_BYLINE: Final = 120
"""Maximum characters of a byline."""
_MORE: Final = re.compile(rf"\d|[\u3400-\u9fff]{{13}}|.{{{MAX_NAME + 1}}}")
"""Text that is no name alone: a link in it is the name, the rest a job title or a date."""

_METAS: Final = _TEXTS.words("metas")
_LABEL_OF_AUTHOR: Final = re.compile(r"\b(?:by|von|par|por|da|door|przez|av|af)$|auth?or|作者|執筆|автор", re.I)
"""The label ``twitter:label1`` of an author; in shops it is that of a price."""
MAX_NAMES: Final = 10
"""Maximum number of authors."""
_INVERTED: Final = re.compile(r"\A([A-Z][\w'’-]+), ([A-Z][\w'’-]+(?: [A-Z]\.?)*)\Z")
_CITED: Final = re.compile(r"\A((?:[\w.'’-]+ ){0,2}[\w.'’-]+), ((?:[\w.'’-]+ ){0,2}[\w.'’-]+)\Z")
"""A name with the last name first; in journals each part may have several words."""
MAX_ITEMS: Final = 10
"""Maximum elements with ``itemprop=author`` that are examined."""
LEVELS: Final = 6
"""Elements examined from an element marked as an author outwards."""
OUTER: Final = 3
"""Ancestors of a block's container that are examined."""
_NAME: Final = etree.XPath("descendant::*[@itemprop='name' or @rel='author' or contains(@class, 'name')]")
_AUTHOR: Final = re.compile("(?<!has-.)uthor(?!ity|s?[-_]?[Nn]ote)")
_GIVEN: Final = etree.XPath(
    "descendant::*[contains(@class, 'given-name') or @class='firstname' or @itemprop='givenName']/.."
)
"""Elements with a name whose given name is marked."""
_AND: Final = re.compile(r"(?:[,，、/|&;·]|,? ?(?:and|und|et|y|e))?")
"""The separators between two names; none is one of them."""
_JOB: Final = re.compile("[a-z]{0,25}(?:reporter|writer|correspondent|editor|columnist|journalist|producer)[a-z]{0,25}")
"""The letters of a job title and perhaps a medium, after the name."""
_LINK: Final = etree.XPath("descendant::a")
_PREFIX: Final = re.compile(
    rf"^(?:{_TEXTS.alternatives('before')})(?:\s*[:：/／|●]|(?<=hor),|\s|(?<=by))\s*|{_TEXTS.alternatives('labelled')}",
    re.IGNORECASE,
)
_SUFFIX: Final = re.compile(
    r"\s*(?:[|•·,:–—-]|\b(?:on|updated|published|posted|last)\b)?\s*"
    r"(?:(?:\bon\s+)?(?:\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)?,?\s*"
    r"(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+)?"
    r"(?:\b|(?-i:(?<=[a-z])(?=[A-Z])))(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-zä]*\.?,?\s+\d.*"
    r"|(?<=[가-힣])\s?기자(?:\s\S+@\S+)?|\d{1,4}\s?[-/.年]\s?\d.*|\d+\s+(?:min|hour|day|week|month|year).*"
    r"|\d+\s?(?:分[钟鐘]|小[时時]|天)前|(?<=\S\s)\S*@\S+|/\s?(?:staff|contributing) (?:reporter|writer)s?)$",
    re.IGNORECASE,
)
_TRAINEE: Final = re.compile(r"\s(?:(?:实习|见习)(?:生|记者)|通讯员|通訊員)\s*(?=[\u3400-\u9fff])")
"""The words between the name of a reporter and that of a trainee or correspondent."""
_BETWEEN: Final = re.compile(r" ?; ?| , ?")
"""Separators of names that are replaced by a comma."""
_GLUED: Final = re.compile(_TEXTS.alternatives("glued"))
_FULL: Final = r"[A-ZÀ-Þ][\w.'’-]+(?:\s(?:[A-ZÀ-Þ][\w.'’-]+|de|da|von|van)){1,3}"
"""A name of two to four words."""
# Some patterns are strings, because compiling one takes 3 to 5 ms and most pages do not need it.
_VISIBLE: Final = (
    r"(?:(?:^|[\s|•·　【])(?:作\s*者|撰\s*文|撰稿人?|(?:采写|执笔)\s*[:：/／]|文字?\s*[/／|]|[记記]\s*者)"
    r"|(?<=[网社报])作者(?=[:：])|(?<=》)作者(?=[:：\s])|(?<=[:：（(])文\s?(?=[/／]))"
    r"\s*[:：/／|]?\s*(?:[\u3400-\u9fff]{0,9}(?:作者|作家|[记記]者)\s*|[\u3400-\u9fff]{1,6}[网科社]\s+)?"
    r"(?P<zh>(?:[\u3400-\u9fff]{2,4}(?![\u3400-\u9fff·，])"
    r"|(?<=作者)[A-Za-z]\w{1,11}(?=\s?\()|(?<=[:：/／|\s])(?![我您你这那请])(?=(?P<whole>[^\s:：/|｜,，。;；、]{2,12})(?![^\s:：/|｜,，。;；、]))(?P=whole))(?!\s*[:：])(?:[、]\s?[^\s:：/|｜,，。;；、]{2,12}|\s[\u3400-\u9fff]{2,3}(?=来源|[\s，。]|$)(?!\s?[:：])){0,3})"
    r"|(?:^|[|•·]\s*)(?:[Ww]ritten |[Pp]osted |[Ww]ords |[Ss]tory |[Rr]ecipe |Article |Opinion )?[Bb]y(?::\s*|\s+)"
    r"(?P<en>[A-Z][\w.'’-]+(?:\s+(?!(?:Jan|Feb|Mar|Apr|May|Ju[nl]|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s\d|(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day\b|\w+\s[Bb]y\s)"
    r"(?:[A-Z][\w.'’-]*|de|van|von|da|la|and|&)){0,6}"
    r"(?:(?:,\s[A-Z][\w.'’-]+\s[A-Z][\w.'’-]+){1,4},?\s(?:and|&)\s[A-Z][\w.'’-]+\s[A-Z][\w.'’-]+)?)"
    r"|^(?:(?:(?:(?:Eine? )?(?:Artikel|Beitrag|Gastbeitrag|Kolumne|Text) )?[Vv]on|(?:Escrito )?[Pp]or|[Pp]ar)(?=[\s:])"
    r"|Authors?:|Autor(?:en|in)?:|Contributors?:|Text:|投稿者):?\s*"
    rf"(?P<la>{_FULL}(?:(?:,| and| und| et| y)\s{_FULL}){{0,4}})"
    r"(?=$|,|\s[|•·]|\s(?:am|le|el|em|il) \d|\s(?:Illustration|[FP]h?otos?)\b)"
    r"|(?:^|[\s\[(=])(?!본[지보]|인턴|취재)(?P<ko>[가-힣]{2,4})\s?기자(?=\s*(?:$|[\])=]|\S+@))"
)
_DATED: Final = (
    r"^(?=.*(?:19|20)\d\d)(?!.*(?i:updated|modified|edited|last post|©)).*?(?:\b(?i:by|von)\s+|\bAutor(?:in)?:\s+)"
    rf"(?P<name>{_FULL}?|[\w.-]{{3,30}})(?=\s*(?:$|[|•·,\]]|\.\s|\d\d?[./])|\s(?:am|on|in|IN|um|Tags)\b)"
)
"""A line with a date and, elsewhere in it, the author."""
_FROM: Final = re.compile("[PpVv](?:or|ar|on)\\b|Auth?or|Contributor|Text|Artikel|Beitrag|Gast|Kolumne|Eine? |Escrito")
"""Words before names at the beginning of a line."""
_REPORTER: Final = (
    r"[记記]者[\s:：]*([\u3400-\u9fff]{2,4}(?:[、\s][\u3400-\u9fff]{2,4}){0,3})"
    r"(?<![摄攝])(?<!报道|報導|整合|编译|编制|整理|摄影|攝影)(?:\s?(?:摄影|攝影)?(?:报道|報導|整合|编译|编制|整理))?(?=$|[／/╱)）】\]]|《\w{2,8}》[（(]\d{4}|(?<![华華旧舊])(?:[\u3400-\u9fff]{2}|[华華]盛[顿頓]|洛杉[矶磯]|[旧舊]金山)\d{1,2}日[电電])"
)
"""Reporters in Chinese datelines: ``【聯合報╱記者陳信利／即時報導】``, ``(记者 杜燕)``, ``记者张明 报道``,
``（中央社記者陳信利台北9日電）``."""
_MEDIUM: Final = re.compile(_TEXTS.alternatives("medium"), re.I)
_PERSON: Final = "(?!待[续續]|未完|[掌笑][声聲]|[编編][译譯]|撰|发自|[图圖]|[综綜])[\u3400-\u9fff]{2,3}"
_SIGNED: Final = re.compile(
    r"[。！？…”’][（(](?:[\u3400-\u9fff]{0,6}(?:[记記作]者|[評评][论論][员員])[\s/／:：]?|\w{2,6}[网網社报報][\s/／]"
    rf"|文(?:[/／、]?[图圖])?[\s/／:：]+)?({_PERSON}(?:[、\s]{_PERSON}){{0,3}})"
    r"(?:[/／\s](?:[编編][译譯]|撰|[图圖发發]).*)?[)）]$"
)
"""The signature after the last sentence of a Chinese report: ``……通车。（张明）``."""
_RIGHTS: Final = re.compile(r"^\W*(?:copyright\b|©|\(c\)).*\d{4}", re.IGNORECASE)
"""A line that names the copyright holder."""
_SOURCE: Final = re.compile(r"(?<![片据據料])[来來]源\s*[:：]\s*(?!本[站网]|互联|网络|原创)([^\s:：|丨（()）]{2,20})")
"""The medium that first published a Chinese report."""
_DATELINE: Final = 80
"""Characters of a paragraph that are searched for a dateline, or for a signature at its end."""
_NOT_A_NAME: Final = re.compile(f"{_TEXTS.alternatives('no_name')}|^(?:{_TEXTS.alternatives('label')})$", re.I)
_LABEL: Final = re.compile(
    r"(?:(?:written|posted|published|words|story|article|created)\s+)?by\s*:?|authors?\s*:|contributors?\s*:|par|por|von"
    r"|(?:作\s*者|撰\s*文|文字?|记\s*者|記\s*者)\s*[:：]?",
    re.IGNORECASE,
)
"""A label that is a line of its own, before the name."""
MAX_PARTS: Final = 4
"""Maximum words of each of several names, "By" included."""
_USER: Final = re.compile(
    r"(?:nick|display(?=-)|user(?:[_-]\w{2,5}){0,3}|screen|media|source_|\bup)[_-]?name|name-uid", re.I
)
"""Classes and ids of an element with a user's name."""
_BARE: Final = re.compile(r"(?:^|\s|__)name(?:$|\s)")
"""Classes and ids of such an element that count only below the headline."""
PROFILE: Final = re.compile(r"/(?:@|(?:users?|u|members?|profiles?)/(?!log|sign|reg))([^/?#]+)/?$", re.I)
"""The address of a user's page; the group is the user's name or number."""
_PROFILES: Final = re.compile("/authors?(?![a-z])")
"""The address of an author's page."""
ABOVE: Final = 12
"""Blocks before the article that may name a user."""
FIRST: Final = 3
"""First blocks of the article that may be its headline and the user's name."""
_WIDE: Final = frozenset({"html", "body", "main", "article", "section"})
"""Elements that contain a page or article; they are no byline whatever their class, unless they have a label."""
_OTHERS: Final = re.compile(
    r"\A(?:.*comment-?author|(?!.*(?:uthor|byline)).*(?:comment|related|recommend|sidebar|(?<!elementor-)widget(?!-container|-wrap)|avatar(?!_*name)"
    r"|footer|(?<!v)card|bio|social|follow|teaser|photo|copyright|licen[cs]e|biblio))",
    re.I | re.S,
)
"""Classes of elements that name other people than the article's authors."""
_FOOTER: Final = re.compile(r"(?:^|[\s_-])footer(?:$|[\s_-])")
_ARTICLE: Final = re.compile(r"(?:^|\s)(?:h?entry|post|article)(?:$|[\s-])")
"""Tags and classes of a footer, and of the article around it."""


def byline(head: Head, near: Sequence[Block], site: str, start: int, ending: Sequence[str]) -> str | None:
    """The names of the authors without "By", or None; the name of the ``site`` or of a medium is the last resort.

    ``near`` are the blocks around the article, which begins at block ``start``; ``ending`` are its last lines.
    """
    lines = [block.text for block in near]
    shown = [block.text for block in near if block.link_chars < len(block.text)]  # without menus
    site_name = None
    rights = letters(" ".join(line for line in lines if _RIGHTS.search(line)))
    above = [block for block in near if start - ABOVE <= block.index < start]
    first = [block for block in near if start <= block.index < start + FIRST and len(block.text) < MAX_BYLINE]
    short = [line for line in lines if len(line) <= MAX_NAME]
    users = chain(_users(above, head.around), _users(first[::-1], head.around))
    heads = (block.text for block in (*above, *first) if len(block.text) <= MAX_BYLINE)
    dated = (clean(found["name"]) for line in heads if (found := re.search(_DATED, line)))
    named: Iterator[str] = chain(
        _from_json_ld(head), _from_metas(head), _marked(head, near), _labelled(lines), _visible([*shown, *ending]),
        (end[1] for line in ending if (end := _SIGNED.search(line[-_DATELINE:]))), dated, users,
    )  # fmt: skip
    for names in filter(None, named):
        name, _, last = names.rpartition(", ")  # divides “Jane Doe, CNN”
        name = name if name and letters(last) in letters(site) else names
        if " " not in name and name.islower():  # a user's name, which a line may spell as a name
            name = next((other for other in map(clean, short) if letters(other) == letters(name)), name)
        if len(name) <= MAX_BYLINE or name.count(", ") < len(head.metas.get("citation_author", ())):
            own, other = letters(name), letters(site)
            shorter, longer = sorted((own, other), key=len)
            is_owner = own in rights and all(letters(clean(line)) != own for line in short)
            is_of_site = shorter and (own == other or (len(shorter) > 3 and (shorter in longer or is_owner)))
            is_section = f"/{fold(name)}/" in head.address
            if not (is_of_site or is_section or _MEDIUM.search(name)):
                return name
            site_name = site_name or name
    sources = (clean(found[1]) for line in lines if site_name and (found := _SOURCE.search(line)))
    return next(filter(None, sources), site_name)


def clean(text: str) -> str:
    """The names in ``text`` without "By", "作者：" and a date; empty if it has no name."""
    if reporters := _reporters(text):
        return reporters
    text = _SUFFIX.sub("", _GLUED.sub("", _PREFIX.sub("", plain(text, 2 * MAX_BYLINE)))).strip(" ,;:|·•-–—/&：，、©")
    text = text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text
    text = _BETWEEN.sub(", ", _TRAINEE.sub("、", text))
    return "" if not text or _NOT_A_NAME.search(text) or letters(text).isdigit() else text


def _reporters(text: str) -> str:
    """The names in a Chinese dateline, or empty."""
    found = re.search(_REPORTER, text[:_DATELINE]) if "者" in text else None
    return _TRAINEE.sub("、", found[1]) if found else ""


def says_no_more(line: str, names: str, site: str) -> bool:
    """Whether a line has only ``names``, perhaps with "By", "and", a job title, the name of the ``site``, or digits."""
    rest = letters(_SUFFIX.sub("", _PREFIX.sub("", line).removeprefix("来源：")))
    for name in map(letters, names.split(", ")):
        if name not in rest:
            return False
        rest = rest.replace(name, "", 1)
    rest = re.sub(r"\d", "", rest).removesuffix(letters(site))
    return _AND.fullmatch(rest) is not None or _JOB.fullmatch(rest) is not None


def _from_json_ld(head: Head) -> Iterator[str]:
    """Yields the authors in JSON-LD, where they are a name, an object, a reference, or a list of these."""
    for node in (head.article, head.page):
        value = node.get("author") or node.get("creator")
        names = [clean(_name(head, item)) for item in (value if isinstance(value, list) else [value])[:MAX_NAMES]]
        yield ", ".join(dict.fromkeys(filter(None, names)))


def _name(head: Head, item: Any) -> str:
    item = head.resolve(item)
    name = item.get("name") if isinstance(item, dict) else item
    return name if isinstance(name, str) else ", ".join(map(str, name)) if isinstance(name, list) else ""


def _from_metas(head: Head) -> Iterator[str]:
    """Yields the authors in ``meta`` elements, the first name first."""
    cited = {content.strip() for content in head.metas.get("citation_author", ())}
    for name in _METAS:
        contents = [content.strip() for content in head.metas.get(name, ())[:MAX_NAMES]]
        if name == "twitter:data1" and not _LABEL_OF_AUTHOR.search(head.first("twitter:label1")):
            continue
        forms = [(_CITED if content in cited else _INVERTED).sub(r"\2 \1", content) for content in contents]
        yield ", ".join(dict.fromkeys(filter(None, (clean(form) for form in forms if form[:1] != "/"))))


def _marked(head: Head, near: Iterable[Block]) -> Iterator[str]:
    """Yields the names in elements that are marked as an author or byline."""
    for element in chain(head.items("author")[:MAX_ITEMS], filter(_is_marked, _elements(near))):
        if element.tag in _WIDE and not element.get("aria-labelledby"):
            continue
        own_footers = _own_footers(element, head.around)
        if is_elsewhere(element, _OTHERS, LEVELS, own_footers) or _of_review(element, head.around):
            continue
        texts = [*map(_line, elements(_GIVEN, element)[:MAX_NAMES])] or map(_named, _alike(element))
        yield ", ".join(dict.fromkeys(name for text in texts if (name := clean(text)) and len(name) <= MAX_NAME))


def _of_review(element: Element, around: Container[Element]) -> bool:
    """Whether ``element`` is in a review (schema.org) that is not around the article."""
    steps = (step for step in element.iterancestors() if step not in around)
    return any((step.get("itemtype") or "").endswith("/Review") for step in steps)


def _own_footers(element: Element, around: Container[Element]) -> set[Element]:
    """The footers around ``element`` that are the article's, not the page's."""
    found: set[Element] = set()
    for step in reversed(list(islice(element.iterancestors(), LEVELS))):
        outer = step.getparent()
        is_own = outer is not None and outer in around and _ARTICLE.search(f"{outer.get('class')} {outer.tag}")
        if (is_own or outer in found) and _FOOTER.search(f"{step.tag} {step.get('class')}"):
            found.add(step)
    return found


def _named(element: Element) -> str:
    """The text of a marked element's name, or of its link if that text is no name alone."""
    text = _first(_NAME, element) or _line(element)
    return (_first(_LINK, element) or text) if _MORE.search(text) else text


def _alike(element: Element) -> list[Element]:
    """The elements with one name each: siblings of one kind in or after ``element``, with "and" or a comma between.

    Without any, the list has only ``element``.
    """
    inner = next((step for step in elements(_NAME, element)[:5] if _line(step)), None)
    child = element[0] if len(element) else None
    outer = element.getparent()
    is_only = outer is not None and len(outer) == 1 and not (outer.text or "").strip()
    for first in (inner, child, element, outer if is_only else None):
        found = [] if first is None or not any(_kind(first)) else [first]
        for after in islice(filter(text_of, found[0].itersiblings()), MAX_NAMES) if found else ():
            if _kind(after) != _kind(found[0]) or not _AND.fullmatch((found[-1].tail or "").strip()):
                break
            found.append(after)
        lines = [_first(_NAME, step) or _line(step) for step in found]
        if len(found) > 1 and all(len(line.split()) <= MAX_PARTS and not re.search(r"\d", line) for line in lines):
            return found
    return [element]


def _kind(element: Element) -> tuple[str | None, ...]:
    return (element.get("class"), element.get("rel"), element.get("itemprop"), "li" if element.tag == "li" else None)


def _elements(near: Iterable[Block]) -> Iterator[Element]:
    """Yields the elements in and around the blocks, outer ones first, without duplicates."""
    seen: set[Element] = set()
    for block in near:
        container = block.element
        steps: list[Element] = []
        for place in reversed(block.places):
            step: Element | None = place
            outer = 0
            while step is not None and step not in seen and outer <= OUTER:
                steps.append(step)
                seen.add(step)
                outer += step is container or outer > 0
                step = step.getparent()
        yield from reversed(steps)


def _users(above: Sequence[Block], around: frozenset[Element]) -> Iterator[str]:
    """Yields users' names above the article, the nearest first; a link's address must have the name or a number."""
    headline = max((at for at, block in enumerate(above) if block.element.tag == "h1"), default=len(above))
    below = set(_elements(above[headline + 1 :]))
    for element in reversed(list(_elements(above))):
        profile = PROFILE.search(element.get("href") or "")
        known = unquote(profile[1]) if profile else ""
        names, outer = f"{element.get('class') or ''} {element.get('id') or ''}", element.getparent()
        is_user = _USER.search(names) or (element in below and _BARE.search(names))
        if (is_user or known) and outer is not None and not is_elsewhere(outer, _OTHERS, LEVELS, around):
            inside = islice(element.iterdescendants(), MAX_NAMES)
            inner = (step for step in inside if _USER.search(step.get("class") or ""))
            name = clean(text_of(next(inner, element), 2 * MAX_BYLINE))
            is_named = is_user or known.isdigit() or letters(known) == letters(name) or element in below
            if is_named and name[:1].isalnum():
                yield name


def _is_marked(element: Element) -> bool:
    values = " ".join(cast("list[str]", element.values()))
    if element.tag == "time" or ("uthor" not in values and "yline" not in values and "reviewer" not in values):
        return False
    names = " ".join(element.get(name) or "" for name in ("class", "data-testid", "aria-labelledby"))
    return (
        _AUTHOR.search(names) is not None
        or "byline" in names.lower()
        or "author" in (element.get("rel"), element.get("itemprop"), element.get("id"))
        or element.get("property") == "v:reviewer"
        or _PROFILES.search(element.get("href") or "") is not None
    )


def _first(path: etree.XPath, element: Element) -> str:
    return next(filter(None, map(_line, elements(path, element)[:5])), "")


def _line(element: Element) -> str:
    """The first line of an element that may be a name, or the ``content`` of a ``meta``."""
    if element.tag == "meta":
        return plain(element.get("content"), 2 * MAX_BYLINE)
    lines = lines_of(element, MAX_BYLINE)
    line = next(filter(clean, lines), lines[0] if lines else "")
    for sign in islice(element.iter("sup"), MAX_NAMES):  # the number of an affiliation
        line = line.removesuffix(text_of(sign)).rstrip()
    return line


def _labelled(lines: Sequence[str]) -> Iterator[str]:
    """Yields the short lines after a line such as "By"."""
    for line, after in pairwise(lines):
        if len(line) < 24 and _LABEL.fullmatch(line.strip()) and len(after) <= MAX_NAME:
            yield clean(after)


def _visible(near: Iterable[str]) -> Iterator[str]:
    """Yields the names in lines such as "By Jane Doe"."""
    for line in near:
        if reporters := _reporters(line):
            yield reporters
        may_name = not line.isascii() or "by" in line.lower() or _FROM.match(line)  # faster than the expression
        found = re.search(_VISIBLE, line) if may_name and len(line) < 200 else None
        if found and (name := clean(found["zh"] or found["en"] or found["la"] or found["ko"])):
            yield name
