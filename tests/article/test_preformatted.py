"""Text files in ``pre``: prose becomes paragraphs; code, tables and a ``pre`` beside other text stay preformatted."""

import re

import pytest

import jingdu

WIND = "The wind came up from the sea and went through the old room,\nwhere nobody had lit the lamp for forty years.\n"
CODE = "def lamp(x):\n    return x[0] + 1\n\nprint(lamp([2]))  # the lamp."
WIND_HTML = f"<p>{' '.join(WIND.split())}</p>"
SEA = "山风从海上来，吹过那座旧灯塔，老人坐在石阶上。"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (f"1.  The Lamp\n\n{WIND}\n{WIND}", f"<h2>1. The Lamp</h2>{WIND_HTML * 2}"),
        (f"  {WIND}\n    x   1\n    y   2\n\n{WIND}", f"{WIND_HTML}<pre>    x   1\n    y   2</pre>{WIND_HTML}"),
        (WIND + re.sub("(?m)^(?=.)", ">> ", WIND), f"{WIND_HTML}<blockquote>{WIND_HTML}</blockquote>"),
        (f"第一章 灯塔\n　　{SEA}\n　　{SEA}他走了。\n", f"<h2>第一章 灯塔</h2><p>{SEA}</p><p>{SEA}他走了。</p>"),
        (f"{SEA * 4}\n{SEA * 2}\n{SEA}\n{SEA}", f"<p>{SEA * 4}</p><p>{SEA * 2}</p><p>{SEA}</p><p>{SEA}</p>"),
        (f"{SEA[:20]}\n{SEA[20:]}{SEA[:17]}\n{SEA[17:]}", f"<p>{SEA * 2}</p>"),
        (
            "The lamp is out,\nThe sea is near,\nNobody comes.",
            "<p>The lamp is out,<br>The sea is near,<br>Nobody comes.</p>",
        ),
        (CODE, f"<pre>{CODE}</pre>"),
        (f"{WIND}</pre><p>{WIND}</p><pre>", f"<pre>{WIND[:-1]}</pre>{WIND_HTML}"),
        ("Ship   Year\nAda    1901\nBo     1902.", "<pre>Ship   Year\nAda    1901\nBo     1902.</pre>"),
    ],
)
def test_preformatted_prose_becomes_paragraphs(text: str, html: str) -> None:
    assert jingdu.read(f"<title>T</title><pre>{text.replace('> ', '&gt; ')}</pre>").html == html
