"""What stands above an article in an export: who wrote it, where, when; and the words of an export's own."""

from __future__ import annotations

import re
from typing import Final

from jingdu.library.document import cut_notice
from jingdu.library.exporters import Piece
from jingdu.library.exporters.links import link
from jingdu.library.exporters.output import text

_DATE: Final = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_CONTENTS: Final = {"en": "Contents", "zh": "目录", "zh-hant": "目錄", "ja": "目次"}


def language(tag: str | None) -> str:
    """A well-formed language tag; ``und`` (not determined) for anything else."""
    tag = (tag or "").replace("_", "-")
    return tag if _TAG.fullmatch(tag) else "und"


def direction(piece: Piece) -> str:
    return "rtl" if piece.dir == "rtl" else "ltr"


def contents(tag: str) -> str:
    """The heading of a list of contents in the language of the export."""
    low = tag.lower()
    traditional = low.startswith("zh") and any(part in low for part in ("hant", "tw", "hk", "mo"))
    return _CONTENTS["zh-hant"] if traditional else _CONTENTS.get(low.partition("-")[0], _CONTENTS["en"])


def about(piece: Piece) -> str:
    """Byline, site, date and address in one paragraph of XHTML; a second one where the article was cut."""
    date = _DATE.match(piece.published or "")
    parts = [text(part) for part in (piece.byline, piece.site, date and date[0]) if part]
    address = link(piece.url) if piece.url else None
    if address:
        parts.append(f'<a href="{text(address)}">{text(piece.url)}</a>')
    paragraph = f'<p class="about">{" · ".join(parts)}</p>' if parts else ""
    return paragraph + (cut_notice(piece.lang).strip() if piece.fields.get("truncated") else "")
