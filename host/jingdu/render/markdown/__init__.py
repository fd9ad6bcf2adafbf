"""Article HTML → Markdown that every renderer reads alike: CommonMark, with GitHub's tables and footnotes.

Emphasis is set where CommonMark's flanking rules let it begin and end; what CommonMark lacks (raised, lowered and
struck text) is the HTML element. `rendering` is the way back.
"""

from __future__ import annotations

from jingdu.render.markdown.blocks import RULE, Blocks
from jingdu.render.markdown.notes import Notes
from jingdu.render.plain import tree


def markdown(html: str) -> str:
    """The Markdown of an article's ``html``, which is allow-listed already; ends with a line end."""
    if not html:
        return "\n"
    root = tree(html)
    writer = Blocks(Notes(root))
    parts = [block.text for block in writer.of(root)]
    notes = writer.definitions()
    if notes and parts and parts[-1] == RULE:  # renderers draw one before the notes
        parts.pop()
    return "\n\n".join([*parts, *notes]).strip("\n") + "\n"
