"""The last step of ``fused``: the page's cut (`cut`), and decisions that involve several blocks.

Kept regardless of their score (`belonging`, `parts`; in threads only code, documents and recipes):

- code, links to documents, and last sentences, dates and remarks after kept text;
- headings, paragraphs, tables and lists between kept blocks of their container, headings between kept text and a
  question or above a list that begins the text, long paragraphs beside kept ones, a list without links right after
  the last paragraph, and a list or address right after a sentence that announces it with a colon;
- the rest of a table or list that is mostly kept or between kept texts, of a table with a kept column heading, of a
  definition list with any kept text, and of documentation that is mostly kept;
- embedded posts, notes and quotations between kept text, the description or subheading between headline and text, the
  headings of alike entries and the heads of a ticker's, labels that show or hide kept text, and recipes and questions
  that the page declares.

Dropped regardless of their score (`outside`; some only in articles, or not in threads):

- text that is repeated on nearly all pages of the site, in hidden elements, or, in an article, in an earlier block;
- signatures of users, summaries by a machine, elements that are not to be printed or quoted;
- menus, footers, buttons, choices and small boxes of forms, readers' comments, reviews of a product, other stories.
"""

from collections.abc import Iterable

from jingdu.extractors.revise import belonging, outside, parts
from jingdu.features.columns import Columns
from jingdu.page.model import Page, Reason


def changes_of(
    page: Page, held: Columns, scores: list[float], keep: list[bool], *, thread: bool, is_article: bool
) -> dict[int, Reason]:
    """Block → reason, for the blocks that are kept (positive contribution) or dropped regardless of their score."""
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

    declared = [*belonging.recipe(page), *([] if thread else belonging.questions(page, keep))]
    restore([at for at in declared if not keep[at]], "whole", "an ingredient, step or question that the page declares")
    keep = kept.copy()
    repeated = outside.notices(page, held)
    drop([at for at in repeated if keep[at]], "notice", "the same text on nearly all pages of the site")
    hidden = outside.hidden_copies(page, kept)
    drop(hidden, "copy", "hidden text that is shown elsewhere")
    restore([at for at in hidden.values() if at is not None and not kept[at]], "copy", "a copy of it is hidden")
    if not thread:
        whole = [*parts.incomplete(page, kept), *belonging.last_sentences(page, keep, scores)]
        whole += [at for rule in belonging.RULES for at in rule(page, keep)]
        restore(whole, "whole", "part of a table, list or text that is kept")
    restore(belonging.attachments(page, kept), "whole", "part of a table, list or text that is kept")
    beyond = outside.apart(page, kept, thread)
    if not thread or is_article:
        beyond.update(outside.next_stories(page, kept))
    if not thread:
        beyond.update(
            outside.below(page, kept),
            outside.comments(page, kept),
            outside.controls(page, kept),
            outside.forms(page, kept),
        )
        beyond.update(outside.unquoted(page, kept))
        beyond.update(() if is_article else outside.reviews(page, kept))
    drop(beyond, "place", "a signature, a comment, or outside the text")
    if is_article:
        drop(outside.copies(page, kept), "copy", "the same text as a kept block before it")
    opener = None if thread else belonging.standfirst(page, held, kept)
    if opener is not None and opener not in repeated:
        restore([opener], "standfirst", "the description between headline and text")
    return changes
