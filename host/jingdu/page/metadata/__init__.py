"""Metadata of an article: title, byline, date, site, language, image.

A page declares each of them in several places, some of which are wrong. All results are plain text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import Final
from urllib.parse import urlsplit

from jingdu.page.metadata import bylines, dates
from jingdu.page.metadata.head import AROUND, Head, of_site, split, title
from jingdu.page.model import Block, Element, Metadata, Page
from jingdu.page.query import MAX_FIELD, plain, text_of
from jingdu.text.language import SAMPLE, counts, is_right_to_left, language
from jingdu.text.words import ideographs, letters, terms

BEFORE: Final = 25
"""Blocks before the first kept one that are searched for date and author."""
AFTER: Final = 8
"""Blocks from the first kept one on, and from the last one on, that are searched too."""
LEAD: Final = 30
"""Maximum distance of the text from the first kept block, in blocks; buttons and teasers may be between."""
ABOVE: Final = 15
"""Blocks up to the beginning of the text that are searched too."""
CREDITS: Final = 3
"""First blocks of the text, and last kept ones, that are searched for an author's label."""
HEADLINE: Final = 6
"""Blocks before the first kept one, one of which may be the headline."""
EXCERPT: Final = 300
"""Maximum characters of an excerpt."""
LONG: Final = 120
"""Bytes of UTF-8 above which a block is long."""
STEM: Final = 5
"""First letters by which words are compared, since inflected forms share them; shorter words are ignored."""
START: Final = 20
"""First characters of a text that are looked up in the title before the whole text, which takes longer."""
SEARCHED: Final = 50_000
"""First characters of an article in which the words of its description are searched."""
MAX_WORDS: Final = 3
"""Maximum words of a line that is only a date, such as "Last", "updated" and the month."""
MAX_SITE: Final = 30
"""Maximum characters of a site's name at the end of a title, and bytes of one that is a whole title."""
_SECOND_LEVEL: Final = frozenset("ac co com edu go gob gov gv ne net or org".split())
"""Second-level labels of public suffixes such as ``co.uk``."""
MAX_BESIDE: Final = 12
"""Maximum characters beside a name of one capitalised word, such as "logo"; in longer texts it may be any word."""
LOGOS: Final = 3
"""First pictures of a page, one of which may be the site's logo."""
LINKS: Final = 100
"""First links of a page that are searched for links to the site's home page."""
FOOTER: Final = 12
"""Last blocks of a page that are searched for a copyright notice."""
_ARCHIVE: Final = re.compile("^[^?#]*/(?=https?://)")
"""The part of an archive's address before the address of the archived page."""
_RIGHTS: Final = re.compile(r"©|\(c\)|copyright|all rights|版权|版權|ICP|许可证|powered by", re.IGNORECASE)
_NAME: Final = re.compile("^[^的，]+(?:[网網]站?|[日晚]报|[日晚]報|论坛|論壇|博客|贴吧|社区|社區|文库|百科)$")
"""A name with an ending of Chinese sites that names of sections do not have; slogans, which have 的, do not match."""
_LANGUAGE: Final = re.compile(r" ?\(\w{2,3}\)$")
_WORD: Final = re.compile(r"[^\W\d_]+")
_STAMP: Final = re.compile(
    r"[年月日時时分秒]|星期.|[上下]午|(?<=\d)(?:st|nd|rd|th|[ap]m)\b|\b(?:at|on|by|[ap]m|[a-z]{1,2}t)\b", re.IGNORECASE
)
"""Words and units that belong to a date."""
MAX_WIDE: Final = 8
"""Maximum East Asian characters of a line that is only a date, such as the name of a source."""
_SECTION: Final = re.compile("(?!的)[\u3400-\u9fff]{2,4}")
"""The name of a section after the site's name, such as 新闻 in 网易新闻."""
_OF_AUTHOR: Final = re.compile(r" (?:\(@[\w.@-]+\)(?: on \w+)?|的(?:个人主页|微博).{0,9})")
"""What follows a name as the title of a page with one message."""
_DIGIT: Final = re.compile(r"\d")


def metadata(page: Page, kept: Sequence[Block]) -> Metadata:
    """The metadata of the article that consists of the blocks ``kept``."""
    head, root = Head(page, kept[0].element if kept else None), page.root
    host = _host(page.url)
    shown = cache(partial(_site_texts, page, host))
    site = _site(page, head, host, shown)
    sample = " ".join([block.text for block in kept if block.element.tag != "pre"])[:SAMPLE]
    found = counts(sample)
    metas = map(head.first, ("content-language", "og:locale"))
    declared = (root.get("lang") or root.get("xml:lang"), *metas, plain(head.article.get("inLanguage")))
    lang = language(sample, found, declared)
    is_rtl = is_right_to_left(found) if found else (root.get("dir") or "").lower() == "rtl"
    first, last = (kept[0].index, kept[-1].index) if kept else (0, 0)
    near, below = _near(page, kept), page.blocks[last + AFTER : last + BEFORE]
    heading = title(page, head, site, page.blocks[max(0, first - HEADLINE) : first + 1])
    if site and site == host:
        site = _spelled(page, site, shown()) or site
    byline = bylines.byline(head, near, site, first, [block.text for block in kept[-CREDITS:]])
    byline = None if letters(byline or "") == letters(heading) else byline
    heading = own_title(heading, byline)
    published = dates.published(page, head, near, first, lang, below)
    return Metadata(
        title=heading, byline=byline, published=published, site=site or None, lang=lang,
        dir="rtl" if is_rtl else "ltr", image=_image(head), excerpt=_excerpt(head, heading, kept),
    )  # fmt: skip


