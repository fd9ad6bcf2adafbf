"""The declarations of a page, in ``meta`` elements and JSON-LD, and the title of the article.

The title is chosen among headings, declared titles and ``<title>``, without the site's name.
"""

import json
import re
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from typing import Any, Final

from jingdu.page.model import Block, Element, Page
from jingdu.page.query import declares_manual, json_ld, outwards, plain, text_of
from jingdu.text.words import ideographs, letters, title_terms

MAX_META: Final = 500
MAX_SCRIPT: Final = 1_000_000
"""Maximum characters of a JSON-LD script; longer ones are ignored."""
MAX_NODES: Final = 3000
"""Maximum JSON-LD objects and lists per page."""

ABOVE: Final = 25
"""Blocks before the first kept one that may have the title of a page of documentation."""
BELOW: Final = 4
"""Blocks from the first kept one on that may have it."""
MAX_ADDRESS: Final = 100
"""First characters of an address that are searched for the name of the site."""
MAX_PARTS: Final = 10
"""Maximum elements in a heading that are examined as parts beside the title."""
MAX_MARKED: Final = 100
"""Maximum ``h1`` elements, and maximum elements with a time, that are examined."""

MAX_DESCRIPTION: Final = 1000
"""Maximum characters of a description in JSON-LD that are compared with the text."""

_DESCRIPTIONS: Final = ("description", "og:description", "twitter:description")
_DECODER: Final = json.JSONDecoder(strict=False, parse_constant=lambda _: None)
_PUBLISHED: Final = re.compile(r'"datePublished"\s*:\s*["\']?(\d[\w:.+-]{7,})')
_ARTICLE_TYPES: Final = frozenset(
    "Article NewsArticle BlogPosting Report ScholarlyArticle TechArticle LiveBlogPosting ReportageNewsArticle "
    "AnalysisNewsArticle OpinionNewsArticle ReviewNewsArticle BackgroundNewsArticle SocialMediaPosting Review "
    "DiscussionForumPosting QAPage Question Recipe VideoObject Product HowTo MedicalWebPage JobPosting".split()
)
_PAGE_TYPES: Final = frozenset("WebPage ItemPage AboutPage CollectionPage FAQPage ProfilePage".split())
SEPARATOR: Final = re.compile(
    r"\s+[|–—\-·•»«:/~\\<>›‹∣｜]+\s+|\s*[|｜»]+\s*|\s*(?<![a-z0-9])_+\s*|\s*_+(?![A-Za-z0-9])\s*"
    r"|(?<=[\u3000-\u9fff）”》])\s*-+\s*|\s*-+\s*(?=[\u3000-\u9fff])"
)
_QUOTATION: Final = re.compile("«[^«»]*»")
_SITE_WORDS: Final = re.compile(
    r"(?:网|網|網站|报|報|在线|論壇|论坛|博客|频道|頻道|社区)$|百科|新闻网|\w [dD]ocumentation$|ドキュメント$"
)
"""Words, mostly endings, that are typical of the names of Chinese sites and of documentation."""
_SUBREDDIT: Final = re.compile(r"^r/\w+ (?:-|on Reddit:) ")
"""The name of a forum before a title, on Reddit."""
_TYPES_OF: Final = re.compile(r"\w<.*>")
"""A type with parameters, whose angle brackets are no separators."""
MIN_TITLE: Final = 10
"""Minimum characters of a part of a title that may be the whole title, however long the rest is."""
MIN_COMMON: Final = 0.3
"""Minimum share of a heading's terms that are in a title that words it differently."""
MAX_OPENING: Final = 80
"""Maximum characters of a title made of the text's first words."""
MAX_CLAUSE: Final = 30
"""The same in Chinese and Japanese."""
MIN_SENTENCE: Final = 15
"""Minimum characters before a full stop that ends a sentence, not an abbreviation."""
MIN_CLAUSE: Final = 6
"""Minimum characters of a clause as a title."""
_MAX_START: Final = 1000
_SENTENCE_END: Final = re.compile(r"(?<=\w)[.!?]+[\"'”’)]*(?=\s|$)|[。！？；]")
_CLAUSE_END: Final = re.compile("[，、：—]")
_OF_SITE: Final = re.compile(r"(?:site|menu|board|brd)[-_]?(?:title|name)|logo(?![a-z])|navbar-brand", re.I)
"""Classes and ids of a heading with the site's name, or of the element around it."""
AROUND: Final = " :|·•–—-"
"""Characters around the parts of a title or heading."""
_KIND: Final = re.compile(r"^\[[^\[\]]{1,20}\] ")
"""The kind of a post before its title."""
_NUMBER: Final = re.compile(r"\(?[#!]\d+\)?")
"""The number of an issue, next to its title."""
_LAST_MARKS: Final = " ¶#§🔗"
"""Characters of a permalink at the end of a heading."""
HEADING_TAGS: Final = ("h1", "h2", "h3", "h4")
_SEPARATORS: Final = " -_|"
"""Characters between a title and the name of the site."""
_DIVISIONS: Final = dict.fromkeys(map(ord, " .:|/–—-"))
"""Characters between the parts of a heading, for ``str.translate``."""
_LAST_SIGNS: Final = " .,;:，、：；。–—-"

