"""Completes the kept posts of a thread, and drops everything before the headline and after the posts.

The extractor leaves out short replies, quotations and code, and sometimes keeps teasers of other threads.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate, chain
from typing import Final

from jingdu.page.model import Page
from jingdu.page.query import HEADINGS, hidden_blocks
from jingdu.render.posts.finding import Candidate, Thread, find_thread, is_quotation
from jingdu.render.posts.marks import is_button
from jingdu.text.words import ideographs, letters

MIN_KEPT: Final = 3
"""Minimum posts with kept text; in a thread with fewer, posts that the extractor left out are sought too."""
MAX_QUOTE: Final = 100
"""Maximum characters of a quotation that is kept with its post; longer ones repeat the post above."""
MIN_MEAN: Final = 15
"""Minimum mean characters of posts' texts, ideographs counted twice; shorter texts are ranks of members."""
MIN_OTHER: Final = 60
"""Minimum characters of a post's text in another class than most, ideographs counted twice."""
MIN_DETAIL: Final = 30
"""Minimum characters of a text below a question, ideographs counted twice; shorter ones are labels."""
MAX_HEAD: Final = 80
"""Maximum characters of a block above the text of a post, ideographs counted twice."""
_SIDE: Final = re.compile(r"(?:^|[\s_-])(?:side|sidebar|titlebox)(?:$|[\s_-])")
"""Classes of boxes around a heading that is a forum's, not the thread's."""
MAX_TEXTS: Final = 100
"""Maximum containers with a property of schema.org that are examined."""
AGREED: Final = 0.75
"""Minimum share of posts with a class, of all or of those with the most frequent class."""


def keep_posts(page: Page, keep: list[bool], declared: bool = True) -> bool:
    """Keeps the whole texts of the posts of a thread, and nothing before its headline or after it; False without posts.

    If the page is ``declared`` to be a thread, posts that the extractor left out may be kept too; else the page may be
    an article with comments.
    """
    thread = _thread(page, keep, declared)
    if thread is None:
        return False
    for at in chain(_question(page), _below_question(page, thread)):
        keep[at] = True
    if heads := _heads(page, keep, thread):
        for block in heads:
            keep[block] = False
        thread = find_thread(page, keep) or thread
    first, last = min(post.first for post in thread.posts), max(post.last for post in thread.posts)
    around = page.blocks.around(first, last - 1)
    groups = _containers_of_texts(page, thread, around)
    quotations = _quotations(page, {container for group in groups.values() for container in group})
    for block in _missing(page, keep, thread, groups, quotations):
        keep[block] = True
    for quotation in quotations:
        size = sum(len(page.blocks.texts[at]) for at in quotation)
        if 2 * sum(len(page.blocks.texts[at]) for at in quotation if keep[at]) < size:
            keep[quotation.start : quotation.stop] = [False] * len(quotation)
    end = page.containers.lasts[around]
    for at in range(last, len(keep)):  # a form for answers contains advice on answering
        keep[at] = keep[at] and at < end and next(page.blocks[at].element.iterancestors("form"), None) is None
    headline = _headline(page) or (around if "h1" in page.containers.tags else 0)
    start = min(page.containers.firsts[headline], page.containers.firsts[around])
    keep[:start] = [False] * start
    return True


def _thread(page: Page, keep: list[bool], declared: bool) -> Thread | None:
    """The thread; if the extractor kept few posts of a ``declared`` one, the texts of the others are kept as well."""
    thread = find_thread(page, keep)
    known = [at for post in thread.posts for at in post.own() if keep[at]] if thread else []
    if declared and (thread is None or len(thread.posts) < MIN_KEPT) and (texts := _texts_of_posts(page, known)):
        whole = [bit or at in texts for at, bit in enumerate(keep)]
        if (thread := find_thread(page, whole)) is not None:
            keep[:] = whole
    return thread


def _question(page: Page) -> range:
    """The blocks of the question that the page declares (schema.org)."""
    of = page.containers
    for text in (at for at in of.having("itemprop")[:MAX_TEXTS] if of.attributes[at]["itemprop"] == "text"):
        outer = of.parents[text]
        while outer >= 0 and "itemscope" not in of.attributes[outer]:
            outer = of.parents[outer]
        if outer >= 0 and "/Question" in of.attributes[outer].get("itemtype", ""):
            return of.blocks(text)
    return range(0)