def own_title(title: str, byline: str | None) -> str:
    """``title``; empty if it is only the author of a short message, whose first words say more."""
    rest = title.removeprefix("@").removeprefix(byline) if byline else ""
    return "" if _OF_AUTHOR.fullmatch(rest) else title


def _near(page: Page, kept: Sequence[Block]) -> list[Block]:
    """The blocks to search for date and author: around the article's start and end, and above its first long block."""
    if not kept:
        return page.blocks[:BEFORE]
    first, last = kept[0].index, kept[-1].index
    text = next((block.index for block in kept if len(block.text.encode()) > LONG), first)
    end = min(text + CREDITS, last) if text <= first + LEAD else 0
    beside = page.blocks[max(first + AFTER, end - ABOVE) : end]
    return page.blocks[max(0, first - BEFORE) : first + AFTER] + beside + page.blocks[last : last + AFTER]


def repeats(line: str, facts: Metadata) -> bool:
    """Whether a line only repeats the byline or the date of publication."""
    if _DIGIT.search(line):
        day, published = (dates.iso(line) or "")[:10], (facts.published or "")[:10]
        if not published or (day and day != published):
            return False
        words = _WORD.findall(_STAMP.sub(" ", line.replace(facts.byline or "\n", "")))
        is_short = len(words) <= MAX_WORDS and ideographs("".join(words)) <= MAX_WIDE
        if day and is_short and not re.search("[。，]|[:：]$", line):
            return True
    return facts.byline is not None and bylines.says_no_more(line, facts.byline, facts.site or "")


def _site(page: Page, head: Head, host: str, shown: Callable[[], Sequence[str]]) -> str:
    """The name of the site, or its ``host``; ``shown`` returns texts that may name it."""
    publisher = head.resolve(head.article.get("publisher"))
    name = publisher.get("name") if isinstance(publisher, dict) else publisher
    declared = head.first("sitename")
    titles = {letters(plain(page.title)), letters(head.first("og:title"))}
    headings = tuple(filter(None, map(letters, map(text_of, head.headings))))

    def usable(name: str) -> str:
        own = letters(name)
        is_headline = len(name.encode()) > MAX_SITE and len(split(name)) == 1
        is_title = own in titles and (own.startswith(headings) or is_headline)
        is_other = not own or "://" in name or "{" in name or name.startswith("@") or is_title
        return "" if is_other else name.strip(AROUND).removeprefix("www.")

    named = head.first("og:site_name") or plain(head.website.get("name"), 80)
    return (
        _without_slogan(usable(named), host, plain(page.title))
        or _shown_name(page, host, declared, head.first("author"), shown)
        or (declared if ideographs(declared) else "")  # Chinese authorities' sites; elsewhere it is often a directory
        or ("" if name == "Blogger" else plain(name, 80))  # the name of the hosting service
        or usable(head.first("application-name"))
        or host
    )


def _host(url: str | None) -> str:
    try:
        return (urlsplit(_ARCHIVE.sub("", url or "", 1)).hostname or "").removeprefix("www.")
    except ValueError:
        return ""


def _without_slogan(name: str, host: str, title: str) -> str:
    """The first part of a site's name if it alone resembles ``host`` or ends the page's ``title``, else all of it."""
    parts = [part for part in split(name) if letters(part)]
    address, label = letters(host), letters(host.rpartition(".")[0])
    is_own = [letters(part) in address or (label and label in letters(part)) for part in parts]
    return parts[0] if parts and (title.endswith(parts[0]) or (is_own[0] and not any(is_own[1:]))) else name


