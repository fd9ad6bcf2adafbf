"""Addresses that are none, in the clothes of one: the product of attributes and schemes is the generator's."""
# ruff: noqa: E501 - one case a line

from __future__ import annotations

from typing import Final

ADDRESSES: Final = {
    "javascript, comments": '<p><a href="javascript://a.example/%0aRUN">kept</a><a href="javascript:/*--></title></style></textarea></script><svg onload=RUN>*/RUN">x</a></p>',
    "javascript, named entities": '<p><a href="java&Tab;script&colon;RUN">kept</a><a href="&NewLine;javascript&colon;RUN">x</a><a href="javascript&#x3A;RUN">y</a><a href="&#106avascript:RUN">z</a></p>',
    "javascript, long entities": '<p><a href="&#0000106&#0000097&#0000118&#0000097script:RUN">kept</a><a href="&#x0006A;avascript:RUN">x</a></p>',
    "javascript, controls": '<p><a href="\x01javascript:RUN">kept</a><a href="java\tscript:RUN">x</a><a href="java\nscript:RUN">y</a><a href="java\rscript\r:RUN">z</a><a href="\x1fjavascript:RUN">w</a></p>',
    "javascript, spaces of Unicode": '<p><a href="\u00a0javascript:RUN">kept</a><a href="\u3000javascript:RUN">x</a><a href="\u2028javascript:RUN">y</a><a href="\ufeffjavascript:RUN">z</a><a href="java\u00adscript:RUN">w</a></p>',
    "javascript, invisible": '<p><a href="java\u200bscript:RUN">kept</a><a href="\u202ejavascript:RUN">x</a><a href="javascript\u2060:RUN">y</a><a href="java\x00script:RUN">z</a><a href="java\ufffdscript:RUN">w</a></p>',
    "javascript, other letters": '<p><a href="\uff4aavascript:RUN">kept</a><a href="java\u017fcript:RUN">x</a><a href="JAVA\u017fCRIPT:RUN">y</a><a href="javascr\u0131pt:RUN">z</a><a href="javascript\uff1aRUN">w</a></p>',
    "javascript, percent": '<p><a href="%6aavascript:RUN">kept</a><a href="javascript%3aRUN">x</a><a href="javascript:%52UN">y</a></p>',
    "javascript behind a scheme": '<p><a href="feed:javascript:RUN">kept</a><a href="view-source:javascript:RUN">x</a><a href="jar:javascript:RUN!/">y</a><a href="mhtml:javascript:RUN">z</a><a href="livescript:RUN">w</a><a href="mocha:RUN">v</a></p>',
    "javascript behind https": '<p><a href="https:javascript:RUN">kept</a><a href="http:/\\javascript:RUN">x</a><a href="https://javascript:RUN@a.example/">y</a></p>',
    "javascript relative": '<p><a href="//javascript:RUN">kept</a><a href="./javascript:RUN">x</a><a href="?javascript:RUN">y</a><a href="#javascript:RUN">z</a><a href="/javascript:RUN">w</a></p>',
    "data of many kinds": '<p><a href="data:,x">kept</a><a href="data:text/html;base64,PHNjcmlwdD5SVU48L3NjcmlwdD4=">x</a><a href="data:application/xhtml+xml,<script xmlns=\'http://www.w3.org/1999/xhtml\'>RUN</script>">y</a><a href="DATA:image/svg+xml,<svg onload=RUN>">z</a></p>',
    "schemes of programs": '<p><a href="intent://x#Intent;scheme=http;end">kept</a><a href="ms-msdt:/id x">x</a><a href="search-ms:query=x">y</a><a href="shell:startup">z</a><a href="steam://run/1">w</a><a href="jingdu:x">v</a><a href="obsidian://x">u</a></p>',
    "schemes of browsers": '<p><a href="about:blank">kept</a><a href="chrome://settings">x</a><a href="moz-extension://x/y.html">y</a><a href="resource://x">z</a><a href="filesystem:https://a.example/x">w</a><a href="blob:null/x">v</a><a href="ws://a.example">u</a></p>',
    "mail that is more": '<p><a href="mailto:a@b.example?attach=/etc/passwd&body=<img src=x onerror=RUN>&subject=%0d%0aBcc:x">kept</a><a href="mailto:javascript:RUN">x</a><a href="tel:javascript:RUN">y</a></p>',
    "address that ends its quote": "<p><a href='https://a.example/\"><img src=x onerror=RUN>'>kept</a><a href=\"https://a.example/'onmouseover='RUN\">x</a></p>",
    "address that ends its brackets": '<p><a href="https://a.example/) <img src=x onerror=RUN> [x](javascript:RUN">kept</a><a href="https://a.example/>&lt;img src=x onerror=RUN&gt;">x</a></p>',
    "address with line ends": '<p><a href="https://a.example/&#10;&#10;<img src=x onerror=RUN>">kept</a><img src="URL.png&#10;&#10;[x]: javascript:RUN"></p>',
    "address of letters": '<p><a href="https://a.example/\u202egpj.exe">kept</a><a href="https://\u0430pple.example/">x</a><a href="https://a.example\uff0f\uff20b.example/">y</a></p>',
    "address of surrogates": '<p><a href="https://a.example/\ud83d?\udc00">kept</a><img src="URL.png?\ud800" alt="\udfff"></p>',
    "address, unreadable": '<p><a href="https://[x">kept</a><a href="https://[::1">x</a><a href="http://a b/">y</a><a href="https://%zz/">z</a><img src="http://[/x.png"><img src="https://:x/y.png"></p>',
    "address, endless": f'<p><a href="https://a.example/{"a" * 9000}">kept</a><a href="javascript:{" " * 9000}RUN">x</a></p>',
    "fragment that is markup": "<p><a href='#\"><img src=x onerror=RUN>'>kept</a><b id='\"><img src=x onerror=RUN>'>x</b><a href='#%22%3E'>y</a><a href='#%E0%A4%A'>z</a><b id='%E0%A4%A'>w</b></p>",
    "area": "<p>kept<img usemap=#m src=URL.png></p><map name=m><area shape=default href=javascript:RUN onclick=RUN ping=URL></map>",
    "open graph": '<meta property=og:url content="javascript:RUN"><meta property=og:image content="javascript:RUN"><link rel=canonical href="javascript:RUN"><link rel=next href="javascript:RUN">kept',
    "json-ld": '<script type="application/ld+json">{"@type":"Article","url":"javascript:RUN","image":"javascript:RUN","headline":"</script><img src=x onerror=RUN>","author":{"name":"<img src=x onerror=RUN>","url":"javascript:RUN"}}</script>kept',
}
