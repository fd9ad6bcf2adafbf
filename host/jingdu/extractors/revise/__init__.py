"""The last step of ``fused``: the page's cut (`cut`), and decisions that involve several blocks.

Code, links to documents and the signature of a notice are kept with the text around them, and so are headings,
paragraphs, tables and lists between kept blocks of their container, and long paragraphs beside kept ones. A table, list
or definition list is kept whole if most of it is or if it is between kept texts, and a table if its column headings
are. In an article, duplicate text is kept once, and the description between headline and text is kept. Documentation is
kept whole if most of it is. Text on nearly all pages of the site is dropped, and so are hidden text that is shown
elsewhere, signatures, summaries by a machine, what is not printed, readers' comments below an article, and what follows
the page's ``article``; in an article also boxes that ask for an e-mail address.
"""

from collections.abc import Iterable

from jingdu.extractors.revise.belonging import (
    attachments,
    enclosed,
    headings_of_details,
    headings_within,
    manual,
    paragraphs,
    signature,
    standfirst,
)
from jingdu.extractors.revise.outside import apart, below, comments, copies, hidden_copies, notices, subscriptions
from jingdu.extractors.revise.parts import incomplete
from jingdu.features.columns import Columns
from jingdu.page.model import Page, Reason


def changes_of(
    page: Page, held: Columns, scores: list[float], keep: list[bool], *, thread: bool, is_article: bool
) -> dict[int, Reason]:
    """Blocks that are kept or dropped regardless of their score, with the reason."""
    kept = keep.copy()
    changes: dict[int, Reason] = {}
    repeated = notices(page, held)
    for at in repeated:
        if keep[at]:
            changes[at] = Reason("notice", "the same text on nearly all pages of the site", -1 - scores[at])
            kept[at] = False
    for hidden, shown in hidden_copies(page, kept).items():
        changes[hidden] = Reason("copy", "hidden text that is shown elsewhere", -1 - max(scores[hidden], 0.0))
        kept[hidden] = False
        if shown is not None and not kept[shown]:
            changes[shown] = Reason("copy", "a copy of it is hidden", 1 - min(scores[shown], 0.0))
            kept[shown] = True
    beside = [enclosed, paragraphs, headings_within, manual]
    around = [] if thread else [at for rule in beside for at in rule(page, keep)]
    found = (*incomplete(page, kept), *headings_of_details(page, keep), *signature(page, keep), *around)
    _keep_whole(found, changes, scores, kept)
    _keep_whole(attachments(page, kept), changes, scores, kept)
    outside = [] if thread else [*below(page, kept), *comments(page, kept)]
    boxes = subscriptions(page, kept) if is_article else []
    for at in (*apart(page, kept, thread), *outside, *boxes):
        changes[at] = Reason("place", "a signature, a comment, a form, or outside the text", -1 - max(scores[at], 0.0))
        kept[at] = False
    if is_article:
        for at in copies(page, kept):
            changes[at] = Reason("copy", "the same text as a kept block before it", -1 - max(scores[at], 0.0))
        if (opener := standfirst(held, kept)) is not None and opener not in repeated:
            changes[opener] = Reason("standfirst", "the description between headline and text", 1 - scores[opener])
    return changes


def _keep_whole(found: Iterable[int], changes: dict[int, Reason], scores: list[float], kept: list[bool]) -> None:
    """Keeps the blocks ``found``, which belong to what is kept."""
    for at in found:
        changes[at] = Reason("whole", "part of a table, list or text that is kept", 1 - min(scores[at], 0.0))
        kept[at] = True