def _shown_name(page: Page, host: str, declared: str, author: str, shown: Callable[[], Sequence[str]]) -> str:
    """The last part of ``<title>``, or the title of the search link, if it names the site; else empty.

    It does if it is ``declared``, the ``host`` contains it, or the page shows it as the site's name. If it consists of
    ``author`` and the name of a section, the result is ``author``.
    """
    address = letters(host)
    searches = (plain(link.get("title"), 80) for link in page.root.iterfind("head/link[@rel='search']"))
    title = plain(page.title).partition(" - Powered by ")[0]
    before, colon, _ = title.partition(": ")  # Blogger's titles begin with the site's name
    if colon and "." not in before and letters(before) in map(letters, map(text_of, _homes(page, host))):
        return before
    parts = split(title)[:0:-1]
    parts.sort(key=lambda part: (not (len(part) > 2 and letters(part) in address), not _NAME.search(part)))
    for text in (*parts[:1], *searches):
        name = _LANGUAGE.sub("", text).strip(AROUND)
        own = letters(name)
        if len(name) > 2 and "." not in name and (name == declared or own in address):
            return name
        if len(author) > 1 and name.startswith(author) and _SECTION.fullmatch(name, len(author)):
            return author
        fits = len(own) > 1 and len(name) <= MAX_SITE
        if fits and (_NAME.search(name) or any(own in letters(text) for text in shown())):
            return name
    return ""


def _spelled(page: Page, host: str, shown: Iterable[str]) -> str:
    """The host's name as the page writes it, with capitals and spaces: "Rye Bread" of ``ryebread.example``."""
    label = next((label for label in host.split(".")[-2::-1] if label not in _SECOND_LEVEL), "")
    spelling = r"[\W_]?".join(map(re.escape, filter(str.isalnum, label)))
    pattern = re.compile(rf"(?<![\w.@/-]){spelling}(?![\w@/-]|\.\w)", re.IGNORECASE)
    for text in (*split(plain(page.title)), *shown) if len(label) > 2 else ():
        is_sure = _RIGHTS.search(text) is not None
        for name in (found[0] for found in pattern.finditer(text) if any(map(str.isupper, found[0]))):
            if is_sure or not name[1:].islower() or len(text) <= len(name) + MAX_BESIDE:
                return name
    return ""


def _site_texts(page: Page, host: str) -> list[str]:
    """Texts that may name the site: feeds, home page links, logos, headlines and copyright notices."""
    links = page.root.iterfind("head/link[@rel='alternate']")
    feeds = (name for link in links if page.title not in (name := link.get("title") or ""))  # no comment feeds
    logos = (image.get("alt") or "" for image in page.by_tag["img"][:LOGOS])
    rights = (text for text in page.blocks.texts[-FOOTER:] if _RIGHTS.search(text))
    headlines = of_site([*map(text_of, page.root.iter("h1"))], page.title, page)
    return [*feeds, *map(text_of, _homes(page, host)), *logos, *headlines, *rights]


def _homes(page: Page, host: str) -> Iterator[Element]:
    """The links to the site's home page."""
    hosts = ("", ".", *(f"{scheme}://{name}{host}" for scheme in ("http", "https") for name in ("", "www.")))
    homes = {f"{home}{end}" for home in hosts for end in ("", "/", "index.php", "/index.php")} - {""}
    return (link for link in islice(page.root.iter("a"), LINKS) if link.get("href") in homes)


def _image(head: Head) -> str | None:
    """The declared image; in JSON-LD a string, an object, or a list of either."""
    if named := head.first("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"):
        return named
    value = head.article.get("image")
    value = next(iter(value), None) if isinstance(value, list) else value
    value = value.get("url") or value.get("contentUrl") if isinstance(value, dict) else value
    return plain(value, 4 * MAX_FIELD) or head.first("thumbnail", "image") or None


def _excerpt(head: Head, heading: str, kept: Sequence[Block]) -> str | None:
    """The declared description if it describes the article, else the beginning of the first long block."""
    declared = head.first("og:description", "description", "twitter:description")
    is_apt = declared and _describes(declared, f"{heading} {head.first('keywords')}".lower(), kept)
    if not is_apt and (block := _first_long(kept, letters(heading))):
        declared = text_of(block.element) if "rt" in block.blocks.inline_tags(block.index) else block.text
        declared = declared.replace("<", "‹").replace("&", "＆")
    return plain(declared, EXCERPT) or None


def _first_long(kept: Sequence[Block], heading: str) -> Block | None:
    """The first long block, or else the longest one, that is not part of ``heading``; code only if there is no text."""

    def is_new(block: Block) -> bool:
        return not (letters(block.text[:START]) in heading and letters(block.text) in heading)

    for is_code in (False, True):
        texts = [block for block in kept if (block.element.tag == "pre") == is_code]
        long = (block for block in texts if len(block.text.encode()) > LONG and is_new(block))
        if found := next(long, None) or max(filter(is_new, texts), key=lambda block: len(block.text), default=None):
            return found
    return None


def _describes(description: str, known: str, kept: Sequence[Block]) -> bool:
    """Whether the article's text has a third of the description's words that are not in ``known``, at least one."""
    words = {word[:STEM] for word in terms(description) if len(word) >= STEM or word >= "\u3040"}
    new = [word for word in words if word not in known]
    text = " ".join([block.text for block in kept])[:SEARCHED].lower() if new else ""
    return bool(new) and 3 * sum(word in text for word in new) >= len(new)
