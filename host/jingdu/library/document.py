"""``article.html``: one file that any browser opens, with its pictures beside it; inert, and read back as it was.

No script, no form, no address is loaded: a policy in the file says so too. The article is
between two marks as the cleaner wrote it, so that reading it back needs no parser.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from jingdu.library import wording
from jingdu.library.images import files, placing
from jingdu.library.images.placing import ASSETS, Reasons
from jingdu.protocol.items import Item
from jingdu.render.markup import escape

SHOWN: Final = "jd-asset:"
"""How a kept picture's address begins in what the reader page is given."""
_STAND_IN: Final = "https://asset.jingdu.invalid/"
"""What the cleaner takes for an address, and nobody can have."""
_SOURCE: Final = re.compile(r'(<img\b[^>]{0,2000}?\bsrc=")([^"]{1,500})(?=")')
_BEGIN: Final = "<!--article-->"
_END: Final = "<!--/article-->"
STYLE: Final = Path(__file__).with_name("document.css").read_text("utf-8")
"""The look of an article in a web page, saved or exported."""
_STYLE: Final = "\n" + STYLE
_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY: Final = (
    f"default-src 'none'; img-src 'self' file:; style-src 'sha256-{_HASH}'; base-uri 'none'; form-action 'none'"
)


def write(item: Item, body: str) -> str:
    """The file of an article whose ``body`` has its pictures in ``assets/``."""
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
<p class="about">{_about(item)}</p>
{cut_notice(item.lang) if item.truncated else ""}{_BEGIN}{body}{_END}
</body>
</html>
"""


def cut_notice(lang: str | None) -> str:
    """The paragraph that says that an article was cut, in its language where that is one of ours."""
    own = {"zh": "zh-Hans", "zh-hant": "zh-Hant"}.get(wording.language(lang), wording.language(lang))
    return f'<p class="about" lang="{own}" dir="ltr">{wording.sentence("cut", lang)}</p>\n'


def placed_later(body: str, stored: Mapping[str, str], lang: str | None, why: Reasons) -> str:
    """A body whose pictures in ``stored`` were missing, with them in their place; ``why`` the others still are."""
    known = placing.missing(body)
    here = {source: name for source in placing.sources(body) if (name := asset(source))}
    return placing.place(placing.reopen(body, known), {**here, **stored}, lang, {**known, **why})


def body(file: str) -> str | None:
    """The article in a file's text; None where the marks are not there."""
    begin, end = file.find(_BEGIN), file.rfind(_END)
    return file[begin + len(_BEGIN) : end] if 0 <= begin < end else None


def shown(kept: str, prefix: str = SHOWN) -> str:
    """A body cleaned once more, for its file may be anybody's; pictures by ``jd-asset:``, for the reader page."""
    from jingdu.render.clean import clean

    marked = placing.rename(kept, lambda source: _STAND_IN + name if (name := asset(source)) else None)
    return clean(marked).replace(f'src="{_STAND_IN}', f'src="{prefix}')


def rendered(markdown: str, stored: Mapping[str, str], lang: str | None) -> str:
    """The body of an ``article.md`` that its user edited, cleaned; pictures that are kept in ``assets/``."""
    from jingdu.render import rendering
    from jingdu.render.clean import clean

    def stand_in(found: re.Match[str]) -> str:
        name = asset(found[2])
        return found[1] + (_STAND_IN + name if name else found[2])

    html = clean(_SOURCE.sub(stand_in, rendering.html(placing.note(markdown, {}, lang))))
    html = placing.reopen(html, placing.waiting(html))
    names = (source.removeprefix(_STAND_IN) for source in placing.sources(html) if source.startswith(_STAND_IN))
    here = {_STAND_IN + name: name for name in names if files.is_name(name)}
    return placing.place(html, {**stored, **here}, lang, placing.noted(markdown))


def asset(source: str) -> str | None:
    """The name of the kept picture that a ``src`` leads to; None where it leads elsewhere."""
    name = source.removeprefix(ASSETS)
    return name if name != source and files.is_name(name) else None


def _about(item: Item) -> str:
    day = re.match(r"\d{4}(?:-\d\d){0,2}", item.published or "")
    parts = [item.byline, day[0] if day else None, item.site]
    spans = [f"<span>{escape(part)}</span>" for part in parts if part]
    if item.url and item.url.startswith(("http://", "https://")):
        spans.append(f'<a href="{escape(item.url)}" rel="noopener noreferrer">{escape(item.url)}</a>')
    return " ".join(spans)
