"""What is known of each block, by name: one column a feature, one value a block.

Paper W's features (characters, punctuation, ``nbsp``, ``b``, ``br``) are here with the
product's own: links, tags and landmarks, the words of class and id, place in the page,
windows, siblings of the same shape, title overlap, and the subtree that information decay
(paper D) descends into. Numbers are binned by learned edges, strings are their own bins.

To add a feature: give its column a name in one of the functions below and train again.
"""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import Final

from jingdu.page.lexicon import Lexicon, cue_words, name_words, naming
from jingdu.page.model import Block, Box, Page
from jingdu.text.terms import ideographs, title_terms

Column = list[float] | list[int] | list[str]
Columns = dict[str, Column]

_LANDMARKS: Final = frozenset("nav footer header aside main article section form dialog".split())
_HOLDERS: Final = frozenset("table ul ol dl blockquote figure form details pre menu".split())


def columns(page: Page, lexicon: Lexicon) -> Columns:
    """All features of the page's blocks by name; every column has one value a block."""
    blocks = page.blocks
    table: Columns = {}
    table.update(_text(blocks))
    table.update(_inline(blocks))
    sums = _Sums(table, page)
    table.update(_cues(blocks, lexicon))
    table.update(_boxes(page, lexicon))
    table.update(_title(page))
    table.update(_place(table, page, sums))
    table.update(_windows(sums, len(blocks)))
    table.update(_holders(page, sums))
    table.update(_shapes(page, table))
    table.update(_decay(page, sums))
    return table


def _text(blocks: list[Block]) -> Columns:
    """Length by script, punctuation, case, and how the text begins and ends."""
    chars, sizes, commas, stops, digits, marks, first, last, case, words = ([] for _ in range(10))
    for block in blocks:
        text = block.text
        length = len(text)
        wide = 0 if text.isascii() else ideographs(text)
        chars.append(length)
        sizes.append(length + 2 * wide)
        comma = text.count(",") + text.count(";")
        stop = text.count(". ") + text.count("?") + text.count("!") + (text[-1] == ".")
        if wide:
            comma += text.count("，") + text.count("、") + text.count("；")
            stop += text.count("。") + text.count("！") + text.count("？")
        commas.append(comma)
        stops.append(stop)
        marks.append(text.count(":") + text.count("|") + text.count("»") + text.count("©") + text.count("：") + text.count("/"))
        head = text[:60]
        digits.append(sum(map(head.count, "0123456789")) / len(head))
        first.append(_kind(text[0]))
        last.append(_kind(text[-1]))
        case.append("upper" if text.isupper() else "title" if text.istitle() else "plain")
        words.append(length / (text.count(" ") + 1 + wide / 2))
    return {
        "chars": chars, "size": sizes, "commas": commas, "stops": stops, "marks": marks,
        "punctuation": [c + s + m for c, s, m in zip(commas, stops, marks, strict=True)],
        "punctuation_rate": [(c + s) / z for c, s, z in zip(commas, stops, sizes, strict=True)],
        "digits": digits, "first": first, "last": last, "case": case, "word_length": words,
    }  # fmt: skip


def _kind(char: str) -> str:
    if char.isalpha():
        return "upper" if char.isupper() else "lower" if char.islower() else "ideograph"
    if char.isdigit():
        return "digit"
    return char if char in ".,:;!?…。！？，：；、\"'”’)）」』|©»›>→-–—•·#@$(（【《“‘[+*" else "other"


def _inline(blocks: list[Block]) -> Columns:
    """Links and inline tags of the run, and the run's place in its container."""
    density = [block.link_chars / len(block.text) for block in blocks]
    inline = [block.inline for block in blocks]
    return {
        "link_density": density,
        "links": [block.links for block in blocks],
        "nbsp": [block.nbsp for block in blocks],
        "b": [tags.count("b") + tags.count("strong") for tags in inline],
        "br": [tags.count("br") for tags in inline],
        "i": [tags.count("i") + tags.count("em") for tags in inline],
        "img": [tags.count("img") for tags in inline],
        "code": [tags.count("code") for tags in inline],
        "span": [tags.count("span") for tags in inline],
        "time": [tags.count("time") for tags in inline],
        "inline": ["".join(tags[:1]) for tags in inline],
    }


class _Sums:
    """Prefix sums over the blocks, so that the sum over any subtree or window is one subtraction."""

    def __init__(self, table: Columns, page: Page) -> None:
        sizes = table["size"]
        density = table["link_density"]
        plain = [s * (1 - d) for s, d in zip(sizes, density, strict=True)]
        prose = [p if p > 120 or st and p > 60 else 0.0 for p, st in zip(plain, table["stops"], strict=True)]
        self.size = [0, *accumulate(sizes)]
        self.plain = [0.0, *accumulate(plain)]
        self.prose = [0.0, *accumulate(prose)]
        self.prose_blocks = [0, *accumulate(map(bool, prose))]
        self.total = self.size[-1] or 1
        self.total_plain = self.plain[-1] or 1.0
        self.total_prose = self.prose[-1] or 1.0


