"""What holds blocks in an article: lists, tables, quotes, and what has to be between them and text."""

from __future__ import annotations

from typing import Final

LOOSE: Final = frozenset({"", "blockquote", "details"})
"""Frames whose text is always in paragraphs."""
TIGHT: Final = frozenset({"td", "th", "dt", "summary", "caption", "figcaption"})
"""Frames whose text is in them directly; where it is divided, by a line break."""
ITEMS: Final = frozenset({"li", "dd"})
"""Frames whose first run of text is in them directly, the next ones in paragraphs."""
IMPLIED: Final = {"ul": "<li>", "ol": "<li>", "dl": "<dd>", "table": "<tr><td>", "tr": "<td>"}
"""What has to be between such a frame and text."""
_CHILDREN: Final = {
    "ul": frozenset({"li"}), "ol": frozenset({"li"}), "dl": frozenset({"dt", "dd"}),
    "table": frozenset({"tr", "caption"}), "tr": frozenset({"td", "th"}),
}  # fmt: skip


class Frame:
    """An element that holds blocks; ``close`` is its end tag, empty until it is written."""

    __slots__ = ("close", "opening", "runs", "tag", "wanted")

    def __init__(self, tag: str, opening: str, close: str = "", wanted: tuple[str, str] | None = None) -> None:
        self.tag = tag
        self.opening = opening
        self.close = close
        self.wanted = wanted
        """The paragraph that text around the frame would open."""
        self.runs = 0

    def start_of_run(self, wanted: tuple[str, str] | None) -> str:
        """The start tag of a new run of text in this frame, where text would open the paragraph ``wanted``."""
        if self.tag in TIGHT:
            return "<br>" if self.runs else ""
        if self.tag in IMPLIED:
            return IMPLIED[self.tag]
        if wanted and not (self.tag in ITEMS and self.runs == 0 and wanted[0] == "p"):
            return wanted[1]
        return "<p>" if self.tag in LOOSE or self.tag == "figure" or self.runs else ""

    def implied_before(self, frame: Frame) -> str:
        """The start tags that have to be between this frame and another one in it."""
        is_needed = self.tag in IMPLIED and frame.tag not in _CHILDREN[self.tag]
        return IMPLIED[self.tag] if is_needed else ""