Node = Mapping[str, Any]


class Head:
    """The declarations of a page; ``meta`` elements of the innermost microdata item around ``at`` come first."""

    def __init__(self, page: Page, at: Element | None = None) -> None:
        self.address = (page.url or "").lower()
        self._items = page.by_tag["@itemprop"]
        self.metas: dict[str, list[str]] = {}
        by_tag = page.by_tag
        self.headings = by_tag["h1"][:MAX_MARKED]
        """The first ``h1`` elements."""
        self.times = (by_tag["time"] + by_tag["abbr"])[:MAX_MARKED]
        """Elements that may have a date in an attribute."""
        self.around = frozenset() if at is None else frozenset(outwards(at))
        """The element at the article's beginning and its ancestors."""
        item = _item(at)
        for meta in sorted(by_tag["meta"][:MAX_META], key=lambda meta: item is None or _item(meta) is not item):
            content = meta.get("content")
            for key in ("name", "property", "itemprop", "http-equiv") if content is not None else ():
                if name := meta.get(key):
                    self.metas.setdefault(name.strip().lower(), []).append(str(content))
        found = list(nodes(json_ld(page)))
        self.nodes = {node["@id"]: node for node in reversed(found) if isinstance(node.get("@id"), str)}
        self.article = _pick(found, _ARTICLE_TYPES) or next((n for n in found if "headline" in n or "pubDate" in n), {})
        self.page = _pick(found, _PAGE_TYPES) or {}
        self.website = _pick(found, frozenset({"WebSite"})) or {}

    def first(self, *names: str) -> str:
        """The first non-empty ``meta`` of these names, as plain text."""
        return next(filter(None, map(plain, chain.from_iterable(self.metas.get(name, ()) for name in names))), "")

    def items(self, name: str) -> list[Element]:
        """The elements with this ``itemprop`` (``author`` or ``datePublished``)."""
        return [element for element in self._items if element.get("itemprop") == name]

    def resolve(self, value: Any) -> Any:
        """Dereferences ``{"@id": …}``; other values are returned unchanged."""
        if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
            return self.nodes.get(value["@id"], value)
        return value


def _item(element: Element | None) -> Element | None:
    """The innermost element with ``itemscope`` around ``element``."""
    outer = () if element is None else element.iterancestors()
    return next((step for step in outer if step.get("itemscope") is not None), None)


def nodes(scripts: list[str]) -> Iterator[Node]:
    """The objects of the JSON-LD scripts, breadth first."""
    budget = MAX_NODES
    for script in scripts[:50]:
        queue = [_load(script)]
        while queue and budget:
            budget -= 1
            item = queue.pop(0)
            if isinstance(item, dict):
                yield item
                queue += [value for value in item.values() if isinstance(value, dict | list)]
            elif isinstance(item, list):
                queue += [value for value in item[:200] if isinstance(value, dict | list)]


