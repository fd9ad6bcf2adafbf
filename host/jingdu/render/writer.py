"""Writes flat, well-formed HTML, without empty elements except table cells.

The walk calls it for text, breaks, inline elements, paragraphs and frames (lists, tables, quotes …); wrappers are not
written. Text outside a paragraph opens one, two consecutive ``br`` end it, and inline elements across paragraphs are
closed and opened again.
"""

import re
from collections.abc import Container
from typing import Final

from jingdu.page.blocks import EMPTY_LINE
from jingdu.render.markup import IMPLIED, LOOSE, PICTURE, Frame, closing, escape, open_all
from jingdu.text.words import letters

MAX_FRAMES: Final = 60
"""Maximum nesting of lists, quotes and tables; deeper ones are flattened."""
MAX_INLINES: Final = 40
"""Maximum nesting of inline elements; of deeper ones only the text is written."""
BEFORE_TITLE: Final = 6
"""Maximum texts (date, section, author) before the title; a repeated title after more of them is not removed."""
MAX_BEFORE: Final = 300
"""Maximum characters of HTML before a title that is not an ``h1``."""
MIN_PART: Final = 4
"""Minimum letters of a heading that repeats part of the title."""
MAX_LABEL: Final = 60
"""Maximum characters of a heading or of a line with a colon that is removed at the end."""
MAX_LABELS: Final = 2
"""Maximum number of lines removed at the end."""
_LINE_END: Final = re.compile("</(?:p|h[1-6])>")
_CODE: Final = frozenset({"code", "kbd", "samp", "var"})
_SPACES: Final = re.compile("[ \t\n\r\f\v\xa0]{2,}|[\t\n\r\f\v]")
_JOINERS: Final = "\u200c\u200d\u2060"
"""Characters that are invisible on their own."""
_ICONS: Final = re.compile(r"[\ue000-\uf8ff\s]+")
"""Private-use characters, which are icons in the page's font and boxes in another."""
_CLOSING: Final = "，。．；：、！？）》」』】〉"
"""Chinese and Japanese punctuation that no space may precede, because a line could break there."""
_WIDE: Final = _CLOSING + "（《「『【〈"
"""Chinese and Japanese punctuation that no space follows, because its glyph includes one."""
_BESIDE_WIDE: Final = re.compile(f" (?:(?=[{_CLOSING}])|(?<=[{_WIDE}] ))")
_ORNAMENTS: Final = frozenset('“ ” „ « » 「 」 『 』 " , . ; : ( ) ). ), | / × ► --'.split())
"""Decorative quotation marks, and signs left over from rejected text or buttons; removed if alone in a paragraph."""
_EMPTY_LINES: Final = re.compile(r"(?<=\S)[ \t]*\n(?:\n+(?=\S)|\n*(?=\u3000))")
"""Empty lines between lines that are not indented, and line breaks before a wide space, the indentation of paragraphs.

Some sites show them by style, and others' authors meant them.
"""
_DIVIDER: Final = re.compile("[*＊_=~─—–·•#-]([*＊_=~─—–·•#-]| ){2,}")
"""A paragraph of characters that form a rule."""


