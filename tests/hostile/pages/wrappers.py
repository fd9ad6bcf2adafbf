"""What hostile markup is set into, and the bytes that it may come in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

WRAPPERS: Final[dict[str, str]] = {
    "p": "<p>{}</p>",
    "heading": "<h2>{}</h2>",
    "list": "<ul><li>{}</ul>",
    "definition": "<dl><dt>{}<dd>x",
    "table": "<table>{}</table>",
    "cell": "<table><tr><td>a<td>{}<tr><td>b<td>c</table>",
    "caption": "<table><caption>{}</caption><tr><td>a<td>b</table>",
    "colgroup": "<table><colgroup>{}</colgroup></table>",
    "figure": "<figure><img src=URL.png><figcaption>{}</figcaption></figure>",
    "link": "<a href='https://a.example/'>{}</a>",
    "code": "<pre><code class=language-html>{}</code></pre>",
    "quote": "<blockquote>{}</blockquote>",
    "ruby": "<ruby>a<rt>{}</rt></ruby>",
    "details": "<details open><summary>{}</summary>x</details>",
    "font and bold": "<font><b><i>{}</font></i></b>",
    "svg": "<svg>{}</svg>",
    "svg without end": "<svg>{}",
    "svg foreignObject": "<svg><foreignObject>{}</foreignObject></svg>",
    "svg title": "<svg><title>{}</title></svg>",
    "svg desc": "<svg><desc>{}</desc></svg>",
    "svg style": "<svg><style>{}</style></svg>",
    "svg text in p": "<p><svg><text>{}</text></svg></p>",
    "math": "<math>{}</math>",
    "math mtext": "<math><mtext>{}</mtext></math>",
    "math mi mglyph": "<math><mi><mglyph>{}</mglyph></mi></math>",
    "math malignmark": "<math><mtext><malignmark>{}</malignmark></mtext></math>",
    "math annotation-xml": "<math><annotation-xml encoding='text/html'>{}</annotation-xml></math>",
    "math annotation-xml, none": "<math><annotation-xml>{}</annotation-xml></math>",
    "math style": "<math><mtext><table><mglyph><style>{}</style>",
    "math mstyle": "<p>a <math><mstyle>{}</mstyle><mi>x</mi></math></p>",
    "noscript": "<noscript>{}</noscript>",
    "noscript attribute": "<noscript><p title='</noscript>{}'></noscript>",
    "template": "<template>{}</template>",
    "shadow root": "<div><template shadowrootmode=open>{}</template></div>",
    "select": "<select>{}</select>",
    "option": "<select><option>{}</option></select>",
    "textarea": "<textarea>{}</textarea>",
    "textarea ended": "<textarea></textarea >{}</textarea>",
    "title": "<title>{}</title>",
    "xmp": "<xmp>{}</xmp>",
    "noembed": "<noembed>{}</noembed>",
    "noframes": "<noframes>{}</noframes>",
    "iframe": "<iframe>{}</iframe>",
    "plaintext": "<plaintext>{}",
    "style": "<style>{}</style>",
    "style comment": "<style><!--</style>{}--></style>",
    "script comment": "<script><!--<script></script>{}--></script>",
    "object": "<object>{}</object>",
    "video": "<video>{}</video>",
    "button": "<button>{}</button>",
    "form": "<form>{}</form>",
    "form twice": "<form><div></form><form>{}",
    "form in math": "<form><math><mtext></form><form>{}",
    "marquee": "<marquee>{}</marquee>",
    "frameset": "<frameset>{}</frameset>",
    "comment": "<!--{}-->",
    "comment ended": "<!-->{}-->",
    "comment with bang": "<!-- --!>{}-->",
    "bogus comment": "<!x {}>",
    "cdata": "<![CDATA[{}]]>",
    "cdata in svg": "<svg><![CDATA[>{}]]></svg>",
    "attribute": "<p title=\"{}\">x</p>",
    "attribute, single": "<p title='{}'>x</p>",
    "attribute, bare": "<p title={}>x</p>",
    "alt": "<p><img src=URL.png alt=\"{}\"></p>",
    "alt of mathematics": "<p>x <math alttext=\"{}\"><mi>x</mi></math></p>",
    "href": "<p><a href=\"https://a.example/{}\">x</a></p>",
    "id": "<p id=\"{}\">x <a href='#x'>y</a></p>",
    "class of code": "<pre class=\"language-{}\">x</pre>",
    "data-tex": "<p>x <span data-tex=\"{}\">y</span></p>",
    "tex script": "<p>x <script type=math/tex>{}</script></p>",
    "tex": "<p>x $$ {}^2 $$ y</p>",
    "srcdoc": "<iframe srcdoc=\"{}\"></iframe>",
    "prefix": "<html xmlns:x='http://www.w3.org/1999/xhtml'><x:div>{}</x:div>",
    "custom element": "<x-y>{}</x-y>",
    "conditional": "<!--[if gte IE 4]>{}<![endif]-->",
}  # fmt: skip
"""Name → HTML around ``{}``."""

_QUIET: Final = "surrogatepass"


def _utf7(html: str) -> bytes:
    """Only the brackets are encoded, as attackers do: the rest passes for ASCII."""
    encoded = html.replace("<", "+ADw-").replace(">", "+AD4-").replace('"', "+ACI-")
    return b"<meta charset=utf-7>" + encoded.encode("utf-8", "replace")


def _reset(html: str) -> bytes:
    """ISO-2022-JP escapes within names and around quotes."""
    data = html.encode("ascii", "replace").replace(b"<img", b"<\x1b(Bimg").replace(b'"', b'\x1b$B"\x1b(B')
    return b"<meta charset=iso-2022-jp>" + data


BYTES: Final[dict[str, Callable[[str], bytes]]] = {
    "utf-7": _utf7,
    "utf-7 with a mark": lambda html: b"+/v8-" + _utf7(html),
    "utf-8 with a mark": lambda html: b"\xef\xbb\xbf" + html.encode("utf-8", _QUIET),
    "utf-8, a mark inside": lambda html: html.encode("utf-8", _QUIET).replace(b"<", b"<\xef\xbb\xbf", 3),
    "utf-8, overlong": lambda html: html.encode("utf-8", _QUIET).replace(b"<", b"\xc0\xbc"),
    "utf-8, cut": lambda html: html.encode("utf-8", _QUIET).replace(b">", b"\xe4>"),
    "utf-16 le": lambda html: html.encode("utf-16-le", _QUIET),
    "utf-16 be": lambda html: html.encode("utf-16-be", _QUIET),
    "utf-16 with a mark": lambda html: html.encode("utf-16", _QUIET),
    "utf-16 called utf-8": lambda html: b"<meta charset=utf-8>" + html.encode("utf-16-le", _QUIET),
    "utf-32": lambda html: html.encode("utf-32", _QUIET),
    "gbk, a quote eaten": lambda html: b"<meta charset=gbk>" + html.encode("gbk", "replace").replace(b'"', b'\x81"'),
    "shift_jis, a quote eaten": lambda html: (
        b"<meta charset=shift_jis>" + html.encode("shift_jis", "replace").replace(b'"', b'\x82"')
    ),
    "big5, a backslash": lambda html: b"<meta charset=big5>" + html.encode("big5", "replace").replace(b"=", b"\xa5\\="),
    "iso-2022-jp": _reset,
    "hz": lambda html: b"<meta charset=hz-gb-2312>" + html.encode("ascii", "replace").replace(b"<", b"~\n<"),
    "ebcdic": lambda html: html.encode("cp037", "replace"),
    "latin-1 called utf-8": lambda html: b"<meta charset=utf-8>" + html.encode("latin-1", "replace"),
    "two charsets": lambda html: b"<meta charset=utf-7><meta charset=gbk>" + html.encode("utf-8", _QUIET),
    "nulls": lambda html: html.encode("utf-8", _QUIET).replace(b"<", b"<\x00"),
}
"""Name → the page in that encoding, or in one that it is not in."""