def _load(script: str) -> Any:
    """Parses a script; returns None if it is too large, and only its date if it is invalid or nested too deeply."""
    start = min((at for at in map(script.find, "{[") if at >= 0), default=-1)
    if start < 0 or len(script) > MAX_SCRIPT:
        return None
    try:
        return _DECODER.raw_decode(script, start)[0]
    except (ValueError, RecursionError):
        found = _PUBLISHED.search(script)
        return {"headline": "", "dateCreated": found[1]} if found else None


def _pick(of: list[Node], types: frozenset[str]) -> Node | None:
    """The first node with one of these schema.org types, or None."""
    for node in of:
        kind = node.get("@type")
        kinds = kind if isinstance(kind, list) else [kind]
        if any(kind.rpartition("/")[2] in types for kind in kinds if isinstance(kind, str)):
            return node
    return None


def is_elsewhere(
    element: Element, names: re.Pattern[str], levels: int, around: Container[Element] = frozenset()
) -> bool:
    """Whether ``element`` is in an aside, a figure, a footer, a form, a menu, or an element with a class of ``names``.

    Examines at most ``levels`` elements, from ``element`` outwards, up to the article or an element in ``around``.
    """
    for step in islice(outwards(element), levels):
        if step.tag in ("article", "main", "body") or step in around:
            return False
        if step.tag in ("aside", "figure", "footer", "form", "nav") or names.search(step.get("class") or ""):
            return True
    return False


def descriptions(page: Page) -> list[str]:
    """The letters of each non-empty description that the page declares, also for its article in JSON-LD."""
    metas = (meta for meta in page.by_tag["meta"] if (meta.get("property") or meta.get("name")) in _DESCRIPTIONS)
    articles = nodes([script for script in json_ld(page) if '"headline"' in script and '"description"' in script])
    declared = (plain(node.get("description"), MAX_DESCRIPTION) for node in articles if "headline" in node)
    return [own for text in chain((meta.get("content") or "" for meta in metas), declared) if (own := letters(text))]


# the title


def title(page: Page, head: Head, site: str, before: Sequence[Block] = ()) -> str:
    """The article's title as plain text; by default all of ``<title>``, which may be empty.

    ``before`` are the blocks before its text; a declared title that equals one of them is not shortened. If none equals
    the title of a page of documentation, a block near the last one that is marked as its title is used; if none has it,
    it is the manual's, and the first heading among ``before`` is used.
    """
    above = [block.text for block in before]
    found = _title(page, head, site, above)
    own = letters(found)
    shown = [*map(letters, chain(above, map(text_of, head.headings)))]
    if head.first("og:title") or own in shown or not declares_manual(page):
        return found
    first = before[-1].index if before else 0
    titles = [block for block in page.blocks[max(0, first - ABOVE) : first + BELOW] if _is_title(block.element)]
    if not titles and not any(own in text for text in shown):
        headings = (block for block in before if block.element.tag in HEADING_TAGS)
        titles = sorted(headings, key=lambda block: block.element.tag)
    names = (plain(block.text).rstrip(_LAST_MARKS) for block in titles)
    return next((name for name in names if len(letters(name)) > 1), found)


def _is_title(element: Element) -> bool:
    """Whether a heading is the page's title: an ``h1``, or one with the class ``title``, as in Doxygen's pages."""
    return (element.tag == "h1" or "title" in (element.get("class") or "").split()) and not _is_of_site(element)