class Writer:
    """Collects the article's HTML."""

    def __init__(self, title: str = "", notes: Container[str] = ()) -> None:
        self.parts: list[str] = []
        self._notes = notes
        """The ids of notes."""
        self._links: list[tuple[int, str]] = []
        """Index in ``parts`` of each link within the page, and the link's target."""
        self._ids: set[str] = set()
        self.frames = [Frame("", "", "-")]
        self.inlines: list[tuple[str, str, str | None]] = []
        """Tag, start tag and target within the page of each open inline element; written with the next text."""
        self._written = 0
        """Number of inline elements already written, from the outermost."""
        self.wanted: tuple[str, str] | None = None
        """Tag and start tag of the paragraph or heading that the next text opens."""
        self._outer: list[tuple[str, str] | None] = []
        """The values of ``wanted`` for the enclosing paragraphs, the innermost last."""
        self.run: str | None = None
        """The end tag of the open run of text, or None."""
        self._title = letters(title)
        self._first: tuple[int, list[str]] | None = None
        """Index in ``parts`` and texts of an open run that may repeat the title."""
        self.texts = 0
        """Number of texts and text blocks written so far, not counting the title."""
        self._space = ""
        """White space before the next text."""
        self._last = "-"
        """The last character written."""
        self._breaks = 0
        """Consecutive line breaks before the next text."""
        self._pictured = False
        """Whether the run contains only pictures that stand apart from text."""
        self._rule = False
        """Whether a rule precedes the next text."""
        self._anchors: list[str] = []
        """Anchors that precede the next contents."""

    def html(self, page: str = "") -> str:
        """The article's HTML; links to targets that were not kept lead to the original at ``page``."""
        self.end_run()
        for place, name in self._links:
            if name not in self._ids:
                self.parts[place] = f'<a href="{escape(page)}#{escape(name)}">' if page else "<a>"
        # a list between two items, or alone in an item, belongs to the item before it
        return "".join(self.parts).replace("</li><li><ul>", "<ul>").replace("</li><li><ol>", "<ol>")

    def text(self, text: str) -> None:
        """Writes text with white space collapsed; white space alone does not open a paragraph, an empty line does."""
        if ("\n\n" in text or "\n\u3000" in text) and not self.in_heading:
            *lines, text = _EMPTY_LINES.split(text)
            for line in lines:
                self.text(line)
                self.end_run()
        if not text.isascii() and ("\u200b" in text or "\ufeff" in text):
            text = text.replace("\u200b", "").replace("\ufeff", "")
        shown = text.strip()
        if not shown.strip(_JOINERS) or (shown > "\ue000" and _ICONS.fullmatch(shown)):
            if shown != text or not text:
                self.space()
            return
        fresh = (self.run is None or self._breaks > 0) and self._enter_run()
        before, self._space = self._space, ""
        if len(shown) < len(text):
            before = before or (text[0] if text[0].isspace() and not self._is_raised else "")
            self._space = text[-1] if text[-1].isspace() else ""
        if before and not fresh and shown[0] not in _CLOSING and (before > " " or self._last not in _WIDE):
            self.parts.append(max(before, " "))  # ASCII white space becomes a space
        if len(self.inlines) > self._written or self._anchors:
            self._open_inlines()
        shown = _collapsed(shown)
        self._last = shown[-1]
        if self._first is not None:
            self._first[1].append(shown)
        else:
            self.texts += 1
        self.parts.append(escape(shown) if "&" in shown or "<" in shown or ">" in shown else shown)

    @property
    def _is_raised(self) -> bool:
        """Whether the next text is the first in a ``sup``; no space precedes it, as it belongs to the word before."""
        return any(tag == "sup" for tag, _, _ in self.inlines[self._written :])

    def space(self) -> None:
        """Adds white space before the next text."""
        if self.run is not None and not self._is_raised:
            self._space = self._space or " "

    def line_break(self, alone: bool = False) -> None:
        """Adds a ``br``; two consecutive ones end the paragraph, unless this one is ``alone``."""
        if self.run is not None:
            self._breaks = 1 if alone else self._breaks + 1

    def inline_media(self, html: str, alone: bool = False) -> None:
        """Writes a picture or formula as part of the run; if it is ``alone``, text after it begins another paragraph.

        A picture that follows text stays in the paragraph of that text.
        """
        if alone and self._pictured:
            self._breaks -= EMPTY_LINE
        self._pictured = alone and (self._pictured or self.run is None)
        fresh = self._enter_run(bare=self.frames[-1].tag == "figure")
        if self._space and not fresh:
            self.parts.append(" ")
        self._space, self._last = "", "-"
        self._open_inlines()
        self.parts.append(html)
        if self._pictured:
            self._breaks = EMPTY_LINE

    def end_run(self) -> None:
        """Ends the open run; its inline elements are opened again in the next one."""
        if self.run is None:
            return
        if self._written:
            self.parts += [f"</{tag}>" for tag, _, _ in reversed(self.inlines[: self._written])]
            self._written = 0
        alone = self.parts[-1]
        if self.parts[-2] == "<p>" and (alone in _ORNAMENTS or _DIVIDER.fullmatch(alone)):
            del self.parts[-2:]
            self._first = None
            self._rule = alone not in _ORNAMENTS and self.texts > 1 and self.frames[-1].tag in LOOSE
        else:
            self.parts.append(self.run)
        self.run, self._space, self._breaks, self._pictured = None, "", 0, False
        if self._first is not None:
            start, texts = self._first
            self._first = None
            if texts and self._repeats(letters("".join(texts)), self.parts[start]):
                self._remove_from(start)
            elif texts:
                self.texts += 1

    def _repeats(self, text: str, opening: str) -> bool:
        """Whether a run with the letters ``text`` is the title, or an ``h1`` that is part of it or adds a date."""
        if text == self._title or not (opening.startswith("<h1") and 0 < len(text) <= 2 * len(self._title)):
            return text == self._title
        short, long = sorted((text, self._title), key=len)
        return (len(text) >= MIN_PART or short != text) and (long.startswith(short) or long.endswith(short))

    @property
    def in_heading(self) -> bool:
        """Whether the next text is in a heading."""
        return self.wanted is not None and self.wanted[0] != "p"

    @property
    def last_text(self) -> str:
        """The last text if no space is between it and the next one, else empty; also empty in code."""
        if self.run is None or self._space or self._breaks or any(tag in _CODE for tag, _, _ in self.inlines):
            return ""
        return next((part for part in self.parts[:-4:-1] if not part.startswith("</")), "<").partition("<")[0]

    def trim(self) -> None:
        """Removes up to two trailing headings or lines that end with a colon; three or more are a list, and stay."""
        self.end_run()
        start, count = len(self.parts), 0
        while (begin := self._label(start)) is not None:
            start, count = begin, count + 1
        if start and 0 < count <= MAX_LABELS:
            self._remove_from(start)

    def _remove_from(self, start: int) -> None:
        """Removes what was written from index ``start`` in ``parts`` on."""
        self._ids -= {name for name in self._ids if self._target(name) in self.parts[start:]}
        del self.parts[start:]
        self._links = [link for link in self._links if link[0] < start]

    def _label(self, end: int) -> int | None:
        """The start, in ``parts``, of the heading or line with a colon that ends at ``end``; None if there is none."""
        tag = self.parts[end - 1] if end else ""
        if not _LINE_END.fullmatch(tag):
            return None
        opening = f"<{tag[2:-1]}"
        begin = next(at for at in range(end - 2, -1, -1) if self.parts[at].startswith(opening))
        inside = self.parts[begin + 1 : end - 1]
        text = "".join(part for part in inside if not part.startswith("<"))
        fits = 0 < len(text) <= MAX_LABEL and not any(part.startswith(("<img", "<math")) for part in inside)
        if not fits or (tag == "</p>" and text[-1] not in ":："):
            return None
        return begin - (begin > 0 and self.parts[begin - 1] == "<hr>")

    def open_paragraph(self, tag: str, attributes: str, joined: bool = False) -> None:
        """Opens a paragraph or heading; a ``joined`` one is a line of the run before."""
        if joined:
            self.line_break(alone=True)
        else:
            self.end_run()
        self._outer.append(self.wanted)
        self.wanted = (tag, f"<{tag}{attributes}>")

    def close_paragraph(self, goes_on: bool = False) -> None:
        """Ends the innermost paragraph, unless its run ``goes_on``, and returns to the one around it."""
        if not goes_on:
            self.end_run()
        self.wanted = self._outer.pop()

    def open_frame(self, tag: str, attributes: str = "", empty: bool = False) -> bool:
        """Opens a list, quote …, which is written once it has contents or if it may be ``empty``; False if too deep."""
        if len(self.frames) > MAX_FRAMES:
            return False
        self.end_run()
        if tag == "section":
            self._rule = False
        self.frames.append(Frame(tag, f"<{tag}{attributes}>", wanted=self.wanted))
        self.wanted = None
        if empty:
            self._open_frames()
        return True

    def close_frame(self) -> None:
        """Ends the innermost frame; an empty one is not written, nor is a quotation that only indents one block."""
        self.end_run()
        frame = self.frames.pop()
        self.wanted = frame.wanted
        if frame.opening == "<blockquote>" and frame.runs == 1:
            last = next(filter(None, reversed(self.parts)))
            if last.endswith(("</pre>", "</table>", "</blockquote>")):
                self.parts[frame.place], frame.close = "", frame.close.removeprefix("</blockquote>")
        if frame.close:
            self.parts.append(frame.close)

    def reopen_figure(self) -> bool:
        """Reopens the figure written last, if it has no caption, or makes a lone picture one; False without either."""
        self.end_run()
        is_alone = self.parts[-3:-2] == ["<p>"] and self.parts[-2].startswith("<img") and self.parts[-1] == "</p>"
        is_figure = self.parts[-1:] == ["</figure>"] and self.parts[-2:-1] != ["</figcaption>"]
        if not self.frames[-1].close or not (is_alone or is_figure):
            return False
        self.parts.pop()
        if is_alone:
            self.parts[-2] = "<figure>"
        self.frames.append(Frame("figure", "<figure>", "</figure>", self.wanted))
        self.wanted = None
        return True

    def close_figure(self, caption: str) -> None:
        """Ends the open figure, with a caption if it has a picture."""
        if caption and self.frames[-1].close and self.open_frame("figcaption", PICTURE):
            self.text(caption)
            self.close_frame()
        self.close_frame()

    def block(self, html: str, is_text: bool = True) -> None:
        """Writes a whole block, such as ``pre``; ``is_text`` is false if it may precede the title."""
        self.end_run()
        self._open_frames()
        implied = IMPLIED.get(self.frames[-1].tag, "")
        self.parts += [implied, *self._anchors, html, closing(implied)]
        self._anchors.clear()
        self.frames[-1].add_block()
        self.texts += is_text

    def rule(self) -> None:
        """Adds an ``hr``, which is written only between texts."""
        self.end_run()
        self._rule = bool(self.texts) and self.frames[-1].tag in LOOSE

    def open_inline(self, tag: str, opening: str, target: str | None = None) -> bool:
        """Opens an inline element; False if nested too deep."""
        if len(self.inlines) >= MAX_INLINES:
            return False
        self.inlines.append((tag, opening, target))
        return True

    def close_inline(self) -> None:
        """Ends the innermost inline element."""
        inline = self.inlines.pop()
        if len(self.inlines) < self._written:
            self._written -= 1
            self.parts.append(f"</{inline[0]}>")

    def anchor(self, name: str) -> None:
        """Adds a link target before the next contents."""
        if name not in self._ids:
            self._ids.add(name)
            self._anchors.append(self._target(name))

    def _target(self, name: str) -> str:
        sign = ' class="note"' if name in self._notes else ""
        return f'<a id="jd-{escape(name)}"{sign}></a>'

    def _enter_run(self, bare: bool = False) -> bool:
        """Opens a run if none is open; True if it, or its current line, is empty."""
        if self.run is not None and self._breaks >= EMPTY_LINE and (self.wanted or ("p", ""))[0] == "p":
            self.end_run()
        if self.run is not None:
            if not self._breaks:
                return False
            self.parts.append("<br>")
            self._breaks, self._space = 0, ""
            return True
        frame = self.frames[-1]
        if not frame.close or self._rule:
            self._open_frames()
        start = len(self.parts)
        opening = "" if bare else frame.start_of_run(self.wanted)
        self.parts.append(opening)
        self.run = closing(opening)
        frame.runs += 1
        if frame.tag in ("", "section") and (not self.texts or self._is_near_start(opening)):
            self._first = (start, [])
        return True

    def _is_near_start(self, opening: str) -> bool:
        """Whether a heading opens after a few lines at most, so that it may be the title again."""
        is_early = self.texts <= BEFORE_TITLE and opening.startswith("<h")
        return is_early and (opening.startswith("<h1") or sum(map(len, self.parts)) <= MAX_BEFORE)

    def _open_frames(self) -> None:
        if self._rule:
            self.parts.append("<hr>")
            self._rule = False
        open_all(self.frames, self.parts)

    def _open_inlines(self) -> None:
        self.parts += self._anchors
        self._anchors.clear()
        for _, opening, target in self.inlines[self._written :]:
            if target is not None:
                self._links.append((len(self.parts), target))
            self.parts.append(opening)
        self._written = len(self.inlines)


def _collapsed(text: str) -> str:
    """``text`` with white space collapsed, except single no-break and wide spaces."""
    if not text.isprintable() or "  " in text:
        text = " ".join(text.split()) if text.isascii() else _SPACES.sub(" ", text)
    return _BESIDE_WIDE.sub("", text) if " " in text and not text.isascii() else text
