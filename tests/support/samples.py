"""Articles and answers the tests draw: what the background would send to the reader."""

from pathlib import Path
from typing import Any

ARTICLES = Path(__file__).parents[1] / "reader" / "articles"

FIELDS: dict[str, dict[str, Any]] = {
    "zh": {
        "title": "替河流写日记的人",
        "byline": "陈一帆",
        "published": "2024-04-18T09:30:00+08:00",
        "site": "江岸周刊",
        "lang": "zh-Hans",
        "reading_time": 5,
    },
    "en": {
        "title": "The Clock That Was Right by Being Wrong",
        "byline": "Ruth Calloway",
        "published": "2023-11-02",
        "site": "The Slack Water Review",
        "lang": "en-GB",
        "reading_time": 4,
    },
    "ar": {
        "title": "الرجل الذي يصلح الكتب",
        "byline": "ليلى المنصوري",
        "published": "2022-02-14",
        "site": "مجلة الرصيف",
        "lang": "ar",
        "dir": "rtl",
        "reading_time": 2,
    },
    "ja": {
        "title": "潮風の古書店",
        "byline": "小川 美咲",
        "published": "2024-09-03",
        "site": "港だより",
        "lang": "ja",
        "reading_time": 3,
    },
    "paper": {
        "title": "On the drift of running means",
        "byline": "M. Okafor, L. Brandt",
        "published": "2024-12-01",
        "site": "Notes on Computation",
        "lang": "en",
        "reading_time": 4,
    },
    "forum": {
        "title": "Bread that will not rise in winter",
        "byline": "original poster",
        "published": "2023-11-19",
        "site": "The Oven Door",
        "lang": "en",
        "reading_time": 2,
    },
    "rich": {
        "title": "Moving averages in one pass",
        "byline": None,
        "published": "2025-06",
        "site": "Series handbook",
        "lang": "en",
        "reading_time": 3,
        "truncated": True,
    },
}

NEUTRAL = {"dir": "ltr", "image": None, "excerpt": None, "truncated": False, "corrected": None, "extractor": "support"}

PAGE = {"url": "https://pages.example/read/1?from=list", "title": "The page's own title"}

THEMES = ("light", "sepia", "dark", "black", "contrast")

STATES = (
    "host_missing",
    "host_too_old",
    "extension_too_old",
    "restricted",
    "no_article",
    "host_crashed",
    "timeout",
    "page_too_large",
    "stopped",
    "interrupted",
    "internal",
    "gone",
)


def article(name: str, **changes: Any) -> dict[str, Any]:
    """The article of that name, as the host's `extract` would answer."""
    html = (ARTICLES / f"{name}.html").read_text(encoding="utf-8")
    return {**NEUTRAL, "url": PAGE["url"], "html": html, **FIELDS[name], **changes}


def article_answer(name: str, **changes: Any) -> dict[str, Any]:
    """The background's answer that brings that article."""
    return {"state": "article", "article": article(name, **changes), "page": PAGE}


def state_answer(state: str) -> dict[str, Any]:
    """The background's answer in a state without an article."""
    message = "list index out of range (reading.py, 42)" if state == "internal" else None
    return {"state": state, "message": message, "page": PAGE}
