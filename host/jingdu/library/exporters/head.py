"""What is above an article in an export: who wrote it, where and when."""

from __future__ import annotations

import re
from typing import Final

from jingdu.library.document import cut_notice
from jingdu.library.exporters import Piece
from jingdu.library.exporters.output import link, text

_DATE: Final = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")
_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


def language(tag: str | None) -> str:
    """A well-formed language tag; ``und`` (not determined) for anything else."""
    tag = (tag or "").replace("_", "-")
    return tag if _TAG.fullmatch(tag) else "und"


def direction(piece: Piece) -> str:
    return "rtl" if piece.dir == "rtl" else "ltr"


def about(piece: Piece) -> str:
    """Byline, site, date and address in one paragraph of XHTML; a second one where the article was cut."""
    date = _DATE.match(piece.published or "")
    parts = [text(part) for part in (piece.byline, piece.site, date and date[0]) if part]
    address = link(piece.url) if piece.url else None
    if address:
        parts.append(f'<a href="{text(address)}">{text(piece.url)}</a>')
    paragraph = f'<p class="about">{" · ".join(parts)}</p>' if parts else ""
    return paragraph + (cut_notice(piece.lang).strip() if piece.fields.get("truncated") else "")
