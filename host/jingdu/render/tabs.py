"""Tabs: writes each label as a bold line above its panel, in place of the list of labels above the first panel."""

from itertools import islice
from typing import Final

from lxml import etree

from jingdu.page.model import Element
from jingdu.page.query import elements, inner_text
from jingdu.render.openers import OPENERS
from jingdu.render.walk import Close, Marks, Opener, Walk, skipped

LEVELS: Final = 3
"""Number of elements around a list of labels that may contain its panels."""
_LISTS: Final = etree.XPath("descendant::*[@role='tablist' or starts-with(@class, 'tabbed-labels')]")
_LABELS: Final = etree.XPath("descendant::*[@role='tab' or (self::label and starts-with(../@class, 'tabbed-labels'))]")
_PANELS: Final = etree.XPath("descendant::*[@role='tabpanel' or @class='tabbed-block']")


def openers(marks: Marks) -> dict[Element, Opener]:
    """The openers of lists of labels, and of their panels if the text of several is kept."""
    found: dict[Element, Opener] = {}
    if sum(part.get("role") == "tabpanel" or part.get("class") == "tabbed-block" for part in marks.path) < 2:
        return found
    for labels in elements(_LISTS, marks.top):
        texts = [" ".join(inner_text(label).split()) for label in elements(_LABELS, labels)]
        around = (elements(_PANELS, outer) for outer in islice(labels.iterancestors(), LEVELS))
        panels = next(filter(None, around), [])
        is_whole = len(panels) == len(texts) and not elements(_PANELS, labels)
        if is_whole and sum(panel in marks.path for panel in panels) > 1:
            found[labels] = skipped
            found.update((panel, _opener(text)) for panel, text in zip(panels, texts, strict=True))
    return found


def _opener(label: str) -> Opener:
    """The opener of a panel, which writes the label above it, unless the panel begins with its label."""

    def opened(walk: Walk, element: Element, tag: str) -> Close | None:
        if next(filter(None, (str(text).strip() for text in element.itertext())), "") != label:
            close = walk.bold()
            walk.writer.text(label)
            close()
        return OPENERS[tag](walk, element, tag)

    return opened