def _cues(blocks: list[Block], lexicon: Lexicon) -> Columns:
    """Sum and lowest support of the words of the text."""
    get = lexicon.cues.get
    sums, lows = [], []
    for block in blocks:
        found = [support for word in cue_words(block) if (support := get(word))]
        sums.append(sum(found))
        lows.append(min(found, default=0))
    return {"cues": sums, "cue_low": lows}


class _Surroundings:
    """What a box hands down to the boxes inside it."""

    __slots__ = ("around", "high", "hidden", "holder", "landmark", "low", "own", "own_low", "seen")

    def __init__(self) -> None:
        self.landmark = self.holder = "none"
        self.own = self.own_low = self.around = self.low = self.high = 0
        self.hidden = 0


def _boxes(page: Page, lexicon: Lexicon) -> Columns:
    """Tags of the container and its ancestors, landmarks, and the supports of their names."""
    known: dict[str, tuple[int, int, int]] = {}
    states: list[_Surroundings] = []
    outside = _Surroundings()
    for box in page.boxes:
        parent = states[box.parent.index] if box.parent else outside
        states.append(_inside(box, parent, lexicon, known))
    mine = [states[block.box.index] for block in page.blocks]
    boxes = [block.box for block in page.blocks]
    parents = [box.parent or box for box in boxes]
    grand = [box.parent or box for box in parents]
    return {
        "tag": [box.tag for box in boxes],
        "parent_tag": [box.tag for box in parents],
        "grand_tag": [box.tag for box in grand],
        "depth": [box.depth for box in boxes],
        "landmark": [s.landmark for s in mine],
        "holder": [s.holder for s in mine],
        "hidden": [s.hidden for s in mine],
        "names": [s.own for s in mine],
        "names_low": [s.own_low for s in mine],
        "parent_names": [states[box.index].own for box in parents],
        "grand_names": [states[box.index].own for box in grand],
        "around": [s.around for s in mine],
        "around_low": [s.low for s in mine],
        "around_high": [s.high for s in mine],
    }


def _inside(box: Box, outer: _Surroundings, lexicon: Lexicon, known: dict[str, tuple[int, int, int]]) -> _Surroundings:
    state = _Surroundings()
    names = naming(box)
    if names not in known:
        words = name_words(names)
        own = [s for word in words if (s := lexicon.own.get(word))]
        around = [s for word in words if (s := lexicon.around.get(word))]
        known[names] = (sum(own), min(own, default=0), sum(around))
    state.own, state.own_low, here = known[names]
    state.around = outer.around + here
    state.low = min(outer.low, here)
    state.high = max(outer.high, here)
    state.landmark = box.tag if box.tag in _LANDMARKS else outer.landmark
    state.holder = box.tag if box.tag in _HOLDERS else outer.holder
    state.hidden = outer.hidden or _hidden(box)
    return state


def _hidden(box: Box) -> int:
    get = box.element.get
    if get("hidden") is not None or get("data-jingdu-hidden") is not None or get("aria-hidden") == "true":
        return 1
    style = get("style")
    return int(style is not None and "none" in style and "display" in style.lower())


def _title(page: Page) -> Columns:
    """How much of the page's title the text holds, and how far the block stands from it."""
    terms = title_terms(page.title)
    lowered = [block.text[:1000].lower() for block in page.blocks]
    found = [sum(term in text for term in terms) for text in lowered]
    share = [f / (len(terms) or 1) for f in found]
    filled = [f * 8 / (len(b.text) + 8) for f, b in zip(found, page.blocks, strict=True)]
    heads = [i for i, block in enumerate(page.blocks) if block.box.tag == "h1"]
    best = max(range(len(share)), key=lambda i: (share[i] * filled[i], -i), default=0)
    h1 = heads[0] if heads else best
    return {
        "title": share,
        "title_filled": filled,
        "after_title": [max(-20, min(60, i - best)) for i in range(len(share))],
        "after_h1": [max(-20, min(60, i - h1)) for i in range(len(share))],
    }


def _place(table: Columns, page: Page, sums: _Sums) -> Columns:
    """Place in the page, by blocks and by text, and distance from the last heading and prose."""
    count = len(page.blocks)
    repeats = Counter(block.text for block in page.blocks)
    since_heading, since_prose, to_prose = [], [], [0] * count
    heading = prose = 99
    for i, block in enumerate(page.blocks):
        heading = 0 if block.box.tag[0] == "h" and block.box.tag[1:].isdigit() else heading + 1
        since_heading.append(min(heading, 99))
        since_prose.append(min(prose, 99))
        prose = 0 if sums.prose_blocks[i + 1] > sums.prose_blocks[i] else prose + 1
    ahead = 99
    for i in range(count - 1, -1, -1):
        to_prose[i] = min(ahead, 99)
        ahead = 0 if sums.prose_blocks[i + 1] > sums.prose_blocks[i] else ahead + 1
    total = sums.total_prose
    return {
        "index": [min(i, 99) for i in range(count)],
        "from_end": [min(count - i, 99) for i in range(count)],
        "place": [i / count for i in range(count)],
        "read": [sums.prose[i] / total for i in range(count)],
        "unread": [(total - sums.prose[i + 1]) / total for i in range(count)],
        "text_before": [sums.size[i] / sums.total for i in range(count)],
        "since_heading": since_heading,
        "since_prose": since_prose,
        "to_prose": to_prose,
        "repeats": [min(repeats[block.text], 9) for block in page.blocks],
        "page_blocks": [count] * count,
        "page_prose": [total / sums.total] * count,
        "page_size": [sums.total] * count,
    }