def _headline(page: Page) -> int:
    """The first ``h1`` that is not in a forum's own box; 0 without one."""
    of = page.containers
    headlines = (at for at, tag in enumerate(of.tags) if tag == "h1" and not _SIDE.search(of.classes[of.parents[at]]))
    return next(headlines, 0)


def _below_question(page: Page, thread: Thread) -> Iterator[int]:
    """The block below a headline that ends like a question, if it is a text in the box of the headline."""
    of, blocks, headline = page.containers, page.blocks, _headline(page)
    at, end = of.lasts[headline], min(of.lasts[of.parents[headline]], next(iter(thread.posts)).first)
    if 0 < at < end and blocks.texts[at - 1][-1] in "?？":
        text, is_other = blocks.texts[at], thread.marks[at].only or blocks.link_chars[at] or is_button(blocks, at)
        if not is_other and len(text) + ideographs(text) >= MIN_DETAIL:
            yield at


def _texts_of_posts(page: Page, known: Sequence[int]) -> Set[int]:
    """The blocks with the posts' texts, kept or not; none if most of the ``known`` texts are not among them.

    They are in containers without a mark, of the class with the most text among the classes that many posts have. A
    text that several posts have is a button.
    """
    thread = find_thread(page, [True] * len(page.blocks))
    if thread is None:
        return frozenset()
    if next(next(iter(thread.posts)).element.iterancestors("aside"), None) is not None:  # a list of new posts
        return frozenset()
    texts = page.blocks.texts
    times = Counter(texts[at] for post in thread.posts for at in post.own())
    groups: defaultdict[str, list[int]] = defaultdict(list)
    posts: list[defaultdict[str, list[int]]] = []
    outer: list[defaultdict[str, list[int]]] = []
    end = 0
    for post in thread.posts:
        posts.append(defaultdict(list))
        outer += posts[-1:] if post.first >= end else []
        end = max(end, post.last)
        for at in (at for at in post.own() if thread.body[at] and times[texts[at]] == 1):
            posts[-1][name := _class_of_text(thread, at, post)].append(at)
            groups[name].append(at)
    number = Counter(chain.from_iterable(posts))
    usual = [group for name, group in groups.items() if 2 * number[name] >= max(number.values(), default=0)]

    def size(group: Sequence[int]) -> int:
        return sum(thread.body[at] + ideographs(texts[at]) for at in group)

    best = max(usual, key=size, default=[])
    if size(best) < MIN_MEAN * len(best) or 2 * len({*known} & {*best}) < len(known):
        return frozenset()
    found = {*best}
    for own in outer:  # the accepted answer may have a class of its own
        largest = max(own.values(), key=size, default=[])
        is_text = size(largest) >= MIN_OTHER and HEADINGS.isdisjoint(page.blocks.tags[at] for at in largest)
        found.update(largest if is_text and found.isdisjoint(chain(*own.values())) else ())
    return found


def _class_of_text(thread: Thread, at: int, post: Candidate) -> str:
    """The class of the outermost container without a mark around a block of a post, else of the block's container."""
    own = thread.page.blocks.container_of[at]
    *_, outermost = own, *_unmarked(thread.page, own, post.container, thread.marked)
    return thread.page.containers.classes[outermost]


def _unmarked(page: Page, container: int, post: int, marks: Sequence[int]) -> Iterator[int]:
    """``container`` and the containers around it inside ``post``, up to the first that contains a mark.

    ``marks`` is the number of marks before each block.
    """
    containers = page.containers
    while container > post and not containers.total(marks, container):
        yield container
        container = containers.parents[container]


