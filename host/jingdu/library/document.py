"""``article.html``: a standalone page with its pictures beside it.

It has no scripts or forms and loads nothing, which its Content-Security-Policy enforces. The article is stored
verbatim between two comments, so that it can be read back without a parser.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from jingdu.library import wording
from jingdu.library.images import files, placing
from jingdu.protocol.items import Item
from jingdu.render.markup import csp_hash, escape

ASSET_SCHEME: Final = "jd-asset:"
"""Prefix of stored pictures' addresses on the reader page."""
_PLACEHOLDER: Final = "https://asset.jingdu.invalid/"
"""Stands for ``assets/`` during cleaning, which drops relative addresses; ``.invalid`` never resolves (RFC 2606)."""
_BEGIN: Final = "<!--article-->"
_END: Final = "<!--/article-->"
STYLE: Final = Path(__file__).with_name("document.css").read_text("utf-8")
_STYLE: Final = "\n" + STYLE
_POLICY: Final = (
    f"default-src 'none'; img-src 'self' file:; style-src {csp_hash(_STYLE)}; base-uri 'none'; form-action 'none'"
)


def write(item: Item, body: str) -> str:
    """Renders ``article.html``; the pictures of ``body`` are in ``assets/``."""
    lang = f' lang="{escape(item.lang)}"' if item.lang else ""
    return f"""<!doctype html>
<html{lang} dir="{escape(item.dir)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{escape(item.title)}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{escape(item.title)}</h1>
<p class="about">{_byline(item)}</p>
{cut_notice(item.lang) if item.truncated else ""}{_BEGIN}{body}{_END}
</body>
</html>
"""


def cut_notice(lang: str | None) -> str:
    """A paragraph saying that the article was truncated, in its language if `wording` has it, else in English."""
    language = wording.language(lang)
    tag = {"zh_CN": "zh-Hans", "zh_TW": "zh-Hant"}.get(language, language)
    return f'<p class="about" lang="{tag}" dir="ltr">{wording.sentence("cut", lang)}</p>\n'


def add_pictures(body: str, stored: Mapping[str, str], lang: str | None, reasons: placing.Reasons) -> str:
    """Inserts newly ``stored`` pictures (address → name); ``reasons`` maps those still missing to why."""
    known = placing.missing(body)
    present = {source: name for source in placing.sources(body) if (name := asset(source))}
    return placing.place(placing.restore_pictures(body, known), {**present, **stored}, lang, {**known, **reasons})


def body(file: str) -> str | None:
    """Extracts the article from the text of ``article.html``; None if it is damaged."""
    begin, end = file.find(_BEGIN), file.rfind(_END)
    return file[begin + len(_BEGIN) : end] if 0 <= begin < end else None


def sanitize(body: str, prefix: str = ASSET_SCHEME) -> str:
    """Sanitizes a body read from disk, which any program may have written; ``prefix`` replaces ``assets/``."""
    from jingdu.render.clean import clean

    marked = placing.map_sources(body, lambda source: _PLACEHOLDER + name if (name := asset(source)) else None)
    return clean(marked).replace(f'src="{_PLACEHOLDER}', f'src="{prefix}')


def render_markdown(markdown: str, stored: Mapping[str, str], lang: str | None) -> str:
    """Renders the body of an edited ``article.md`` as clean HTML; ``stored`` maps addresses to names in ``assets/``."""
    from jingdu.render import rendering
    from jingdu.render.clean import clean

    rendered = rendering.html(placing.with_list(markdown, {}, lang))
    marked = placing.map_sources(rendered, lambda source: _PLACEHOLDER + name if (name := asset(source)) else source)
    html = placing.restore_pictures(clean(marked))
    names = (source.removeprefix(_PLACEHOLDER) for source in placing.sources(html) if source.startswith(_PLACEHOLDER))
    present = {_PLACEHOLDER + name: name for name in names if files.is_name(name)}
    return placing.place(html, {**stored, **present}, lang, placing.listed(markdown))


def asset(source: str) -> str | None:
    """The name of the stored picture that a ``src`` refers to; None if it refers to anything else."""
    name = source.removeprefix(placing.PREFIX)
    return name if name != source and files.is_name(name) else None


def _byline(item: Item) -> str:
    """Author, date, site and address as HTML, one element each."""
    day = re.match(r"\d{4}(?:-\d\d){0,2}", item.published or "")
    spans = [f"<span>{escape(part)}</span>" for part in (item.byline, day[0] if day else None, item.site) if part]
    if item.url and item.url.startswith(("http://", "https://")):
        spans.append(f'<a href="{escape(item.url)}" rel="noopener noreferrer">{escape(item.url)}</a>')
    return " ".join(spans)