def _windows(sums: _Sums, count: int) -> Columns:
    """Plain text and its share in windows of 3, 7 and 21 blocks around the block."""
    table: Columns = {}
    for reach in (1, 3, 10):
        low = [max(0, i - reach) for i in range(count)]
        high = [min(count, i + reach + 1) for i in range(count)]
        plain = [sums.plain[h] - sums.plain[l] for l, h in zip(low, high, strict=True)]
        table[f"plain_{reach}"] = [p / (h - l) for p, l, h in zip(plain, low, high, strict=True)]
        table[f"pure_{reach}"] = [p / ((sums.size[h] - sums.size[l]) or 1) for p, l, h in zip(plain, low, high, strict=True)]
    return table


def _holders(page: Page, sums: _Sums) -> Columns:
    """The text of the box, its parent and further ancestors: how much, how pure, what share of the page."""
    table: Columns = {}
    boxes = [block.box for block in page.blocks]
    prose, plain, size = sums.prose, sums.plain, sums.size
    for level in ("box", "parent", "grand", "great", "ancestor"):
        span = [(box.first, box.last) for box in boxes]
        table[f"{level}_share"] = [(prose[b] - prose[a]) / sums.total_prose for a, b in span]
        table[f"{level}_pure"] = [(plain[b] - plain[a]) / ((size[b] - size[a]) or 1) for a, b in span]
        table[f"{level}_mean"] = [(plain[b] - plain[a]) / ((b - a) or 1) for a, b in span]
        if level in ("box", "parent", "grand"):
            table[f"{level}_blocks"] = [b - a for a, b in span]
            table[f"{level}_rank"] = [min(i - a, 30) for i, (a, _) in enumerate(span)]
        boxes = [box.parent or box for box in boxes]
    return table


def _shapes(page: Page, table: Columns) -> Columns:
    """Blocks of the same shape (tag and class of box and parent): how many, how long, how pure."""
    keys = []
    names: dict[int, str] = {}
    for block in page.blocks:
        box = block.box
        if box.index not in names:
            up = box.parent or box
            names[box.index] = f"{box.tag}.{box.element.get('class')} {up.tag}.{up.element.get('class')}"
        keys.append(names[box.index])
    number = Counter(keys)
    size: Counter[str] = Counter()
    links: Counter[str] = Counter()
    for key, block, s in zip(keys, page.blocks, table["size"], strict=True):
        size[key] += s
        links[key] += block.link_chars
    total = sum(size.values()) or 1
    return {
        "alike": [number[key] for key in keys],
        "alike_size": [size[key] / number[key] for key in keys],
        "alike_links": [links[key] / (size[key] or 1) for key in keys],
        "alike_share": [size[key] / total for key in keys],
    }


def _decay(page: Page, sums: _Sums) -> Columns:
    """Paper D's descent: how far down it the block still is, and what share is lost where it leaves."""
    count = len(page.blocks)
    steps = [0] * count
    leaving = [0.0] * count
    chain = _descent(page, sums)
    for step, (box, lost) in enumerate(chain):
        for i in range(box.first, box.last):
            steps[i] = step
            leaving[i] = lost
    length = len(chain)
    return {
        "decay": [length - step for step in steps],
        "decay_lost": leaving,
        "decay_share": [
            (sums.plain[chain[step][0].last] - sums.plain[chain[step][0].first]) / sums.total_plain for step in steps
        ] if chain else leaving,
    }


def _descent(page: Page, sums: _Sums) -> list[tuple[Box, float]]:
    """The boxes from the root down the heaviest child, each with the share (C − M)/C lost below it."""
    children: dict[int, list[Box]] = {}
    for box in page.boxes:
        if box.parent and box.last > box.first:
            children.setdefault(box.parent.index, []).append(box)
    chain = []
    box = page.boxes[0] if page.boxes else None
    while box is not None:
        here = sums.plain[box.last] - sums.plain[box.first]
        best = max(children.get(box.index, ()), key=lambda b: sums.plain[b.last] - sums.plain[b.first], default=None)
        below = sums.plain[best.last] - sums.plain[best.first] if best else 0.0
        chain.append((box, (here - below) / here if here else 1.0))
        box = best if best is not None and below > 0.15 * here else None
    return chain