def _heads(page: Page, keep: Sequence[bool], thread: Thread) -> list[int]:
    """The short kept blocks of posts before the container of the text: ranks, numbers, and repeated titles.

    The container's class is the one with the most text among the outermost containers without a mark around the longest
    text of each post.
    """
    containers, texts = page.containers, page.blocks.texts
    sizes: Counter[str] = Counter()
    for post in thread.posts:
        longest = max((at for at in post.own() if thread.body[at]), key=lambda at: len(texts[at]))
        sizes[_class_of_text(thread, longest, post)] += len(texts[longest])
    name = max(sizes, key=sizes.__getitem__, default="")
    starts = {first for first, names in zip(containers.firsts, containers.classes, strict=True) if names == name}
    title = letters(page.title)
    heads: list[int] = []
    having = 0
    for number, post in enumerate(thread.posts):
        start = next((at for at in range(post.first, post.last) if at in starts), -1)
        having += start >= 0
        above = (at for at in range(post.first, start + 1) if keep[at] and not thread.marks[at].only)
        for at in above:
            is_heading = page.blocks.tags[at] in HEADINGS
            repeats = letters(texts[at]).removeprefix("re") in title and (number > 0 or texts[at].startswith("Re:"))
            if (repeats if is_heading else at < start) and len(texts[at]) + ideographs(texts[at]) <= MAX_HEAD:
                heads.append(at)
    return heads if name and having >= AGREED * len(thread.posts) else []


def _missing(
    page: Page, keep: Sequence[bool], thread: Thread, groups: Mapping[str, Sequence[int]], quotations: Iterable[range]
) -> Iterator[int]:
    """The blocks to add to posts: those in the smallest of ``groups``, except long ``quotations`` and signatures."""
    containers = page.containers
    chars = [0, *accumulate(map(len, page.blocks.texts))]

    def size(group: Sequence[int]) -> int:
        return sum(containers.total(chars, container) for container in group)

    apart = {*hidden_blocks(page)}
    for quotation in quotations:
        if chars[quotation.stop] - chars[quotation.start] > MAX_QUOTE:
            apart.update(quotation)
    signatures = containers.of_class(lambda names: "signature" in names.lower(), "signature")
    apart.update(block for at in signatures for block in containers.blocks(at))
    for container in min(groups.values(), key=size, default=()):
        for at in containers.blocks(container):
            if not (keep[at] or at in apart or thread.marks[at].only or is_button(page.blocks, at)):
                yield at


def _quotations(page: Page, texts: Set[int]) -> list[range]:
    """The blocks of each quotation.

    ``texts`` are the containers of posts' texts: on some boards these are ``blockquote`` elements, but no quotations.
    """
    containers = page.containers
    quotes = {at for at, tag in enumerate(containers.tags) if tag == "blockquote"} - texts
    found: list[range] = []
    for at in sorted(quotes.union(containers.of_class(is_quotation))):
        if not found or containers.firsts[at] >= found[-1].stop:
            found.append(containers.blocks(at))
    return found


def _containers_of_texts(page: Page, thread: Thread, around: int) -> dict[str, list[int]]:
    """Class → its containers inside ``around``, if such containers hold the kept text of at least half of the posts.

    Containers with an author, or in rows with other text and without a mark, such as a table's head, are left out.
    """
    containers = page.containers
    votes: Counter[str] = Counter()
    for post in thread.posts:
        own = [at for at in post.own() if thread.body[at]]
        names: set[str] = set()
        for container in _unmarked(page, page.blocks.around(own[0], own[-1]), post.container, thread.people):
            names.update(containers.classes[container].split())
        votes.update(names)
    lines = zip(thread.marks, page.blocks.texts, strict=True)
    named = [0, *accumulate(mark.only and mark.person != "" and text[0] != "@" for mark, text in lines)]
    least = max(len(thread.posts) / 2, AGREED * max(votes.values(), default=1))
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for container in containers.of_class(lambda names: any(votes[name] >= least for name in names.split())):
        if container < around or containers.firsts[container] >= containers.lasts[around]:
            continue
        voted = [name for name in set(containers.classes[container].split()) if votes[name] >= least]
        row = container
        while (outer := containers.parents[row]) > around:
            row = outer
        is_head = not containers.total(thread.marked, row) and containers.blocks(row) != containers.blocks(container)
        for name in () if is_head or containers.total(named, container) else voted:
            groups[name].append(container)
    return groups
