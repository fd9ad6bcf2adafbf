"""What asks the network, or leads away: pictures, styles, fonts, media, hints, refreshes, forms, pings."""
# ruff: noqa: E501 - one case a line

from __future__ import annotations

from typing import Final

LOADING: Final = {
    "hints": "<link rel=preload as=image href=URL><link rel=prefetch href=URL><link rel=prerender href=URL><link rel=modulepreload href=URL><link rel=preconnect href=URL><link rel=dns-prefetch href=URL>kept",
    "links in the body": "<p>kept<link rel=stylesheet href=URL><link rel='alternate stylesheet' href=URL><link rel=icon href=URL><link rel=manifest href=URL><link rel=import href=URL></p>",
    "link of a picture set": "<link rel=preload as=image imagesrcset='URL 1x' imagesizes=1px>kept",
    "meta refresh": '<meta http-equiv=refresh content="0; url=URL">kept',
    "meta refresh to script": "<meta http-equiv=refresh content=\"0;url='javascript:RUN'\"><meta http-equiv=refresh content='0;url=data:text/html,<script>RUN</script>'>kept",
    "meta in a paragraph": '<p>kept<meta http-equiv="Refresh" content="0,URL"><meta http-equiv=set-cookie content=x=1></p>',
    "meta policy": '<meta http-equiv=content-security-policy content="default-src *; report-uri URL"><meta http-equiv=origin-trial content=x><meta name=referrer content=unsafe-url>kept',
    "base": "<base href=URL/ target=_top><p><a href=x>kept</a><img src=x.png></p>",
    "base twice": "<base href='javascript:RUN//'><base href='data:,x'><base href=//evil.invalid><p><a href=x>kept</a></p>",
    "css import": "<style>@import 'URL';@import url(URL);@font-face{font-family:x;src:url(URL)}p{font-family:x;background:url(URL)}</style><p>kept</p>",
    "css escapes": r"<style>@\69mport 'URL';p{background:\75rl(URL);b\61ckground:u\72l('URL')}</style><p style='background:\000075rl(URL)'>kept</p>",
    "css urls": "<p style=\"background:image-set('URL' 1x);cursor:url(URL),auto;list-style:url(URL);border-image:url(URL) 1;mask:url(URL);filter:url(URL#x);content:url(URL)\">kept</p>",
    "css in svg": "<svg><style>@import 'URL';</style><rect fill='url(URL#x)' filter='url(URL#y)' mask='url(URL#z)' width=9 height=9 /></svg>kept",
    "background attributes": "<body background=URL><table background=URL><tr background=URL><td background=URL>kept</td></tr></table>",
    "old pictures": "<img dynsrc=URL lowsrc=URL longdesc=URL usemap=URL>kept<input type=image src=URL><image href=URL>",
    "picture that tells": "<p>kept<img src=URL.png attributionsrc=URL referrerpolicy=unsafe-url crossorigin=use-credentials fetchpriority=high loading=eager></p>",
    "picture by srcset alone": "<p>kept<img srcset='URL.png 1x, javascript:RUN 2x, data:image/svg+xml,x 3x' sizes=1px></p>",
    "picture with a password": "<p>kept<img src='http://user:secret@127.0.0.1:1/x.png'></p>",
    "picture of a protocol": "<p>kept<img src='ftp://127.0.0.1/x.png'><img src='file:///etc/passwd'><img src='chrome://favicon/x'><img src='resource://gre/x.png'><img src='moz-icon://x.png'></p>",
    "picture of the library": "<p>kept<img src='jd-asset:../../x.png'><img src='assets/../../../../etc/passwd'><img src='https://asset.jingdu.invalid/x.png'></p>",
    "picture of a path": "<p>kept<img src='//127.0.0.1:1/x.png'><img src='\\\\127.0.0.1\\share\\x.png'><img src='/\\127.0.0.1/x.png'></p>",
    "lazy pictures": "<p>kept<img data-src='javascript:RUN' data-srcset='URL.png 1x' data-original='data:text/html,x' lazyload='vbscript:x' style='background:url(URL)'></p>",
    "media all": "<video src=URL poster=URL preload=auto autoplay><source src=URL><track src=URL default></video><audio src=URL preload=auto autoplay></audio>kept",
    "svg loads": "<svg><image href=URL /><image xlink:href=URL /><use href='URL#x'/><use xlink:href='URL#x'/><feImage xlink:href=URL /><textPath href='URL#x'>t</textPath><mpath href='URL#x'/></svg>kept",
    "svg links": "<svg><a xlink:href=javascript:RUN xlink:show=new xlink:actuate=onLoad xlink:type=simple><text>kept</text></a></svg>kept",
    "math loads": "<p>kept <math><mglyph src=URL /><mi mathbackground='url(URL)' href=URL>x</mi><none xlink:href=URL></none></math></p>",
    "frames": "<iframe src=URL></iframe><frame src=URL><embed src=URL><object data=URL></object><object type=image/png data=URL.png>kept</object>kept",
    "forms": "<form id=f action=URL method=post><input name=a value=b></form><button form=f formaction=URL type=submit>kept</button><input type=submit form=f formtarget=_blank>kept",
    "form with a key": "<form action=URL><input type=password name=p autocomplete=current-password><input type=submit accesskey=a></form>kept",
    "ping": "<p><a href='https://a.example/' ping=URL attributionsrc=URL download=x target=_blank rel=opener>kept</a></p>",
    "cite": "<blockquote cite=URL>kept</blockquote><q cite='javascript:RUN'>kept</q><del cite=URL>a</del><ins cite='javascript:RUN'>b</ins>",
    "manifest": "<html manifest=URL><head profile=URL><p>kept</p>",
    "reports": '<meta http-equiv=NEL content=\'{"report_to":"x"}\'><meta http-equiv=Reporting-Endpoints content=\'x="URL"\'>kept',
    "web fonts": "<link rel=preload as=font href=URL crossorigin><font face='url(URL)' style='font-family:url(URL)'>kept</font>",
    "poster of a player": "<p>kept</p><iframe src='https://www.youtube.com/embed/abcdefgh'></iframe><iframe src='https://player.vimeo.com/video/1?x=<img src=x onerror=RUN>'></iframe>",
    "web bundle": '<script type=webbundle>{"source":"URL","resources":["URL"]}</script><link rel=compression-dictionary href=URL>kept',
    "view transition": "<style>@view-transition{navigation:auto}</style><link rel=expect href=#x blocking=render><link rel=stylesheet blocking=render href=URL>kept",
}
