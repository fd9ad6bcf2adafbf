"""The article found on a page, and what it is as text and as Markdown."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Final


@dataclass(frozen=True)
class Article:
    """The article found on a page. Text fields are plain text; ``html`` is allow-listed.

    ``text`` and ``markdown`` are rendered from ``html`` on first use.
    """

    title: str
    byline: str | None
    published: str | None
    """ISO 8601 date or date and time, as far as the page has it."""
    site: str | None
    lang: str | None
    """BCP 47 tag, e.g. ``zh-Hans`` or ``en-US``."""
    dir: str
    """``ltr`` or ``rtl``."""
    image: str | None
    """Absolute address of the lead image."""
    url: str | None
    excerpt: str | None
    html: str
    reading_time: int
    """Minutes, rounded up; at least 1."""
    truncated: bool = False
    extractor: str = ""

    @cached_property
    def text(self) -> str:
        """Plain text: an empty line between blocks, a tab between cells."""
        from jingdu.render.plain import plain_text

        return plain_text(self.html)

    @cached_property
    def markdown(self) -> str:
        """GitHub-flavoured Markdown."""
        from jingdu.render.markdown import markdown

        return markdown(self.html)

    def as_dict(self, *names: str) -> dict[str, Any]:
        """JSON-ready data: the fields of these names, or all of them with text and Markdown."""
        return {name: getattr(self, name) for name in names or ARTICLE_FIELDS}


ARTICLE_FIELDS: Final = (*(field.name for field in fields(Article)), "text", "markdown")
"""Every name that ``Article.as_dict`` knows."""