def _title(page: Page, head: Head, site: str, above: Sequence[str]) -> str:
    whole = plain(page.title)
    offered = (head.first("og:title"), plain(head.article.get("headline")), head.first("twitter:title", "dc.title"))
    named = list(filter(None, offered))
    shown = set(map(letters, above))
    cut = [text if letters(text) in shown else strip_site(text, site) for text in (whole, *named)]
    short, site_name = cut[0], letters(site)
    generic = [letters(short) not in site_name and _is_generic(text, site_name, whole) for text in named]
    declared = [text for text, is_generic in zip(cut[1:], generic, strict=True) if text and not is_generic]
    own = [heading for heading in head.headings[:10] if not _is_of_site(heading)]
    names = [text_of(heading) for heading in head.headings[:10] if heading not in own]
    for name in filter(None, names):
        short = strip_site(short, name)
    titles = [short, *declared]
    known = {*map(letters, titles)} - {""}
    headings = [text for element in own if (text := _of_title(element, titles).rstrip(_LAST_MARKS))]
    sites = of_site(headings, whole, page)
    joined = "".join(map(letters, headings[:2]))  # the number of a standard, and its title
    if len(headings) > 1 and letters(headings[0]) not in site_name and joined in known:
        return next(text for text in titles if letters(text) == joined)
    headings = [text for text in headings if text not in sites and not _precedes(text, known, whole, page)]
    if heading := _heading(headings, titles, site):
        return heading
    if declared and not any(generic):
        short = min(declared, key=lambda text: (not _within(letters(text), letters(whole)), len(text)))
    line = _shown_line(short, [*above, *headings])
    start = letters(short.removesuffix(line)) if line and short.endswith(line) else ""
    if start and (heading := next((text for text in headings if letters(text).endswith(start)), None)):
        return heading  # “mod_log – Lamp server”, shown as “Module mod_log”
    part = _shown_part(page, short) or line or _first_part(headings, page, declared)
    if not part and not declared and letters(short) not in shown:
        part = _shown_end(whole, shown.difference([site_name], map(letters, names)))
    if not part and len(own) == 1 and headings and short not in page.blocks.texts:
        is_named = head.first("og:type") == "article" and len(title_terms(headings[0])) > 2
        if is_named or _is_about(headings[0], titles):
            return headings[0]
    found = part or short or (headings[0] if len(headings) == 1 else whole.strip(_SEPARATORS))
    before, _, last = found.rpartition(" ")
    return before if before and not last.strip(_SEPARATORS) else found


def _is_generic(title: str, name: str, whole: str) -> bool:
    """Whether a declared title is the same on all pages: the site's ``name``, perhaps with words not in ``<title>``."""
    first, *rest = map(letters, split(title))
    return first == name != "" and not (rest and "".join(rest) in letters(whole))


def _is_of_site(heading: Element) -> bool:
    """Whether the class or id of a heading or of its parent says that it is the name of the site or book."""
    steps = (step for step in (heading, heading.getparent()) if step is not None and step.tag not in ("body", "html"))
    return any(_OF_SITE.search(f"{step.get('class') or ''} {step.get('id') or ''}"[:500]) for step in steps)


def _precedes(heading: str, known: Container[str], whole: str, page: Page) -> bool:
    """Whether a heading names the site: in ``<title>`` a known title follows it, which is also an ``h2`` or ``h3``."""
    own, rest = letters(heading), letters(whole)
    title = rest.removeprefix(own)
    return title != rest and own not in known and title in known and title in map(letters, _shown(page, ("h2", "h3")))


def of_site(headings: Collection[str], whole: str, page: Page) -> set[str]:
    """The headings that name the site: in ``<title>`` each follows another heading, perhaps without its kind."""
    cuts = [(letters(whole[: found.start()]), letters(whole[found.end() :])) for found in _separators(whole)]
    before = {text: {start for start, end in cuts if start and end.startswith(letters(text))} for text in headings}
    found = [*_shown(page, HEADING_TAGS)] if any(before.values()) else []
    shown = set(map(letters, chain(found, (_KIND.sub("", text) for text in found))))
    return {text for text, starts in before.items() if not starts.isdisjoint(shown)}


def _shown(page: Page, tags: Container[str]) -> Iterator[str]:
    """The text of the blocks in elements of these tags."""
    return (text for text, tag in zip(page.blocks.texts, page.blocks.tags, strict=True) if tag in tags)


