"""Sample articles and replies of the background to the reader."""

from pathlib import Path
from typing import Any

ARTICLES = Path(__file__).parents[1] / "reader" / "articles"

_NAMES = ("title", "byline", "published", "site", "lang", "reading_time")
_ROWS: dict[str, tuple[object, ...]] = {
    "zh": ("替河流写日记的人", "陈一帆", "2024-04-18T09:30:00+08:00", "江岸周刊", "zh-Hans", 5),
    "en": (
        "The Clock That Was Right by Being Wrong",
        "Ruth Calloway",
        "2023-11-02",
        "The Slack Water Review",
        "en-GB",
        4,
    ),
    "ar": ("الرجل الذي يصلح الكتب", "ليلى المنصوري", "2022-02-14", "مجلة الرصيف", "ar", 2),
    "ja": ("潮風の古書店", "小川 美咲", "2024-09-03", "港だより", "ja", 3),
    "paper": ("On the drift of running means", "M. Okafor, L. Brandt", "2024-12-01", "Notes on Computation", "en", 4),
    "forum": ("Bread that will not rise in winter", "original poster", "2023-11-19", "The Oven Door", "en", 2),
    "rich": ("Moving averages in one pass", None, "2025-06", "Series handbook", "en", 3),
}
FIELDS: dict[str, dict[str, Any]] = {name: dict(zip(_NAMES, row, strict=True)) for name, row in _ROWS.items()}
FIELDS["ar"]["dir"] = "rtl"
FIELDS["rich"]["truncated"] = True

NEUTRAL = {"dir": "ltr", "image": None, "excerpt": None, "truncated": False, "corrected": None, "extractor": "support"}

PAGE = {"url": "https://pages.example/read/1?from=list", "title": "The page's own title"}

THEMES = ("light", "sepia", "dark", "black", "contrast")

STATES = (
    "host_missing host_too_old extension_too_old restricted no_article host_crashed timeout page_too_large stopped "
    "interrupted internal gone"
).split()


def article(name: str, **changes: Any) -> dict[str, Any]:
    """The sample article of that name, as in the result of `extract`."""
    html = (ARTICLES / f"{name}.html").read_text(encoding="utf-8")
    return {**NEUTRAL, "url": PAGE["url"], "html": html, **FIELDS[name], **changes}


def article_answer(name: str, **changes: Any) -> dict[str, Any]:
    """The background's reply with the sample article."""
    return {"state": "article", "article": article(name, **changes), "page": PAGE}


def state_answer(state: str) -> dict[str, Any]:
    """The background's reply with a state instead of an article."""
    message = "list index out of range (reading.py, 42)" if state == "internal" else None
    return {"state": state, "message": message, "page": PAGE}
