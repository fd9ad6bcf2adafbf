"""A verdict in words and as data: reasons, phrases, regions.

Names of features are not for users, and a dozen features may measure the same thing (``plain_1``, ``plain_3``,
``pure_3`` …: running text nearby). Features are grouped into phrases, the contributions in each phrase are summed, and
the three largest sums are shown. The extension has the wording of each phrase, for and against a block, and of each
region of a page, such as menu and sidebar.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from jingdu.extractors.fused import AGAIN
from jingdu.i18n import gettext as _
from jingdu.page.model import Element, Page, Reason, Verdict
from jingdu.page.query import named
from jingdu.render import captions
from jingdu.render.walk import numbers_in

SHOWN: Final = 60
"""Maximum characters shown of a block's text."""
TRUNCATED: Final = "The page is too large to be read whole; part of its text is missing."
MAX_PHRASES: Final = 3
"""Maximum phrases shown per block."""
_OF_THE_PAGE: Final = "page"
"""The phrase of the page's cut, shown only if no other phrase shown agrees with the verdict."""
_TABLES: Final = json.loads(Path(__file__).with_name("phrases.json").read_text("utf-8"))
"""``features``: phrase → features; ``regions``: region of a page → words in the class or id of its element."""
CORRECTED: Final = "corrected"
"""Name of the reason for a correction by the user (`jingdu.corrections.verdicts`); replies have a field for it."""
PHRASES: Final = tuple(_TABLES["features"])
_OF: Final = {feature: phrase for phrase, features in _TABLES["features"].items() for feature in features.split()}


def phrase(feature: str) -> str:
    """The phrase of a feature; features of other blocks (``stops@-1``) belong to ``neighbours``."""
    column, _at, offset = feature.partition("@")
    return "neighbours" if offset else _OF.get(column.removeprefix(AGAIN), "writing")


def strongest_phrases(reasons: Iterable[Reason]) -> list[tuple[str, float]]:
    """The phrases with the largest contributions, positive or negative, and these contributions.

    If none of them has the sign of the total, the page's cut replaces the last one.
    """
    sums: defaultdict[str, float] = defaultdict(float)
    for reason in reasons:
        if reason.feature != CORRECTED:  # reported in a field of its own
            sums[phrase(reason.feature)] += reason.contribution
    is_for = sum(sums.values()) >= 0
    cut = sums.pop(_OF_THE_PAGE, 0.0)
    shown = sorted(sums.items(), key=lambda entry: -abs(entry[1]))[:MAX_PHRASES]
    if cut and not any((weight > 0) == is_for for _name, weight in shown):
        shown[MAX_PHRASES - 1 :] = [(_OF_THE_PAGE, cut)]
    return [(name, total) for name, total in shown if total]


# regions of the page

OTHER: Final = "other"
_TAGS: Final = {"nav": "menu", "header": "header", "footer": "footer", "aside": "sidebar", "form": "form"}
_ROLES: Final = {
    "navigation": "menu", "menu": "menu", "menubar": "menu", "banner": "header", "contentinfo": "footer",
    "complementary": "sidebar", "search": "form", "form": "form",
}  # fmt: skip
_WORDS: Final = {word: region for region, words in _TABLES["regions"].items() for word in words.split()}
REGIONS: Final = (*dict.fromkeys([*_TAGS.values(), *_WORDS.values()]), OTHER)
_SPLIT: Final = re.compile(r"[^A-Za-z]+|(?<=[a-z])(?=[A-Z])")


def regions(page: Page) -> list[str]:
    """The region of each block, which is the region of the nearest container with one, else ``OTHER``."""
    own = [_region(element, tag) for element, tag in zip(page.containers.elements, page.containers.tags, strict=True)]
    for container, parent in enumerate(page.containers.parents):  # parents come first
        own[container] = own[container] or (own[parent] if container else OTHER)
    return [own[container] for container in page.blocks.container_of]


def _region(element: Element, tag: str) -> str:
    """The region of an element by its role, tag, id or class, or empty; an article's header and footer have none."""
    if role := _ROLES.get((element.get("role") or "").lower()):
        return role
    if tag in _TAGS and not (tag in ("header", "footer") and next(element.iterancestors("article"), None) is not None):
        return _TAGS[tag]
    name = f"{element.get('id') or ''} {element.get('class') or ''}"[:200]
    return next((_WORDS[word] for word in map(str.lower, _SPLIT.split(name)) if word in _WORDS), "")


# block by block


def shown_blocks(page: Page, html: str) -> set[int]:
    """The blocks that the HTML of a numbered article shows, including captions of its pictures and its notes."""
    return captions.with_pictures(page, html) | numbers_in(html)


def as_data(page: Page, verdict: Verdict) -> dict[str, Any]:
    """The verdict as JSON data."""
    return {
        "extractor": verdict.extractor,
        "title": page.title,
        "url": page.url,
        "truncated": page.truncated,
        "blocks": [
            {
                "index": block.index,
                "tag": block.element.tag,
                "text": block.text,
                "score": verdict.scores[block.index],
                "kept": bool(verdict.keep[block.index]),
                "reasons": [reason._asdict() for reason in reasons_of(verdict, block.index)],
            }
            for block in page.blocks
        ],
    }


def lines(page: Page, verdict: Verdict, most: int | None = None) -> Iterator[str]:
    """Yields lines for each block: score, kept or not, the text's beginning; then at most ``most`` reasons, or all."""
    yield count(page, verdict)
    if page.truncated:
        yield _(TRUNCATED)
    for block in page.blocks:
        at = block.index
        text = " ".join(block.text[: 4 * SHOWN].split())
        beginning = text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
        kept = _("kept") if verdict.keep[at] else _("left out")
        yield ""
        yield f"{at:5} {verdict.scores[at]:+9.4f} {kept:8}  {named(block.element)}  {beginning}"
        reasons = reasons_of(verdict, at)
        for reason in strongest(reasons, most):
            yield f"      {reason.contribution:+9.4f}       {reason_text(reason)}"
        if most is None:
            total = sum(reason.contribution for reason in reasons)
            yield f"      {total:+9.4f}       {_('sum of {n} reasons', n=len(reasons))}"


def count(page: Page, verdict: Verdict) -> str:
    """A sentence with the extractor and the number of kept blocks."""
    kept = sum(verdict.keep)
    return _("{extractor}: {kept} of {n} blocks kept", extractor=verdict.extractor, kept=kept, n=len(page.blocks))


def reasons_of(verdict: Verdict, block: int) -> Sequence[Reason]:
    """The reasons of a block; every extractor's verdict must have ``explain``."""
    assert verdict.explain
    return verdict.explain(block)


def strongest(reasons: Sequence[Reason], most: int | None) -> list[Reason]:
    """The reasons in descending order of magnitude; with ``most``, at most that many, without zeros."""
    ranked = sorted(reasons, key=lambda reason: -abs(reason.contribution))
    return ranked if most is None else [reason for reason in ranked[:most] if reason.contribution]


def reason_text(reason: Reason) -> str:
    """A reason in words: ``stops of the block before: 0.3 ≤ x < 0.4``."""
    column, _at, offset = reason.feature.partition("@")
    where = {"": "", "-1": _(" of the block before"), "1": _(" of the block after")}
    far = _(" {n} blocks before") if offset.startswith("-") else _(" {n} blocks after")
    return f"{column}{where.get(offset, far.format(n=offset.lstrip('-')))}: {_(reason.value)}"