def opening(texts: Iterable[str]) -> str:
    """A title for an article without one: the first words of its text, or the first clauses in Chinese.

    Empty if no text has a letter or digit.
    """
    text = next((text for text in texts if letters(text)), "")
    start = " ".join(text[:_MAX_START].lstrip().removeprefix("# ").partition("\n")[0].split())  # only code has lines
    dense = 2 * ideographs(start[:MAX_CLAUSE]) > len(start[:MAX_CLAUSE])
    stops = (found.start() for found in _SENTENCE_END.finditer(start))
    sentence = start[: next((end for end in stops if dense or end >= MIN_SENTENCE), None)].strip()
    if len(sentence) <= (MAX_CLAUSE if dense else MAX_OPENING):
        return sentence.rstrip(_LAST_SIGNS) or start
    if dense:  # as many clauses as fit
        ends = [found.start() for found in _CLAUSE_END.finditer(sentence[: MAX_CLAUSE + 1])]
        return sentence[: ends[-1]] if ends and ends[-1] >= MIN_CLAUSE else f"{sentence[:MAX_CLAUSE]}…"
    words = sentence[: MAX_OPENING + 1].rpartition(" ")[0] or sentence[:MAX_OPENING]
    return f"{words.rstrip(_LAST_SIGNS)}…"


def _is_about(heading: str, titles: Iterable[str]) -> bool:
    """Whether ``heading`` words one of ``titles`` differently: it is not part of it, but has some of its terms."""
    terms = title_terms(heading)
    others = {term for title in titles if letters(heading) not in letters(title) for term in title_terms(title)}
    return len(terms) > 2 and sum(term in others for term in terms) >= MIN_COMMON * len(terms)


def _begins(start: str, titles: Iterable[str]) -> bool:
    """Whether ``start`` is more than half of one of these titles, cut before a separator."""
    begun = (title for title in titles if title.startswith(start) and 2 * len(start) > len(title))
    return any(not title[len(start) :].lstrip()[:1].isalnum() for title in begun)


def _of_title(heading: Element, titles: Sequence[str]) -> str:
    """The text of a heading without a section or date before or after the title.

    A part is removed only if it is an issue's number, or if one of ``titles``, or its beginning, remains.
    """
    text = text_of(heading)
    known = {*map(letters, titles)} - {""}
    if letters(text) not in known:
        for part in map(text_of, islice(heading.iterdescendants(), MAX_PARTS)):
            after = text.removeprefix(part).lstrip(AROUND) if text.startswith(part) else text
            before = text.removesuffix(part).rstrip(AROUND) if text.endswith(part) else text
            for rest in (after, before, part):
                if rest != text and (letters(rest) in known or _begins(rest, titles) or _NUMBER.fullmatch(part)):
                    return rest
    joined = text.replace(" ", "")  # in Chinese a break may divide it
    return joined if joined in titles and heading.find(".//br") is not None else text


def _heading(headings: list[str], titles: list[str], site: str) -> str | None:
    """The ``h1`` that equals one of the titles, contains it or is part of it; never the site's name."""
    name = letters(site)
    known = [letters(other) for other in titles]
    similar = [
        (own, text)
        for text in headings
        if (own := letters(text)) != name
        and any(_within(own, other) or _within(other, own) for other in known if len(other) > 3)
    ]
    exact = next((text for own, text in similar if own in known), None)
    # style sheets may divide the heading's parts: “News” and “Digital cameras” in “News - Digital cameras”
    exact = next((title for title in titles if exact and _divides(title, exact)), exact)
    return exact or max((text for _, text in similar), key=len, default=None)


def _divides(title: str, heading: str) -> bool:
    """Whether ``title`` is ``heading`` with more separators or stops, but no further part."""
    longer = len(title.replace(" ", "")) > len(heading.replace(" ", "")) and title.rstrip(".")[-1:] == heading[-1:]
    return longer and title.translate(_DIVISIONS) == heading.translate(_DIVISIONS)


def _first_part(headings: list[str], page: Page, declared: list[str]) -> str | None:
    """The only heading, if it is the first part of ``<title>`` (``豆腐 - 百科``), which contains no declared title.

    None if the heading is in the page's address before the name of the file, since it is then the site's name.
    """
    whole = plain(page.title)
    first, *rest = map(letters, split(whole))
    if len(headings) != 1 or not rest or not first or letters(headings[0]) != first:
        return None
    is_other = any(letters(title) in letters(whole) for title in declared)
    return None if is_other or first in letters((page.url or "")[:MAX_ADDRESS].rpartition("/")[0]) else headings[0]


