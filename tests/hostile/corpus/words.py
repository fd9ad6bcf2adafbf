"""Hostile words: for titles, bylines, sites, tags, notes, quotations and whatever else is shown as text."""

from __future__ import annotations

from typing import Final

WORDS: Final = {
    "picture": "<img src=URL onerror=RUN>",
    "script": "</title></h1><script>RUN</script>",
    "style": "</style><style>@import 'URL';</style>",
    "comment": "--><img src=x onerror=RUN><!--/article-->",
    "cdata": "]]><img src=x onerror=RUN><![CDATA[",
    "attribute": "\"' onmouseover=RUN autofocus onfocus=RUN x=\"'",
    "entities": "&lt;img src=x onerror=RUN&gt; &#60;script&#62;RUN&#60;/script&#62;",
    "doubly": "&amp;lt;img src=x onerror=RUN&amp;gt;",
    "markdown link": "[x](javascript:RUN) [y]: javascript:RUN",
    "markdown picture": "![x](URL) ![y](URL 'z')",
    "markdown autolink": "<javascript:RUN> <http://a.example/onerror=RUN>",
    "markdown definition": "[y]\n\n[y]: javascript:RUN\n[z]: <javascript:RUN>",
    "markdown html": "\\<img src=x onerror=RUN>\n\n<img src=x onerror=RUN>\n",
    "markdown code": "` `<img src=x onerror=RUN>` ```\n<img src=x onerror=RUN>\n```",
    "yaml": 'x"\n---\n<img src=x onerror=RUN>\ntags: [y]',
    "bidi": "\u202e<img src=x onerror=RUN>\u202c \u2066gpj.exe\u2069",
    "surrogates": "\ud83d<img src=x onerror=RUN>\udc00",
    "null": "\x00<im\x00g src=x onerror=RUN>",
    "messages": "$1 $2 $$ __MSG_extName__ ${RUN} {{RUN}} %s",
    "search": '"<mark>" OR title:<img src=x onerror=RUN> NEAR(',
    "full width": "\uff1cimg src=x onerror=RUN\uff1e",
    "html of a snippet": "<mark><img src=x onerror=RUN></mark>\x01\x02\ue000\ue001",
}
