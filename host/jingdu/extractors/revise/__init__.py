"""The last step of ``fused``: the page's cut (`cut`), and decisions that involve several blocks.

Code, links to documents, signatures of notices and last sentences are kept with the text around them, as are headings,
paragraphs, tables and lists between kept blocks of their container, and long paragraphs beside kept ones. A table, list
or definition list is kept whole if most of it is or if it is between kept texts, a table if its column headings are,
and a definition list if any of it is, but for threads, whose lists have posts. So is a quoted post of another site, a
note, the first of several headings, the description between headline and text, a recipe as the page declares it, and
the head of a ticker's entry. In an article, duplicate text is kept once. Documentation is kept whole if most of it is.
Text on nearly all pages of the site is dropped, and so are hidden text that is shown elsewhere, signatures, summaries
by a machine, what is not printed, comments of readers below an article, and the stories after the page's own.
"""

from collections.abc import Iterable

from jingdu.extractors.revise.belonging import (
    alike,
    attachments,
    boxes,
    enclosed,
    first_heading,
    headings_of_details,
    headings_within,
    heads_of_entries,
    last_sentence,
    manual,
    paragraphs,
    recipe,
    signature,
    standfirst,
)
from jingdu.extractors.revise.outside import apart, below, comments, copies, hidden_copies, next_stories, notices
from jingdu.extractors.revise.parts import incomplete
from jingdu.features.columns import Columns
from jingdu.page.model import Page, Reason


def changes_of(
    page: Page, held: Columns, scores: list[float], keep: list[bool], *, thread: bool, is_article: bool
) -> dict[int, Reason]:
    """Blocks that are kept or dropped regardless of their score, with the reason."""
    kept = keep.copy()
    changes: dict[int, Reason] = {}

    def drop(blocks: Iterable[int], feature: str, value: str) -> None:
        for at in blocks:
            changes[at] = Reason(feature, value, -1 - max(scores[at], 0.0))
            kept[at] = False

    def restore(blocks: Iterable[int], feature: str, value: str) -> None:
        for at in blocks:
            changes[at] = Reason(feature, value, 1 - min(scores[at], 0.0))
            kept[at] = True

    restore([at for at in recipe(page) if not keep[at]], "whole", "an ingredient or step that the page declares")
    keep = kept.copy()
    repeated = notices(page, held)
    drop([at for at in repeated if keep[at]], "notice", "the same text on nearly all pages of the site")
    hidden = hidden_copies(page, kept)
    drop(hidden, "copy", "hidden text that is shown elsewhere")
    shown = [at for at in hidden.values() if at is not None and not kept[at]]
    restore(shown, "copy", "a copy of it is hidden")
    whole = [*headings_of_details(page, keep), *signature(page, keep)]
    if not thread:
        whole += incomplete(page, kept)
        whole += last_sentence(page, keep, scores)
        whole += heads_of_entries(page, keep)
        rules = enclosed, paragraphs, alike, headings_within, first_heading, boxes, manual
        whole += [at for rule in rules for at in rule(page, keep)]
    restore(whole, "whole", "part of a table, list or text that is kept")
    restore(attachments(page, kept), "whole", "part of a table, list or text that is kept")
    outside = {*apart(page, kept, thread)}
    if not thread or is_article:
        outside.update(next_stories(page, kept))
    if not thread:
        outside.update(below(page, kept), comments(page, kept))
    drop(outside, "place", "a signature, a comment, or outside the text")
    if is_article:
        drop(copies(page, kept), "copy", "the same text as a kept block before it")
    if not thread and (opener := standfirst(page, held, kept)) is not None and opener not in repeated:
        restore([opener], "standfirst", "the description between headline and text")
    return changes