def _shown_part(page: Page, title: str) -> str | None:
    """The part of ``title`` that an ``h2`` or ``h3`` shows."""
    cuts = [found.span() for found in _separators(title)]
    parts = {letters(part): part for start, end in cuts for part in (title[:start], title[end:])}
    headings = [*_shown(page, ("h2", "h3"))] if parts else []
    sites = of_site(headings, title, page)
    shown = (parts.get(letters(text)) for text in headings if text not in sites)
    return next((part for part in shown if part and len(part) >= MIN_TITLE), None)


def _shown_end(title: str, lines: Container[str]) -> str | None:
    """The longest end of ``title`` after a separator whose letters are one of ``lines``."""
    ends = (title[found.end() :] for found in _separators(title))
    return next((end for end in ends if len(end) >= MIN_TITLE and letters(end) in lines), None)


def _shown_line(title: str, lines: Collection[str]) -> str | None:
    """The longest line at the start, or else at the end, of ``title`` that is a third of it and set off by a separator.

    In Chinese a space separates too; elsewhere a colon does, but only before the line. A line at the end does not count
    if the start is also one of ``lines``.
    """
    gap = r"\s*[\W_]" if ideographs(title) > len(title) / 2 else r"\s*[|_—–-]"
    parts = [line for line in lines if MIN_TITLE <= len(line) < len(title) < 3 * len(line)]
    starts = [line for line in parts if re.match(re.escape(line) + gap, title)]
    if not starts:
        known = set(map(letters, lines))
        rests = {line: title.removesuffix(line) for line in parts if title.endswith(line)}
        others = (line for line, rest in rests.items() if letters(rest) not in known)
        starts = [line for line in others if re.search(rf"(?:{gap}|[:：])\s*$", rests[line])]
    return max(starts, key=len, default=None)


def _within(short: str, long: str) -> bool:
    """Whether ``long`` contains ``short``, which is a quarter of it or more, or the name of a dish or poem in it."""
    is_long = len(short) >= 0.25 * len(long) or f"{short}的做法" in long or long.startswith(f"{short}原文")
    return bool(short) and short in long and is_long


def split(text: str) -> list[str]:
    """The parts of a title between separators."""
    ends = [(0, 0), *(found.span() for found in _separators(text)), (len(text), len(text))]
    return [text[start:end] for (_, start), (end, _) in pairwise(ends)]


def _separators(text: str) -> list[re.Match[str]]:
    """The separators in a title, but no guillemets around a quotation."""
    return [*SEPARATOR.finditer(_QUOTATION.sub(lambda found: f"“{found[0][1:-1]}”", text))]


def strip_site(text: str, site: str) -> str:
    """``text`` without the names of site and section.

    A first part equal to the site's name is removed, else trailing parts that are names (`_is_name`).
    """
    if site and text.startswith(site + ": "):
        return text[len(site) + 2 :]
    text = _SUBREDDIT.sub("", text)
    if re.match("[-_|](?![-_|])", text):
        return ""
    parts = [part for part in split(text) if part]
    gaps = [found[0] for found in _separators(text)]
    if len(parts) < 2 or len(gaps) != len(parts) - 1 or _TYPES_OF.search(text):
        return text
    name = letters(site)
    if name and letters(parts[0]).removeprefix("www") == name.removeprefix("www"):
        return text[text.index(parts[1], len(parts[0])) :]
    while len(parts) > 1 and _is_name(parts[-1], gaps[-1], name, parts[:-1]):
        parts.pop(), gaps.pop()
    return "".join(part + gap for part, gap in zip(parts, [*gaps, ""], strict=True))


def _is_name(last: str, gap: str, site: str, before: list[str]) -> bool:
    """Whether the last part of a title is the name of the site or a section."""
    known = letters(last)
    if last.count(")") > last.count("("):
        return False
    if site and known and (known in site or site in known):
        return True
    if ":" in gap:
        return False
    if _SITE_WORDS.search(last) and letters("".join(before)) not in known:
        return True
    if "|" in gap or "_" in gap or "｜" in gap:
        return len(last) <= sum(map(len, before)) or sum(map(len, before)) >= MIN_TITLE
    return len(last) < 0.9 * sum(map(len, before)) and len(last.split()) <= 5
